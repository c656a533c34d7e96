"""How positions and actions of Girumgo are written, and read back."""

import re
from typing import Any, cast

from periplo.core import reading
from periplo.core.bits import with_member
from periplo.core.choices import Choice, OutcomeSlot
from periplo.core.errors import BadOption, BadPosition
from periplo.core.game import Game, Options, Position, no_such_action
from periplo.core.reading import show
from periplo.core.state import TABLE, Seat, State
from periplo.games.girumgo.board import (
    BOARDS,
    NO_WHEEL,
    SEAT_CORNERS,
    SIDES,
    Board,
    Gap,
    Triangle,
    Wheel,
    can_be_spun,
    colour_at,
    colour_of,
    gap_of,
    triangle,
)
from periplo.games.girumgo.bot import nearest_way
from periplo.games.girumgo.options import DIAL, OPTIONS, SAME_COLOUR
from periplo.games.girumgo.rules import (
    END,
    FIRST,
    PHASE_DIE,
    PHASE_FIRST,
    PHASE_OVER,
    PHASE_TURN,
    PHASE_WHEELS,
    PHASES,
    PIECE,
    SPIN,
    STEP,
    THROW,
    UNMARKED,
    WAYS,
    GirumgoState,
    is_forward,
    links,
    spin_action,
    wheel_of,
)

POSITION = (
    "phase",
    "turn",
    "die",
    "left",
    "radius",
    "wheels",
    "before",
    "marks",
    "counted",
    "struck",
    "winner",
    "seats",
)
SEAT = ("corner", "at", "advances")
DIRECTION_NAMES = ("E", "NE", "NW", "W", "SW", "SE")


