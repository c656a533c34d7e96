"""Gathering, missing throws, golden races and reunions: OCA-19 to OCA-22."""

import pytest

from periplo.games.oca import GAME
from periplo.games.oca.tests.scenarios import (
    IN_THE_WELL,
    START,
    THROWS,
    decide,
    events,
    flock,
    kinds,
    race,
    strays,
    then,
    throw,
)
from periplo.play.match import Match

# ---- gathering


def test_on_3_and_6_the_strays_go_home_and_nobody_walks() -> None:
    """OCA-19: also from the inn, the prison and a free place on 31; those on 63 stay."""
    match = race(
        flock(40, strays=[63, 63, (52, 1), 50, 31, (19, 1), 2, START]), flock(10, strays=[30])
    )
    throw(match, "3+6")
    assert match.position() == then(
        match, flock(26, strays=[63, 63], home=9, throws=1), flock(10, strays=[30])
    )
    assert kinds(match, "OCA-6") == ["gathered"]
    assert kinds(match, "OCA-19") == ["came_home"] * 6
    assert [(event["stray"], event["path"]) for event in events(match, "came_home")] == [
        (stray, [at, "home"]) for stray, at in enumerate((52, 50, 31, 19, 2, START), start=2)
    ]


@pytest.mark.parametrize(("square", "held"), [(52, 2), (52, 1), (19, 1), (31, 0)])
def test_gathering_frees_the_bearer_of_inn_and_prison(square: int, held: int) -> None:
    """OCA-19: and a bearer that is free on 31 gathers like any other."""
    match = race(flock(square, held, strays=[5]), flock())
    throw(match, "4+5")
    assert match.position() == then(match, flock(53, throws=1), flock())


def test_a_stray_in_the_well_does_not_gather() -> None:
    """OCA-19: it stays there, held; the one that is free beside it goes home."""
    match = race(flock(40, strays=[31, IN_THE_WELL, 7]), flock())
    throw(match, "3+6")
    assert match.position() == then(match, flock(26, strays=[IN_THE_WELL], throws=1), flock())


@pytest.mark.parametrize(("dice", "to"), [("3+6", 26), ("4+5", 53)])
def test_with_the_bearer_in_the_well_the_strays_go_to_the_dice_square(dice: str, to: int) -> None:
    """OCA-19: free, instead of home; one that is free on 31 too, and those on 63 stay."""
    match = race(flock(*IN_THE_WELL, strays=[63, (52, 2), 31, (19, 1), 7]), flock(22))
    throw(match, dice)
    assert match.position() == then(
        match, flock(*IN_THE_WELL, strays=[63, to, to, to, to], home=6, throws=1), flock(22)
    )
    assert kinds(match, "OCA-19") == ["gathered"] * 5


def test_a_free_bearer_on_31_leaves_its_stray_in_the_well() -> None:
    """OCA-19: whoever is held in the well stays, whoever it is."""
    match = race(flock(31, strays=[IN_THE_WELL, 3]), flock())
    throw(match, "4+5")
    assert match.position() == then(match, flock(53, strays=[IN_THE_WELL], throws=1), flock())


def test_gathering_leaves_a_rival_in_the_well_alone() -> None:
    """OCA-19: only the throwing flock gathers, and nobody falls in."""
    match = race(flock(31), flock(*IN_THE_WELL, strays=[50]))
    throw(match, "3+6")
    assert match.position() == then(match, flock(26, throws=1), flock(*IN_THE_WELL, strays=[50]))


# ---- missing throws


def test_a_bearer_that_misses_lets_the_dice_move_its_strays() -> None:
    """OCA-20: the dice are thrown all the same."""
    match = race(flock(19, 1, strays=[(52, 2), 10]), flock())
    throw(match, "1+2")
    assert match.position() == then(match, flock(19, strays=[(52, 1), 13], throws=1), flock())
    assert kinds(match, "OCA-20") == ["missed", "missed"]


def test_a_stray_that_misses_lets_the_others_walk() -> None:
    """OCA-20: each piece counts its own throws to miss."""
    match = race(flock(20, strays=[(52, 2), (52, 1), (19, 1), 4]), flock())
    throw(match, "1+3")
    assert match.position() == then(
        match, flock(24, strays=[(52, 1), 52, 19, 8], throws=1), flock()
    )
    throw(match, "1+3", "1+3")
    assert strays(match) == [(56, 0), (52, 0), (31, -1), (8, 0), (1, 0)]  # 12 sends 8 back


