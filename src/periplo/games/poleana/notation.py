"""How positions and actions of El Reo Poleana are written, and read back."""

import re
from functools import cache
from typing import Any, cast

from periplo.core import reading
from periplo.core.choices import Choice, SanctionChoice
from periplo.core.errors import BadOption, BadPosition
from periplo.core.game import Game, Options, Position, no_such_action
from periplo.core.state import NOBODY, TABLE, Seat, State
from periplo.core.two_dice import HIGH, LOW, THROWS
from periplo.games.poleana.actions import (
    ACTIONS,
    FIRST,
    OUT_0,
    OUT_00,
    OUT_3,
    OUT_6,
    PASS,
    SKIP,
    TAKEN,
    is_move,
    is_release,
    is_throw,
    is_up,
    move,
    pips_of,
    prisoner_of,
    reo_of,
    taken,
)
from periplo.games.poleana.board import (
    CELL,
    ENTRANCES,
    ESCAPE,
    EXIT,
    GUARD_POSTS,
    LANE,
    NAMES,
    NINE,
    OUT,
    REOS,
    SIDES,
    SQUARE_NAMES,
    YARD,
    YARD_NUMBERS,
    Place,
    step,
)
from periplo.games.poleana.jail import (
    BOTH,
    HIGHER,
    LOWER,
    NO_DIE,
    PHASE_BONUS,
    PHASE_FIRST,
    PHASE_GUARD,
    PHASE_MOVE,
    PHASE_OVER,
    PHASE_THROW,
    owner_of,
    pips_left,
)
from periplo.games.poleana.options import DRAW, OPTIONS
from periplo.games.poleana.phrases import is_locked_in, lost
from periplo.games.poleana.refusals import refusals
from periplo.games.poleana.rules import PoleanaState

PHASES = ("first", "throw", "guard", "move", "bonus", "over")
POSITION = ("phase", "turn", "dice", "left", "again", "bonus", "winner", "seats", "guards")
SEAT = ("side", "reos")
PLAIN = {
    "out 0": OUT_0,
    "out 3": OUT_3,
    "out 6": OUT_6,
    "out 00": OUT_00,
    "skip": SKIP,
    "pass": PASS,
}
PLAIN_TEXTS = {action: text for text, action in PLAIN.items()}
# by side: the places of its colour by their names
PLACES = tuple({name: place for place, name in enumerate(names) if name} for names in NAMES)


