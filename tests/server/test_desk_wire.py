"""The socket of a real table, request by request, as docs/protocol.md describes it."""

import json
from contextlib import AsyncExitStack
from typing import Any

import pytest
from helping import run
from officiating import Event
from rooms import FULL, WELL_FORMED, Room, in_a_room
from server_process import ServerProcess
from websockets.exceptions import ConnectionClosed
from wire import wired

from periplo.client import Client, ServerRefused, bot, captain, me
from periplo.server.secrets import digest

PENDING = {
    "waiting", "confirmed", "to_name", "proposals", "protests", "out_of_place", "paused", "totals",
}  # fmt: skip


pytestmark = pytest.mark.usefixtures("quiet")


@pytest.fixture(scope="module")
def client(server: ServerProcess) -> Client:
    return Client(server.address)


# ---- who may ask for what


def test_a_notary_enters_only_while_there_is_no_validator(client: Client) -> None:
    async def scenario(room: Room) -> None:
        notary = room["notary"]
        assert await notary.code("enter", outcome="1+1") == "not-yours"
        assert await notary.code("void", seat=1, why="facing") == "not-yours"
        await room.withdraw("validator")
        line = await notary.done("enter", outcome="1+1")
        (entered,) = [one for one in await room.journal() if one["no"] == line]
        assert entered["need"] == 1  # the other notary
        assert await notary.code("confirm", of=line) == "not-yours"  # the own entry
        await room["notary 2"].catch_up()
        await room["notary 2"].done("confirm", of=line)
        await notary.catch_up()
        await notary.done("void", seat=2, why="facing")

    in_a_room(client, scenario)


def test_a_person_is_a_name_whatever_the_office(client: Client) -> None:
    """One's own entry is not confirmed as a judge either, and one votes once."""

    async def scenario(room: Room) -> None:
        both = await room.event.client.appoint(room.id, "judge", "Validator")
        async with wired(room.address, room.id, both["token"]) as judge:
            line = await room["validator"].done("enter", outcome="1+1")
            await judge.catch_up()
            assert await judge.code("confirm", of=line) == "not-yours"
            assert await judge.code("dispute", of=line, why="no") == "not-yours"
            proposal = await judge.done("propose", text="ice cream")
            (written,) = [one for one in await room.journal() if one["no"] == proposal]
            assert sorted(written["council"]) == ["Judge", "Notary", "Notary 2", "Validator"]

    in_a_room(client, scenario)


def test_a_person_decides_for_the_own_seat_and_captains_do_not(client: Client) -> None:
    async def scenario() -> None:
        seats = [me("Badia"), captain("Murùni"), bot("easy")]
        event = await Event.open(client, "poleana", seats, event={"confirm": 0})
        judge = await event.appoint("judge", "Judge")
        first = await event.appoint("captain", "First", 1)
        await event.start()
        player = event.tokens["Player 1"][0]
        async with (
            wired(client.address, event.id, judge) as desk,
            wired(client.address, event.id, player) as badia,
            wired(client.address, event.id, first) as leader,
        ):
            assert badia.welcome["seats"] == [1]
            assert badia.welcome["officials"] == []
            await desk.done("enter", outcome="first 1")
            await desk.done("enter", outcome="1+2")
            for wire in (badia, leader):
                await wire.catch_up()
            act = {"seat": 1, "action": "pass"}
            assert await leader.code("act", **act) == "not-yours"
            assert await badia.code("act", seat=2, action="pass") == "not-yours"
            assert await desk.code("act", seat=3, action="pass") == "bot-plays"
            await badia.done("act", **act)
            await desk.catch_up()
            (line,) = await event.lines("acted")
            assert line["by"] == {"role": "player", "name": "Badia"}
            assert line["behalf"] is False

    run(scenario())


# ---- the order in which a request is checked


