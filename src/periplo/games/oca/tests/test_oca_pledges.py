"""Pledges, scores and the order of a throw: OCA-23 to OCA-26, OCA-R3, OCA-R5 and OCA-R6."""

import ast
import tomllib
from pathlib import Path

import pytest

from periplo.core.errors import BadPosition
from periplo.games.oca import GAME
from periplo.games.oca.tests.scenarios import (
    IN_THE_WELL,
    START,
    decide,
    events,
    flock,
    kinds,
    race,
    strays,
    then,
    throw,
)

# ---- pledges


def test_two_strays_that_enter_a_pledge_square_owe_twice() -> None:
    """OCA-23: each piece owes for itself."""
    match = race(flock(30, strays=[17, 17]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(34, strays=[(19, 1), (19, 1), 1, 1], home=7, throws=1), flock()
    )
    assert [event["stray"] for event in events(match, "called")] == [2, 3]


def test_bearer_and_strays_owe_together() -> None:
    """OCA-23: two for the tower, one for the bridge, three for square 2."""
    match = race(flock(46, strays=[4, START]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(51, strays=[17, 2, 1, 1, 1, 1, 1, 1], home=3, throws=1), flock()
    )
    assert [(event["rule"], event["pledges"]) for event in events(match, "owes")] == [
        ("OCA-16", 2),
        ("OCA-9", 1),
        ("OCA-7", 3),
    ]


def test_who_is_called_out_walks_from_the_next_throw_on() -> None:
    """OCA-24: in the throw that calls it out it stays on 1."""
    match = race(flock(), flock())
    throw(match, "1+1")
    assert strays(match) == [(1, 0)] * 3
    throw(match, "1+3", "1+2")
    assert match.position()["flocks"][0]["bearer"] == 8  # 5 is a goose
    assert strays(match) == [(4, 0)] * 3


def test_the_last_people_at_home_pay_exactly() -> None:
    """OCA-24: home may end empty without anybody covering."""
    match = race(flock(home=3, strays=[20] * 6), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(2, strays=[22] * 6 + [1] * 3, home=0, throws=1), flock()
    )


def test_home_1_owes_3_and_the_bearer_covers_and_meets_who_was_called_out() -> None:
    """OCA-24: the case the clause describes; `spent` ends false."""
    match = race(flock(home=1, strays=[20] * 8), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(1, strays=[22] * 8, home=1, throws=1, spent=False), flock()
    )
    assert kinds(match, "OCA-24") == ["called", "covered"]
    assert kinds(match, "OCA-22") == ["reunited"]


def test_with_an_empty_home_the_bearer_covers_it_all() -> None:
    """OCA-24: one walk to 1 for all that is unpaid, and `spent` becomes true."""
    match = race(flock(home=0, strays=[20] * 9), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(1, strays=[22] * 9, home=0, throws=1, spent=True), flock()
    )
    (covered,) = events(match, "covered")
    assert (covered["piece"], covered["path"], covered["pledges"]) == ("bearer", [2, 1], 3)


@pytest.mark.parametrize("start", [17, 29, 50])
def test_a_bearer_that_covers_is_free_of_inn_well_and_prison(start: int) -> None:
    """OCA-24: the bearer goes to 1, free of anything; the well is empty again."""
    match = race(flock(start, home=0, strays=[21] * 9), flock(*IN_THE_WELL))
    throw(match, "1+1")
    rival = flock(31) if start == 29 else flock(*IN_THE_WELL)
    # 23 is a goose: the strays walk on to 25. From 50, a bearer on a goose walks to 52.
    assert match.position() == then(
        match, flock(1, strays=[25] * 9, home=0, throws=1, spent=True), rival
    )


def test_a_bearer_on_start_covers_by_going_to_1() -> None:
    """OCA-24: even forwards: the labyrinth sent the leaper back to START, owing one."""
    match = race(flock(home=0, strays=[20] * 9), flock(41))
    throw(match, "1+2")
    assert match.position() == then(
        match, flock(1, strays=[26] * 9, home=0, throws=1, spent=True), flock(41)
    )


def test_a_bearer_that_has_swapped_covers_from_where_it_is() -> None:
    """OCA-24: paying comes after the decision; the partner keeps the square it got."""
    match = race(flock(46, own=51, home=0, strays=[20] * 9), flock(30))
    throw(match, "1+1")
    decide(match, "swap 2")
    assert match.position() == then(
        match, flock(1, strays=[22] * 9, home=0, throws=1, spent=True), flock(51)
    )
    assert events(match, "covered")[0]["from"] == 30
    assert events(match, "covered")[0]["pledges"] == 2


def test_pledges_of_strays_are_covered_by_the_bearer_too() -> None:
    """OCA-24: the flock pays, whoever owes."""
    match = race(flock(20, home=0, strays=[34] * 7 + [17, 4]), flock())
    throw(match, "1+1")
    # 36 is a goose: seven walk on to 38
    assert match.position() == then(
        match,
        flock(1, strays=[38] * 7 + [(19, 1), 17], home=0, throws=1, spent=True),
        flock(),
    )


def test_a_covering_bearer_meets_a_stray_that_came_to_1_by_the_tomb() -> None:
    """OCA-24: so there is somebody at home, and `spent` ends false."""
    match = race(flock(home=0, strays=[56] + [20] * 8), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(1, strays=[22] * 8, home=1, throws=1, spent=False), flock()
    )


def test_a_spent_flock_sends_its_most_advanced_strays_back_to_1() -> None:
    """OCA-R6: one for each unpaid pledge; those on 63 are left in peace."""
    match = race(flock(home=0, spent=True, strays=[63, 63, 44, 44, 33, 20, 20, 20, 20]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match,
        flock(2, strays=[63, 63, 22, 22, 22, 22, 1, 1, 1], home=0, spent=True, throws=1),
        flock(),
    )
    assert [event["from"] for event in events(match, "sent")] == [46, 46, 35]
    assert kinds(match, "OCA-24") == ["sent"] * 3


def test_on_one_square_the_stray_with_more_to_miss_goes_back_first() -> None:
    """OCA-R6: highest square, then higher `held`, and it is free on 1."""
    match = race(flock(4, home=0, spent=True, strays=[63] * 6 + [(52, 2), (52, 1), 20]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(17, strays=[63] * 6 + [52, 22, 1], home=0, spent=True, throws=1), flock()
    )


def test_on_31_the_free_stray_goes_back_before_the_one_held() -> None:
    """OCA-R6: 0 is more than -1."""
    match = race(flock(20, home=0, spent=True, strays=[63] * 6 + [IN_THE_WELL, 29, 2]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match,
        flock(22, strays=[63] * 6 + [IN_THE_WELL, 4, 1], home=0, spent=True, throws=1),
        flock(),
    )


def test_a_prisoner_of_the_well_goes_back_when_nobody_is_farther() -> None:
    """OCA-R6: free, and the well is empty."""
    match = race(flock(4, home=0, spent=True, strays=[IN_THE_WELL] + [20] * 8), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(17, strays=[22] * 8 + [1], home=0, spent=True, throws=1), flock()
    )


def test_a_pledge_lapses_with_no_stray_to_send_back() -> None:
    """OCA-R6: strays on START, 1 and 63 cannot pay."""
    match = race(flock(START, home=0, spent=True, strays=[63] * 8 + [56]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(2, strays=[63] * 8 + [1], home=0, spent=True, throws=1), flock()
    )
    assert kinds(match, "OCA-24") == []
    match = race(flock(29, home=0, spent=True, strays=[63] * 8 + [1]), flock(11), flock(1))
    throw(match, "1+1")  # the stray ends on START, the bearer in the well
    assert match.position() == then(
        match,
        flock(*IN_THE_WELL, strays=[63] * 8 + [START], home=0, spent=True, throws=1),
        flock(11),
        flock(1),
    )


def test_one_pledge_is_paid_by_a_stray_and_the_others_lapse() -> None:
    """OCA-R6: who is sent back to 1 does not pay twice."""
    match = race(flock(home=0, spent=True, strays=[63] * 8 + [20]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(2, strays=[63] * 8 + [1], home=0, spent=True, throws=1), flock()
    )
    assert kinds(match, "OCA-24") == ["sent"]


def test_a_stray_on_2_and_one_on_62_can_pay() -> None:
    """OCA-R6: a square from 2 to 62, both included."""
    match = race(flock(4, home=0, spent=True, strays=[63] * 7 + [62, START]), flock())
    throw(match, "1+1")
    # 62 turns back to 62; the stray from START comes to 2 and owes three more
    assert match.position() == then(
        match, flock(17, strays=[63] * 7 + [1, 1], home=0, spent=True, throws=1), flock()
    )
    assert [event["from"] for event in events(match, "sent") if event["rule"] == "OCA-24"] == [
        62,
        2,
    ]


def test_a_spent_flock_with_people_at_home_pays_with_them_first() -> None:
    """OCA-R6: then with its strays; the one just called out does not pay again."""
    match = race(flock(home=1, spent=True, strays=[63] * 7 + [20]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(2, strays=[63] * 7 + [1, 1], home=0, spent=True, throws=1), flock()
    )
    assert kinds(match, "OCA-24") == ["called", "sent"]


def test_a_flock_with_somebody_at_home_can_cover_again() -> None:
    """OCA-24: `spent` becomes false at the end of its own throw, not of another's."""
    match = race(flock(20, home=9), flock(40, home=1, spent=True, strays=[30] * 8))
    throw(match, "1+3")
    assert match.position()["flocks"][1]["spent"] is True
    throw(match, "1+3")
    assert match.position()["flocks"][1]["spent"] is False


def test_a_meeting_lets_a_flock_cover_again() -> None:
    """OCA-24: after OCA-22 there is somebody at home."""
    match = race(flock(18, home=0, spent=True, strays=[63] * 8 + [16]), flock())
    throw(match, "1+1")
    # the bearer walks to 20, and so does the stray, over the goose on 18
    assert match.position() == then(
        match, flock(20, strays=[63] * 8, home=1, spent=False, throws=1), flock()
    )


def test_gathering_lets_a_flock_cover_again() -> None:
    """OCA-24: its strays are at home."""
    match = race(flock(40, home=0, spent=True, strays=[63] * 8 + [20]), flock())
    throw(match, "3+6")
    assert match.position() == then(
        match, flock(26, strays=[63] * 8, home=1, spent=False, throws=1), flock()
    )


def test_the_dice_fall_on_a_flock_with_nobody_at_home_and_nothing_owed() -> None:
    """OCA-24: without a pledge nobody covers, and `spent` stays as it was."""
    for spent in (False, True):
        match = race(flock(20, home=0, spent=spent, strays=[7] * 9), flock())
        throw(match, "1+3")
        assert match.position() == then(
            match, flock(24, strays=[11] * 9, home=0, spent=spent, throws=1), flock()
        )


# ---- scores and eggs


def test_a_score_counts_squares_eggs_and_strays() -> None:
    """OCA-25: at any time; strays on 63 cost nothing."""
    match = race(flock(20, strays=[63, 62, START], eggs=2), flock(1), flock())
    assert match.state.scores() == [3 * 20 + 2 * 189 - 2 * 9, 3, 0]
    assert match.state.winners() == []


def test_the_winner_wins_whatever_the_scores() -> None:
    """OCA-25: scores rank the others."""
    match = race(flock(60, strays=[5] * 9, throws=3), flock(62, strays=[63], eggs=9), flock(30))
    throw(match, "1+2")
    assert match.state.scores() == [63 * 3 - 9 * 9 + 189, 62 * 3 + 9 * 189, 30 * 3]
    assert match.state.winners() == [0]


def test_eggs_of_golden_races_are_scored_in_the_next() -> None:
    """OCA-25: two eggs are worth 378, and the win of a golden race nothing more."""
    match = race(flock(60), flock(20))
    throw(match, "1+2")
    assert match.state.scores() == [378, 0]


def test_the_table_may_set_its_own_points() -> None:
    """OCA-R3: a missing key takes its default, and points need not be whole."""
    flocks = flock(20, strays=[63, 30], throws=3), flock(60, throws=3)
    points = {"square": 0.5, "stray": 1}
    match = race(*flocks, turn=1, points=points)
    assert match.state.scores() == [10 + 189 + 1, 30]
    throw(match, "1+2")
    assert match.state.scores() == [10 + 189 + 1, 31.5 + 189]
    match = race(*flocks, turn=1, points={"win": -1, "egg": 2.25})
    throw(match, "1+2")
    assert match.state.scores() == [60 + 2.25 - 9, 189 - 1]


@pytest.mark.parametrize(("start", "dice"), [(60, "1+2"), (55, "1+3"), (51, "6+6")])
def test_a_stray_exactly_on_63_wins_an_egg_and_stays_there(start: int, dice: str) -> None:
    """OCA-25b: it does not win the race, and the next throws leave it."""
    match = race(flock(20, strays=[start], throws=9), flock())
    throw(match, dice)
    moved = match.position()["flocks"][0]
    assert (moved["strays"][0], moved["eggs"]) == ({"at": 63, "held": 0}, 1)
    assert match.position()["winner"] is None
    assert kinds(match, "OCA-25b") == ["egg"]
    throw(match, "1+3", "1+3")
    assert strays(match)[0] == (63, 0)
    assert match.position()["flocks"][0]["eggs"] == 1


def test_a_stray_beyond_63_wins_no_egg() -> None:
    """OCA-25b: it must arrive exactly."""
    match = race(flock(20, strays=[62]), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(22, strays=[62], eggs=0, throws=1), flock())


def test_a_stray_that_leaps_over_62_wins_an_egg() -> None:
    """OCA-25b: two of them win two, beside the eggs that were there."""
    match = race(flock(20, strays=[1, 1], eggs=5), flock(62))
    throw(match, "1+1")
    assert match.position() == then(match, flock(22, strays=[63, 63], eggs=7, throws=1), flock(62))


# ---- what is kept outside


def test_a_judged_throw_is_two_dice_and_nothing_else() -> None:
    """OCA-26: throwers, repeats, penalties and rulings have no place in the position."""
    match = race(flock(20), flock(30))
    assert set(match.position()) == {
        "race", "turn", "phase", "dice", "owed", "winner", "flocks"
    }  # fmt: skip
    for key in ("penalties", "judge", "repeats", "council"):
        with pytest.raises(BadPosition, match=key):
            GAME.load({**match.position(), key: 0}, match.record.options)
    for _ in range(30):  # the same throw may come any number of times
        throw(match, "1+1")
    assert match.record.actions == ["1+1"] * 30


# ---- the order of a throw


def test_the_bearer_moves_first_and_then_strays_from_the_most_advanced_back() -> None:
    """OCA-R5: then paying, then the next seat."""
    match = race(flock(10, strays=[27, 23, 19]), flock())
    throw(match, "1+3")
    firsts = [
        (event["piece"], event["from"])
        for event in events(match, "walked")
        if event["rule"] == "OCA-1"
    ]
    assert firsts == [("bearer", 10), ("stray", 27), ("stray", 23), ("stray", 19)]
    # they all fall into the well, one after the other, and the last one is held
    assert match.position() == then(
        match, flock(22, strays=[31, 31, IN_THE_WELL, 1, 1, 1], throws=1), flock()
    )
    assert match.events[-1][-1]["kind"] == "called"


def test_strays_are_written_from_the_most_advanced_back() -> None:
    """OCA-R5: geese may carry the one behind past the one before."""
    match = race(flock(10, strays=[22, 19, 19]), flock())
    throw(match, "1+3")
    # 19 walks by 23 and 27 to 31, past the one that comes to 26
    assert match.position() == then(
        match, flock(22, strays=[31, IN_THE_WELL, 26, 1, 1], throws=1), flock()
    )


# ---- a clause is no clause without its scenario


def test_every_clause_has_its_scenario() -> None:
    """OCA-26: the last clause; a test names its clause first thing in its docstring."""
    here = Path(__file__).parent
    clauses = tomllib.loads((here.parent / "clauses.toml").read_text("utf-8"))
    named = {
        str(ast.get_docstring(test)).partition(":")[0]
        for file in here.glob("test_oca_*.py")
        for test in ast.parse(file.read_text("utf-8")).body
        if isinstance(test, ast.FunctionDef) and test.name.startswith("test_")
    }
    assert set(clauses) - named == set()
