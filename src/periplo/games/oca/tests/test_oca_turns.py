"""Turns, winning, turning back and changing places: OCA-1 to OCA-4 and OCA-R4."""

import pytest

from periplo.core.errors import BadRecord, IllegalAction
from periplo.core.state import TABLE
from periplo.games.oca.tests.scenarios import (
    IN_THE_WELL,
    START,
    STAY,
    SWAP,
    THROWS,
    bearer,
    decide,
    decisions,
    flock,
    kinds,
    race,
    then,
    throw,
)

# ---- seats throw in turn


def test_flocks_throw_in_seat_order_and_the_first_follows_the_last() -> None:
    """OCA-1: seats throw in turn, in seat order."""
    match = race(flock(), flock(), flock())
    turns = []
    for _ in range(4):
        assert match.legal() == {"table": THROWS}
        throw(match, "1+3")
        turns.append(match.position()["turn"])
    assert turns == [1, 2, 0, 1]
    assert match.position() == then(match, flock(8, throws=2), flock(4, throws=1),
                                    flock(4, throws=1), turn=1)  # fmt: skip


def test_no_flock_acts_while_the_dice_are_to_be_thrown() -> None:
    """OCA-1: a seat has nothing to decide before the throw."""
    match = race(flock(20, own=20), flock(40))
    for actor in (0, 1, TABLE):
        assert not match.state.is_legal(actor, STAY)
        with pytest.raises(IllegalAction, match="flock 1 throws the dice now") as refused:
            match.state.apply(actor, STAY)
        assert refused.value.clause == "OCA-1"
    assert match.state.legal(0) == []
    assert match.position() == then(match, flock(20), flock(40), turn=0)


# ---- winning and turning back


def test_the_first_bearer_exactly_on_63_wins_and_nothing_else_moves() -> None:
    """OCA-2: no stray moves, nothing is paid, the turn stays with the winner."""
    match = race(flock(60, strays=[28, 16], throws=3), flock(31, -1, strays=[4], throws=3))
    throw(match, "1+2")
    assert match.position() == then(
        match,
        flock(63, strays=[28, 16], throws=4),
        flock(31, -1, strays=[4], throws=3),
        turn=0,
        winner=0,
    )
    assert kinds(match, "OCA-2") == ["won"]
    assert kinds(match, "OCA-3") == []
    assert match.legal() == {}
    assert match.state.outcomes() == []
    assert match.state.legal(TABLE) == []
    assert match.state.winners() == [0]


def test_nobody_acts_after_the_win() -> None:
    """OCA-2: the race stops at once."""
    match = race(flock(60, throws=3), flock(30))
    throw(match, "1+2")
    with pytest.raises(BadRecord, match="the game is over"):
        throw(match, "1+1")
    with pytest.raises(IllegalAction, match="the game is over"):
        match.state.apply(TABLE, 0)


def test_the_second_flock_can_win_and_keeps_the_turn() -> None:
    """OCA-2: whoever arrives first wins, whatever its seat."""
    match = race(flock(62), flock(53, throws=9), flock(30), turn=1)
    throw(match, "4+6")
    assert match.position() == then(
        match, flock(62), flock(63, throws=10), flock(30), turn=1, winner=1
    )


def test_a_goose_can_carry_the_bearer_to_the_win() -> None:
    """OCA-2: 55 and a throw of 4 walks over the goose on 59 to 63."""
    match = race(flock(55, throws=3), flock())
    throw(match, "1+3")
    assert match.position() == then(match, flock(63, throws=4), flock(), turn=0, winner=0)


def test_a_leap_over_62_wins() -> None:
    """OCA-2: the square just past 62 is the garden."""
    match = race(flock(throws=3), flock(62))
    throw(match, "1+2")
    assert match.position() == then(match, flock(63, throws=4), flock(62), turn=0, winner=0)
    assert kinds(match, "OCA-8") == ["leapt"]


def test_what_is_beyond_63_is_walked_back() -> None:
    """OCA-3: the examples of the rules: 61 and 1+3 makes 65, which is 61."""
    match = race(flock(61), flock())
    throw(match, "1+3")
    assert match.position() == then(match, flock(61, throws=1), flock())
    assert kinds(match, "OCA-3") == ["turned"]


