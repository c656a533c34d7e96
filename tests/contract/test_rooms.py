"""A room is complete: its files, words, drawing, golden games and counts."""

import json
import tomllib
from string import Formatter
from typing import Any
from xml.etree import ElementTree

import pytest
from setups import GAMES, setups, wander

import periplo
from periplo import Dice, Match
from periplo.bots import bot_names
from periplo.core.playout import count_sequences
from periplo.play.words import LANGUAGES, Words
from periplo.study.clauses import room_faults
from periplo.study.golden import play_recipe, recipes, render, written_actions

FILES = [
    "board.py",
    "rules.py",
    "bot.py",
    "notation.py",
    "layout.py",
    "observe.py",
    "clauses.toml",
    "words.toml",
    "page.en.md",
    "page.es.md",
    "page.it.md",
    "tests/golden.toml",
    "tests/perft.toml",
]


@pytest.mark.parametrize("file", FILES)
def test_a_room_has_its_files(game_id: str, file: str) -> None:
    assert (GAMES / game_id / file).stat().st_size > 0


def test_every_clause_has_code_a_test_and_three_languages(game_id: str) -> None:
    assert room_faults(GAMES / game_id) == []


def test_a_room_has_all_its_words(game_id: str) -> None:
    game = periplo.game(game_id)
    written = tomllib.loads((GAMES / game_id / "words.toml").read_text())
    for language in LANGUAGES:
        words = Words(game_id, language)
        assert words.name
        assert words.pitch
        assert len(words.page()) > 1000
        for option in game.options:
            assert len(words.option(option.name)) > 10
            assert words.label(option.name)
            for choice in option.choices if option.kind == "choice" else ():
                assert words.label(option.name, choice)
    for section in ("options", "labels", "bots", "events", "actions", "words", "web"):
        for key, entry in written.get(section, {}).items():
            assert set(entry) == set(LANGUAGES), f"{section}.{key}"
            fields = {lang: _fields(text) for lang, text in entry.items()}
            assert len({frozenset(f) for f in fields.values()}) == 1, f"{section}.{key}: {fields}"
    assert set(written["options"] if game.options else ()) == {o.name for o in game.options}
    of_every_game = {"random", "greedy", "easy", "medium", "hard"}
    assert set(written.get("bots", {})) == set(bot_names(game)) - of_every_game
    assert set(game.setbacks) <= set(written["events"])
    assert len(game.seat_names) == game.most_seats
    assert len(set(game.seat_names)) == game.most_seats


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_position_can_be_drawn(game_id: str, language: str) -> None:
    game = periplo.game(game_id)
    for which, (seats, options) in enumerate(setups(game_id)):
        state, dice = game.new(seats, options), Dice("drawing", which)
        names = [f"<&\"'{seat}>" for seat in range(seats)]
        for _ in range(3):
            view = game.view(state, None)
            json.dumps(game.layout(view, options))
            drawing = game.svg(view, names, language, options)
            assert ElementTree.fromstring(drawing).tag == "{http://www.w3.org/2000/svg}svg"
            assert "<script" not in drawing
            assert 'href="http' not in drawing
            board = game.text_board(view, names, language, options)
            assert max(len(line) for line in board.splitlines()) <= 80
            assert "\x1b" not in board
            for _ in range(25):
                if not state.over():
                    state.apply(*wander(game, state, dice))


def test_the_board_is_json(game_id: str) -> None:
    assert json.loads(json.dumps(periplo.game(game_id).board()))


def _golden() -> list[tuple[str, str]]:
    return [(game_id, name) for game_id in periplo.game_ids() for name in recipes(GAMES / game_id)]


@pytest.mark.parametrize(("room", "name"), _golden())
def test_a_golden_game_is_played_again_to_the_letter(room: str, name: str) -> None:
    """`make golden` writes them anew; the diff is to be reviewed."""
    recipe = recipes(GAMES / room)[name]
    text = (GAMES / room / "tests" / "golden" / f"{name}.txt").read_text(encoding="utf-8")
    replayed = Match.new(room, recipe["seats"], recipe.get("options"))
    for written in written_actions(text):
        replayed.write(written)
    assert replayed.state.over()
    assert render(replayed) == text
    assert render(play_recipe(room, recipe)) == text


def _perft() -> list[Any]:
    return [
        pytest.param(game_id, entry, id=f"{game_id}-{name}")
        for game_id in periplo.game_ids()
        for name, entry in tomllib.loads(
            (GAMES / game_id / "tests" / "perft.toml").read_text()
        ).items()
    ]


@pytest.mark.parametrize(("room", "entry"), _perft())
def test_there_are_so_many_sequences_of_actions(room: str, entry: dict[str, Any]) -> None:
    game = periplo.game(room)
    options = entry.get("options", {})
    if "position" in entry:
        state = game.load(json.loads(entry["position"]), options)
    else:
        state = game.new(entry["seats"], options)
    counts = entry["counts"]
    assert [count_sequences(state, depth) for depth in range(len(counts))] == counts
