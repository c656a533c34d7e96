"""What a rehearsal proposes where real dice, cards and lots decide."""

from periplo.core.dice import Dice
from periplo.core.game import Game
from periplo.core.state import TABLE, State


def propose_outcome(game: Game, state: State, dice: Dice) -> str | list[str]:
    """One of the table's actions, by its probability; where nobody throws, all of its kind that
    come one after the other, such as every wheel.
    """
    after = state.copy()
    texts: list[str] = []
    while TABLE in after.actors():
        action = after.draw(dice)
        text = game.text(after, TABLE, action)
        if texts and _kind(text) != _kind(texts[0]):
            break
        texts.append(text)
        if after.thrower() != TABLE:
            break
        after.play(TABLE, action)
    return texts[0] if len(texts) == 1 else texts


def _kind(text: str) -> str:
    """Outcomes of one kind begin with the same word."""
    return text.partition(" ")[0]
