"""How positions and actions of El camino are written, and read back."""

import re
from typing import Any, cast

from periplo.core import reading
from periplo.core.bits import has, with_member
from periplo.core.choices import Choice, OutcomeSlot
from periplo.core.errors import BadPosition
from periplo.core.game import Game, Options, Position, no_such_action
from periplo.core.state import TABLE, Seat, State
from periplo.games.camino import board as cells
from periplo.games.camino.board import (
    CELL_COUNT,
    CELL_NUMBERED,
    CELL_OF,
    CELLS,
    COLOUR,
    COLOURS,
    HIGHEST_NUMBER,
    LOWEST_NUMBER,
    NUMBER,
    ROUNDS,
    SQUARE,
    SQUARES,
    START_OF_BOARD,
    Cell,
    half,
    near,
    open_to,
    packed,
    unpacked,
)
from periplo.games.camino.options import OPTIONS
from periplo.games.camino.phrases import stuck
from periplo.games.camino.rules import (
    ACTION_COUNT,
    BOARD,
    BOARD_COUNT,
    CARD,
    CARD_COUNT,
    HEAD,
    PHASE_BOARDS,
    PHASE_DRAW,
    PHASE_OVER,
    STOP,
    CaminoState,
    cell_of,
    end_of,
    step,
)
from periplo.games.camino.trail import AT_HEAD, AT_TAIL, NEITHER, Trail

PHASES = ("boards", "card", "draw", "over")
ENDS = ("", "head", "tail")
POSITION = ("round", "phase", "card", "played", "reached", "seats")
SEAT = ("board", "path", "end", "left", "done", "scored")
NUMBERS = range(LOWEST_NUMBER, HIGHEST_NUMBER + 1)


