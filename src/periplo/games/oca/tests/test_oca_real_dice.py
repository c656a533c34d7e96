"""Throws with real dice that do not count, and what judges do about them: OCA-26c to OCA-26h."""

from periplo.core.dice import Dice
from periplo.core.words import LANGUAGES, Words
from periplo.games.oca import GAME


def clause_of(reason: str) -> str:
    """The clause, which people can read in their language."""
    clause = GAME.void_reasons[reason]
    assert all(Words("oca", language).clause(clause) for language in LANGUAGES)
    return clause


def test_dice_that_do_not_collide_make_a_throw_void() -> None:
    """OCA-26c: before they touch the ground."""
    assert clause_of("collision") == "OCA-26c"


def test_a_die_whose_1_does_not_face_its_thrower_makes_a_throw_void() -> None:
    """OCA-26d: the side of the single point is held towards oneself."""
    assert clause_of("facing") == "OCA-26d"


def test_dice_that_a_thrower_stops_make_a_throw_void() -> None:
    """OCA-26e: neither may touch them on their way."""
    assert clause_of("stopped") == "OCA-26e"


def test_judges_penalties_are_no_part_of_the_position() -> None:
    """OCA-26h: and nothing else makes a throw void."""
    assert set(GAME.void_reasons) == {"collision", "facing", "stopped"}
    flocks = GAME.position(GAME.new(2))["flocks"]
    assert not [key for flock in flocks for key in flock if "penalt" in key]


def test_squares_are_drawn_by_lot_for_every_flock() -> None:
    """OCA-26: like all that happens before the first throw, outside the position."""
    drawn = [tuple(GAME.draw_squares(10, {}, Dice(seed))["squares"]) for seed in range(20)]
    assert all(len(set(squares)) == 10 for squares in drawn)
    assert len(set(drawn)) > 15
    for squares in drawn:
        GAME.new(10, {"squares": list(squares)})  # which are squares that flocks may own
