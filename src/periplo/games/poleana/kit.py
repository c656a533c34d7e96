"""El Reo Poleana on paper: the board, reos and guards that stand, dice and a box to fold, and a
card for each side that is played.
"""

from collections import defaultdict
from collections.abc import Mapping
from math import ceil
from typing import Any, Final

from periplo.core.kits import (
    BoardPart,
    CardsPart,
    CutPart,
    Drawn,
    Filled,
    Item,
    Kit,
    KitRequest,
    KitSentences,
    Part,
    PrintedFace,
    Written,
    whole,
)
from periplo.core.nets import DIE_FACES, Net
from periplo.core.state import TABLE
from periplo.core.two_dice import THROWS
from periplo.games.poleana import kit_drawing as draw
from periplo.games.poleana.actions import OUT_00, is_release, released_to
from periplo.games.poleana.board import (
    BELOW,
    EXIT,
    LENGTH,
    REOS,
    SIDES,
    THREE,
    YARD_NUMBERS,
)
from periplo.games.poleana.kit_drawing import INK, Tent
from periplo.games.poleana.layout import layout
from periplo.games.poleana.notation import GAME
from periplo.games.poleana.phrases import FORK
from periplo.games.poleana.rules import MOST_ON_EXIT, WALK
from periplo.games.poleana.signs import SHAPES

LARGE, SMALL = 400.0, 277.0  # mm, the board
BOARDS: Final = {297.0: SMALL}  # by the width of the paper; LARGE on others, in tiles if need be
# so that two stand on a square of the yard, three on an exit, one on an escape's
TENTS: Final = {LARGE: Tent(16.0, 22.0, 12.0), SMALL: Tent(12.0, 18.0, 8.5)}
DICE: Final = 2
CARD: Final = (62.0, 82.0)
CARD_EDGE: Final = 3.5
WORDS_SIZE: Final = 7.6  # points
LINE_LETTERS: Final = 38  # about as many as fit beside a picture on a card
REJOIN: Final = YARD_NUMBERS[YARD_NUMBERS.index(FORK) + BELOW]  # where a gallery ends


def spot(
    layout: Mapping[str, Any],
    position: Mapping[str, Any],
    seat: int,
    place: object,
    _piece: object,
) -> tuple[float, float] | None:
    """Where on the game's drawing a square of a seat's way is; cells are off it."""
    name = square_name(str(place), position["seats"][seat]["side"])
    for square in layout["squares"]:
        if square["kind"] != "cell" and square_name(square["at"], square["side"]) == name:
            x, y, *_ = square["places"][0][0]
            return x, y
    return None


def square_name(at: str, side: int) -> str:
    """A square of one's own side is named without it."""
    return at if ":" in at else f"{side}:{at}"


def kit(request: KitRequest) -> Kit:
    return _Maker(request).kit()