def test_the_throws_of_others_are_no_missed_throws() -> None:
    """OCA-20: missing counts down at one's own throws."""
    match = race(flock(20), flock(52, 2), flock(19, 1))
    throw(match, "1+2")
    # 23 is a goose: the first bearer walks on to 26
    assert match.position() == then(match, flock(26, throws=1), flock(52, 2), flock(19, 1))


def test_a_throw_that_frees_one_is_missed_by_another() -> None:
    """OCA-20: 7 frees from prison and is missed in the inn."""
    match = race(flock(19, 1, strays=[(52, 2)]), flock())
    throw(match, "3+4")
    assert match.position() == then(match, flock(19, strays=[60], throws=1), flock())


# ---- golden races


def test_a_win_with_the_third_throw_starts_everything_again() -> None:
    """OCA-21: two eggs, strays home, waits, throws and covering forgotten, eggs kept."""
    match = race(
        flock(*IN_THE_WELL, strays=[63, (52, 2), 1], eggs=4, throws=3, spent=True),
        flock(60, strays=[63, 63, 30], eggs=3, throws=2),
        flock(19, 1, strays=[20], throws=2),
        turn=1,
    )
    throw(match, "1+2")
    assert match.position() == then(match, flock(eggs=4), flock(eggs=5), flock(), number=2, turn=0)
    assert kinds(match, "OCA-2") == ["won"]
    three = ["restarted"] + ["came_home"] * 3
    assert kinds(match, "OCA-21") == ["golden", *three, *three, "restarted", "came_home"]
    assert [event["path"] for event in events(match, "restarted")] == [[31, 0], [63, 0], [19, 0]]
    assert match.legal() == {"table": THROWS}
    assert match.state.winners() == []


@pytest.mark.parametrize(("throws", "golden"), [(0, True), (1, True), (2, True), (3, False)])
def test_the_fourth_throw_is_too_late_for_eggs(throws: int, golden: bool) -> None:
    """OCA-21: the first, second or third throw of the flock in this race."""
    match = race(flock(60, throws=throws), flock(20, throws=1))
    throw(match, "1+2")
    if golden:
        assert match.position() == then(match, flock(eggs=2), flock(), number=2, turn=0)
    else:
        assert match.position() == then(
            match, flock(63, throws=4), flock(20, throws=1), turn=0, winner=0
        )
        assert kinds(match, "OCA-21") == []


@pytest.mark.parametrize(
    ("golden_races", "number", "golden"),
    [(0, 1, False), (1, 1, True), (1, 2, False), (2, 2, True), (2, 3, False), (5, 5, True)],
)
def test_only_the_first_races_are_golden(golden_races: int, number: int, golden: bool) -> None:
    """OCA-21: `race` must not be beyond `golden_races`."""
    match = race(flock(60, eggs=7), flock(20), number=number, golden_races=golden_races)
    throw(match, "1+2")
    if golden:
        assert match.position() == then(match, flock(eggs=9), flock(), number=number + 1, turn=0)
    else:
        assert match.position() == then(
            match, flock(63, eggs=7, throws=1), flock(20), number=number, turn=0, winner=0
        )


def test_a_whole_golden_game_from_the_beginning() -> None:
    """OCA-21: seat 1 and seat 2 win a golden race each, and a third race ends the game."""
    match = Match(GAME, GAME.seat_names[:2], {"squares": [60, 55], "flock": [12, 12]})
    golden = ["4+5", "1+1", "4+6"]  # 53, the other on 2, then 63
    throw(match, *golden)
    assert match.position()["race"] == 2
    throw(match, "1+1", *golden)
    assert match.position()["race"] == 3
    assert match.position()["turn"] == 0
    throw(match, *golden)
    assert match.position() == then(
        match, flock(63, eggs=2, throws=2), flock(2, strays=[1, 1, 1], eggs=2, throws=1),
        number=3, turn=0, winner=0,
    )  # fmt: skip


# ---- meeting one's bearer


def test_a_stray_that_comes_to_its_bearer_goes_home() -> None:
    """OCA-22: at the end of the throw."""
    match = race(flock(52, 2, strays=[41, 20]), flock())
    throw(match, "5+6")
    # 41 walks to 52 and owes; 20 falls into the well and owes
    assert match.position() == then(
        match, flock(52, 1, strays=[IN_THE_WELL, 1, 1], throws=1), flock()
    )
    assert kinds(match, "OCA-22") == ["reunited"]


def test_strays_called_out_at_the_beginning_catch_up_with_their_bearer() -> None:
    """OCA-22: three throws from START: 2, then 8 by the goose, then back to 8 by the mill."""
    match = race(flock(), flock())
    throw(match, "1+1", "6+6", "1+2", "6+6")
    assert match.position() == then(match, flock(8, strays=[4, 4, 4], throws=2), flock(throws=2),
                                    turn=0)  # fmt: skip
    throw(match, "1+3")
    assert match.position() == then(match, flock(8, home=11, throws=3), flock(throws=2))
    assert kinds(match, "OCA-22") == ["reunited"] * 3