def test_what_is_broken_is_broken_for_everybody(client: Client) -> None:
    async def scenario(room: Room) -> None:
        broken: list[tuple[str, dict[str, Any]]] = [
            ("enter", {}),
            ("enter", {"outcome": ""}),
            ("enter", {"outcome": "  "}),
            ("enter", {"outcome": 7}),
            ("enter", {"outcomes": []}),
            ("enter", {"outcomes": [""]}),
            ("enter", {"outcome": "1+1", "outcomes": ["1+1"]}),
            ("enter", {"outcome": "1+1", "seat": 1}),
            ("enter", {"outcome": "1+1", "line": -1}),
            ("enter", {"outcome": "1+1", "line": "7"}),
            ("enter", {"outcome": "1+1", "line": 1.5}),
            ("enter", {"outcome": "1+1", "as": 7}),
            ("void", {"seat": 0, "why": "x"}),
            ("void", {"seat": 3, "why": "x"}),
            ("void", {"seat": 1, "why": ""}),
            ("void", {"seat": True, "why": "x"}),
            ("confirm", {"of": "1"}),
            ("confirm", {"of": 1.5}),
            ("dispute", {"of": 1}),
            ("dispute", {"of": 1, "why": ""}),
            ("act", {"seat": 3, "action": "stay"}),
            ("name", {"seat": 1, "people": []}),
            ("name", {"seat": 1, "people": [""]}),
            ("name", {"seat": 1, "people": "1.2"}),
            ("penalty", {"seat": 1, "points": 0, "why": "x"}),
            ("penalty", {"seat": 1, "points": "1", "why": "x"}),
            ("penalty", {"seat": 1, "points": True, "why": "x"}),
            ("penalty", {"seat": 1, "points": 1, "why": ""}),
            ("sanction", {"seat": 1}),
            ("correct", {"of": 1, "to": 7}),
            ("correct", {"of": 1, "to": []}),
            ("pause", {}),
            ("pause", {"why": 1}),
            ("answer", {"of": 1, "text": "x", "upheld": 1}),
            ("answer", {"of": 1, "text": "", "upheld": True}),
            ("propose", {"text": ""}),
            ("propose", {"text": "x", "position": []}),
            ("vote", {"of": 1, "yes": "yes"}),
            ("protest", {"seat": 1, "text": ""}),
            ("place", {"seat": 1, "square": 0, "in": True}),
            ("place", {"seat": 1, "square": 0, "in": True, "person": "1.1", "piece": "bearer"}),
            ("place", {"seat": 1, "square": 0, "in": 1, "person": "1.1"}),
            ("proclaimed", {}),
            ("note", {"text": ""}),
            ("note", {"text": "x", "more": 1}),
        ]
        lines = await room.journal()
        for verb, fields in broken:
            for who in ("judge", "anybody"):
                assert await room[who].code(verb, **fields) == "broken", (verb, fields, who)
        wire = room["judge"]
        await wire.socket.send('{"t": "correct", "id": "x", "line": 0, "of": 1}')  # no `to`
        assert (await wire.receive())["code"] == "broken"
        for points in ("NaN", "Infinity", "1e999"):
            text = f'{{"t": "penalty", "id": "x", "line": 0, "seat": 1, "points": {points}, '
            await wire.socket.send(text + '"why": "x"}')
            assert (await wire.receive())["code"] == "broken"
            break  # a third message that is no JSON at all would end the connection
        assert await room.journal() == lines

    in_a_room(client, scenario)


def test_before_the_start_officials_only_write_notes(client: Client) -> None:
    async def scenario(room: Room) -> None:
        assert room["judge"].welcome["line"] == 0
        assert room["judge"].welcome["moment"] is None
        for verb, fields in WELL_FORMED.items():
            if verb == "note":
                await room["judge"].done("note", text="early")
            else:
                who = {"protest": "captain 1", "proclaimed": "herald"}.get(verb, "judge")
                assert await room[who].code(verb, **fields) == "not-begun", verb
                assert await room["anybody"].code(verb, **fields) == "not-yours", verb
        await room.event.start()
        with pytest.raises(ServerRefused, match="has begun"):
            await room.event.start()

    in_a_room(client, scenario, start=False)


