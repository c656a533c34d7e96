"""Print kits: where things lie on the paper, and every game's kit read back."""

import io
import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdfium2 import PdfDocument
from typer.testing import CliRunner

from periplo.cli.main import app
from periplo.core.errors import BadSetup
from periplo.core.kits import INKS, BoardPart, CardsPart, CutPart, Kit, PagesPart, Part, whole
from periplo.core.words import LANGUAGES
from periplo.games import game, game_ids
from periplo.play.match import Match
from periplo.play.record import write_record
from periplo.printing.inks import in_ink
from periplo.printing.kits import Wanted, blocks, make_kit, to_pdf
from periplo.printing.layout import MARGIN, OVERLAP, PAPERS, Sheet, lay_out, tiling
from periplo.study.selfplay import selfplay

MM = 72 / 25.4  # points
CLOSE = 0.2  # mm
REACHED = 5.0  # mm from the edge, by home printers
FOLDER = os.environ.get("PERIPLO_KITS", "")
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h9v9z"/></svg>'
papers = st.sampled_from(sorted(PAPERS.values()))
lengths = st.floats(20, 1500)


def sheets(kit: Kit, paper: tuple[float, float]) -> list[Sheet]:
    return [page for page in lay_out(kit, paper) if isinstance(page, Sheet)]


# ---- where things lie


@given(papers, lengths, lengths)
def test_tiles_show_all_of_a_board_and_overlap_where_they_meet(
    paper: tuple[float, float], width: float, height: float
) -> None:
    kit = Kit((BoardPart("board", whole(SQUARE, width, height)),))
    made = sheets(kit, paper)
    if len(made) == 1:
        (placed,) = made[0].placed
        assert placed.x >= MARGIN - 0.001
        assert placed.x + width <= made[0].width - MARGIN + 0.001
        return
    seen = set()
    for sheet in made:
        (placed,) = sheet.placed
        assert placed.window is not None
        assert sheet.tile is not None
        x, y, wide, high = placed.window
        left, top = x - placed.x, y - placed.y  # of the board
        seen.add((sheet.tile.column, sheet.tile.row))
        assert x + wide <= sheet.width - MARGIN + 0.001
        assert (left == 0) == (sheet.tile.column == 1)
        assert (top == 0) == (sheet.tile.row == 1)
        if sheet.tile.column == sheet.tile.columns:
            assert left + wide == pytest.approx(width)
        else:
            assert left + wide > left + OVERLAP
        if sheet.tile.row == sheet.tile.rows:
            assert top + high == pytest.approx(height)
    assert len(seen) == len(made)


def test_as_few_tiles_as_it_takes() -> None:
    assert [tiling(length, 190) for length in (100, 190, 191, 372, 373)] == [1, 1, 2, 2, 3]


