"""The squares that act: OCA-9 to OCA-18."""

import pytest

from periplo.games.oca.tests.scenarios import (
    IN_THE_WELL,
    START,
    THROWS,
    bearer,
    decide,
    events,
    flock,
    kinds,
    race,
    strays,
    then,
    throw,
)

# ---- the squares that act


def test_the_bridge_asks_one_and_leads_to_17() -> None:
    """OCA-9: the examples of the rules: 4 and 1+1."""
    match = race(flock(4), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(17, strays=[1], home=10, throws=1), flock())
    assert kinds(match, "OCA-9") == ["owes", "sent"]
    assert kinds(match, "OCA-24") == ["called"]


@pytest.mark.parametrize(
    ("start", "dice"),
    [(START, "6+6"), (1, "5+6"), (2, "4+6"), (2, "5+5"), (4, "2+6"), (5, "3+4"), (7, "1+4"),
     (8, "2+2"), (9, "1+2"), (10, "1+1")],
)  # fmt: skip
def test_the_mill_sends_a_piece_back_to_a_square_that_does_not_act(start: int, dice: str) -> None:
    """OCA-10: no pledge on 2, no walk from the geese on 5 and 9."""
    match = race(flock(start), flock(40))
    throw(match, dice)
    assert match.position() == then(match, flock(start, throws=1), flock(40))
    assert kinds(match, "OCA-10") == ["sent"]


def test_the_mill_sends_a_stray_back_too() -> None:
    """OCA-10: a stray on 2 that throws 10 stays on 2 and owes nothing."""
    match = race(flock(20, strays=[2]), flock())
    throw(match, "4+6")
    assert match.position() == then(match, flock(30, strays=[2], throws=1), flock())


def test_the_mill_sends_a_piece_back_to_the_goose_before_it() -> None:
    """OCA-10: the stop just before it, not the square the throw began on."""
    match = race(flock(20, strays=[START]), flock(8))
    throw(match, "1+2")
    # the bearer walks over the goose on 23 to 26; the stray leaps to 9, walks to 12, back to 9
    assert match.position() == then(match, flock(26, strays=[9], throws=1), flock(8))
    assert kinds(match, "OCA-10") == ["sent"]
    assert kinds(match, "OCA-8a") == []


def test_the_bird_asks_one_and_leads_to_10() -> None:
    """OCA-11: from 13 by 1+1."""
    match = race(flock(13), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(10, strays=[1], throws=1), flock())
    assert kinds(match, "OCA-11") == ["owes", "sent"]


def test_the_inn_asks_one_and_keeps_the_piece_for_a_throw() -> None:
    """OCA-12: it misses the next throw and walks with the one after."""
    match = race(flock(17), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(19, 1, strays=[1], throws=1), flock())
    assert kinds(match, "OCA-12") == ["owes", "held"]
    throw(match, "1+3", "1+2")
    assert bearer(match) == (19, 0)
    throw(match, "1+3", "1+2")
    assert bearer(match) == (22, 0)


@pytest.mark.parametrize("dice", ["1+4", "2+3", "1+6", "2+5", "3+4"])
def test_no_throw_frees_from_the_inn(dice: str) -> None:
    """OCA-12: 5 and 7 free from the well and the prison only."""
    match = race(flock(19, 1), flock())
    throw(match, dice)
    assert match.position() == then(match, flock(19, throws=1), flock())
    assert kinds(match, "OCA-20") == ["missed"]


# ---- the well


def test_who_falls_into_the_well_owes_one_and_is_held() -> None:
    """OCA-13: from 29 by 1+1."""
    match = race(flock(29), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(*IN_THE_WELL, strays=[1], throws=1), flock())
    assert kinds(match, "OCA-13") == ["owes", "held"]