def test_while_paused_and_when_closed(client: Client) -> None:
    async def scenario(room: Room) -> None:
        judge = room["judge"]
        line = await room["validator"].done("enter", outcome="1+1")
        await judge.catch_up()
        await judge.done("pause", why="rain")
        await room.receive_all()
        assert room["anybody"].desk["paused"] is True
        assert judge.desk["waiting"]["no"] == line  # it goes on waiting
        for who, verb, fields in (
            ("validator", "enter", {"outcome": "1+1"}),
            ("validator", "void", {"seat": 1, "why": "facing"}),
            ("notary", "confirm", {"of": line}),
            ("captain 1", "act", {"seat": 1, "action": "stay"}),
            ("captain 1", "name", {"seat": 1, "people": ["1.2"]}),
            ("judge", "pause", {"why": ""}),
        ):
            assert await room[who].code(verb, **fields) == "paused", verb
        assert await room["herald"].code("enter", outcome="1+1") == "not-yours"
        await room["notary"].done("dispute", of=line, why="they were 1 and 2")
        await room["captain 1"].done("protest", seat=1, text="it is wet")
        await judge.catch_up()
        await judge.done("resume", why="")
        assert await judge.code("resume", why="") == "not-paused"
        proposal = await room["notary"].done("propose", text="ice cream")
        await judge.catch_up()
        closed = await judge.done("close", why="thank you")
        (last,) = [one for one in await room.journal() if one["no"] == closed]
        assert (last["winner"], last["out"]) == (None, [line])
        await room.receive_all()
        assert judge.desk["waiting"] is None
        assert judge.desk["proposals"] == []
        assert await room["notary"].code("vote", of=proposal, yes=True) == "closed"
        for verb, fields in WELL_FORMED.items():
            who = {"protest": "captain 1", "proclaimed": "herald"}.get(verb, "judge")
            assert await room[who].code(verb, **fields) == "closed", verb
        await room.withdraw("steward")  # always
        with pytest.raises(ServerRefused, match="closed"):
            await room.appoint("steward")

    in_a_room(client, scenario)


# ---- id, line, as


def test_a_request_is_carried_out_once_however_often_it_comes(client: Client) -> None:
    async def scenario(room: Room) -> None:
        validator = room["validator"]
        line = await validator.done("enter", outcome="1+1", id="a")
        for _ in range(2):
            answer = await validator.ask("enter", outcome="1+1", id="a", line=0)
            assert answer == {"t": "done", "id": "a", "line": line}
        async with wired(room.address, room.id, room.tokens["validator"]) as again:
            assert await again.done("enter", outcome="1+1", id="a", line=0) == line
        assert len([one for one in await room.journal() if one["kind"] == "entered"]) == 1
        # the ids of others are others
        notes = [await room[who].done("note", text="x", id="a") for who in ("herald", "judge")]
        assert len({line, *notes}) == 3
        # what was refused was not carried out, and may come again
        assert await room["judge"].code("enter", outcome="9+9", id="b") == "illegal"
        await room["judge"].done("enter", outcome="2+3", id="b")

    in_a_room(client, scenario)


NEVER_STALE = ("name", "note", "place", "proclaimed", "protest", "answer", "vote", "penalty")


def test_whoever_has_not_seen_the_last_change_is_stale(client: Client) -> None:
    async def scenario(room: Room) -> None:
        start = room["judge"].welcome["line"]
        assert (await room.journal())[start - 1]["kind"] == "started"
        await room.enter("1+1")  # which calls three people out
        for verb, fields in WELL_FORMED.items():
            who = {"protest": "captain 1", "proclaimed": "herald"}.get(verb, "judge")
            given = fields | ({"square": 2} if verb == "place" else {})  # where the bearer is
            for old in (0, start):
                answer = await room[who].ask(verb, line=old, **given)
                is_stale = answer.get("code") == "stale"
                assert is_stale is (verb not in NEVER_STALE), (verb, answer)
        # which lines change it
        judge = room["judge"]
        await judge.catch_up()
        before = judge.line
        for who, verb, fields in (
            ("judge", "note", {"text": "x"}),
            ("judge", "penalty", {"seat": 1, "points": 5, "why": "x"}),
            ("captain 1", "protest", {"seat": 1, "text": "x"}),
            ("herald", "proclaimed", {"of": 1}),
            ("judge", "pause", {"why": ""}),
            ("judge", "resume", {"why": ""}),
            ("notary", "propose", {"text": "x"}),
        ):
            await room[who].done(verb, **fields)
            await judge.catch_up()
            assert judge.line == before, verb
        entered = await room["validator"].done("enter", outcome="2+2")
        await judge.catch_up()
        assert judge.line == entered
        await room["notary"].catch_up()
        disputed = await room["notary"].done("dispute", of=entered, why="x")
        await judge.catch_up()
        assert judge.line == entered < disputed
        confirmed = await judge.done("confirm", of=entered)
        assert judge.line == confirmed
        void = await judge.done("void", seat=1, why="stopped")
        assert judge.line == void
        corrected = await judge.done("correct", of=entered, to="2+3")
        assert judge.line == corrected

    in_a_room(client, scenario)