class Camino(Game):
    def __init__(self) -> None:
        super().__init__(
            "camino",
            rules=1,
            seats=(1, 4),
            options=OPTIONS,
            seat_names=tuple(f"Caminante {seat}" for seat in range(1, 5)),
        )

    def start(self, seats: int, options: Options) -> State:
        return CaminoState(seats)

    def score_parts(self, state: State, seat: int) -> list[tuple[str, Any]]:
        """What CAM-6 adds, and what it takes away."""
        trail = cast("CaminoState", state).trails[seat]
        return [("numbers", int(trail.points())), ("empty", -int(trail.empty()))]

    def standing(self, state: State, seat: int) -> list[tuple[int | str, int | str]]:
        """The ends of the path, once its board is dealt."""
        trail = cast("CaminoState", state).trails[seat]
        ends = (AT_HEAD, AT_TAIL) if trail.board else ()
        return [(ENDS[end], CELLS[trail.at(end)]) for end in ends]

    # positions

    def position(self, state: State) -> Position:
        game = cast("CaminoState", state)
        return {
            "round": game.round,
            "phase": PHASES[game.phase],
            "card": game.card or None,
            "played": game.played[:],
            "reached": {
                str(number): game.reached[number] for number in NUMBERS if game.reached[number]
            },
            "seats": [
                {
                    "board": trail.board or None,
                    "path": [CELLS[cell] for cell in trail.cells()],
                    "end": ENDS[trail.end] or None,
                    "left": unpacked(trail.left),
                    "done": trail.done,
                    "scored": {
                        str(number): trail.scored(number)
                        for number in NUMBERS
                        if trail.scored(number)
                    },
                }
                for trail in game.trails
            ],
        }

    def load(self, position: object, options: Options | None = None) -> State:
        fields = reading.mapping(position, "", POSITION)
        seats = self.read_seats(fields["seats"], "seats")
        game = cast("CaminoState", self.new(len(seats), options))
        game.phase = PHASES.index(reading.word(fields["phase"], "phase", PHASES))
        game.round = reading.whole(fields["round"], "round", 1, ROUNDS)
        if game.phase == PHASE_BOARDS and game.round != 1:
            raise BadPosition("round", "must be 1 while boards are dealt")
        if game.phase == PHASE_OVER and game.round != ROUNDS:
            raise BadPosition("round", f"must be {ROUNDS} when the game is over")
        _read_played(game, fields["played"])
        _read_card(game, fields["card"])
        for seat, value in enumerate(seats):
            _read_seat(game, seat, value, f"seats[{seat}]")
        if game.phase == PHASE_BOARDS and all(trail.board for trail in game.trails):
            raise BadPosition("phase", "every seat has its board already")
        if game.phase == PHASE_DRAW and all(trail.done for trail in game.trails):
            raise BadPosition("seats", "every seat has stopped, so the round is over")
        _read_reached(game, fields["reached"])
        return game

    # actions

    def parse(self, state: State, actor: int, text: str) -> int:
        if actor == TABLE:
            if board := re.fullmatch(r"board ([1-4])", text, re.ASCII):
                return BOARD + int(board[1]) - 1
            if card := re.fullmatch(r"card ([1-9]|1[0-5])", text, re.ASCII):
                return CARD + int(card[1]) - 1
            raise no_such_action(text, "board and a number from 1 to 4, or card and one to 15")
        if text == "stop":
            return STOP
        end, _, name = text.partition(" ")
        if end in ("head", "tail") and name in CELL_OF:
            return step(ENDS.index(end), Cell(CELL_OF[name]))
        raise no_such_action(text, "stop, or head or tail and a cell such as d4")

    def text(self, state: State, actor: int, action: int) -> str:
        if action >= CARD:
            return f"card {action - CARD + 1}"
        if action >= BOARD:
            return f"board {action - BOARD + 1}"
        return "stop" if action == STOP else f"{ENDS[end_of(action)]} {CELLS[cell_of(action)]}"

    def choice(self, state: State, actor: int, action: int) -> Choice:
        """The table's have the number of the card or of the board."""
        choice = super().choice(state, actor, action)
        if action >= CARD:
            choice["number"] = action - CARD + 1
        elif action >= BOARD:
            choice["number"] = action - BOARD + 1
        elif action >= HEAD:
            game = cast("CaminoState", state)
            end, cell = end_of(action), cell_of(action)
            choice["piece"] = ENDS[end]
            choice["path"] = [CELLS[game.trails[actor].at(end)], CELLS[cell]]
            choice["to"] = CELLS[cell]
            if NUMBER[cell]:
                choice["worth"] = game.worth(Seat(actor), NUMBER[cell])
        else:
            choice["passes"] = True
        return choice

    def outcome_slot(self, state: State) -> OutcomeSlot:
        """Each board is for a seat."""
        game = cast("CaminoState", state)
        return {"seat": int(game.next_to_get_a_board())} if game.phase == PHASE_BOARDS else {}

    def derived(self, state: State) -> dict[str, Any]:
        """`worth`: what each number brings now to a seat that has not reached it.

        With several seats that is the same for all, as only earlier rounds count.  [CAM-5]
        `starts`: the start cells that a seat without a board may still get  [CAM-1]; `coming`: the
        cards that have not been turned up.
        Of each seat: the points of its numbers and its empty cells, which make its total  [CAM-6];
        the part of its path that was drawn this round, as the bounds of a slice; the numbers that
        brought it half, or would bring it half now; while it draws, what bars free cells beside its
        ends, each by a word of [web] in words.toml, and if it can draw no more, why: `stuck`.
        """
        game = cast("CaminoState", state)
        is_over = game.phase == PHASE_OVER
        boards = game.boards_left() if game.phase == PHASE_BOARDS else 0
        coming = game.cards_left()
        worth = {} if is_over else {number: game.worth(Seat(0), number) for number in NUMBERS}
        return {
            "worth": {str(number): points for number, points in worth.items()},
            "splendid": game.is_splendid(),
            "starts": [start for board, start in enumerate(cells.STARTS, 1) if has(boards, board)],
            "coming": [card for card in range(1, CARD_COUNT + 1) if has(coming, card)],
            "seats": [
                {
                    "points": trail.points(),
                    "empty": trail.empty(),
                    "drawn": list(trail.drawn_slice()),
                    "halved": [
                        number
                        for number in NUMBERS
                        if (trail.scored(number) or worth.get(number, number)) < number
                    ],
                    "barred": _barred(game, Seat(seat)),
                    "stuck": stuck(game, Seat(seat)),
                }
                for seat, trail in enumerate(game.trails)
            ],
        }

    # the board

    def board(self, options: Options | None = None) -> dict[str, Any]:
        return {
            "cells": list(CELLS),
            "colours": {name: COLOURS[COLOUR[cell]] for cell, name in enumerate(CELLS)},
            "numbers": {CELLS[CELL_NUMBERED[number]]: number for number in NUMBERS},
            "touching": {name: cells.touching(name) for name in CELLS},
            "starts": list(cells.STARTS),
            "cards": [unpacked(squares) for squares in SQUARES[1:]],
        }

    # for programs that learn

    def action_count(self, options: Options) -> int:
        return ACTION_COUNT

    def score_range(self, seats: int, options: Options) -> tuple[float, float]:
        """A path of one cell, and every cell and number in full.  [CAM-6]"""
        return 1 - CELL_COUNT, sum(NUMBERS)


