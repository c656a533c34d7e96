"""How positions and actions of the goose game are written, and read back."""

import re
from collections.abc import Sequence
from typing import Any, cast

from periplo.core import reading
from periplo.core.choices import Choice
from periplo.core.dice import Dice
from periplo.core.errors import BadPosition
from periplo.core.game import (
    Company,
    Game,
    Options,
    PersonMove,
    Position,
    no_such_action,
)
from periplo.core.state import TABLE, Event, Seat, State
from periplo.core.two_dice import HIGH, LOW, THROWS
from periplo.games.oca import board as squares
from periplo.games.oca import people
from periplo.games.oca.board import FREE, GARDEN, IN_THE_WELL, SPECIALS, STAYS, Square
from periplo.games.oca.options import OPTIONS
from periplo.games.oca.outlook import outlook
from periplo.games.oca.race import (
    PHASE_OVER,
    PHASE_SWAP,
    Piece,
    held_of,
    piece_on,
    square_of,
    weigh,
)
from periplo.games.oca.rules import STAY, SWAP, OcaState

PHASES = ("throw", "swap", "over")
POSITION = ("race", "turn", "phase", "dice", "owed", "winner", "flocks")
FLOCK = ("square", "bearer", "held", "strays", "home", "eggs", "throws", "spent")


