"""The print kit: boards to draw on, the cards, a score table, a sheet for one; or, for a day, that
day's path as one sheet with its par on the back.

The path of a day is the one that `periplo solve camino --daily` deals. What servers deal follows
from secrets of theirs, and nobody can print it.
"""

import json
from collections.abc import Collection, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, Final

from periplo.core.errors import BadSetup
from periplo.core.kits import (
    CardsPart,
    Drawn,
    Filled,
    FormPart,
    Ink,
    Item,
    Kit,
    KitRequest,
    KitSentences,
    PagesPart,
    PrintedFace,
    Written,
)
from periplo.games.camino import kit_drawing as draw
from periplo.games.camino.board import (
    CARDS,
    COLOURS,
    HIGHEST_NUMBER,
    LOWEST_NUMBER,
    STARTS,
    half,
)
from periplo.games.camino.commands import solve
from periplo.games.camino.layout import layout
from periplo.games.camino.notation import GAME

MORE: Final = ("day",)

# a page, in millimetres on A4; other papers scale it
WIDTH: Final = 194.0
EDGES: Final = (16.0, 22.0)  # of the paper that are not printed on: across, down
HEAD: Final = 19.0
NOTE: Final = 13.0
NOTE_WIDTH: Final = 165.0
LEGEND: Final = 9.0
SCORES: Final = 22.0
LABEL: Final = 6.0
GAP: Final = 2.0
CARD: Final = (62.0, 82.0)
SMALL: Final = (19.0, 24.7)  # a small card, at the most
IN_A_ROW: Final = {"crossed": 15, "dealt": 8}  # small cards
FORM_ROW: Final = 8.0  # high
AROUND_FORM: Final = 66.0  # of a page that margins, title, note and headings take
NAMES: Final = 12  # lines on the back of a day's sheet
MINUTES: Final = 10  # to cut the cards
DAY_MINUTES: Final = 2
STEPS: Final = ("boards", "cards", "deal", "rounds", "numbers", "alone")
ALONE: Final = ("boards", "cards", "rounds", "alone")
OF_DAY: Final = ("day_print", "day_walk", "day_count")
NUMBERS: Final = range(LOWEST_NUMBER, HIGHEST_NUMBER + 1)
INK: Final = draw.INK


def kit(request: KitRequest) -> Kit:
    maker = _Maker(request)
    day = request.more.get("day")
    return maker.game() if day is None else maker.daily(_read_day(day))


def _read_day(day: str) -> str:
    try:
        return (date.today() if day == "today" else date.fromisoformat(day)).isoformat()
    except ValueError:
        raise BadSetup(f"day: must be a date such as 2026-03-01, or today, not {day!r}") from None


@lru_cache(maxsize=32)
def found_on(day: str) -> dict[str, Any]:
    """Board, cards and par of a day, as the command finds them; this may take seconds."""
    found: dict[str, Any] = json.loads(solve(daily=day, json=True, progress=lambda *_: None))
    return found


