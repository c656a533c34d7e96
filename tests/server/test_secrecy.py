"""What reaches somebody is the same, byte by byte, whatever the hidden things are.

Two worlds differ in what is hidden only: in the secret of the draws to come and, where seats act
in secret, in what the others do, how often they take it back, and when.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from worlds import World, world

import periplo
from periplo.core.dice import Dice
from periplo.core.state import State

SEATS = 3
HOUR = 3_600_000


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_hidden_things_do_not_reach_anybody(
    game_id: str, viewer: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    differed = 0
    for seed in range(3):
        folder = tmp_path / str(seed)
        folder.mkdir()
        received, positions = [], []
        for name in ("one", "two"):
            with monkeypatch.context() as patch:
                its, position = asyncio.run(live(game_id, viewer, seed, name, folder, patch))
            received.append(its)
            positions.append(position)
        for one, two in zip(*received, strict=True):
            assert one == two
        differed += positions[0] != positions[1]
    hides = periplo.game(game_id).new(SEATS).hides()
    assert bool(differed) == hides  # otherwise nothing was compared


async def live(
    game_id: str,
    viewer: int | None,
    seed: int,
    name: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> tuple[list[str], Any]:
    """Everything that the viewer got in this world, and how it really stood at the end."""
    async with world(name, folder, monkeypatch) as here:
        await here.open(game_id, SEATS, {})
        same, other = Dice("same", seed), Dice(name, seed)
        for _ in range(same.below(20)):
            here.clock += 1000
            await here.wander(same)
        for _ in range(4):
            await act_in_secret(here, viewer, other)
            here.clock += HOUR // 10 - (here.clock % (HOUR // 10))
            await act_oneself(here, viewer, same)
        position = here.table.core.match.position()
        received = list(here.wires[viewer].received)
        received += await here.read_everything(viewer)
        await here.be_evicted()
        await here.connect(viewer)
        received += here.wires[viewer].received
        await here.connect(None)
        everything = "".join(received)
        assert here.secret not in everything
        for seat, token in enumerate(here.tokens):
            assert seat == viewer or token not in everything
        return [here.normalised(text) for text in received], position


async def act_in_secret(here: World, viewer: int | None, dice: Dice) -> None:
    """The others do what nobody else can see, and take some of it back."""
    for _ in range(dice.below(5)):
        state = here.table.core.match.state
        seat = int(dice.below(SEATS))
        if seat == viewer:
            continue
        here.clock += 1 + int(dice.below(1000))
        moment = json.loads(here.last_snapshot(seat))["moment"]
        if moment["undo"] and state.hides() and dice.below(3) == 0:
            await here.ask("undo", seat)
        elif actions := secret_actions(here, state, seat):
            await here.act(seat, actions[dice.below(len(actions))])


async def act_oneself(here: World, viewer: int | None, dice: Dice) -> None:
    if viewer is not None:
        actions = secret_actions(here, here.table.core.match.state, viewer)
        if actions:
            await here.act(viewer, actions[dice.below(len(actions))])


def secret_actions(here: World, state: State, seat: int) -> list[int]:
    """What the seat may do without anybody else noticing."""
    if not state.hides():
        return []
    game = here.table.core.game
    others = [viewer for viewer in (None, *range(SEATS)) if viewer != seat]
    before = [game.view(state, other) for other in others]
    found = []
    for action in state.legal(seat):
        after = state.copy()
        after.apply(seat, action)
        if [game.view(after, other) for other in others] == before:
            found.append(action)
    return found


def test_what_was_right_is_sent_after_the_answer_and_not_before(
    game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In games that ask something: an answer's footnote is in nothing that was sent earlier."""

    async def play() -> int:
        answered = 0
        async with world("quiz", tmp_path, monkeypatch) as here:
            await here.open(game_id, 2, {})
            dice = Dice("quiz")
            received = "".join(await here.read_everything(None))
            for _ in range(120):
                here.clock += 1000
                if here.table.core.match.state.over():
                    break
                asked = json.loads(here.last_snapshot(0))["moment"]["question"]
                if asked is not None:
                    received += "".join(await here.read_everything(0))
                before = received + "".join(here.wires[0].received + here.wires[None].received)
                await here.wander(dice)
                if asked is not None:
                    footnotes = here.table.core.actions[-1].footnotes
                    answers = [footnote for footnote in footnotes if footnote is not None]
                    assert answers
                    for text in (text for footnote in answers for text in footnote.values()):
                        assert json.dumps(text, ensure_ascii=False)[1:-1] not in before
                    answered += 1
        return answered

    answered = asyncio.run(play())
    game = periplo.game(game_id)
    asks = any(option.name == "quiz" for option in game.options)
    assert bool(answered) == asks
