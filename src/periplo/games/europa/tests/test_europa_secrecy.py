"""The server sends nobody which answer is right before one is given."""

import asyncio
import json
from pathlib import Path

import pytest
from worlds import World, world

from periplo.core.dice import Dice
from periplo.games.europa import GAME
from periplo.games.europa.board import QUESTION
from periplo.games.europa.rules import EuropaState


def other_answers() -> list[list[int]]:
    """The decks' tables if the next letter were right on every card."""
    state = GAME.new(2)
    assert isinstance(state, EuropaState)
    board = state.board
    return [
        [
            (right + 1) % 4 if order == QUESTION else right
            for order, right in zip(*deck, strict=True)
        ]
        for deck in zip(board.orders, board.details, strict=True)
    ]


async def until_a_question(here: World) -> list[str]:
    """All that a seat and a spectator are sent up to the first question, the API's words too."""
    await here.open(GAME.id, 2, {})
    dice = Dice("question")
    while json.loads(here.last_snapshot(0))["moment"]["question"] is None:
        here.clock += 1000
        await here.wander(dice)
    received = here.wires[0].received + here.wires[None].received
    for viewer in (None, 0, 1):
        received += await here.read_everything(viewer)
    return [here.normalised(text) for text in received]


def test_the_right_answer_does_not_reach_anybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def live(name: str, patch: pytest.MonkeyPatch) -> list[str]:
        async with world(name, tmp_path, patch) as here:
            return await until_a_question(here)

    received = []
    for name in ("printed", "other"):
        with monkeypatch.context() as patch:
            if name == "other":
                state = GAME.new(2)
                assert isinstance(state, EuropaState)
                patch.setattr(state.board, "details", other_answers())
                again = GAME.new(2)
                assert isinstance(again, EuropaState)
                assert again.board.details is state.board.details  # every race has this board
            received.append(asyncio.run(live(name, patch)))
    for one, two in zip(*received, strict=True):
        assert one == two
