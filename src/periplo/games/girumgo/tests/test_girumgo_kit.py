"""Girumgo on paper: every wheel, dial, piece and marker is there as often as it should be."""

import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from periplo.core.errors import BadSetup
from periplo.core.kits import BoardPart, CutPart, Kit, PagesPart, PrintedFace, TextPart, Written
from periplo.core.state import TABLE
from periplo.core.words import LANGUAGES
from periplo.fonts.plain_svg import written_out
from periplo.games.girumgo import kit_drawing
from periplo.games.girumgo.board import BOARDS, HUES, RADII, SIDES, colour_at
from periplo.games.girumgo.drawing import HUB, WHEEL
from periplo.games.girumgo.kit import PIECE, PITCH, most_triangles, spot
from periplo.games.girumgo.notation import GAME
from periplo.printing.kits import Wanted, faces_of, make_kit, to_pdf
from periplo.printing.layout import MARGIN, PAPERS, Sheet, lay_out

MM = 72 / 25.4  # points
CLOSE = 0.2  # mm


def kit_of(
    seats: int | None = None,
    language: str = "en",
    paper: str = "a4",
    position: str | None = None,
    **options: Any,
) -> Kit:
    more = {} if position is None else {"position": position}
    asked = {"seats": seats, "language": language, "paper": paper}
    return make_kit(Wanted(GAME, **asked, options=options, more=more))  # type: ignore[arg-type]


def shown(kit: Kit) -> Counter[str]:
    return Counter(what for face in faces_of(kit) for what in face.what)


def sheets(kit: Kit, paper: str) -> list[Sheet]:
    return [page for page in lay_out(kit, PAPERS[paper]) if isinstance(page, Sheet)]


def face_of(kit: Kit, what: str) -> PrintedFace:
    (found,) = [face for face in faces_of(kit) if what in face.what]
    return found


def a_position(seats: int = 3, radius: int = 3) -> dict[str, Any]:
    """Before the first throw; wheels are turned by 0, 1, 2 …"""
    state = GAME.new(seats, {"radius": radius})
    for wheel in range(BOARDS[radius].wheels):
        state.apply(TABLE, wheel % SIDES)
    state.apply(TABLE, GAME.parse(state, TABLE, "first 2"))
    return GAME.position(state)


