"""A game's package is complete: its files, words, drawing, golden games and counts."""

import ast
import json
import re
import tomllib
from string import Formatter
from typing import Any
from xml.etree import ElementTree

import pytest
from setups import GAMES, languages_of, places_of, read_row, rows_of, setups, wander

import periplo
from periplo import Dice, Match
from periplo.bots import bot_names
from periplo.core.playout import count_sequences
from periplo.core.words import ENGLISH, LANGUAGES, Words
from periplo.study.clauses import clause_faults
from periplo.study.golden import play_recipe, render, written_actions

FILES = [
    "rules.py",
    "notation.py",
    "layout.py",
    "clauses.toml",
    "words.toml",
    "tests/golden.toml",
    "tests/perft.toml",
    "tests/refusals.toml",
]
MOST_OF_A_HEADING = 40  # characters
SQUARE_CODE = re.compile(r"(?<!\d):\d|\d:\d")
SECTIONS = (
    "options", "labels", "bots", "events", "actions", "phrases", "words", "web", "drawing", "roles",
    "voids", "sanctions", "scores", "minutes", "arrangement", "banners", "titles", "headings",
    "headline",
)  # fmt: skip


def test_every_game_can_be_loaded() -> None:
    assert periplo.broken_games() == {}


def test_a_game_has_its_files(game_id: str) -> None:
    pages = [f"page.{language}.md" for language in languages_of(game_id)]
    missing = [file for file in FILES + pages if not (GAMES / game_id / file).is_file()]
    assert missing == [], f"{game_id} lacks {', '.join(missing)}"


def test_no_module_outside_its_folder_names_a_game(game_id: str) -> None:
    """In code, that is; examples in comments and help do no harm."""
    found = [
        f"{file.relative_to(GAMES.parent)}:{node.lineno}"
        for file in GAMES.parent.rglob("*.py")
        if GAMES / game_id not in file.parents
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value == game_id
    ]
    assert found == []


def test_every_clause_is_cited_in_code_and_tests_and_translated(game_id: str) -> None:
    assert clause_faults(GAMES / game_id) == []


def test_a_game_has_all_its_words(game_id: str) -> None:
    game = periplo.game(game_id)
    written = tomllib.loads((GAMES / game_id / "words.toml").read_text())
    for language in languages_of(game_id):
        assert language in written["game"], f"words.toml of {game_id}: [game] lacks {language}"
        words = Words(game_id, language)
        assert words.name
        assert words.pitch
        assert len(words.page()) > (100 if words.draft else 1000)
    wanted = {f"options.{option.name}" for option in game.options}
    for option in game.options:
        wanted.add(f"labels.{option.name}")
        called = [choice for choice in option.choices if isinstance(choice, str)]
        if isinstance(option.default, dict):
            called += option.default
        wanted |= {f"labels.{option.name}={choice}" for choice in called}
    wanted |= {f"events.{kind}" for kind in (*game.setbacks, *game.interludes)}
    of_every_game = {"random", "greedy", "easy", "medium", "hard"}
    wanted |= {f"bots.{name}" for name in set(bot_names(game)) - of_every_game}
    there = {f"{section}.{key}" for section in SECTIONS for key in written.get(section, {})}
    assert sorted(wanted - there) == [], f"words.toml of {game_id} lacks these"
    named = {entry for entry in there if entry.startswith(("options.", "bots."))}
    assert sorted(named - wanted) == [], f"words.toml of {game_id} has these for nothing"
    for section in SECTIONS:
        for key, entry in written.get(section, {}).items():
            missing = set(languages_of(game_id)) - set(entry)
            assert missing == set(), f"{game_id}: [{section}.{key}] lacks {missing}"
            fields = {lang: _fields(text) for lang, text in entry.items()}
            assert len({frozenset(f) for f in fields.values()}) == 1, f"{section}.{key}: {fields}"
    for key, entry in written.get("actions", {}).items():
        for template in entry.values():
            assert _fields(template) <= {"rest"}, f"[actions.{key}]: {{rest}} is all there is"
    assert len(game.seat_names) == game.most_seats
    for language in LANGUAGES:
        names = Words(game_id, language).seats(game.seat_names)
        assert len({name.casefold() for name in names}) == len(names) == game.most_seats


