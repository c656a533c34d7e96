"""What is refused, and by which clause."""

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
        (before_a_throw, 0, STAY, "OCA-1", "flock 1 throws"),
        (before_a_throw, 0, SWAP + 1, "OCA-1", "flock 1 throws"),
        (before_a_throw, 0, THROW, "OCA-1", "flock 1 throws"),  # the dice are the table's
        (before_a_throw, 1, STAY, "OCA-1", "flock 1 throws"),
        (before_a_throw, 5, STAY, "OCA-1", "flock 1 throws"),
        (before_a_throw, TABLE, STAY, "OCA-1", "flock 1 throws"),
        (before_a_throw, TABLE, -1, "OCA-1", "flock 1 throws"),
        (deciding, TABLE, THROW, "OCA-4", "flock 1 decides first"),
        (deciding, 1, STAY, "OCA-4", "flock 1 decides first"),
        (deciding, 3, SWAP, "OCA-4", "flock 1 decides first"),
        (deciding, 0, THROW, "OCA-4", "stay, or change places"),
        (deciding, 0, SWAP, "OCA-4", "another bearer"),  # with itself
        (deciding, 0, SWAP + 1, "OCA-4", "on 1 to 62"),  # on START
        (deciding, 0, SWAP + 2, "OCA-4", "change places"),  # on the same square
        (deciding, 0, SWAP + 9, "OCA-4", "another bearer"),  # no such seat
        (deciding, 0, SWAP + 99, "OCA-4", "another bearer"),
    ],
)
def test_a_refusal_names_the_clause_that_forbids_the_action(
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
