"""The goose on paper: everything the rules know is there as often as it should be."""

import io
import json
from collections import Counter
from typing import Any

import pytest
from pypdf import PdfReader

from periplo.core.errors import BadSetup
from periplo.core.kits import BoardPart, FormPart, Kit, QrCode, TextPart, Written
from periplo.core.words import LANGUAGES
from periplo.games.oca import GAME
from periplo.games.oca.board import GARDEN, GEESE, SPECIALS
from periplo.printing.kits import Wanted, faces_of, make_kit, to_pdf
from periplo.printing.layout import MARGIN, PAPERS, Sheet, lay_out

MM = 72 / 25.4  # points
CLOSE = 0.2  # mm
SQUARES = [f"square {at}" for at in range(GARDEN + 1)]


def wanted(place: str = "table", **asked: Any) -> Wanted:
    return Wanted(GAME, more={"for": place}, **asked)


def shown(kit: Kit) -> Counter[str]:
    return Counter(what for face in faces_of(kit) for what in face.what)


def texts(kit: Kit, what: str) -> list[str]:
    """What is written on the faces that show this."""
    faces = [face for face in faces_of(kit) if what in face.what]
    return [item.text for face in faces for item in face.items if isinstance(item, Written)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 6, 10])
def test_a_table_gets_every_square_bearer_stray_and_home_once(language: str, seats: int) -> None:
    kit = make_kit(wanted(language=language, seats=seats))
    flocks = range(1, seats + 1)
    eggs = 2 * 2 + seats
    assert shown(kit) == Counter(
        [
            *SQUARES,
            *(f"home {flock}" for flock in flocks),
            *(f"bearer {flock}" for flock in flocks),
            *(f"stray {flock} {number}" for flock in flocks for number in range(2, 13)),
            *(f"egg {number}" for number in range(1, eggs + 1)),
        ]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_square_gets_a_sign_a_square_and_a_number_a_person(language: str) -> None:
    kit = make_kit(wanted("square", language=language, seats=3))
    officials = {"notary": 3, "judge": 2, "validator": 1, "steward": 6, "herald": 1}
    of_flocks = {"captain": 1, "thrower": 2}
    flocks = range(1, 4)
    assert shown(kit) == Counter(
        [
            *SQUARES,
            *(f"track {at}" for at in range(GARDEN + 1)),
            *(f"own {flock}" for flock in flocks),
            *(f"bearer {flock}" for flock in flocks),
            *(f"bib {flock} {number}" for flock in flocks for number in range(1, 13)),
            *(f"badge {role} {n + 1}" for role, count in officials.items() for n in range(count)),
            *(
                f"badge {role} {flock} {n + 1}"
                for flock in flocks
                for role, count in of_flocks.items()
                for n in range(count)
            ),
        ]
    )


def an_event(**changed: Any) -> dict[str, Any]:
    officials = [
        {"role": "judge", "name": "Aledo", "seat": None, "address": "http://here.example/1"},
        {"role": "notary", "name": "Mula", "seat": None, "address": "http://here.example/2"},
        {"role": "captain", "name": "Lorca", "seat": 2, "address": ""},
    ]
    names = ["Totana", "Alhama"]
    return {"title": "Fiesta", "names": names, "officials": officials, "follow": ""} | changed


def for_event(event: object) -> Kit:
    return make_kit(Wanted(GAME, more={"event": json.dumps(event)}, seats=2))


def test_badges_of_an_event_have_names_and_codes_and_are_as_many_as_ever() -> None:
    kit, usual = for_event(an_event()), make_kit(wanted("square", seats=2))
    assert shown(kit) == shown(usual)
    codes = {
        face.what: item.text
        for face in faces_of(kit)
        for item in face.items
        if isinstance(item, QrCode)
    }
    assert codes == {
        ("badge judge 1",): "http://here.example/1",
        ("badge notary 1",): "http://here.example/2",
    }
    assert {"Fiesta", "Aledo"} <= set(texts(kit, "badge judge 1"))
    assert {"Fiesta", "Lorca", "Alhama"} <= set(texts(kit, "badge captain 2 1"))
    assert "Aledo" not in texts(kit, "badge judge 2")
    followed = for_event(an_event(follow="http://here.example/t"))
    assert shown(followed) == shown(usual) + Counter(["badge follow"])


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"names": ["Totana"]}, "event: names: must be 2"),
        ({"names": [1, 2]}, "event: names: must be a text"),
        ({"title": 3}, "event: title"),
        ({"officials": [{"role": "judge"}]}, r"event: officials\[0\]\.name: is missing"),
        (
            {"officials": [{"role": "cook", "name": "A", "seat": None, "address": ""}]},
            "event: cook is no office",
        ),
        (
            {"officials": [{"role": "captain", "name": "A", "seat": 3, "address": ""}]},
            r"event: officials\[0\]\.seat: must be 1 to 2",
        ),
        ({"more": 1}, "event: more"),
    ],
)
def test_a_bad_event_is_refused_by_what_is_wrong(changed: dict[str, Any], why: str) -> None:
    with pytest.raises(BadSetup, match=why):
        for_event(an_event(**changed))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sign_says_its_number_its_name_and_its_rule(language: str) -> None:
    asked = wanted("square", language=language)
    kit, words = make_kit(asked), asked.request().words
    names = words.drawing()
    for at, special in SPECIALS.items():
        written = texts(kit, f"square {at}")
        name = names[special.kind]
        assert written[:2] == [str(at), name[0].upper() + name[1:]]
        assert str(words.clause(special.rule)) in written[-1]
        assert written[2], at
    for at in GEESE:
        assert str(words.clause("OCA-5")) == texts(kit, f"square {at}")[-1]