class Poleana(Game):
    def __init__(self) -> None:
        super().__init__(
            "poleana",
            rules=1,
            seats=(2, 4),
            options=OPTIONS,
            seat_names=("Los Topos", "Las Ganzúas", "Las Limas", "Las Sogas"),
            setbacks={"captured": "other", "taken": "other"},
            headline_falls=True,
        )

    def check_options(self, seats: int, options: Options) -> None:
        if options["custodians"] and seats == SIDES:
            raise BadOption(
                "custodians", "guards need an empty side; with 4 seats it must be false"
            )

    def without_effect(self, seats: int, options: Options) -> dict[str, str]:
        return (
            {} if options["custodians"] else {"reach": "custodians is false: there are no guards"}
        )

    def start(self, seats: int, options: Options) -> State:
        return PoleanaState(
            seats,
            options["custodians"],
            options["reach"] == "yard",
            options["nine"] == "owner",
            NOBODY if options["first"] == DRAW else options["first"],
        )

    # real tables: penalties that a referee may enter  [POL-16]

    def sanctions(self, state: State, seat: int) -> list[SanctionChoice]:
        """`touched K` sends reo K back to its cell, `ignored` the most advanced one."""
        jail = cast("PoleanaState", state)
        if jail.phase == PHASE_OVER:
            return []
        places = [jail.place_of(Seat(seat), reo) for reo in range(REOS)]
        loose = [reo for reo in range(REOS) if places[reo] not in (CELL, OUT)]
        choices = [(f"touched {reo + 1}", reo) for reo in loose]
        if loose:
            choices.append(("ignored", min(loose, key=lambda reo: _pips_to_go(places[reo]))))
        found = []
        for choice, reo in choices:
            position = self.position(state)
            position["seats"][seat]["reos"][reo] = "cell"
            try:
                self.load(position, _options_of(jail))
            except BadPosition:  # a guard would be left with a single victim
                continue
            text = f"reo {reo + 1} goes back to its cell"
            found.append(
                SanctionChoice(clause="POL-16", choice=choice, text=text, position=position)
            )
        return found

    def standing(self, state: State, seat: int) -> list[tuple[int | str, int | str]]:
        """The reos, from 1, each where the position says: also in its cell, or out."""
        jail = cast("PoleanaState", state)
        owner = Seat(seat)
        return [(reo + 1, jail.name_of(owner, jail.place_of(owner, reo))) for reo in range(REOS)]

    # positions

    def position(self, state: State) -> Position:
        jail = cast("PoleanaState", state)
        return {
            "phase": PHASES[jail.phase],
            "turn": jail.turn,
            "dice": [jail.low, jail.high] if jail.low else None,
            "left": pips_left(jail.low, jail.high, jail.left),
            "again": jail.again,
            "bonus": 1 if jail.phase == PHASE_BONUS else 0,
            "winner": jail.winner if jail.phase == PHASE_OVER else None,
            "seats": [
                {
                    "side": jail.side_of(seat) + 1,
                    "reos": [jail.name_of(seat, jail.place_of(seat, reo)) for reo in range(REOS)],
                }
                for seat in map(Seat, range(jail.seats))
            ],
            "guards": _guards(jail),
        }

    def load(self, position: object, options: Options | None = None) -> State:
        fields = reading.mapping(position, "", POSITION)
        seats = self.read_seats(fields["seats"], "seats")
        jail = cast("PoleanaState", self.new(len(seats), options))
        if reading.array(fields["guards"], "guards") != _guards(jail):
            raise BadPosition("guards", f"must be {_guards(jail)}, as seats and options say")
        for seat, value in enumerate(seats):
            _read_seat(jail, seat, value, f"seats[{seat}]")
        _check_sharing(jail)
        jail.count_squares()
        jail.phase = PHASES.index(reading.word(fields["phase"], "phase", PHASES))
        if jail.phase == PHASE_FIRST and jail.first != NOBODY:
            raise BadPosition("phase", "the option first has named the seat that begins")
        jail.turn = Seat(reading.whole(fields["turn"], "turn", 0, jail.seats - 1))
        if jail.phase == PHASE_FIRST and jail.turn != 0:
            raise BadPosition("turn", "must be 0 until somebody begins")
        _read_winner(jail, fields["winner"])
        _read_dice(jail, fields["dice"], fields["left"])
        _read_again(jail, fields["again"])
        bonus = 1 if jail.phase == PHASE_BONUS else 0
        reading.whole(fields["bonus"], "bonus", bonus, bonus)
        if jail.phase == PHASE_GUARD and (not jail.guards or len(jail.legal(jail.turn)) < 2):
            raise BadPosition("phase", "guard needs two reos or more that a guard can take")
        return jail

    # actions

    def parse(self, state: State, actor: int, text: str) -> int:
        if actor == TABLE:
            if throw := re.fullmatch(r"([1-6])\+([1-6])", text, re.ASCII):
                dice = int(throw[1]), int(throw[2])
                if dice in THROWS:
                    return THROWS.index(dice)
            if seat := re.fullmatch(r"first ([1-4])", text, re.ASCII):
                return FIRST + int(seat[1]) - 1
            raise no_such_action(
                text, "a throw such as 3+6, the lower die first, or first and a seat"
            )
        if text in PLAIN:
            return PLAIN[text]
        if moved := re.fullmatch(r"p([1-4]) ([1-9]|1[0-2])( up)?", text, re.ASCII):
            return move(int(moved[1]) - 1, int(moved[2]), bool(moved[3]))
        if named := re.fullmatch(r"taken ([1-4])\.([1-4])", text, re.ASCII):
            return taken(REOS * (int(named[1]) - 1) + int(named[2]) - 1)
        raise no_such_action(text, "out 0, p1 5, p1 5 up, taken 1.2, skip, pass or the like")

    def text(self, state: State, actor: int, action: int) -> str:
        if is_throw(action):
            return f"{LOW[action]}+{HIGH[action]}"
        if action in PLAIN_TEXTS:
            return PLAIN_TEXTS[action]
        if is_move(action):
            up = " up" if is_up(action) else ""
            return f"p{reo_of(action) + 1} {pips_of(action)}{up}"
        if action >= TAKEN:
            seat, reo = divmod(prisoner_of(action), REOS)
            return f"taken {seat + 1}.{reo + 1}"
        return f"first {action - FIRST + 1}"

    def choice(self, state: State, actor: int, action: int) -> Choice:
        """What an action moves, whom it takes, and where one points at to choose it."""
        jail = cast("PoleanaState", state)
        choice = super().choice(state, actor, action)
        if is_move(action) or is_release(action):
            path = jail.path_of(action)
            choice |= {"piece": jail.mover(action) + 1, "path": path, "to": path[-1]}
        elif is_throw(action):
            choice["faces"] = [LOW[action], HIGH[action]]
        elif actor == TABLE:
            choice["other"] = action - FIRST
        elif action == PASS:
            choice["passes"] = True
        prisoner = jail.taken_by(action)
        if prisoner >= 0:
            owner, reo = owner_of(prisoner), prisoner % REOS
            at = jail.name_of(owner, jail.place_of_index(prisoner))
            choice["takes"] = [{"seat": int(owner), "piece": reo + 1, "at": at}]
            choice.setdefault("to", at)
        return choice

    def headline(self, state: State) -> list[int]:
        """How many steps the four reos of each seat still need to be free.  [POL-14]"""
        return [sum(steps) for steps in _steps_to_go(cast("PoleanaState", state))]

    def derived(self, state: State) -> dict[str, Any]:
        """The squares that nobody passes, and whose they are; how far each reo still has to go, and
        the whole way; the seats that may capture, and those of whom nobody is on the way; why
        dice cannot be used, and where each reo, from 1, may not go.
        [POL-8, POL-14, POL-6, POL-2, POL-4]
        """
        jail = cast("PoleanaState", state)
        return {
            "barriers": [{"seat": seat, "at": at} for seat, at in jail.barriers()],
            "to_go": {str(seat + 1): steps for seat, steps in enumerate(_steps_to_go(jail))},
            "whole_way": _pips_to_go(Place(CELL)),
            "hunters": [seat for seat in range(jail.seats) if jail.count(Seat(seat), CELL) == 0],
            "locked_in": [seat for seat in range(jail.seats) if is_locked_in(jail, Seat(seat))],
            "lost": lost(jail),
            "refused": _refused(jail),
        }

    # the board

    def board(self, options: Options | None = None) -> dict[str, Any]:
        sides = []
        for side in range(SIDES):
            names = NAMES[side]
            sides.append(
                {
                    "side": side + 1,
                    "yard": [f"{side + 1}:{number}" for number in YARD_NUMBERS],
                    "gallery": [f"{side + 1}/{number}" for number in range(1, 8)],
                    "exit": names[EXIT],
                    "nine": names[NINE],
                    "way": [names[place] for place in range(NINE + 1)],
                    "escape": [names[place] for place in range(ESCAPE, OUT)],
                    "entrances": [names[place] for place in ENTRANCES],
                    "guards": [names[post] for post in GUARD_POSTS],
                }
            )
        return {"yard": YARD, "reos": REOS, "sides": sides}

    # for programs that learn

    def action_count(self, options: Options) -> int:
        return ACTIONS

    def score_range(self, seats: int, options: Options) -> tuple[float, float]:
        return 0, REOS


