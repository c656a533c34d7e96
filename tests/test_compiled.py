"""Compiled and interpreted rules play the same games, action by action."""

import json
import os
import subprocess
import sys
from pathlib import Path

import periplo

ROOT = Path(__file__).parent.parent
COMPILED = ROOT / "build" / "compiled"
INTERPRETED = ROOT / "src"

SCRIPT = """
import hashlib, json, sys, periplo
from periplo.study.selfplay import selfplay
from periplo import Match
# what a search chooses along one of greedy's games
def searched(game):
    from periplo import TABLE, Dice
    from periplo.bots import bot
    seats = max(2, game.fewest_seats)
    state, dice, chosen = game.new(seats), Dice("both ways"), []
    search, greedy = bot(game, "search:12p"), bot(game, "greedy")
    while not state.over() and len(chosen) < 12:
        actor = state.next_actor()
        if actor == TABLE:
            state.play(actor, state.draw(dice))
            continue
        seen = state.seen_by(actor)
        if len(state.legal(actor)) > 1:
            chosen.append(int(search.choose(seen, actor, dice)))
        state.play(actor, greedy.choose(seen, actor, dice))
    return str(chosen)

# what a batch shows while its games are played at random
def stepped(game):
    from periplo.vector import Batch
    batch, shown = Batch(game, game.most_seats, None, 3), hashlib.sha256()
    for _ in range(60):
        shown.update(batch.observations() + batch.masks())
        batch.step(batch.pick())
    return shown.hexdigest()

sums = {}
for game_id in periplo.game_ids():
    game = periplo.game(game_id)
    for seats in range(game.fewest_seats, game.most_seats + 1):
        for bots in ("greedy", "random,greedy" if seats > 1 else "random"):
            match = Match.new(game_id, seats)
            selfplay(match, bots, f"both ways {seats}")
            whole_game = json.dumps([match.record.actions, match.events, match.position()])
            sums[f"{game_id} {seats} {bots}"] = hashlib.sha256(whole_game.encode()).hexdigest()
    sums[f"{game_id} search"] = searched(game)
    sums[f"{game_id} batch"] = stepped(game)
print(json.dumps([periplo.is_compiled(), sums]))
"""


def played(where: Path) -> tuple[bool, dict[str, str]]:
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": str(where)},
    )
    compiled, sums = json.loads(result.stdout)
    return compiled, sums


def test_compiled_and_interpreted_play_the_same_games() -> None:
    assert COMPILED.is_dir(), "build it first: make compiled"
    is_compiled, ours = played(COMPILED)
    is_also_compiled, theirs = played(INTERPRETED)
    assert (is_compiled, is_also_compiled) == (True, False)
    assert ours == theirs
    assert len(ours) >= 2 * len(periplo.game_ids())
