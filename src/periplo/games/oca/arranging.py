"""What a council may set by hand: where everybody is, what holds them, who throws."""

from typing import cast

from periplo.core.arranging import Labelled, PositionFields
from periplo.core.game import Position
from periplo.core.state import State
from periplo.games.oca.board import FREE, GARDEN, IN_THE_WELL, SPECIALS, STAYS
from periplo.games.oca.race import CALLED_TO
from periplo.games.oca.rules import OcaState

HOME = "home"  # where a stray may be sent
HELD = (FREE, IN_THE_WELL, 1, 2)


def fields(_: State, found: PositionFields) -> None:
    rests = [square for square in range(GARDEN + 1) if _rests_on(square)]
    start: Labelled = (0, found.say("start"))
    bearers = [start, *((square, str(square)) for square in rests if 0 < square < GARDEN)]
    strays = [(HOME, found.say("home")), *((square, str(square)) for square in rests if square)]
    held = [(one, found.say(f"held_{one}")) for one in HELD]
    found.add_turn()
    found.add_phase("throw")
    for seat, flock in enumerate(found.position["flocks"]):
        where: list[int | str] = ["flocks", seat]
        found.add_place(seat, found.say("bearer"), [*where, "bearer"], bearers)
        found.add_choice(seat, found.say("bearer_held"), [*where, "held"], held)
        for number in range(len(flock["strays"])):
            stray: list[int | str] = [*where, "strays", number]
            found.add_place(seat, found.say("stray", number + 1), [*stray, "at"], strays)
            found.add_choice(seat, found.say("stray_held", number + 1), [*stray, "held"], held)
        found.add_number(seat, found.say("at_home"), [*where, "home"])
        found.add_number(seat, found.say("eggs"), [*where, "eggs"])


def put_right(state: State, position: Position) -> Position:
    """Nobody is held where nothing holds them, and every flock is complete: those whom home lacks
    are called out, and of those whom it has too many the hindmost have come home. Each stray on 63
    has won an egg.
    """
    for seat, flock in enumerate(position["flocks"]):
        people = cast("OcaState", state).flock[seat]
        out = [stray for stray in flock["strays"] if stray["at"] != HOME]
        flock["home"] += len(flock["strays"]) - len(out)
        for stray in out:
            stray["held"] = _held(stray["at"], stray["held"])
        flock["held"] = _held(flock["bearer"], flock["held"])
        out.sort(key=lambda stray: (stray["at"], stray["held"]), reverse=True)
        missing = max(0, min(people, people - 1 - flock["home"] - len(out)))
        out += [{"at": CALLED_TO, "held": FREE} for _ in range(missing)]
        flock["strays"] = out = out[: max(0, people - 1 - flock["home"])]
        flock["eggs"] = max(flock["eggs"], sum(stray["at"] == GARDEN for stray in out))
    if position["phase"] == "throw":
        position |= {"dice": None, "owed": 0, "winner": None}
    return position


def _rests_on(square: int) -> bool:
    special = SPECIALS.get(square)
    return special is None or special.goes_to == STAYS


def _held(square: int, held: int) -> int:
    special = SPECIALS.get(square)
    return held if special is not None and special.may_hold(held) else FREE
