"""The game's own command: the solver, and the path of the day."""

import json as to_json
from collections.abc import Callable
from datetime import date
from typing import Annotated

from periplo.core.errors import BadSetup
from periplo.games.camino import solver


def solve(
    board: Annotated[int | None, "The board, 1 to 4; dealt with the seed if left out."] = None,
    seed: Annotated[str | None, "Deals board and cards as a game with this seed does."] = None,
    cards: Annotated[str | None, "The cards in their order, such as 3,1,15,…"] = None,
    daily: Annotated[
        str | None, "The path of a day (2026-03-01, or today): the same for all."
    ] = None,
    seconds: Annotated[float, "Search on for so long; at 0 just as far as makes a par."] = 0.0,
    width: Annotated[int | None, "Search just once, with a beam of this width."] = None,
    json: Annotated[bool, "Print JSON for other programs."] = False,
    *,
    progress: Callable[[float, str], None],
) -> str:
    """Find a very good solo path when all fifteen cards are known.

    Prints the score, a bound that no path can beat, the cards and the path. The par of a day is
    the score found without --seconds and --width: the same for everybody, on every machine.
    """
    if [seed, cards, daily].count(None) != 2:
        raise BadSetup("give one of --seed, --cards and --daily")
    if not 0 <= seconds <= 86_400:
        raise BadSetup("seconds: must be 0 to 86400")
    if width is not None and not 1 <= width <= solver.WIDEST:
        raise BadSetup(f"width: must be 1 to {solver.WIDEST}")
    if cards is not None:
        dealt, pack = 1, _read_cards(cards)
    else:
        dealt, pack = solver.deal(seed if daily is None else f"daily {_day(daily)}")
    chosen = dealt if board is None else board
    progress(0.0, "par …")

    def report(gone: float, score: int, bound: int) -> None:
        done = 1.0 if seconds == 0 else min(1.0, gone / seconds)
        progress(done, f"best {score}, at most {bound}")

    if width is None:
        found = solver.solve(chosen, pack, seconds, report)
    else:
        found = solver.best_of_width(chosen, pack, width)
    if json:
        facts = {"board": chosen, "cards": pack, "score": found.score, "bound": found.bound}
        return to_json.dumps(facts | {"path": found.path, "actions": found.actions})
    proof = "the best there is" if found.is_best() else f"no path has more than {found.bound}"
    return "\n".join(
        [
            f"score {found.score}, {proof}",
            f"board {chosen}, cards {','.join(str(card) for card in pack)}",
            f"path {' '.join(found.path)}",
        ]
    )


def _day(day: str) -> str:
    try:
        return (date.today() if day == "today" else date.fromisoformat(day)).isoformat()
    except ValueError:
        raise BadSetup(f"daily: must be a date such as 2026-03-01, or today, not {day!r}") from None


def _read_cards(text: str) -> list[int]:
    try:
        return [int(card) for card in text.split(",")]
    except ValueError:
        raise BadSetup(f"cards: must be numbers with commas between, not {text!r}") from None


COMMANDS = {"solve": {"camino": solve}}
HELP = {"solve": "Find very good lines where everything is known."}
