"""Stored tables: opened by one replay, whatever was taken back; damaged ones say what is wrong."""

import asyncio
import itertools
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from helping import open_and_begin, play, run, start_alone
from hypothesis import given, settings
from hypothesis import strategies as st
from officiating import Event
from server_process import ServerProcess
from setups import hiding_game
from sqlalchemy import event

import periplo
from periplo.client import Client, Disconnected, ServerRefused, captain, me
from periplo.core.dice import Dice
from periplo.core.state import TABLE
from periplo.play.match import Match
from periplo.play.stepwise import run_at_once
from periplo.server.messages import Me, NewTable, Open
from periplo.server.quotas import UNLIMITED
from periplo.server.registry import Settings, TableRegistry
from periplo.server.stored import Unreadable, open_stored, replay_rows, stored_record
from periplo.server.table import LiveTable
from periplo.table.actions import LoggedAction
from periplo.table.checkpoints import Checkpoints
from periplo.table.history import History
from periplo.table.info import TableInfo
from periplo.table.stored import StoredTable
from periplo.table.viewers import entries

STEPS = 60
LONG = 5000
NAMES = ("Badia", "Murùni", "Stormo")


class StepByStep:
    """The same history, kept as plainly as can be: every look and every undo is a whole replay."""

    def __init__(self, game: periplo.Game, seats: int) -> None:
        self.game = game
        self.names = NAMES[:seats]
        self.match = self.replayed([])
        self.done: list[dict[str, Any]] = []
        self.log: list[dict[str, Any]] = []

    def replayed(self, done: list[dict[str, Any]]) -> Match:
        match = Match(self.game, self.names, {})
        for row in done:
            match.play(row["seat"], row["action"])
        return match

    def act(self, seat: int, action: int) -> None:
        state = self.match.state
        row = self.add("act", seat, self.game.text(state, seat, action))
        others = [eye for eye in (TABLE, *range(state.seats)) if eye != seat]
        before = [self.game.view(state, eye) for eye in others]
        row["action"] = action
        row["may_be_undone"] = seat != TABLE and state.may_take_back(seat, action)
        row["events"] = self.match.play(seat, action)
        after = [self.game.view(state, eye) for eye in others]
        row["is_secret"] = seat != TABLE and state.hides() and before == after
        self.done.append(row)

    def may_undo(self, seat: int) -> bool:
        hides = self.match.state.hides()
        for row in reversed(self.done):
            if row["seat"] == seat:
                secret = row["is_secret"] and seat in self.match.state.actors()
                return row["may_be_undone"] and (secret or not hides)
            if not hides or row["seat"] == TABLE:
                return False
        return False

    def undo(self, seat: int) -> dict[str, Any]:
        self.add("undo", seat, "")
        index = max(i for i, row in enumerate(self.done) if row["seat"] == seat)
        undone = self.done.pop(index)
        self.match = self.replayed(self.done)
        return undone

    def add(self, kind: str, seat: int, text: str) -> dict[str, Any]:
        row = {"table": "t", "number": len(self.log) + 1, "kind": kind, "seat": seat, "text": text,
               "by": "table" if seat == TABLE else "person", "request": "", "note": "",
               "time": 1000 + len(self.log)}  # fmt: skip
        self.log.append(row)
        return row

    def seen(self, seats: tuple[int, ...]) -> list[tuple[int, list[str], Any]]:
        """The snapshots that those who hold the seats were sent, with how it really stood."""
        match = self.replayed([])
        eyes = seats or (None,)
        views = [match.view(eye) for eye in eyes]
        expected: list[tuple[int, list[str], Any]] = [(0, [], match.position())]
        n, kept_back = 0, []
        for row in self.done:
            match.play(row["seat"], row["action"])
            before, views = views, [match.view(eye) for eye in eyes]
            kept_back.append(row)
            if not match.state.hides() or match.position() in views:
                now, kept_back = kept_back, []
            elif row["seat"] in seats or views != before:
                now = [kept_back.pop()]
            else:
                continue
            n += len(now)
            expected.append((n, [row["text"] for row in now], match.position()))
        return expected

    def rows(self, **changed: Any) -> tuple[dict[str, Any], list[dict[str, Any]], Any]:
        row = {"id": "t", "game": self.game.id, "rules": self.game.rules, "options": "{}",
               "listed": True, "chat": True, "limit": 0, "throws": "press", "host": "h",
               "status": "playing", "secret": "ab" * 32, "sealed": "", "commitment": "",
               "mixing": "", "rematch": "", "created": 1,
               "status_changed_at": 1} | changed  # fmt: skip
        seats = [
            {"table": "t", "seat": seat, "kind": "person", "name": name, "mark": "", "bot": "",
             "token": "", "device": "", "ready": True, "left": False}
            for seat, name in enumerate(self.names)
        ]  # fmt: skip
        return row, seats, self.log


