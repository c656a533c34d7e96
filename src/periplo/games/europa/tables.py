"""Reads an edition's track and a pack's decks, for the rules and for the board file."""

import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from periplo.core.contents import is_reference, keep
from periplo.core.errors import BadOption, BadSetup
from periplo.games.europa.board import (
    BACK,
    CITY,
    FORWARD,
    GO,
    ORDERS,
    PLAIN,
    QUESTION,
    STAR,
    Board,
)
from periplo.games.europa.formats import content_of
from periplo.games.europa.packs import BUILT_IN, MURCIA, Instruction, Pack, built_in, load_pack
from periplo.games.europa.state import LETTERS

EDITIONS = ("2009", "today")
HERE = Path(__file__).parent / "boards"


@dataclass(frozen=True)
class TrackSquare:
    """`sign` is "." for a plain square, "*" for a star, else the slug of a city."""

    country: str
    sign: str
    route: int


Track = list[TrackSquare]  # from square 1 on; Murcia is not in it


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def cities() -> dict[str, dict[str, Any]]:
    """Name, latitude and longitude by slug."""
    return {slug: facts for country in _toml("cities").values() for slug, facts in country.items()}


def read_track(edition: dict[str, Any]) -> Track:
    """The squares of an edition, as its file writes them."""
    track = []
    for country, facts in edition.items():
        for word in facts["squares"].split():
            sign, _, route = word.partition("/")
            colour = 0 if sign in ".*" else int(route or facts["routes"][0])
            track.append(TrackSquare(country, sign, colour))
    return track


@cache
def track_of(edition: str) -> Track:
    return read_track(_toml(edition))


def make_board(edition: str, track: Track, pack: Pack, reference: str = BUILT_IN) -> Board:
    """The tables for a track and the decks of a pack, which `pack_kept` finds by its reference."""
    countries = list(dict.fromkeys(square.country for square in track))
    at = {square.sign: number for number, square in enumerate(track, 1) if square.route}
    kinds = {".": PLAIN, "*": STAR}
    orders: list[list[int]] = []
    details: list[list[int]] = []
    difficulty: list[list[int]] = []
    for deck in (*countries, MURCIA):
        cards = pack.cards(deck)
        orders.append([QUESTION, *(_order(card) for card in cards)])
        details.append([0, *(_detail(card, at, pack) for card in cards)])
        levels = pack.difficulties(deck)
        difficulty.append([0, *(levels[card] if isinstance(card, str) else 0 for card in cards)])
    return Board(
        edition,
        reference,
        countries,
        [PLAIN, *(kinds.get(square.sign, CITY) for square in track), PLAIN],
        [-1, *(countries.index(square.country) for square in track), -1],
        [0, *(square.route for square in track), 0],
        ["", *(square.sign if square.route else "" for square in track), ""],
        orders,
        details,
        difficulty,
    )


def _order(card: str | Instruction) -> int:
    return QUESTION if isinstance(card, str) else ORDERS.index(card.do)


def _detail(card: str | Instruction, at: dict[str, int], pack: Pack) -> int:
    if isinstance(card, str):
        return pack.letter(card)
    return at[card.city] if card.do == "go" else card.n


# one of each is enough, as long as an imported file stays as it is

KEPT = 128  # packs, and boards, in memory
_references: dict[str, tuple[tuple[int, int], str]] = {}  # by path, with the file's stamp


@lru_cache(KEPT)
def pack_kept(reference: str) -> Pack:
    """A pack by its reference: `Board.pack` is one."""
    return built_in() if reference == BUILT_IN else load_pack(reference)


def board_named(edition: str, pack: str) -> Board:
    return _board_kept(edition, _reference_to(pack))


@lru_cache(KEPT)
def _board_kept(edition: str, reference: str) -> Board:
    return make_board(edition, track_of(edition), pack_kept(reference), reference)


def _reference_to(pack: str) -> str:
    """A path stands for what the file holds now; everything else follows from that."""
    if pack == BUILT_IN or is_reference(pack):
        return pack
    stamp = _stamp(pack)
    if pack not in _references or _references[pack][0] != stamp:
        try:
            _references[pack] = stamp, keep(content_of(pack))
        except BadSetup as error:
            raise BadOption("pack", str(error)) from None
    return _references[pack][1]


def _stamp(pack: str) -> tuple[int, int]:
    """When an imported file was last changed, and its size."""
    try:
        facts = Path(pack).stat()
    except OSError as error:
        raise BadOption("pack", f"{pack}: {error.strerror or error}") from None
    except ValueError as error:  # a path with a zero byte
        raise BadOption("pack", f"{pack!r}: {error}") from None
    return facts.st_mtime_ns, facts.st_size


# the board file


def board_file(edition: str, pack: str) -> dict[str, Any]:
    board = board_named(edition, pack)
    squares = [_square(board, at) for at in range(board.n + 1)]
    decks = {
        name: [
            {"card": card, **_card(board, deck, card)} for card in range(1, len(board.orders[deck]))
        ]
        for deck, name in enumerate(board.decks)
    }
    return {"n": board.n, "squares": squares, "decks": decks}


def _square(board: Board, at: int) -> dict[str, Any]:
    if at in (0, board.n):
        return {"at": at, "kind": "start" if at == 0 else "finish"}
    country = board.countries[board.country[at]]
    if board.kind[at] != CITY:
        kind = "star" if board.kind[at] == STAR else "plain"
        return {"at": at, "kind": kind, "country": country}
    slug = board.city[at]
    return {
        "at": at,
        "kind": "city",
        "country": country,
        "city": slug,
        "route": board.colour[at],
        **cities()[slug],
    }


def _card(board: Board, deck: int, card: int) -> dict[str, Any]:
    order, detail = board.orders[deck][card], board.details[deck][card]
    if order == QUESTION:
        return {"kind": "question", "right": LETTERS[detail]}
    found: dict[str, Any] = {"kind": "instruction", "do": ORDERS[order]}
    if order == GO:
        return found | {"city": board.city[detail]}
    return found | {"n": detail} if order in (FORWARD, BACK) else found
