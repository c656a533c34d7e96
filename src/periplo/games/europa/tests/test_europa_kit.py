"""The race on paper: every square, card, flag and piece is there as often as it should be."""

import io
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader

from periplo.core.contents import keep
from periplo.core.errors import BadSetup
from periplo.core.kits import (
    BoardPart,
    CardsPart,
    CutPart,
    Drawn,
    Filled,
    Kit,
    PrintedFace,
    Written,
)
from periplo.core.words import LANGUAGES
from periplo.games.europa import editing, pictures
from periplo.games.europa.board import ROUTES
from periplo.games.europa.kit_cards import BOTTOM
from periplo.games.europa.kit_drawing import height_of, one_size
from periplo.games.europa.notation import GAME
from periplo.games.europa.packs import CODES, MURCIA, instructions
from periplo.games.europa.rules import MOST_PLANES
from periplo.games.europa.state import LETTERS
from periplo.games.europa.tables import EDITIONS, board_named, pack_kept
from periplo.printing.kits import Wanted, faces_of, make_kit, to_pdf
from periplo.printing.layout import MARGIN, PAPERS, Sheet, lay_out

MM = 72 / 25.4  # points
CLOSE = 0.2  # mm
ROUTE_NUMBERS = range(1, ROUTES + 1)


def kit_of(seats: int = 5, language: str = "en", paper: str = "a4", **options: Any) -> Kit:
    asked = Wanted(GAME, seats=seats, language=language, paper=paper, options=options)
    return make_kit(asked)


def shown(kit: Kit) -> Counter[str]:
    return Counter(what for face in faces_of(kit) for what in face.what)


def face_of(kit: Kit, what: str) -> PrintedFace:
    (found,) = [face for face in faces_of(kit) if what in face.what]
    return found


def words_on(face: PrintedFace, *, upside_down: bool = False) -> list[str]:
    return [
        item.text
        for item in face.items
        if isinstance(item, Written) and item.upside_down == upside_down
    ]


def sheets(kit: Kit, paper: str) -> list[Sheet]:
    return [page for page in lay_out(kit, PAPERS[paper]) if isinstance(page, Sheet)]