GAME = Camino()


# reading a position, and what is refused


def _barred(game: CaminoState, seat: Seat) -> dict[str, str]:
    """Why a seat that draws may not enter free cells that touch an end of its path."""
    trail = game.trails[seat]
    if game.phase != PHASE_DRAW or trail.done:
        return {}
    ends = {trail.head(), trail.tail()}
    open_cells = game.ways_on(seat, AT_HEAD) | game.ways_on(seat, AT_TAIL)
    drawn_on = ends if trail.end == NEITHER else {trail.at(trail.end)}
    barred = {}
    for cell in range(CELL_COUNT):
        beside = {end for end in ends if has(near(end), cell)}
        if beside and not has(open_cells | trail.used, cell):
            at_drawn_on = beside & drawn_on  # one end a round [CAM-4], and the colours left [CAM-2]
            barred[CELLS[cell]] = "barred_colour" if at_drawn_on else "barred_end"
    return barred


def _read_played(game: CaminoState, value: object) -> None:
    for i, entry in enumerate(reading.array(value, "played")):
        card = reading.whole(entry, f"played[{i}]", 1, CARD_COUNT)
        if card in game.played:
            raise BadPosition(f"played[{i}]", f"card {card} is there twice")
        game.played.append(card)
        game.turned = with_member(game.turned, card)
    rounds = ROUNDS if game.phase == PHASE_OVER else game.round - 1
    if len(game.played) != rounds:
        raise BadPosition("played", f"must be {rounds} cards, one for each finished round")


def _read_card(game: CaminoState, value: object) -> None:
    if game.phase != PHASE_DRAW:
        reading.nothing(value, "card", "unless the seats are drawing")
        return
    game.card = reading.whole(value, "card", 1, CARD_COUNT)
    if game.card in game.played:
        raise BadPosition("card", f"card {game.card} has been played already")


def _read_seat(game: CaminoState, seat: int, value: object, field: str) -> None:
    fields = reading.mapping(value, field, SEAT)
    trail = game.trails[seat]
    _read_board(game, seat, fields["board"], f"{field}.board")
    _read_path(trail, fields["path"], f"{field}.path")
    if game.phase == PHASE_DRAW:
        _read_round(game, trail, fields, field)
    else:
        reading.nothing(fields["end"], f"{field}.end", "unless the seats are drawing")
        if fields["left"] != "":
            raise BadPosition(f"{field}.left", "must be empty unless the seats are drawing")
        if reading.flag(fields["done"], f"{field}.done"):
            raise BadPosition(f"{field}.done", "must be false unless the seats are drawing")
    _read_scored(trail, fields["scored"], f"{field}.scored")


def _read_board(game: CaminoState, seat: int, value: object, field: str) -> None:
    if value is None:
        if game.phase != PHASE_BOARDS:
            raise BadPosition(field, "must not be null once the boards are dealt")
        return
    board = reading.whole(value, field, 1, BOARD_COUNT)
    for other in range(seat):
        if game.trails[other].board == 0:
            raise BadPosition(field, f"boards are dealt in order and seat {other + 1} has none")
        if game.trails[other].board == board:
            raise BadPosition(field, f"seat {other + 1} has board {board}")
    game.trails[seat].board = board