def everything(seats: int, radius: int = 3, numbers: int = 7) -> Counter[str]:
    board = BOARDS[radius]
    each = range(1, seats + 1)
    return Counter(
        [
            "board",
            *(f"place {name}" for name in board.names),
            *(f"wheel {name}" for name in board.names),
            *(f"wedge {name} {hue}" for name in board.names for hue in HUES),
            *(f"{what} {n}" for what in ("start", "goal", "dial place") for n in each),
            *(f"{what} {n}" for what in ("dial", "pointer", "piece") for n in each),
            *(f"number {seat} {n}" for seat in each for n in range(numbers)),
            *(f"marker {n}" for n in range(1, board.gaps // 2 + 1)),
            *(f"die {n}" for n in range(1, 7)),
        ]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_the_rules_know_is_there_once(language: str) -> None:
    assert shown(kit_of(language=language)) == everything(6)


@pytest.mark.parametrize("radius", RADII)
def test_there_are_as_many_wheels_as_the_board_has(radius: int) -> None:
    assert shown(kit_of(4, radius=radius)) == everything(4, radius)


@pytest.mark.parametrize(("dial", "numbers"), [(3, 4), (9, 10)])
def test_a_dial_has_the_numbers_of_its_option(dial: int, numbers: int) -> None:
    assert shown(kit_of(2, dial=dial)) == everything(2, numbers=numbers)


@pytest.mark.parametrize("dial", [0, 10])
def test_a_dial_that_goes_far_has_a_second_pointer_for_tens(dial: int) -> None:
    tens = Counter(["pointer of tens 1", "pointer of tens 2"])
    kit = kit_of(2, dial=dial)
    assert shown(kit) == everything(2, numbers=10) + tens
    assert any("tens" in step for step in kit.steps)


# ---- how many markers


@pytest.mark.parametrize("radius", RADII)
def test_markers_are_enough_for_all_triangles_that_can_stand_at_once(radius: int) -> None:
    """Gaps fall into pairs that share two wheels, of which at most one is a triangle."""
    board = BOARDS[radius]
    around = [set(board.wheels_of(gap)) for gap in range(board.gaps)]
    beside = [
        [other for other in range(board.gaps) if len(around[gap] & around[other]) == 2]
        for gap in range(board.gaps)
    ]
    partner: dict[int, int] = {}

    def find(gap: int, seen: set[int]) -> bool:
        for other in beside[gap]:
            if other not in seen:
                seen.add(other)
                if other not in partner or find(partner[other], seen):
                    partner[other] = gap
                    return True
        return False

    upper = [gap for gap in range(board.gaps) if 1 in board.gap_slots[gap * 3 : gap * 3 + 3]]
    assert all(find(gap, set()) for gap in upper)
    assert len(partner) == board.gaps - len(upper) == most_triangles(board.gaps)


def test_so_many_triangles_can_stand() -> None:
    board = BOARDS[3]
    turns = [0] * board.wheels
    todo, done = [0], {0}
    while todo:  # counter-clockwise round a triangle, each wheel is turned two wedges further
        wheel = todo.pop()
        for direction in range(SIDES):
            other = board.neighbours[wheel * SIDES + direction]
            if other >= 0 and other not in done:
                turns[other] = (turns[wheel] + 2 * (1 if direction % 2 == 0 else 2)) % SIDES
                done.add(other)
                todo.append(other)
    standing = 0
    for gap in range(board.gaps):
        slots = board.gap_slots[gap * 3 : gap * 3 + 3]
        pairs = zip(slots, board.wheels_of(gap), strict=True)
        standing += len({colour_at(slot, turns[wheel]) for slot, wheel in pairs}) == 1
    assert standing == most_triangles(board.gaps)


# ---- how it is set up


def test_without_a_position_a_page_says_how_chance_sets_it_up() -> None:
    texts = [part.markdown for part in kit_of(2).parts if isinstance(part, TextPart)]
    assert sum("d7 | d1" in markdown for markdown in texts) == 1
    assert not [part for part in kit_of(2).parts if isinstance(part, PagesPart)]


@pytest.mark.parametrize("colour", range(SIDES))
def test_what_is_said_to_point_up_does(colour: int) -> None:
    turn = kit_drawing.rotation_with_on_top(colour)
    assert colour_at(kit_drawing.TOP, turn) == colour
    spots = GAME.layout(a_position())["wheels"][0]
    up = spots["spots"][kit_drawing.TOP]
    assert up["x"] == pytest.approx(spots["x"], abs=0.1)
    assert up["y"] < spots["y"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_position_is_drawn_and_each_turn_is_written(language: str) -> None:
    position = a_position()
    kit = kit_of(language=language, position=json.dumps(position))
    names = BOARDS[3].names
    turns = Counter(["set-up", *(f"turn {name}" for name in names)])
    assert shown(kit) == everything(3) + turns
    page = face_of(kit, "set-up")
    written = [item.text for item in page.items if isinstance(item, Written)]
    for name, turn in zip(names, position["wheels"], strict=True):
        assert f"{name} · {turn}/6" in written
    for item in page.items:
        assert min(item.x, item.y) >= 0
        assert item.x + item.width <= page.width + 0.01
        assert item.y + item.height <= page.height + 0.01


def test_a_position_may_be_a_file_and_brings_its_radius(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(a_position(2, 2)), encoding="utf-8")
    assert "turn e3" in shown(kit_of(position=str(file)))


def test_wheels_that_the_option_gives_are_drawn_too() -> None:
    turned = [wheel % SIDES for wheel in range(19)]
    kit = kit_of(2, radius=2, wheels=turned)
    assert shown(kit)["set-up"] == 1


def test_faults_of_a_position_are_named_in_a_line(tmp_path: Path) -> None:
    good = a_position()
    unset = GAME.position(GAME.new(2, {}))
    for text, said in (
        (json.dumps(good | {"radius": 9}), "position: radius"),
        (json.dumps(good | {"wheels": [7] * 37}), r"position: wheels\[0\]"),
        (json.dumps({"phase": "die"}), "position: "),
        (json.dumps(unset), "not all of its wheels"),
        ("{", "position: is no JSON"),
        (str(tmp_path / "missing.json"), "missing.json: No such file"),
    ):
        with pytest.raises(BadSetup, match=said) as refused:
            kit_of(position=text)
        assert "\n" not in str(refused.value)
    with pytest.raises(BadSetup, match="for 3 seats, not 2"):
        kit_of(2, position=json.dumps(good))
    with pytest.raises(BadSetup, match="radius"):
        kit_of(position=json.dumps(good), radius=2)


# ---- on paper


@pytest.mark.parametrize(
    ("paper", "radius", "tiles"),
    [("a4", 2, 4), ("a4", 3, 4), ("a4", 4, 6), ("letter", 3, 4), ("a3", 3, 2), ("a2", 3, 1)],
)
def test_the_board_is_true_to_size_on_as_few_sheets_as_it_takes(
    paper: str, radius: int, tiles: int
) -> None:
    kit = kit_of(paper=paper, radius=radius)
    (board,) = [part for part in kit.parts if isinstance(part, BoardPart)]
    layout = GAME.layout(a_position(6, radius))
    assert board.face.width / layout["width"] == pytest.approx(PITCH / layout["pitch"])
    assert len([page for page in sheets(kit, paper) if page.title == board.title]) == tiles
    assert any("overlap" in step for step in kit.steps) == (tiles > 1)


def test_sizes_go_together() -> None:
    kit = kit_of()
    wheel, piece = face_of(kit, "wheel d4"), face_of(kit, "piece 1")
    assert 16 <= PIECE < piece.width < PIECE + 1
    assert PITCH - 2 < wheel.width < PITCH  # they never touch
    # a piece lies between the pin and the rim, or a little beyond
    ring = wheel.width / 2 * (1 - HUB / WHEEL)
    assert ring < PIECE < ring + 2


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("position", [None, json.dumps(a_position())])
def test_nothing_lies_outside_of_the_paper(paper: str, position: str | None) -> None:
    for sheet in sheets(kit_of(paper=paper, position=position), paper):
        for placed in sheet.placed:
            face, scale = placed.face, placed.scale
            x, y, wide, high = placed.window or (
                placed.x, placed.y, scale * face.width, scale * face.height
            )  # fmt: skip
            assert min(x, y) >= MARGIN - 0.01
            assert x + wide <= sheet.width - MARGIN + 0.01
            assert y + high <= sheet.height - MARGIN + 0.01


def test_each_disc_and_drawing_can_be_written_out() -> None:
    for tones in ({}, *kit_drawing.TONES.values()):
        for svg in (
            kit_drawing.wheel("a1", 21), kit_drawing.dial(2, [{"x": 0, "y": -31}], 20),
            kit_drawing.die(), kit_drawing.marker(20), kit_drawing.piece(5, 8),
        ):  # fmt: skip
            assert "var(" not in written_out(svg, tones)


@pytest.mark.parametrize(
    ("language", "ink", "position", "pages"),
    [
        ("en", "colour", None, 1 + 4 + 2 + 1 + 1 + 2),
        ("es", "black", json.dumps(a_position()), 1 + 4 + 2 + 1 + 1 + 2),
        ("it", "save", None, 1 + 4 + 2 + 1 + 1 + 2),
    ],
)
def test_the_file_can_be_read_back(
    language: str, ink: str, position: str | None, pages: int
) -> None:
    more = {} if position is None else {"position": position}
    asked = Wanted(GAME, language=language, ink=ink, more=more)
    reader = PdfReader(io.BytesIO(to_pdf(asked)))
    assert len(reader.pages) == pages
    for page in reader.pages:
        sides = sorted(float(side) / MM for side in page.mediabox[2:])
        assert sides == pytest.approx(PAPERS["a4"], abs=CLOSE)
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            assert {"/FontFile2", "/FontFile3"} & set(inner["/FontDescriptor"].get_object())


def test_what_is_cut_out_takes_three_sheets() -> None:
    cut = [part for part in kit_of().parts if isinstance(part, CutPart)]
    assert [len(sheets(Kit((part,)), "a4")) for part in cut] == [2, 1]


def test_a_souvenir_finds_the_wheels() -> None:
    position = a_position()
    layout = GAME.layout(position)
    assert spot(layout, position, 0, "d7", 1) == (
        layout["wheels"][21]["x"],
        layout["wheels"][21]["y"],
    )
    assert spot(layout, position, 0, "z9", 1) is None
