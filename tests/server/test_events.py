"""Whole events at real tables, typed in by officials who err as people do, beside the same game
simply played.
"""

import asyncio
import json
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from helping import run
from officiating import Census, Event, next_action, rosters
from sent import check_people
from server_process import ServerProcess, logged_errors

from periplo.client import Client, bot, captain, me
from periplo.core.dice import Dice
from periplo.core.errors import BadRecord
from periplo.core.state import TABLE
from periplo.core.words import Words
from periplo.desk.record import read_desk
from periplo.play.match import Match
from periplo.play.record import Element, SetElement, record_from_json

VALIDATOR, JUDGE, HERALD, STEWARD = "Sevilla", "Giuda 1", "Praha", "Hamburg"
NOTARIES = ("Paris 1", "Paris 2")


Played = tuple[int, int | None, Element]  # line, seat that throws, as the record has it


class Contest:
    """An event, and the same game simply played: `match` is what must be in effect."""

    def __init__(self, event: Event, match: Match, dice: Dice, census: Census | None) -> None:
        self.event = event
        self.match = match
        self.dice = dice
        self.census = census
        self.played: list[Played] = []
        self.named: dict[int, dict[int, list[str]]] = {}  # by the line that called
        self.again: deque[str] = deque()  # throws that fell out and are typed in again
        self.penalties = [0.0] * match.state.seats
        self.done: Counter[str] = Counter()
        self.notaries: Sequence[str] = NOTARIES

    # ---- the game simply played

    def draw(self) -> str:
        actor, text = next_action(self.match, self.dice)
        assert actor == TABLE
        return self.again.popleft() if self.again else text

    def thrower(self, match: Match | None = None) -> int | None:
        thrower = (match or self.match).state.thrower()
        return None if thrower == TABLE else thrower + 1

    def play(self, line: int, seat: int | None, written: Element) -> None:
        """It is in effect."""
        if self.census is not None:
            self.census.look(self.match)
        events = self.match.replay(written)
        self.played.append((line, seat, written))
        if self.census is not None:
            if isinstance(written, dict):
                self.census.set_position(written["set"])
            else:
                self.census.read(events, self.named.get(line, {}))

    def rewind(self, number: int) -> list[Played]:
        """Back to before a place; what followed there."""
        kept, left = self.played[:number], self.played[number:]
        self.match = Match(self.match.game, self.match.record.seats, self.match.record.options)
        if self.census is not None:
            self.census = Census(rosters(self.match.state.seats, 20))
        self.played = []
        for line, seat, written in kept:
            self.play(line, seat, written)
        return left

    # ---- what officials do

    async def enter(self, text: str) -> int:
        """Entered and confirmed by both notaries."""
        event = self.event
        line = await event.ask(VALIDATOR, "enter", text)
        for notary in self.notaries:
            await event.ask(notary, "confirm", line)
        self.done["throws"] += 1
        return line

    async def throw(self) -> int:
        text, seat = self.draw(), self.thrower()
        line = await self.enter(text)
        self.play(line, seat, text)
        await self.name(line)
        return line

    async def decide(self) -> None:
        actor, text = next_action(self.match, self.dice)
        seat = actor + 1
        self.done["decisions"] += 1
        who = f"Captain {seat}" if self.done["decisions"] % 3 else JUDGE
        line = await self.event.ask(who, "act", seat, text)
        self.play(line, None, f"{seat}: {text}")
        await self.name(line)

    async def name(self, line: int) -> None:
        """Captains send those whom nobody would expect: the last of the roster first."""
        if self.census is None:
            return
        called = Counter(
            one["seat"] for one in self.match.events[-1] if one.get("path", [None])[0] == "home"
        )
        for seat, count in called.items():
            if seat % 3 == 2:
                continue  # some captains leave it to the roster
            (called_by,) = self.rewind(len(self.played) - 1)
            chosen = self.census.at_home(seat)[::-1][: count if seat % 2 else count - 1]
            if chosen:
                self.named.setdefault(line, {})[seat] = chosen
                await self.event.ask(f"Captain {seat + 1}", "name", seat + 1, chosen)
                self.done["names"] += 1
            self.play(*called_by)

    # ---- what goes wrong

    async def void_throw(self) -> None:
        seat = self.thrower()
        line = await self.event.ask(VALIDATOR, "void", seat, "collision")
        (written,) = [one for one in await self.event.lines("void") if one["no"] == line]
        assert written["clause"] == "OCA-26c"
        waiting = await self.event.ask(VALIDATOR, "enter", "1+1")
        line = await self.event.ask(JUDGE, "void", seat, "a dog took a die")
        (written,) = [one for one in await self.event.lines("void") if one["no"] == line]
        assert (written["clause"], written["of"]) == ("", waiting)
        await self.throw()

    async def disputed_throw(self) -> None:
        """A notary saw other dice; a judge enters them, and both notaries agree."""
        event, text, seat = self.event, self.draw(), self.thrower()
        wrong = await event.ask(VALIDATOR, "enter", "1+1" if text != "1+1" else "2+2")
        await event.ask(NOTARIES[0], "dispute", wrong, "I saw other dice")
        assert await event.refused(NOTARIES[1], "confirm", wrong) == "disputed"
        line = await event.ask(JUDGE, "enter", text[::-1])  # as the dice lie
        for notary in NOTARIES:
            await event.ask(notary, "confirm", line)
        (written,) = [one for one in await event.lines("entered") if one["no"] == line]
        assert (written["outcome"], written["of"], written["need"]) == (text, wrong, 2)
        self.play(line, seat, text)
        await self.name(line)

    async def wrong_throw(self, wrong: str) -> None:
        """Noticed three throws later. What is still legal stays, the rest is typed in again."""
        event, text, seat = self.event, self.draw(), self.thrower()
        first = len(self.played)
        line = await self.enter(wrong)
        self.play(line, seat, wrong)
        followed = 0
        while followed < 3:
            if self.match.state.actors()[0] == TABLE:
                text_then, seat_then = self.draw(), self.thrower()
                later = await self.enter(text_then)
                self.play(later, seat_then, text_then)
                followed += 1
            else:
                await self.decide()
        left = self.rewind(first)
        corrected = await event.ask(JUDGE, "correct", line, text)
        self.play(line, seat, text)
        out: list[int] = []
        for no, thrower, written in left[1:]:
            if thrower == self.thrower() and not out:
                with suppress(BadRecord):
                    self.play(no, thrower, written)
                    continue
            out.append(no)
            if isinstance(written, str) and ": " not in written:
                self.again.append(written)
        (found,) = [one for one in await event.lines("corrected") if one["no"] == corrected]
        assert (found["of"], found["to"], found["out"]) == (line, text, out)
        assert found["back"] == []
        self.done["out"] += len(out)

    def needs_a_decision(self, throw: str) -> bool:
        match = self.match.at(len(self.match.record.actions))
        match.write(throw)
        return not match.state.over() and match.state.actors()[0] != TABLE

    async def wrong_throw_with_a_decision(self) -> bool:
        """The swap that it led to never was, and all that followed is typed in again."""
        throws = [f"{low}+{high}" for low in range(1, 7) for high in range(low, 7)]
        wrong = [throw for throw in throws if self.needs_a_decision(throw)]
        text = self.draw()
        self.again.appendleft(text)
        if not wrong or text in wrong:
            return False
        await self.wrong_throw(wrong[0])
        return True

    async def penalise(self) -> None:
        for seat, points in ((3, -9), (3, 2.5), (7, -20)):
            line = await self.event.ask(JUDGE, "penalty", seat, points, "shouting at geese")
            self.penalties[seat - 1] += points
        await self.event.ask("Giuda 2", "correct", line, None)
        self.penalties[6] += 20

    async def protest(self) -> None:
        event = self.event
        line = await event.ask("Captain 4", "protest", 4, "they stood in our way")
        assert await event.refused("Captain 4", "answer", line, "yes", upheld=True) == "not-yours"
        answer = await event.ask(JUDGE, "answer", line, "they did not", upheld=False)
        assert await event.refused("Giuda 2", "answer", line, "yes", upheld=True) == "already"
        captain_4, captain_5 = await event.journal("Captain 4"), await event.journal("Captain 5")
        assert answer in [one["no"] for one in captain_4["lines"]]
        assert answer not in [one["no"] for one in captain_5["lines"]]

    async def rule(self) -> None:
        """The council moves a bearer, and brings a stray home."""
        event, position = self.event, json.loads(json.dumps(self.match.position()))
        flock = next(one for one in position["flocks"] if len(one["strays"]) > 1)
        flock["strays"].pop()
        flock["home"] += 1
        fallen = await event.ask(NOTARIES[0], "propose", "everybody has an ice cream")
        line = await event.ask(JUDGE, "propose", "this one never went out", position)
        for name in (*NOTARIES, "Giuda 2"):
            await event.ask(name, "vote", fallen, yes=name == "Paris 1")
        await event.ask(JUDGE, "vote", line, yes=True)
        assert await event.refused(JUDGE, "vote", line, yes=True) == "already"
        await event.ask("Paris 1", "vote", line, yes=False)
        for name in ("Paris 2", "Giuda 2"):
            await event.ask(name, "vote", line, yes=True)
        rulings = {one["of"]: one for one in await event.lines("ruling")}
        assert rulings[line]["carried"] is True
        assert (rulings[line]["yes"], rulings[line]["against"]) == (3, 1)
        assert rulings[fallen]["carried"] is False
        ruling = rulings[line]["no"]
        event.line = max(event.line, ruling)
        before = self.played[-1][0]
        self.play(ruling, None, {"set": position, "clause": "", "why": "this one never went out"})
        for final in (before, line, ruling):
            expected = "no-line" if final == line else "settled"
            assert await event.refused(JUDGE, "correct", final, None) == expected

    async def look_after(self) -> None:
        """The steward ticks somebody off, misses somebody, and the herald speaks."""
        event, census = self.event, self.census
        assert census is not None
        seat, out = next(
            (seat, one)
            for seat, flock in enumerate(census.flocks, 1)
            for one in flock
            if one[1] == "stray"
        )
        name, square = out[0], out[2]
        home = census.at_home(seat - 1)[0]
        await event.ask(STEWARD, "place", seat, square, person=name, inside=True)
        line = await event.ask(STEWARD, "place", seat, square, person=name, inside=False)
        judge = event.desks[JUDGE]
        while not judge.desk["out_of_place"]:
            await judge.receive()
        assert [one["no"] for one in judge.desk["out_of_place"]] == [line]
        away = {"person": name, "inside": True}
        assert await event.refused(STEWARD, "place", seat, square + 1, **away) == "stale"
        home_again = {"person": home, "inside": True}
        assert await event.refused(STEWARD, "place", seat, square, **home_again) == "stale"
        nobody = {"person": "Nobody", "inside": True}
        assert await event.refused(STEWARD, "place", seat, square, **nobody) == "nobody"
        await event.ask(STEWARD, "place", seat, square, person=name, inside=True)
        await event.ask(HERALD, "proclaimed", self.played[-1][0])
        await event.ask(HERALD, "note", "the crowd laughs")

    # ---- the comparison

    def totals(self) -> list[float]:
        scores = self.match.state.scores()
        return [score + points for score, points in zip(scores, self.penalties, strict=True)]

    async def compare(self, *, is_over: bool) -> dict[str, Any]:
        event, match = self.event, self.match
        record = await event.client.record(event.id, [event.organiser])
        assert record["actions"] == match.record.actions
        journal = await event.journal()
        assert journal["lines"] == record["desk"]["journal"]
        assert [line["no"] for line in journal["lines"]] == [*range(1, len(journal["lines"]) + 1)]
        times = [line["time"] for line in journal["lines"]]
        assert times == sorted(times)
        assert journal["desk"]["totals"] == self.totals()
        async with event.client.sit(event.id, contributes=False) as anybody:
            assert anybody.moment["view"] == match.view(None)
            assert anybody.moment["scores"] == match.state.scores()
            assert anybody.moment["over"] == match.state.over() == is_over
        people = await event.client.people(event.id, [event.organiser])
        check_people(people)
        assert people == ([] if self.census is None else self.census.to_json())
        desk = read_desk(record_from_json(record))  # which plays every line again
        assert desk.totals() == self.totals()
        assert Match.from_record(record).position() == match.position()
        return record