def test_all_strays_that_meet_their_bearer_go_home_together() -> None:
    """OCA-22: the one that pays for them stays out."""
    match = race(flock(19, 1, strays=[(19, 1), 17, 17, 4]), flock())
    throw(match, "1+1")
    # one stray goes on missing at the inn, two enter it, the last crosses the bridge to 17
    assert match.position() == then(
        match, flock(19, strays=[17, 1, 1, 1], home=7, throws=1), flock()
    )
    assert kinds(match, "OCA-22") == ["reunited"] * 3


def test_the_stray_of_a_partner_meets_its_bearer_after_a_swap() -> None:
    """OCA-22: strays of any flock, at the end of anybody's throw."""
    match = race(flock(17, own=20), flock(40, strays=[20, 5]), flock(33))
    throw(match, "1+2")
    decide(match, "swap 2")
    assert match.position() == then(
        match, flock(40, throws=1), flock(20, strays=[5], home=10), flock(33)
    )
    (reunited,) = events(match, "reunited")
    assert (reunited["seat"], reunited["at"], reunited["path"]) == (1, 20, [20, "home"])


def test_a_partner_meets_its_stray_in_the_middle_of_a_race_too() -> None:
    """OCA-22: the stray walked ahead of a swap that comes two throws later."""
    match = race(flock(17, own=20), flock(38, strays=[18], own=55), flock(33, own=47), turn=1)
    throw(match, "1+1", "1+1", "1+2")
    decide(match, "swap 2")
    assert match.position() == then(
        match, flock(40, throws=1), flock(20, home=11, throws=1), flock(35, throws=1)
    )


def test_a_bearer_that_swaps_meets_its_own_stray_too() -> None:
    """OCA-22: the stray walks first, from 37 to the square its bearer has changed to."""
    match = race(flock(17, strays=[37], own=20), flock(40))
    throw(match, "1+2")
    decide(match, "swap 2")
    assert match.position() == then(match, flock(40, throws=1), flock(20))


def test_strays_of_flocks_that_do_not_throw_go_home_too() -> None:
    """OCA-22: from an odd position, at the end of the first throw."""
    match = race(
        flock(20, strays=[8]),
        flock(30, strays=[33, 30, 30, 7]),
        flock(START, strays=[START, START]),
        flock(19, 1, strays=[(19, 1), 19]),
    )
    throw(match, "1+3")
    assert match.position() == then(
        match,
        flock(24, strays=[8], throws=1),  # the mill sent the stray back
        flock(30, strays=[33, 7]),
        flock(),
        flock(19, 1),
    )


def test_on_31_nobody_goes_home() -> None:
    """OCA-22: held or free, there strays and bearer stand together."""
    well = flock(31, strays=[31, IN_THE_WELL])
    match = race(flock(20), well, flock(31, strays=[31]))
    throw(match, "1+3")
    assert match.position() == then(match, flock(24, throws=1), well, flock(31, strays=[31]))
    match = race(flock(*IN_THE_WELL, strays=[31, 20]), flock())
    throw(match, "5+6")
    # one stray comes back to 31 from the labyrinth, the other falls in and frees the bearer
    assert match.position() == then(
        match, flock(31, strays=[31, IN_THE_WELL, 1, 1], throws=1), flock()
    )


def test_strays_and_bearer_sent_to_start_meet_there() -> None:
    """OCA-22: START included."""
    match = race(flock(1, strays=[1, 1]), flock(11), flock(1))
    throw(match, "1+1")
    assert match.position() == then(match, flock(home=11, throws=1), flock(11), flock(1))
    assert kinds(match, "OCA-8a") == ["sent"] * 3
    assert kinds(match, "OCA-22") == ["reunited"] * 2
    match = race(flock(strays=[START]), flock())
    throw(match, "6+6")  # both are sent back by the mill
    assert match.position() == then(match, flock(home=11, throws=1), flock())


def test_who_was_just_called_out_meets_a_bearer_on_1() -> None:
    """OCA-22: it comes after paying."""
    match = race(flock(56, strays=[17]), flock())
    throw(match, "1+1")
    # the bearer goes by the tomb to 1; the stray at the inn owes one
    assert match.position() == then(match, flock(1, strays=[(19, 1)], home=10, throws=1), flock())
    assert [event["kind"] for event in match.events[-1][-2:]] == ["called", "reunited"]
