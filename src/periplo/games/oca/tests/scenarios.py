"""Positions of the goose in one line, and what became of them: what the scenarios share."""

from collections.abc import Iterable
from typing import Any

from periplo.core.state import Event
from periplo.games.oca import GAME
from periplo.play.match import Match
from periplo.play.record import split_action

START, WELL, GARDEN = 0, 31, 63
IN_THE_WELL = (WELL, -1)
GEESE = (5, 9, 14, 18, 23, 27, 32, 36, 41, 45, 50, 54, 59)
OWN = (60, 55, 47, 44, 40, 37, 33, 28, 25, 20)
NEVER_RESTED_ON = (6, 12, 15, 39, 42, 48, 58)
THROWS = [f"{a}+{b}" for a in range(1, 7) for b in range(a, 7)]
STAY, SWAP = 21, 22

Flock = dict[str, Any]
Position = dict[str, Any]
Stray = int | tuple[int, int]  # its square, or its square and `held`


# a position in one line


def flock(
    bearer: int = START,
    held: int = 0,
    *,
    strays: Iterable[Stray] = (),
    home: int | None = None,
    eggs: int | None = None,
    throws: int = 0,
    spent: bool = False,
    own: int | None = None,
) -> Flock:
    """A flock; unless given, whoever is not astray is at home and eggs are those of the strays."""
    pieces = [stray if isinstance(stray, tuple) else (stray, 0) for stray in strays]
    return {
        "square": own,
        "bearer": bearer,
        "held": held,
        "strays": [{"at": at, "held": held} for at, held in pieces],
        "home": home,
        "eggs": sum(at == GARDEN for at, _ in pieces) if eggs is None else eggs,
        "throws": throws,
        "spent": spent,
    }


def race(
    *flocks: Flock,
    turn: int = 0,
    number: int = 1,
    dice: list[int] | None = None,
    owed: int = 0,
    **options: Any,
) -> Match:
    """A match at this position; flocks are of 12 people unless `home` is given."""
    set_up = {
        "squares": [one["square"] or own for one, own in zip(flocks, OWN, strict=False)],
        "flock": [
            12 if one["home"] is None else 1 + len(one["strays"]) + one["home"] for one in flocks
        ],
        **options,
    }
    start = _written(flocks, set_up, number, turn, dice, owed, None)
    return Match(GAME, GAME.seat_names[: len(flocks)], set_up, start=start)


def then(
    match: Match,
    *flocks: Flock,
    turn: int = 1,
    number: int = 1,
    dice: list[int] | None = None,
    owed: int = 0,
    winner: int | None = None,
) -> Position:
    """The whole position that `match` should have come to."""
    return _written(flocks, match.record.options, number, turn, dice, owed, winner)


def _written(
    flocks: tuple[Flock, ...],
    options: dict[str, Any],
    number: int,
    turn: int,
    dice: list[int] | None,
    owed: int,
    winner: int | None,
) -> Position:
    written = []
    for one, square, people in zip(flocks, options["squares"], options["flock"], strict=True):
        home = people - 1 - len(one["strays"]) if one["home"] is None else one["home"]
        written.append({**one, "square": square, "home": home})
    return {
        "race": number,
        "turn": turn,
        "phase": "swap" if dice else "throw" if winner is None else "over",
        "dice": dice,
        "owed": owed,
        "winner": winner,
        "flocks": written,
    }


def throw(match: Match, *dice: str) -> None:
    for pair in dice:
        _write(match, pair)


def decide(match: Match, text: str) -> None:
    _write(match, f"{match.position()['turn'] + 1}: {text}")


def _write(match: Match, written: str) -> None:
    """Play it twice: the race must go on in the same way where nobody listens to the events."""
    unlogged = match.state.copy()
    match.write(written)
    actor, text = split_action(written)
    unlogged.apply(actor, GAME.parse(unlogged, actor, text))
    assert GAME.position(unlogged) == match.position()


# small readers


def kinds(match: Match, clause: str) -> list[str]:
    """The kinds of the last action's events that follow from a clause."""
    return [event["kind"] for event in match.events[-1] if event["rule"] == clause]


def events(match: Match, kind: str) -> list[Event]:
    return [event for event in match.events[-1] if event["kind"] == kind]


def bearer(match: Match, seat: int = 0) -> tuple[int, int]:
    one = match.position()["flocks"][seat]
    return one["bearer"], one["held"]


def strays(match: Match, seat: int = 0) -> list[tuple[int, int]]:
    return [(one["at"], one["held"]) for one in match.position()["flocks"][seat]["strays"]]


def decisions(match: Match) -> dict[str, list[str]]:
    """What seats may decide; nothing while the table is to throw."""
    return {actor: texts for actor, texts in match.legal().items() if actor != "table"}
