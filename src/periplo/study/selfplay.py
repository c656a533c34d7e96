"""Bots playing one match to its end, written down."""

from periplo.bots import Setting, seat_bots
from periplo.core.dice import Dice
from periplo.core.state import TABLE
from periplo.play.match import Match


def selfplay(match: Match, bots: str, seed: int | str) -> None:
    """Play on to the end; each bot is shown what its seat may see."""
    policies = seat_bots(match.game, bots, match.state.seats, Setting(match.record.options))
    dice = Dice(seed)
    while not match.state.over():
        actor = match.state.next_actor()
        if actor == TABLE:
            match.play(actor, match.state.draw(dice))
        else:
            seen = match.state.seen_by(actor)
            match.play(actor, policies[actor].choose(seen, actor, dice))