class Oca(Game):
    def __init__(self) -> None:
        super().__init__(
            "oca",
            rules=1,
            seats=(2, 10),
            options=OPTIONS,
            seat_names=("Murùni", "Badia", *(f"Stormo {seat}" for seat in range(3, 11))),
            # of bearers alone: strays would be counted for who never went back
            setbacks=dict.fromkeys(("sent", "covered", "gathered", "exchanged"), "set_back"),
            interludes=("won",),
            # dice that do not collide before they touch the ground, a die whose 1 does not face
            # its thrower, dice that a thrower stops on their way
            void_reasons={"collision": "OCA-26c", "facing": "OCA-26d", "stopped": "OCA-26e"},
            leader=people.BEARER,
            headline_falls=True,
        )

    def start(self, seats: int, options: Options) -> State:
        return OcaState(
            options["flock"],
            options["squares"],
            options["leapfrog"] == "pieces",
            options["golden_races"],
            options["points"],
        )

    # real tables

    def companies(self, state: State) -> list[Company]:
        return people.companies(cast("OcaState", state))

    def person_move(self, event: Event) -> PersonMove | None:
        return people.read_move(event)

    def options_for_people(self, options: Options, counts: Sequence[int]) -> Options:
        """Every flock has as many people as its roster."""
        return options | {"flock": list(counts)}

    def draw_squares(self, seats: int, options: Options, dice: Dice) -> Options:
        """The flocks' own squares, by lot."""
        left = list(squares.NEUTRAL)
        drawn = [left.pop(int(dice.below(len(left)))) for _ in range(seats)]
        return options | {"squares": drawn}

    def in_order(self, options: Options, order: Sequence[int]) -> Options:
        """A flock keeps its own square."""
        own = options.get("squares")
        return options if own is None else options | {"squares": [own[seat] for seat in order]}

    def derived(self, state: State) -> dict[str, Any]:
        return outlook(cast("OcaState", state))

    def headline(self, state: State) -> list[int]:
        """How far each bearer is from the garden, which alone wins.  [OCA-2]"""
        return [GARDEN - square_of(bearer) for bearer in cast("OcaState", state).bearers]

    def score_parts(self, state: State, seat: int) -> list[tuple[str, Any]]:
        """OCA-25 sum by sum."""
        race = cast("OcaState", state)
        square, eggs, astray, won = race.score_counts(seat)
        return [
            ("square", weigh(race.points, (square, 0, 0, 0))),
            ("egg", weigh(race.points, (0, eggs, 0, 0))),
            ("stray", weigh(race.points, (0, 0, astray, 0))),
            ("win", weigh(race.points, (0, 0, 0, won))),
        ]

    # positions

    def position(self, state: State) -> Position:
        race = cast("OcaState", state)
        deciding = race.phase == PHASE_SWAP
        return {
            "race": race.race,
            "turn": race.turn,
            "phase": PHASES[race.phase],
            "dice": [LOW[race.throw], HIGH[race.throw]] if deciding else None,
            "owed": race.owed,
            "winner": race.winner if race.phase == PHASE_OVER else None,
            "flocks": [
                {
                    "square": flock.own_square,
                    "bearer": square_of(flock.bearer),
                    "held": held_of(flock.bearer),
                    "strays": [
                        {"at": square_of(stray), "held": held_of(stray)} for stray in flock.strays
                    ],
                    "home": flock.home,
                    "eggs": flock.eggs,
                    "throws": flock.throws,
                    "spent": flock.spent,
                }
                for flock in race.flocks
            ],
        }

    def load(self, position: object, options: Options | None = None) -> State:
        fields = reading.mapping(position, "", POSITION)
        flocks = self.read_seats(fields["flocks"], "flocks")
        race = cast("OcaState", self.new(len(flocks), options))
        for seat, flock in enumerate(flocks):
            _read_flock(race, seat, flock, f"flocks[{seat}]")
        if _pieces_in_the_well(race) > 1:
            raise BadPosition("flocks", "two pieces are held in the well at once")
        race.race = reading.whole(fields["race"], "race", 1, race.golden_races + 1)
        race.turn = Seat(reading.whole(fields["turn"], "turn", 0, race.seats - 1))
        race.phase = PHASES.index(reading.word(fields["phase"], "phase", PHASES))
        _read_ending(race, fields["winner"])
        _read_decision(race, fields["dice"], fields["owed"])
        race.swept = False
        return race

    # actions

    def parse(self, state: State, actor: int, text: str) -> int:
        if actor == TABLE:
            if throw := re.fullmatch(r"([1-6])\+([1-6])", text, re.ASCII):
                a, b = sorted(int(die) for die in throw.groups())
                return THROWS.index((a, b))
            raise no_such_action(text, "a throw such as 3+6")
        if text == "stay":
            return STAY
        if partner := re.fullmatch(r"swap ([1-9]|10)", text, re.ASCII):
            return SWAP + int(partner[1]) - 1
        raise no_such_action(text, "stay, or swap and a seat")

    def text(self, state: State, actor: int, action: int) -> str:
        if action < STAY:
            return f"{LOW[action]}+{HIGH[action]}"
        return "stay" if action == STAY else f"swap {action - SWAP + 1}"

    def choice(self, state: State, actor: int, action: int) -> Choice:
        """A swap moves the own bearer to the other's place; whoever stays points at its own."""
        choice = super().choice(state, actor, action)
        if actor == TABLE:
            choice["faces"] = [LOW[action], HIGH[action]]
            return choice
        race = cast("OcaState", state)
        at = choice["to"] = int(square_of(race.flocks[actor].bearer))
        if action >= SWAP:
            choice["to"] = int(square_of(race.flocks[action - SWAP].bearer))
            choice["piece"] = "bearer"
            choice["path"] = [at, choice["to"]]
            choice["other"] = action - SWAP
        return choice

    # the board

    def board(self, options: Options | None = None) -> dict[str, Any]:
        return {
            "start": squares.START,
            "garden": GARDEN,
            "geese": list(squares.GEESE),
            "dice": {"3+6": squares.DICE_SQUARES[3], "4+5": squares.DICE_SQUARES[4]},
            "specials": sorted(SPECIALS),
            "neutral": [1, *squares.NEUTRAL],
            "own": list(squares.DEFAULT_SQUARES),
        }

    # for programs that learn

    def action_count(self, options: Options) -> int:
        return SWAP + self.most_seats

    def score_range(self, seats: int, options: Options) -> tuple[float, float]:
        """As far as bearers walk, strays stray and eggs are found.  [OCA-25, OCA-R3]"""
        points, races = options["points"], options["golden_races"] + 1
        strays = max(options["flock"]) - 1
        most = {
            "square": GARDEN,
            "egg": strays * races + 2 * (races - 1),
            "stray": strays,
            "win": 1,
        }
        worths = [points[key] * count for key, count in most.items()]
        return sum(min(worth, 0) for worth in worths), sum(max(worth, 0) for worth in worths)


GAME = Oca()


# reading a position, and what is refused