def wander(game_id: str, seed: int, steps: int = STEPS) -> tuple[StepByStep, History]:
    """A random match with undos, kept plainly and as the server keeps it while it is played."""
    game = periplo.game(game_id)
    seats = max(2, game.fewest_seats) + (seed % 2 if game.most_seats > 2 else 0)
    plain, live = StepByStep(game, seats), History(game, NAMES[:seats], {})
    dice = Dice("wander", seed)
    for _ in range(steps):
        state = plain.match.state
        if state.over():
            break
        undoable = [seat for seat in range(seats) if plain.may_undo(seat)]
        if undoable and dice.below(2):
            seat = undoable[dice.below(len(undoable))]
            plain.undo(seat)
            live.remove_action(
                next(action for action in reversed(live.actions) if action.actor == seat)
            )
            continue
        actors = state.actors()
        seat = actors[dice.below(len(actors))]
        action = int(state.draw(dice) if seat == TABLE else state.pick(seat, dice))
        plain.act(seat, action)
        row = plain.log[-1]
        live.play(LoggedAction(seat, action, row["text"], row["by"], row["note"], row["time"]))
    return plain, live


def same(game_id: str, seed: int) -> int:
    """Compare the live history and the opened one with the plain one; how much was undone."""
    plain, live = wander(game_id, seed)
    opened: StoredTable = run_at_once(open_stored(*plain.rows()))
    seats = range(len(plain.names))
    groups = [
        group for size in range(len(seats) + 1) for group in itertools.combinations(seats, size)
    ]
    for history in (live, opened.history):
        assert history.match.position() == plain.match.position()
        assert history.match.record == plain.match.record
        assert history.match.events == plain.match.events
        assert history.public.n == plain.seen(())[-1][0]
        assert history.draws == sum(row["seat"] == TABLE for row in plain.done)
        for action, row in zip(history.actions, plain.done, strict=True):
            for name in ("text", "events", "may_be_undone", "is_secret", "time", "by"):
                assert getattr(action, name) == row[name]
        for group in groups:
            expected = plain.seen(group)
            viewer = history.viewer(group)
            assert viewer.n == expected[-1][0]
            past = history.past()
            first = seed % (viewer.n + 1)
            found = []
            for number, n, seen in past.seen_from(first, group):
                run_at_once(past.go_to(number))
                assert [entry["n"] for entry in entries(seen, n)] == list(
                    range(n - len(seen) + 1, n + 1)
                )
                found.append((n, [action.text for action in seen], plain.game.position(past.state)))
            assert found == [one for one in expected if one[0] >= first]
            for n in (0, first, 10**9):
                run_at_once(past.go_to(past.number_of(n, group)))
                wanted = next((one for one in expected if one[0] >= n), expected[-1])
                assert plain.game.position(past.state) == wanted[2]
    undone = len([row for row in plain.log if row["kind"] == "undo"])
    assert (opened.rows, opened.undone) == (len(plain.log), undone)
    return undone


