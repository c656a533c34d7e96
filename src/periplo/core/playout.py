"""Playing states to their end: the inner loops of simulation and search."""

from typing import Final

from mypy_extensions import i64

from periplo.core.dice import Dice
from periplo.core.errors import BadSetup
from periplo.core.state import NOBODY, TABLE, Policy, State

_MOST_TRIES: Final = 10_000


def play_table(state: State, dice: Dice) -> i64:
    """Let the table act until a seat must; that seat, or NOBODY when the game is over."""
    actor = state.next_actor()
    while actor == TABLE:
        state.play(actor, state.draw(dice))
        actor = state.next_actor()
    return actor


def begin(beginning: State, dice: Dice) -> State:
    """A copy of the beginning, played on to where the first seat must act.

    A game may end before anybody is asked anything; it teaches nothing and is begun again.
    """
    for _ in range(_MOST_TRIES):
        state = beginning.copy()
        if play_table(state, dice) != NOBODY:
            return state
    raise BadSetup("in this game the table decides everything: no seat is ever asked")


def play_randomly(state: State, dice: Dice, most: i64) -> i64:
    """Uniformly random actions until the game is over, at most `most`; returns how many."""
    steps: i64 = 0
    while steps < most:
        actor = state.next_actor()
        if actor == TABLE:
            state.play(actor, state.draw(dice))
        elif actor == NOBODY:
            break
        else:
            state.play(actor, state.pick(actor, dice))
        steps += 1
    return steps


def play_game(state: State, policies: list[Policy], dice: Dice, most: i64) -> i64:
    """As `play_randomly`, with one policy a seat choosing from what that seat may see."""
    steps: i64 = 0
    hides = state.hides()
    while steps < most:
        actor = state.next_actor()
        if actor == TABLE:
            state.play(actor, state.draw(dice))
        elif actor == NOBODY:
            break
        else:
            seen = state.seen_by(actor) if hides else state
            state.play(actor, policies[actor].choose(seen, actor, dice))
        steps += 1
    return steps


def count_sequences(state: State, depth: i64) -> i64:
    """How many sequences of `depth` actions there are from here, the table's included."""
    if depth == 0:
        return 1
    count: i64 = 0
    for actor in state.actors():
        for action in state.legal(actor):
            if depth == 1:
                count += 1
            else:
                after = state.copy()
                after.play(actor, action)
                count += count_sequences(after, depth - 1)
    return count


def play_opening(
    state: State,
    policies: list[Policy],
    dice: Dice,
    firsts: list[int],
    first: i64,
    order: list[int],
) -> i64:
    """Play until every seat has been on turn, which `order` then lists; returns how many steps.

    Without policies all play at random. It ends early where several seats act at once: there is
    no order then. `firsts`: the table's actions that draw who begins, by seat; `first`: the seat
    that is to begin whatever is drawn, or NOBODY. Dice are used up as if it were drawn.
    """
    steps: i64 = 0
    hides = state.hides()
    while len(order) < state.seats:
        actor = state.next_actor()
        if actor == NOBODY:
            break
        seat = actor
        if actor == TABLE:
            seat = state.thrower()
            action = state.draw(dice)
            if first != NOBODY and int(action) in firsts:
                action = firsts[first]
                first = NOBODY
        elif len(order) == 0 and len(state.actors()) > 1:
            break
        elif len(policies) == 0:
            action = state.pick(actor, dice)
        else:
            seen = state.seen_by(actor) if hides else state
            action = policies[actor].choose(seen, actor, dice)
        if seat >= 0 and int(seat) not in order:
            order.append(int(seat))
        state.play(actor, action)
        steps += 1
    return steps