def _read_path(trail: Trail, value: object, field: str) -> None:
    path: list[int] = []
    for i, name in enumerate(reading.array(value, field)):
        if not isinstance(name, str) or name not in CELL_OF:
            why = f"must be a cell from a1 to i5, not {reading.show(name)}"
            raise BadPosition(f"{field}[{i}]", why)
        cell = CELL_OF[name]
        if cell in path:
            raise BadPosition(f"{field}[{i}]", f"{name} is on the path twice")
        if path and not has(near(path[-1]), cell):
            raise BadPosition(f"{field}[{i}]", f"{name} does not touch {CELLS[path[-1]]}")
        path.append(cell)
    if not trail.board:
        if path:
            raise BadPosition(field, "must be empty until the seat has a board")
        return
    start = START_OF_BOARD[trail.board]
    if start not in path:
        raise BadPosition(field, f"must contain {CELLS[start]}, where board {trail.board} starts")
    at = path.index(start)
    if at == len(path) - 1 and at > 0:
        raise BadPosition(field, f"{CELLS[start]} is no head: the first step goes on from there")
    trail.ahead = path[at:]
    trail.behind = path[:at][::-1]
    for cell in path:
        trail.used = with_member(trail.used, cell)


def _read_round(game: CaminoState, trail: Trail, fields: dict[str, Any], field: str) -> None:
    """What the seat has drawn and left since the card was turned up."""
    trail.left = _read_left(game, fields["left"], f"{field}.left")
    trail.open = open_to(trail.left)
    used = SQUARES[game.card] - trail.left
    trail.drawn = len(unpacked(used))
    if fields["end"] is not None:
        trail.end = ENDS.index(reading.word(fields["end"], f"{field}.end", ("head", "tail")))
    if (trail.end == NEITHER) != (trail.drawn == 0):
        must = "head or tail, as colours are" if trail.drawn else "null, as no colour is"
        raise BadPosition(f"{field}.end", f"must be {must} used up")
    line = trail.ahead[1:] if trail.end == AT_HEAD else trail.behind  # without the start cell
    drawn = line[max(len(line) - trail.drawn, 0) :]
    if len(drawn) != trail.drawn or sum(SQUARE[cell] for cell in drawn) != used:
        why = f"must have the colours {unpacked(used)}, used up this round, at the {fields['end']}"
        raise BadPosition(f"{field}.path", why)
    trail.done = reading.flag(fields["done"], f"{field}.done")


def _read_left(game: CaminoState, value: object, field: str) -> int:
    card = unpacked(SQUARES[game.card])
    if not isinstance(value, str):
        raise BadPosition(field, f"must be a text, not {reading.show(value)}")
    if any(value.count(colour) > card.count(colour) for colour in value):
        raise BadPosition(field, f"must be some of {card}, not {reading.show(value)}")
    left = packed(value)
    if unpacked(left) != value:
        raise BadPosition(field, f"must be in the order {COLOURS}, not {reading.show(value)}")
    return left


def _read_scored(trail: Trail, value: object, field: str) -> None:
    on_path = [number for number in NUMBERS if has(trail.used, CELL_NUMBERED[number])]
    scored = reading.mapping(value, field, [str(number) for number in on_path])
    for number in on_path:
        points = reading.whole(scored[str(number)], f"{field}.{number}", 1)
        if points not in (number, half(number)):
            raise BadPosition(f"{field}.{number}", f"must be {number} or {half(number)}")
        trail.score(number, points == number)


def _read_reached(game: CaminoState, value: object) -> None:
    on_paths = [
        number
        for number in NUMBERS
        if any(has(trail.used, CELL_NUMBERED[number]) for trail in game.trails)
    ]
    reached = reading.mapping(value, "reached", [str(number) for number in on_paths])
    # the round that is being drawn, or the last one that is finished
    latest = len(game.played) + (1 if game.phase == PHASE_DRAW else 0)
    for number in on_paths:
        field = f"reached.{number}"
        game.reached[number] = reading.whole(reached[str(number)], field, 1, latest)
        if len(game.trails) > 1 and not any(has(trail.full, number) for trail in game.trails):
            raise BadPosition(field, "whoever was first scored it in full")