class Girumgo(Game):
    def __init__(self) -> None:
        super().__init__(
            "girumgo",
            rules=1,
            seats=(2, 6),
            options=OPTIONS,
            seat_names=("Noria", "Girasol", "Veleta", "Peonza", "Molino", "Rueca"),
            setbacks={"sent_back": "seat"},
            headline_falls=True,
        )

    def check_options(self, seats: int, options: Options) -> None:
        wheels = options["wheels"]
        expected = BOARDS[options["radius"]].wheels
        if wheels is not None and len(wheels) != expected:
            raise BadOption(
                "wheels", f"radius {options['radius']} has {expected} wheels, not {len(wheels)}"
            )

    def start(self, seats: int, options: Options) -> State:
        return GirumgoState(
            seats,
            options["radius"],
            options["wheels"] or [],
            options["surround"] == SAME_COLOUR,
            options["dial"],
        )

    # real tables

    def standing(self, state: State, seat: int) -> list[tuple[int | str, int | str]]:
        game = cast("GirumgoState", state)
        return [(PIECE, game.board.names[game.at[seat]])]

    # positions

    def position(self, state: State) -> Position:
        game = cast("GirumgoState", state)
        board = game.board
        in_turn = game.phase in (PHASE_TURN, PHASE_OVER)
        return {
            "phase": PHASES[game.phase],
            "turn": game.turn,
            "die": game.die,
            "left": game.left,
            "radius": board.radius,
            "wheels": game.wheels[:],
            "before": game.before[:] if in_turn else game.wheels[:],
            "marks": {
                board.gap_names[gap]: colour
                for gap, colour in enumerate(game.marks)
                if colour != UNMARKED
            },
            "counted": [
                [board.gap_names[gap_of(counted)], colour_of(counted)]
                for counted in map(Triangle, game.counted)
            ],
            "struck": game.struck_seats(),
            "winner": game.winner if game.phase == PHASE_OVER else None,
            "seats": [
                {
                    "corner": game.corner[seat],
                    "at": board.names[game.at[seat]],
                    "advances": game.advances[seat],
                }
                for seat in range(game.seats)
            ],
        }

    def load(self, position: object, options: Options | None = None) -> State:
        fields = reading.mapping(position, "", POSITION)
        seats = self.read_seats(fields["seats"], "seats")
        options = self.read_setup(len(seats), options)
        game = cast("GirumgoState", self.start(len(seats), options))
        if reading.whole(fields["radius"], "radius", 2, 4) != game.board.radius:
            raise BadPosition("radius", f"must be {game.board.radius}, as the option says")
        game.phase = PHASES.index(reading.word(fields["phase"], "phase", PHASES))
        if game.phase == PHASE_WHEELS and options["wheels"] is not None:
            raise BadPosition("phase", "the option gives the wheels, so none is left to be set")
        _read_turn(game, fields)
        _read_wheels(game, fields["wheels"], fields["before"])
        _read_counted(game, fields["counted"])
        _read_marks(game, fields["marks"])
        _read_struck(game, fields["struck"])
        for seat, value in enumerate(seats):
            _read_seat(game, seat, value, f"seats[{seat}]")
        _read_ending(game, fields["winner"])
        return game

    # actions

    def parse(self, state: State, actor: int, text: str) -> int:
        board = cast("GirumgoState", state).board
        if actor == TABLE:
            if rotation := re.fullmatch(r"set ([0-5])", text, re.ASCII):
                return int(rotation[1])
            if seat := re.fullmatch(r"first ([1-6])", text, re.ASCII):
                return FIRST + int(seat[1]) - 1
            if re.fullmatch(r"[1-6]", text, re.ASCII):
                return THROW + int(text) - 1
            raise no_such_action(text, "set and a rotation, first and a seat, or 1 to 6")
        if text == "end":
            return END
        if (spin := re.fullmatch(r"spin (..) ([+-])", text)) and spin[1] in board.number_of:
            return spin_action(Wheel(board.number_of[spin[1]]), spin[2] == "+")
        if (step := re.fullmatch(r"step (..)", text)) and step[1] in board.number_of:
            return STEP + board.number_of[step[1]]
        raise no_such_action(text, "spin, a wheel and + or -; step and a wheel; or end")

    def text(self, state: State, actor: int, action: int) -> str:
        names = cast("GirumgoState", state).board.names
        if action < FIRST:
            return f"set {action}"
        if action < THROW:
            return f"first {action - FIRST + 1}"
        if action < SPIN:
            return f"{action - THROW + 1}"
        if action < STEP:
            return f"spin {names[wheel_of(action)]} {'+' if is_forward(action) else '-'}"
        return "end" if action == END else f"step {names[wheel_of(action)]}"

    def choice(self, state: State, actor: int, action: int) -> Choice:
        """A spin is chosen by its wheel and the way it goes, a step by the wheel it leads to.

        The `number` of the table's is how far a wheel is turned.
        """
        game = cast("GirumgoState", state)
        names = game.board.names
        choice = super().choice(state, actor, action)
        if action < FIRST:
            choice["number"] = action
        elif action < THROW:
            choice["other"] = action - FIRST
        elif action < SPIN:
            choice["faces"] = [action - THROW + 1]
        if SPIN <= action < END:
            choice["to"] = names[wheel_of(action)]
        if SPIN <= action < STEP:
            choice["way"] = WAYS[is_forward(action)]
        elif STEP <= action < END:
            choice["piece"] = PIECE
            choice["path"] = [names[game.at[actor]], choice["to"]]
        return choice

    def outcome_slot(self, state: State) -> OutcomeSlot:
        """The wheels are set in board order."""
        game = cast("GirumgoState", state)
        is_setting = game.phase == PHASE_WHEELS
        return {"place": game.board.names[len(game.wheels)]} if is_setting else {}

    def headline(self, state: State) -> list[int]:
        """How many crossings each piece is from its goal, whatever the colours.  [GIR-8]"""
        game = cast("GirumgoState", state)
        return [game.to_go(Seat(seat), at) for seat, at in enumerate(game.at)]

    def derived(self, state: State) -> dict[str, Any]:
        """`links`: where two wheels show one colour side by side, so that a piece of it can cross:
        the numbers of the two wheels, the slots and the colour.  [GIR-3]

        `ways`: the crossings that lie open to each seat's piece, whether it can pay for them or
        not, how many crossings there are then still to go, and how many fewer that is: 1 for a
        way towards the goal, 0 for one aside, -1 for one back.

        `threats`: who stands before its goal and can pay for the last crossing, with the wheels it
        goes between and whether the way lies open.  [GIR-8]

        `spins_away`: how many spins the seat on turn is from a way that leads nearer to its goal,
        and the wheel that this way leads to.

        `full`: who holds the most advances that one can hold, and how many that is.  [GIR-R6]

        `sieges`: triangles of this turn that are one half of surrounding a rival.  [GIR-7]
        """
        game = cast("GirumgoState", state)
        return {
            "threats": _threats(game),
            "spins_away": _spins_away(game),
            "full": [
                {"seat": seat, "most": game.dial}
                for seat, advances in enumerate(game.advances)
                if 0 < game.dial <= advances
            ],
            "sieges": _sieges(game),
            "ways": [
                {
                    "seat": seat,
                    "from": game.board.names[game.at[seat]],
                    "to": game.board.names[wheel],
                    "to_go": game.to_go(seat, wheel),
                    "nearer": game.to_go(seat, game.at[seat]) - game.to_go(seat, wheel),
                }
                for seat in range(game.seats)
                for wheel in sorted(game.ways(Seat(seat)))
                if wheel != NO_WHEEL
            ],
            "links": [
                {
                    "wheels": [wheel, other],
                    "slots": [slot, across],
                    "colour": colour_at(slot, game.wheels[wheel]),
                }
                for wheel, slot, other, across in links(game.board, game.wheels)
            ],
        }

    # the board

    def board(self, options: Options | None = None) -> dict[str, Any]:
        board = BOARDS[self.read_setup(self.fewest_seats, options)["radius"]]
        names = board.names
        return {
            "radius": board.radius,
            "wheels": names[:],
            "corners": [names[wheel] for wheel in board.corners],
            "seats": {str(seats): list(corners) for seats, corners in SEAT_CORNERS.items()},
            "neighbours": {name: _neighbours(board, wheel) for wheel, name in enumerate(names)},
            "gaps": {
                name: {
                    names[board.gap_wheels[i]]: board.gap_slots[i]
                    for i in range(gap * 3, gap * 3 + 3)
                }
                for gap, name in enumerate(board.gap_names)
            },
        }

    def drawn_with(self, state: State) -> Options:
        game = cast("GirumgoState", state)
        return {"radius": int(game.board.radius), "dial": int(game.dial)}

    def drawing_options(self, options: Options | None) -> tuple[Any, ...]:
        """The dial; without options it is the usual one."""
        return () if options is None else (options.get("dial", DIAL),)

    # for programs that learn

    def action_count(self, options: Options) -> int:
        return END + 1

    def score_range(self, seats: int, options: Options) -> tuple[float, float]:
        return 0, 1