GAME = Poleana()


def _guards(jail: PoleanaState) -> list[str]:
    """Where they stand, by side ascending, `:0` before `:3`.  [POL-17]"""
    return [SQUARE_NAMES[post] for post in jail.posts]


# reading a position, and what is refused


def _read_seat(jail: PoleanaState, seat: int, value: object, field: str) -> None:
    entry = reading.mapping(value, field, SEAT)
    side = jail.side_of(Seat(seat))
    reading.whole(entry["side"], f"{field}.side", side + 1, side + 1)
    reos = reading.array(entry["reos"], f"{field}.reos")
    if len(reos) != REOS:
        raise BadPosition(f"{field}.reos", f"must be {REOS}, not {len(reos)}")
    guards = _guards(jail)
    for reo, name in enumerate(reos):
        place = f"{field}.reos[{reo}]"
        if not isinstance(name, str) or name not in PLACES[side]:
            raise BadPosition(place, f"side {side + 1} never stands on {reading.show(name)}")
        if name in guards:
            raise BadPosition(place, f"a guard stands on {name}")
        jail.put(Seat(seat), reo, Place(PLACES[side][name]))


def _check_sharing(jail: PoleanaState) -> None:
    """Two colours never share a square; one colour only where and as far as it may."""
    holder: dict[str, int] = {}
    count: dict[tuple[int, Place], int] = {}
    for index, place in enumerate(jail.reos):
        if place in (CELL, OUT):
            continue
        seat, reo = divmod(index, REOS)
        field = f"seats[{seat}].reos[{reo}]"
        name = jail.name_of(Seat(seat), place)
        if (place <= NINE or place >= LANE) and holder.setdefault(name, seat) != seat:
            raise BadPosition(field, f"{name} is taken by another colour")
        count[seat, place] = count.get((seat, place), 0) + 1
        if count[seat, place] > jail.room_on(place):
            raise BadPosition(field, f"there is no room for it on {name}")


