"""One deal a day for everybody: played at a table, replayed by the server, entered once."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from helping import play_any, run, until
from server_process import ServerProcess

from periplo import Match, game, game_ids
from periplo.client import Client, ServerRefused
from periplo.play.daily import day_before, day_draws, day_of, end_of, par_of, streaks
from periplo.play.draws import commitment
from periplo.server import clock
from periplo.server.days import today

GAME = next(id for id in game_ids() if game(id).daily() is not None)
PATH = f"/api/daily/{GAME}"
SECRET = "5e" * 32


async def start(client: Client, day: str) -> tuple[str, list[str], bool]:
    opened = await client.request("POST", f"{PATH}/{day}/table", {"name": "Badia"})
    return opened["table"]["id"], list(opened["tokens"].values()), opened["counts"]


async def play(client: Client, day: str, *, hurry: bool = False) -> tuple[str, bool]:
    """To its end: doing whatever comes first, or nothing at all."""
    table_id, tokens, counts = await start(client, day)
    async with client.sit(table_id, tokens) as table:
        with pytest.raises(ServerRefused) as refusal:
            await client.ask_hint(table_id, 1, tokens)
        assert refusal.value.code == "no-hints"
        while not table.over:
            if hurry and table.legal(1):
                await table.act(1, table.legal(1)[-1])
            else:
                await play_any(table)
    return table_id, counts


async def enter(client: Client, day: str, name: str = "Badia") -> dict[str, Any]:
    found: dict[str, Any] = await client.request("POST", f"{PATH}/{day}/entry", {"name": name})
    return found


async def refused(client: Client, *asked: Any) -> str:
    with pytest.raises(ServerRefused) as refusal:
        await client.request(*asked)
    return refusal.value.code


def test_everybody_is_dealt_the_same_and_enters_once(server: ServerProcess) -> None:
    async def scenario() -> None:
        first, second = Client(server.address), Client(server.address)
        found = await first.request("GET", PATH)
        day = found["day"]
        assert (day, found["mine"], found["streak"]) == (found["today"], None, 0)
        assert found["ends"] == end_of(day)
        assert found["secret"] is None
        assert await refused(first, "POST", f"{PATH}/{day}/entry", {"name": "Badia"}) == "no-table"

        table_id, counts = await play(first, day)
        assert counts
        other_id, _ = await play(second, day, hurry=True)
        drawn = []
        for one in (table_id, other_id):
            record = await first.record(one)
            drawn.append([action for action in record["actions"] if not action.startswith("1: ")])
            proof = await first.request("GET", f"/api/tables/{one}/proof")
            assert (proof["commitment"], proof["contributions"]) == (found["commitment"], {})
            assert (await first.request("GET", f"/api/tables/{one}/verify"))["right"]
        assert drawn[0] == drawn[1]

        before = await first.request("GET", PATH)
        assert before["mine"] == {"table": table_id, "name": "", "points": None}
        entered = await enter(first, day, "  Badia   the  second ")
        match = Match.from_record(await first.record(table_id))
        points = match.state.scores()[0]
        assert entered["mine"] == {"table": table_id, "name": "Badia the second", "points": points}
        assert entered["streak"] == entered["longest"] == 1
        assert (await enter(first, day, "again"))["mine"] == entered["mine"]
        await enter(second, day, "Murùni")
        table = (await second.request("GET", PATH))["entries"]
        own = {entry["name"]: entry for entry in table if entry["name"] != "again"}
        assert own["Murùni"]["yours"]
        assert not own["Badia the second"]["yours"]
        assert all(entry["table"] is None for entry in table)
        ordered = [entry["points"] for entry in table]
        assert ordered == sorted(ordered, reverse=True)

        _, counts = await play(first, day)  # a second try
        assert not counts
        assert (await first.request("GET", PATH))["mine"] == entered["mine"]
        data = await first.request("GET", "/api/my/data")
        assert [(one["day"], one["points"]) for one in data["daily"]] == [(day, points)]
        assert (await first.request("DELETE", "/api/my/data"))["daily"] == 1
        left = await second.request("GET", PATH)
        assert "Badia the second" not in {entry["name"] for entry in left["entries"]}

        async def has_par() -> bool:
            return (await first.request("GET", PATH))["par"] is not None

        await until(has_par)

    run(scenario())


def test_nothing_of_tomorrow_is_there_and_nothing_that_is_no_day(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        tomorrow = day_of(end_of(today()))
        for day in (tomorrow, "2020-01-01", "2026-13-45"):
            assert await refused(client, "GET", f"{PATH}?day={day}") == "no-day"
            path = f"{PATH}/{day}/table"
            assert await refused(client, "POST", path, {"name": "Badia"}) == "no-day"
        assert await refused(client, "GET", f"{PATH}?day=tomorrow") == "broken"
        without = next(id for id in game_ids() if game(id).daily() is None)
        assert await refused(client, "GET", f"/api/daily/{without}") == "no-game"
        for name in ("", " ", "a\tb" * 20, "x" * 41):
            path = f"{PATH}/{today()}/table"
            assert await refused(client, "POST", path, {"name": name}) in ("bad-name", "broken")

    run(scenario())


def test_what_is_not_over_given_up_or_tampered_with_is_not_entered(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    async def begin() -> None:
        client = Client(own_server.address, "d" * 40)
        day = (await client.request("GET", PATH))["day"]
        table_id, tokens, _ = await start(client, day)
        assert await refused(client, "POST", f"{PATH}/{day}/entry", {"name": "x"}) == "not-over"
        await client.request("DELETE", f"/api/tables/{table_id}/seats/1", tokens=tokens)
        assert await refused(client, "POST", f"{PATH}/{day}/entry", {"name": "x"}) == "not-over"
        await play(Client(own_server.address, "e" * 40), day)
        await play(Client(own_server.address, "f" * 40), day)

    async def after() -> None:
        day = today()
        codes = {"d": "not-counted", "e": "unreadable-table", "f": "not-counted"}
        for device, code in codes.items():
            client = Client(own_server.address, device * 40)
            assert await refused(client, "POST", f"{PATH}/{day}/entry", {"name": "x"}) == code

    run(begin())
    own_server.stop()
    with sqlite3.connect(tmp_path / "tables.db") as disk:
        entries = disk.execute('SELECT device, "table" FROM daily_entries ORDER BY time').fetchall()
        assert len(entries) == 3
        given_up = "UPDATE tables SET status = 'over' WHERE id = ?"
        disk.execute(given_up, [entries[0][1]])
        deal = 'SELECT number, text FROM log WHERE "table" = ? AND seat = -1 ORDER BY number'
        (_, _), (second, card), *_ = disk.execute(deal, [entries[1][1]]).fetchall()
        other = "card 1" if card != "card 1" else "card 2"
        changed = 'UPDATE log SET text = ? WHERE "table" = ? AND number = ?'
        disk.execute(changed, [other, entries[1][1], second])
        ((text,),) = disk.execute("SELECT result FROM tables WHERE id = ?", [entries[2][1]])
        helped = json.dumps(json.loads(text) | {"helped": [0]})
        disk.execute("UPDATE tables SET result = ? WHERE id = ?", [helped, entries[2][1]])
    disk.close()
    own_server.start()
    run(after())


def test_a_day_that_is_over_is_published_and_played_without_counting(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    """As if today's had been yesterday's."""
    yesterday = day_before(today())

    async def play_today() -> None:
        client = Client(own_server.address, "d" * 40)
        await play(client, (await client.request("GET", PATH))["day"])
        await enter(client, today())
        await start(Client(own_server.address, "e" * 40), today())

    async def the_day_after() -> None:
        client, late = (Client(own_server.address, letter * 40) for letter in "de")
        found = await client.request("GET", f"{PATH}?day={yesterday}")
        assert found["secret"] is not None
        assert commitment(found["secret"]) == found["commitment"]
        (entry,) = found["entries"]
        assert entry["table"] == found["mine"]["table"]
        assert (found["streak"], found["longest"]) == (1, 1)
        assert [day["day"] for day in found["days"]] == [yesterday]
        _, counts = await play(client, yesterday)
        assert not counts
        mine = (await late.request("GET", f"{PATH}?day={yesterday}"))["mine"]
        table = await late.request("GET", f"/api/tables/{mine['table']}")
        token = await late.sit_down(mine["table"], 1, table["seats"][0]["name"])
        async with late.sit(mine["table"], [token]) as seated:
            while not seated.over:
                await play_any(seated)
        path = f"{PATH}/{yesterday}/entry"
        assert await refused(late, "POST", path, {"name": "Brno"}) == "not-counted"

    run(play_today())
    own_server.stop()
    day_long = 24 * 3600 * 1000
    with sqlite3.connect(tmp_path / "tables.db") as disk:
        ((sealed,),) = disk.execute("SELECT sealed FROM days").fetchall()
        disk.execute("UPDATE days SET day = ?", [yesterday])
        disk.execute("UPDATE daily_entries SET day = ?, time = time - ?", [yesterday, day_long])
        disk.execute("UPDATE tables SET daily = ?, created = created - ?", [yesterday, day_long])
        changed = "UPDATE tables SET status_changed_at = status_changed_at - ?"
        disk.execute(changed, [day_long])
    disk.close()
    seal_for(tmp_path, sealed, today(), yesterday)
    own_server.start()
    run(the_day_after())


def seal_for(folder: Path, sealed: str, day: str, other: str) -> None:
    """A secret is sealed for its day, and fits no other."""
    from periplo.server.sealing import Sealer, read_keys

    sealer = Sealer(read_keys(folder / "tables.db.key"))
    again = sealer.seal(sealer.unseal(sealed, f"{GAME} {day}"), f"{GAME} {other}")
    with sqlite3.connect(folder / "tables.db") as disk:
        disk.execute("UPDATE days SET sealed = ?", [again])
    disk.close()


def test_days_are_dates_in_utc_and_streaks_have_no_gaps() -> None:
    assert day_of(end_of("2026-02-28") - 1) == "2026-02-28"
    assert day_of(end_of("2026-02-28")) == "2026-03-01"
    assert day_before("2026-03-01") == "2026-02-28"
    days = {"2026-02-26", "2026-02-27", "2026-02-28", "2026-03-02"}
    assert streaks(days, "2026-03-02") == (1, 3)
    assert streaks(days, "2026-03-03") == (1, 3)  # today's is still to be played
    assert streaks(days, "2026-03-04") == (0, 3)
    assert streaks(set(), "2026-03-04") == (0, 0)
    assert today() == day_of(clock.now())


def test_a_day_has_a_par_that_follows_from_its_secret() -> None:
    daily = game(GAME).daily()
    state = game(GAME).new(daily.SEATS, daily.OPTIONS)
    draw = day_draws(SECRET)
    while not state.over():
        actor = state.next_actor()
        state.play(actor, draw(state) if actor < 0 else state.legal(actor)[0])
    assert daily.points(state) <= par_of(GAME, SECRET)