class _Maker:
    def __init__(self, request: KitRequest) -> None:
        self._request = request
        self._say = KitSentences("periplo.games.poleana", request.language)
        self._words: Mapping[str, str] = request.words.drawing()
        position = GAME.position(GAME.new(request.seats, request.options))
        self._sides: list[int] = [player["side"] for player in position["seats"]]
        self._guards: list[str] = position["guards"]
        self._board: dict[str, Any] = layout(position)
        self._width = BOARDS.get(request.paper[0], LARGE)
        self._tent = TENTS[self._width]

    def kit(self) -> Kit:
        pieces = len(self._sides) * REOS + len(self._guards)
        parts: tuple[Part, ...] = (
            self._printed_board(),
            self._pieces(),
            self._box(),
            self._cards(),
        )
        is_tiled = self._width > self._request.paper[0]
        # a board in tiles or in one piece; the box, the dice, the cards; each piece
        minutes = (20 if is_tiled else 5) + 15 + 4 * DICE + 5 + 1.5 * pieces
        steps = ["tiles"] if is_tiled else []
        steps += ["board", "cards", "lines", "reos", "dice", "box", "throw", "begin"]
        steps += ["guards"] if self._guards else []
        return Kit(
            parts,
            material=tuple(self._say("material", key) for key in self._say.keys("material")),
            steps=tuple(self._say("steps", step, **self._fields()) for step in steps),
            minutes=5 * round(minutes / 5),
            tones=draw.TONES,
        )

    def _fields(self) -> dict[str, object]:
        return {"reos": REOS * len(self._sides), "guards": len(self._guards), "three": THREE}

    def _printed_board(self) -> BoardPart:
        colours = [self._words[f"colour {side}"] for side in range(1, SIDES + 1)]
        svg = draw.board_for_paper(self._board, self._request.words.name, self._words, colours)
        what = ["board"]
        for square in self._board["squares"]:
            own = f"{square['side']} " if square["at"][0].isalpha() else ""
            what.append(f"square {own}{square['at']}")
        title = self._say("parts", "board", width=round(self._width))
        return BoardPart(title, whole(svg, self._width, self._width, what))

    # ---- what is folded

    def _pieces(self) -> CutPart:
        faces = [
            _folded(draw.die(), [f"die {number} {face}" for face in DIE_FACES])
            for number in range(1, DICE + 1)
        ]
        faces += [
            _folded(draw.reo(self._tent, side, number), [f"reo {side} {number}"])
            for side in self._sides
            for number in range(1, REOS + 1)
        ]
        for at in self._guards:
            side, number = at.split(":")
            shown = "" if int(number) == EXIT else number  # the exit has none
            faces.append(_folded(draw.guard(self._tent, int(side), shown), [f"guard {at}"]))
        key = "pieces_and_guards" if self._guards else "pieces"
        return CutPart(self._say("parts", key, **self._fields()), tuple(faces))

    def _box(self) -> CutPart:
        lid = _folded(draw.lid(self._request.words.name), ["lid"])
        return CutPart(self._say("parts", "box"), (_folded(draw.box(), ["box"]), lid))

    # ---- a card for each side

    def _cards(self) -> CardsPart:
        names = self._request.words.seats(GAME.seat_names)
        fronts = tuple(
            self._front(side, name) for side, name in zip(self._sides, names, strict=False)
        )
        backs = tuple(self._back(side) for side in self._sides)
        return CardsPart(self._say("parts", "cards", count=len(fronts)), fronts, backs)

    def _front(self, side: int, name: str) -> PrintedFace:
        """What opens the cell, and what comes first."""
        say, (width, height) = self._say, CARD
        left, wide = CARD_EDGE, width - 2 * CARD_EDGE
        items: list[Item] = [
            *_frame(side),
            Drawn(draw.shape_alone(side), left, 3, 11, 11),
            Written(name, left + 13, 3, wide - 13, 6.5, 12, "left", bold=True, typeface="slab"),
            Written(
                self._words[f"colour {side}"],
                left + 13,
                9.3,
                wide - 13,
                4.5,
                8,
                "left",
                typeface="sans",
            ),
            Filled(left, 15.6, wide, 0.8, colour=SHAPES[side - 1][0]),
            Written(say("card", "opens"), left, 17.5, wide, 5.5, 9.5, "left", bold=True),
        ]
        y, across, down = 23.6, 11.2, 5.6
        beside = left + across + 2.5
        for releases, throws in self._releases().items():
            room = max(6.0 * len(throws), 4.4 * len(releases))
            first_y = y + (room - 6.0 * len(throws)) / 2
            items += [
                Drawn(draw.dice_alone(dice), left, first_y + 6.0 * number, across, down)
                for number, dice in enumerate(throws)
            ]
            text = say("card", "or").join(self._release(release) for release in releases)
            items.append(Written(text, beside, y, width - beside - left, room, 8.6, "left"))
            y += room + 1.2
        first = "\n".join(f"• {say('card', key)}" for key in ("whole", "again", "priorities"))
        items += [
            Filled(left, y, wide, 0.3, colour=INK),
            Written(first, left, y + 1, wide, height - y - 1 - CARD_EDGE, 8, "left"),
        ]
        return PrintedFace(width, height, tuple(items), (f"card {side}",))

    def _releases(self) -> dict[tuple[int, ...], list[tuple[int, int]]]:
        """The throws that open the cell, by what they allow, as the rules have it.  [POL-2]"""
        found: dict[tuple[int, ...], list[tuple[int, int]]] = defaultdict(list)
        for throw, (low, high) in enumerate(THROWS):
            state = GAME.new(GAME.most_seats, {"first": 0})
            state.apply(TABLE, throw)
            releases = tuple(action for action in state.legal(0) if is_release(action))
            if releases:
                found[releases].append((high, low))
        return found

    def _release(self, release: int) -> str:
        to = int(released_to(release))
        if to == EXIT:
            return self._say("card", "two_out" if release == OUT_00 else "one_out")
        return self._say("card", "one_on", number=to)

    def _back(self, side: int) -> PrintedFace:
        """What the squares do."""
        say, (width, height) = self._say, CARD
        behind = (side + 2) % SIDES + 1  # the side before this one ends in its nine
        ahead = side % SIDES + 1
        nine, gallery = f"{behind}:{YARD_NUMBERS[-1]}", f"{ahead}/1"
        options = self._request.complete
        fields: dict[str, object] = {
            "most": MOST_ON_EXIT, "walk": WALK, "fork": FORK, "end": REJOIN,
            "above": LENGTH + 1, "below": BELOW, "last": LENGTH, "three": THREE,
        }  # fmt: skip
        rows = {
            "exit": self._icon(side, f"{side}:{EXIT}"),
            "yard": self._icon(side, f"{side}:{THREE}"),
            "gallery": self._icon(ahead, gallery),
            f"nine_{options['nine']}": self._icon(behind, nine),
            "escape": self._icon(side, f"e{LENGTH}"),
        }
        if self._guards:
            rows[f"guard_{options['reach']}"] = draw.guard_alone()
        texts = {key: say("card", key, **fields) for key in rows}
        left, top, icon = CARD_EDGE, 10.0, 8.5
        items: list[Item] = [
            *_frame(side),
            Written(say("card", "places"), left, 3, width - 2 * left, 6, 9.5, "left", bold=True),
        ]
        lines = {key: max(2.4, ceil(len(text) / LINE_LETTERS)) for key, text in texts.items()}
        line = (height - top - CARD_EDGE) / sum(lines.values())
        for key, svg in rows.items():
            high = line * lines[key]
            small = min(icon, high - 0.6)
            items += [
                Drawn(svg, left + (icon - small) / 2, top + (high - small) / 2, small, small),
                Written(
                    texts[key], left + icon + 1.5, top + 0.3, width - 2 * left - icon - 1.5,
                    high - 0.6, WORDS_SIZE, "left",
                ),
            ]  # fmt: skip
            top += high
        return PrintedFace(width, height, tuple(items), (f"back {side}",))

    def _icon(self, side: int, at: str) -> str:
        return draw.square_alone(self._board, side, at, self._words, 2)


def _frame(side: int) -> tuple[Item, ...]:
    width, height = CARD
    return (
        Filled(1.2, 1.2, width - 2.4, height - 2.4, edge=SHAPES[side - 1][0], stroke=0.8, radius=3),
    )


def _folded(net: Net, what: list[str]) -> PrintedFace:
    _, _, width, height = net.box
    return whole(draw.folded(net), width, height, what)
