"""Long runs lose no finished game, go on where they stopped, and say who began."""

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from setups import quickest_game

import periplo
from periplo import TABLE
from periplo.arena.contest import Contest, Result, check, play_all
from periplo.arena.standings import standings
from periplo.core.errors import BadSetup
from periplo.study.order import beginner_draw
from periplo.study.simulate import SimulationTally, Study, report, simulate

STUDY = Study(quickest_game(), 2, 60, "random,greedy", "long")
CONTEST = Contest(quickest_game(), ("greedy", "random"), 12, 2, "long")
DRAWN = [name for name in periplo.game_ids() if beginner_draw(periplo.game(name), 2, {})]


def until(games: int) -> Any:
    """As if somebody pressed Ctrl-C after so many games."""
    seen = []

    def progress(done: int | Result) -> None:
        seen.append(done)
        if (done if isinstance(done, int) else len(seen)) >= games:
            raise KeyboardInterrupt

    return progress


def nothing(_: object) -> None:
    pass


# what is finished stays


def test_an_interrupted_simulation_gives_what_it_has() -> None:
    tally = simulate(STUDY, 1, until(10))
    assert 10 <= tally.games < STUDY.games
    found = report(STUDY, tally)
    assert (found["games"], found["unfinished"]) == (tally.games, STUDY.games - tally.games)
    assert sum(row["wins"] for row in found["wins"]) == pytest.approx(tally.games)
    assert found["clauses"]["games"] == tally.games


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_saved_simulation_goes_on_and_ends_as_any_other(tmp_path: Path, jobs: int) -> None:
    save = tmp_path / "run.jsonl"
    for games in (7, 30):
        simulate(STUDY, jobs, until(games), save)
    with save.open("a") as file:
        file.write('{"first": 59, "ga')  # cut off
    again = simulate(STUDY, 1, nothing, save)
    assert report(STUDY, again) == report(STUDY, simulate(STUDY, 1, nothing))
    assert simulate(STUDY, 1, until(60), save) == again  # nothing is left to play


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_saved_contest_goes_on_and_ends_as_any_other(tmp_path: Path, jobs: int) -> None:
    save = tmp_path / "run.jsonl"
    some = play_all(CONTEST, jobs, until(5), save)
    assert len(some) == 5
    assert standings(CONTEST, some)["unfinished"] == CONTEST.games - 5
    whole = play_all(CONTEST, jobs, nothing, save)
    assert whole == play_all(CONTEST, 1, nothing)
    more = replace(CONTEST, games=14)
    assert play_all(more, 1, nothing, save) == play_all(more, 1, nothing)


def test_a_file_of_another_run_is_refused(tmp_path: Path) -> None:
    save = tmp_path / "run.jsonl"
    simulate(STUDY, 1, until(1), save)
    with pytest.raises(BadSetup, match="is of seed 'long', not 'other'"):
        simulate(replace(STUDY, seed="other"), 1, nothing, save)
    with pytest.raises(BadSetup, match="is of arena None"):
        play_all(CONTEST, 1, nothing, save)
    save.write_text("no lines of ours\n")
    with pytest.raises(BadSetup, match="line 1 is not what we write"):
        simulate(STUDY, 1, nothing, save)