def own_pack(**more: Any) -> str:
    """Three questions a deck, as long as they may be."""

    def text(n: int) -> dict[str, Any]:
        wrong = [f"{letter} " * 140 for letter in "bcd"]
        return {"ask": f"{n} ver " * 150, "right": "a" * 290, "wrong": wrong, "why": "", "alt": "x"}

    facts = {"topic": "", "difficulty": "1"} | more
    entries = [
        {"id": f"{deck}-{n}", "deck": deck, "es": text(n)} | facts
        for deck in (*CODES, MURCIA)
        for n in range(3)
    ]
    return keep(editing.content_of(editing.empty() | {"entries": entries}, "own"))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_the_rules_know_is_there_once(language: str, edition: str) -> None:
    seats = 4
    board = board_named(edition, "built-in")
    decks = {deck: len(orders) - 1 for deck, orders in zip(board.decks, board.orders, strict=True)}
    cards = [f"{deck} {card}" for deck, count in decks.items() for card in range(1, count + 1)]
    won = {
        f"flag {route} {board.countries[board.country[at]]}"
        for route in ROUTE_NUMBERS
        for at in board.cities[route]
    }
    assert len(won) == ROUTES * 6
    assert shown(kit_of(seats, language, edition=edition)) == Counter(
        [
            "board",
            *(f"square {at}" for at in range(board.n + 1)),
            *(f"card {card}" for card in cards),
            *(f"back {card}" for card in cards),
            *won,
            *(f"plane {number}" for number in range(1, MOST_PLANES * seats + 1)),
            *(f"sheet {route}" for route in ROUTE_NUMBERS),
            *(f"piece {route}" for route in ROUTE_NUMBERS),
            *(f"lot route {route}" for route in ROUTE_NUMBERS),
            *(f"lot order {place}" for place in range(1, seats + 1)),
            *(f"die {face}" for face in (1, 2, 3, 4, 5, "plane")),
        ]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_asks_with_four_answers_and_hides_the_right_one_from_its_back(language: str) -> None:
    kit = kit_of(language=language)
    pack = pack_kept("built-in")
    for deck in ("spain", "italy", MURCIA):
        for number, card in enumerate(pack.cards(deck), 1):
            front, back = (face_of(kit, f"{side} {deck} {number}") for side in ("card", "back"))
            assert len(words_on(back)) == 2  # the game, the country
            if not isinstance(card, str):
                assert card.story[language] in words_on(front)
                assert words_on(front, upside_down=True) == []
                continue
            question = pack.question(deck, card)
            text = question.text(language)
            assert [text.ask, *question.answers(language)] == words_on(front)[-5:]
            right = f"{LETTERS[question.letter]}: {text.right}"
            assert words_on(front, upside_down=True) == [right, text.why]


def test_a_judged_quiz_asks_without_answers() -> None:
    pack = pack_kept("built-in")
    number = next(n for n, card in enumerate(pack.cards("malta"), 1) if isinstance(card, str))
    front = face_of(kit_of(quiz="judged"), f"card malta {number}")
    text = pack.question("malta", str(pack.cards("malta")[number - 1])).text("en")
    assert words_on(front)[-1] == text.ask
    assert words_on(front, upside_down=True)[0] == text.right
    assert not set(text.wrong) & set(words_on(front))


def test_without_instructions_every_card_is_a_question() -> None:
    with_them, without = (
        sum(what.startswith("card ") for what in shown(kit_of(instructions=instructed)))
        for instructed in (True, False)
    )
    orders = sum(len(cards) for deck, cards in instructions().items() if deck != "croatia")
    assert with_them - without == orders
    sheets_of_1 = [
        words_on(face_of(kit_of(instructions=instructed), "sheet 1"))
        for instructed in (True, False)
    ]
    gone = set(sheets_of_1[0]) - set(sheets_of_1[1])
    assert [text[:22] for text in gone] == ["A card may hold an ord"]


def test_the_sheet_of_a_team_names_its_countries_its_cities_and_the_flags_needed() -> None:
    board = board_named("2009", "built-in")
    kit = kit_of(language="es", flags=4)
    for route in ROUTE_NUMBERS:
        text = "\n".join(words_on(face_of(kit, f"sheet {route}")))
        assert "Banderas necesarias para volver: 4" in text
        for at in board.cities[route]:
            assert any(line.endswith(f" {at}") for line in text.splitlines())


def test_a_pack_of_ones_own_gives_its_cards_with_their_pictures() -> None:
    file = io.BytesIO()
    Image.new("RGB", (60, 40), "teal").save(file, "WEBP")
    pack = own_pack(picture=pictures.address_of(file.getvalue()))
    asked = Wanted(GAME, seats=2, language="es", options={"pack": pack, "instructions": False})
    kit = make_kit(asked)
    count = 28 * 3
    assert sum(what.startswith("card ") for what in shown(kit)) == count
    front = next(face for face in faces_of(kit) if face.what[0].startswith("card spain"))
    assert any("image/webp" in item.svg for item in front.items if isinstance(item, Drawn))
    made = to_pdf(asked)
    assert re.search(rb"/Subtype */Image", made)
    reader = PdfReader(io.BytesIO(made))
    check_pdf(reader, "a4")
    # guide, map, journey, sheets, flags, die; a blank one, for fronts begin a leaf; cards; rules
    assert len(reader.pages) == 1 + 4 + 1 + 3 + 1 + 1 + 1 + 2 * 9 + 2 * 1 + 2


def check_pdf(reader: PdfReader, paper: str) -> None:
    for page in reader.pages:
        sides = sorted(float(side) / MM for side in page.mediabox[2:])
        assert sides == pytest.approx(PAPERS[paper], abs=CLOSE)
        resources: Any = page["/Resources"]
        for font in (resources.get("/Font") or {}).values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            assert {"/FontFile2", "/FontFile3"} & set(inner["/FontDescriptor"].get_object())


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_lies_outside_of_the_paper_and_backs_lie_behind_fronts(paper: str) -> None:
    kit = kit_of(paper=paper)
    pages = sheets(kit, paper)
    for sheet in pages:
        for placed in sheet.placed:
            face = placed.face
            x, y, wide, high = placed.window or (placed.x, placed.y, face.width, face.height)
            assert min(x, y) >= MARGIN - 0.01
            assert x + wide <= sheet.width - MARGIN + 0.01
            assert y + high <= sheet.height - MARGIN + 0.01
    fronts = [sheet for sheet in pages if sheet.side == "front"]
    backs = [sheet for sheet in pages if sheet.side == "back"]
    for front, back in zip(fronts, backs, strict=True):
        for one, other in zip(front.placed, back.placed, strict=True):
            assert one.face.what[0].split()[1:] == other.face.what[0].split()[1:]
            assert abs(one.x - (front.width - other.x - other.face.width)) < CLOSE
            assert abs(one.y - other.y) < CLOSE


@pytest.mark.parametrize(
    ("paper", "width", "tiles"),
    [("a1", 560, 1), ("a2", 400, 1), ("a3", 280, 1), ("a4", 378, 4), ("letter", 378, 4)],
)
def test_the_map_is_as_large_as_the_paper_allows(paper: str, width: float, tiles: int) -> None:
    kit = kit_of(paper=paper)
    (board,) = [part for part in kit.parts if isinstance(part, BoardPart)]
    assert board.face.width == width
    found = [sheet for sheet in sheets(kit, paper) if sheet.title == board.title]
    assert len(found) == tiles


def test_nine_cards_lie_on_a_small_sheet() -> None:
    for paper in ("a4", "letter"):
        kit = kit_of(paper=paper)
        (first, *_) = [sheet for sheet in sheets(kit, paper) if sheet.side]
        assert len(first.placed) == 9


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_on_a_face_lies_on_it(language: str) -> None:
    kit = kit_of(language=language)
    for part in kit.parts:
        faces = {CardsPart: "fronts", CutPart: "faces"}.get(type(part), "")
        for face in getattr(part, faces, ()):
            for item in face.items:
                assert min(item.x, item.y) >= 0
                assert item.x + item.width <= face.width + 0.01
                assert item.y + item.height <= face.height + 0.01


def test_answers_end_above_the_line_over_the_right_one() -> None:
    for face in faces_of(kit_of(language="it")):
        if not (words := words_on(face, upside_down=True)):
            continue
        upright = [item for item in face.items if not isinstance(item, Filled)]
        bottoms = [
            item.y + item.height for item in upright if getattr(item, "text", "") not in words
        ]
        assert max(bottoms) <= BOTTOM + 0.01


def test_texts_that_fit_keep_their_size_and_long_ones_get_what_there_is() -> None:
    assert one_size([("one", 50, 0), ("two", 50, 0)], 1, 40, 11)[0] == 11
    size, heights = one_size([("long " * 300, 50, 0), ("short", 50, 5)], 1, 40, 11)
    assert size == 4
    assert sum(heights) + 1 <= 40.01
    assert height_of("word " * 40, 8, 50) > height_of("word " * 20, 8, 50)


def test_every_drawing_can_be_read_and_few_are_different() -> None:
    drawn = {
        item.svg for face in faces_of(kit_of()) for item in face.items if isinstance(item, Drawn)
    }
    assert len(drawn) < 100
    for svg in drawn:
        ElementTree.fromstring(svg)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"seats": 6}, "seats"),
        ({"options": {"edition": "1957"}}, "edition"),
        ({"options": {"pack": "/nowhere/pack.csv"}}, "pack"),
        ({"more": {"day": "monday"}}, "prints nothing by its day"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_a_line(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetup, match=said) as refused:
        make_kit(Wanted(GAME, **asked))
    assert "\n" not in str(refused.value)
