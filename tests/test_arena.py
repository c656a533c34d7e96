"""The arena: everybody meets everybody from every seat, and equal seeds give equal contests."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from setups import quickest_game

import periplo
from periplo import BadSetup, Match
from periplo.arena.contest import Contest, check, play_all
from periplo.arena.standings import standings
from periplo.arena.strength import alone, duels, speed
from periplo.core.errors import BadOption
from periplo.play.record import read_record

GAMES = periplo.game_ids()
QUICKEST = quickest_game()


def seats_of(game_id: str) -> int:
    return max(2, periplo.game(game_id).fewest_seats)


@pytest.mark.parametrize(
    ("bots", "seats"), [("ab", 2), ("abc", 2), ("abcd", 3), ("ab", 4), ("abc", 1)]
)
def test_everybody_sits_everywhere_equally_often(bots: str, seats: int) -> None:
    line_ups = Contest("any", tuple(bots), 1, seats).line_ups()
    held = Counter((name, seat) for line_up in line_ups for seat, name in enumerate(line_up))
    assert len(held) == len(bots) * seats
    assert len(set(held.values())) == 1
    if seats == 2:
        assert sorted(line_ups) == sorted((a, b) for a in bots for b in bots if a != b)


def test_a_contest_can_be_repeated_and_jobs_change_nothing(game_id: str) -> None:
    contest = Contest(game_id, ("greedy", "random", "search:2p"), 6, seats_of(game_id), "again")
    if game_id != QUICKEST:
        contest = Contest(game_id, ("greedy", "random"), 4, seats_of(game_id), "again")
    once = play_all(contest, 1, lambda _: None)
    assert play_all(contest, 2, lambda _: None) == once
    found = standings(contest, once)
    assert json.loads(json.dumps(found)) == found
    assert sum(row["wins"] for row in found["bots"]) == pytest.approx(contest.games)
    assert found["forfeits"] == {}


def test_records_of_a_contest_replay(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    contest = Contest(QUICKEST, ("greedy", "random"), 3, 2, 5, records=folder)
    written = play_all(contest, 1, lambda _: None)
    files = sorted(folder.iterdir())
    assert len(files) == 3
    for file, result in zip(files, written, strict=True):
        match = Match.from_record(read_record(str(file)))
        assert match.state.over()
        assert tuple(float(score) for score in match.state.scores()) == result.scores
        assert tuple(match.record.seats) == result.bots
    unwritten = Contest(QUICKEST, ("greedy", "random"), 3, 2, 5)
    assert play_all(unwritten, 1, lambda _: None) == written


def test_a_bot_that_fails_loses_and_the_cause_is_reported() -> None:
    game_id = next(game_id for game_id in GAMES if game_id != QUICKEST)  # with many decisions
    broken = f"cmd:{sys.executable} -c 'import sys; sys.exit(4)'"
    contest = Contest(game_id, ("random", broken), 4, seats_of(game_id), 1)
    found = standings(contest, play_all(contest, 1, lambda _: None))
    assert [row["wins"] for row in found["bots"]] == [4.0, 0.0]
    assert list(found["forfeits"].values()) == [4]
    assert "ended with status 4" in next(iter(found["forfeits"]))


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"games": 0}, "games"),
        ({"bots": ("greedy", "greedy")}, "bots"),
        ({"bots": ("greedy",)}, "bots"),
        ({"bots": ("greedy", "nobody")}, "nobody"),
        ({"seats": 99}, "seats"),
        ({"clock": 0.0}, "clock"),
        ({"options": {"nonsense": 1}}, "nonsense"),
    ],
)
def test_what_is_wrong_with_a_contest_is_said(changes: dict[str, object], named: str) -> None:
    facts: dict[str, object] = {"game": QUICKEST, "bots": ("random", "greedy"), "games": 2}
    with pytest.raises(BadSetup, match=named):
        check(Contest(**{**facts, **changes}))  # type: ignore[arg-type]


def test_the_command_prints_tables_or_json() -> None:
    def run(*more: str) -> str:
        command = [sys.executable, "-m", "periplo", "arena", QUICKEST, "--bots", "random,greedy"]
        command += ["--games", "4", "--seed", "7", *more]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout

    grid = run()
    assert "95 % interval" in grid
    assert "before" in grid
    assert json.loads(run("--json"))["games"] == 4


def test_the_proof_of_strength_has_a_line_for_everything() -> None:
    game = periplo.game(QUICKEST)
    lines = list(duels(game, 2, 2, 1))
    assert len(lines) == 2 * sum(game.fewest_seats <= seats <= game.most_seats for seats in (2, 4))
    for other in map(periplo.game, GAMES):
        if other.fewest_seats > 1:
            assert list(alone(other, 1, 1)) == []
    assert speed(game).startswith(f"| {QUICKEST} | ")


def test_numbers_that_no_mean_could_hold_are_refused_by_name() -> None:
    with pytest.raises(BadOption, match="points: numbers must be from"):
        check(Contest("oca", ("random", "greedy"), 2, options={"points": {"win": 10**400}}))