class _Maker:
    def __init__(self, request: KitRequest) -> None:
        self._request = request
        self._ink = request.ink
        self._say = KitSentences("periplo.games.camino", request.language)
        self._words = request.words.drawing()
        self._counting = request.words.section("web")
        self._board = layout(GAME.position(GAME.new(1)))
        across, down = (side - edge for side, edge in zip(request.paper, EDGES, strict=True))
        self._height = WIDTH * down / across

    def game(self) -> Kit:
        say, seats = self._say, self._request.seats
        boards = tuple(self._to_draw_on(number) for number in range(1, seats + 1))
        cards = tuple(self._card(number) for number in self._numbers())
        parts = (
            PagesPart(say("parts", "boards", count=len(boards)), boards),
            CardsPart(say("parts", "cards", count=len(cards)), cards, (self._back(),) * len(cards)),
            self._scores(),
            PagesPart(say("parts", "solo"), (self._solo(),)),
        )
        steps = STEPS if seats > 1 else ALONE
        return Kit(
            parts,
            material=(say("material", "pencils"), say("material", "scissors")),
            steps=tuple(say("steps", step, cards=len(cards)) for step in steps),
            minutes=MINUTES,
        )

    def daily(self, day: str) -> Kit:
        say, found = self._say, found_on(day)
        faces = (self._path_of(day, found["board"], found["cards"]), self._par(day, found["score"]))
        return Kit(
            (PagesPart(say("parts", "day", day=day), faces),),
            material=(say("material", "day"),),
            steps=tuple(say("steps", step) for step in OF_DAY),
            minutes=DAY_MINUTES,
        )

    @staticmethod
    def _numbers() -> range:
        return range(1, len(CARDS) + 1)

    # ---- pages with a honeycomb

    def _to_draw_on(self, number: int) -> PrintedFace:
        start = STARTS[number - 1]
        key = "numbers" if self._request.seats > 1 else "numbers_alone"
        return self._page(
            self._say("says", "board", number=number, start=start),
            self._counting[key],
            (start,),
            self._crossed(),
            (f"board {number}", f"start {start}"),
        )

    def _solo(self) -> PrintedFace:
        say = self._say
        return self._page(
            say("says", "any_board"),
            f"{say('says', 'any_start')} {self._alone()}",
            STARTS,
            self._crossed(),
            ("solo sheet", *(f"possible start {start}" for start in STARTS)),
            is_sure=False,
        )

    def _path_of(self, day: str, board: int, cards: Sequence[int]) -> PrintedFace:
        say, start = self._say, STARTS[board - 1]
        return self._page(
            f"{say('says', 'path_of', day=day)}\n{say('says', 'board', number=board, start=start)}",
            self._alone(),
            (start,),
            _Strip(say("says", "cover"), tuple(cards), IN_A_ROW["dealt"], "dealt card"),
            (f"day {day}", f"board {board}", f"start {start}"),
        )

    def _alone(self) -> str:
        splendid = self._say("says", "splendid", points=self._board["splendid"])
        return f"{self._counting['numbers_alone']} {splendid}"

    def _crossed(self) -> "_Strip":
        words = self._say("says", "cross_out")
        return _Strip(words, tuple(self._numbers()), IN_A_ROW["crossed"], "crossed card")

    def _page(
        self,
        title: str,
        note: str,
        starts: Collection[str],
        strip: "_Strip",
        what: tuple[str, ...],
        is_sure: bool = True,
    ) -> PrintedFace:
        """From above: what it is and whose; the honeycomb; how points are counted; the colours;
        the points; the cards.
        """
        below = NOTE + LEGEND + SCORES + strip.height()
        room = self._height - HEAD - below - 2 * GAP
        size = self._board["honeycomb"]
        scale = min(WIDTH / size["width"], room / size["height"])
        width, height = scale * size["width"], scale * size["height"]
        svg = draw.honeycomb(self._board, self._ink, starts, is_sure)
        y = self._height - below
        boxes = self._say("says", "boxes", example=_both(HIGHEST_NUMBER))
        top = HEAD + GAP + (room - height) / 2
        items = [
            *self._head(title),
            Drawn(svg, (WIDTH - width) / 2, top, width, height),
            Written(f"{note} {boxes}", (WIDTH - NOTE_WIDTH) / 2, y, NOTE_WIDTH, NOTE - 1, 9),
            *self._legend(y + NOTE),
            *self._points(y + NOTE + LEGEND),
            *strip.items(y + NOTE + LEGEND + SCORES, self._ink),
        ]
        cells = [f"cell {cell['cell']}" for cell in self._board["cells"]]
        numbers = [f"number {cell['number']}" for cell in self._board["cells"] if cell["number"]]
        shown = [*what, *cells, *numbers, *(f"{strip.what} {card}" for card in strip.cards)]
        return PrintedFace(WIDTH, self._height, tuple(items), tuple(shown))

    def _head(self, title: str) -> list[Item]:
        say = self._say
        items: list[Item] = [
            Written(self._request.words.name, 0, 0, 60, 11, 24, "left", bold=True),
            Written(title, 62, 0, WIDTH - 62, 11, 14, "right"),
        ]
        for key, x, long in (("name", 0.0, 116.0), ("points", 128.0, 66.0)):
            label = 15.0
            items.append(Written(say("says", key), x, 12, label, 6, 9.5, "left"))
            items.append(Filled(x + label, 17.6, long - label, 0.25, colour=INK))
        return items

    def _legend(self, y: float) -> list[Item]:
        step = WIDTH / len(COLOURS)
        items: list[Item] = []
        for n, colour in enumerate(COLOURS):
            items.append(Drawn(draw.square(colour, self._ink), n * step, y, 7, 7))
            name = self._words[colour]
            items.append(Written(name, n * step + 8.5, y, step - 9.5, 7, 10, "left"))
        return items

    def _points(self, y: float) -> list[Item]:
        """A box for each number, for the empty cells and for the total."""
        wide, last = 14.8, (WIDTH - 14.8 * len(NUMBERS)) / 2
        heads = [(_both(number), wide, 10.0) for number in NUMBERS]
        heads += [(f"\N{MINUS SIGN} {self._words['empty']}", last, 9.5)]
        heads += [(f"= {self._words['total']}", last, 9.5)]
        items: list[Item] = []
        x = 0.0
        for words, width, size in heads:
            items.append(Filled(x, y, width, SCORES - 2 - GAP, edge=INK))
            items.append(Written(words, x + 1, y + 0.5, width - 2, 5.5, size, bold=True))
            x += width
        return items

    # ---- cards

    def _card(self, number: int) -> PrintedFace:
        """Squares with the names of their colours, one in the middle if there are five."""
        squares = CARDS[number - 1].replace("+", "")
        width, height = CARD
        is_five = len(squares) == 5
        side, left, top, down = (17.0, 7.0, 5.0, 23.3) if is_five else (23.0, 6.0, 8.0, 33.0)
        right, bottom = width - left - side, top + (2 if is_five else 1) * down
        places = [(left, top), (right, top), (left, bottom), (right, bottom)]
        places += [((width - side) / 2, top + down)] * is_five
        items: list[Item] = []
        for colour, (x, y) in zip(squares, places, strict=True):
            items.append(Drawn(draw.square(colour, self._ink), x, y, side, side))
            name = self._words[colour]
            items.append(Written(name, x - 3, y + side + 0.4, side + 6, 4.8, 10))
        items.append(Written(str(number), width - 12, height - 7, 8, 4.5, 8, "right"))
        return PrintedFace(width, height, tuple(items), (f"card {number}",))

    def _back(self) -> PrintedFace:
        width, height = CARD
        name = self._request.words.name
        items = (
            Drawn(draw.card_back(self._ink), 0, 0, width, height),
            Written(name, 8, height - 16, width - 16, 8, 14, italic=True),
            Written(name, 8, 8, width - 16, 8, 14, italic=True, upside_down=True),
        )
        return PrintedFace(width, height, items, ("back",))

    # ---- points

    def _scores(self) -> FormPart:
        """A line a player, several times over."""
        say, seats = self._say, self._request.seats
        names = self._request.words.seats(GAME.seat_names)[:seats]
        headings = (
            say("says", "walker"),
            *(_both(number) for number in NUMBERS),
            self._words["empty"],
            self._words["total"],
        )
        rest = ("",) * (len(headings) - 1)
        key = "numbers" if seats > 1 else "numbers_alone"
        return FormPart(
            say("parts", "scores"),
            headings,
            filled=tuple((name, *rest) for name in names),
            rows=int((self._request.paper[1] - AROUND_FORM) / FORM_ROW) - seats,
            widths=(3.0, *(1.0 for _ in NUMBERS), 1.4, 1.4),
            note=f"{say('notes', 'scores')} {self._counting[key]}",
        )

    def _par(self, day: str, par: int) -> PrintedFace:
        """What lies behind a day's sheet."""
        say = self._say
        items: list[Item] = [
            Written(say("says", "path_of", day=day), 0, 4, WIDTH, 12, 22, bold=True),
            Written(say("says", "par"), 0, 24, WIDTH, 10, 18),
            Written(str(par), 0, 35, WIDTH, 30, 84, bold=True),
            Written(say("says", "par_why"), 22, 68, WIDTH - 44, 16, 11),
            Written(say("says", "par_again", day=day), 22, 86, WIDTH - 44, 18, 9, italic=True),
        ]
        heads = (("walker", 0.0, 100.0), ("points", 100.0, 40.0), ("beside_par", 140.0, 54.0))
        top = 112.0
        line = (self._height - top - 8) / (NAMES + 1)
        for key, x, width in heads:
            items.append(Written(say("says", key), x + 2, top, width - 4, line, 11, bold=True))
            for n in range(NAMES + 1):
                items.append(Filled(x, top + n * line, width, line, edge=INK, stroke=0.2))
        return PrintedFace(WIDTH, self._height, tuple(items), (f"par {par}",))


