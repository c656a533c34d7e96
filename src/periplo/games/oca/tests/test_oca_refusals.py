"""What is refused though no text means it, and by which clause; the rest is in refusals.toml."""

from collections.abc import Callable

import pytest

from periplo.core.errors import IllegalAction
from periplo.core.state import TABLE
from periplo.games.oca.tests.scenarios import START, STAY, SWAP, flock, race, throw
from periplo.play.match import Match

THROW = 0


def before_a_throw() -> Match:
    return race(flock(20, own=20), flock(40))


def deciding() -> Match:
    """Flock 1 is on its own square; 2 is on START, 3 on the same square, 4 a partner."""
    match = race(flock(17, own=20), flock(START), flock(20), flock(40))
    throw(match, "1+2")
    return match


@pytest.mark.parametrize(
    ("where", "actor", "action", "clause", "why"),
    [
        (before_a_throw, 0, THROW, "OCA-1", "flock 1 throws"),  # the dice are the table's
        (before_a_throw, 5, STAY, "OCA-1", "flock 1 throws"),
        (before_a_throw, TABLE, STAY, "OCA-1", "flock 1 throws"),
        (before_a_throw, TABLE, -1, "OCA-1", "flock 1 throws"),
        (deciding, 0, THROW, "OCA-4", "stay, or change places"),
        (deciding, 0, SWAP + 99, "OCA-4", "another bearer"),
    ],
)
def test_a_number_that_is_no_action_of_theirs_is_refused_by_the_same_clause(
    where: Callable[[], Match], actor: int, action: int, clause: str, why: str
) -> None:
    """OCA-1: before the throw; OCA-4 while a flock decides."""
    match = where()
    before = match.position()
    assert not match.state.is_legal(actor, action)
    with pytest.raises(IllegalAction, match=why) as refused:
        match.state.apply(actor, action)
    assert refused.value.clause == clause
    assert match.position() == before