@pytest.mark.parametrize("dice", [d for d in THROWS if int(d[0]) + int(d[2]) not in (5, 7)])
def test_the_well_holds_whatever_is_thrown_but_5_or_7(dice: str) -> None:
    """OCA-13: bearer and stray alike, 3+6 and 4+5 included."""
    match = race(flock(*IN_THE_WELL), flock())
    throw(match, dice)
    assert match.position() == then(match, flock(*IN_THE_WELL, throws=1), flock())
    match = race(flock(10, own=60, strays=[IN_THE_WELL]), flock())
    throw(match, dice)
    assert IN_THE_WELL in strays(match)


@pytest.mark.parametrize(
    ("dice", "end"), [("1+4", 46), ("2+3", 46), ("1+6", 38), ("2+5", 38), ("3+4", 38)]
)
def test_5_or_7_leads_out_of_the_well(dice: str, end: int) -> None:
    """OCA-13: the examples of the rules: 2+3 walks to 36, 41 and 46."""
    match = race(flock(*IN_THE_WELL), flock())
    throw(match, dice)
    assert match.position() == then(match, flock(end, throws=1), flock())
    assert kinds(match, "OCA-13") == ["climbed_out"]
    match = race(flock(20, strays=[IN_THE_WELL]), flock())
    throw(match, dice)
    assert strays(match) == [(end, 0)]


def test_a_newcomer_frees_the_bearer_of_another_flock() -> None:
    """OCA-13: it walks from its flock's next throw on; the newcomer stays."""
    match = race(flock(*IN_THE_WELL), flock(29), turn=1)
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(31), flock(*IN_THE_WELL, strays=[1], throws=1), turn=0
    )
    assert kinds(match, "OCA-13") == ["released", "owes", "held"]
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(33, throws=1), flock(*IN_THE_WELL, strays=[1], throws=1)
    )


def test_a_newcomer_frees_the_stray_of_another_flock() -> None:
    """OCA-13: any piece of any flock."""
    match = race(flock(20, strays=[IN_THE_WELL, 4]), flock(40, strays=[29]), turn=1)
    throw(match, "1+1")
    # the second bearer meets the labyrinth and goes back to 40
    assert match.position() == then(
        match,
        flock(20, strays=[31, 4]),
        flock(40, strays=[IN_THE_WELL, 1, 1], throws=1),
        turn=0,
    )
    (released,) = events(match, "released")
    assert (released["seat"], released["piece"], released["held"]) == (0, "stray", 0)


def test_a_bearer_frees_its_own_stray_which_waits_for_the_next_throw() -> None:
    """OCA-13: it was held when the dice fell and the throw was neither 5 nor 7."""
    match = race(flock(29, strays=[IN_THE_WELL]), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(*IN_THE_WELL, strays=[31, 1], throws=1), flock())
    throw(match, "1+1", "1+1")
    assert bearer(match) == IN_THE_WELL
    assert strays(match) == [(33, 0), (3, 0)]


@pytest.mark.parametrize(("start", "dice", "stray"), [(26, "2+3", 46), (24, "3+4", 38)])
def test_a_bearer_frees_its_own_stray_which_walks_at_once_on_5_or_7(
    start: int, dice: str, stray: int
) -> None:
    """OCA-13: 5 or 7 is walked even by whom the newcomer has freed."""
    match = race(flock(start, strays=[IN_THE_WELL]), flock())
    throw(match, dice)
    assert match.position() == then(
        match, flock(*IN_THE_WELL, strays=[stray, 1], throws=1), flock()
    )


def test_a_stray_frees_its_own_bearer_which_waits_for_the_next_throw() -> None:
    """OCA-13: the bearer had its turn before the stray fell in."""
    match = race(flock(*IN_THE_WELL, strays=[29]), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(31, strays=[IN_THE_WELL, 1], throws=1), flock())
    assert kinds(match, "OCA-13") == ["waits", "released", "owes", "held"]
    throw(match, "1+1", "1+1")
    assert bearer(match) == (33, 0)


