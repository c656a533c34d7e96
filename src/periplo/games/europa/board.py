"""One edition's track and one pack's decks as plain tables.

The track comes from `boards/`, the decks from `pack/` or an imported file; `tables.py` reads
them. Here everything is a number: countries by their place in the travelling order, the deck
of the region after the last of them.  [EUR-R1]
"""

from typing import Final

PLAIN: Final = 0  # Murcia too: it is no city  [EUR-13]
STAR: Final = 1
CITY: Final = 2

ROUTES: Final = 5

# what a card does; a question has its right answer, 0 to 3, beside it
QUESTION: Final = 0
GO: Final = 1  # the city's square is beside it
FORWARD: Final = 2  # the number of squares is beside it
BACK: Final = 3
MISS: Final = 4
AGAIN: Final = 5
PLANE: Final = 6
DEEDS: Final = ("question", "go", "forward", "back", "miss", "again", "plane")


class Board:
    """Shared by all states that are played on it; nobody changes it."""

    def __init__(
        self,
        edition: str,
        pack: str,
        countries: list[str],
        kind: list[int],
        country: list[int],
        colour: list[int],
        city: list[str],
        deeds: list[list[int]],
        beside: list[list[int]],
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
            _set_of([country[at] for at in cities]) for cities in self.cities
        ]
        # how many cities of the route lie below a square
        self.behind: list[list[int]] = [
            [sum([1 for at in cities if at < square]) for square in range(self.n + 1)]
            for cities in self.cities
        ]
        # by deck, and in it by card from 1: place 0 stands for none
        self.deeds = deeds
        self.beside = beside
        self.difficulty = difficulty  # of questions, 1 to 3
        self.all_cards: list[int] = [_set_of(list(range(1, len(deck)))) for deck in deeds]
        self.questions: list[int] = [
            _set_of([card for card in range(1, len(deck)) if deck[card] == QUESTION])
            for deck in deeds
        ]
        # sets of countries and of cards are sums of these
        self.most_cards: int = max([len(deck) for deck in deeds]) - 1
        members = max(self.most_cards + 1, len(self.decks))
        self.bit: list[int] = [1 << place for place in range(members)]


def _set_of(members: list[int]) -> int:
    found = 0
    for member in members:
        found |= 1 << member
    return found


def _next_stars(kind: list[int]) -> list[int]:
    """Where a star leads, by square; 0 for the last star and for what is none.  [EUR-12]"""
    leads = [0] * len(kind)
    ahead = 0
    for at in range(len(kind) - 1, -1, -1):
        if kind[at] == STAR:
            leads[at] = ahead
            ahead = at
    return leads
