"""Compiled and interpreted rules play the same games, move for move."""

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
sums = {}
for game_id in periplo.game_ids():
    game = periplo.game(game_id)
    for seats in range(game.fewest_seats, game.most_seats + 1):
        for bots in ("greedy", "random,greedy"):
            match = Match.new(game_id, seats)
            selfplay(match, bots, f"both ways {seats}")
            told = json.dumps([match.record.actions, match.events, match.position()])
            sums[f"{game_id} {seats} {bots}"] = hashlib.sha256(told.encode()).hexdigest()
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