def test_on_7_the_bearer_climbs_out_before_its_stray_falls_in() -> None:
    """OCA-13: nobody is left to be freed."""
    match = race(flock(*IN_THE_WELL, strays=[24]), flock())
    throw(match, "3+4")
    assert match.position() == then(match, flock(38, strays=[IN_THE_WELL, 1], throws=1), flock())
    assert kinds(match, "OCA-13") == ["climbed_out", "owes", "held"]


def test_of_two_strays_that_fall_in_together_the_second_stays() -> None:
    """OCA-13: each owes, the first is freed by the second."""
    match = race(flock(20, strays=[29, 29]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(22, strays=[31, IN_THE_WELL, 1, 1], throws=1), flock()
    )


def test_a_stray_freed_by_one_that_comes_behind_walks_with_the_next_throw() -> None:
    """OCA-13: it had waited already when the other fell in."""
    match = race(flock(20, strays=[IN_THE_WELL, 29]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(22, strays=[31, IN_THE_WELL, 1], throws=1), flock()
    )
    throw(match, "1+1", "1+1")
    assert strays(match) == [(33, 0), IN_THE_WELL, (3, 0)]


def test_a_free_piece_on_31_walks_like_any_other() -> None:
    """OCA-13: only `held` holds; the one held beside it stays."""
    match = race(flock(31, strays=[31, IN_THE_WELL]), flock())
    throw(match, "1+1")
    # bearer and free stray come to 33 together, where they meet
    assert match.position() == then(match, flock(33, strays=[IN_THE_WELL], throws=1), flock())


def test_a_bearer_swapped_into_the_well_is_freed_by_its_own_stray() -> None:
    """OCA-13: the stray moves after the swap and is the newcomer."""
    match = race(flock(18, strays=[29], own=20), flock(*IN_THE_WELL))
    throw(match, "1+1")
    decide(match, "swap 2")
    assert match.position() == then(match, flock(31, strays=[IN_THE_WELL, 1], throws=1), flock(20))
    throw(match, "1+1", "1+1")
    assert bearer(match, 0) == (33, 0)
    assert bearer(match, 1) == (22, 0)


def test_a_bearer_swapped_into_the_well_has_walked_its_throw() -> None:
    """OCA-13: the throw of 7 that led it to its own square does not lead it out."""
    match = race(flock(13, own=20), flock(*IN_THE_WELL))
    throw(match, "3+4")
    decide(match, "swap 2")
    assert match.position() == then(match, flock(*IN_THE_WELL, throws=1), flock(20))


@pytest.mark.parametrize(
    ("start", "dice", "stray"), [(13, "3+4", (38, 0)), (17, "1+2", IN_THE_WELL)]
)
def test_after_a_decision_the_stray_in_the_well_walks_only_on_5_or_7(
    start: int, dice: str, stray: tuple[int, int]
) -> None:
    """OCA-13: the decision changes nothing for it."""
    match = race(flock(start, strays=[IN_THE_WELL], own=20), flock(40))
    throw(match, dice)
    decide(match, "stay")
    assert match.position() == then(match, flock(20, strays=[stray], throws=1), flock(40))


# ---- more squares that act


def test_the_stairs_ask_one_and_lead_to_34() -> None:
    """OCA-14: from 37 by 1+1."""
    match = race(flock(37), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(34, strays=[1], throws=1), flock())
    assert kinds(match, "OCA-14") == ["owes", "sent"]


@pytest.mark.parametrize(
    ("start", "dice"),
    [(40, "1+1"), (30, "1+5"), (22, "4+6"), (36, "2+4"), (34, "4+4"), (32, "5+5"), (60, "6+6")],
)
def test_the_labyrinth_sends_a_piece_back_to_where_its_throw_began(start: int, dice: str) -> None:
    """OCA-15: even after a goose; that square does not act, be it a goose, and 42 asks one."""
    match = race(flock(start), flock())
    throw(match, dice)
    assert match.position() == then(match, flock(start, strays=[1], throws=1), flock())
    assert kinds(match, "OCA-15") == ["owes", "sent"]


def test_a_stray_in_the_labyrinth_owes_and_goes_back_too() -> None:
    """OCA-15: from 30 over the goose on 36."""
    match = race(flock(20, strays=[30]), flock())
    throw(match, "1+5")
    assert match.position() == then(match, flock(26, strays=[30, 1], throws=1), flock())


def test_the_labyrinth_sends_a_free_piece_back_to_31_where_it_frees_nobody() -> None:
    """OCA-15: it ends there free, and owes for 42 alone."""
    match = race(flock(31), flock(*IN_THE_WELL))
    throw(match, "5+6")
    assert match.position() == then(match, flock(31, strays=[1], throws=1), flock(*IN_THE_WELL))
    assert kinds(match, "OCA-13") == []


def test_a_stray_sent_back_to_31_leaves_its_own_flock_in_the_well() -> None:
    """OCA-15: the stray held beside it stays held."""
    match = race(flock(20, own=60, strays=[31, IN_THE_WELL]), flock())
    throw(match, "5+6")
    # the bearer itself falls in and frees the stray that was held, which waits
    assert match.position() == then(
        match, flock(*IN_THE_WELL, strays=[31, 31, 1, 1], throws=1), flock()
    )
    match = race(flock(40, strays=[31, IN_THE_WELL]), flock())
    throw(match, "5+6")
    assert match.position() == then(
        match, flock(51, strays=[31, IN_THE_WELL, 1], throws=1), flock()
    )


def test_the_tower_asks_two_and_leads_to_51() -> None:
    """OCA-16: from 46 by 1+1."""
    match = race(flock(46), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(51, strays=[1, 1], throws=1), flock())
    assert kinds(match, "OCA-16") == ["owes", "sent"]


@pytest.mark.parametrize(("start", "dice"), [(44, "4+4"), (47, "1+4")])
def test_the_prison_asks_one_and_holds_for_two_throws(start: int, dice: str) -> None:
    """OCA-17: even when a throw of 5 led there."""
    match = race(flock(start), flock())
    throw(match, dice)
    assert match.position() == then(match, flock(52, 2, strays=[1], throws=1), flock())
    assert kinds(match, "OCA-17") == ["owes", "held"]


def test_a_prisoner_misses_two_throws_and_walks_with_the_third() -> None:
    """OCA-17: unless a throw frees it."""
    match = race(flock(52, 2), flock())
    seen = []
    for dice in ("1+3", "6+6", "1+3"):
        throw(match, dice)
        seen.append(bearer(match))
        throw(match, "1+3")
    assert seen == [(52, 1), (52, 0), (56, 0)]


@pytest.mark.parametrize("held", [1, 2])
@pytest.mark.parametrize(("dice", "end"), [("1+4", 57), ("2+3", 57), ("1+6", 60), ("3+4", 60)])
def test_5_or_7_frees_from_prison_at_once_and_is_walked(held: int, dice: str, end: int) -> None:
    """OCA-17: 5 walks to 57; 7 walks over the goose on 59 and back to 60."""
    match = race(flock(52, held), flock())
    throw(match, dice)
    assert match.position() == then(match, flock(end, throws=1), flock())
    assert kinds(match, "OCA-17") == ["climbed_out"]
    match = race(flock(1, strays=[(52, held)], own=4), flock())
    throw(match, dice)
    assert strays(match)[0] == (end, 0)


def test_the_tomb_leads_to_1_and_asks_nothing() -> None:
    """OCA-18: from 56 by 1+1, a stray too."""
    match = race(flock(56), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(1, throws=1), flock())
    assert kinds(match, "OCA-18") == ["sent"]
    match = race(flock(20, strays=[56]), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(22, strays=[1], throws=1), flock())
