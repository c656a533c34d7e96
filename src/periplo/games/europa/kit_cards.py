"""The cards of the print kit: what is read aloud on the front, whose deck it is on the back.

A rival reads a card, so the right answer may stand on its front: small, and upside down.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from periplo.core.kits import Drawn, Filled, Ink, Item, PrintedFace, Written
from periplo.core.words import ENGLISH
from periplo.games.europa import kit_drawing as draw
from periplo.games.europa import pictures
from periplo.games.europa.board import Board
from periplo.games.europa.packs import DIFFICULTIES, MURCIA, Instruction, Pack, Question
from periplo.games.europa.rules import MOST_PLANES
from periplo.games.europa.state import LETTERS

WIDTH: Final = 62.0
HEIGHT: Final = 82.0
LEFT: Final = 4.5
INNER: Final = WIDTH - 2 * LEFT
TOP: Final = 16.5  # below the name of the deck
BOTTOM: Final = 68.0  # above the answer
FOOT: Final = 78.2
PICTURE: Final = 21.0  # at most so high
LETTER: Final = 5.0
GAP: Final = 1.8
SMALLEST: Final = 5.0  # points, of a reason: longer ones are left out
SOFT: Final = "#4a453e"
EDGE: Final = "#b8ab92"


@dataclass(frozen=True)
class Deck:
    """All that the cards of a deck share."""

    slug: str
    name: str
    title: str  # of the game
    routes: tuple[int, ...]
    emblem: str  # its flag, or Murcia's stars
    ink: Ink

    @property
    def is_murcia(self) -> bool:
        return self.slug == MURCIA

    @cached_property
    def back(self) -> tuple[Item, ...]:
        width, height = (30.0, 30.0) if self.is_murcia else (36.0, 24.0)
        pitch = 11.0
        first = (WIDTH - pitch * len(self.routes)) / 2
        signs = (
            Drawn(draw.sign_of(route, str(route), self.ink), first + pitch * n, 62, pitch, pitch)
            for n, route in enumerate(self.routes)
        )
        return (
            Filled(4, 4, WIDTH - 8, HEIGHT - 8, edge=EDGE, stroke=0.4, radius=3),
            Written(self.title, 8, 8, WIDTH - 16, 6, 8, italic=True, colour=SOFT),
            Drawn(self.emblem, (WIDTH - width) / 2, 33 - height / 2, width, height),
            Written(self.name, 7, 49, WIDTH - 14, 11, 17, bold=True, typeface="sans"),
            *signs,
        )

    def head(self, card: int, hard: int) -> tuple[Item, ...]:
        """Whose card it is, its number, and how hard a question is; 0 if it asks nothing."""
        width = 10.0 if self.is_murcia else 15.0
        more: tuple[Item, ...] = ()
        if hard:
            most = len(DIFFICULTIES)
            more = (Drawn(draw.dots(hard, most), WIDTH - LEFT - 7.5, 10.6, 7.5, 7.5 / most),)
        return (
            Filled(1.5, 1.5, WIDTH - 3, HEIGHT - 3, edge=EDGE, stroke=0.25, radius=2.5),
            Drawn(self.emblem, LEFT, 4, width, 10),
            Written(
                self.name, LEFT + width + 2.5, 4, INNER - width - 11, 10, 12, "left", bold=True,
                typeface="sans",
            ),
            Written(str(card), WIDTH - LEFT - 8, 4, 8, 6, 9, "right", typeface="sans", colour=SOFT),
            *more,
        )  # fmt: skip


class Cards:
    """Makes the cards of a pack, in one language."""

    def __init__(
        self,
        board: Board,
        pack: Pack,
        language: str,
        words: Mapping[str, str],
        orders: Mapping[str, str],
        ink: Ink,
        *,
        judged: bool,
        instructions: bool,
    ) -> None:
        self._board, self._pack, self._language = board, pack, language
        self._words, self._orders, self._ink = words, orders, ink
        self._spoken, self._instructions = judged, instructions
        self._letters = [draw.letter_sign(letter) for letter in LETTERS]

    def of(self, deck: Deck) -> Iterator[tuple[PrintedFace, PrintedFace]]:
        """Front and back of each card that can be drawn."""
        for number, card in enumerate(self._pack.cards(deck.slug), 1):
            if isinstance(card, Instruction):
                if not self._instructions:
                    continue
                items = self._instruction(deck, number, card)
            else:
                items = self._question(deck, number, self._pack.question(deck.slug, card))
            yield (
                PrintedFace(WIDTH, HEIGHT, items, (f"card {deck.slug} {number}",)),
                PrintedFace(WIDTH, HEIGHT, deck.back, (f"back {deck.slug} {number}",)),
            )

    def _question(self, deck: Deck, number: int, question: Question) -> tuple[Item, ...]:
        text = question.text(self._language)
        items: list[Item] = [*deck.head(number, question.difficulty)]
        top = TOP
        if shown := _picture(question):
            items.append(shown)
            top = shown.y + shown.height + GAP
        right = text.right
        if self._spoken:
            items.append(Written(text.ask, LEFT, top, INNER, BOTTOM - top, 13, typeface="serif"))
        else:
            items += self._choice(text.ask, question.answers(self._language), top)
            right = f"{LETTERS[question.letter]}: {right}"
        return (*items, *_foot(right, text.why))

    def _choice(self, ask: str, answers: list[str], top: float) -> Iterator[Item]:
        """The question in bold, and four answers with their letters."""
        beside, room = INNER - LETTER - 1.5, BOTTOM - top
        gap = GAP if room > 45 else GAP / 3
        texts = [(ask, INNER, 0.0), *((answer, beside, LETTER) for answer in answers)]
        size, heights = draw.one_size(texts, gap, room, 11)
        spare = room - sum(heights) - gap * len(answers)
        first = heights[0] + 0.4 * spare
        yield Written(ask, LEFT, top, INNER, first, size, "left", bold=True)
        y = top + first + gap
        for sign, answer, height in zip(self._letters, answers, heights[1:], strict=True):
            deep = height + 0.15 * spare
            side = min(LETTER, deep)
            yield Drawn(sign, LEFT, y + (deep - side) / 2, side, side)
            yield Written(answer, LEFT + LETTER + 1.5, y, beside, deep, size, "left")
            y += deep + gap

    def _instruction(self, deck: Deck, number: int, card: Instruction) -> tuple[Item, ...]:
        at = self._board.city.index(card.city) if card.city else 0
        city = self._words.get(card.city, card.city)
        order = self._orders[card.do].format(city=city, at=at, n=card.n, most=MOST_PLANES)
        story = card.story.get(self._language) or card.story[ENGLISH]
        icon = draw.order_icon(card.do, self._board.colour[at], self._ink)
        return (
            *deck.head(number, 0),
            Drawn(icon, (WIDTH - 22) / 2, 17, 22, 22),
            Written(story, LEFT, 40, INNER, 23, 11),
            Filled(LEFT, 64.5, INNER, 12, edge="#1d2733", stroke=0.4, radius=2),
            Written(order, LEFT + 2, 65, INNER - 4, 11, 11, bold=True, typeface="sans"),
        )


def _picture(question: Question) -> Drawn | None:
    if not question.picture:
        return None
    data = pictures.bytes_of(question.picture) or b""
    size = pictures.size_of(data)
    if size is None:
        return None
    scale = min(INNER / size[0], PICTURE / size[1])
    width, height = scale * size[0], scale * size[1]
    svg = draw.picture(question.picture, *size)
    return Drawn(svg, (WIDTH - width) / 2, TOP - 1, width, height)


def _foot(right: str, why: str) -> Iterator[Item]:
    """The right answer, and its reason where there is room for it."""
    yield Filled(LEFT, BOTTOM + 0.6, INNER, 0.2, colour=EDGE)
    room = FOOT - BOTTOM - 1.2
    size, heights = draw.one_size([(right, INNER, 0), (why, INNER, 0)], 0.6, room, 6.5, SMALLEST)
    if not why or heights[1] < draw.height_of(why, size, INNER) - 0.01:
        yield Written(
            right, LEFT, BOTTOM + 1.2, INNER, room, 7, bold=True, typeface="sans", colour=SOFT,
            upside_down=True,
        )  # fmt: skip
        return
    top = FOOT - heights[0]
    yield Written(
        right, LEFT, top, INNER, heights[0], size, bold=True, typeface="sans", colour=SOFT,
        upside_down=True,
    )  # fmt: skip
    yield Written(
        why, LEFT, BOTTOM + 1.2, INNER, top - 0.6 - BOTTOM - 1.2, size, colour=SOFT,
        middle=False, upside_down=True,
    )  # fmt: skip
