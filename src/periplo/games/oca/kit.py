"""The goose's print kit: for a table, or for a town square with people as pieces."""

from collections.abc import Mapping
from math import ceil
from typing import Any, Final

from periplo.core.errors import BadSetup
from periplo.core.kits import FormPart, Kit, KitRequest, Part, TextPart
from periplo.core.words import load_toml
from periplo.games.oca import kit_square, kit_table
from periplo.games.oca.board import GARDEN
from periplo.games.oca.kit_faces import TONES, Told, capital
from periplo.games.oca.notation import GAME
from periplo.games.oca.people import BEARER

MORE: Final = ("for", "event")
TABLE, SQUARE = "table", "square"
USES: Final[Mapping[str, Mapping[str, str]]] = load_toml("periplo.games.oca", "kit.toml")["uses"]

ROW: Final = 8.0  # mm, of a form
AROUND_ROWS: Final = 36.0  # mm of a page that its margins and headings take
ABOVE_ROWS: Final = 3  # rows that the title and the note take on the first page
THROWS: Final = {TABLE: 55, SQUARE: 150}  # that the minutes have room for, or a few more
REAL_THROW: Final = 3  # which section of the game's page is about it
VOID: Final = ("OCA-26c", "OCA-26d", "OCA-26e", "OCA-26h")
GATHERING: Final = ("OCA-6", "OCA-19")
A4: Final = (210.0, 297.0)
THROWING_SIZE: Final = 14.0  # points, on A4
SQUARE_METRES: Final = 1.5


def spot(
    layout: Mapping[str, Any],
    _position: Mapping[str, Any],
    _seat: int,
    place: object,
    piece: object,
) -> tuple[float, float] | None:
    """Where on the game's drawing a bearer stands; the ways of strays would make a tangle."""
    if piece != BEARER or not isinstance(place, int):
        return None
    room = layout["squares"][place]["room"]
    return room["x"], room["y"]


def kit(request: KitRequest) -> Kit:
    place = request.more.get("for", SQUARE if "event" in request.more else TABLE)
    if place not in USES:
        raise BadSetup(f"for: one of {', '.join(USES)}, not {place!r}")
    told = Told(request, GAME.seat_names)
    return _for_table(told) if place == TABLE else _for_square(told)


def _for_table(told: Told) -> Kit:
    strays = sum(flock.people - 1 for flock in told.flocks)
    eggs = kit_table.eggs_of(told)
    fields = {"seats": len(told.flocks), "strays": strays, "eggs": eggs}
    parts: tuple[Part, ...] = (
        kit_table.board(told),
        kit_table.bearers(told),
        kit_table.strays(told),
        _scores(told),
        _minutes(told, TABLE),
    )
    # the board's tiles, then so much for each thing that is cut out
    minutes = 15 + 1.5 * len(told.flocks) + 0.25 * (strays + eggs)
    return _kit(told, TABLE, parts, minutes, fields)


def _for_square(told: Told) -> Kit:
    signs, bibs, badges = kit_square.signs(told), kit_square.bibs(told), kit_square.badges(told)
    parts: tuple[Part, ...] = (
        signs,
        kit_square.carried(told),
        bibs,
        badges,
        _throwing(told),
        kit_square.track(told),
        _minutes(told, SQUARE),
        _scores(told),
    )
    squares_wide = told.board["width"] / told.board["squares"][1]["length"]
    fields = {
        "side": round(SQUARE_METRES * squares_wide + 0.5),
        "squares": ", ".join(str(flock.square) for flock in told.flocks),
        "signs": len(signs.faces),
        "bibs": len(bibs.fronts),
        "badges": len(badges.fronts),
        "validator": told.words.section("roles")["validator"],
        "seats": len(told.flocks),
    }
    # marking the spiral, hanging the signs, cutting the rest
    minutes = 90 + 2 * len(signs.faces) + 0.5 * (len(bibs.fronts) + len(badges.fronts))
    return _kit(told, SQUARE, parts, minutes, fields)


def _kit(
    told: Told, place: str, parts: tuple[Part, ...], minutes: float, fields: dict[str, Any]
) -> Kit:
    return Kit(
        parts,
        material=told.say.lines(place, "material", **fields),
        steps=told.say.lines(place, "steps", **fields),
        minutes=5 * round(minutes / 5),
        tones=TONES,
    )


# ---- what is written on and read


def _minutes(told: Told, place: str) -> FormPart:
    heading = ("number", "flock", "dice", "from", "to", "happened", "signature")
    on_a_page = int((told.request.paper[1] - AROUND_ROWS) / ROW)
    pages = ceil((THROWS[place] + ABOVE_ROWS) / on_a_page)
    return FormPart(
        told.say("parts", "minutes"),
        tuple(told.say("headings", key) for key in heading),
        rows=pages * on_a_page - ABOVE_ROWS,
        widths=(0.8, 1.7, 1.0, 0.8, 0.8, 4.5, 1.8),
        note=told.say("notes", "minutes"),
    )


def _scores(told: Told) -> FormPart:
    """A line a flock, a column for everything that counts."""
    say, counted = told.say, told.words.section("scores")
    points = told.request.complete["points"]
    columns = [f"{capital(counted[key])} × {_number(points[key])}" for key in counted]
    headings = (say("headings", "flock"), *columns, *(
        say("headings", key) for key in ("penalties", "total")
    ))  # fmt: skip
    rest = ("",) * (len(headings) - 1)
    return FormPart(
        say("parts", "scores"),
        headings,
        filled=tuple((flock.name, *rest) for flock in told.flocks),
        widths=(1.6, *(1.2 for _ in rest)),
        note=say("notes", "scores", last=GARDEN - 1),
    )


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")


def _throwing(told: Told) -> TextPart:
    """One page to hang up where the dice are thrown."""
    words, say = told.words, told.say
    headings = words.headings()
    _, *sections = words.page().split("\n## ")
    how = sections[REAL_THROW].partition("\n")[2].strip()
    lines = [f"# {say('parts', 'throwing')}", "", how, "", f"## {say('headings', 'void')}", ""]
    lines += [f"- {reason}" for reason in words.section("voids").values()]
    lines += [f"\n**{headings[one]}.** {words.clause(one)}" for one in VOID]
    lines += ["", f"## {say('headings', 'gathering')}"]
    lines += [f"\n**{headings[one]}.** {words.clause(one)}" for one in GATHERING]
    larger = min(now / then for now, then in zip(told.request.paper, A4, strict=True))
    size = THROWING_SIZE * larger
    return TextPart(say("parts", "throwing"), "\n".join(lines), columns=1, size=size)
