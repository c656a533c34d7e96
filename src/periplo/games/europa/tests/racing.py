"""What the tests of the race are written with: positions, and what may be done in them.

Squares are looked up on the board, not written down: they may move when the board is tuned.
"""

from typing import Any

import pytest

from periplo.core.errors import IllegalAction
from periplo.games import game
from periplo.play.match import Match

GAME = game("europa")
BOARD = GAME.board()
SQUARES = BOARD["squares"]
DECKS = BOARD["decks"]
N = BOARD["n"]
CITIES = [square for square in SQUARES if square["kind"] == "city"]
STARS = [square["at"] for square in SQUARES if square["kind"] == "star"]
AT = {city["city"]: city["at"] for city in CITIES}
COUNTRIES = list(DECKS)[:-1]

Json = dict[str, Any]


def own(route: int) -> list[int]:
    return [city["at"] for city in CITIES if city["route"] == route]


def countries_of(route: int) -> list[str]:
    return sorted({city["country"] for city in CITIES if city["route"] == route})


def is_plain(square: int) -> bool:
    return bool(SQUARES[square]["kind"] == "plain")


def team(route: int, at: int = 0, flags: Any = (), **more: Any) -> Json:
    """`flags` may be a number: that many of the route."""
    won = countries_of(route)[:flags] if isinstance(flags, int) else list(flags)
    rest = {"planes": 0, "missing": 0, "leaving": False, "failed": False}
    return {"route": route, "at": at, "flags": won, **rest, **more}


def position(phase: str, *teams: Json, **more: Any) -> Json:
    """Seat 0 is on turn, in seat order, unless `more` says otherwise."""
    nothing: Json = {
        "die": None,
        "deck": None,
        "card": None,
        "used": {},
        "exam": [0, 0],
        "winner": None,
    }
    order = list(range(len(teams)))
    return {"phase": phase, "turn": 0, "order": order, **nothing, "teams": list(teams), **more}


def start(where: Json, **options: Any) -> Match:
    seats = [f"team {seat + 1}" for seat in range(len(where["teams"]))]
    return Match(GAME, seats, options, where)


def play(where: Json, *actions: str, **options: Any) -> Json:
    """The position after these actions."""
    match = start(where, **options)
    for action in actions:
        match.write(action)
    return match.position()


def legal(where: Json, **options: Any) -> list[str]:
    (actions,) = start(where, **options).legal().values()
    return actions


def why_not(where: Json, actor: int, text: str, **options: Any) -> str:
    """The clause that forbids an action, which must leave the state as it was."""
    state = GAME.load(where, options)
    with pytest.raises(IllegalAction) as refused:
        state.apply(actor, GAME.parse(state, actor, text))
    assert GAME.position(state) == where
    return refused.value.clause


def events(where: Json, *actions: str, **options: Any) -> list[str]:
    """The kinds of what the last action brought about."""
    match = start(where, **options)
    for action in actions:
        logged = match.write(action)
    return [event["kind"] for event in logged]


def question_in(deck: str) -> tuple[int, str, str]:
    """The first question of a deck: its card, its right letter and a wrong one."""
    card = next(card for card in DECKS[deck] if card["kind"] == "question")
    return card["card"], card["right"], "B" if card["right"] == "A" else "A"


def instructions(do: str) -> list[tuple[str, Json]]:
    """All cards that say so, with their decks."""
    return [(deck, card) for deck in DECKS for card in DECKS[deck] if card.get("do") == do]


def on_a_card(deck: str, square: int, route: int, *others: Json, **more: Any) -> Json:
    """A team that has come to this city and now draws."""
    return position(
        "card", team(route, square), *(others or [team(other_route(route))]), deck=deck, **more
    )


def other_route(*routes: int) -> int:
    return next(route for route in range(1, 6) if route not in routes)


def others_on(squares: list[int], route: int) -> list[Json]:
    """Teams of other routes standing there."""
    free = [other for other in range(1, 6) if other != route]
    return [team(other, square) for other, square in zip(free, squares, strict=False)]


def moved_to(square: int, route: int, **more: Any) -> Json:
    """The team of this route has thrown a 1, one square before."""
    return position("die", team(route, square - 1, **more), team(other_route(route)), die=1)


def exam(right: int, wrong: int, **more: Any) -> Json:
    """A team at its exam, about to draw, with so many answers given."""
    return position(
        "card", team(2, N, flags=6), team(1), deck="murcia", exam=[right, wrong], **more
    )
