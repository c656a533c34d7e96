"""The goose's print kit for a town square, where people are the pieces: signs for all squares,
what bearers and strays wear, officials' badges, and the notaries' track.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from periplo.core.errors import BadSetup
from periplo.core.kits import (
    CardsPart,
    Drawn,
    Filled,
    Item,
    KitEvent,
    PagesPart,
    PrintedFace,
    QrCode,
    Written,
)
from periplo.games.oca.board import GARDEN, START
from periplo.games.oca.kit_faces import (
    PAPER_WHITE,
    Flock,
    Told,
    capital,
    emblem_alone,
    picture,
    square_picture,
)
from periplo.games.oca.phrases import CLAUSES

PAGE: Final = (194.0, 272.0)  # drawn so, and made as large as the paper
BIB: Final = (97.0, 128.0)  # four on A4 or letter, six on A3
BADGE: Final = (90.0, 64.0)  # eight on A4 or letter
CODE: Final = 33.0
NOTARIES: Final = 3
GUARDS: Final = 6  # a proposal: the sheet gives no number
THROWERS: Final = 2

# clauses about more than the square itself
NOT_ON_SIGNS: Final = ("OCA-20", "OCA-22", "OCA-24", "OCA-R1", "OCA-R4", "OCA-19")


# ---- signs


def signs(told: Told) -> PagesPart:
    """START, and every square up to the garden."""
    faces = tuple(_sign(told, at) for at in range(START, GARDEN + 1))
    return PagesPart(told.say("parts", "signs"), faces)


def _sign(told: Told, at: int) -> PrintedFace:
    width, height = PAGE
    owner, kind = told.owner(at), told.kind(at)
    items: list[Item] = [
        Filled(0.6, 0.6, width - 1.2, height - 1.2, told.background(at), told.edge, 1.2, 8)
    ]
    what = [f"square {at}"]
    if owner is not None:
        items.append(Filled(8, 8, width - 16, height - 16, "", owner.colour, 12, 4))
        what.append(f"own {owner.number}")
    if kind == "start":
        items += _start(told)
    elif kind == "plain":
        items.append(Written(str(at), 10, 40, width - 20, 150, size=400, bold=True))
        items.append(Written(told.say("says", "nothing"), 20, 225, width - 40, 16, size=22))
    else:
        items += _special(told, at)
    return PrintedFace(width, height, tuple(items), tuple(what))


def _start(told: Told) -> list[Item]:
    width, _ = PAGE
    arrow = picture('<path class="oca-arrow" d="M0 22H94V6L136 35 94 64V48H0Z"/>', 136, 70)
    word = told.drawing_words["start"].upper()
    return [
        Drawn(arrow, 22, 40, width - 44, (width - 44) * 70 / 136),
        Written(word, 12, 140, width - 24, 70, size=140, bold=True),
    ]


def _special(told: Told, at: int) -> list[Item]:
    width, _ = PAGE
    owner = told.owner(at)
    name = told.square_name(at) if owner is None else told.say(
        "says", "square_of", flock=owner.name
    )  # fmt: skip
    clauses = [one for one in CLAUSES[told.kind(at)] if one not in NOT_ON_SIGNS]
    said = "\n".join(str(told.words.clause(one)) for one in clauses)
    return [
        Written(str(at), 20, 16, width - 40, 66, size=190, bold=True),
        Written(capital(name), 20, 82, width - 40, 18, size=44, bold=True),
        Drawn(square_picture(told, at), (width - 76) / 2, 101, 76, 76),
        Written(told.in_short(at), 18, 178, width - 36, 18, size=34, bold=True),
        Written(said, 19, 199, width - 38, 56, size=22, middle=False),
    ]


def carried(told: Told) -> PagesPart:
    """What a bearer holds up, so that everybody sees where the flock stands."""
    faces = tuple(_standard(flock) for flock in told.flocks)
    return PagesPart(told.say("parts", "carried"), faces)


def _standard(flock: Flock) -> PrintedFace:
    width, height = PAGE
    items: tuple[Item, ...] = (
        Filled(6, 6, width - 12, height - 12, PAPER_WHITE, flock.colour, 12, 8),
        Drawn(emblem_alone(flock.seat, str(flock.number)), 22, 26, width - 44, width - 44),
        Written(flock.name, 20, 192, width - 40, 56, size=90, bold=True),
    )
    return PrintedFace(width, height, items, (f"bearer {flock.number}",))


# ---- what people wear


def bibs(told: Told) -> CardsPart:
    """A number for everybody; the first of each flock is its bearer."""
    faces = tuple(
        _bib(told, flock, number) for flock in told.flocks for number in range(1, flock.people + 1)
    )
    return CardsPart(told.say("parts", "bibs"), faces, ())


def _bib(told: Told, flock: Flock, number: int) -> PrintedFace:
    width, height = BIB
    role = told.say("says", "bearer").upper() if number == 1 else ""
    items: tuple[Item, ...] = (
        Filled(4, 4, width - 8, height - 8, "", flock.colour, 4, 4),
        Drawn(emblem_alone(flock.seat, str(flock.number)), 9, 9, 24, 24),
        Written(flock.name, 35, 10, width - 44, 14, size=24, bold=True, align="left"),
        Written(role, 35, 24, width - 44, 9, size=15, align="left"),
        Written(str(number), 10, 34, width - 20, height - 44, size=220, bold=True),
    )
    return PrintedFace(width, height, items, (f"bib {flock.number} {number}",))


@dataclass(frozen=True, slots=True)
class Badge:
    """Somebody's; what is not known is written in by hand."""

    key: str  # of the office
    role: str  # as it is called
    number: int
    flock: Flock | None = None
    name: str = ""
    address: str = ""


