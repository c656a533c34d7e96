"""Random officials doing random things, also nonsense, at tables of every game."""

from collections import Counter
from dataclasses import asdict
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
from event import Event, everything
from every_test import at_most
from hypothesis import given
from hypothesis import strategies as st

import periplo
from periplo import TABLE, Dice, Match
from periplo.desk.desk import Desk
from periplo.desk.lines import KINDS
from periplo.desk.permissions import EVERYTHING, Viewer, may, may_now
from periplo.desk.record import desk_record, plain_record
from periplo.desk.roles import VERBS, Asker, Official, Player, Role, Verb
from periplo.desk.standings import ranks
from periplo.play.refusals import Refused
from periplo.server.messages import Journal
from periplo.server.shapes import as_struct

REQUESTS = 100  # a day
CAPTAIN = Viewer(seats=frozenset({1}))
HOME = ("home", None, 0)
NAMES = ("Riga", "Turku", "Cardiff", "Lyon", "Dublin", "Porto", "Odense", "Tartu", "Praha")
OFFICES: tuple[Role, ...] = (
    "validator",
    "notary",
    "notary",
    "judge",
    "captain",
    "steward",
    "herald",
)


class Day:
    """One event, from the first appointment on."""

    def __init__(self, game: str, seed: int) -> None:
        self.random = Random(seed)
        found = periplo.game(game)
        seats = self.random.randint(found.fewest_seats, min(found.most_seats, 4))
        rosters: list[list[str]] = []
        if game == "oca" and self.random.random() < 0.8:
            rosters = [[f"{seat}.{i}" for i in range(self.random.randint(10, 14))]
                       for seat in range(1, seats + 1)]  # fmt: skip
        self.event = Event(game, seats, confirm=self.random.randint(0, 2), rosters=rosters, cast=())
        self.seats = seats
        self.asked: tuple[Asker, Verb, dict[str, Any]] | None = None  # last
        self.event.appoint("validator", "Riga")
        self.event.appoint("notary", "Turku")
        self.event.appoint("judge", "Lyon")
        for _ in range(4):
            self.appoint(self.random.choice(NAMES))

    @property
    def desk(self) -> Desk:
        return self.event.desk

    def appoint(self, name: str) -> None:
        role = self.random.choice(OFFICES)
        seat = self.random.randint(1, self.seats) if role == "captain" else None
        self.event.appoint(role, name, seat)

    # ---- what somebody asks for

    def step(self) -> None:
        """One request, sensible or not."""
        dice, self.asked = self.random.random(), None
        self.event.time += self.random.randint(-5000, 20_000)  # clocks are set back, too
        if dice < 0.03:
            self.appoint(self.random.choice(NAMES))
        elif dice < 0.05:
            self.event.withdraw(self.random.choice(NAMES))
        else:
            self.ask(self.random.choice(VERBS) if dice < 0.3 else self.due())

    def due(self) -> Verb:
        """What officials of a real table would do next, so that matches go on."""
        pending, actors = self.desk.pending(), self.desk.state.actors()
        if pending["paused"]:
            return "resume"
        if pending["proposals"] and self.random.random() < 0.5:
            return "vote"
        if pending["to_name"] and self.random.random() < 0.3:
            return "name"
        if pending["waiting"] and self.random.random() < 0.95:
            return "confirm"
        was_corrected = self.desk.lines[-1].kind == "corrected"
        if not actors or self.random.random() < (0.6 if was_corrected else 0.15):
            return "correct"
        return "enter" if TABLE in actors else "act"

    def ask(self, verb: Verb) -> None:
        if verb == "close" and self.random.random() < 0.9:
            return
        seen = None if self.random.random() < 0.9 else self.random.randint(0, len(self.desk.lines))
        asker, fields = self.asker(verb), self.fields(verb)
        self.asked = asker, verb, fields
        self.event.all_lines(asker, verb, seen=seen, **fields)

    def asker(self, verb: Verb) -> Asker:
        officials = list(self.desk.officials.values())
        waiting = self.desk.pending()["waiting"]
        entered_by = waiting["by"]["name"] if waiting and verb == "confirm" else ""
        able = [one for one in officials
                if may(one, verb, one.seat, self.desk) and one.name != entered_by]  # fmt: skip
        if able and self.random.random() < 0.85:
            return self.random.choice(able)
        player = Player(
            self.random.randint(1, self.seats), "Krakow", self.random.choice(("player", "bot"))
        )
        organiser: list[Asker] = [self.desk.organiser, player, player]
        return self.random.choice([*officials, *organiser])

    def fields(self, verb: Verb) -> dict[str, Any]:
        random = self.random
        seat: int = self.seat(verb)
        of = self.line_for(verb)
        given: dict[Verb, dict[str, Any]] = {
            "void": {"seat": seat, "why": random.choice(("collision", "a dog"))},
            "confirm": {"of": of},
            "dispute": {"of": of, "why": "?"},
            "penalty": {"seat": seat, "points": random.choice((-3, 2.5, 10**20)), "why": "?"},
            "pause": {"why": ""},
            "resume": {"why": "sun"},
            "answer": {"of": of, "text": "so be it", "upheld": random.random() < 0.5},
            "close": {"why": "night"},
            "vote": {"of": of, "yes": random.random() < 0.8},
            "protest": {"seat": seat, "text": "no!"},
            "proclaimed": {"of": of},
            "note": {"text": "hot"},
        }
        if verb in given:
            return given[verb]
        made: dict[str, Any] = getattr(self, f"_{verb}")(seat)
        return made

    def seat(self, verb: Verb) -> int:
        """Mostly of whoever is to act."""
        actors = self.desk.state.actors()
        deciding = [actor + 1 for actor in actors if actor != TABLE]
        if verb == "void" and TABLE in actors and self.desk.state.thrower() != TABLE:
            deciding = [self.desk.state.thrower() + 1]
        if verb == "name" and (open_calls := self.desk.pending()["to_name"]):
            deciding = [open_calls[0]["seat"]]
        if deciding and self.random.random() < 0.9:
            return self.random.choice(deciding)
        return self.random.randint(1, self.seats)

    def line_for(self, verb: Verb) -> int:
        """Mostly one that the verb is about."""
        kinds = {
            "confirm": ("entered",), "dispute": ("entered",), "answer": ("protest",),
            "vote": ("proposed",),
            "correct": ("entered", "acted", "named", "sanction", "penalty", "corrected"),
        }.get(verb, ())  # fmt: skip
        lines = [line.no for line in self.desk.lines if line.kind in kinds]
        if lines and self.random.random() < 0.9:
            return self.random.choice(lines[-1:] if verb == "confirm" else lines[-6:])
        return self.random.randint(0, len(self.desk.lines) + 1)

    def outcome(self) -> str:
        state = self.desk.state
        if TABLE in state.actors() and self.random.random() < 0.97:
            action = state.copy().draw(Dice(self.random.getrandbits(32)))
            return self.desk.setup.game.text(state, TABLE, action)
        return self.random.choice(("1+1", "6+3", "4+5", "nonsense", "1: stay"))

    def _enter(self, seat: int) -> dict[str, Any]:
        if self.random.random() < 0.9:
            return {"outcome": self.outcome()}
        state, game = self.desk.state.copy(), self.desk.setup.game
        found: list[str] = []
        while TABLE in state.actors() and len(found) < self.random.randint(1, 4):
            action = state.draw(Dice(self.random.getrandbits(32)))
            found.append(game.text(state, TABLE, action))
            state.play(TABLE, action)
        return {"outcomes": found or ["nonsense"]}

    def _act(self, seat: int) -> dict[str, Any]:
        return {"seat": seat, "action": self.decision(seat)}

    def decision(self, seat: int) -> str:
        state = self.desk.state
        legal = state.legal(seat - 1)
        if legal and self.random.random() < 0.97:
            return self.desk.setup.game.text(state, seat - 1, self.random.choice(legal))
        return self.random.choice(("stay", "pass", "stop", "swap 2"))

    def _name(self, seat: int) -> dict[str, Any]:
        rosters = self.desk.setup.details.rosters
        people = rosters[seat - 1] if rosters else ("Brno", "Koln")
        return {"seat": seat, "people": self.random.choices(people, k=self.random.randint(1, 3))}

    def _sanction(self, seat: int) -> dict[str, Any]:
        offered = self.desk.setup.game.sanctions(self.desk.state, seat - 1)
        choices = [one["choice"] for one in offered] or ["touched 1"]
        return {"seat": seat, "choice": self.random.choice(choices)}

    def _correct(self, seat: int) -> dict[str, Any]:
        """Often what some line of the same kind says: it may bring back what fell out."""
        of, lines = self.line_for("correct"), self.desk.lines
        if lines[-1].kind == "corrected" and self.random.random() < 0.8:
            of = lines[-1].no
        root = lines[of - 1] if 0 < of <= len(lines) else lines[-1]
        while root.kind == "corrected":
            root = lines[root.facts["of"] - 1]
        alike = [line.facts for line in lines if line.kind == root.kind]
        facts = self.random.choice((root.facts, self.random.choice(alike)))
        said = [facts[key] for key in ("outcome", "outcomes", "action", "people") if key in facts]
        usual = [*said * 3, None] if said else [None]
        nonsense = ["6+1", self.decision(seat), [self.outcome()], self._name(seat)["people"]]
        to = self.random.choice(usual if self.random.random() < 0.8 else nonsense)
        return {"of": of, "to": to}

    def _propose(self, seat: int) -> dict[str, Any]:
        if self.random.random() < 0.5:
            return {"text": "rain"}
        state, dice = self.desk.state.copy(), Dice(self.random.getrandbits(32))
        for _ in range(self.random.randint(0, 30)):
            if state.over():
                break
            actor = state.actors()[0]
            state.apply(actor, state.draw(dice) if actor == TABLE else state.pick(actor, dice))
        return {"text": "from here", "position": self.desk.setup.game.position(state)}

    def _place(self, seat: int) -> dict[str, Any]:
        standing = self.desk.setup.game.standing(self.desk.state, seat - 1)
        piece, square = self.random.choice(standing) if standing else ("bearer", 0)
        about: dict[str, Any] = {"piece": piece}
        if self.desk.where():
            person = self.random.choice(self.desk.where()[seat - 1]["people"])
            about, square = {"person": person["name"]}, person["square"] or square
        return {"seat": seat, "square": square, "in": self.random.random() < 0.6, **about}


