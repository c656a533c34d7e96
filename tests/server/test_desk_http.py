"""The set-up of a real table and what can be looked up there, over HTTP."""

import asyncio
import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from helping import run
from officiating import Event, rosters
from server_process import ServerProcess
from wire import wired

from periplo.client import OPEN, Client, ServerRefused, bot, captain, me
from periplo.core.dice import Dice
from periplo.games.oca import board as oca
from periplo.play.match import Match

TWO = [captain("Badia"), captain("Murùni")]


pytestmark = pytest.mark.usefixtures("quiet")


@pytest.fixture(scope="module")
def client(server: ServerProcess) -> Client:
    return Client(server.address)


async def refusal(asked: Any) -> tuple[str, str]:
    """The code and the reason of what must be refused."""
    with pytest.raises(ServerRefused) as refused:
        await asked
    return refused.value.code, refused.value.why


async def code_of(asked: Any) -> str:
    return (await refusal(asked))[0]


def test_a_real_table_is_opened_with_its_event(client: Client) -> None:
    async def scenario() -> None:
        event = {
            "title": "Il Giro", "place": "Origgio", "date": "14 September", "organiser": "Pro Loco",
            "confirm": 2, "rosters": rosters(2, 12),
        }  # fmt: skip
        opened = await client.open_table("oca", TWO, chance="real", event=event)
        table = opened["table"]
        assert set(opened["tokens"]) == {"organiser"}
        assert (table["chance"], table["commitment"], table["limit"]) == ("real", None, 0)
        assert [seat["kind"] for seat in table["seats"]] == ["captain", "captain"]
        assert table["options"]["flock"] == [12, 12]
        assert table["event"]["title"] == "Il Giro"
        assert "1.1" not in json.dumps(table)  # names are for officials
        plain = await client.open_table("oca", [me("A"), me("B")])
        assert "organiser" not in plain["tokens"]
        assert plain["table"]["chance"] == "drawn"

    run(scenario())


BAD_EVENTS: list[tuple[dict[str, Any], str]] = [
    ({"title": 7}, "broken"),
    ({"confirm": 3}, "broken"),
    ({"confirm": True}, "broken"),
    ({"colour": "red"}, "broken"),
    ({"rosters": [["a"] * 12, rosters(1, 12)[0]]}, "bad-option"),  # a name twice
    ({"rosters": rosters(1, 12)}, "bad-option"),  # for all seats or none
    ({"rosters": rosters(3, 12)}, "bad-option"),
    ({"rosters": [[], []]}, "bad-option"),
    ({"rosters": rosters(2, 9)}, "bad-option"),  # a flock has 10 to 20 people
    ({"rosters": rosters(2, 21)}, "bad-option"),
    ({"rosters": [[" a", *rosters(1, 11)[0]], rosters(2, 12)[1]]}, "bad-option"),
]


def test_what_is_no_event_is_refused(client: Client) -> None:
    async def scenario() -> None:
        for event, code in BAD_EVENTS:
            found = await refusal(client.open_table("oca", TWO, chance="real", event=event))
            assert found[0] == code, (event, found)
        asked: list[tuple[dict[str, Any], list[dict[str, str]]]] = [
            ({"limit": 60, "chance": "real"}, TWO),
            ({"event": {"title": "x"}}, [me("A"), me("B")]),
            ({}, TWO),  # captains are for real tables
            ({"chance": "lucky"}, [me("A"), me("B")]),
        ]
        for settings, seats in asked:
            assert await code_of(client.open_table("oca", seats, **settings)) in (
                "illegal", "broken", "bad-option",
            )  # fmt: skip

    run(scenario())