def test_the_way_back_can_lead_to_the_tomb() -> None:
    """OCA-3: the examples of the rules: 60 and 2+6 makes 68, which is 58, which leads to 1."""
    match = race(flock(60), flock(20))
    throw(match, "2+6")
    assert match.position() == then(match, flock(1, throws=1), flock(20))
    assert kinds(match, "OCA-3") == ["turned"]
    assert kinds(match, "OCA-18") == ["sent"]


def test_the_way_back_can_lead_to_prison_and_strays_turn_too() -> None:
    """OCA-3: 62 and 12 makes 74, which is 52; a stray on 53 turns at 63 as well."""
    match = race(flock(62, strays=[53]), flock())
    throw(match, "6+6")
    assert match.position() == then(match, flock(52, 2, strays=[61, 1], throws=1), flock())


# ---- the own square


def test_a_bearer_that_walks_to_its_own_square_may_swap() -> None:
    """OCA-4: the decision comes before the strays move, and the position shows the dice."""
    match = race(flock(17, strays=[4], own=20), flock(40))
    throw(match, "1+2")
    assert match.position() == then(
        match, flock(20, strays=[4], throws=1), flock(40), turn=0, dice=[1, 2]
    )
    assert match.legal() == {"1": ["stay", "swap 2"]}
    assert match.state.legal(0) == [STAY, SWAP + 1]
    assert match.state.legal(TABLE) == []
    assert match.state.outcomes() == []


def test_who_stays_on_its_own_square_then_moves_its_strays() -> None:
    """OCA-4: `stay` changes no places."""
    match = race(flock(17, strays=[4], own=20), flock(40))
    throw(match, "1+2")
    decide(match, "stay")
    assert match.position() == then(match, flock(20, strays=[7], throws=1), flock(40))
    assert kinds(match, "OCA-4") == ["stayed"]


def test_who_swaps_changes_squares_and_then_moves_its_strays() -> None:
    """OCA-4: `swap 2` is with the second seat."""
    match = race(flock(17, strays=[4], own=20), flock(40), flock(33))
    throw(match, "1+2")
    assert decisions(match) == {"1": ["stay", "swap 2", "swap 3"]}
    decide(match, "swap 2")
    assert match.position() == then(match, flock(40, strays=[7], throws=1), flock(20), flock(33))
    assert kinds(match, "OCA-4") == ["swapped"]


def test_the_last_flock_may_swap_and_the_first_throws_next() -> None:
    """OCA-4: the partner may sit before or after."""
    match = race(flock(40), flock(), flock(30, own=33), turn=2)
    throw(match, "1+2")
    assert decisions(match) == {"3": ["stay", "swap 1"]}
    decide(match, "swap 1")
    assert match.position() == then(match, flock(33), flock(), flock(40, throws=1), turn=0)


@pytest.mark.parametrize(
    ("start", "own", "owed", "clause"),
    [(4, 17, 1, "OCA-9"), (13, 10, 1, "OCA-11"), (37, 34, 1, "OCA-14"), (46, 51, 2, "OCA-16")],
)
def test_a_bearer_sent_to_its_own_square_may_swap(
    start: int, own: int, owed: int, clause: str
) -> None:
    """OCA-4: bridge, bird, stairs and tower count; what they ask is owed while deciding."""
    match = race(flock(start, own=own), flock(30))
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(own, throws=1), flock(30), turn=0, dice=[1, 1], owed=owed
    )
    assert decisions(match) == {"1": ["stay", "swap 2"]}
    assert kinds(match, clause) == ["owes", "sent"]
    assert kinds(match, "OCA-24") == []
    decide(match, "swap 2")
    assert match.position() == then(match, flock(30, strays=[1] * owed, throws=1), flock(own))


@pytest.mark.parametrize(
    ("rival", "own", "owed"), [(19, 20, 0), (4, 8, 0), (5, 17, 1), (47, 51, 2), (14, 10, 1)]
)
def test_a_bearer_that_leaps_to_its_own_square_may_swap(rival: int, own: int, owed: int) -> None:
    """OCA-4: by the leap itself, by a goose behind it or by the square that sends it on."""
    match = race(flock(own=own), flock(rival))
    throw(match, "1+2")
    assert match.position() == then(
        match, flock(own, throws=1), flock(rival), turn=0, dice=[1, 2], owed=owed
    )
    assert decisions(match) == {"1": ["stay", "swap 2"]}