def test_an_event_of_ten_flocks_of_twenty_people(own_server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(own_server.address)
        names = rosters(10, 20)
        about = {"title": "Il Giro", "place": "Origgio", "confirm": 2, "rosters": names}
        event = await Event.open(client, "oca", 10, event=about)
        await event.staff(notaries=2, judges=2, captains=10)
        await event.start()
        match = Match.new("oca", 10, {"flock": [20] * 10})
        match.record.seats = [f"Team {seat}" for seat in range(1, 11)]
        contest = Contest(event, match, Dice(seed=19), Census(names))
        async with event.connected():
            await half_a_race(contest)
            in_flight = contest.draw()
            validator = await event.by(VALIDATOR)
            message = {"t": "enter", "id": "the last", "line": validator.line, "outcome": in_flight}
            await validator.send(message)
            own_server.kill()  # whether it was written or not
        await asyncio.to_thread(own_server.start)
        async with event.connected():
            await contest.compare(is_over=False)
            validator = await event.by(VALIDATOR)
            seat = contest.thrower()
            line = await validator.request("enter", id="the last", outcome=in_flight)
            again = await validator.request("enter", id="the last", outcome=in_flight)
            assert line == again
            event.line = line
            for notary in NOTARIES:
                await event.ask(notary, "confirm", line)
            contest.play(line, seat, in_flight)
            await contest.name(line)
            await the_rest_of_it(contest)
            record = await contest.compare(is_over=True)
        await compare_minutes(contest)
        assert record["actions"][-1] == contest.match.record.actions[-1]
        closed = record["desk"]["journal"][-1]
        assert closed["winner"] == contest.match.state.winners()[0] + 1
        assert contest.done["names"] > 10
        assert contest.done["decisions"]
        assert contest.done["out"]
        assert not logged_errors(own_server.log())

    run(scenario())


async def compare_minutes(contest: Contest) -> None:
    """Everything that follows when the same game is simply played stands in them."""
    event, match = contest.event, contest.match
    names, scores, totals = match.record.seats, match.state.scores(), contest.totals()
    sheet = await event.client.minutes(event.id, "pdf", "it", [event.organiser])
    assert sheet.startswith(b"%PDF-")
    listed = await event.client.minutes(event.id, "csv", "it", [event.organiser])
    assert all(name in listed for name in names)
    written = await event.client.minutes(event.id, "json", "en", [event.organiser])
    assert {one["seat"]: (one["score"], one["penalties"], one["total"])
            for one in written["standings"]} == {
        seat + 1: (scores[seat], contest.penalties[seat], totals[seat])
        for seat in range(len(names))
    }  # fmt: skip
    winners = match.state.winners() if match.state.over() else []
    merits = {seat + 1: (seat in winners, seat not in winners and totals[seat])
              for seat in range(len(names))}  # fmt: skip
    assert {one["seat"]: one["rank"] for one in written["standings"]} == {
        seat: 1 + sum(other > merit for other in merits.values()) for seat, merit in merits.items()
    }
    words = Words(match.game.id, "en")
    happened = Counter(
        words.event(one, names)
        for events in match.events
        for one in events
        if one["kind"] not in ("threw", "set")  # these are the sentences of the lines themselves
    )
    said = Counter(one["text"] for entry in written["journal"] for one in entry["followed"])
    assert happened
    assert happened <= said


async def half_a_race(contest: Contest) -> None:
    odd = {
        4: contest.void_throw,
        7: contest.disputed_throw,
        11: lambda: contest.wrong_throw("1+5"),
        17: contest.penalise,
        19: contest.protest,
        21: contest.look_after,
        25: lambda: contest.wrong_throw("1+1"),
        36: lambda: contest.wrong_throw("3+6"),
    }
    turn = 0
    while turn < 45:
        if contest.match.state.actors()[0] != TABLE:
            await contest.decide()
            continue
        turn += 1
        if turn > 36 and not contest.done["out"] and await contest.wrong_throw_with_a_decision():
            continue
        await odd.get(turn, contest.throw)()


async def the_rest_of_it(contest: Contest) -> None:
    event = contest.event
    await event.ask(JUDGE, "pause", "a shower")
    assert await event.refused(VALIDATOR, "enter", "1+1") == "paused"
    await event.ask("Giuda 2", "resume", "")
    turn = 0
    while not contest.match.state.over():
        if contest.match.state.actors()[0] != TABLE:
            await contest.decide()
            continue
        turn += 1
        if turn == 10:
            await contest.rule()
        await contest.throw()
    assert await event.refused(VALIDATOR, "enter", "1+1") == "over"
    await event.ask(JUDGE, "close", "thank you all")
    assert await event.refused(JUDGE, "note", "too late") == "closed"


# ---- the other games, in smaller events


async def play_on(contest: Contest, most: int) -> None:
    """The next actions, whoever's they are."""
    for _ in range(most):
        if contest.match.state.over():
            break
        if contest.match.state.actors()[0] == TABLE:
            await contest.throw()
        else:
            await contest.decide()


async def small_event(server: ServerProcess, game: str, seats: int, **options: Any) -> Contest:
    """One notary, two judges, a captain a seat; not started yet."""
    about = {"title": game, "confirm": 1}
    event = await Event.open(Client(server.address), game, seats, event=about, options=options)
    await event.staff(notaries=1, judges=2, captains=seats)
    match = Match.new(game, seats, options)
    match.record.seats = [f"Team {seat}" for seat in range(1, seats + 1)]
    contest = Contest(event, match, Dice(seed=game), None)
    contest.notaries = NOTARIES[:1]
    return contest


def numbers(journal: dict[str, Any]) -> set[int]:
    return {line["no"] for line in journal["lines"]}


def test_el_camino_with_boards_dealt_at_once_and_drawings_that_stay_secret(
    own_server: ServerProcess,
) -> None:
    async def scenario() -> None:
        contest = await small_event(own_server, "camino", 3)
        event, match = contest.event, contest.match
        await event.start()
        hidden = 0
        async with event.connected():
            boards = ["board 4", "board 1", "board 2"]
            assert await event.refused(VALIDATOR, "enter", [*boards, "board 3"]) == "illegal"
            line = await event.ask(VALIDATOR, "enter", boards)
            await event.ask("Paris 1", "confirm", line)
            for board in boards:
                match.write(board)
            while not match.state.over():
                if match.state.actors()[0] == TABLE:
                    await contest.throw()
                    continue
                actor, text = next_action(match, contest.dice)
                seat, other = actor + 1, (actor + 1) % 3 + 1
                before = match.view(None)
                line = await event.ask(f"Captain {seat}", "act", seat, text)
                contest.play(line, None, f"{seat}: {text}")
                if match.view(None) == before and hidden < 12:
                    hidden += 1
                    for name in (JUDGE, VALIDATOR, f"Captain {other}", "Organiser"):
                        assert line not in numbers(await event.journal(name)), name
                        view = (await event.by(name)).moment["view"]
                        assert view == before or name.startswith("Captain")
                    assert line not in numbers(await anybody_sees(event))
                    assert line in numbers(await event.journal(f"Captain {seat}"))
                elif match.view(None) == match.position():
                    assert line in numbers(await event.journal(JUDGE))
                    assert line in numbers(await anybody_sees(event))
            assert hidden == 12
            await event.ask(JUDGE, "close")
            await contest.compare(is_over=True)
        await compare_minutes(contest)
        assert not logged_errors(own_server.log())

    run(scenario())


async def anybody_sees(event: Event) -> dict[str, Any]:
    return await Client(event.client.address).journal(event.id)


def test_a_race_round_the_union_with_verdicts(own_server: ServerProcess) -> None:
    """Who enters the verdict learns the right answer, and nobody else does."""

    async def scenario() -> None:
        contest = await small_event(own_server, "europa", 2, quiz="judged")
        event, match = contest.event, contest.match
        await event.start()
        verdicts = 0
        async with event.connected():
            while verdicts < 8:
                await play_on(contest, 1)
                legal = match.legal().get("table", [])
                if "right" not in legal:
                    continue
                verdicts += 1
                validator, judge = await event.by(VALIDATOR), await event.by(JUDGE)
                answer = validator.moment["answer"]["en"]
                assert answer
                assert judge.moment["answer"]["en"] == answer
                for name in ("Captain 1", "Captain 2", "Paris 1", HERALD, STEWARD, "Organiser"):
                    desk = await event.by(name)
                    assert "answer" not in desk.moment
                    assert answer.partition(".")[0] not in json.dumps(desk.lines)
                again = match.at(len(match.record.actions))
                again.write("right")
                wrong = await contest.enter("right")
                await event.ask(JUDGE, "correct", wrong, "wrong")
                match.write("wrong")
                contest.played.append((wrong, None, "wrong"))
            closed = await event.ask(JUDGE, "close", "the bell rings")
            record = await contest.compare(is_over=False)
        await compare_minutes(contest)
        assert record["desk"]["journal"][closed - 1]["winner"] is None
        assert not logged_errors(own_server.log())

    run(scenario())


def test_a_jail_break_with_a_sanction(own_server: ServerProcess) -> None:
    async def scenario() -> None:
        contest = await small_event(own_server, "poleana", 2)
        event = contest.event
        await event.start()
        sanctioned = 0
        async with event.connected():
            while not contest.match.state.over():
                await play_on(contest, 7)
                for seat in (1, 2):
                    offered = await event.client.sanctions(event.id, seat, [event.organiser])
                    game, state = contest.match.game, contest.match.state
                    assert offered == game.sanctions(state, seat - 1)
                    if offered and sanctioned < 4:
                        sanctioned += 1
                        chosen = offered[sanctioned % len(offered)]
                        waiting = sanctioned % 2 and contest.thrower() is not None
                        if waiting:
                            dropped = await event.ask(VALIDATOR, "enter", "1+1")
                        line = await event.ask(JUDGE, "sanction", seat, chosen["choice"])
                        (written,) = [x for x in await event.lines("sanction") if x["no"] == line]
                        assert written["clause"] == "POL-16"
                        assert written.get("out", []) == ([dropped] if waiting else [])
                        position, why = chosen["position"], chosen["choice"]
                        element: SetElement = {"set": position, "clause": "POL-16", "why": why}
                        contest.play(line, None, element)
            assert sanctioned == 4
            assert await event.refused(JUDGE, "sanction", 1, "ignored") == "illegal"
            await event.ask(JUDGE, "close")
            await contest.compare(is_over=True)
        await compare_minutes(contest)
        assert not logged_errors(own_server.log())

    run(scenario())


def test_girumgo_with_all_wheels_as_one_and_a_captain_a_player_and_a_bot(
    own_server: ServerProcess,
) -> None:
    async def scenario() -> None:
        client = Client(own_server.address)
        seats = [captain("Team 1"), me("Player"), bot("easy")]
        event = await Event.open(client, "girumgo", seats, event={"confirm": 0})
        await event.staff(notaries=1, judges=2, captains=3)
        await event.start()
        match = Match.new("girumgo", 3)
        table = await client.request("GET", f"/api/tables/{event.id}")
        match.record.seats = [seat["name"] for seat in table["seats"]]
        contest = Contest(event, match, Dice(seed=5), None)
        async with event.connected():
            wheels = []
            while match.legal()["table"][0].startswith("set"):
                wheels.append(next_action(match, contest.dice)[1])
                match.write(wheels[-1])
            line = await event.ask(VALIDATOR, "enter", wheels)
            assert (await event.lines("entered"))[-1]["outcomes"] == wheels
            judge = event.desks[JUDGE]
            decided = Counter[str]()
            # it ends where no bot goes on by itself
            while not match.state.over() and (
                sum(decided.values()) < 40 or match.state.next_actor() == 2
            ):
                actor, text = next_action(match, contest.dice)
                seat = actor + 1
                if actor == TABLE:
                    await event.ask(VALIDATOR, "enter", text)
                    match.write(text)
                    continue
                if seat == 3:
                    text = await bots_decision(event, len(match.record.actions))
                elif seat == 2:
                    assert await event.refused("Captain 2", "act", 2, text) == "not-yours"
                    player = await event.by("Player 2")
                    while player.n < len(match.record.actions):
                        await player.receive()
                    await player.act(2, text)
                    event.line = max(event.line, player.line)
                else:
                    await event.ask("Captain 1", "act", 1, text)
                match.write(f"{seat}: {text}")
                decided[f"seat {seat}"] += 1
            assert min(decided[f"seat {seat}"] for seat in (1, 2, 3)) > 3
            roles = Counter(one["by"]["role"] for one in await event.lines("acted"))
            assert set(roles) == {"captain", "player", "bot"}
            await event.by(JUDGE)
            assert judge.desk["waiting"] is None
            assert line < judge.line
            await event.ask(JUDGE, "close")
            await contest.compare(is_over=match.state.over())
        await compare_minutes(contest)
        assert not logged_errors(own_server.log())

    run(scenario())


async def bots_decision(event: Event, number: int) -> str:
    """What the bot has done, once it has."""
    judge = event.desks[JUDGE]
    while judge.n <= number:
        await judge.receive()
    entry = next(one for one in judge.log if one["n"] == number + 1)
    event.line = max(event.line, judge.line)
    text: str = entry["text"]
    return text


def test_the_organisers_page_shows_a_program_that_works(server: ServerProcess) -> None:
    page = (Path(__file__).parents[2] / "docs" / "real-tables.md").read_text(encoding="utf-8")
    program = page.partition("```python\n")[2].partition("```")[0]
    names: dict[str, Any] = {}
    exec(program, names)
    assert asyncio.run(names["afternoon"](server.address)).startswith(b"%PDF")