def test_flocks_have_the_squares_and_the_people_of_the_options() -> None:
    options = {"squares": [7, 61], "flock": [10, 20]}
    kit = make_kit(wanted("square", seats=2, options=options))
    (seventh,) = [face for face in faces_of(kit) if "own 1" in face.what]
    assert "square 7" in seventh.what
    found = shown(kit)
    assert sum(what.startswith("bib 1 ") for what in found) == 10
    assert sum(what.startswith("bib 2 ") for what in found) == 20
    assert "7, 61" in " ".join(kit.steps)
    at_a_table = shown(make_kit(wanted(seats=2, options=options)))
    assert sum(what.startswith("stray 2 ") for what in at_a_table) == 19


def test_the_scoring_table_has_the_points_of_the_options() -> None:
    points = {"stray": -12.5, "win": 100}
    kit = make_kit(wanted(seats=3, options={"points": points}))
    (scores,) = [part for part in kit.parts if isinstance(part, FormPart) and part.filled]
    assert [heading.partition(" × ")[2] for heading in scores.headings[1:5]] == [
        "3",
        "189",
        "\N{MINUS SIGN}12.5",
        "100",
    ]
    assert len(scores.filled) == 3


def test_however_many_golden_races_there_are_eggs_fit_a_page() -> None:
    found = shown(make_kit(wanted(seats=2, options={"golden_races": 1000})))
    assert sum(what.startswith("egg ") for what in found) == 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_throwers_read_every_clause_about_the_throw(language: str) -> None:
    asked = wanted("square", language=language)
    words = asked.request().words
    page = next(
        part
        for part in make_kit(asked).parts
        if isinstance(part, TextPart) and str(words.clause("OCA-26c")) in part.markdown
    )
    for clause in ("OCA-26d", "OCA-26e", "OCA-26h", "OCA-6", "OCA-19"):
        assert str(words.clause(clause)) in page.markdown
    # before them stands the section of the game's page about real throws
    how, *_ = page.markdown.split("\n## ")
    assert {"en": "throwers", "es": "lanzadores", "it": "tiratori"}[language] in how


def test_a_kit_is_for_a_table_unless_it_is_for_a_square() -> None:
    assert shown(make_kit(Wanted(GAME))) == shown(make_kit(wanted("table")))
    with pytest.raises(BadSetup, match="for: one of table, square, not 'kitchen'"):
        make_kit(wanted("kitchen"))


def test_the_board_is_four_sheets_of_a4_two_of_a3_and_one_of_a2() -> None:
    (board,) = [part for part in make_kit(wanted()).parts if isinstance(part, BoardPart)]
    counts = {paper: len(list(lay_out(Kit((board,)), size))) for paper, size in PAPERS.items()}
    assert counts == {"a4": 4, "letter": 4, "a3": 2, "a2": 1, "a1": 1}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("place", ["table", "square"])
def test_nothing_lies_outside_the_sheet(paper: str, place: str) -> None:
    for sheet in lay_out(make_kit(wanted(place, paper=paper)), PAPERS[paper]):
        if not isinstance(sheet, Sheet):
            continue
        for one in sheet.placed:
            wide, high = one.face.width * one.scale, one.face.height * one.scale
            x, y, wide, high = one.window or (one.x, one.y, wide, high)
            assert min(x, y) >= MARGIN - CLOSE
            assert x + wide <= sheet.width - MARGIN + CLOSE
            assert y + high <= sheet.height - MARGIN + CLOSE


@pytest.mark.parametrize("place", ["table", "square"])
def test_whatever_is_on_a_face_is_within_it(place: str) -> None:
    for face in faces_of(make_kit(wanted(place, language="it"))):
        for item in face.items:
            assert min(item.x, item.y) >= -CLOSE, face.what
            assert item.x + item.width <= face.width + CLOSE, face.what
            assert item.y + item.height <= face.height + CLOSE, face.what


@pytest.mark.parametrize(
    ("place", "paper", "language", "ink", "pages"),
    [
        ("table", "a4", "en", "colour", 12),
        ("table", "a3", "es", "black", 10),
        ("square", "a4", "it", "save", 121),
    ],
)
def test_the_pdf_reads_back_with_its_fonts(
    place: str, paper: str, language: str, ink: str, pages: int
) -> None:
    made = to_pdf(wanted(place, paper=paper, language=language, ink=ink))
    reader = PdfReader(io.BytesIO(made))
    assert len(reader.pages) == pages
    size = sorted(round(side * MM) for side in PAPERS[paper])
    for page in reader.pages:
        assert sorted(round(float(side)) for side in page.mediabox[2:]) == size
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            for descendant in font["/DescendantFonts"]:
                descriptor = descendant.get_object()["/FontDescriptor"]
                assert {"/FontFile2", "/FontFile3"} & descriptor.keys()