def badges(told: Told) -> CardsPart:
    """For all officials, and each flock's captain and throwers; those of an event first, with
    their links.
    """
    given = list(_of_event(told))
    held = Counter((badge.key, badge.flock) for badge in given)
    blank = (one for one in _usual(told) if one.number > held[one.key, one.flock])
    fronts = [_badge(told, one) for one in (*given, *blank)]
    if told.event is not None and told.event.follow:
        fronts.append(_follow(told, told.event))
    return CardsPart(told.say("parts", "badges"), tuple(fronts), ())


def _usual(told: Told) -> Iterator[Badge]:
    """Those that the sheet knows."""
    roles = told.words.section("roles")
    counts = {"notary": NOTARIES, "judge": 2, "validator": 1, "steward": GUARDS, "herald": 1}
    for key, count in counts.items():
        for number in range(1, count + 1):
            yield Badge(key, _office(told, key, number), number)
    for flock in told.flocks:
        yield Badge("captain", roles["captain"], 1, flock)
        for number in range(1, THROWERS + 1):
            yield Badge("thrower", told.say("roles", "thrower"), number, flock)


def _of_event(told: Told) -> Iterator[Badge]:
    known, seen = told.words.section("roles"), Counter[tuple[str, Flock | None]]()
    for one in told.event.officials if told.event else ():
        if one.role not in known:
            raise BadSetup(f"event: {one.role} is no office of this game")
        flock = None if one.seat is None else told.flocks[one.seat - 1]
        seen[one.role, flock] += 1
        number = seen[one.role, flock]
        yield Badge(one.role, _office(told, one.role, number), number, flock, one.name, one.address)


def _office(told: Told, key: str, number: int) -> str:
    """There are two judges, and each is called otherwise."""
    called = told.words.section("roles")[key].split(" / ")
    return str(called[(number - 1) % len(called)])


