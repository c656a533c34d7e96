"""What a council may set by hand: where teams are, their flags, planes and turns to miss."""

from typing import Any, cast

from periplo.core.arranging import Labelled, PositionFields
from periplo.core.game import Position
from periplo.core.state import State
from periplo.games.europa.board import Board, members_of
from periplo.games.europa.rules import MOST_PLANES, EuropaState


def fields(state: State, found: PositionFields) -> None:
    race = cast("EuropaState", state)
    board = race.board
    if found.position["phase"] in ("routes", "order"):  # nothing has happened yet
        return
    found.add_turn()
    found.add_phase("turn")
    squares = [(at, _called(board, at, found)) for at in range(board.n)]
    numbers = [(number, str(number)) for number in range(MOST_PLANES + 1)]
    for seat in range(race.seats):
        where: list[int | str] = ["teams", seat]
        found.add_place(seat, found.say("piece"), [*where, "at"], squares)
        countries = [board.countries[one] for one in members_of(board.on_route[race.route[seat]])]
        none: Labelled = (None, found.say("none"))
        flags = [none, *((country, found.say(country)) for country in countries)]
        for flag in range(race.needed):
            found.add_choice(seat, found.say("flag", flag + 1), [*where, "flags", flag], flags)
        found.add_choice(seat, found.say("planes"), [*where, "planes"], numbers)
        found.add_choice(seat, found.say("missing"), [*where, "missing"], numbers[:2])
        found.add_flag(seat, found.say("leaving"), [*where, "leaving"])


def _called(board: Board, at: int, found: PositionFields) -> str:
    if not at:
        return found.say("start")
    city = board.city[at]
    return f"{at} {found.say(city)}" if city else str(at)


def put_right(state: State, position: Position) -> Position:
    """Flags are in order, each once; nobody has to leave where nothing is asked; a turn begins with
    the throw if there is no plane to use.
    """
    race = cast("EuropaState", state)
    for team in position["teams"]:
        team["flags"] = sorted({flag for flag in team["flags"] if flag is not None})
        team["leaving"] = team["leaving"] and _may_be_asked(race, team)
        team["failed"] = team["failed"] and team["at"] == race.board.n
    if position["phase"] in ("throw", "turn"):
        on_turn = position["teams"][position["turn"]]
        on_turn["missing"] = 0
        if not on_turn["planes"]:
            position["phase"] = "throw"
        position |= {"die": None, "deck": None, "card": None, "exam": [0, 0], "winner": None}
    return position


def _may_be_asked(race: EuropaState, team: dict[str, Any]) -> bool:
    board, at = race.board, team["at"]
    if board.colour[at] == 0 or team["missing"] or len(team["flags"]) >= race.needed:
        return False
    country = board.country[at]
    on_route = country in members_of(board.on_route[team["route"]])
    return on_route and board.countries[country] not in team["flags"]
