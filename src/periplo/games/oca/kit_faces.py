"""What the faces of the goose's print kit share: flocks, squares, small drawings, words."""

from dataclasses import dataclass
from typing import Final

from periplo.core.drawing import opening
from periplo.core.kits import Ink, KitRequest, KitSentences, read_event
from periplo.games.oca import drawing
from periplo.games.oca.board import KINDS
from periplo.games.oca.layout import layout
from periplo.games.oca.signs import FLOCKS

INK: Final = drawing.COLOURS["ink"][0]
PAPER_WHITE: Final = "#ffffff"
# with white grounds; and lines and numbers that are seen on greys
TONES: Final[dict[Ink, dict[str, str]]] = {
    "save": dict.fromkeys(("paper", "special", *drawing.GROUNDS.values()), PAPER_WHITE),
    "black": dict.fromkeys(("on", "edge", "beak"), INK),
}


@dataclass(frozen=True, slots=True)
class Flock:
    seat: int  # from 0
    name: str
    colour: str
    square: int
    people: int  # the first is the bearer

    @property
    def number(self) -> int:
        return self.seat + 1


class Told:
    """A request with what all parts of the kit ask of it."""

    def __init__(self, request: KitRequest, seat_names: tuple[str, ...]) -> None:
        source = request.more.get("event")
        self.event = None if source is None else read_event(source, request.seats)
        names = self.event.names if self.event else request.words.seats(seat_names)
        self.request = request
        self.words = request.words
        self.say = KitSentences("periplo.games.oca", request.language)
        self.flocks = tuple(
            Flock(seat, names[seat], FLOCKS[seat][0], square, people)
            for seat, (square, people) in enumerate(
                zip(request.complete["squares"], request.complete["flock"], strict=True)
            )
        )
        self.board = layout({"flocks": [{"square": flock.square} for flock in self.flocks]})
        self.drawing_words = request.words.drawing()
        self._signs = request.words.section("web")

    def owner(self, at: int) -> Flock | None:
        return next((flock for flock in self.flocks if flock.square == at), None)

    def kind(self, at: int) -> str:
        return "own" if self.owner(at) else KINDS.get(at, "plain")

    def square_name(self, at: int) -> str:
        """What a square is called; "" where nothing happens."""
        kind = self.kind(at)
        return "" if kind == "plain" else capital(self.drawing_words[kind])

    def in_short(self, at: int) -> str:
        """What happens on a square, in a few words, without its name."""
        if self.kind(at) == "dice":  # which of the two throws leads here
            return self.words.headings()["OCA-6"]
        _, _, what = self._signs.get(f"on_{self.kind(at)}", "").partition(": ")
        return capital(what)

    @property
    def edge(self) -> str:
        """The colour of thin lines."""
        return INK if self.request.ink == "black" else drawing.COLOURS["edge"][0]

    def ground(self, name: str) -> str:
        """One of the board's colours; none where ink is saved."""
        return "" if self.request.ink == "save" else drawing.COLOURS[name][0]

    def background(self, at: int) -> str:
        return self.ground(drawing.GROUNDS.get(self.kind(at), "special"))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---- drawings, in units of which a pictogram has 100 and an emblem about 25


def picture(inside: str, width: float, height: float) -> str:
    """A drawing in the looks of the board."""
    size = {"width": width, "height": height}
    return f"{opening('oca', size, '')}<style>{drawing.style()}</style>{inside}</svg>"


def placed(inside: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    turned = f" rotate({turn:g})" if turn else ""
    return f'<g transform="translate({x:g} {y:g}){turned} scale({scale:g})">{inside}</g>'


def pictogram(kind: str) -> str:
    return f'<g class="oca-art">{drawing.pictogram(kind)}</g>'


def emblem(seat: int, label: str = "") -> str:
    """A flock's shape in its colour, with a label in it."""
    _, _, sink, shape = FLOCKS[seat]
    text = f'<text class="oca-seat" y="{sink + 4.2:g}">{label}</text>' if label else ""
    return f'<g class="oca-s{seat + 1}"><path class="oca-body" d="{shape}"/>{text}</g>'


def emblem_alone(seat: int, label: str = "") -> str:
    return picture(placed(emblem(seat, label), 15, 15), 30, 30)


def square_picture(told: Told, at: int) -> str:
    """What a square shows, as a drawing of its own; "" for nothing."""
    kind, owner = told.kind(at), told.owner(at)
    if owner is not None:
        return emblem_alone(owner.seat, str(owner.number))
    if kind == "garden":
        water = '<ellipse class="oca-water" cx="50" cy="82" rx="48" ry="15"/>'
        flowers = "".join(placed(pictogram("flower"), x, 60, 0.8) for x in (9, 91))
        goose, egg = placed(pictogram("goose"), 50, 46), placed(pictogram("egg"), 79, 80, 0.8)
        return picture(water + flowers + goose + egg, 100, 100)
    art = f"dice-{at}" if kind == "dice" else kind
    return picture(placed(pictogram(art), 50, 50), 100, 100) if art in drawing.ART else ""