@pytest.mark.parametrize(
    ("start", "dice", "own"), [(61, "1+3", 61), (10, "1+3", 22), (55, "6+6", 47), (60, "2+4", 60)]
)
def test_a_bearer_that_walks_by_geese_or_turns_back_to_its_own_square_may_swap(
    start: int, dice: str, own: int
) -> None:
    """OCA-4: any walk counts, one that ends where it began too."""
    match = race(flock(start, own=own), flock(30))
    throw(match, dice)
    assert bearer(match) == (own, 0)
    assert decisions(match) == {"1": ["stay", "swap 2"]}


def test_partners_stand_on_1_to_62_and_on_another_square() -> None:
    """OCA-4: START and the bearer's own square are no squares to change with."""
    match = race(flock(17, own=20), flock(START), flock(20), flock(1), flock(62), flock(31, -1))
    throw(match, "1+2")
    assert decisions(match) == {"1": ["stay", "swap 4", "swap 5", "swap 6"]}
    assert match.state.legal(0) == [STAY, SWAP + 3, SWAP + 4, SWAP + 5]


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_swap_with_nobody_fit_for_it_is_refused(seat: int) -> None:
    """OCA-4: oneself, a bearer on START, one on the same square, a seat that is not there."""
    match = race(flock(17, own=20), flock(START), flock(20), flock(40))
    throw(match, "1+2")
    action = SWAP + (seat if seat < 3 else 9)
    assert not match.state.is_legal(0, action)
    before = match.position()
    with pytest.raises(IllegalAction, match="with another bearer on 1 to 62") as refused:
        match.state.apply(0, action)
    assert refused.value.clause == "OCA-4"
    assert match.position() == before


def test_nobody_throws_before_the_decision() -> None:
    """OCA-4: the table and the other seats wait."""
    match = race(flock(17, own=20), flock(40))
    throw(match, "1+2")
    for actor, action in ((TABLE, 0), (1, STAY)):
        with pytest.raises(IllegalAction, match="flock 1 decides first") as refused:
            match.state.apply(actor, action)
        assert refused.value.clause == "OCA-4"
    with pytest.raises(BadRecord, match="it is the turn of: 1"):
        throw(match, "1+1")


@pytest.mark.parametrize("rival", [START, 20])
def test_with_nobody_to_swap_with_there_is_no_decision(rival: int) -> None:
    """OCA-4: the throw goes on at once."""
    match = race(flock(17, strays=[4], own=20), flock(rival))
    throw(match, "1+2")
    assert match.position() == then(match, flock(20, strays=[7], throws=1), flock(rival))


def test_strays_never_swap() -> None:
    """OCA-4: neither on their flock's square nor as partners."""
    match = race(flock(40, strays=[17], own=20), flock(30))
    throw(match, "1+2")
    assert match.position() == then(match, flock(43, strays=[20], throws=1), flock(30))
    match = race(flock(17, own=20), flock(START, strays=[40]))
    throw(match, "1+2")
    assert match.position() == then(match, flock(20, throws=1), flock(strays=[40]))


def test_a_foreign_own_square_offers_nothing() -> None:
    """OCA-4: only one's own flock's square counts."""
    match = race(flock(17, own=25), flock(40, own=20))
    throw(match, "1+2")
    assert match.position() == then(match, flock(20, throws=1), flock(40))


@pytest.mark.parametrize(
    ("own", "dice"), [(10, "1+1"), (8, "1+3"), (7, "1+4"), (7, "2+3"), (4, "2+6"), (4, "4+4")]
)
def test_a_bearer_the_mill_sends_back_to_its_own_square_may_not_swap(own: int, dice: str) -> None:
    """OCA-4: never by the mill, OCA-10."""
    match = race(flock(own, own=own), flock(30))
    throw(match, dice)
    assert match.position() == then(match, flock(own, throws=1), flock(30))
    assert kinds(match, "OCA-10") == ["sent"]


@pytest.mark.parametrize(("own", "dice"), [(40, "1+1"), (38, "1+3"), (37, "2+3"), (30, "1+5"),
                                           (22, "4+6"), (60, "6+6")])  # fmt: skip