def test_a_tally_is_read_as_it_was_written() -> None:
    tally = simulate(STUDY, 1, nothing)
    assert SimulationTally.from_json(json.loads(json.dumps(tally.to_json()))) == tally


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_ctrl_c_prints_what_there_is(tmp_path: Path, command: str, jobs: str) -> None:
    save = tmp_path / "run.jsonl"
    words = [command, quickest_game(), "--games", "1000000", "--jobs", jobs, "--save", str(save)]
    bots = ["--bots", "random,greedy", "--seats", "2", "--json"]
    run = subprocess.Popen(
        [sys.executable, "-m", "periplo", *words, *bots],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    start = monotonic()
    while monotonic() - start < 60 and not (save.exists() and len(save.read_text()) > 1000):
        sleep(0.1)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 130, err
    found = json.loads(out)
    lines = [json.loads(line) for line in save.read_text().splitlines()]
    assert found["games"] == sum(line.get("games", 1) for line in lines[1:]) > 0
    assert found["unfinished"] == 1_000_000 - found["games"]
    assert f"interrupted after {found['games']:,} of 1,000,000 games; the same command" in err
    # and again, with the seed of the file, until its time is over
    again = subprocess.run(
        [sys.executable, "-m", "periplo", *words, *bots, "--time", "4"],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert json.loads(again.stdout)["games"] > found["games"]
    assert json.loads(again.stdout)["seed"] == found["seed"]
    assert "out of time after" in again.stderr


# who begins


def test_some_games_draw_who_begins() -> None:
    assert DRAWN
    assert set(DRAWN) < set(periplo.game_ids())


@pytest.mark.parametrize("played", DRAWN)
def test_who_begins_can_be_fixed(played: str) -> None:
    game = periplo.game(played)
    for seats in range(2, min(4, game.most_seats) + 1):
        for first in range(seats):
            contest = Contest(played, ("random", "greedy"), 2, seats, "first", first=first)
            limited = replace(contest, bots=("greedy", "medium"))
            for result in play_all(limited, 1, nothing):
                assert result.order[0] == first
                assert sorted(result.order) == list(range(seats))


@pytest.mark.parametrize("played", DRAWN)
def test_results_are_listed_by_order_of_play_too(played: str) -> None:
    study = Study(played, 2, 12, "greedy", "order")
    found = report(study, simulate(study, 1, nothing))
    assert [row["place"] for row in found["order"]] == [1, 2]
    assert sum(row["wins"] for row in found["order"]) == sum(row["wins"] for row in found["wins"])
    second = replace(study, first=1)
    fixed = report(second, simulate(second, 1, nothing))
    assert fixed["first"] == 2
    assert [row["wins"] for row in fixed["order"]] == [row["wins"] for row in fixed["wins"][::-1]]
    contest = Contest(played, ("greedy", "random"), 4, 2, "order")
    results = play_all(contest, 1, nothing)
    places = standings(contest, results)["order"]
    for place, row in enumerate(places):
        assert row["wins"] == sum(result.shares[result.order[place]] for result in results)
        assert row["games"] == sum(bot["games"] for bot in row["bots"].values()) == 4


def test_where_it_is_not_drawn_it_cannot_be_fixed() -> None:
    for played in periplo.game_ids():
        if played not in DRAWN:
            with pytest.raises(BadSetup, match="does not draw who begins"):
                check(Contest(played, ("greedy", "random"), 1, 2, first=0))
    with pytest.raises(BadSetup, match="first: must be a seat, 1 to 2, not 3"):
        check(Contest(DRAWN[0], ("greedy", "random"), 1, 2, first=2))


def test_only_the_draw_of_the_beginner_is_taken_for_it() -> None:
    for played in DRAWN:
        game = periplo.game(played)
        actions = beginner_draw(game, 2, {})
        state = game.new(2)
        while state.legal(TABLE) != actions:
            assert state.thrower() == TABLE
            state.play(TABLE, state.legal(TABLE)[0])
        state.play(TABLE, actions[1])
        assert state.thrower() in (1, TABLE)


def test_alone_there_are_no_wins() -> None:
    for played in periplo.game_ids():
        if periplo.game(played).fewest_seats == 1:
            contest = Contest(played, ("random",), 2, 1)
            row = standings(contest, play_all(contest, 1, nothing))["bots"][0]
            assert "mean_score" in row
            assert "wins" not in row


# what is said beside the results


def periplo_says(*words: str) -> tuple[str, str]:
    run = subprocess.run(
        [sys.executable, "-m", "periplo", *words],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    return run.stdout, run.stderr


def idle_option() -> tuple[str, str, str]:
    """A game, an option of it that has no effect unless another one is given, and why."""
    for played in periplo.game_ids():
        game = periplo.game(played)
        for name, why in game.without_effect(2, game.read_setup(2, {})).items():
            return played, name, why
    raise AssertionError("no game has such an option")


@pytest.mark.parametrize("command", ["simulate", "arena", "selfplay", "new"])
def test_an_option_without_effect_is_named(command: str) -> None:
    played, name, why = idle_option()
    option = next(option for option in periplo.game(played).options if option.name == name)
    given = json.dumps(option.default)
    bots = [] if command == "new" else ["--bots", "greedy,medium"]
    words = [command, played, "--seats", "2", *bots]
    if command in ("simulate", "arena"):
        words += ["--games", "2"]
    _, said = periplo_says(*words, "--option", f"{name}={given}")
    assert f"periplo: option {name} has no effect: {why}" in said
    _, said = periplo_says(*words)
    assert "has no effect" not in said


def test_one_seat_is_one_seat() -> None:
    solo = next(name for name in periplo.game_ids() if periplo.game(name).fewest_seats == 1)
    said, _ = periplo_says("simulate", solo, "--seats", "1", "--games", "1")
    assert f"{solo}, 1 seat, 1 game, " in said
    said, _ = periplo_says("arena", solo, "--seats", "1", "--games", "2", "--bots", "random,greedy")
    assert f"{solo}, 1 seat, 2 games, " in said


def test_a_forfeit_names_its_bot_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "losing_bots.py").write_text("class Wrong:\n    def choose(self, *_): return 3\n")
    monkeypatch.chdir(tmp_path)
    bots = "random,py:losing_bots:Wrong"
    words = ["arena", quickest_game(), "--games", "10", "--seed", "1", "--bots", bots, "--json"]
    said, _ = periplo_says(*words)
    forfeits = json.loads(said)["forfeits"]
    assert list(forfeits) == ["py:losing_bots:Wrong: answered 3, which is not legal"]
