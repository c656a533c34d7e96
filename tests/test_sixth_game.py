"""Another game is another folder: nothing that exists is edited, compiled or not.

A folder in which something is wrong is named, and the other games go on.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from server_process import ServerProcess
from setups import link_package

import periplo
import periplo.games
from periplo import TABLE, Dice, Match
from periplo.adapters import pettingzoo
from periplo.bots import bot
from periplo.core.playout import begin, play_game, play_randomly
from periplo.core.state import Policy, Uniform
from periplo.core.words import Words, load_toml
from periplo.play.lessons import course
from periplo.study.clauses import clause_faults
from periplo.study.documents import observations, readme
from periplo.study.moments import main as record
from periplo.study.simulate import Study, simulate

FOLDER = Path(__file__).parent / "sixth_game"
OTHERS = periplo.game_ids()


def _forget(*game_ids: str) -> None:
    for module in [
        name for name in sys.modules if name.split(".")[2:3] and name.split(".")[2] in game_ids
    ]:
        if module.startswith("periplo.games."):
            del sys.modules[module]
    load_toml.cache_clear()
    periplo.games.rescan()


@pytest.fixture
def games_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], None]]:
    """Have the games of a folder found, too."""

    def find(folder: Path) -> None:
        monkeypatch.setattr(periplo.games, "__path__", [*periplo.games.__path__, str(folder)])
        periplo.games.rescan()

    yield find
    monkeypatch.undo()
    _forget("coin")


@pytest.fixture
def sixth_game(games_in: Callable[[Path], None]) -> None:
    games_in(FOLDER)


@pytest.mark.usefixtures("sixth_game")
def test_a_new_folder_is_a_new_game() -> None:
    assert "coin" in periplo.game_ids()
    match = Match.new("coin", 2)
    match.write("tails")
    assert match.line()["scores"] == [0, 1]
    assert match.state.winners() == [1]
    assert course("coin").lessons == ()
    coin = periplo.game("coin")
    assert play_randomly(coin.new(2), Dice(1), 10) == 1
    assert play_game(coin.new(2), [Uniform(), Uniform()], Dice(1), 10) == 1
    tally = simulate(Study("coin", 2, 400, seed="coin"), 1, print)
    assert 150 < tally.wins[0] / 60 < 250
    with pytest.raises(periplo.BadSetup, match="no seat is ever asked"):
        begin(coin.new(2), Dice(1))
    assert "periplo_coin_v1" in dir(pettingzoo)
    with pytest.raises(periplo.BadSetup, match="no seat is ever asked"):
        pettingzoo.periplo_coin_v1.env().reset()
    with pytest.raises(periplo.IllegalAction, match="COIN-1"):
        coin.new(2).apply(TABLE, 7)


@pytest.mark.usefixtures("sixth_game")
def test_what_a_game_does_not_draw_is_drawn_plainly() -> None:
    coin, match = periplo.game("coin"), Match.new("coin", 2)
    assert "heads" in coin.background(2, None, "en")
    match.write("tails")
    assert "2 Ann &amp; Bob" in coin.svg(match.position(), ["Cleo", "Ann & Bob"])
    assert coin.text_board(match.position(), ["Cleo", "Ann"]).startswith("heads · tails [1]\n")


@pytest.mark.usefixtures("sixth_game")
def test_a_game_that_is_always_for_two_says_just_that() -> None:
    coin = periplo.game("coin")
    assert coin.seat_range("–") == "2"
    assert periplo.game("oca").seat_range(" to ") == "2 to 10"
    with pytest.raises(periplo.BadSetup, match="seats: coin is for 2, not 3"):
        coin.new(3)
    assert "\n2050 numbers with 2 seats, and the default options" in observations()
    assert "for two seats. | 2 |" in readme("<!-- games -->\n\n")


@pytest.mark.usefixtures("sixth_game")
def test_a_whole_game_is_recorded_for_whoever_draws_its_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    record(["coin"])
    written = tmp_path / "build" / "recordings"
    moments = json.loads((written / "coin.json").read_text())["moments"]
    assert [moment["over"] for moment in moments] == [False, True]
    assert (written / "coin.svg").read_text().startswith("<svg")
    with pytest.raises(SystemExit):
        record(["coins"])
    assert capsys.readouterr().err.endswith(
        f"error: no game 'coins'; there are {', '.join(periplo.game_ids())}\n"
    )


@pytest.mark.usefixtures("sixth_game")
def test_a_game_without_an_observer_shows_its_position_as_text() -> None:
    coin, match = periplo.game("coin"), Match.new("coin", 2)
    match.write("tails")
    observer = coin.observer(2, {})
    shown = observer.look(match.state, 1)
    assert list(shown[:2]) == [0, 1]
    start = observer.start_of("position")
    assert shown[start:].rstrip(bytes(1)) == b'{"scores": [0, 1]}'


@pytest.mark.usefixtures("sixth_game")
def test_every_bot_plays_a_game_without_policies() -> None:
    for name in ("greedy", "easy", "medium", "hard", "search:5p"):
        assert isinstance(bot(periplo.game("coin"), name), Policy)


@pytest.mark.usefixtures("sixth_game")
def test_words_that_a_draft_lacks_are_english_or_the_bare_name() -> None:
    words = Words("coin", "it")
    assert words.pitch == "The table tosses a coin for two seats."
    assert words.page().startswith("# Coin")
    assert words.label("metal") == "metal"
    assert words.label("metal", "gold") == "gold"
    assert words.event({"rule": "COIN-1", "kind": "fell"}, []) == "fell"


def break_words(coin: Path) -> str:
    (coin / "words.toml").unlink()
    return "words.toml is missing"


def break_clauses(coin: Path) -> str:
    (coin / "clauses.toml").write_text("[COIN-1")
    return "clauses.toml: "


def break_page(coin: Path) -> str:
    (coin / "page.en.md").unlink()
    return "page.en.md is missing"


def break_english(coin: Path) -> str:
    (coin / "words.toml").write_text('game = { es = { name = "Moneda" } }')
    return "words.toml: [game]: has no text in English"


def break_pitch(coin: Path) -> str:
    (coin / "words.toml").write_text('game = { en = { name = "Coin" } }')
    return "words.toml: [game] has no pitch"


def break_rules(coin: Path) -> str:
    with (coin / "__init__.py").open("a") as file:
        file.write("\n\ndef (")
    return "__init__.py, line "


def break_game(coin: Path) -> str:
    text = (coin / "__init__.py").read_text()
    (coin / "__init__.py").write_text(text.replace("GAME =", "PLAY ="))
    return "__init__.py has no GAME"


def break_layout(coin: Path) -> str:
    (coin / "layout.py").unlink()
    return "layout.py is missing"


def break_import(coin: Path) -> str:
    text = (coin / "__init__.py").read_text()
    (coin / "__init__.py").write_text(text.replace("import Dice", "import Dies") + "\n1 / 0\n")
    return "ZeroDivisionError: "


BREAKAGES = [
    break_words, break_clauses, break_page, break_english, break_pitch, break_rules, break_game,
    break_import, break_layout,
]  # fmt: skip


@pytest.mark.parametrize("breakage", BREAKAGES, ids=lambda one: one.__name__)
def test_a_broken_game_is_named_and_the_others_work(
    tmp_path: Path, games_in: Callable[[Path], None], breakage: Callable[[Path], str]
) -> None:
    shutil.copytree(FOLDER / "coin", tmp_path / "coin")
    cause = breakage(tmp_path / "coin")
    games_in(tmp_path)
    assert periplo.game_ids() == OTHERS
    assert list(periplo.broken_games()) == ["coin"]
    assert periplo.broken_games()["coin"].startswith(cause)
    with pytest.raises(periplo.BrokenGame, match="the game coin cannot be loaded"):
        periplo.game("coin")
    assert periplo.game(OTHERS[0]).id == OTHERS[0]


def test_the_menu_lists_the_others_and_says_what_is_wrong(tmp_path: Path) -> None:
    shutil.copytree(FOLDER / "coin", tmp_path / "coin")
    break_rules(tmp_path / "coin")
    ran = run_with(tmp_path, "games")
    assert ran.returncode == 0
    assert all(game_id in ran.stdout for game_id in OTHERS)
    assert "coin" not in ran.stdout
    assert "the game coin cannot be loaded: __init__.py, line " in ran.stderr


# what is imported when it is first needed

LATER = {
    "layout.py": ("def (", "layout.py, line 1: ", "text_board"),
    "bot.py": ("import nothing_of_this_name", "ModuleNotFoundError: ", "policies"),
    "observe.py": ("1 / 0", "ZeroDivisionError: ", "observer"),
}
EMPTY = {
    "layout.py": "layout.py has no layout",
    "bot.py": "bot.py has no policies",
    "observe.py": "observe.py has no observer",
}


def use(part: str) -> object:
    coin = periplo.game("coin")
    if part == "text_board":
        return coin.text_board(coin.position(coin.new(2)), ["Ada", "Bo"])
    return coin.policies() if part == "policies" else coin.observer(2, {})


@pytest.mark.parametrize("file", LATER)
def test_a_part_that_cannot_be_imported_is_named_when_it_is_needed(
    tmp_path: Path, games_in: Callable[[Path], None], file: str
) -> None:
    shutil.copytree(FOLDER / "coin", tmp_path / "coin")
    source, cause, part = LATER[file]
    (tmp_path / "coin" / file).write_text(source)
    games_in(tmp_path)
    with pytest.raises(periplo.BrokenGame, match=f"the game coin cannot be loaded: {cause}"):
        use(part)


@pytest.mark.parametrize("file", EMPTY)
def test_a_part_without_what_is_needed_is_named(
    tmp_path: Path, games_in: Callable[[Path], None], file: str
) -> None:
    shutil.copytree(FOLDER / "coin", tmp_path / "coin")
    (tmp_path / "coin" / file).write_text("")
    games_in(tmp_path)
    with pytest.raises(periplo.BrokenGame, match=EMPTY[file]):
        use(LATER[file][2])


def test_a_layout_that_cannot_be_drawn_plainly_is_named(
    tmp_path: Path, games_in: Callable[[Path], None]
) -> None:
    shutil.copytree(FOLDER / "coin", tmp_path / "coin")
    (tmp_path / "coin" / "layout.py").write_text("def layout(position):\n    return {}\n")
    games_in(tmp_path)
    with pytest.raises(periplo.BrokenGame, match=r"coin .*: layout has no width, height, squares"):
        use("text_board")


def test_a_word_of_a_drawing_without_english_is_named(
    tmp_path: Path, games_in: Callable[[Path], None]
) -> None:
    shutil.copytree(FOLDER / "coin", tmp_path / "coin")
    with (tmp_path / "coin" / "words.toml").open("a") as file:
        file.write('\n[words.edge]\nes = "el canto"\n')
    games_in(tmp_path)
    with pytest.raises(periplo.BrokenGame, match=r"coin .*: words.toml: \[words.edge\]: has no"):
        use("text_board")


@pytest.mark.parametrize(
    ("template", "cause"),
    [("{dei}", "no field {dei}; there are"), ("{seat", "expected '}'"), ("{}", "")],
)
def test_a_sentence_that_cannot_be_filled_in_is_named(
    tmp_path: Path, games_in: Callable[[Path], None], template: str, cause: str
) -> None:
    shutil.copytree(FOLDER / "coin", tmp_path / "coin")
    with (tmp_path / "coin" / "words.toml").open("a") as file:
        file.write(f'\n[events.fell]\nen = "{template}"\n')
    games_in(tmp_path)
    with pytest.raises(periplo.BrokenGame) as broken:
        Words("coin", "en").event({"rule": "COIN-1", "kind": "fell"}, [])
    assert str(broken.value).startswith("the game coin cannot be loaded: words.toml: [events.fell]")
    assert cause in str(broken.value)


def run_with(games: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """A command in a program of its own, as people see it."""
    code = (
        f"import periplo.games; periplo.games.__path__.append({str(games)!r});"
        f"import sys; sys.argv = ['periplo', *{words!r}];"
        "from periplo.cli.main import main; main()"
    )
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, input=typed, check=False,
        env={**os.environ, "COLUMNS": "200"},
    )  # fmt: skip


def test_commands_say_in_one_line_what_is_broken(tmp_path: Path) -> None:
    coin, match = tmp_path / "coin", str(tmp_path / "match.json")
    shutil.copytree(FOLDER / "coin", coin)
    layout, words = (coin / "layout.py").read_text(), (coin / "words.toml").read_text()
    play = "play", "coin", "--who", "me,me", "--real-dice", "--file", match
    (coin / "layout.py").write_text("def (")
    ran = run_with(tmp_path, *play, typed="heads\n")
    assert ran.returncode == 2
    assert ran.stderr.startswith("periplo: the game coin cannot be loaded: layout.py, line 1: ")
    (coin / "layout.py").write_text(layout)
    (coin / "words.toml").write_text(words + '\n[events.fell]\nen = "{dei}"\n')
    ran = run_with(tmp_path, *play, typed="heads\n")
    assert ran.returncode == 2
    assert "coin cannot be loaded: words.toml: [events.fell]: no field {dei}" in ran.stderr
    assert ran.stderr.count("\n") == 1
    (coin / "bot.py").write_text("def (")
    ran = run_with(tmp_path, "games", "--json")
    assert [game["id"] for game in json.loads(ran.stdout)] == list(OTHERS)
    assert "the game coin cannot be loaded: bot.py, line 1" in ran.stderr


def test_a_server_refuses_what_a_broken_game_cannot_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = link_package(tmp_path / "src")
    shutil.copytree(FOLDER / "coin", games / "coin")
    (games / "coin" / "layout.py").write_text("def (")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "src"))
    server = ServerProcess(f"sqlite:///{tmp_path}/tables.db", tmp_path / "log")
    try:
        with httpx.Client(base_url=f"{server.address}/api", timeout=60) as client:
            for drawing in ("ground.svg", "layout"):
                answer = client.get(f"/games/coin/{drawing}")
                assert answer.status_code == 404
                assert answer.json()["code"] == "no-game"
                assert "coin cannot be loaded: layout.py, line 1" in answer.json()["why"]
            (games / "coin" / "bot.py").write_text("def (")
            listed = client.get("/games").json()
            assert [game["id"] for game in listed] == list(OTHERS)
    finally:
        server.stop()


def test_a_server_serves_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = link_package(tmp_path / "src")
    shutil.copytree(FOLDER / "coin", games / "coin")
    break_words(games / "coin")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "src"))
    server = ServerProcess(f"sqlite:///{tmp_path}/tables.db", tmp_path / "log")
    try:
        listed = httpx.get(f"{server.address}/api/games", timeout=60).json()
        assert [game["id"] for game in listed] == list(OTHERS)
        assert "the game coin cannot be loaded: words.toml is missing" in server.log()
    finally:
        server.stop()


def test_clauses_that_no_code_or_test_cites_are_named() -> None:
    assert clause_faults(FOLDER / "coin") == ["coin: COIN-1: no test cites it"]


def test_a_game_that_is_not_there_is_named() -> None:
    with pytest.raises(periplo.UnknownGame, match=r"'coin'; there are .*oca"):
        periplo.game("coin")