def test_a_table_is_opened_as_it_was_played_whatever_was_taken_back(game_id: str) -> None:
    tried: list[int] = []

    @given(seed=st.integers(0, 10**6))
    @settings(max_examples=settings().max_examples // 3)
    def compare(seed: int) -> None:
        tried.append(same(game_id, seed))

    compare()
    assert any(tried)


def watch_plays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The actions that matches play from now on."""
    played: list[int] = []
    play = Match.play_checked

    def watched(match: Match, actor: int, action: int, text: str) -> Any:
        played.append(action)
        return play(match, actor, action, text)

    monkeypatch.setattr(Match, "play_checked", watched)
    return played


def test_opening_plays_no_action_twice(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, _ = wander(game_id, 5, 200)
    played = watch_plays(monkeypatch)
    run_at_once(open_stored(*plain.rows()))
    assert len(played) == len(plain.done)


def test_no_past_state_is_far_and_few_are_kept() -> None:
    game = periplo.game("poleana")
    state = game.new(2)
    checkpoints = Checkpoints(state)
    for number in range(1, 50_001):
        checkpoints.note(number, state)
        if number % 100 == 0:
            checkpoints.note_recent(number, state)
        assert len(checkpoints) <= Checkpoints.MOST + Checkpoints.RECENT
    farthest = max(number - checkpoints.nearest(number)[0] for number in range(50_000))
    assert farthest < 50_000 * 2 / Checkpoints.MOST
    checkpoints.cut(31)
    assert checkpoints.nearest(40_000)[0] <= 31


def test_an_undo_late_in_a_long_match_replays_next_to_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain, live = wander("girumgo", 3, 400)
    action = next(action for action in reversed(live.actions) if action.may_be_undone)
    while live.actions[-1] is not action:
        live.remove_action(live.actions[-1])
    played = watch_plays(monkeypatch)
    count = len(live.actions)
    live.remove_action(action)
    assert len(live.actions) == count - 1 > 50
    assert len(played) < Checkpoints.FIRST_SPACING
    assert plain.replayed(plain.done[: count - 1]).position() == live.match.position()


async def play_for_long(registry: TableRegistry, dice: Dice) -> LiveTable:
    """A table with so many actions, or one that is over."""
    asked = NewTable("europa", [Me("Badia"), Me("Murùni")], throws="auto")
    table, _ = await registry.opener.create(asked, "d" * 40)
    await start_alone(table)
    await table.flush()
    while len(table.core.actions) < LONG and not table.core.match.state.over():
        (actor,) = table.core.match.state.actors()
        assert actor != TABLE
        play(table, actor, int(table.core.match.state.pick(actor, dice)))
    await table.flush()
    return table


def test_a_long_match_is_opened_between_the_moves_of_others(tmp_path: Path) -> None:
    async def scenario() -> None:
        registry = TableRegistry(Settings(f"sqlite:///{tmp_path}/tables.db"))
        await registry.open()
        dice = Dice("long")
        long = await play_for_long(registry, dice)
        while long.core.match.state.over():  # seldom: somebody won before
            long = await play_for_long(registry, dice)
        position, count = long.core.match.position(), len(long.core.actions)
        other, _ = await registry.opener.create(
            NewTable("oca", [Me("Badia"), Me("Murùni")]), "d" * 40
        )
        await start_alone(other)
        registry.evict_idle(float("inf"))
        found = await registry.find(other.id)
        assert found is not None
        opening = asyncio.create_task(registry.find(long.id))
        turns = actions = 0

        async def act_meanwhile() -> None:
            nonlocal actions
            while not opening.done() and not found.core.match.state.over():
                state = found.core.match.state
                (actor,) = state.actors()
                action = state.draw(dice) if actor == TABLE else state.pick(actor, dice)
                play(found, actor, int(action))
                await found.saved()
                actions += 1

        acting = asyncio.create_task(act_meanwhile())
        while not opening.done():
            await asyncio.sleep(0)
            turns += 1
        await acting
        opened = await opening
        assert opened is not None
        assert opened.core.match.position() == position
        assert len(opened.core.actions) == count >= LONG
        assert actions > 1  # as many as the disk took meanwhile
        # a slice of 4 ms and no more was done between any two of them
        assert turns > 50
        # and nothing in its past is far
        past = opened.core.history.past()
        for n in (count - 1, count // 2, 7):
            assert sum(1 for _ in past.go_to(n)) <= 2 * count / Checkpoints.MOST
        await registry.close()

    run(scenario())


# ---- what is wrong with a table


def damaged(how: str) -> tuple[dict[str, Any], list[dict[str, Any]], list[dict[str, Any]]]:
    plain, _ = wander("girumgo", 1, 20)
    row, seats, log = plain.rows()
    assert replay_rows(row, seats, log).position() == plain.match.position()
    if how == "game":
        row["game"] = "chess"
    elif how == "rules":
        row["rules"] = 99
    elif how == "options":
        row["options"] = '{"a": '
    elif how == "an option":
        row["options"] = '{"nonsense": 1}'
    elif how == "limit":
        row["limit"] = "abc"
    elif how == "status":
        row["status"] = "lost"
    elif how == "secret":
        row["secret"] = "x"
    elif how == "bytes":
        row["host"] = b"\xff"
    elif how == "a seat":
        del seats[0]
    elif how == "a seat's kind":
        seats[1]["kind"] = "ghost"
    elif how == "no seats":
        seats.clear()
    elif how == "a row":
        del log[3]
    elif how == "an action":
        log[5]["text"] = "dance"
    elif how == "a seat of the log":
        log[5]["seat"] = 7
    elif how == "an undo":
        log.insert(0, log[0] | {"kind": "undo", "seat": 1})
        for number, logged in enumerate(log, 1):
            logged["number"] = number
    elif how == "a time":
        log[2]["time"] = None
    elif how == "waiting":
        row["status"] = "waiting"
    return row, seats, log


DAMAGES = ("game", "rules", "options", "an option", "limit", "status", "secret", "bytes", "a seat",
           "a seat's kind", "no seats", "a row", "an action", "a seat of the log", "an undo",
           "a time", "waiting")  # fmt: skip


@pytest.mark.parametrize("how", DAMAGES)
def test_what_is_wrong_with_a_stored_table_is_reported(how: str) -> None:
    rows = damaged(how)
    with pytest.raises(Unreadable) as unreadable:
        replay_rows(*rows)
    assert unreadable.value.trouble == ("other-rules" if how == "rules" else "damaged")
    assert unreadable.value.why
    record = run_at_once(stored_record(*rows, held=()))  # and there is always something to show
    assert len(record.actions) >= 10


# ---- lists, and what is left of a table that cannot be opened


@contextmanager
def repaired(server: ServerProcess, folder: Path) -> Iterator[sqlite3.Connection]:
    """The server's file while it is stopped."""
    server.stop()
    disk = sqlite3.connect(folder / "tables.db")
    with disk:
        yield disk
    disk.close()
    server.start()


# what can be wrong with a row that any list reads
SPOILT = {
    "game": "UPDATE tables SET game = 'chess' WHERE id = ?",
    "bytes": "UPDATE tables SET game = CAST(x'ff41' AS TEXT) WHERE id = ?",
    "options": "UPDATE tables SET options = '{' WHERE id = ?",
    "deep": "UPDATE tables SET options = replace(hex(zeroblob(5000)), '00', '[') WHERE id = ?",
    "limit": "UPDATE tables SET \"limit\" = 'abc' WHERE id = ?",
    "status_changed_at": "UPDATE tables SET status_changed_at = 'never' WHERE id = ?",
    "status": "UPDATE tables SET secret = 'x' WHERE id = ?",
    "host": "UPDATE tables SET throws = x'00' WHERE id = ?",
    "sealed": "UPDATE tables SET sealed = x'ff00' WHERE id = ?",
    "line break": "UPDATE tables SET commitment = char(10) WHERE id = ?",
    "name": "UPDATE seats SET name = x'ff' WHERE \"table\" = ?",
    "seat": 'UPDATE seats SET seat = seat + 500 WHERE "table" = ?',
    "seats": 'DELETE FROM seats WHERE seat = 0 AND "table" = ?',
    "rules": "UPDATE tables SET rules = 99 WHERE id = ?",
}


def test_a_damaged_table_is_listed_as_such_and_hides_no_other(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    async def scenario() -> None:
        client = Client(own_server.address)
        ids = []
        for _ in range(len(SPOILT) + 1):
            opened = await client.open_table(
                "oca", [me("Badia"), me("Murùni")], listed=True, limit=60
            )
            ids.append(opened["table"]["id"])
            await client.start(ids[-1])
        with repaired(own_server, tmp_path) as disk:
            for table_id, change in zip(ids, SPOILT.values(), strict=False):
                disk.execute(change, [table_id])
        for path in ("/api/tables", "/api/my/tables"):
            found = {table["id"]: table for table in await client.request("GET", path)}
            assert set(found) == set(ids)
            expected = [found[table_id]["trouble"] for table_id in ids]
            assert expected == ["damaged"] * (len(SPOILT) - 1) + ["other-rules", None]
        for table_id in ids[:-1]:
            table = await client.request("GET", f"/api/tables/{table_id}")
            assert table["trouble"] == found[table_id]["trouble"]
            code = "other-rules" if table["trouble"] == "other-rules" else "unreadable-table"
            for method, path in (("GET", "moments"), ("GET", "proof"), ("POST", "start")):
                with pytest.raises(ServerRefused) as refused:
                    await client.request(method, f"/api/tables/{table_id}/{path}")
                assert refused.value.code == code
            with pytest.raises(Disconnected) as closed:
                async with client.sit(table_id):
                    pass
            assert closed.value.code == 4410
        async with client.sit(ids[-1]) as table:
            assert table.table["status"] == "playing"
        assert "Traceback" not in own_server.log()

    run(scenario())


def test_the_record_of_a_table_of_other_rules_can_be_had(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    async def scenario() -> None:
        client = Client(own_server.address)
        table_id, tokens = await open_and_begin(client, "poleana")
        async with client.sit(table_id, tokens) as table:
            while not any(table.legal(seat) for seat in (1, 2)):
                assert table.thrower is not None
                await table.throw(table.thrower)
            seat = 1 if table.legal(1) else 2
            for _ in range(3):
                await table.act(seat, table.legal(seat)[0])
                await table.undo(seat)
            await table.act(seat, table.legal(seat)[0])
            names = {"table": "", "1": "1: ", "2": "2: "}
            played = [names[entry["actor"]] + entry["text"] for entry in table.log]
        path = f"/api/tables/{table_id}"
        with pytest.raises(ServerRefused, match="not over"):
            await client.request("GET", f"{path}/record")
        with repaired(own_server, tmp_path) as disk:
            disk.execute("UPDATE tables SET rules = 99")
        record = await client.request("GET", f"{path}/record")
        assert (record["rules"], record["actions"]) == (99, played)
        assert record["seats"] == ["Badia", "Murùni"]
        table = await client.request("GET", path, tokens=tokens[1:])
        assert (table["trouble"], table["rules"], table["n"]) == ("other-rules", 99, len(played))
        assert (table["yours"], table["host"]) == ([2], True)
        table = await client.request("GET", path, tokens=["t" * 43, tokens[0]])
        assert table["yours"] == [1]  # whose the other is cannot be known now
        with repaired(own_server, tmp_path) as disk:
            rules = periplo.game("poleana").rules
            disk.execute("UPDATE tables SET rules = ?", [rules])
            disk.execute("UPDATE log SET text = 'dance' WHERE number = 2")
        assert (await client.request("GET", "/api/my/tables"))[0]["trouble"] is None
        record = await client.request("GET", f"{path}/record")
        assert record["actions"] == [played[0], *record["actions"][1:2], *played[2:]]
        assert record["actions"][1].endswith("dance")
        # its log was read now, and the lists know
        assert (await client.request("GET", "/api/my/tables"))[0]["trouble"] == "damaged"

    run(scenario())


def test_what_was_done_in_secret_stays_so_when_a_table_cannot_be_opened(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    async def scenario() -> None:
        client = Client(own_server.address)
        table_id, tokens = await open_and_begin(client, hiding_game())
        async with client.sit(table_id, tokens) as table:
            while not (table.legal(1) and table.legal(2)):
                if table.thrower is not None:
                    await table.throw(table.thrower)
                else:
                    await table.change()
            for seat in (1, 2):
                await table.act(seat, table.legal(seat)[0])
        path = f"/api/tables/{table_id}"
        shown = await client.request("GET", path)
        with repaired(own_server, tmp_path) as disk:
            disk.execute("UPDATE tables SET rules = 99")
            ((drawn,),) = disk.execute("SELECT count(*) FROM log WHERE seat = -1")
        for held, seen in ((), set()), (tokens[:1], {"1"}), (tokens, {"1", "2"}):
            record = await client.request("GET", f"{path}/record", tokens=list(held))
            by = [action[0] for action in record["actions"] if ": " in action]
            assert set(by) == seen
            assert len(record["actions"]) == drawn + len(seen)
        # nor is it sent how much there is
        assert (await client.request("GET", path))["n"] == shown["n"]
        with repaired(own_server, tmp_path) as disk:
            disk.execute("UPDATE tables SET status = 'over'")
        assert len((await client.request("GET", f"{path}/record"))["actions"]) == drawn + 2

    run(scenario())


def test_lists_load_no_table_and_ask_the_disk_a_few_times(tmp_path: Path) -> None:
    async def scenario() -> None:
        registry = TableRegistry(Settings(f"sqlite:///{tmp_path}/tables.db", quotas=UNLIMITED))
        # not opened: no housekeeping asks the disk meanwhile
        expected: dict[str, TableInfo] = {}
        for game_id in periplo.game_ids() * 4:
            asked = NewTable(game_id, [Me("Badia"), Me("Murùni")], listed=True, throws="auto")
            table, _ = await registry.opener.create(asked, "d" * 40)
            await start_alone(table)
            dice = Dice("list", len(expected))
            for _ in range(30):
                actors = table.core.match.state.actors()
                if not actors or TABLE in actors:
                    break
                seat = actors[dice.below(len(actors))]
                play(table, seat, int(table.core.match.state.pick(seat, dice)))
            await table.flush()
            expected[table.id] = table.info()
            for place in expected[table.id].seats:
                place.away = None  # of an evicted table nobody knows
        waiting, _ = await registry.opener.create(
            NewTable("oca", [Me("Badia"), Open()], listed=True), "d" * 40
        )
        expected[waiting.id] = waiting.info()
        registry.evict_idle(float("inf"))
        assert not registry.loaded
        queries: list[str] = []
        event.listen(
            registry.store.engine, "before_cursor_execute", lambda *about: queries.append(about[2])
        )
        listed = await registry.list_infos(await registry.listed(), "")
        playing = {key: info for key, info in expected.items() if info.status != "over"}
        assert {info.id: info for info in listed} == playing
        host: str = table.row.host
        mine = await registry.list_infos(await registry.store.of_device(host, 100), host)
        assert {info.id for info in mine} == set(expected)
        assert all(info.host and info.yours for info in mine)
        assert len([query for query in queries if query.startswith("SELECT")]) <= 6
        assert not registry.loaded
        # rows of a version that did not count
        with sqlite3.connect(tmp_path / "tables.db") as disk:
            disk.execute("UPDATE log SET n = NULL")
        for info in await registry.list_infos(await registry.store.of_device(host, 100), host):
            hides = periplo.game(info.game).new(2).hides()
            assert info.n <= expected[info.id].n if hides else info.n == expected[info.id].n
        await registry.close()

    run(scenario())


@pytest.mark.parametrize(
    ("change", "code", "trouble"),
    [
        ("UPDATE tables SET rules = 99", "other-rules", "other-rules"),
        ("UPDATE log SET text = '{' WHERE number = 4", "unreadable-table", "damaged"),
        ("UPDATE tables SET event = '{'", "unreadable-table", "damaged"),
    ],
    ids=["rules", "a line", "event"],
)
def test_a_real_table_that_cannot_be_opened_gives_no_record_as_if_nothing_had_been_played(
    change: str, code: str, trouble: str, own_server: ServerProcess, tmp_path: Path
) -> None:
    async def scenario() -> None:
        client = Client(own_server.address)
        seats = [me("Badia"), captain("Murùni")]
        real = await Event.open(client, "oca", seats, event={"confirm": 0})
        await real.appoint("judge", "Giuda")
        await real.start()
        async with real.connected("Giuda"):
            await real.ask("Giuda", "enter", "1+2")
            await real.ask("Giuda", "close", "rain")
        path = f"/api/tables/{real.id}"
        assert (await client.request("GET", f"{path}/record"))["actions"] == ["1+2"]
        with repaired(own_server, tmp_path) as disk:
            disk.execute(change)
        stranger = Client(own_server.address)
        player = real.tokens["Player 1"]
        for tokens in ([], [real.organiser], player, [*player, *real.tokens["Giuda"]]):
            table = await stranger.request("GET", path, tokens=tokens)
            assert (table["trouble"], table["chance"]) == (trouble, "real")
            assert table["yours"] == ([1] if player[0] in tokens else [])
            with pytest.raises(ServerRefused) as refused:
                await stranger.request("GET", f"{path}/record", tokens=tokens)
            assert refused.value.code == code
        with pytest.raises(ServerRefused) as refused:  # nor to the device that opened it
            await client.request("GET", f"{path}/record")
        assert refused.value.code == code

    run(scenario())