GAME = Girumgo()


def _neighbours(board: Board, wheel: int) -> dict[str, str]:
    """The touching wheels by direction."""
    around = board.neighbours[wheel * SIDES : wheel * SIDES + SIDES]
    return {
        direction: board.names[other]
        for direction, other in zip(DIRECTION_NAMES, around, strict=True)
        if other >= 0
    }


# what a board shows beside the position


def _threats(game: GirumgoState) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for seat in map(Seat, range(game.seats)):
        if game.to_go(seat, game.at[seat]) != 1 or game.advances[seat] == 0:
            continue
        path = {"from": game.board.names[game.at[seat]], "to": game.board.names[game.goal(seat)]}
        found.append({"seat": int(seat), **path, "open": game.goal(seat) in game.ways(seat)})
    return found


def _spins_away(game: GirumgoState) -> list[dict[str, Any]]:
    if game.phase != PHASE_TURN:
        return []
    spins, wheel = nearest_way(game, game.turn)
    return [{"seat": int(game.turn), "spins": spins, "to": game.board.names[wheel]}]


def _sieges(game: GirumgoState) -> list[dict[str, Any]]:
    return [
        {"seat": int(rival), "gap": game.board.gap_names[gap_of(Triangle(counted))]}
        for rival in map(Seat, range(game.seats))
        for counted in game.counted
        if game.is_half_around(Triangle(counted), rival)
    ]


# reading a position, and what is refused


def _read_turn(game: GirumgoState, fields: dict[str, Any]) -> None:
    started = game.phase in (PHASE_DIE, PHASE_TURN, PHASE_OVER)
    game.turn = Seat(reading.whole(fields["turn"], "turn", 0, game.seats - 1 if started else 0))
    if game.phase in (PHASE_TURN, PHASE_OVER):
        game.die = reading.whole(fields["die"], "die", 1, 6)
        game.left = reading.whole(fields["left"], "left", 0, game.die)
    else:
        reading.whole(fields["die"], "die", 0, 0)
        reading.whole(fields["left"], "left", 0, 0)


def _read_wheels(game: GirumgoState, wheels: object, before: object) -> None:
    game.wheels = _read_rotations(game, wheels, "wheels")
    game.before = _read_rotations(game, before, "before")
    if game.phase not in (PHASE_TURN, PHASE_OVER):
        if game.before != game.wheels:
            raise BadPosition("before", "must equal wheels outside a turn")
        return
    used = game.die - game.left
    if not can_be_spun(game.before, game.wheels, used):
        raise BadPosition("wheels", f"cannot be reached from before with {used} spins")