def test_what_options_change_is_said_without_their_codes(game_id: str) -> None:
    game = periplo.game(game_id)
    for language in languages_of(game_id):
        words = Words(game_id, language)
        for option in game.options:
            said = words.option(option.name)
            assert not [choice for choice in option.choices if f"({choice})" in said], said
            assert not SQUARE_CODE.search(said), said


def test_every_clause_has_a_heading_of_its_own(game_id: str) -> None:
    for language in languages_of(game_id):
        words = Words(game_id, language)
        if words.draft:
            return  # its ids will do
        headings = words.headings()
        assert [clause for clause, heading in headings.items() if heading == clause] == []
        assert len(set(headings.values())) == len(headings), "each is found by its heading"
        assert [heading for heading in headings.values() if len(heading) >= MOST_OF_A_HEADING] == []
        assert set(words.section("titles")) & set(words.section("headings")) == set()


def test_every_place_of_the_layout_has_clauses_that_there_are(game_id: str) -> None:
    game, words = periplo.game(game_id), Words(game_id, ENGLISH)
    for seats, options in setups(game_id):
        layout = game.layout(game.position(game.new(seats, options)), options)
        if "clauses" not in layout:
            assert words.draft
            continue
        assert {one for of in layout["clauses"].values() for one in of} <= set(words.clause_ids())
        assert {str(place) for place in places_of(layout)} <= set(layout["clauses"])


def test_banners_are_of_events_and_titles_of_clauses(game_id: str) -> None:
    words = Words(game_id, LANGUAGES[0])
    kinds = {key.partition(":")[0].partition("/")[0] for key in words.section("banners")}
    assert sorted(kinds - set(words.section("events"))) == []
    titled = set(words.section("titles")) | set(words.section("headings"))
    assert sorted(titled - set(words.clause_ids())) == []
    state = periplo.game(game_id).new(periplo.game(game_id).fewest_seats)
    if periplo.game(game_id).headline(state):
        assert {"unit", "long", "why"} <= set(words.section("headline"))


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bare_board_is_a_drawing_of_its_own(game_id: str, language: str) -> None:
    game = periplo.game(game_id)
    for seats, options in setups(game_id):
        drawing = ElementTree.fromstring(game.background(seats, options, language))
        assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
        drawn = [
            part
            for part in drawing.iter()
            if part.tag.endswith(("path", "circle", "rect", "polygon"))
        ]
        assert len(drawn) > 1, f"the background of {game_id} is empty"


def test_the_board_is_json(game_id: str) -> None:
    assert json.loads(json.dumps(periplo.game(game_id).board()))


def test_a_game_that_has_a_board_of_its_own_draws_its_background(game_id: str) -> None:
    """A board in the browser lays its pieces over it: over the plain one they would not fit."""
    if (GAMES / game_id / "web" / "Board.svelte").is_file():
        drawings = periplo.game(game_id).drawings()
        assert hasattr(drawings, "background"), f"layout.py of {game_id} has no background"


@pytest.mark.parametrize(("golden", "name", "row"), rows_of("golden.toml"))
def test_a_golden_game_is_played_again_to_the_letter(golden: str, name: str, row: Any) -> None:
    """`make golden` writes them anew; the diff is to be reviewed."""
    recipe = read_row(row)
    file = GAMES / golden / "tests" / "golden" / f"{name}.txt"
    assert file.is_file(), f"tests/golden/{name}.txt is missing: run make golden GAME={golden}"
    text = file.read_text(encoding="utf-8")
    replayed = Match.new(golden, recipe["seats"], recipe.get("options"))
    for written in written_actions(text):
        replayed.write(written)
    assert replayed.state.over()
    assert render(replayed) == text
    assert render(play_recipe(golden, recipe)) == text


@pytest.mark.parametrize(("counted", "name", "row"), rows_of("perft.toml"))
def test_there_are_so_many_sequences_of_actions(counted: str, name: str, row: Any) -> None:
    game, entry = periplo.game(counted), read_row(row)
    options = entry.get("options", {})
    if "position" in entry:
        state = game.load(json.loads(entry["position"]), options)
    else:
        state = game.new(entry["seats"], options)
    assert "counts" in entry, (
        f"perft.toml: [{name}] lacks counts = {[count_sequences(state, n) for n in range(3)]}"
    )
    counts = entry["counts"]
    assert [count_sequences(state, depth) for depth in range(len(counts))] == counts