@given(papers, st.integers(1, 60), st.floats(30, 90), st.floats(30, 120))
def test_backs_lie_behind_their_fronts_when_turned_on_the_long_edge(
    paper: tuple[float, float], count: int, width: float, height: float
) -> None:
    fronts = tuple(whole(SQUARE, width, height, [f"front {n}"]) for n in range(count))
    backs = tuple(whole(SQUARE, width, height, [f"back {n}"]) for n in range(count))
    made = sheets(Kit((CardsPart("cards", fronts, backs),)), paper)
    assert [sheet.side for sheet in made] == ["front", "back"] * (len(made) // 2)
    for front, back in zip(made[::2], made[1::2], strict=True):
        for one, other in zip(front.placed, back.placed, strict=True):
            assert one.face.what[0].split()[1] == other.face.what[0].split()[1]
            assert abs(one.x - (front.width - other.x - width)) < CLOSE
            assert abs(one.y - other.y) < CLOSE
    assert sum(len(sheet.placed) for sheet in made) == 2 * count


@given(papers, st.lists(st.tuples(st.floats(5, 150), st.floats(5, 200)), min_size=1, max_size=40))
def test_things_to_cut_out_lie_on_the_paper_and_not_on_each_other(
    paper: tuple[float, float], sizes: list[tuple[float, float]]
) -> None:
    made = sheets(Kit((CutPart("pieces", tuple(whole(SQUARE, *size) for size in sizes)),)), paper)
    assert sum(len(sheet.placed) for sheet in made) == len(sizes)
    for sheet in made:
        check_within(sheet)
        for number, one in enumerate(sheet.placed):
            for other in sheet.placed[:number]:
                apart_x = one.x >= other.x + other.face.width or other.x >= one.x + one.face.width
                apart_y = one.y >= other.y + other.face.height or other.y >= one.y + one.face.height
                assert apart_x or apart_y


def check_within(sheet: Sheet) -> None:
    """Nothing lies where printers do not reach."""
    for placed in sheet.placed:
        x, y, width, height = placed.window or (
            placed.x, placed.y, placed.scale * placed.face.width, placed.scale * placed.face.height
        )  # fmt: skip
        assert x >= MARGIN - 0.01
        assert y >= MARGIN - 0.01
        assert x + width <= sheet.width - MARGIN + 0.01
        assert y + height <= sheet.height - MARGIN + 0.01


@pytest.mark.parametrize("part", ["cards", "piece"])
def test_what_is_larger_than_the_paper_is_refused(part: str) -> None:
    large = whole(SQUARE, 500, 500)
    parts: dict[str, Part] = {
        "cards": CardsPart("x", (large,), ()),
        "piece": CutPart("x", (large,)),
    }
    with pytest.raises(BadSetup, match="larger than the paper"):
        sheets(Kit((parts[part],)), PAPERS["a4"])


def test_a_page_fills_the_paper_upright_or_on_its_side() -> None:
    kit = Kit((PagesPart("signs", (whole(SQUARE, 10, 20), whole(SQUARE, 20, 10))),))
    upright, lying = sheets(kit, PAPERS["a4"])
    assert (upright.width, lying.width) == (210.0, 297.0)
    for sheet in (upright, lying):
        check_within(sheet)


# ---- what is on it


def test_black_ink_keeps_lines_black_and_makes_colours_grey() -> None:
    assert in_ink("#241c14", "black") == "#000000"
    grey = in_ink("#d0493b", "black")
    assert len({grey[n : n + 2] for n in (1, 3, 5)}) == 1
    assert grey > "#8c8c8c"
    assert in_ink("#d0493b", "colour") == "#d0493b"
    assert in_ink("fill:#fff;stroke:#1f5fa8", "black").startswith("fill:#ffffff;stroke:#")


def test_markdown_is_told_apart_as_far_as_our_pages_need() -> None:
    found = blocks(
        "# Head\n\nA **bold** word\nand *more*, 2 * 3*4.\n\n- one\n2. two\n\n"
        "|a|b|\n|---|---|\n|c|d|"
    )
    assert [block["kind"] for block in found] == ["head", "par", "item", "item", "grid"]
    assert found[1]["runs"] == [
        ["A ", "plain"],
        ["bold", "bold"],
        [" word and ", "plain"],
        ["more", "italic"],
        [", 2 * 3*4.", "plain"],
    ]
    assert [len(row) for row in found[-1]["rows"]] == [2, 2]


def all_wanted() -> Iterator[Any]:
    """Every game in every language on one paper; on all papers and in all inks where a folder is
    named to put them in, which takes minutes: `make print-all`.
    """
    asked = product(PAPERS, LANGUAGES, INKS) if FOLDER else product(["a4"], LANGUAGES, ["colour"])
    for paper, language, ink in asked:
        for game_id in game_ids():
            for use in getattr(game(game_id).printed(), "USES", {"": ""}):
                more = {"for": use} if use else {}
                name = "-".join(part for part in (game_id, use, paper, language, ink) if part)
                given = {"paper": paper, "language": language, "ink": ink, "more": more}
                yield pytest.param(game_id, given, name, id=name)


@pytest.mark.parametrize(("kit_of", "asked", "name"), list(all_wanted()))
def test_every_kit_is_made_and_read_back(kit_of: str, asked: dict[str, Any], name: str) -> None:
    wanted = Wanted(game(kit_of), **asked)
    laid_out = sheets(make_kit(wanted), PAPERS[wanted.paper])
    for sheet in laid_out:
        check_within(sheet)
    made = to_pdf(wanted)
    if FOLDER:
        Path(FOLDER).mkdir(parents=True, exist_ok=True)
        (Path(FOLDER) / f"{name}.pdf").write_bytes(made)
    reader = PdfReader(io.BytesIO(made))
    sizes = {
        tuple(sorted(round(float(side) / MM) for side in page.mediabox[2:]))
        for page in reader.pages
    }
    assert sizes == {tuple(sorted(round(side) for side in PAPERS[wanted.paper]))}
    assert wanted.request().words.name in reader.pages[0].extract_text()
    assert len(reader.pages) > len(laid_out)
    read = [page.extract_text() for page in reader.pages]
    assert all("50 mm" in text for text in read)
    words = wanted.request().words  # the rules are one page, every clause is on the other
    assert words.name in read[-2][: 2 * len(words.name)]
    exact = "".join(read[-1].split())  # lines may break within a clause's id
    assert [one for one in words.clause_ids() if f"[{one}]" not in exact] == []
    assert fonts_without_file(reader) == []
    check_letters(made, [sheet.title for sheet in laid_out if sheet.tile is not None])


def check_letters(made: bytes, tiled: list[str]) -> None:
    """No letter stands where printers do not reach; tiles cut off what the next one shows."""
    document = PdfDocument(made)
    for page in document:
        width, height = page.get_size()
        letters = page.get_textpage()
        if any(f"· {title} ·" in letters.get_text_range() for title in tiled):
            continue
        for number in range(letters.count_rects()):
            left, bottom, right, top = letters.get_rect(number)
            nearest = min(left, bottom, width - right, height - top) / MM
            assert nearest >= REACHED, letters.get_text_bounded(left, bottom, right, top)
    document.close()


def fonts_without_file(reader: PdfReader) -> list[str]:
    return [str(font["/BaseFont"]) for font in fonts_of(reader) if not is_embedded(font)]


def fonts_of(reader: PdfReader) -> Iterator[Any]:
    for page in reader.pages:
        for font in page.get("/Resources", {}).get("/Font", {}).values():
            yield font.get_object()


def is_embedded(font: Any) -> bool:
    inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
    described = inner.get("/FontDescriptor")
    return described is not None and any(
        f"/FontFile{number}" in described.get_object() for number in ("", "2", "3")
    )


def test_a_finished_match_is_a_souvenir(game_id: str, tmp_path: Path) -> None:
    seats = game(game_id).fewest_seats
    match = Match.new(game_id, seats)
    selfplay(match, "greedy", 7)
    file = tmp_path / "match.json"
    write_record(match.record, str(file))
    made = tmp_path / "souvenir.pdf"
    arguments = ["print", game_id, "--match", str(file), "--lang", "it", "-o", str(made)]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    text = "".join(page.extract_text() for page in PdfReader(made).pages)
    for name in match.record.seats:
        assert name in text


def test_a_match_that_is_not_over_is_refused() -> None:
    first = game_ids()[0]
    match = Match.new(first, game(first).fewest_seats)
    with pytest.raises(BadSetup, match="not over"):
        make_kit(Wanted(game(first), match=match))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--paper", "a9"], "paper: one of a4"),
        (["--ink", "gold"], "ink: one of colour"),
        (["--seats", "77"], "seats"),
        (["-o", "kit.docx"], "written as .pdf"),
        (["--day", "yesterday"], "day"),
    ],
)
def test_bad_requests_are_refused_in_a_line_and_nothing_is_written(
    given: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["print", "oca", *given])
    assert done.exit_code != 0
    assert said in str(done.exception)
    assert list(tmp_path.iterdir()) == []