class _Strip:
    """Small cards in rows, below a line of words."""

    def __init__(self, words: str, cards: tuple[int, ...], in_a_row: int, what: str) -> None:
        self.words, self.cards, self.in_a_row, self.what = words, cards, in_a_row, what
        self.step = WIDTH / in_a_row
        scale = min(1.0, 0.92 * self.step / SMALL[0])
        self.width, self.depth = scale * SMALL[0], scale * SMALL[1]

    def height(self) -> float:
        rows = -(-len(self.cards) // self.in_a_row)
        return LABEL + rows * (self.depth + GAP)

    def items(self, y: float, ink: Ink) -> list[Item]:
        items: list[Item] = [Written(self.words, 0, y, WIDTH, LABEL - 1, 9)]
        for n, card in enumerate(self.cards):
            row, column = divmod(n, self.in_a_row)
            x, top = column * self.step, y + LABEL + row * (self.depth + GAP)
            svg = draw.small_card(CARDS[card - 1].replace("+", ""), ink)
            items.append(Drawn(svg, x + self.step - self.width, top, self.width, self.depth))
            if self.step - self.width > 3:
                number = Written(str(n + 1), x, top, self.step - self.width - 0.7, 6, 9, "right")
                items.append(number)
        return items


def _both(number: int) -> str:
    """What a number is worth in full and by half."""
    return f"{number} / {half(number)}"
