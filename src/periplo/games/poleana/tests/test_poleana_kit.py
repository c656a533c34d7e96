"""The print kit: all of the game is there, as often as it should, and it can be built."""

import io
from collections import Counter
from itertools import pairwise
from math import dist
from typing import Any

import pytest
from pypdf import PdfReader

from periplo.core.errors import BadOption, BadSetup
from periplo.core.kits import BoardPart, CardsPart, Kit, PrintedFace, Written
from periplo.core.nets import Net
from periplo.core.words import LANGUAGES
from periplo.games.poleana import GAME, kit_drawing
from periplo.games.poleana.board import LENGTH, REOS, SIDES, SQUARE_NAMES
from periplo.games.poleana.kit import CARD, TENTS
from periplo.games.poleana.kit_drawing import BOX, LID
from periplo.games.poleana.layout import layout
from periplo.games.poleana.rules import BARRIER, MOST_ON_EXIT
from periplo.printing.kits import Wanted, faces_of, make_kit, to_pdf
from periplo.printing.layout import MARGIN, PAPERS, Sheet, lay_out

MM = 72 / 25.4  # points
CLOSE = 0.2  # mm
SIDES_PLAYED = {2: (1, 3), 3: (1, 2, 3), 4: (1, 2, 3, 4)}


def made(**asked: Any) -> Kit:
    return make_kit(Wanted(GAME, **asked))


def shown(kit: Kit) -> Counter[str]:
    return Counter(thing for face in faces_of(kit) for thing in face.what)


def written(kit: Kit) -> str:
    items = [item for face in faces_of(kit) for item in face.items]
    return "\n".join(item.text for item in items if isinstance(item, Written))