def test_the_set_up_is_changed_by_the_organiser_until_the_start(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(client, "oca", TWO, event={"title": "x"})
        table = await client.change_event(event.id, title="Il Giro", confirm=0)
        assert (table["event"]["title"], table["event"]["confirm"]) == ("Il Giro", 0)
        table = await client.change_event(event.id, rosters=rosters(2, 15))
        assert table["options"]["flock"] == [15, 15]
        assert table["event"]["title"] == "Il Giro"  # what is not named stays
        assert await client.people(event.id) == []  # nobody is anywhere before the start
        table = await client.change_event(event.id, options={"golden_races": 1})
        assert table["options"]["golden_races"] == 1
        assert table["options"]["flock"] == [15, 15]
        three = [captain("A"), captain("B"), OPEN]
        for wrong in ({"rosters": rosters(2, 9)}, {"options": {"flock": 3}}, {"seats": three}):
            before = await client.request("GET", f"/api/tables/{event.id}")
            await refusal(client.change_event(event.id, **wrong))
            assert await client.request("GET", f"/api/tables/{event.id}") == before
        table = await client.change_event(event.id, seats=three, rosters=rosters(3, 11))
        assert [seat["name"] for seat in table["seats"][:2]] == ["A", "B"]
        assert table["options"]["flock"] == [11, 11, 11]
        assert await code_of(client.start(event.id)) == "seats-open"
        table = await client.change_event(event.id, seats=[*three[:2], bot("easy")])
        assert table["seats"][2]["kind"] == "bot"

        stranger = Client(client.address)
        for asked in (
            stranger.change_event(event.id, title="mine"),
            stranger.draw_lots(event.id, "order"),
            stranger.appoint(event.id, "judge", "Me"),
            stranger.officials(event.id),
            stranger.withdraw(event.id, "o1"),
            stranger.start(event.id),
        ):
            assert await code_of(asked) == "not-yours"
        by_token = await stranger.change_event(event.id, [event.organiser], title="by token")
        assert by_token["event"]["title"] == "by token"
        await stranger.start(event.id, [event.organiser])
        for asked in (
            client.change_event(event.id, title="late"),
            client.draw_lots(event.id, "order"),
            client.start(event.id),
        ):
            assert await code_of(asked) == "begun"
        await client.appoint(event.id, "judge", "until the close")

    run(scenario())


def test_lots_are_drawn_so_that_everybody_can_draw_them_again(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(client, "oca", 10, event={"rosters": rosters(10, 10)})
        names = [f"Team {seat}" for seat in range(1, 11)]
        for what in ("squares", "order"):
            before = len((await event.journal())["lines"])
            table = await client.draw_lots(event.id, what)
            promise, result = [one["text"] for one in (await event.journal())["lines"][before:]]
            digest = promise.rpartition(" ")[2]
            secret = next(word for word in result.replace(":", " ").split() if len(word) == 64)
            assert sha256(bytes.fromhex(secret)).hexdigest() == digest
            dice = Dice(secret)
            if what == "squares":
                left = list(oca.NEUTRAL)
                drawn = [left.pop(int(dice.below(len(left)))) for _ in range(10)]
                assert table["options"]["squares"] == drawn
                assert str(drawn) in result
            else:
                left = list(range(10))
                order = [left.pop(int(dice.below(len(left)))) for _ in range(10)]
                assert [seat["name"] for seat in table["seats"]] == [names[one] for one in order]
                assert table["options"]["squares"] == [drawn[one] for one in order]
        await event.start()
        people = await client.people(event.id)
        first = people[0]["people"][0]["name"]
        assert first == f"{order[0] + 1}.1"  # rosters go with their flocks
        assert await code_of(client.draw_lots(event.id, "squares")) == "begun"
        other = await Event.open(client, "girumgo", 2)
        assert await code_of(client.draw_lots(other.id, "squares")) == "illegal"
        wrong = client.request("POST", f"/api/tables/{other.id}/lots", {"what": "dinner"})
        assert await code_of(wrong) == "broken"

    run(scenario())


def test_officials_are_appointed_and_withdrawn(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(client, "oca", 2)
        judge = await client.appoint(event.id, "judge", "Brno")
        assert set(judge) == {"official", "token"}
        leader = await client.appoint(event.id, "captain", "Koln", 2)
        assert await client.officials(event.id) == [
            {"official": judge["official"], "role": "judge", "name": "Brno", "connected": 0},
            {
                "official": leader["official"], "role": "captain", "name": "Koln", "seat": 2,
                "connected": 0,
            },
        ]  # fmt: skip
        for role, name, seat in (
            ("organiser", "X", None),
            ("king", "X", None),
            ("judge", "", None),
            ("judge", "X", 1),
            ("captain", "X", None),
            ("captain", "X", 3),
            ("captain", "X", 0),
            ("judge", "x" * 41, None),
        ):
            code = await code_of(client.appoint(event.id, role, name, seat))
            assert code in ("broken", "bad-name"), (role, name, seat, code)
        assert await code_of(client.withdraw(event.id, "o99")) == "nobody"
        await client.withdraw(event.id, judge["official"])
        assert await code_of(client.withdraw(event.id, judge["official"])) == "nobody"
        again = await client.appoint(event.id, "judge", "Brno")
        assert again["official"] != judge["official"]
        kinds = [one["kind"] for one in (await event.journal())["lines"]]
        assert kinds == ["appointed", "appointed", "withdrawn", "appointed"]
        assert await code_of(client.officials(event.id, [judge["token"]])) == "not-yours"
        # a judge is no organiser
        by_judge = Client(client.address).officials(event.id, [again["token"]])
        assert await code_of(by_judge) == "not-yours"
        plain = await client.open_table("oca", [me("A"), me("B")])
        assert await code_of(client.officials(plain["table"]["id"])) == "illegal"

    run(scenario())


def test_people_sanctions_and_record_are_for_officials(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(client, "oca", 2, event={"rosters": rosters(2, 10)})
        judge = await event.appoint("judge", "Brno")
        first = await event.appoint("captain", "Koln", 1)
        stranger = Client(client.address)
        assert await code_of(stranger.record(event.id)) in ("not-begun", "not-over")
        await event.start()
        everybody = await stranger.people(event.id, [judge])
        assert [one["seat"] for one in everybody] == [1, 2]
        assert everybody[0]["people"][0] == {"name": "1.1", "as": "bearer", "square": 0, "held": 0}
        assert everybody[0]["people"][1] == {"name": "1.2", "as": "home", "square": None, "held": 0}
        assert await stranger.people(event.id, [first]) == everybody[:1]
        assert await code_of(stranger.people(event.id)) == "not-yours"
        assert await code_of(stranger.sanctions(event.id, 1)) == "not-yours"
        assert await stranger.sanctions(event.id, 1, [judge]) == []
        assert await code_of(stranger.sanctions(event.id, 3, [judge])) == "broken"
        assert await code_of(stranger.record(event.id)) == "not-over"
        async with wired(client.address, event.id, judge) as desk:
            await desk.done("enter", outcome="1+1")
            before = await stranger.record(event.id, [judge])
            assert (before["periplo"], before["actions"]) == (2, ["1+1"])
            assert set(before["desk"]) == {
                "title", "place", "date", "confirm", "organiser", "officials", "rosters",
                "penalties", "journal",
            }  # fmt: skip
            await desk.done("penalty", seat=2, points=-3, why="late")
            await desk.done("close", why="")
        record = await stranger.record(event.id, [judge])
        assert record["desk"]["penalties"] == [{"seat": 2, "points": -3, "why": "late"}]
        assert record["desk"]["journal"][-1]["kind"] == "closed"
        public = await stranger.record(event.id)
        assert "desk" not in public
        assert public["periplo"] == 1  # nothing occurs in it that needs more
        assert public["actions"] == ["1+1"]
        assert Match.from_record(public).position() == Match.from_record(record).position()
        assert await code_of(stranger.people(event.id)) == "not-yours"

    run(scenario())


def test_a_set_position_makes_a_public_record_format_2(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(client, "oca", 2)
        judge = await event.appoint("judge", "Brno")
        await event.start()
        async with wired(client.address, event.id, judge) as desk:
            position = json.loads(json.dumps(desk.welcome["moment"]["view"]))
            position["flocks"][0]["bearer"] = 3
            line = await desk.done("propose", text="three steps for free", position=position)
            await desk.done("vote", of=line, yes=True)
            await desk.catch_up()
            assert desk.line == line + 2  # the ruling
            await desk.done("close", why="")
        record = await Client(client.address).record(event.id)
        assert record["periplo"] == 2
        assert record["actions"] == [{"set": position, "clause": "", "why": "three steps for free"}]
        assert "desk" not in record

    run(scenario())


def test_a_spare_laptop_takes_over_and_every_link_goes_on_working(tmp_path: Path) -> None:
    def periplo(*words: object) -> str:
        found = subprocess.run(
            [sys.executable, "-m", "periplo", *map(str, words)],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert found.returncode == 0, (found.stdout, found.stderr)
        return found.stdout

    async def here() -> tuple[Event, dict[str, Any], int]:
        event = await Event.open(
            Client(first.address), "oca", 2, event={"rosters": rosters(2, 10), "title": "Giro"}
        )
        await event.staff(notaries=1, judges=1, captains=2)
        await event.appoint("steward", "Gone")
        await event.client.withdraw(event.id, event.officials["Gone"])
        await event.start()
        async with wired(first.address, event.id, *event.tokens["Sevilla"]) as validator:
            line = await validator.done("enter", outcome="1+1", id="entered")
        return event, await event.journal(), line

    async def there(address: str, event: Event, journal: dict[str, Any], line: int) -> None:
        event.client.address = address.rstrip("/")
        assert await event.journal() == journal
        for name, tokens in event.tokens.items():
            if name == "Gone":
                assert await code_of(Client(address).people(event.id, tokens)) == "not-yours"
                continue
            async with wired(address, event.id, *tokens) as wire:
                assert wire.welcome["line"] == line
                if name == "Sevilla":
                    assert await wire.done("enter", outcome="1+1", id="entered") == line
                if name == "Paris 1":
                    await wire.done("confirm", of=line)
                    line = wire.line
        assert (await event.client.record(event.id))["actions"] == ["1+1"]

    source, target = f"sqlite:///{tmp_path}/a.db", f"sqlite:///{tmp_path}/b.db"
    first = ServerProcess(source, tmp_path / "a.log")
    second: ServerProcess | None = None
    try:
        event, journal, line = asyncio.run(here())
        file = tmp_path / "event.json"
        periplo("export", event.id, "-o", file, "--database", source)
        text = file.read_text()
        for tokens in event.tokens.values():
            assert not any(token in text for token in tokens)  # hashes only
        periplo("import", file, "--database", target)  # where nothing has ever run
        second = ServerProcess(target, tmp_path / "b.log")
        run(there(second.address, event, journal, line))
        assert "all is well" in periplo("doctor", "--database", target)
    finally:
        first.stop()
        if second is not None:
            second.stop()
    for server in (first, second):
        assert '"level": "error"' not in server.log()


def test_what_is_said_at_real_tables_comes_in_each_language(client: Client) -> None:
    async def scenario() -> None:
        for language, called in (("en", "captain of the flock"), ("it", "capostormo")):
            words = await client.request("GET", f"/api/games/oca/desk-words/{language}")
            assert words["roles"]["captain"] == called
            assert words["roles"]["organiser"]
            assert "{seat}" in words["lines"]["void"]
            assert set(words["voids"]) == {"collision", "facing", "stopped"}
            assert {"role": "captain", "seat": True} in words["appointed"]
            assert {"role": "herald", "seat": False} in words["appointed"]
            assert "organiser" not in [one["role"] for one in words["appointed"]]
            assert "entered" in words["public"]
            assert "named" not in words["public"]

    run(scenario())