def _read_flock(race: OcaState, seat: int, value: object, field: str) -> None:
    flock = reading.mapping(value, field, FLOCK)
    if reading.whole(flock["square"], f"{field}.square", 0) != race.own_squares[seat]:
        raise BadPosition(
            f"{field}.square", f"must be {race.own_squares[seat]}, as the option says"
        )
    read = race.flocks[seat]
    read.bearer = _read_piece(flock["bearer"], flock["held"], f"{field}.bearer", f"{field}.held")
    strays = []
    for i, entry in enumerate(reading.array(flock["strays"], f"{field}.strays")):
        place = f"{field}.strays[{i}]"
        stray = reading.mapping(entry, place, ("at", "held"))
        strays.append(_read_piece(stray["at"], stray["held"], f"{place}.at", f"{place}.held"))
        if strays[i] > strays[max(i - 1, 0)]:
            raise BadPosition(place, "strays must be sorted by at, then held, both descending")
    read.strays = strays
    read.home = reading.whole(flock["home"], f"{field}.home", 0)
    if 1 + len(strays) + read.home != race.flock[seat]:
        raise BadPosition(
            f"{field}.home", f"bearer, strays and home must be {race.flock[seat]} people together"
        )
    read.eggs = reading.whole(flock["eggs"], f"{field}.eggs", 0)
    if read.eggs < sum(square_of(stray) == GARDEN for stray in strays):
        raise BadPosition(f"{field}.eggs", "each stray on 63 has won an egg")
    read.throws = reading.whole(flock["throws"], f"{field}.throws", 0)
    read.spent = reading.flag(flock["spent"], f"{field}.spent")


def _read_piece(at: object, held: object, at_field: str, held_field: str) -> Piece:
    square = reading.whole(at, at_field, 0, GARDEN)
    special = SPECIALS.get(square)
    if special is not None and special.goes_to != STAYS:
        raise BadPosition(at_field, f"no piece rests on {square}")
    throws = reading.whole(held, held_field, -1, 2)
    if throws != FREE and (special is None or not special.may_hold(throws)):
        raise BadPosition(held_field, f"no piece is held {throws} on {square}")
    return piece_on(Square(square), throws)


def _pieces_in_the_well(race: OcaState) -> int:
    pieces = [*race.bearers, *(stray for strays in race.strays for stray in strays)]
    return sum(held_of(piece) == IN_THE_WELL for piece in pieces)


def _read_ending(race: OcaState, winner: object) -> None:
    over = race.phase == PHASE_OVER
    race.winner = reading.winner(winner, race.turn, race.seats, over)
    if over and square_of(race.flocks[race.turn].bearer) != GARDEN:
        raise BadPosition(f"flocks[{race.turn}].bearer", "the winner stands on 63")
    for seat in range(race.seats):
        if square_of(race.flocks[seat].bearer) == GARDEN and seat != race.winner:
            raise BadPosition(f"flocks[{seat}].bearer", "only the winner stands on 63")


def _read_decision(race: OcaState, dice: object, owed: object) -> None:
    if race.phase != PHASE_SWAP:
        reading.nothing(dice, "dice", "unless a swap is being decided")
        reading.whole(owed, "owed", 0, 0)
        return
    pips = reading.array(dice, "dice")
    if len(pips) != 2:
        raise BadPosition("dice", "must be two numbers")
    a, b = (reading.whole(pip, f"dice[{i}]", 1, 6) for i, pip in enumerate(pips))
    if a > b:
        raise BadPosition("dice", "the lower die comes first")
    if a + b == squares.GATHERING:
        raise BadPosition("dice", "a total of 9 gathers the flock and offers no swap")
    race.throw = THROWS.index((a, b))
    race.owed = reading.whole(owed, "owed", 0, 2)
    if square_of(race.flocks[race.turn].bearer) != race.own_squares[race.turn]:
        raise BadPosition(f"flocks[{race.turn}].bearer", "a swap is decided on the own square")
    if race.flocks[race.turn].throws == 0:
        raise BadPosition(f"flocks[{race.turn}].throws", "includes the present throw")
    if race.legal(race.turn) == [STAY]:
        raise BadPosition("phase", "there is nobody to swap with")
