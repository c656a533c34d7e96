"""Print kits: a game as paper that one can cut, fold and play. `layout.py` says where everything
lies, `kit.typ` sets it; texts and drawings reach Typst as data, never as code.
"""

import json
import re
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, Final

import typst

from periplo.bots.example import example
from periplo.core.errors import BadSetup
from periplo.core.game import Game, Options
from periplo.core.kits import (
    INKS,
    BoardPart,
    Drawn,
    Filled,
    FormPart,
    Ink,
    Item,
    Kit,
    KitRequest,
    Part,
    PrintedFace,
    QrCode,
    TextPart,
    Written,
    whole,
)
from periplo.core.words import LANGUAGES, Words
from periplo.fonts import font_files
from periplo.fonts.plain_svg import written_out
from periplo.play.match import Match
from periplo.printing.codes import qr_code
from periplo.printing.inks import in_ink
from periplo.printing.kit_words import KitWords
from periplo.printing.layout import PAPERS, Flowing, Sheet, lay_out
from periplo.printing.letters import breakable, printable
from periplo.printing.souvenir import souvenir

STANDARD: Final = "1.7"
PICTURE: Final = 75.0  # mm, how wide the picture beside the rules is
BOARD: Final = 400.0  # mm, the longer side of a board that says nothing of its size
Progress = Callable[[float, str], None]


def no_progress(_done: float, _words: str) -> None:
    """For those who need not be told."""


class Wanted:
    """What was asked for, checked."""

    def __init__(
        self,
        game: Game,
        *,
        paper: str = "a4",
        language: str = "en",
        seats: int | None = None,
        options: Options | None = None,
        ink: str = "colour",
        more: Mapping[str, str] | None = None,
        match: Match | None = None,
    ) -> None:
        if paper not in PAPERS:
            raise BadSetup(f"paper: one of {', '.join(PAPERS)}, not {paper!r}")
        if ink not in INKS:
            raise BadSetup(f"ink: one of {', '.join(INKS)}, not {ink!r}")
        if language not in LANGUAGES:
            raise BadSetup(f"language: one of {', '.join(LANGUAGES)}, not {language!r}")
        self.game, self.paper, self.language, self.match = game, paper, language, match
        self.seats = game.most_seats if seats is None else seats
        self.options = dict(options or {})
        complete = game.read_setup(self.seats, options)
        self.complete = dict(complete)
        self.ink: Ink = next(one for one in INKS if one == ink)
        self.more = dict(more or {})
        known = getattr(game.printed(), "MORE", ()) if game.printed() else ()
        for name in self.more:
            if name not in known:
                raise BadSetup(f"{game.id} prints nothing by its {name}")

    def request(self) -> KitRequest:
        return KitRequest(
            self.seats,
            self.options,
            self.complete,
            self.language,
            self.ink,
            Words(self.game.id, self.language),
            PAPERS[self.paper],
            self.more,
        )


def make_kit(wanted: Wanted) -> Kit:
    """The game's own kit, or its board; then how it is put together, and the rules. Of a match a
    souvenir.
    """
    if wanted.match is not None:
        return souvenir(wanted.match, wanted.language)
    game, request = wanted.game, wanted.request()
    module = game.printed()
    kit: Kit = _plain(game, request) if module is None else module.kit(request)
    say = KitWords(wanted.language)
    parts: tuple[Part, ...] = (
        _guide(kit, say, request.words),
        *kit.parts,
        *_rules(game, say, request.words),
    )
    return Kit(parts, kit.material, kit.steps, kit.minutes, kit.tones)


def _plain(game: Game, request: KitRequest) -> Kit:
    svg = game.background(request.seats, request.options, request.language)
    board = game.layout(game.position(game.new(request.seats, request.options)), request.options)
    scale = BOARD / max(board["width"], board["height"])
    face = whole(svg, scale * board["width"], scale * board["height"], ["board"])
    return Kit((BoardPart(request.words.name, face),))