def test_everybodys_log_is_what_stands_after_a_correction(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(client, "oca", 2, event={"confirm": 0})
        await event.appoint("judge", "Giuda")
        await event.start()
        async with (
            client.official(event.id, event.tokens["Giuda"]) as judge,
            client.sit(event.id) as follower,
        ):
            wrong = await judge.enter("1+2")
            await judge.enter("1+1")
            # without the first throw the second is another seat's, and falls with it
            for to, stands in ("2+3", ["2+3", "1+1"]), (None, list[str]()):
                await judge.correct(wrong, to)
                while (await follower.receive())["t"] != "moment" or "log" not in follower.moment:
                    pass
                for seen in (judge, follower):
                    assert [entry["text"] for entry in seen.log] == stands
                    assert [entry["n"] for entry in seen.log] == list(range(1, seen.n + 1))
            await judge.enter("3+3")
            assert [entry["text"] for entry in judge.log] == ["3+3"]

    run(scenario())


def test_of_several_offices_one_must_be_named(client: Client) -> None:
    async def scenario(room: Room) -> None:
        tokens = (room.tokens["judge"], room.tokens["validator"], room.tokens["captain 1"])
        async with wired(room.address, room.id, *tokens) as wire:
            held = {one["role"]: one for one in wire.welcome["officials"]}
            assert set(held) == {"judge", "validator", "captain"}
            assert held["captain"]["seat"] == 1
            assert await wire.code("enter", outcome="1+1") == "broken"
            assert await wire.code("enter", outcome="1+1", **{"as": "nobody"}) == "nobody"
            notary = room.officials["notary"]
            assert await wire.code("enter", outcome="1+1", **{"as": notary}) == "not-yours"
            leader = room.officials["captain 1"]
            assert await wire.code("enter", outcome="1+1", **{"as": leader}) == "not-yours"
            line = await wire.done("enter", outcome="1+1", **{"as": room.officials["validator"]})
            assert (await room.journal())[line - 1]["by"]["role"] == "validator"
            await wire.done("protest", seat=1, text="only one may")
            await wire.done("penalty", seat=1, points=1, why="only one may")

    in_a_room(client, scenario)


# ---- withdrawn


def test_whoever_is_withdrawn_goes_on_as_a_spectator_in_the_same_moment(client: Client) -> None:
    async def scenario(room: Room) -> None:
        judge, anybody = room["judge"], room["anybody"]
        await room.withdraw("judge")
        for verb, fields in WELL_FORMED.items():
            assert await judge.code(verb, **fields) == "not-yours", verb
        was = judge.welcome["officials"][0]["official"]
        assert await judge.code("note", text="still here", **{"as": was}) == "not-yours"
        await room.receive_all()
        await room["validator"].done("note", text="for officials")
        line = await room["validator"].done("enter", outcome="1+1")
        seen, public = await judge.news(), await anybody.news()
        assert seen == public
        assert all(one["lines"] == [] for one in seen)
        await room["notary"].catch_up()
        await room["notary"].done("confirm", of=line)
        assert await judge.catch_up() == await anybody.catch_up()
        with pytest.raises(ConnectionClosed) as closed:
            async with wired(room.address, room.id, room.tokens["judge"]) as wire:
                await wire.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
        with pytest.raises(ServerRefused, match="fits no"):
            await Client(room.address).people(room.id, [room.tokens["judge"]])

    in_a_room(client, scenario)


def test_withdrawals_count_in_a_council_whose_size_stays(client: Client) -> None:
    async def scenario(room: Room) -> None:
        line = await room["notary"].done("propose", text="ice cream")
        await room["notary"].done("vote", of=line, yes=True)  # of three
        await room.withdraw("judge")
        async with AsyncExitStack() as stack:
            await room.appoint("judge", "Another")
            late = await stack.enter_async_context(
                wired(room.address, room.id, room.tokens["judge"])
            )
            assert await late.code("vote", of=line, yes=True) == "not-yours"
            await room.appoint("judge", "Judge")
            again = await stack.enter_async_context(
                wired(room.address, room.id, room.tokens["judge"])
            )
            await again.done("vote", of=line, yes=True)
        (ruling,) = [one for one in await room.journal() if one["kind"] == "ruling"]
        assert (ruling["of"], ruling["carried"]) == (line, True)
        assert (ruling["yes"], ruling["against"], ruling["council"]) == (2, 0, 3)
        line = await room["notary"].done("propose", text="no ice cream")
        await room["notary"].done("vote", of=line, yes=False)
        await room.withdraw("notary 2")
        withdrawn, ruling = (await room.journal())[-2:]  # at most two of four can still agree
        assert (withdrawn["kind"], ruling["kind"]) == ("withdrawn", "ruling")
        assert (ruling["carried"], ruling["council"]) == (False, 4)

    in_a_room(client, scenario)


# ---- news


def shown(messages: list[dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    return [(line["kind"], line["by"]) for one in messages for line in one["lines"]]


def test_everybody_learns_what_is_theirs_to_know(client: Client) -> None:
    async def scenario(room: Room) -> None:
        await room.receive_all()
        everybody = (*FULL, "captain 1", "captain 2", "anybody")

        async def news() -> dict[str, list[dict[str, Any]]]:
            return {who: await room[who].news() for who in everybody}

        async def received_by() -> dict[str, list[Any]]:
            found = await news()
            for who, messages in found.items():
                for one in messages:
                    assert set(one) == {"t", "lines", "line", "desk", "may", "ranks"}, who
                    assert set(one["desk"]) == PENDING
                    if who in ("captain 2", "anybody"):
                        assert one["desk"]["waiting"] is None
                        assert one["desk"]["confirmed"] == 0
                        for name in ("to_name", "proposals", "protests", "out_of_place"):
                            assert one["desk"][name] == [], (who, name)
            return {who: shown(messages) for who, messages in found.items()}

        by_validator = {"role": "validator", "name": "Validator"}
        entered = await room["validator"].done("enter", outcome="1+1")
        found = await news()
        for who in (*FULL, "captain 1"):
            if who == "validator":
                continue
            (one,) = found[who]
            assert shown([one]) == [("entered", by_validator)], who
            assert one["line"] == one["desk"]["waiting"]["no"] == entered
        for who in ("captain 2", "anybody"):  # a journal without lines, for the line has changed
            (one,) = found[who]
            assert (one["lines"], one["line"], one["desk"]["waiting"]) == ([], entered, None), who
        assert not [one for one in room["anybody"].received if one["t"] == "moment"]

        # in effect
        confirmed = await room["notary"].done("confirm", of=entered)
        received = await received_by()
        for who in FULL:
            if who != "notary":
                assert received[who] == [("confirmed", {"role": "notary", "name": "Notary"})], who
        for who in ("captain 2", "anybody"):
            assert received[who] == [("entered", {"role": "validator"})]
        moments = [one for one in room["anybody"].received if one["t"] == "moment"]
        assert [one["line"] for one in moments] == [confirmed]
        assert room["captain 1"].desk["to_name"] == [{"seat": 1, "count": 3, "of": entered}]
        assert room["judge"].desk["to_name"] == room["captain 1"].desk["to_name"]

        # a naming is for officials and the own captain
        await room["captain 1"].done("name", seat=1, people=["1.5", "1.9"])
        assert room["captain 1"].desk["to_name"] == [{"seat": 1, "count": 1, "of": entered}]
        named = ("named", {"role": "captain", "name": "Captain 1"})
        received = await received_by()
        for who in FULL:
            assert received[who] == [named], who
        assert received["captain 2"] == received["anybody"] == []

        # a correction of a naming, too
        naming = (await room.journal())[-1]["no"]
        await room["judge"].done("correct", of=naming, to=["1.7"])
        received = await received_by()
        assert received["captain 1"] == received["herald"]
        assert [kind for kind, _ in received["herald"]] == ["corrected"]
        assert received["captain 2"] == received["anybody"] == []

        # a protest and its answer
        protest = await room["captain 1"].done("protest", seat=1, text="unfair")
        assert [one["no"] for one in room["captain 1"].desk["protests"]] == [protest]
        received = await received_by()
        assert received["captain 2"] == received["anybody"] == []
        assert [kind for kind, _ in received["judge"]] == ["protest"]
        await room["judge"].done("answer", of=protest, text="it is fair", upheld=False)
        received = await received_by()
        assert [kind for kind, _ in received["captain 1"]] == ["answered"]
        assert received["captain 2"] == received["anybody"] == []

        # a penalty changes the totals, which everybody has
        await room["judge"].done("penalty", seat=2, points=-4.5, why="late")
        received = await received_by()
        for who in ("captain 1", "anybody"):
            assert received[who] == [("penalty", {"role": "judge"})]
            assert room[who].desk["totals"][1] == -4.5
        assert received["captain 2"] == [("penalty", {"role": "judge", "name": "Judge"})]

        # proposals are the officials' own; a ruling is everybody's
        proposal = await room["notary"].done("propose", text="ice cream")
        received = await received_by()
        assert [one["no"] for one in room["herald"].desk["proposals"]] == [proposal]
        assert received["captain 1"] == received["anybody"] == []
        await room["judge"].done("vote", of=proposal, yes=True)
        await room["notary"].done("vote", of=proposal, yes=True)
        received = await received_by()
        assert received["anybody"] == [("ruling", {"role": "notary"})]
        assert [kind for kind, _ in received["herald"]] == ["voted", "voted", "ruling"]

        # out of place
        where = {"seat": 1, "person": "1.1", "square": 2}
        place = await room["steward"].done("place", **where, **{"in": False})
        received = await received_by()
        assert [one["no"] for one in room["judge"].desk["out_of_place"]] == [place]
        assert [one["no"] for one in room["captain 1"].desk["out_of_place"]] == [place]
        assert received["captain 2"] == received["anybody"] == []
        await room["steward"].done("place", **where, **{"in": True})
        await received_by()
        assert room["judge"].desk["out_of_place"] == []
        await room["judge"].done("place", seat=2, piece="bearer", square=0, **{"in": True})
        await received_by()

        # and notes are for officials
        await room["herald"].done("note", text="they laugh")
        received = await received_by()
        assert received["organiser"] == [("note", {"role": "herald", "name": "Herald"})]
        assert received["captain 1"] == received["anybody"] == []

    in_a_room(client, scenario)


def test_http_answers_as_the_news_do(client: Client) -> None:
    async def scenario(room: Room) -> None:
        await room.enter("1+1")
        await room["captain 1"].done("protest", seat=1, text="unfair")
        await room["judge"].done("penalty", seat=2, points=2, why="x")
        other = Client(room.address)
        for who in (*FULL, "captain 1", "captain 2", "anybody"):
            wire = room[who]
            await wire.catch_up()
            tokens = [room.tokens[who]] if who in room.tokens else []
            found = await other.journal(room.id, tokens)
            assert set(found) == {"lines", "line", "desk", "may", "ranks"}
            assert (found["line"], found["desk"]) == (wire.line, wire.desk), who
            assert (found["may"], found["ranks"]) == (wire.may, wire.ranks), who
            news = [line for one in wire.received if one["t"] == "journal" for line in one["lines"]]
            assert [line for line in found["lines"] if line in news] == sorted(
                news, key=lambda line: int(line["no"])
            )
            later = await other.journal(room.id, tokens, first=found["lines"][-1]["no"])
            assert later["lines"] == found["lines"][-1:]

    in_a_room(client, scenario)


# ---- sizes


def test_officials_may_send_32_kb_and_others_4(client: Client) -> None:
    async def scenario(room: Room) -> None:
        judge, position = room["judge"], room["judge"].welcome["moment"]["view"]
        text = json.dumps({"t": "propose", "id": "p", "line": judge.line, "text": "as it is",
                           "position": position})  # fmt: skip
        await judge.socket.send(text + " " * (32 * 1024 - len(text)))
        while (answer := await judge.receive())["t"] not in ("done", "refused"):
            pass
        assert answer["t"] == "done"
        for who, most in (("judge", 32 * 1024), ("anybody", 4096)):
            wire = room[who]
            await wire.socket.send('{"t": "ping"}' + " " * (most - 13))
            while (await wire.receive())["t"] != "pong":
                pass
            await wire.socket.send('{"t": "ping"}' + " " * (most - 12))
            with pytest.raises(ConnectionClosed) as closed:
                await wire.keep_receiving()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4413

    in_a_room(client, scenario)


# ---- what is not there at a real table


def test_there_is_nothing_to_throw_or_take_back_by_oneself(client: Client) -> None:
    async def scenario() -> None:
        seats = [me("Badia"), me("Murùni")]
        event = await Event.open(client, "oca", seats, event={"confirm": 0})
        judge = await event.appoint("judge", "Judge")
        async with wired(client.address, event.id, *event.tokens["Player 1"]) as badia:
            ready = {"t": "ready", "id": "r", "seat": 1, "ready": True}
            await badia.socket.send(json.dumps(ready))
            while (answer := await badia.receive())["t"] not in ("done", "refused"):
                pass
            assert answer["code"] == "illegal"
            await event.start()
            async with wired(client.address, event.id, judge) as desk:
                await desk.done("enter", outcome="3+4")
            await badia.catch_up()
            for t in ("throw", "undo"):
                asked = {"t": t, "id": t, "seat": 1, "n": 1}
                await badia.socket.send(json.dumps(asked))
                while (answer := await badia.receive())["t"] not in ("done", "refused"):
                    pass
                assert answer["code"] == "illegal", t
            table = await client.request("GET", f"/api/tables/{event.id}")
            assert table["commitment"] is None
            assert table["chance"] == "real"
        for method, path in (("GET", "proof"), ("GET", "verify"), ("POST", "rematch")):
            tokens = event.tokens["Player 1"]
            with pytest.raises(ServerRefused, match="no such thing") as refused:
                await client.request(method, f"/api/tables/{event.id}/{path}", tokens=tokens)
            assert refused.value.code == "illegal"
        with pytest.raises(ServerRefused, match="limit") as refused:
            await client.open_table("oca", [captain("A"), captain("B")], chance="real", limit=60)
        assert refused.value.code == "illegal"

    run(scenario())


# ---- bad input, as the issue lists it


def test_bad_input_is_refused_by_its_code_and_changes_nothing(client: Client) -> None:
    async def scenario(room: Room) -> None:
        validator, judge, first = room["validator"], room["judge"], room["captain 1"]
        for throw in ("7+1", "0+1", "1+", "banana", "1+1+1", "stay", "12"):
            assert await validator.code("enter", outcome=throw) == "illegal", throw
        assert await validator.code("enter", outcomes=["1+1", "1+1"]) == "illegal"  # another seat's
        assert await validator.code("void", seat=2, why="facing") == "illegal"
        assert await validator.code("confirm", of=1) == "not-yours"
        assert await judge.code("confirm", of=999) == "no-line"
        assert await judge.code("confirm", of=-1) == "no-line"
        assert await judge.code("confirm", of=10**12) == "no-line"
        entered = await room.enter("1+1")
        assert await room["notary"].code("confirm", of=entered) == "stale"  # it waits no more
        assert await room["notary"].code("dispute", of=entered, why="x") == "stale"
        for people, code in (
            (["Nobody"], "nobody"),
            (["2.3"], "nobody"),
            (["1.1"], "nobody"),  # who bears
            (["1.3", "1.3"], "illegal"),
            (["1.3", "1.4", "1.5", "1.6"], "illegal"),
        ):
            assert await first.code("name", seat=1, people=people) == code, people
        assert await room["captain 2"].code("name", seat=2, people=["2.3"]) == "nothing-to-name"
        assert await first.code("act", seat=1, action="stay") == "illegal"
        assert await judge.code("correct", of=1, to=None) == "no-line"
        assert await judge.code("correct", of=entered, to="9+9") == "illegal"
        assert await judge.code("correct", of=entered, to=["1+2"]) == "illegal"
        penalty = await judge.done("penalty", seat=1, points=1, why="x")
        assert await judge.code("correct", of=penalty, to="2") == "illegal"
        assert await judge.code("sanction", seat=1, choice="ignored") == "illegal"
        waiting = await validator.done("enter", outcome="1+2")
        await judge.catch_up()
        assert await judge.code("correct", of=waiting, to="1+3") == "stale"
        await room["notary"].catch_up()
        await room["notary"].done("dispute", of=waiting, why="x")
        assert await room["notary"].code("dispute", of=waiting, why="x") == "already"
        await room["notary 2"].catch_up()
        assert await room["notary 2"].code("confirm", of=waiting) == "disputed"
        # rulings for another game, other options, other seats
        view: dict[str, Any] = judge.welcome["moment"]["view"]
        wrong: list[dict[str, Any]] = [{}, {"reos": []}, {**view, "race": 99}]
        for position in wrong:
            assert await judge.code("propose", text="x", position=position) == "illegal"
        proposal = await judge.done("propose", text="x")
        await judge.done("vote", of=proposal, yes=True)
        assert await judge.code("vote", of=proposal, yes=False) == "already"
        await room["notary"].done("vote", of=proposal, yes=True)
        assert await room["notary 2"].code("vote", of=proposal, yes=True) == "stale"
        assert await judge.code("answer", of=proposal, text="x", upheld=True) == "no-line"
        assert (
            await room["steward"].code("place", seat=1, piece="dragon", square=2, **{"in": True})
            == "nobody"
        )
        protest = await first.done("protest", seat=1, text="x")
        await judge.done("answer", of=protest, text="x", upheld=True)
        assert await judge.code("answer", of=protest, text="x", upheld=True) == "already"
        assert await room["herald"].code("proclaimed", of=999) == "no-line"

    in_a_room(client, scenario)


def test_somebody_else_enters_anew_only_once_it_is_disputed(client: Client) -> None:
    async def scenario(room: Room) -> None:
        await room.appoint("validator 2", "Second")
        async with wired(room.address, room.id, room.tokens["validator 2"]) as second:
            first = await room["validator"].done("enter", outcome="1+1")
            await second.catch_up()
            assert await second.code("enter", outcome="1+2") == "waiting"
            anew = await room["validator"].done("enter", outcome="2+1")  # one's own, at any time
            (line,) = [one for one in await room.journal() if one["no"] == anew]
            assert (line["of"], line["outcome"]) == (first, "1+2")
            await room["notary"].catch_up()
            await room["notary"].done("dispute", of=anew, why="x")
            await second.catch_up()
            await second.done("enter", outcome="4+3")

    in_a_room(client, scenario)


# ---- secrets


def test_tokens_and_their_hashes_are_shown_to_nobody(client: Client) -> None:
    async def scenario(room: Room) -> None:
        await room.enter("1+1")
        await room["judge"].done("note", text="x")
        await room.withdraw("herald")
        await room.receive_all()
        texts = [json.dumps(wire.received) for wire in room.wires.values()]
        organiser = [room.event.organiser]
        base = f"/api/tables/{room.id}"
        for path in ("", "/journal", "/people", "/officials", "/record", "/moments"):
            texts.append(json.dumps(await client.request("GET", base + path, tokens=organiser)))
        secrets = [*room.tokens.values(), client.device]
        for text in texts:
            for secret in secrets:
                assert secret not in text
                assert digest(secret) not in text

    in_a_room(client, scenario)


def test_hidden_drawings_reach_nobody_before_the_game_shows_them(client: Client) -> None:
    """By no way at all: news, journal, moments, record, also not through corrections."""

    async def scenario(room: Room) -> None:
        await room["judge"].done("enter", outcomes=["board 1", "board 2"])
        await room["notary"].catch_up()
        await room["notary"].done("confirm", of=room["notary"].line)
        await room.receive_all()
        await room["judge"].done("enter", outcome="card 3")
        await room["notary"].catch_up()
        await room["notary"].done("confirm", of=room["notary"].line)
        await room.receive_all()
        first = room["captain 1"]
        moments = [one["moment"] for one in first.received if one["t"] == "moment"]
        action, another, *_ = [one for one in moments[-1]["legal"]["1"] if one.startswith("head")]
        line = await first.done("act", seat=1, action=action)
        await room.receive_all()
        for who, wire in room.wires.items():
            if who == "captain 1":
                assert action in json.dumps(wire.received)
                continue
            lines = [x for one in wire.received if one["t"] == "journal" for x in one["lines"]]
            assert line not in [one["no"] for one in lines], who
            tokens = [room.tokens[who]] if who in room.tokens else []
            found = await Client(room.address).journal(room.id, tokens)
            assert line not in [one["no"] for one in found["lines"]], who
            moments = await Client(room.address).request(
                "GET", f"/api/tables/{room.id}/moments", tokens=tokens
            )
            assert f'"{action}"' not in json.dumps([one["entries"] for one in moments]), who
            if who != "anybody":
                record = await Client(room.address).record(room.id, tokens)
                assert f"1: {action}" not in json.dumps(record), who
                assert f'"{action}"' not in json.dumps(record["desk"]), who
        corrected = await room["judge"].ask("correct", of=line, to=another)
        await room.receive_all()
        for who, wire in room.wires.items():
            if who not in ("captain 1", "judge"):
                assert f'"to": "{another}"' not in json.dumps(wire.received), (who, corrected)
        await room["judge"].done("close", why="")
        await room.receive_all()
        for who in ("captain 2", "anybody"):
            news = [x for one in room[who].received if one["t"] == "journal" for x in one["lines"]]
            assert line in [one["no"] for one in news]
        record = await Client(room.address).record(room.id)
        assert f"1: {another}" in record["actions"]

    in_a_room(client, scenario, game="camino")
