"""One edition's track and one pack's decks as plain tables.

The track comes from `boards/`, the decks from `pack/` or an imported file; `tables.py` reads
them. Here everything is a number: countries by their place in the travelling order, the deck
of the region after the last of them.  [EUR-R1]
"""

from typing import Any, Final, NewType

from mypy_extensions import i64

from periplo.core.contents import Content, find, is_reference, keep

Square = NewType("Square", i64)  # from 0, the start, to n, the finish
Deck = NewType("Deck", i64)
Card = NewType("Card", i64)  # of a deck, from 1

PLAIN: Final = 0  # Murcia too: it is no city  [EUR-13]
STAR: Final = 1
CITY: Final = 2

ROUTES: Final = 5

# What a card orders, and its detail: the right answer of a question, 0 to 3; the square of the
# city to go to; how many squares forward or back.
QUESTION: Final = 0
GO: Final = 1
FORWARD: Final = 2
BACK: Final = 3
MISS: Final = 4
AGAIN: Final = 5
PLANE: Final = 6
ORDERS: Final = ("question", "go", "forward", "back", "miss", "again", "plane")


class Board:
    """Shared by all states that are played on it; nobody changes it."""

    def __reduce__(self) -> tuple[Any, ...]:
        content = find(self.pack) if is_reference(self.pack) else None
        file = None if content is None else (content.name, content.data)
        return _kept, (self.edition, self.pack, file)

    def __init__(
        self,
        edition: str,
        pack: str,
        countries: list[str],
        kind: list[int],
        country: list[int],
        colour: list[int],
        city: list[str],
        orders: list[list[int]],
        details: list[list[int]],
        difficulty: list[list[int]],
    ) -> None:
        self.edition = edition
        self.pack = pack
        self.n: int = len(kind) - 1
        self.countries = countries
        self.murcia: int = len(countries)  # the deck of the region
        self.decks: list[str] = [*countries, "murcia"]
        # by square
        self.kind = kind
        self.country = country  # -1 for Murcia
        self.colour = colour  # 0 where there is no city
        self.city = city  # "" where there is none
        self.next_star: list[int] = _next_stars(kind)
        # by route, from 1
        self.cities: list[list[int]] = [
            [at for at in range(self.n) if colour[at] == route and route > 0]
            for route in range(ROUTES + 1)
        ]
        self.on_route: list[int] = [
            set_of([country[at] for at in cities]) for cities in self.cities
        ]
        # how many cities of the route lie below a square
        self.behind: list[list[int]] = [
            [sum([1 for at in cities if at < square]) for square in range(self.n + 1)]
            for cities in self.cities
        ]
        # by deck, and in it by card from 1: place 0 stands for none
        self.orders = orders
        self.details = details
        self.difficulty = difficulty  # of questions, 1 to 3
        self.all_cards: list[int] = [set_of(list(range(1, len(deck)))) for deck in orders]
        self.questions: list[int] = [
            set_of([card for card in range(1, len(deck)) if deck[card] == QUESTION])
            for deck in orders
        ]
        self.most_cards: int = max([len(deck) for deck in orders]) - 1
        members = max(self.most_cards + 1, len(self.decks))
        # by member of a set: of countries, or of cards
        self.bit: list[int] = [1 << place for place in range(members)]

    def right_answer(self, deck: Deck, card: Card) -> i64:
        """The letter of a question's right answer, 0 to 3."""
        return self.details[deck][card]


def _kept(edition: str, pack: str, file: tuple[str, bytes] | None) -> Board:
    """The board that was pickled: every process has one of each, and needs the imported file."""
    from periplo.games.europa.tables import board_named  # which imports this

    if file is not None:
        keep(Content(file[0], file[1]))
    return board_named(edition, pack)


# A set of countries or of cards is a number with a bit for each member.


def set_of(members: list[int]) -> int:
    found = 0
    for member in members:
        found |= 1 << member
    return found


def members_of(found: int) -> list[int]:
    """What is in a set, ascending."""
    return [member for member in range(found.bit_length()) if found >> member & 1]


def _next_stars(kind: list[int]) -> list[int]:
    """Where a star leads, by square; 0 for the last star and for what is none.  [EUR-12]"""
    leads = [0] * len(kind)
    ahead = 0
    for at in range(len(kind) - 1, -1, -1):
        if kind[at] == STAR:
            leads[at] = ahead
            ahead = at
    return leads
