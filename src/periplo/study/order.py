"""Who begins, and in which order seats play: the same questions for every game."""

from periplo.core.dice import Dice
from periplo.core.errors import BadSetup
from periplo.core.game import Game, Options
from periplo.core.state import NOBODY, TABLE

_FAR = 1000  # the table's actions before anybody is on turn


def beginner_draw(game: Game, seats: int, options: Options) -> list[int]:
    """The table's actions that draw who begins, by seat; [] in games that do not draw it.

    Before anybody is on turn, these are the first actions that are about a seat.
    """
    state, dice = game.new(seats, options), Dice()
    for _ in range(_FAR):
        if state.next_actor() != TABLE or state.thrower() != TABLE:
            return []
        actions = state.legal(TABLE)
        about = [game.choice(state, TABLE, action).get("other") for action in actions]
        if about == list(range(seats)):
            return actions
        state.play(TABLE, state.draw(dice))
    return []


def check_first(game: Game, seats: int, options: Options, first: int | None) -> None:
    """Refuse to fix who begins where nobody is drawn, or a seat that is none."""
    if first is None:
        return
    if not 0 <= first < seats:
        raise BadSetup(f"first: must be a seat, 1 to {seats}, not {first + 1}")
    if not beginner_draw(game, seats, options):
        raise BadSetup(f"first: with these options {game.id} does not draw who begins")


def fixed(first: int | None) -> int:
    return NOBODY if first is None else first


def completed(order: list[int], seats: int) -> tuple[int, ...]:
    """The order of play, where a game may be over before everybody was on turn: the others follow
    in seat order. () for games that have none.
    """
    if not order:
        return ()
    later = [(order[-1] + away) % seats for away in range(1, seats)]
    return (*order, *(seat for seat in later if seat not in order))
