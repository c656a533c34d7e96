"""What a print kit is made of, as games describe it; `periplo.printing` lays it on paper.

Everything is in millimetres. A face is what is printed on one side of a thing; parts say what is
done with it: hung up whole, cut out, turned over, written on, read.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from periplo.core.errors import BadPosition, BadSetup
from periplo.core.reading import array, mapping, text
from periplo.core.reading import whole as whole_number
from periplo.core.words import Words, fill, load_toml, translate

Ink = Literal["colour", "save", "black"]
INKS: Final[tuple[Ink, ...]] = ("colour", "save", "black")
Align = Literal["left", "center", "right"]
Typeface = Literal["serif", "sans", "slab"]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawing, as wide and high as it is to be; its colours may be variables of its own."""

    svg: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Written:
    """A text within a box, made smaller where it does not fit; lines are broken at spaces."""

    text: str
    x: float
    y: float
    width: float
    height: float
    size: float = 10.0  # points, at the most
    align: Align = "center"
    middle: bool = True  # or from the upper edge
    bold: bool = False
    italic: bool = False
    typeface: Typeface = "serif"
    colour: str = "#241c14"
    upside_down: bool = False


@dataclass(frozen=True, slots=True)
class Filled:
    """A rectangle, with or without an edge."""

    x: float
    y: float
    width: float
    height: float
    colour: str = ""  # none
    edge: str = ""
    stroke: float = 0.3
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class QrCode:
    """An address to be read by a phone, black on white, with the quiet zone that readers need."""

    text: str
    x: float
    y: float
    width: float
    height: float


Item = Drawn | Written | Filled | QrCode


@dataclass(frozen=True, slots=True)
class PrintedFace:
    """What is printed on one side of a thing. `what` names each thing of the rules that it shows,
    such as `square 12`: tests count them.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    what: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A board in one piece, or in tiles to be glued where it is larger than the paper."""

    title: str
    face: PrintedFace


@dataclass(frozen=True, slots=True)
class CardsPart:
    """Cards of one size to cut out, each with its back; turned over on the long edge."""

    title: str
    fronts: tuple[PrintedFace, ...]
    backs: tuple[PrintedFace, ...]  # as many as fronts, or none


@dataclass(frozen=True, slots=True)
class CutPart:
    """Things of any size to cut out, on one side; `outline` of a face is in its drawing."""

    title: str
    faces: tuple[PrintedFace, ...]


@dataclass(frozen=True, slots=True)
class PagesPart:
    """Whole pages to hang up or to write on: each fills the paper, upright or on its side."""

    title: str
    faces: tuple[PrintedFace, ...]


@dataclass(frozen=True, slots=True)
class FormPart:
    """A grid to be filled in by hand; `rows` empty ones follow those that say something."""

    title: str
    headings: tuple[str, ...]
    filled: tuple[tuple[str, ...], ...] = ()
    rows: int = 0
    widths: tuple[float, ...] = ()  # parts of the whole; equal if left out
    note: str = ""


@dataclass(frozen=True, slots=True)
class TextPart:
    """Something to read: Markdown as in the game's pages (headings, lists, tables, bold)."""

    title: str
    markdown: str
    pictures: tuple[Drawn, ...] = ()
    columns: int = 2
    size: float = 8.2  # points


Part = BoardPart | CardsPart | CutPart | PagesPart | FormPart | TextPart


@dataclass(frozen=True, slots=True)
class Kit:
    """All of a game on paper."""

    parts: tuple[Part, ...]
    material: tuple[str, ...] = ()  # what else is needed, a line each
    steps: tuple[str, ...] = ()  # how it is put together, in order
    minutes: int = 0  # that this takes
    tones: Mapping[Ink, Mapping[str, str]] = field(default_factory=dict)  # colours, by ink


@dataclass(frozen=True, slots=True)
class KitRequest:
    """What a kit is asked for. `more` is what only some games know, such as a day."""

    seats: int
    options: dict[str, Any]  # as they were given
    complete: dict[str, Any]  # with the usual for the rest
    language: str
    ink: Ink
    words: Words
    paper: tuple[float, float]
    more: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EventOfficial:
    """Somebody in office at an event; `address` is the link of the office, "" if not known."""

    role: str
    name: str
    seat: int | None  # of a captain, from 1
    address: str


@dataclass(frozen=True, slots=True)
class KitEvent:
    """An event that a kit is made for."""

    title: str
    names: tuple[str, ...]  # of the seats
    officials: tuple[EventOfficial, ...]
    follow: str  # where everybody can look on; "" if nowhere


class KitSentences:
    """What a game's `kit.toml` says in one language; its entries stand in sections."""

    def __init__(self, package: str, language: str) -> None:
        self._language = language
        self._words = load_toml(package, "kit.toml")
        self._file = f"{package}: kit.toml"

    def __call__(self, section: str, key: str, **fields: object) -> str:
        return self._fill(self._words[section][key], f"{self._file}: [{section}] {key}", fields)

    def lines(self, section: str, key: str, **fields: object) -> tuple[str, ...]:
        place = f"{self._file}: [{section}] {key}"
        return tuple(self._fill(one, place, fields) for one in self._words[section][key])

    def keys(self, section: str) -> list[str]:
        return list(self._words[section])

    def _fill(self, entry: Any, place: str, fields: Mapping[str, object]) -> str:
        template = str(translate(entry, self._language, place))
        return fill(template, {name: str(value) for name, value in fields.items()}, place)


def whole(svg: str, width: float, height: float, what: Sequence[str] = ()) -> PrintedFace:
    """A face that is one drawing."""
    return PrintedFace(width, height, (Drawn(svg, 0, 0, width, height),), tuple(what))


def read_given(name: str, source: str) -> object:
    """What is in a file, or the text itself if that is JSON; `name` is what it was asked for as."""
    is_text = source.lstrip().startswith(("{", "["))
    place = name if is_text else f"{name}: {source}"
    try:
        raw = source if is_text else Path(source).read_text(encoding="utf-8-sig")
        return json.loads(raw)
    except OSError as error:
        raise BadSetup(f"{place}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise BadSetup(f"{place}: is no JSON text: {error}") from None


EVENT_FIELDS: Final = ("title", "names", "officials", "follow")
OFFICIAL_FIELDS: Final = ("role", "name", "seat", "address")


def read_event(source: str, seats: int) -> KitEvent:
    """An event, as a file or as JSON text. BadSetup names what is wrong with it."""
    try:
        given = mapping(read_given("event", source), "", EVENT_FIELDS)
        names = tuple(text(one, "names") for one in array(given["names"], "names"))
        if len(names) != seats:
            raise BadPosition("names", f"must be {seats}, one a seat")
        officials = tuple(
            _official(one, f"officials[{number}]", seats)
            for number, one in enumerate(array(given["officials"], "officials"))
        )
        return KitEvent(
            text(given["title"], "title"), names, officials, text(given["follow"], "follow")
        )
    except BadPosition as error:
        raise BadSetup(f"event: {error}") from None


def _official(given: object, field_name: str, seats: int) -> EventOfficial:
    its = mapping(given, field_name, OFFICIAL_FIELDS)
    seat = its["seat"]
    return EventOfficial(
        text(its["role"], f"{field_name}.role"),
        text(its["name"], f"{field_name}.name"),
        None if seat is None else whole_number(seat, f"{field_name}.seat", 1, seats),
        text(its["address"], f"{field_name}.address"),
    )