def _read_rotations(game: GirumgoState, value: object, field: str) -> list[int]:
    rotations = reading.array(value, field)
    total = game.board.wheels
    if game.phase == PHASE_WHEELS:
        if len(rotations) >= total:
            raise BadPosition(field, f"must be fewer than {total} while they are being set")
    elif len(rotations) != total:
        raise BadPosition(field, f"must be {total} numbers, not {len(rotations)}")
    return [
        reading.whole(rotation, f"{field}[{i}]", 0, SIDES - 1)
        for i, rotation in enumerate(rotations)
    ]


def _read_gap(game: GirumgoState, name: object, field: str) -> Gap:
    if not isinstance(name, str) or name not in game.board.gap_of:
        raise BadPosition(field, f"{show(name)} is no gap of this board")
    return Gap(game.board.gap_of[name])


def _read_counted(game: GirumgoState, value: object) -> None:
    entries = reading.array(value, "counted")
    if len(entries) > 3 * (game.die - game.left):
        raise BadPosition("counted", "a spin makes three triangles at most")
    for i, entry in enumerate(entries):
        place = f"counted[{i}]"
        pair = reading.array(entry, place)
        if len(pair) != 2:
            raise BadPosition(place, "must be a gap and a colour")
        gap = _read_gap(game, pair[0], place)
        counted = triangle(gap, reading.whole(pair[1], place, 0, SIDES - 1))
        if counted in game.counted:
            raise BadPosition(place, "is there twice")
        if game.shows(game.before, counted):
            raise BadPosition(place, "stood already when the turn began")
        game.counted.append(int(counted))


def _read_marks(game: GirumgoState, value: object) -> None:
    if not isinstance(value, dict):
        raise BadPosition("marks", f"must be an object, not {show(value)}")
    if value and game.phase in (PHASE_WHEELS, PHASE_FIRST):
        raise BadPosition("marks", "there are none before the first turn")
    for name, colour in value.items():
        gap = _read_gap(game, name, "marks")
        place = f"marks.{name}"
        game.marks[gap] = reading.whole(colour, place, 0, SIDES - 1)
        marked = triangle(gap, game.marks[gap])
        if not game.shows(game.wheels, marked):
            raise BadPosition(place, "no triangle of that colour stands there")
        if marked not in game.counted and not game.shows(game.before, marked):
            raise BadPosition(place, "stood neither in before nor is it among the counted")


def _read_struck(game: GirumgoState, value: object) -> None:
    rivals = reading.array(value, "struck")
    if rivals and len(game.counted) < 2:
        raise BadPosition("struck", "it takes two counted triangles to surround a rival")
    latest = -1
    for i, rival in enumerate(rivals):
        place = f"struck[{i}]"
        seat = reading.whole(rival, place, 0, game.seats - 1)
        if seat == game.turn:
            raise BadPosition(place, "the seat on turn is no rival of its own")
        if seat <= latest:
            raise BadPosition(place, "rivals must be ascending")
        latest = seat
        game.struck = with_member(game.struck, seat)


def _read_seat(game: GirumgoState, seat: int, value: object, field: str) -> None:
    fields = reading.mapping(value, field, SEAT)
    corner = game.corner[seat]
    if reading.whole(fields["corner"], f"{field}.corner", 0, SIDES - 1) != corner:
        raise BadPosition(f"{field}.corner", f"must be {corner} for this number of seats")
    at = fields["at"]
    if not isinstance(at, str) or at not in game.board.number_of:
        raise BadPosition(f"{field}.at", f"{show(at)} is no wheel of this board")
    wheel = game.board.number_of[at]
    most = game.dial if game.dial > 0 else None
    advances = reading.whole(fields["advances"], f"{field}.advances", 0, most)
    if game.phase in (PHASE_WHEELS, PHASE_FIRST):
        if wheel != game.at[seat]:
            raise BadPosition(f"{field}.at", "nobody has moved before the first turn")
        if advances > 0:
            raise BadPosition(f"{field}.advances", "nobody has any before the first turn")
    game.at[seat] = wheel
    game.advances[seat] = advances


def _read_ending(game: GirumgoState, winner: object) -> None:
    over = game.phase == PHASE_OVER
    game.winner = reading.winner(winner, game.turn, game.seats, over)
    if over and game.at[game.turn] != game.goal(game.turn):
        raise BadPosition(f"seats[{game.turn}].at", "the winner stands on its goal")
    for seat in map(Seat, range(game.seats)):
        if game.at[seat] == game.goal(seat) and seat != game.winner:
            raise BadPosition(f"seats[{seat}].at", "only the winner stands on its goal")
