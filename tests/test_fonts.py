"""The fonts we ship hold every letter we write, and reach every picture."""

import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont

import periplo
from periplo.adapters.picture import rasterise
from periplo.core.dice import Dice
from periplo.core.playout import play_randomly
from periplo.core.words import LANGUAGES
from periplo.fonts import STACKS, font_files, stack
from periplo.fonts.embed import _choose, _texts, with_fonts

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "periplo" / "games"
WEB_FONTS = sorted((ROOT / "web" / "fonts").glob("*.woff2"))
TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "tools" / "fonts.py"))
FIRST = ("sans.woff2", "serif.woff2", "serif-italic.woff2")  # what the home page is written in
ALL_BUDGET, FIRST_BUDGET = 110 * 1024, 55 * 1024  # bytes
OWN_LIST = re.compile(r"font(?:-family)?\s*[:=](?P<said>[^;}\n]*)")
NAMES_NO_FONT = re.compile(r"var\(--(?:serif|sans|slab|mono)\)|inherit|stack\(")


def characters_of(family: str, files: list[Path]) -> set[str]:
    found: set[str] = set()
    for file in files:
        with TTFont(file, lazy=True) as font:
            if font["name"].getDebugName(1) == family:
                found |= set(map(chr, font.getBestCmap()))
    return found


# ---- what is shipped


def test_the_browsers_fonts_are_light() -> None:
    sizes = {file.name: file.stat().st_size for file in WEB_FONTS}
    assert sum(sizes.values()) <= ALL_BUDGET, sizes
    assert sum(sizes[name] for name in FIRST) <= FIRST_BUDGET, sizes


def test_browser_and_paper_have_the_same_letters() -> None:
    for family in {name for names in STACKS.values() for name in names if "Periplo" in name}:
        on_paper = characters_of(family, font_files())
        assert on_paper
        assert characters_of(family, WEB_FONTS) == on_paper, family


@pytest.mark.parametrize("file", [*WEB_FONTS, *font_files()], ids=lambda file: file.name)
def test_a_font_of_ours_has_a_name_of_its_own_and_says_whose_it_is(file: Path) -> None:
    with TTFont(file) as font:
        names = {entry.nameID: entry.toUnicode() for entry in font["name"].names}
        glyphs, widths = font.getBestCmap(), font["hmtx"]
    assert names[1].startswith("Periplo ")  # their licences reserve the names they had
    assert not re.search("Source|Zilla|DejaVu", names[1] + names[4] + names[6])
    assert names[0]
    digits = {widths[glyphs[ord(digit)]][0] for digit in "0123456789" if ord(digit) in glyphs}
    if "Slab" not in names[1]:
        assert len(digits) <= 1, "numbers in columns want digits of one width"


# ---- one list of names


def test_the_style_sheet_is_what_the_tool_writes() -> None:
    written = (ROOT / "web" / "src" / "fonts.css").read_text(encoding="utf-8")
    assert written == TOOL["style_sheet"]()


def test_font_names_stand_in_one_place() -> None:
    sources = [
        *GAMES.glob("*/*.py"),
        *GAMES.glob("*/web/*.svelte"),
        *(file for file in (ROOT / "web").rglob("*") if file.suffix in (".css", ".svelte", ".ts")),
    ]
    assert len(sources) > 80
    for file in sources:
        if file.name == "fonts.css":
            continue
        for line in file.read_text(encoding="utf-8").splitlines():
            for found in OWN_LIST.finditer(line):
                assert NAMES_NO_FONT.search(found["said"]), f"{file}: {line}"


# ---- every letter that is written


def wording() -> Iterator[Path]:
    """Whatever may be shown on a page, but for texts that people write themselves."""
    yield from (ROOT / "src").rglob("words.toml")
    yield from GAMES.glob("*/clauses.toml")
    yield from GAMES.glob("*/page.*.md")
    yield from GAMES.glob("*/pack/*.toml")
    yield from GAMES.glob("*/boards/*.toml")
    yield from GAMES.glob("*/web/*.svelte")
    yield from (file for file in (ROOT / "web" / "src").rglob("*.svelte"))
    yield from (ROOT / "web" / "src" / "words").glob("*.json")


@pytest.mark.parametrize("kind", ["serif", "sans"])
def test_every_letter_of_our_words_is_in_a_font_of_ours(kind: str) -> None:
    have = {"\n", "\t"}
    for family in STACKS[kind]:
        have |= characters_of(family, WEB_FONTS)
    files = list(wording())
    assert len(files) > 80
    missing = {file.name: lacking for file in files
               if (lacking := set(file.read_text(encoding="utf-8")) - have)}  # fmt: skip
    assert missing == {}


def drawings(game_id: str) -> Iterator[str]:
    game = periplo.game(game_id)
    seats = game.most_seats
    for language in LANGUAGES:
        yield game.background(seats, None, language)
        for steps in (0, 60, 10_000):
            state = game.new(seats)
            play_randomly(state, Dice(seed=steps), steps)
            yield game.svg(game.position(state), game.seat_names[:seats], language)


def test_every_letter_of_a_drawing_is_in_a_font_of_ours(game_id: str) -> None:
    written = set()
    for drawing in drawings(game_id):
        for declarations, text in _texts(ElementTree.fromstring(drawing)):
            wanted: dict[Any, set[str]] = {}
            _choose(declarations, text, wanted)
            found = {character for some in wanted.values() for character in some}
            assert set(text) - found <= {"\n"}, (text, declarations)
            written |= found
    assert set("0123") < written


# ---- drawings that carry their fonts


def test_a_drawing_gets_the_letters_it_writes_and_no_others() -> None:
    style = f".x{{font-family:{stack('slab')}}}.x text{{font-weight:700}}.y{{font-style:italic}}"
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="x"><style>{style}</style>'
        "<title>Not drawn</title><text>10→</text><g><text>a<tspan class='y'>b</tspan>★</text></g>"
        "<text font-weight='400'>č日</text></svg>"
    )
    wanted: dict[Any, set[str]] = {}
    for declarations, text in _texts(ElementTree.fromstring(drawing)):
        _choose(declarations, text, wanted)
    assert {face.family: letters for face, letters in wanted.items()} == {
        "Periplo Slab": {*"10abč"},
        "Periplo Serif": {"→"},
        "Periplo Symbols": {"★"},
    }
    carried = with_fonts(drawing)
    assert carried.count("@font-face") == 3
    assert len(carried) - len(drawing) < 6000
    ElementTree.fromstring(carried)


def test_a_drawing_without_text_stays_as_it_is() -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"><style>.x{fill:red}</style></svg>'
    assert with_fonts(drawing) == drawing


def test_pixels_are_drawn_with_our_fonts() -> None:
    def width(text: str, kind: str) -> int:
        dark = rasterise(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 100"><text y="80" x="10" '
            f"style='font-family:{stack(kind)};font-size:50px;font-weight:700'>{text}</text></svg>"
        ).min(axis=(0, 2))
        columns = [at for at, value in enumerate(dark) if value < 128]
        return max(columns) - min(columns)

    for kind in STACKS:
        (bold,) = [file for file in font_files() if file.name == f"Periplo{kind.title()}-Bold.ttf"]
        with TTFont(bold) as font:
            advance = font["hmtx"][font.getBestCmap()[ord("0")]][0] / font["head"].unitsPerEm
        assert abs(width("00000000", kind) - width("0", kind) - 7 * 50 * advance) < 3
    assert width("★", "sans") > 20