def everything(seats: int) -> list[str]:
    """What lies on the table, without guards."""
    sides = range(1, SIDES + 1)
    lane = range(1, LENGTH + 1)
    return [
        "board",
        "box",
        "lid",
        *(f"square {name}" for name in SQUARE_NAMES),
        *(f"square {side}/{number}" for side in sides for number in lane),
        *(f"square {side} e{number}" for side in sides for number in lane),
        *(f"square {side} {place}" for side in sides for place in ("cell", "out")),
        *(f"die {die} {pips}" for die in (1, 2) for pips in range(1, 7)),
        *(f"reo {side} {n}" for side in SIDES_PLAYED[seats] for n in range(1, REOS + 1)),
        *(f"{part} {side}" for side in SIDES_PLAYED[seats] for part in ("card", "back")),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_there_once_in_every_language(language: str) -> None:
    assert shown(made(language=language)) == Counter(everything(4))


@pytest.mark.parametrize("seats", SIDES_PLAYED)
def test_only_the_sides_that_are_played_have_reos_and_a_card(seats: int) -> None:
    assert shown(made(seats=seats)) == Counter(everything(seats))


@pytest.mark.parametrize(
    ("seats", "posts"), [(2, ["2:0", "2:3", "4:0", "4:3"]), (3, ["4:0", "4:3"])]
)
def test_guards_are_there_if_they_are_played_with(seats: int, posts: list[str]) -> None:
    kit = made(seats=seats, options={"custodians": True})
    assert shown(kit) == Counter(everything(seats) + [f"guard {at}" for at in posts])
    assert "Guard:" in written(kit)
    assert len(kit.steps) == len(made(seats=seats).steps) + 1
    assert "Guard:" not in written(made(seats=seats))


def test_four_players_have_no_guards() -> None:
    with pytest.raises(BadOption, match="guards need an empty side"):
        made(seats=4, options={"custodians": True})


def test_five_players_are_refused() -> None:
    with pytest.raises(BadSetup, match="seats"):
        made(seats=5)


def test_cards_say_what_was_agreed() -> None:
    anyone, owner = (written(made(options={"nine": nine})) for nine in ("anyone", "owner"))
    assert "On any nine a lone reo is safe." in anyone
    assert "on no other nine" in owner
    guarded = {"custodians": True, "reach": "yard"}
    assert "round the corner" in written(made(seats=2, options=guarded))


def test_a_card_has_all_throws_that_open_the_cell() -> None:
    kit = made(seats=2)
    (cards,) = (part for part in kit.parts if isinstance(part, CardsPart))
    dice = [tuple(sorted(throw)) for throw in ((5, 1), (4, 2), (3, 3), (6, 3), (6, 6))]
    drawn = {getattr(item, "svg", "") for item in cards.fronts[0].items}
    assert all(kit_drawing.dice_alone(throw[::-1]) in drawn for throw in dice)
    text = written(kit)
    for line in ("one reo onto your exit", "onto your 3", "onto your 6\nor two reos"):
        assert line in text


def test_words_of_a_card_lie_within_it() -> None:
    for face in faces_of(made(seats=3, options={"custodians": True}, language="it")):
        for item in face.items:
            assert item.x >= 0
            assert item.y >= 0
            assert item.x + item.width <= face.width + 0.001
            assert item.y + item.height <= face.height + 0.001


# ---- what is built of it


@pytest.mark.parametrize("size", TENTS)
def test_pieces_fit_on_the_squares_of_their_board(size: float) -> None:
    tent = TENTS[size]
    board = layout(GAME.position(GAME.new(4)))
    scale = size / board["width"]
    for square in board["squares"]:
        points = square["points"][:4]
        sides = sorted(scale * dist(*pair) for pair in pairwise(points))
        across, along = sides[0], sides[-1]
        match square["kind"]:
            case "yard" | "nine":
                assert tent.width <= across
                assert BARRIER * tent.foot <= along
            case "exit":
                assert tent.width <= across
                assert MOST_ON_EXIT * tent.foot <= along
            case "cell":
                assert REOS * tent.width <= along
                assert tent.foot <= across
            case "gallery":
                assert tent.width <= across
                assert tent.foot <= along
            case "escape":
                # the first ends in a point, between slanting edges
                point = (along - tent.width) / 2 if len(square["points"]) > len(points) else 0
                assert tent.foot <= across + point
                assert tent.width <= along


NETS = {
    "die": (kit_drawing.die(), 6, 7),
    "reo": (kit_drawing.reo(TENTS[400.0], 1, 1), 3, 1),
    "guard": (kit_drawing.guard(TENTS[277.0], 4, "3"), 3, 1),
    "box": (kit_drawing.box(), 5, 4),
    "lid": (kit_drawing.lid("El Reo"), 5, 4),
}


@pytest.mark.parametrize("name", NETS)
def test_a_net_hangs_together_and_every_open_edge_but_one_has_its_flap(name: str) -> None:
    net, panels, flaps = NETS[name]
    assert (len(net.panels), len(net.flaps)) == (panels, flaps)
    edges = net.edges
    assert set(edges.values()) == {1, 2}
    # a tree: one fold less than there are parts
    assert sum(count == 2 for count in edges.values()) == panels + flaps - 1
    assert not overlapping(net)


def overlapping(net: Net) -> list[Any]:
    """Panels that lie upon each other, by the boxes round them."""
    boxes = [(*map(min, zip(*one, strict=True)), *map(max, zip(*one, strict=True)))
             for one in net.panels]  # fmt: skip
    return [
        (one, other)
        for n, one in enumerate(boxes)
        for other in boxes[:n]
        if min(one[2], other[2]) > max(one[0], other[0])
        and min(one[3], other[3]) > max(one[1], other[1])
    ]


def test_cut_lines_are_solid_and_fold_lines_dashed() -> None:
    for net, _, _ in NETS.values():
        svg = kit_drawing.folded(net)
        assert svg.count('class="poleana-cut"') == svg.count('class="poleana-fold"') == 1
    folds, cuts = (kit_drawing.LINES.partition(f".poleana-{kind}{{")[2] for kind in ("fold", "cut"))
    assert "dasharray" in folds.partition("}")[0]
    assert "dasharray" not in cuts.partition("}")[0]


def test_the_lid_goes_over_the_box_and_the_cards_into_it() -> None:
    assert 1 <= LID.length - BOX.length == LID.width - BOX.width <= 2
    assert LID.height < BOX.height
    assert max(CARD) < BOX.length
    assert min(CARD) < BOX.width
    assert all(tent.height < BOX.height for tent in TENTS.values())


# ---- on paper


@pytest.mark.parametrize(
    ("paper", "width", "sheets"),
    [("a4", 400, 6), ("letter", 400, 6), ("a3", 277, 1), ("a2", 400, 1), ("a1", 400, 1)],
)
def test_the_board_is_as_large_as_the_paper_allows(paper: str, width: int, sheets: int) -> None:
    kit = made(paper=paper)
    (board,) = (part for part in kit.parts if isinstance(part, BoardPart))
    assert (board.face.width, board.face.height) == (width, width)
    pages = [page for page in lay_out(kit, PAPERS[paper]) if isinstance(page, Sheet)]
    assert sum(page.title == board.title for page in pages) == sheets
    for page in pages:
        for placed in page.placed:
            check_within(page, placed.face, placed.window or (placed.x, placed.y))


def check_within(page: Sheet, face: PrintedFace, seen: tuple[float, ...]) -> None:
    x, y, width, height = (*seen, face.width, face.height)[:4]
    assert min(x, y) >= MARGIN - 0.01
    assert x + width <= page.width - MARGIN + 0.01
    assert y + height <= page.height - MARGIN + 0.01


def test_backs_lie_behind_the_fronts_of_the_same_side() -> None:
    kit = made()
    front, back = (
        page for page in lay_out(kit, PAPERS["a4"]) if isinstance(page, Sheet) and page.side
    )
    for one, other in zip(front.placed, back.placed, strict=True):
        assert one.face.what[0].split()[1] == other.face.what[0].split()[1]
        assert abs(one.x - (front.width - other.x - other.face.width)) < CLOSE
        assert abs(one.y - other.y) < CLOSE


@pytest.mark.parametrize(("paper", "ink", "pages"), [("a4", "colour", 14), ("a3", "black", 8)])
def test_the_file_can_be_read_back(paper: str, ink: str, pages: int) -> None:
    wanted = Wanted(GAME, paper=paper, ink=ink, language="es")
    reader = PdfReader(io.BytesIO(to_pdf(wanted)))
    assert len(reader.pages) == pages
    for page in reader.pages:
        size = sorted(float(side) / MM for side in page.mediabox[2:])
        assert size == pytest.approx(sorted(PAPERS[paper]), abs=CLOSE)
        resources: Any = page["/Resources"]
        fonts = [font.get_object() for font in resources["/Font"].values()]
        assert fonts
        assert all(is_embedded(font) for font in fonts)
    text = "".join(page.extract_text() for page in reader.pages)
    assert "Tu celda se abre con" in text
    assert "rojo, círculo" in text


def is_embedded(font: Any) -> bool:
    inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
    described = inner["/FontDescriptor"].get_object()
    return any(f"/FontFile{number}" in described for number in ("", "2", "3"))
