"""One deal a day for everybody: what the table draws follows from the day's secret alone."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import count

from periplo.core.state import State
from periplo.games import game as find_game
from periplo.play.draws import draw_dice, draw_key


def day_of(time: int) -> str:
    """The day of a time in milliseconds since 1970: the date in UTC."""
    return datetime.fromtimestamp(time / 1000, UTC).date().isoformat()


def end_of(day: str) -> int:
    """When a day is over, in milliseconds since 1970."""
    after = date.fromisoformat(day) + timedelta(days=1)
    return 1000 * int(datetime(after.year, after.month, after.day, tzinfo=UTC).timestamp())


def day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def day_draws(secret: str) -> Callable[[State], int]:
    """What the table does next, as at every table of the day."""
    key, numbers = draw_key(secret, {}), count()
    return lambda state: state.draw(draw_dice(key, next(numbers)))


def par_of(game_id: str, secret: str) -> int:
    """This may take seconds."""
    return int(find_game(game_id).daily().par(day_draws(secret)))


def streaks(days: set[str], today: str) -> tuple[int, int]:
    """How many days in a row up to today, or yesterday, are among these; and the most ever."""
    longest = 0
    for day in days:
        if day_before(day) not in days:
            longest = max(longest, _run_from(day, days))
    last = today if today in days else day_before(today)
    now = 0
    while last in days:
        now += 1
        last = day_before(last)
    return now, longest


def _run_from(first: str, days: set[str]) -> int:
    length = 0
    day = date.fromisoformat(first)
    while day.isoformat() in days:
        length += 1
        day += timedelta(days=1)
    return length
