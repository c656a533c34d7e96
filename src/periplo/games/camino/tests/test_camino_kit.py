"""The print kit: everything of the rules is in it, as often as it should be, and can be printed."""

import io
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from pypdf import PdfReader

from periplo.core.errors import BadSetup
from periplo.core.kits import CardsPart, FormPart, Kit, PrintedFace, Written
from periplo.core.words import LANGUAGES, Words
from periplo.games.camino import solver
from periplo.games.camino.board import CARDS, CELLS, COLOURS, STARTS
from periplo.games.camino.commands import solve
from periplo.games.camino.kit import MORE, found_on
from periplo.games.camino.kit_drawing import paints
from periplo.games.camino.notation import GAME
from periplo.printing.kits import Wanted, faces_of, make_kit, to_pdf
from periplo.printing.layout import MARGIN, PAPERS, Sheet, lay_out

MM = 72 / 25.4  # points
CLOSE = 0.2  # mm
DAY = "2026-03-01"
NUMBERS = range(2, 11)
ALL_CARDS = range(1, len(CARDS) + 1)


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A par that is quick to find, interpreted too."""
    monkeypatch.setattr(solver, "PAR_WIDTH", 3)
    found_on.cache_clear()
    yield
    found_on.cache_clear()


def kit_of(**wanted: Any) -> Kit:
    return make_kit(Wanted(GAME, **wanted))


def counted(faces: list[PrintedFace]) -> Counter[str]:
    return Counter(what for face in faces for what in face.what)


def texts(face: PrintedFace) -> list[str]:
    return [item.text for item in face.items if isinstance(item, Written)]


# ---- what is in it


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_occurs_as_often_as_it_should(language: str) -> None:
    kit = kit_of(language=language)
    pages = 5  # four boards and the sheet for one
    assert counted(faces_of(kit)) == Counter(
        {
            **{f"board {n}": 1 for n in (1, 2, 3, 4)},
            **{f"start {start}": 1 for start in STARTS},
            "solo sheet": 1,
            **{f"possible start {start}": 1 for start in STARTS},
            **{f"cell {cell}": pages for cell in CELLS},
            **{f"number {number}": pages for number in NUMBERS},
            **{f"crossed card {card}": pages for card in ALL_CARDS},
            **{f"card {card}": 1 for card in ALL_CARDS},
            "back": len(CARDS),
        }
    )
    assert len(kit.material) == 2
    assert len(kit.steps) == 6
    assert kit.minutes > 0


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_there_is_a_board_for_each_player(seats: int) -> None:
    kit = kit_of(seats=seats)
    found = counted(faces_of(kit))
    assert [n for n in (1, 2, 3, 4) if found[f"board {n}"]] == list(range(1, seats + 1))
    assert found["cell e5"] == seats + 1
    (form,) = [part for part in kit.parts if isinstance(part, FormPart)]
    assert len(form.filled) == seats


def test_cards_name_their_colours_and_have_backs_that_are_all_alike() -> None:
    words = Words("camino", "es").drawing()
    (cards,) = [part for part in kit_of(language="es").parts if isinstance(part, CardsPart)]
    for card, front in zip(CARDS, cards.fronts, strict=True):
        colours = [words[colour] for colour in card.replace("+", "")]
        assert texts(front)[:-1] == colours
    assert len(set(cards.backs)) == 1
    assert {(face.width, face.height) for face in (*cards.fronts, *cards.backs)} == {(62, 82)}


def test_the_score_table_has_a_column_for_each_number_in_full_and_by_half() -> None:
    (form,) = [part for part in kit_of().parts if isinstance(part, FormPart)]
    assert form.headings[1:-2] == tuple(f"{n} / {(n + 1) // 2}" for n in NUMBERS)
    assert {len(row) for row in form.filled} == {len(form.headings)} == {len(form.widths)}


def test_each_ink_has_its_paints_and_pencils_are_seen_on_them() -> None:
    for colour in COLOURS:
        for ink in ("save", "black"):
            assert paints(colour, ink, to_draw_on=True).tile == "#ffffff"
        assert paints(colour, "colour", to_draw_on=True).tile > "#a0"
    assert len({paints(colour, "colour", to_draw_on=True) for colour in COLOURS}) == 6


# ---- the path of a day


def test_a_day_is_one_sheet_with_its_cards_in_order_and_par_on_its_back() -> None:
    found = json.loads(solve(daily=DAY, json=True, progress=lambda *_: None))
    board, cards, par = found["board"], found["cards"], found["score"]
    assert (board, cards) == solver.deal(f"daily {DAY}")
    assert par == solver.par(board, cards).score
    front, back = faces_of(kit_of(more={"day": DAY}, language="it"))
    assert [what for what in front.what if "dealt" in what] == [f"dealt card {n}" for n in cards]
    assert {f"day {DAY}", f"board {board}", f"start {STARTS[board - 1]}"} <= set(front.what)
    assert set(front.what) >= {f"cell {cell}" for cell in CELLS}
    assert back.what == (f"par {par}",)
    assert str(par) in texts(back)
    assert str(par) not in texts(front)
    assert (front.width, front.height) == (back.width, back.height)
    reader = PdfReader(io.BytesIO(to_pdf(Wanted(GAME, more={"day": DAY}))))
    assert DAY in reader.pages[1].extract_text()
    assert str(par) in reader.pages[2].extract_text()


def test_today_is_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("periplo.games.camino.kit.found_on", lambda _: found_on(DAY))
    front, _ = faces_of(kit_of(more={"day": "today"}))
    assert front.what[0].startswith("day 20")


@pytest.mark.parametrize("day", ["yesterday", "", "2026-02-30", "1.3.2026"])
def test_what_is_no_date_is_refused_in_a_line(day: str) -> None:
    with pytest.raises(BadSetup, match=r"^day: must be a date such as 2026-03-01[^\n]*$"):
        kit_of(more={"day": day})


def test_nothing_else_can_be_asked_for() -> None:
    assert MORE == ("day",)
    with pytest.raises(BadSetup, match="position"):
        kit_of(more={"position": "x"})


# ---- on paper


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("more", [{}, {"day": DAY}])
def test_nothing_lies_outside_the_sheet(paper: str, more: dict[str, str]) -> None:
    size = PAPERS[paper]
    sheets = [
        page for page in lay_out(kit_of(paper=paper, more=more), size) if isinstance(page, Sheet)
    ]
    for sheet in sheets:
        for placed in sheet.placed:
            width, height = placed.scale * placed.face.width, placed.scale * placed.face.height
            assert placed.x >= MARGIN - 0.01
            assert placed.y >= MARGIN - 0.01
            assert placed.x + width <= sheet.width - MARGIN + 0.01
            assert placed.y + height <= sheet.height - MARGIN + 0.01
            for item in placed.face.items:
                assert item.x >= -0.01
                assert item.y >= -0.01
                assert item.x + item.width <= placed.face.width + 0.01
                assert item.y + item.height <= placed.face.height + 0.01


@pytest.mark.parametrize("paper", ["a4", "a3", "letter"])
def test_backs_lie_exactly_behind_their_fronts(paper: str) -> None:
    pages = lay_out(kit_of(paper=paper), PAPERS[paper])
    cards = [page for page in pages if isinstance(page, Sheet) and page.side]
    assert [sheet.side for sheet in cards] == ["front", "back"] * (len(cards) // 2)
    for front, back in zip(cards[::2], cards[1::2], strict=True):
        for one, other in zip(front.placed, back.placed, strict=True):
            assert abs(one.x - (front.width - other.x - other.face.width)) < CLOSE
            assert abs(one.y - other.y) < CLOSE


@pytest.mark.parametrize(
    ("language", "paper", "ink", "pages"),
    [("en", "a4", "colour", 14), ("es", "letter", "black", 14), ("it", "a3", "save", 12)],
)
def test_it_is_set_and_read_back(language: str, paper: str, ink: str, pages: int) -> None:
    made = to_pdf(Wanted(GAME, language=language, paper=paper, ink=ink))
    reader = PdfReader(io.BytesIO(made))
    assert len(reader.pages) == pages
    for page in reader.pages:
        size = [float(side) / MM for side in page.mediabox[2:]]
        assert size == pytest.approx(PAPERS[paper], abs=CLOSE)
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            assert is_embedded(font.get_object())


def is_embedded(font: Any) -> bool:
    inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
    described = inner["/FontDescriptor"].get_object()
    return any(f"/FontFile{number}" in described for number in ("", "2", "3"))