def check_people(desk: Desk) -> None:
    """They stand where the position says; the first of each roster leads."""
    companies = desk.setup.game.companies(desk.state)
    for team, company in zip(desk.where() if companies else [], companies, strict=True):
        stand = [(one["as"], one["square"], one["held"]) for one in team["people"]]
        assert stand[0] == company.spots[0]
        assert Counter(stand) == Counter(company.spots) + Counter({HOME: company.home})


@at_most(30)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_whatever_officials_do_the_journal_holds(game_id: str, seed: int) -> None:
    day = Day(game_id, seed)
    desk, written = day.desk, everything(day.desk)["lines"]
    for _ in range(REQUESTS):
        before = everything(desk)
        try:
            day.step()
        except Refused:
            assert everything(desk) == before, "a refusal writes no line and changes nothing"
            continue
        assert everything(desk)["lines"][: len(written)] == written, "nothing is lost"
        written = everything(desk)["lines"]
        if desk.setup.details.rosters:
            check_people(desk)
    lines = desk.lines
    assert [line.no for line in lines] == list(range(1, len(lines) + 1))
    assert all(one.time <= other.time for one, other in pairwise(lines))
    day.event.read_back()
    for record in (desk_record(desk), plain_record(desk)):
        match = Match.from_record(record.to_json())
        assert match.position() == desk.setup.game.position(desk.state)
        assert match.record.actions == desk.elements
    full = [line["no"] for line in desk.visible(EVERYTHING)]
    assert {line["no"] for line in desk.visible(Viewer())} <= set(full)


