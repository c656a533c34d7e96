"""Geese, dice squares and leapfrog: OCA-5 to OCA-8a, OCA-R1 and OCA-R2."""

from typing import Any

import pytest

from periplo.games.oca import GAME
from periplo.games.oca.tests.scenarios import (
    GARDEN,
    GEESE,
    IN_THE_WELL,
    NEVER_RESTED_ON,
    START,
    THROWS,
    WELL,
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

# ---- geese


@pytest.mark.parametrize(
    ("start", "dice", "end"),
    [
        (1, "1+3", 13),  # 5 9 13
        (10, "2+2", 22),  # 14 18 22
        (8, "2+4", 20),  # 14 20
        (13, "2+3", 28),  # 18 23 28
        (22, "1+4", 37),  # 27 32 37
        (40, "1+4", 55),  # 45 50 55
        (46, "1+3", 1),  # 50 54 58, the tomb
        (18, "1+1", 20),  # the goose it stands on does not act again
        (49, "1+4", 62),  # 54 59 64, walked back
        (62, "2+3", 49),  # 67 is 59, then 54, then 49
        (51, "2+6", 51),  # 59, then 67 which is 59 again, then 51
        (61, "2+4", 53),  # 67 is 59, then 53
        (57, "4+6", 49),  # 67 is 59, then 49
        (55, "6+6", 47),  # 67 is 59, then 47
        (61, "5+6", 43),  # 72 is 54, then 43
        (62, "5+5", 44),  # 72 is 54, then 44
    ],
)
def test_on_a_goose_the_piece_walks_the_total_again(start: int, dice: str, end: int) -> None:
    """OCA-5: and goes on backwards once it has turned back; strays walk the same way."""
    match = race(flock(start), flock())
    throw(match, dice)
    assert match.position() == then(match, flock(end, throws=1), flock())
    match = race(flock(52, 2, strays=[start]), flock())
    throw(match, dice)
    assert (end, 0) in strays(match)


def test_a_goose_can_lead_to_the_inn_the_prison_and_the_tower() -> None:
    """OCA-5: where the walk ends the square acts: 9 14 19; 59 52; 59 48."""
    match = race(flock(4), flock())
    throw(match, "1+4")
    assert match.position() == then(match, flock(19, 1, strays=[1], throws=1), flock())
    match = race(flock(60), flock())
    throw(match, "3+4")
    assert match.position() == then(match, flock(52, 2, strays=[1], throws=1), flock())
    match = race(flock(56), flock())
    throw(match, "5+6")
    assert match.position() == then(match, flock(51, strays=[1, 1], throws=1), flock())


def walk(start: int, total: int) -> tuple[int, int, int, int]:
    """By the rules, with nobody to leap over: where, `held`, pledges, and geese met."""
    at, step, geese = start, total, 0
    before = start
    while True:
        before, at = at, at + step
        if at > GARDEN:
            at, step = GARDEN - (at - GARDEN), -step
        if at not in GEESE or geese == 3:
            break
        geese += 1
    sent = {6: 17, 12: before, 15: 10, 39: 34, 42: start, 48: 51, 58: 1}
    held = {19: 1, WELL: -1, 52: 2}
    pledges = {2: 3, 6: 1, 15: 1, 19: 1, WELL: 1, 39: 1, 42: 1, 48: 2, 52: 1}
    return sent.get(at, at), held.get(at, 0), pledges.get(at, 0), geese


def test_every_walk_from_every_square_ends_where_the_rules_say() -> None:
    """OCA-5: all squares and throws; the third repetition is the last, and none needs it."""
    most = 0
    for start in sorted(set(range(GARDEN)) - set(NEVER_RESTED_ON)):
        for dice in THROWS:
            total = int(dice[0]) + int(dice[2])
            if total == 9:
                continue
            at, held, pledges, geese = walk(start, total)
            match = race(flock(start, throws=3, own=4 if start != 4 else 7), flock())
            throw(match, dice)
            assert bearer(match) == (at, held), (start, dice)
            # those who are called out to the square of the bearer come home again
            paid = pledges if at not in (1, GARDEN) else 0
            assert strays(match) == [(1, 0)] * paid, (start, dice)
            assert match.state.over() == (at == GARDEN)
            most = max(most, geese)
    assert most == 2


def test_the_geese_stand_where_the_classic_board_has_them() -> None:
    """OCA-R1: walks go on from these squares and from no other."""
    met = set()
    for start in sorted(set(range(GARDEN)) - set(NEVER_RESTED_ON)):
        for dice in THROWS:
            match = race(flock(start), flock())
            throw(match, dice)
            met |= {event["from"] for event in events(match, "walked") if event["rule"] == "OCA-5"}
    assert tuple(sorted(met)) == GEESE
    assert tuple(GAME.board()["geese"]) == GEESE


# ---- the dice squares


@pytest.mark.parametrize("start", [START, 22, 30, 62])
@pytest.mark.parametrize(("dice", "end"), [("3+6", 26), ("6+3", 26), ("4+5", 53), ("5+4", 53)])
def test_3_and_6_go_to_26_and_4_and_5_to_53(start: int, dice: str, end: int) -> None:
    """OCA-6: at any time in the game, also where a walk would meet a square that acts."""
    match = race(flock(start, throws=7), flock(30))
    throw(match, dice)
    assert match.position() == then(match, flock(end, throws=8), flock(30))
    assert kinds(match, "OCA-6") == ["gathered"]


@pytest.mark.parametrize(("start", "end"), [(20, 26), (47, 53)])
def test_nothing_happens_to_who_walks_to_a_dice_square(start: int, end: int) -> None:
    """OCA-6: 26 and 53 do nothing else."""
    match = race(flock(start, strays=[4]), flock(30))
    throw(match, "1+5")
    assert match.position() == then(match, flock(end, strays=[10], throws=1), flock(30))


def test_square_2_asks_three_pledges() -> None:
    """OCA-7: the examples of the rules: home 11, 1+1 from START: three strays, home 8."""
    match = race(flock(home=11), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(2, strays=[1, 1, 1], home=8, throws=1), flock())
    assert events(match, "owes") == [
        {"rule": "OCA-7", "kind": "owes", "seat": 0, "piece": "bearer", "at": 2, "pledges": 3}
    ]
    assert kinds(match, "OCA-24") == ["called"] * 3


# ---- leapfrog


@pytest.mark.parametrize("rival", [START, 1, 2, 3])
def test_with_nobody_ahead_a_piece_stays_on_3(rival: int) -> None:
    """OCA-8: competitors are looked for on 4 to 62."""
    match = race(flock(), flock(rival))
    throw(match, "1+2")
    assert match.position() == then(match, flock(3, throws=1), flock(rival))
    assert kinds(match, "OCA-8") == ["no_leap"]


def test_a_piece_leaps_over_the_nearest_competitor() -> None:
    """OCA-8: to the square just past it."""
    match = race(flock(), flock(30), flock(2), flock(24), flock(45))
    throw(match, "1+2")
    assert match.position() == then(
        match, flock(25, throws=1), flock(30), flock(2), flock(24), flock(45)
    )
    assert kinds(match, "OCA-8") == ["leapt"]


@pytest.mark.parametrize(
    ("rival", "end", "held", "owed"),
    [
        (4, 8, 0, 0),  # a goose walks the throw's total on
        (5, 17, 0, 1),  # the bridge
        (8, 9, 0, 0),  # a goose to the mill, which sends it back to the goose
        (13, 17, 0, 0),  # a goose
        (14, 10, 0, 1),  # the bird
        (18, 19, 1, 1),  # the inn
        (25, 26, 0, 0),  # a dice square
        (30, 31, -1, 1),  # the well
        (31, 35, 0, 0),  # a goose
        (38, 34, 0, 1),  # the stairs
        (41, START, 0, 1),  # the labyrinth sends it back to where the throw began
        (47, 51, 0, 2),  # the tower
        (51, 52, 2, 1),  # the prison
        (53, 57, 0, 0),  # a goose
        (57, 1, 0, 0),  # the tomb
        (61, 62, 0, 0),
    ],
)
def test_a_leaper_meets_the_square_it_lands_on(rival: int, end: int, held: int, owed: int) -> None:
    """OCA-8: that square acts normally."""
    match = race(flock(), flock(rival))
    throw(match, "1+2")
    assert match.position() == then(
        match, flock(end, held, strays=[1] * owed, throws=1), flock(rival)
    )
    assert kinds(match, "OCA-8") == ["leapt"]


def test_a_leap_from_1_walks_the_smaller_total_on() -> None:
    """OCA-8: 1 and 1+1 comes to 3 too, leaps over 4 to the goose on 5 and walks 2."""
    match = race(flock(1), flock(4))
    throw(match, "1+1")
    assert match.position() == then(match, flock(7, throws=1), flock(4))


def test_a_leap_into_the_labyrinth_goes_back_to_1_where_the_throw_began() -> None:
    """OCA-8: the person pledged for 42 then meets the bearer on 1 and goes home."""
    match = race(flock(1), flock(41))
    throw(match, "1+1")
    assert match.position() == then(match, flock(1, home=11, throws=1), flock(41))
    assert kinds(match, "OCA-15") == ["owes", "sent"]
    assert kinds(match, "OCA-22") == ["reunited"]


def test_nobody_leaps_over_their_own_flock() -> None:
    """OCA-8: a stray on 3 does not leap over its own bearer or another stray."""
    for leapfrog in ("bearers", "pieces"):
        match = race(flock(20, strays=[43, 1]), flock(), leapfrog=leapfrog)
        throw(match, "1+1")
        # 43 walks over the goose on 45 to 47
        assert match.position() == then(match, flock(22, strays=[47, 3], throws=1), flock())


def test_a_stray_leaps_over_the_bearers_of_others() -> None:
    """OCA-8: strays walk like bearers."""
    match = race(flock(20, strays=[1]), flock(36))
    throw(match, "1+1")
    assert match.position() == then(match, flock(22, strays=[37], throws=1), flock(36))


@pytest.mark.parametrize(("answer", "own", "other", "stray"), [("stay", 20, 40, 43),
                                                               ("swap 2", 40, 20, 21)])  # fmt: skip
def test_a_leaper_looks_where_competitors_stand_at_that_moment(
    answer: str, own: int, other: int, stray: int
) -> None:
    """OCA-8: after a swap the rival is nearer: 21 rather than 41, a goose, and on to 43."""
    match = race(flock(18, strays=[1], own=20), flock(40))
    throw(match, "1+1")
    decide(match, answer)
    assert match.position() == then(match, flock(own, strays=[stray], throws=1), flock(other))


def test_strays_of_others_are_no_competitors_unless_the_table_says_so() -> None:
    """OCA-R2: `leapfrog` is "bearers", or "pieces"."""
    choices: tuple[dict[str, Any], ...] = ({}, {"leapfrog": "bearers"})
    for options in choices:
        match = race(flock(), flock(30, strays=[20]), **options)
        throw(match, "1+2")
        assert bearer(match) == IN_THE_WELL  # over 30
    match = race(flock(), flock(30, strays=[35, 20, 3, 1]), leapfrog="pieces")
    throw(match, "1+2")
    assert match.position() == then(match, flock(21, throws=1), flock(30, strays=[35, 20, 3, 1]))


def test_among_pieces_a_bearer_may_be_the_nearest() -> None:
    """OCA-R2: all pieces of the others, bearers too."""
    match = race(flock(), flock(30, strays=[40]), flock(16, strays=[34]), leapfrog="pieces")
    throw(match, "1+2")
    assert bearer(match) == (17, 0)


def test_strays_in_the_garden_are_out_of_the_way() -> None:
    """OCA-R2: nobody leaps over a piece on 63."""
    match = race(flock(), flock(strays=[63, 2]), leapfrog="pieces")
    throw(match, "1+2")
    assert match.position() == then(match, flock(3, throws=1), flock(strays=[63, 2]))


def test_the_mill_sends_a_leaper_back_to_the_horse() -> None:
    """OCA-8a: over 11 to 12, back to 3, and there is nobody to leap back over."""
    match = race(flock(), flock(11))
    throw(match, "1+2")
    assert match.position() == then(match, flock(3, throws=1), flock(11))
    assert kinds(match, "OCA-8") == ["leapt"]
    assert kinds(match, "OCA-8a") == ["sent"]
    assert kinds(match, "OCA-10") == []


def test_a_leaper_sent_back_leaps_over_1_to_start() -> None:
    """OCA-8a: the examples of the rules: a rival on 11 and rivals on 1."""
    match = race(flock(), flock(11), flock(1), flock(1))
    throw(match, "1+2")
    assert match.position() == then(match, flock(throws=1), flock(11), flock(1), flock(1))
    assert kinds(match, "OCA-8a") == ["sent"]


def test_a_leaper_sent_back_leaps_over_2_to_1() -> None:
    """OCA-8a: only where nobody is on 1."""
    match = race(flock(), flock(2), flock(11))
    throw(match, "1+2")
    assert match.position() == then(match, flock(1, throws=1), flock(2), flock(11))


def test_a_competitor_on_1_goes_before_one_on_2() -> None:
    """OCA-8a: 2 counts only otherwise."""
    match = race(flock(), flock(2), flock(11), flock(1))
    throw(match, "1+2")
    assert match.position() == then(match, flock(throws=1), flock(2), flock(11), flock(1))


def test_only_a_leap_over_11_meets_the_mill_so() -> None:
    """OCA-8a: a nearer rival decides, and one farther than 11 leads past the mill."""
    match = race(flock(), flock(11), flock(10), flock(1))
    throw(match, "1+2")
    assert bearer(match) == (11, 0)
    match = race(flock(), flock(13), flock(1))
    throw(match, "1+2")
    assert bearer(match) == (17, 0)


def test_a_stray_that_leaps_to_the_mill_is_sent_back_too() -> None:
    """OCA-8a: to START, and it is still astray there."""
    match = race(flock(20, strays=[1]), flock(11), flock(1))
    throw(match, "1+1")
    assert match.position() == then(match, flock(22, strays=[START], throws=1), flock(11), flock(1))


def test_ones_own_pieces_are_nothing_to_leap_back_over() -> None:
    """OCA-8a: competitors only, as in the leap forward."""
    match = race(flock(1, strays=[2, 1]), flock(11), leapfrog="pieces")
    throw(match, "1+1")
    # bearer and stray both end on 3 and meet there; the other stray walks from 2 to 4
    assert match.position() == then(match, flock(3, strays=[4], throws=1), flock(11))


@pytest.mark.parametrize(
    ("rivals", "leapfrog", "end"),
    [([11, 1], "pieces", START), ([11, 2], "pieces", 1), ([11, 3], "pieces", 3),
     ([1], "bearers", 3), ([2], "bearers", 3)],
)  # fmt: skip
def test_strays_count_backwards_as_the_table_has_it(
    rivals: list[int], leapfrog: str, end: int
) -> None:
    """OCA-8a: OCA-R2 decides who is a competitor."""
    other = flock(START if 11 in rivals else 11, strays=rivals)
    match = race(flock(), other, leapfrog=leapfrog)
    throw(match, "1+2")
    assert match.position() == then(match, flock(end, throws=1), other)
    assert kinds(match, "OCA-8a") == ["sent"]


# ---- walks that are known beforehand


@pytest.mark.parametrize("start", [at for at in range(GARDEN) if at not in NEVER_RESTED_ON])
def test_every_walk_ends_alike_whether_somebody_listens_or_not(start: int) -> None:
    """[OCA-3] [OCA-5]: `throw` plays with events, where each step is walked, and without."""
    for dice in THROWS:
        for rival in (11, 40):
            match = race(flock(start, strays=sorted([start, 1], reverse=True)), flock(rival))
            throw(match, dice)
