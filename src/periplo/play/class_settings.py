"""Which settings of a game fit a lesson, as `make durations` has found and written them down."""

from dataclasses import dataclass
from functools import cache
from math import ceil
from typing import Any, Final, Literal

from periplo.core.errors import BadSetup, broken_by
from periplo.core.game import Game
from periplo.core.words import load_toml

CLASS_FILE = "class.toml"
TIME_LEFT: Final = 0.1  # of a lesson, after a usual game
THROWS: Final[tuple[Literal["press", "auto"], ...]] = ("press", "auto")


@dataclass(frozen=True, slots=True)
class ClassProposal:
    """One game in ten takes less than `few` minutes, half of them less than `minutes`, and one in
    ten more than `many`.
    """

    options: dict[str, Any]
    throws: Literal["press", "auto"]
    few: int
    minutes: int
    many: int
    fits: bool  # whether nine games in ten are over in time
    lessons: int  # that a usual one takes


@dataclass(frozen=True, slots=True)
class ClassSettings:
    teams: int
    minutes: int  # that there are
    proposals: list[ClassProposal]  # the shortest first
    best: int | None  # what is proposed; None if every game goes on in the next lesson
    hardest: int  # levels of difficulty that questions have


def class_settings(game: Game, teams: int, minutes: int) -> ClassSettings:
    room = game.classroom()
    if room is None:
        raise BadSetup(f"{game.id} asks no questions: it is not for a class")
    if not game.fewest_seats <= teams <= game.most_seats:
        raise BadSetup(f"teams: {game.id} is for {game.seat_range(' to ')}, not {teams}")
    found = _minutes(game.id)
    proposals = [
        ClassProposal(
            dict(options), throws, few, usual, many, many <= minutes, ceil(usual / minutes)
        )
        for throws in THROWS
        for options, (few, usual, many) in zip(room.SETTINGS, found[throws][teams], strict=True)
    ]
    proposals.sort(key=lambda one: (one.minutes, one.many))
    return ClassSettings(teams, minutes, proposals, _best(proposals, minutes), room.HARDEST)


def _best(proposals: list[ClassProposal], minutes: int) -> int | None:
    """The longest that fits; or else one whose usual game leaves some time. Whoever throws has more
    of it, so dice that are thrown by themselves come second.
    """
    usual = (1 - TIME_LEFT) * minutes
    for is_sure in (True, False):
        for throws in THROWS:
            fitting = [
                number
                for number, one in enumerate(proposals)
                if one.throws == throws and (one.fits if is_sure else one.minutes <= usual)
            ]
            if fitting:
                return fitting[-1]
    return None


@cache
def _minutes(game_id: str) -> dict[str, dict[int, list[list[int]]]]:
    """By how dice are thrown, and by teams."""
    try:
        found = load_toml(f"periplo.games.{game_id}", CLASS_FILE)
        return {
            throws: {
                int(teams): [[int(n) for n in row] for row in rows]
                for teams, rows in found[throws].items()
            }
            for throws in THROWS
        }
    except (FileNotFoundError, KeyError, TypeError, ValueError) as error:
        raise broken_by(game_id, error) from None
