"""Positions of El Reo Poleana in one line, and what becomes of them: what the scenarios share."""

from random import Random
from typing import Any

import pytest

from periplo.core.errors import BadPosition, IllegalAction
from periplo.core.game import Options, Position
from periplo.core.state import State
from periplo.core.two_dice import THROWS
from periplo.games.poleana import GAME
from periplo.games.poleana.board import NAMES

IN_CELL = "cell cell cell cell"
SIDES = {2: (1, 3), 3: (1, 2, 3), 4: (1, 2, 3, 4)}


def jail(
    *seats: str,
    dice: str = "",
    left: str | None = None,
    phase: str = "",
    turn: int = 0,
    again: bool | None = None,
    **options: Any,
) -> State:
    """Seats as "1:2 cell cell out"; with dice the seat on turn is to move, else to throw."""
    sides = SIDES[len(seats)]
    thrown = [int(die) for die in dice.split("+")] if dice else []
    phase = phase or ("move" if dice else "throw")
    double = len(set(thrown)) == 1 and phase in ("move", "bonus")
    empty = [side for side in (1, 2, 3, 4) if side not in sides and options.get("custodians")]
    position = {
        "phase": phase,
        "turn": turn,
        "dice": thrown or None,
        "left": thrown if left is None else [int(die) for die in left.split()],
        "again": double if again is None else again,
        "bonus": int(phase == "bonus"),
        "winner": None,
        "seats": [
            {"side": side, "reos": reos.split()} for side, reos in zip(sides, seats, strict=True)
        ],
        "guards": [f"{side}:{post}" for side in empty for post in (0, 3)],
    }
    return GAME.load(position, options)


def legal(state: State) -> list[str]:
    actor = state.next_actor()
    return [GAME.text(state, actor, action) for action in state.legal(actor)]


def play(state: State, *texts: str) -> State:
    for text in texts:
        actor = state.next_actor()
        state.apply(actor, GAME.parse(state, actor, text))
    return state


def logged(state: State, *texts: str) -> list[str]:
    """The events of some actions, as "clause kind"."""
    state.log = []
    play(state, *texts)
    return [f"{event['rule']} {event['kind']}" for event in state.log]


def why_not(state: State, text: str) -> str:
    """The clause that forbids an action; the position stays as it is."""
    before = GAME.position(state)
    actor = state.next_actor()
    with pytest.raises(IllegalAction) as refused:
        state.apply(actor, GAME.parse(state, actor, text))
    assert GAME.position(state) == before
    return refused.value.clause


def reos(state: State, seat: int) -> str:
    return " ".join(GAME.position(state)["seats"][seat]["reos"])


def at(state: State, field: str) -> Any:
    return GAME.position(state)[field]


def anywhere(seed: int) -> tuple[Position, Options]:
    """Reos strewn about at random, and a throw that is being played: any position may be loaded."""
    chance = Random(seed)
    seats = chance.choice((2, 2, 3, 4))
    options = {
        "custodians": seats < 4 and chance.random() < 0.5,
        "reach": chance.choice(("side", "yard")),
        "nine": chance.choice(("anyone", "owner")),
    }
    position = GAME.position(GAME.new(seats, options))
    for player in position["seats"]:
        own = player["reos"]
        names = [name for name in NAMES[player["side"] - 1] if name]
        doors = [f"{side}:{number}" for side in {1, player["side"]} for number in (0, 3, 6)]
        near = [*doors, *(name for name in names if name[0] == "1")]  # one side is crowded
        for reo in range(4):
            beside = own[:reo] or near  # ... where barriers stand
            for wish in chance.choices((near, beside, names, ["cell"], ["out"]), k=4):
                own[reo] = chance.choice(wish)
                if is_good(position, options):
                    break
            else:
                own[reo] = "cell"
    position["phase"] = chance.choice(("throw", "move", "move", "move", "bonus"))
    position["turn"] = chance.randrange(seats)
    if position["phase"] != "throw":
        dice = chance.choice(([1, 5], [3, 6], [6, 6], *([a, b] for a, b in THROWS)))
        one = [chance.choice(dice)]
        position["dice"] = dice
        position["left"] = chance.choice((dice, one) if position["phase"] == "move" else (one, []))
        position["again"] = dice[0] == dice[1]
        position["bonus"] = int(position["phase"] == "bonus")
    return position, options


def is_good(position: Position, options: Options) -> bool:
    try:
        GAME.load(position, options)
    except BadPosition:
        return False
    return True
