"""What is ahead of the flocks, for whoever looks at the board: who is in danger, what would win."""

from typing import Any, Final, cast

from periplo.core.state import TABLE, Seat
from periplo.core.two_dice import HIGH, LOW, THROWS
from periplo.games.oca.board import GARDEN
from periplo.games.oca.race import CALLED_TO, PHASE_OVER, PHASE_THROW, square_of
from periplo.games.oca.rules import OcaState

FEW: Final = 2  # people at home: two traps more, or the tower, and home is empty
# a throw for each total that two dice show
TOTALS: Final = {LOW[throw] + HIGH[throw]: throw for throw in range(len(THROWS))}
NEAR: Final = max(TOTALS)  # to the garden: so near one expects to win by some throw


def outlook(race: OcaState) -> dict[str, Any]:
    """`alarms` has, for each flock, what is the matter with it, or null. The next throw `wins` with
    these totals; null where there are none and nobody would expect any."""
    alarms = {str(seat): _alarm(race, Seat(seat)) for seat in range(race.seats)}
    return {"alarms": alarms, "throw": {"wins": _winning_totals(race)}}


def _alarm(race: OcaState, seat: Seat) -> str | None:
    """What a trap does to a flock that has nobody at home, or nearly so.  [OCA-24, OCA-R6]"""
    if race.flocks[seat].home > FEW or race.phase == PHASE_OVER or not _can_lose(race, seat):
        return None
    if race.flocks[seat].home > 0:
        return "few"
    return "spent" if race.flocks[seat].spent else "empty"


def _can_lose(race: OcaState, seat: Seat) -> bool:
    """Whether anybody is where going back to 1 would hurt."""
    pieces = [race.flocks[seat].bearer, *race.flocks[seat].strays]
    return any(CALLED_TO < square_of(piece) < GARDEN for piece in pieces)


def _winning_totals(race: OcaState) -> list[int] | None:
    """[OCA-2]"""
    if race.phase != PHASE_THROW:
        return None
    found = [total for total, throw in TOTALS.items() if _wins_with(race, throw)]
    is_near = GARDEN - square_of(race.flocks[race.turn].bearer) <= NEAR
    return sorted(found) if found or is_near else None


def _wins_with(race: OcaState, throw: int) -> bool:
    then = cast("OcaState", race.copy())
    then.golden_races = 0  # so that a golden win, too, is seen in the end
    then.play(TABLE, throw)
    return bool(then.phase == PHASE_OVER)
