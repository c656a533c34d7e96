"""Whoever reads the events alone knows where everybody is: they name each piece and its way."""

from itertools import pairwise
from typing import Any

import pytest
from every_test import at_most
from hypothesis import given
from hypothesis import strategies as st

from periplo.core.dice import Dice
from periplo.core.state import TABLE, Event, State
from periplo.games.oca import GAME
from periplo.games.oca.tests.scenarios import (
    GARDEN,
    IN_THE_WELL,
    NEVER_RESTED_ON,
    START,
    WELL,
    Position,
    decide,
    events,
    flock,
    race,
    throw,
)

ABOUT_NO_PIECE = {"threw", "stayed", "won", "golden"}
HOME = "home"


# a reader of events


class Person:
    def __init__(self, at: int | str, held: int = 0) -> None:
        self.at = at
        self.held = held

    def read(self, event: Event) -> None:
        assert self.at == event.get("from", event.get("at", self.at))
        if "path" in event:
            assert event["path"][0] == self.at
            self.at = event["path"][-1]
            self.held = 0
        self.held = event.get("held", self.held)


class Flock:
    def __init__(self, written: dict[str, Any]) -> None:
        self.bearer = Person(written["bearer"], written["held"])
        self.strays = [Person(stray["at"], stray["held"]) for stray in written["strays"]]

    def whom(self, event: Event) -> Person:
        if event["piece"] == "bearer":
            return self.bearer
        if event["stray"] == len(self.strays):  # the next one who is called out
            self.strays.append(Person(HOME))
        return self.strays[event["stray"]]

    def out(self) -> list[tuple[Any, int]]:
        self.strays = [stray for stray in self.strays if stray.at != HOME]
        self.strays.sort(key=lambda stray: (stray.at, stray.held), reverse=True)
        return [(stray.at, stray.held) for stray in self.strays]


class Tracker:
    """Begins at a position and then reads events only."""

    def __init__(self, position: Position) -> None:
        self.flocks = [Flock(written) for written in position["flocks"]]

    def read(self, log: list[Event]) -> None:
        for event in log:
            assert ("piece" in event) == (event["kind"] not in ABOUT_NO_PIECE), event
            assert ("stray" in event) == (event.get("piece") == "stray"), event
            if "piece" in event:
                self.flocks[event["seat"]].whom(event).read(event)

    def where(self) -> list[Any]:
        return [(one.bearer.at, one.bearer.held, one.out()) for one in self.flocks]


def where(position: Position) -> list[Any]:
    return [
        (one["bearer"], one["held"], [(stray["at"], stray["held"]) for stray in one["strays"]])
        for one in position["flocks"]
    ]


def follow(state: State, dice: Dice, actions: int) -> None:
    tracker = Tracker(GAME.position(state))
    for _ in range(actions):
        if state.over():
            break
        actor = state.actors()[0]
        action = state.draw(dice) if actor == TABLE else state.pick(actor, dice)
        state.log = []
        state.apply(actor, action)
        tracker.read(state.log)
        assert tracker.where() == where(GAME.position(state))


seeds = st.integers(min_value=0, max_value=2**32)


@at_most(60)
@given(
    people=st.lists(st.integers(min_value=10, max_value=20), min_size=2, max_size=10),
    leapfrog=st.sampled_from(["bearers", "pieces"]),
    golden_races=st.integers(min_value=0, max_value=9),
    seed=seeds,
)
def test_events_show_where_everybody_is_through_a_whole_race(
    people: list[int], leapfrog: str, golden_races: int, seed: int
) -> None:
    """OCA-R5: in the order in which it happens."""
    options = {"flock": people, "leapfrog": leapfrog, "golden_races": golden_races}
    follow(GAME.new(len(people), options), Dice(seed), 200)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Position, dict[str, Any]]:
    """Anything that is no refused position, crowded where much happens."""
    rested = sorted(set(range(GARDEN)) - set(NEVER_RESTED_ON))
    squares = st.one_of(st.sampled_from(rested), st.sampled_from([1, 19, 26, WELL, 52, 60]))
    well_is_taken = False

    def piece(square: int) -> tuple[int, int]:
        nonlocal well_is_taken
        held = draw(st.sampled_from({19: [0, 1], 52: [0, 1, 2], WELL: [-1, 0]}.get(square, [0])))
        if held < 0 and well_is_taken:
            held = 0
        well_is_taken = well_is_taken or held < 0
        return square, held

    seats = draw(st.integers(min_value=2, max_value=4))
    own = draw(st.permutations([4, 10, 17, 34, 51, 60, 61]))[:seats]
    flocks: list[dict[str, Any]] = []
    for seat in range(seats):
        at, held = piece(draw(squares))
        astray = st.lists(st.one_of(squares, st.just(GARDEN)), max_size=9)
        strays = sorted((piece(square) for square in draw(astray)), reverse=True)
        empty = draw(st.booleans())
        people = 1 + len(strays) if empty and len(strays) == 9 else 10 + draw(st.integers(0, 3))
        flocks.append(
            {
                "square": own[seat],
                "bearer": at,
                "held": held,
                "strays": [{"at": at, "held": held} for at, held in strays],
                "home": people - 1 - len(strays),
                "eggs": 9,
                "throws": draw(st.integers(min_value=1, max_value=4)),
                "spent": draw(st.booleans()),
            }
        )
    position: Position = {
        "race": 1,
        "turn": draw(st.integers(min_value=0, max_value=seats - 1)),
        "phase": "throw",
        "dice": None,
        "owed": 0,
        "winner": None,
        "flocks": flocks,
    }
    turn = flocks[position["turn"]]
    rivals = [one["bearer"] for one in flocks if one is not turn]
    own_square = turn["square"]
    may_swap = any(START < rival != own_square for rival in rivals)
    if turn["held"] == 0 and may_swap and draw(st.booleans()):
        turn["bearer"] = own_square
        position |= {"phase": "swap", "dice": [1, draw(st.sampled_from([1, 4, 6]))], "owed": 2}
    options = {
        "flock": [1 + len(one["strays"]) + one["home"] for one in flocks],
        "squares": own,
        "leapfrog": draw(st.sampled_from(["bearers", "pieces"])),
    }
    return position, options