def _badge(told: Told, badge: Badge) -> PrintedFace:
    width, height = BADGE
    flock = badge.flock
    colour = told.edge if flock is None else flock.colour
    heading = told.event.title if told.event and told.event.title else told.words.name
    wide = width - 20 - (CODE if badge.address else 0)  # what the code leaves
    items: list[Item] = [
        Filled(2.5, 2.5, width - 5, height - 5, "", colour, 2, 4),
        Written(heading, 10, 6, width - 20, 6, size=10, italic=True),
        Written(capital(badge.role), 7, 13, width - 14, 13, size=26, bold=True),
        Written(told.say("duties", badge.key), 10, 26, wide, 9, size=9.5),
    ]
    if badge.name:
        items.append(Written(badge.name, 8, 46, wide, 13, size=18, bold=True, align="left"))
    else:
        items.append(Written(told.say("says", "name"), 8, 47, 14, 5, size=8, align="left"))
        items.append(Filled(22, 52, wide - 10, 0.3, told.edge))
    if badge.address:
        items.append(QrCode(badge.address, width - CODE - 7, height - CODE - 5, CODE, CODE))
    if flock is not None:
        items.append(Drawn(emblem_alone(flock.seat, str(flock.number)), 7, 36, 10, 10))
        items.append(Written(flock.name, 18, 37, wide - 8, 8, size=13, align="left"))
    of_flock = "" if flock is None else f" {flock.number}"
    what = f"badge {badge.key}{of_flock} {badge.number}"
    return PrintedFace(width, height, tuple(items), (what,))


def _follow(told: Told, event: KitEvent) -> PrintedFace:
    """For everybody else: to be hung up, or handed round."""
    width, height = BADGE
    side = height - 24
    items: tuple[Item, ...] = (
        Filled(2.5, 2.5, width - 5, height - 5, "", told.edge, 2, 4),
        Written(event.title or told.words.name, 10, 6, width - 20, 6, size=10, italic=True),
        QrCode(event.follow, width - side - 7, 16, side, side),
        Written(told.say("says", "follow"), 8, 16, width - side - 18, side, size=16, bold=True),
    )
    return PrintedFace(width, height, items, ("badge follow",))


# ---- the track on paper

IN_ROW: Final = 9  # so that geese stand below each other
CELL: Final = (PAGE[0] / IN_ROW, 31.0)
TRACK_TOP: Final = 12.0
START_HEIGHT: Final = 17.0


def track(told: Told) -> PagesPart:
    """All squares on one page, with room to write in who stands there."""
    width, height = PAGE
    items: list[Item] = [Written(told.say("says", "race"), 0, 0, width, 8, size=10, align="left")]
    items += [
        Filled(0, TRACK_TOP, width, START_HEIGHT, told.background(START), told.edge),
        Written(
            told.drawing_words["start"].upper(),
            2, TRACK_TOP + 1, 40, 7, size=11, bold=True, align="left",
        ),
    ]  # fmt: skip
    for at in range(1, GARDEN + 1):
        row, column = divmod(at - 1, IN_ROW)
        items += _cell(told, at, column * CELL[0], TRACK_TOP + START_HEIGHT + row * CELL[1])
    below = TRACK_TOP + START_HEIGHT + (GARDEN // IN_ROW) * CELL[1] + 3
    for flock in told.flocks:
        row, column = divmod(flock.seat, 5)
        x, y = column * width / 5, below + row * 11
        items.append(Drawn(emblem_alone(flock.seat, str(flock.number)), x, y, 9, 9))
        items.append(Written(flock.name, x + 10, y, width / 5 - 12, 9, size=10, align="left"))
    what = tuple(f"track {at}" for at in range(START, GARDEN + 1))
    return PagesPart(told.say("parts", "track"), (PrintedFace(width, height, tuple(items), what),))


def _cell(told: Told, at: int, x: float, y: float) -> list[Item]:
    width, height = CELL
    items: list[Item] = [
        Filled(x, y, width, height, told.background(at), told.edge),
        Written(str(at), x + 1, y + 1, 9, 6, size=13, bold=True, align="left"),
    ]
    if drawn := square_picture(told, at):
        items.append(Drawn(drawn, x + width - 10.5, y + 1, 9.5, 9.5))
    if short := told.in_short(at):
        items.append(Written(short, x + 1, y + height - 8.5, width - 2, 8, size=6, middle=False))
    return items
