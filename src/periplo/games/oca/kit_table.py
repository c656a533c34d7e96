"""The goose's print kit for a table: the spiral with the flocks' homes, and all pieces."""

from typing import Final

from periplo.core.kits import BoardPart, CutPart, Drawn, Filled, Item, PrintedFace, Written, whole
from periplo.games.oca import drawing
from periplo.games.oca.board import GARDEN
from periplo.games.oca.kit_faces import (
    INK,
    Flock,
    Told,
    emblem,
    emblem_alone,
    pictogram,
    picture,
    placed,
)

# the spiral and two rows of homes are four sheets of A4 or letter, two of A3, one of A2
SPIRAL: Final = 380.0
HOMES_A_ROW: Final = 5
HOME_HEIGHT: Final = 62.0
HOME_GAP: Final = 3.0

BEARER: Final = (24.0, 84.0)  # to be folded: a flap, a picture upside down, a picture, a flap
FLAP: Final = 8.0
TOKEN: Final = 18.0
MOST_GOLDEN_EGGS: Final = 10  # however many races may be golden


def board(told: Told) -> BoardPart:
    """The spiral, and below it a home for every flock."""
    rows = -(-len(told.flocks) // HOMES_A_ROW)
    height = SPIRAL + HOME_HEIGHT * rows
    spiral = drawing.background(told.board | {"height": told.board["width"]}, told.drawing_words)
    items: list[Item] = [
        Filled(0, 0, SPIRAL, height, colour=told.ground("paper")),
        Drawn(spiral, 0, 0, SPIRAL, SPIRAL),
    ]
    in_row = -(-len(told.flocks) // rows)
    for flock in told.flocks:
        row, column = divmod(flock.seat, in_row)
        width = SPIRAL / in_row
        items += _home(told, flock, column * width, SPIRAL + row * HOME_HEIGHT, width)
    what = [f"square {at}" for at in range(GARDEN + 1)]
    what += [f"home {flock.number}" for flock in told.flocks]
    return BoardPart(
        told.say("parts", "board"), PrintedFace(SPIRAL, height, tuple(items), tuple(what))
    )


def _home(told: Told, flock: Flock, x: float, y: float, width: float) -> list[Item]:
    """Where a flock's people wait, and its eggs lie."""
    say = told.say
    left, top = x + HOME_GAP, y
    wide, high = width - 2 * HOME_GAP, HOME_HEIGHT - HOME_GAP
    eggs = wide * 0.7
    return [
        Filled(left, top, wide, high, told.ground("cell"), flock.colour, stroke=1.2, radius=4),
        Drawn(emblem_alone(flock.seat, str(flock.number)), left + 2, top + 2, 13, 13),
        Written(flock.name, left + 17, top + 2, wide - 19, 7.5, size=13, align="left", bold=True),
        Written(
            say("says", "own_square", at=flock.square),
            left + 17, top + 9.5, wide - 19, 5, size=8, align="left",
        ),
        Filled(left + 2, top + 16, eggs - 3, high - 27, edge=told.edge, radius=2),
        Written(say("says", "home"), left + 3, top + 16.5, eggs - 5, 4, size=7.5, align="left"),
        Filled(left + eggs + 1, top + 16, wide - eggs - 3, high - 27, edge=told.edge, radius=2),
        Written(say("says", "eggs"), left + eggs + 2, top + 16.5, wide - eggs - 5, 4, size=7.5),
        Filled(left + 2.5, top + high - 9.5, 8, 8, edge=told.edge, radius=4),
        Written(
            say("says", "paid"), left + 12, top + high - 9.5, wide - 14, 8, size=7, align="left"
        ),
    ]  # fmt: skip


def bearers(told: Told) -> CutPart:
    """One a flock; and eggs."""
    side = TOKEN / 2
    egg = picture(_token_edge() + placed(pictogram("egg"), side, side + 0.8, 0.48), TOKEN, TOKEN)
    eggs = tuple(whole(egg, TOKEN, TOKEN, [f"egg {n}"]) for n in range(1, eggs_of(told) + 1))
    people = tuple(_bearer(flock) for flock in told.flocks)
    return CutPart(told.say("parts", "bearers"), people + eggs)


def _bearer(flock: Flock) -> PrintedFace:
    """Folded in the middle, it stands on its flaps and is seen from both sides."""
    width, height = BEARER
    middle, each = width / 2, height / 2 - FLAP
    cut = f'fill="none" stroke="{INK}" stroke-width=".25"'
    folds = f"M0 {FLAP}H{width}M0 {height / 2}H{width}M0 {height - FLAP}H{width}"
    shape = emblem(flock.seat, str(flock.number))
    goose = pictogram("goose")
    sides = "".join(
        placed(
            placed(goose, 0, -each / 2 + 9, 0.17) + placed(shape, 0, each / 2 - 11, 0.78),
            middle, height / 2 + way * each / 2, 1, 0 if way > 0 else 180,
        )
        for way in (-1, 1)
    )  # fmt: skip
    outline = (
        f'<path d="M.15.15H{width - 0.15}V{height - 0.15}H.15Z" {cut}/>'
        f'<path d="{folds}" stroke-dasharray="1.6 1.2" {cut}/>'
    )
    return whole(picture(outline + sides, *BEARER), *BEARER, [f"bearer {flock.number}"])


def eggs_of(told: Told) -> int:
    """Two for every golden race and one a flock: more are seldom won at once."""
    golden = 2 * int(told.request.complete["golden_races"])
    return min(golden, MOST_GOLDEN_EGGS) + len(told.flocks)


def strays(told: Told) -> CutPart:
    """Everybody but the bearers, by the numbers that they would wear in a square."""
    people = tuple(
        _stray(flock, number) for flock in told.flocks for number in range(2, flock.people + 1)
    )
    return CutPart(told.say("parts", "strays"), people)


def _stray(flock: Flock, number: int) -> PrintedFace:
    shape = placed(emblem(flock.seat), TOKEN / 2, TOKEN / 2 - 1.2, 0.5)
    svg = picture(_token_edge() + shape, TOKEN, TOKEN)
    items: tuple[Item, ...] = (
        Drawn(svg, 0, 0, TOKEN, TOKEN),
        Written(str(number), TOKEN - 7, TOKEN - 4.4, 6, 3.8, size=8, align="right", bold=True),
    )
    return PrintedFace(TOKEN, TOKEN, items, (f"stray {flock.number} {number}",))


def _token_edge() -> str:
    side = TOKEN - 0.3
    return (
        f'<rect x=".15" y=".15" width="{side}" height="{side}" rx="2.5" fill="none"'
        f' stroke="{INK}" stroke-width=".25"/>'
    )
