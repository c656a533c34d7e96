"""What the real table does next, for whoever enters it, and what a rehearsal proposes."""

from collections.abc import Callable, Iterator

from periplo.core.choices import OutcomeSlot, ToEnter
from periplo.core.dice import Dice
from periplo.core.game import Game
from periplo.core.state import TABLE, State
from periplo.play.snapshots import legal_texts


def propose_outcome(game: Game, state: State, dice: Dice) -> str | list[str]:
    """One of the table's actions, by its probability, or all that are entered as one."""
    texts = [text for _, text in _in_a_row(game, state, lambda after: after.draw(dice))]
    return texts[0] if len(texts) == 1 else texts


def to_enter(game: Game, state: State) -> ToEnter | None:
    """What the table's next outcomes are about; None where they are about no seat and no place."""
    if not game.outcome_slot(state):
        return None
    slots: list[OutcomeSlot] = []
    entered: list[str] = []
    each_once = False
    for after, text in _in_a_row(game, state, lambda after: after.legal(TABLE)[0]):
        slots.append(game.outcome_slot(after))
        left = legal_texts(game, after, TABLE)
        each_once = each_once or any(one not in left for one in entered)
        entered.append(text)
    return {"slots": slots, "each_once": each_once}


def _in_a_row(
    game: Game, state: State, choose: Callable[[State], int]
) -> Iterator[tuple[State, str]]:
    """Where nobody throws, all of the table's actions of a kind that come one after the other, such
    as every wheel; otherwise one.
    """
    after, kind = state.copy(), ""
    while TABLE in after.actors():
        action = choose(after)
        text = game.text(after, TABLE, action)
        if kind not in ("", _kind(text)):
            return
        kind = _kind(text)
        yield after, text
        if after.thrower() != TABLE:
            return
        after.play(TABLE, action)


def _kind(text: str) -> str:
    """Outcomes of one kind begin with the same word."""
    return text.partition(" ")[0]