def test_a_bearer_the_labyrinth_sends_back_to_its_own_square_may_not_swap(
    own: int, dice: str
) -> None:
    """OCA-4: never by the labyrinth, OCA-15; the pledge for 42 is paid."""
    match = race(flock(own, own=own), flock(21))
    throw(match, dice)
    assert match.position() == then(match, flock(own, strays=[1], throws=1), flock(21))
    assert kinds(match, "OCA-15") == ["owes", "sent"]


@pytest.mark.parametrize("dice", ["3+6", "4+5"])
def test_gathering_offers_no_swap(dice: str) -> None:
    """OCA-4: never by OCA-19, from the own square neither."""
    match = race(flock(20, own=20), flock(40))
    throw(match, dice)
    assert match.position()["phase"] == "throw"
    assert match.position()["turn"] == 1


def test_a_swap_that_ends_on_own_squares_offers_no_other() -> None:
    """OCA-4: never by OCA-4, for neither of the two."""
    match = race(flock(17, own=20), flock(40, own=25), flock(25, own=40))
    throw(match, "1+2")
    decide(match, "swap 2")
    assert match.position() == then(match, flock(40, throws=1), flock(20), flock(25))
    assert decisions(match) == {}


def test_a_bearer_that_covers_offers_no_swap() -> None:
    """OCA-4: never by OCA-24, which comes after the decision."""
    match = race(flock(4, own=17, home=0, strays=[20] * 9), flock(40))
    throw(match, "1+1")
    assert decisions(match) == {"1": ["stay", "swap 2"]}
    decide(match, "stay")
    assert match.position() == then(
        match, flock(1, strays=[22] * 9, throws=1, spent=True), flock(40)
    )


def test_a_decision_can_be_taken_up_from_a_written_position() -> None:
    """OCA-4: with the dice and what the bearer owes; no throw need lead there."""
    match = race(flock(20, strays=[IN_THE_WELL, 4], own=20, throws=1), flock(40), flock(),
                 dice=[1, 1], owed=2)  # fmt: skip
    assert match.legal() == {"1": ["stay", "swap 2"]}
    decide(match, "swap 2")
    # the stray crosses the bridge and owes a third pledge
    assert match.position() == then(
        match, flock(40, strays=[IN_THE_WELL, 17, 1, 1, 1], throws=1), flock(20), flock()
    )


def test_bearers_exchange_what_they_have_to_miss() -> None:
    """OCA-R4: squares and `held` change hands."""
    match = race(flock(17, own=20), flock(52, 2))
    throw(match, "1+2")
    decide(match, "swap 2")
    assert match.position() == then(match, flock(52, 2, throws=1), flock(20))


@pytest.mark.parametrize("square", [1, 2, 3, 19, 23, 26, 31, 52, 53, 59])
def test_no_square_acts_on_those_who_swap(square: int) -> None:
    """OCA-R4: no pledge, leap, walk or wait comes of a swap."""
    match = race(flock(17, own=20), flock(square), flock(10))
    throw(match, "1+2")
    decide(match, "swap 2")
    assert match.position() == then(match, flock(square, throws=1), flock(20), flock(10))


def test_a_bearer_can_swap_itself_into_the_well() -> None:
    """OCA-R4: it is held there without a pledge, and the other walks from 20."""
    match = race(flock(17, own=20), flock(*IN_THE_WELL))
    throw(match, "1+2")
    decide(match, "swap 2")
    assert match.position() == then(match, flock(*IN_THE_WELL, throws=1), flock(20))
    throw(match, "1+1", "1+1")
    assert match.position() == then(match, flock(*IN_THE_WELL, throws=2), flock(22, throws=1))


def test_a_swap_is_no_falling_into_the_well() -> None:
    """OCA-R4: who takes the place of a free bearer on 31 frees nobody there."""
    match = race(flock(17, own=20, strays=[IN_THE_WELL]), flock(31))
    throw(match, "1+2")
    decide(match, "swap 2")
    assert match.position() == then(match, flock(31, strays=[IN_THE_WELL], throws=1), flock(20))
    assert kinds(match, "OCA-13") == ["waits"]