def _read_winner(jail: PoleanaState, winner: object) -> None:
    done = [seat for seat, out in enumerate(jail.scores()) if out == REOS]
    if jail.phase != PHASE_OVER:
        reading.nothing(winner, "winner", "before the game is over")
        if done:
            raise BadPosition("winner", f"seats[{done[0]}].reos are all out: the game is over")
        return
    jail.winner = reading.whole(winner, "winner", 0, jail.seats - 1)
    if jail.winner not in done:
        raise BadPosition("winner", f"seats[{jail.winner}].reos are not all out")
    if jail.turn != jail.winner:
        raise BadPosition("turn", "must be the winner when the game is over")


def _read_dice(jail: PoleanaState, dice: object, left: object) -> None:
    """The throw, and which of its dice are left."""
    rest = reading.array(left, "left")
    if jail.phase in (PHASE_FIRST, PHASE_THROW, PHASE_OVER):
        reading.nothing(dice, "dice", "unless a throw is being played")
        if rest:
            raise BadPosition("left", "must be empty unless a throw is being played")
        return
    pips = reading.array(dice, "dice")
    if len(pips) != 2:
        raise BadPosition("dice", "must be two numbers")
    low, high = (reading.whole(pip, f"dice[{i}]", 1, 6) for i, pip in enumerate(pips))
    if low > high:
        raise BadPosition("dice", "the lower die comes first")
    for i, pip in enumerate(rest):
        reading.whole(pip, f"left[{i}]", 1, 6)
    jail.low, jail.high = low, high
    may_be = {PHASE_GUARD: (BOTH,), PHASE_MOVE: (BOTH, LOWER, HIGHER)}
    for which in may_be.get(jail.phase, (LOWER, HIGHER, NO_DIE)):
        if rest == pips_left(low, high, which):
            jail.left = which
            return
    raise BadPosition("left", f"{reading.show(rest)} cannot be left of {low}+{high} here")


def _read_again(jail: PoleanaState, value: object) -> None:
    jail.again = reading.flag(value, "again")
    double = jail.phase in (PHASE_MOVE, PHASE_BONUS) and jail.low == jail.high
    if jail.again == double:
        return
    # a 3+3 or 6+6 that was used to release earns no other throw, only perhaps a walk  [POL-3]
    released = jail.phase == PHASE_BONUS and jail.left == NO_DIE and jail.low % 3 == 0
    if not (double and released):
        raise BadPosition("again", f"must be {'true' if double else 'false'} with these dice")


def _steps_to_go(jail: PoleanaState) -> list[list[int]]:
    """By seat, of each reo."""
    return [
        [_pips_to_go(place) for place in jail.places_of(Seat(seat))] for seat in range(jail.seats)
    ]


def _refused(jail: PoleanaState) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for reo, pips, to, why in refusals(jail):
        places = found.setdefault(str(reo + 1), [])
        if to and all(place["to"] != to for place in places):
            places.append({"pips": pips, "to": to, "why": why})
    return found


@cache
def _pips_to_go(place: Place) -> int:
    """How many pips a reo still needs to be out, by the shortest way; breaking out is one."""
    if place == CELL:
        return _pips_to_go(Place(EXIT)) + 1
    pips = 0
    while place != OUT:
        place, pips = step(place, False), pips + 1
    return pips


def _options_of(jail: PoleanaState) -> Options:
    return {
        "custodians": jail.custodians,
        "reach": "yard" if jail.sees_yard else "side",
        "nine": "owner" if jail.nine_is_owners else "anyone",
        "first": DRAW if jail.first == NOBODY else int(jail.first),
    }