def to_pdf(wanted: Wanted, progress: Progress = no_progress) -> bytes:
    """The kit as a PDF file."""
    say = KitWords(wanted.language)
    progress(0.0, say("drawing"))
    kit = make_kit(wanted)
    pages = list(lay_out(kit, PAPERS[wanted.paper]))
    data = _Setting(kit, wanted, say, progress).data(pages)
    progress(0.7, say("setting"))
    fonts = typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=False,
        font_paths=[str(font_files()[0].parent)],
    )
    compiler = typst.Compiler(
        (files("periplo.printing") / "kit.typ").read_bytes(),
        font_paths=fonts,
        sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
    )
    made = compiler.compile(format="pdf", pdf_standards=STANDARD, timestamp=0)
    progress(1.0, "")
    assert isinstance(made, bytes)
    return made


class _Setting:
    """A kit as data for the typesetter; drawings that occur often are sent once."""

    def __init__(self, kit: Kit, wanted: Wanted, say: KitWords, progress: Progress) -> None:
        self._tones = kit.tones.get(wanted.ink, {})
        self._wanted = wanted
        self._say = say
        self._progress = progress
        self._images: dict[str, int] = {}
        self._plain: dict[str, str] = {}  # drawings as they are sent, by what games drew

    def data(self, pages: list[Sheet | Flowing]) -> dict[str, Any]:
        set_pages = []
        for number, page in enumerate(pages):
            self._progress(0.1 + 0.6 * number / len(pages), page.title)
            set_pages.append(self._sheet(page) if isinstance(page, Sheet) else self._flow(page))
        width, height = PAPERS[self._wanted.paper]
        return {
            "language": self._wanted.language,
            "title": Words(self._wanted.game.id, self._wanted.language).name,
            "ruler": self._say("ruler"),
            "page": self._say("page"),
            "paper": [width, height],
            "pages": set_pages,
            "images": list(self._images),
        }

    def _sheet(self, sheet: Sheet) -> dict[str, Any]:
        tile, say = sheet.tile, self._say
        beside = ""
        if tile is not None:
            fields = {"column": tile.column, "row": tile.row}
            beside = say("tile", **fields, columns=tile.columns, rows=tile.rows)
        elif sheet.side:
            beside = say(sheet.side)
        return {
            "kind": "sheet",
            "title": printable(sheet.title),
            "beside": beside,
            "side": sheet.side,
            "size": [sheet.width, sheet.height],
            "tile": None if tile is None else [tile.column, tile.row, tile.columns, tile.rows],
            "marks": [[one.x, one.y, one.to_x, one.to_y] for one in sheet.marks],
            "placed": [
                {
                    "x": one.x,
                    "y": one.y,
                    "scale": one.scale,
                    "window": one.window,
                    "size": [one.face.width, one.face.height],
                    "items": [self._item(item) for item in one.face.items],
                }
                for one in sheet.placed
            ],
        }

    def _item(self, item: Item) -> dict[str, Any]:
        at = {"x": item.x, "y": item.y, "width": item.width, "height": item.height}
        match item:
            case Drawn():
                return at | {"kind": "image", "image": self._image(item.svg)}
            case Filled():
                ink = self._wanted.ink
                return at | {
                    "kind": "box",
                    "fill": in_ink(item.colour, ink),
                    "edge": in_ink(item.edge, ink),
                    "stroke": item.stroke,
                    "radius": item.radius,
                }
            case QrCode():
                return at | {"kind": "image", "image": self._image(qr_code(item.text))}
            case Written():
                return at | {
                    "kind": "text",
                    "text": breakable(printable(item.text)),
                    "size": item.size,
                    "align": item.align,
                    "middle": item.middle,
                    "bold": item.bold,
                    "italic": item.italic,
                    "upside_down": item.upside_down,
                    "typeface": item.typeface,
                    "fill": in_ink(item.colour, self._wanted.ink),
                }

    def _image(self, svg: str) -> int:
        if svg not in self._plain:
            self._plain[svg] = in_ink(written_out(svg, self._tones), self._wanted.ink)
        return self._images.setdefault(self._plain[svg], len(self._images))

    def _flow(self, part: Flowing) -> dict[str, Any]:
        if isinstance(part, FormPart):
            return {
                "kind": "form",
                "title": printable(part.title),
                "note": printable(part.note),
                "headings": [printable(one) for one in part.headings],
                "rows": [[printable(one) for one in row] for row in part.filled]
                + [[""] * len(part.headings)] * part.rows,
                "widths": list(part.widths) or [1.0] * len(part.headings),
            }
        return {
            "kind": "text",
            "title": printable(part.title),
            "columns": part.columns,
            "size": part.size,
            "blocks": blocks(printable(part.markdown)),
            "pictures": [[self._image(one.svg), one.width, one.height] for one in part.pictures],
        }