@at_most(200)
@given(at=positions(), seed=seeds)
def test_events_show_where_everybody_is_from_any_position(
    at: tuple[Position, dict[str, Any]], seed: int
) -> None:
    """OCA-24: also where nobody is at home and bearers and strays pay by going back."""
    position, options = at
    follow(GAME.load(position, options), Dice(seed), 12)


# ways


def ways(match: Any, kind: str) -> list[list[Any]]:
    return [event["path"] for event in events(match, kind)]


def test_a_walk_names_every_square_it_passes() -> None:
    """OCA-5: over a goose, in two walks."""
    match = race(flock(2), flock())
    throw(match, "1+2")
    assert ways(match, "walked") == [[2, 3, 4, 5], [5, 6, 7, 8]]


def test_who_turns_back_goes_there_and_back() -> None:
    """OCA-3: also where it ends on the square where it began."""
    match = race(flock(61), flock())
    throw(match, "1+3")
    assert ways(match, "turned") == [[61, 62, 63, 62, 61]]


@pytest.mark.parametrize(
    ("rivals", "way"), [([11], [12, 3]), ([11, 2], [12, 3, 1]), ([11, 1], [12, 3, START])]
)
def test_a_leaper_sent_back_passes_3_again(rivals: list[int], way: list[int]) -> None:
    """OCA-8a: from there it leaps backwards."""
    match = race(flock(), *(flock(rival) for rival in rivals))
    throw(match, "1+2")
    assert ways(match, "leapt") == [[3, 12]]
    assert ways(match, "sent") == [way]


def test_a_swap_moves_two_bearers() -> None:
    """OCA-R4: an event each, with what holds them now."""
    match = race(flock(57), flock(*IN_THE_WELL))
    throw(match, "1+2")
    decide(match, "swap 2")
    (swapped,), (exchanged,) = events(match, "swapped"), events(match, "exchanged")
    assert (swapped["seat"], swapped["path"], swapped["held"]) == (0, [60, 31], -1)
    assert (exchanged["seat"], exchanged["path"]) == (1, [31, 60])
    assert "held" not in exchanged  # who moves is free, unless the event says something else


def test_strays_are_named_as_they_stood_before_the_throw() -> None:
    """OCA-24: whoever is called out comes after them, and may go home at once."""
    match = race(flock(56, strays=[28, 17]), flock())
    throw(match, "1+1")  # to the tomb and so to 1; to 30; into the inn, which asks one
    assert [(one["stray"], one["path"]) for one in events(match, "walked")[1:]] == [
        (0, [28, 29, 30]),
        (1, [17, 18, 19]),
    ]
    match = race(flock(56, strays=[28, 13]), flock())
    throw(match, "1+1")  # the bird asks one
    assert [(one["stray"], one["path"]) for one in events(match, "called")] == [(2, [HOME, 1])]
    assert [(one["stray"], one["path"]) for one in events(match, "reunited")] == [(2, [1, HOME])]


def test_nobody_walks_two_squares_at_a_time() -> None:
    """OCA-1: a way on foot has no gaps."""
    match = race(flock(58 - 7, strays=[33, 30, 20]), flock())
    throw(match, "6+6")
    walks = ways(match, "walked") + ways(match, "turned")
    assert walks
    assert all(abs(a - b) == 1 for walk in walks for a, b in pairwise(walk))


# choices


def test_a_swap_is_offered_with_its_way_and_staying_with_its_place() -> None:
    """OCA-4: two partners may stand on one square."""
    match = race(flock(57), flock(40), flock(40), flock(7))
    throw(match, "1+2")
    assert [GAME.choice(match.state, 0, one) for one in match.state.legal(0)] == [
        {"text": "stay", "to": 60},
        {"text": "swap 2", "piece": "bearer", "path": [60, 40], "to": 40, "other": 1},
        {"text": "swap 3", "piece": "bearer", "path": [60, 40], "to": 40, "other": 2},
        {"text": "swap 4", "piece": "bearer", "path": [60, 7], "to": 7, "other": 3},
    ]
    assert GAME.choices(match.state, 1) == []
    decide(match, "stay")
    assert GAME.choices(match.state, TABLE)[0] == {"text": "1+1", "faces": [1, 1]}


def test_only_a_bearer_that_goes_back_is_set_back() -> None:
    """The end of a game counts no stray and nobody sent forward, but whom dice send back."""
    field = GAME.setbacks
    back = race(flock(37, strays=[13]), flock(20))
    throw(back, "1+1")  # the bearer to the stairs, the stray to the bird
    assert [one.get(field["sent"]) for one in events(back, "sent")] == [0, None]
    forward = race(flock(4), flock(20))
    throw(forward, "1+1")
    assert [one.get(field["sent"]) for one in events(forward, "sent")] == [None]
    special = race(flock(46), flock(20))
    throw(special, "3+6")
    assert [one.get(field["gathered"]) for one in events(special, "gathered")] == [0]
