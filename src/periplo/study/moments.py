"""A whole game as snapshots, for whoever draws a board: `python -m periplo.study.moments GAME`.

Written to `build/recordings/GAME.json`, where `web/harness.html` finds it.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from periplo.bots import bot
from periplo.core.dice import Dice
from periplo.core.errors import PeriploError
from periplo.core.state import TABLE
from periplo.core.words import Words
from periplo.fonts.embed import with_fonts
from periplo.games import game as find_game
from periplo.play.match import Match
from periplo.play.record import actor_name, split_action
from periplo.play.snapshots import Entry, Snapshot, build_snapshot, footnotes


def record_game(game_id: str, seats: int, language: str, seed: str, most: int) -> dict[str, object]:
    match, dice = Match.new(game_id, seats), Dice(seed)
    game = match.game
    player = bot(game, "greedy")
    everybody = list(range(seats))
    snapshots = [_snapshot(match, everybody)]
    while not match.state.over() and len(snapshots) < most:
        actor = match.state.next_actor()
        seen = match.state.seen_by(actor)
        thrown = actor == TABLE
        match.play(actor, match.state.draw(dice) if thrown else player.choose(seen, actor, dice))
        snapshots.append(_snapshot(match, everybody, actor))
    return {
        "layout": game.layout(game.position(game.new(seats))),
        "background": f"/recordings/{game_id}.svg",
        "options": game.read_setup(seats, None),
        "names": match.record.seats,
        "words": Words(game_id, language).everything(),
        "moments": snapshots,
    }


def _snapshot(match: Match, seats: list[int], actor: int | None = None) -> Snapshot:
    n = len(match.record.actions)
    entries = []
    if actor is not None:
        events = match.events[-1]
        _, text = split_action(str(match.record.actions[-1]))
        beside = footnotes(match.game, match.state, events)
        by: Literal["table", "bot"] = "table" if actor == TABLE else "bot"
        entry: Entry = {"n": n, "actor": actor_name(actor), "text": text, "by": by, "time": 0,
                        "events": events, "asides": beside, "note": ""}  # fmt: skip
        entries.append(entry)
    return build_snapshot(match.game, match.state, seats, n, entries)


def main(words: Sequence[str] | None = None) -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("game")
    reader.add_argument("--seats", type=int, default=2)
    reader.add_argument("--language", default="en")
    reader.add_argument("--seed", default="recording")
    reader.add_argument("--most", type=int, default=400, help="snapshots at most")
    given = reader.parse_args(words)
    game_id, seats, language = given.game, given.seats, given.language
    try:
        shown = record_game(game_id, seats, language, given.seed, given.most)
        background = with_fonts(find_game(game_id).background(seats, None, language))
    except PeriploError as error:
        reader.error(str(error))
    folder = Path("build/recordings")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{game_id}.json").write_text(json.dumps(shown), encoding="utf-8")
    (folder / f"{game_id}.svg").write_text(background, encoding="utf-8")


if __name__ == "__main__":
    main()