def _guide(kit: Kit, say: KitWords, words: Words) -> TextPart:
    lines = [f"# {words.name}", "", words.pitch, "", f"## {say('contents')}", ""]
    lines += [f"- {part.title}" for part in kit.parts]
    if kit.material:
        lines += ["", f"## {say('material')}", "", *(f"- {one}" for one in kit.material)]
    if kit.steps:
        heading = say("together_in", minutes=kit.minutes) if kit.minutes else say("together")
        lines += ["", f"## {heading}", ""]
        lines += [f"{number}. {step}" for number, step in enumerate(kit.steps, 1)]
    lines += ["", f"## {say('printing')}", "", *(f"- {say(key)}" for key in ADVICE)]
    return TextPart(say("guide"), "\n".join(lines), columns=1, size=11.0)


ADVICE: Final = ("advice_scale", "advice_ruler", "advice_tiles", "advice_backs")


def _rules(game: Game, say: KitWords, words: Words) -> tuple[TextPart, TextPart]:
    """A page to play by, with a picture, and one to settle every question by."""
    headings = words.headings()
    board = Drawn(example(game, words.language), 0, 0, PICTURE, PICTURE)
    clauses = [f"# {say('clauses')}", ""]
    clauses += [f"**{headings[one]}** [{one}] {words.clause(one)}\n" for one in words.clause_ids()]
    return (
        TextPart(say("rules"), words.page(), (board,)),
        TextPart(say("clauses"), "\n".join(clauses), columns=3, size=6.4),
    )


# ---- Markdown, as much of it as our pages use

# a star within a word, or with a space after it, is only a star
EMPHASIS: Final = re.compile(r"(\*\*.+?\*\*|(?<!\w)\*\w[^*]*\*(?!\w))")


def blocks(markdown: str) -> list[dict[str, Any]]:
    """Headings, paragraphs, lists and tables; within them **bold** and *italic* are told apart."""
    found: list[dict[str, Any]] = []
    paragraph: list[str] = []

    def flush() -> None:
        if paragraph:
            found.append({"kind": "par", "runs": runs(" ".join(paragraph))})
            paragraph.clear()

    for line in [*markdown.splitlines(), ""]:
        text = line.strip()
        if not text:
            flush()
        elif text.startswith("#"):
            flush()
            level = len(text) - len(text.lstrip("#"))
            found.append({"kind": "head", "level": level, "runs": runs(text.lstrip("# "))})
        elif text.startswith("- ") or _is_numbered(text):
            flush()
            mark, _, rest = text.partition(" ")
            found.append({"kind": "item", "mark": "•" if mark == "-" else mark, "runs": runs(rest)})
        elif text.startswith("|"):
            flush()
            cells = [runs(cell.strip()) for cell in text.strip("|").split("|")]
            if set(text) <= set("|-: "):
                continue
            if found and found[-1]["kind"] == "grid":
                found[-1]["rows"].append(cells)
            else:
                found.append({"kind": "grid", "rows": [cells]})
            letters = [sum(len(run[0]) for run in cell) for cell in cells]
            widths = found[-1].setdefault("widths", letters)
            found[-1]["widths"] = [max(pair) for pair in zip(widths, letters, strict=False)]
        else:
            paragraph.append(text)
    return found


def _is_numbered(text: str) -> bool:
    number, dot, _ = text.partition(". ")
    return bool(dot) and number.isdigit()


def runs(text: str) -> list[list[str]]:
    """The text in pieces, each with how it is set: plain, bold or italic."""
    found = []
    for piece in EMPHASIS.split(text.replace("`", "")):
        style = ("plain", "italic", "bold")[min(2, len(piece) - len(piece.lstrip("*")))]
        if len(piece) > 2 and piece.endswith("*") and style != "plain":
            found.append([piece.strip("*"), style])
        elif piece:
            found.append([piece, "plain"])
    return found


def faces_of(kit: Kit) -> list[PrintedFace]:
    """All faces of a kit, fronts before backs."""
    found: list[PrintedFace] = []
    for part in kit.parts:
        for name in ("face", "faces", "fronts", "backs"):
            faces = getattr(part, name, ())
            found += [faces] if isinstance(faces, PrintedFace) else faces
    return found