@at_most(30)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_a_copy_goes_on_like_its_desk_and_leaves_it_alone(game_id: str, seed: int) -> None:
    day = Day(game_id, seed)
    for _ in range(REQUESTS):
        desk, before = day.desk, everything(day.desk)
        chance, time = day.random.getstate(), day.event.time
        copy = day.event.desk = desk.copy()
        tried = attempt(day)
        assert everything(desk) == before
        day.event.desk, day.event.time = desk, time
        day.random.setstate(chance)
        assert attempt(day) == tried
        assert everything(copy) == everything(desk)


# never the answer to what an office was told that it may do; `already` is, of protests
NOT_TOLD = (
    "not-begun", "closed", "paused", "not-paused", "over", "waiting", "disputed", "bot-plays",
)  # fmt: skip


@at_most(30)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_offices_are_told_what_they_may_do_now(game_id: str, seed: int) -> None:
    """What is done was told before, and what was told is not refused for the office or the time."""
    day = Day(game_id, seed)
    for _ in range(REQUESTS):
        told = may_now([day.desk.organiser, *day.desk.officials.values()], day.desk)
        correctable = {one["no"]: one["takes"] for one in day.desk.correctable()}
        waiting = day.desk.waiting
        code = attempt(day)
        asker, verb, fields = day.asked or (None, "note", {})
        if not isinstance(asker, Official):
            continue
        may_do, of = told[asker.id], fields.get("of")
        if code == "":
            assert verb in may_do["verbs"], (asker, verb)
            assert verb != "vote" or of in may_do["votes"]
        elif verb in may_do["verbs"]:
            assert code not in NOT_TOLD, (asker, verb)
            of_waiting = waiting is not None and of == waiting.line.no
            if of in may_do["votes"] if verb == "vote" else of_waiting:
                assert code not in ("already", "not-yours"), (asker, verb)
        if verb == "correct" and of in correctable:
            assert code not in ("no-line", "settled"), of
            if code == "":
                to = fields["to"]
                form = "nothing" if to is None else "text" if isinstance(to, str) else "list"
                assert form in correctable[of]
        elif verb == "correct" and code == "":
            assert day.desk.lines[fields["of"] - 1].kind == "corrected"  # of one that is listed


def attempt(day: Day) -> str:
    """Why a request is refused; "" if it is not."""
    try:
        day.step()
    except Refused as refused:
        return refused.code
    return ""


def test_a_days_work_reaches_every_kind_of_line() -> None:
    """Or the test above would try less than it seems. Each is sent as its type says."""
    kinds, backs, outs = set(), 0, 0
    journal = as_struct(Journal, strict=True)
    for seed in range(40):
        day = Day(("oca", "poleana", "camino")[seed % 3], seed)
        desk = day.desk
        for _ in range(REQUESTS):
            try:
                day.step()
            except Refused:
                continue
            for viewer in (EVERYTHING, CAPTAIN, Viewer()):
                sent = [line for one in desk.lines[-2:] if (line := desk.show(one, viewer))]
                told = may_now(desk.officials.values(), desk)
                shown = Journal(sent, desk.changed_at, desk.pending(viewer), told, ranks(desk))
                msgspec.convert(asdict(shown), journal)
        kinds |= {line.kind for line in day.desk.lines}
        backs += sum(bool(line.facts.get("back")) for line in day.desk.lines)
        outs += sum(bool(line.facts.get("out")) for line in day.desk.lines)
    assert kinds == set(KINDS)
    assert backs > 5
    assert outs > 20
