"""The race on paper: the map, the cards of any pack, and what teams have in front of them.

Which routes are played is drawn by lot, so everything that belongs to a route is there five times;
planes and places in the order of play are as many as the teams need.
"""

from collections.abc import Iterator, Mapping
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
    Part,
    PrintedFace,
    TextPart,
    Written,
    whole,
)
from periplo.core.nets import DIE_FACES
from periplo.core.words import fill, load_toml, translate
from periplo.games.europa import kit_cards
from periplo.games.europa import kit_drawing as draw
from periplo.games.europa.board import CITY, STAR, Board
from periplo.games.europa.drawing import draw_bare
from periplo.games.europa.layout import layout
from periplo.games.europa.map import HEIGHT, WIDTH
from periplo.games.europa.marks import Background
from periplo.games.europa.notation import GAME
from periplo.games.europa.packs import CODES, MURCIA
from periplo.games.europa.rules import EXAM_ENDS, EXAM_LENGTH, MOST_PLANES
from periplo.games.europa.style import SHAPES
from periplo.games.europa.tables import board_named, pack_kept

# how wide the map is, by the width of the paper; on smaller papers four sheets make one nearly as
# large as A2
BOARDS: Final = {594.0: 560.0, 420.0: 400.0, 297.0: 280.0}
TILED: Final = 378.0
SHEET: Final = (190.0, 126.0)  # of a team: two on a page
TOKEN: Final = (29.0, 25.0)  # a flag, a plane
SLIP: Final = (36.0, 20.0)  # a lot
SIGNS: Final = "○●■▲◆✚"  # of routes, in texts
INK: Final = "#241c14"
SOFT: Final = "#4a453e"
PALE: Final = "#b8ab92"
GREY: Final = "#5c5c5c"  # of borders, where there are no colours
BRIEF: Final = ("turn", "city", "order", "plane", "star", "exam")
ORDERS: Final = ("go", "forward", "back", "miss", "again", "plane")

_WHITE: Final = {
    "sea": "#ffffff", "shallow": "#ffffff", "paper": "#ffffff", "land": "#ffffff",
    "cell": "#ffffff", "verge": "#ffffff", "grid": "#e3edf2", "border": "#8c8371",
}  # fmt: skip


def spot(
    layout: Mapping[str, Any],
    _position: Mapping[str, Any],
    _seat: int,
    place: object,
    _piece: object,
) -> tuple[float, float] | None:
    """Where on the game's drawing a square is."""
    if not isinstance(place, int):
        return None
    square = layout["squares"][place]
    return square["x"], square["y"]


def kit(request: KitRequest) -> Kit:
    return _Maker(request).kit()


class _Say:
    """What the kit says, in one language."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._words = load_toml("periplo.games.europa", "kit.toml")

    def template(self, key: str) -> str:
        return str(translate(self._words[key], self._language, f"europa/kit.toml: {key}"))

    def __call__(self, key: str, **fields: object) -> str:
        given = {name: str(value) for name, value in fields.items()}
        return fill(self.template(key), given, f"europa/kit.toml: {key}")


class _Maker:
    def __init__(self, request: KitRequest) -> None:
        self._request = request
        self._ink = request.ink
        self._say = _Say(request.language)
        self._words: Mapping[str, str] = request.words.drawing()
        options = request.complete
        self._options = options
        self._board: Board = board_named(options["edition"], options["pack"])
        start = GAME.position(GAME.new(request.seats, request.options))
        self._layout: dict[str, Any] = layout(start, options["edition"])
        signs = self._layout["routes"]
        self._routes = {route: signs[route]["countries"] for route in range(1, len(SHAPES))}

    def kit(self) -> Kit:
        say = self._say
        country_cards, exam_cards = self._cards()
        parts: tuple[Part, ...] = (
            self._map(),
            self._itinerary(),
            self._sheets(),
            self._tokens(),
            self._things(),
            country_cards,
            exam_cards,
        )
        decks = len(self._board.decks)
        cards = len(country_cards.fronts) + len(exam_cards.fronts)
        material = (
            say("material_card"), say("material_tools"), say("material_bands", decks=decks),
        )  # fmt: skip
        steps = ("board", "cards", "die", "pieces", "tokens", "lots", "read", "used")
        return Kit(
            parts,
            material,
            tuple(say(f"step_{step}") for step in steps),
            _minutes(cards),
            {"save": _WHITE | _tints(), "black": _WHITE | {"border": GREY}},
        )

    # ---- the map, and what is where on it

    def _map(self) -> BoardPart:
        width = BOARDS.get(self._request.paper[0], TILED)
        height = width * HEIGHT / WIDTH
        board = {**self._layout, "height": HEIGHT}
        bare = draw_bare(Background(board, self._words, self._routes))
        svg = draw.stark(draw.bounded(bare), self._ink)
        squares = [f"square {square['at']}" for square in board["squares"]]
        title = self._say("board", width=round(width), height=round(height))
        return BoardPart(title, whole(svg, width, height, ["board", *squares]))

    def _itinerary(self) -> TextPart:
        board, say, words = self._board, self._say, self._words
        heads = ("country", "squares", "cities", "stars")
        rows = [[say(f"head_{head}") for head in heads], ["---"] * len(heads)]
        for number, country in enumerate(board.countries):
            squares = [at for at in range(board.n + 1) if board.country[at] == number]
            cities = [
                f"{SIGNS[board.colour[at]]} {self._city(at)} {at}"
                for at in squares
                if board.kind[at] == CITY
            ]
            stars = [str(at) for at in squares if board.kind[at] == STAR]
            between = "–".join(dict.fromkeys((str(squares[0]), str(squares[-1]))))
            rows.append([f"{words[country]} ({CODES[country]})", between, ", ".join(cities)])
            rows[-1].append(", ".join(stars))
        legend = ", ".join(f"{SIGNS[n]} {say('route', n=n)}" for n in self._routes)
        table = [f"| {' | '.join(row)} |" for row in rows]
        title = say("itinerary")
        text = [f"# {title}", "", legend, "", *table]
        return TextPart(title, "\n".join(text), columns=1, size=8.6)

    def _city(self, at: int) -> str:
        slug = self._board.city[at]
        return self._words.get(slug) or str(self._layout["squares"][at]["name"])

    # ---- cards

    def _cards(self) -> tuple[CardsPart, CardsPart]:
        board, say = self._board, self._say
        cards = kit_cards.Cards(
            board,
            pack_kept(board.pack),
            self._request.language,
            self._words,
            {do: say.template(do) for do in ORDERS},
            self._ink,
            judged=self._options["quiz"] == "judged",
            instructions=self._options["instructions"],
        )
        parts = []
        for key, decks in (("country_cards", board.countries), ("exam_cards", [MURCIA])):
            both = [sides for deck in decks for sides in cards.of(self._deck(deck))]
            fronts, backs = tuple(one[0] for one in both), tuple(one[1] for one in both)
            parts.append(CardsPart(say(key, count=len(both)), fronts, backs))
        return parts[0], parts[1]

    def _deck(self, slug: str) -> kit_cards.Deck:
        routes = tuple(n for n, countries in self._routes.items() if slug in countries)
        emblem = draw.seal(self._ink) if slug == MURCIA else draw.flag_of(slug)
        title = self._request.words.name
        return kit_cards.Deck(slug, self._words[slug], title, routes, emblem, self._ink)

    # ---- what a team has in front of it

    def _sheets(self) -> CutPart:
        faces = tuple(self._sheet(route) for route in self._routes)
        return CutPart(self._say("sheets", count=len(faces)), faces)

    def _sheet(self, route: int) -> PrintedFace:
        say, board = self._say, self._board
        width, height = SHEET
        countries = self._routes[route]
        box = TOKEN[0] + 1, TOKEN[1] + 1
        pitch = (width - 10 - box[0]) / (len(countries) - 1)
        flags = [(5 + pitch * n, 22.0) for n in range(len(countries))]
        planes = [(5 + pitch * n, 76.0) for n in range(MOST_PLANES)]
        dashed = draw.places([(x, y, *box) for x, y in (*flags, *planes)], width, height)
        items: list[Item] = [
            Filled(0, 0, width, height, edge=INK, stroke=0.3),
            Drawn(dashed, 0, 0, width, height),
            Drawn(draw.sign_of(route, "", self._ink), 4, 2.5, 16, 16),
            Written(say("route", n=route), 23, 4, 45, 13, 22, "left", bold=True, typeface="sans"),
            Written(say("team"), 70, 6, 20, 11, 11, "right"),
            Filled(92, 15, 93, 0.25, colour=SOFT),
        ]
        for (x, y), country in zip(flags, countries, strict=True):
            number = board.countries.index(country)
            cities = [at for at in board.cities[route] if board.country[at] == number]
            where = "\n".join(f"{self._city(at)} {at}" for at in cities)
            name = self._words[country]
            items += [
                Written(CODES[country], x, y + 2, box[0], 14, 24, typeface="sans", colour=PALE),
                Written(name, x + 1, y + 16, box[0] - 2, 8.5, 9.5, bold=True, typeface="sans"),
                Written(where, x - 0.4, y + box[1] + 1.8, box[0] + 0.8, 14, 8, middle=False),
            ]
        items += [
            Drawn(draw.plane_icon(self._ink, is_empty=True), x + box[0] / 2 - 8, y + 5, 16, 16)
            for x, y in planes
        ]
        reserve = say("reserve", most=MOST_PLANES)
        needed = say("needed", flags=self._options["flags"])
        left = 5 + pitch * MOST_PLANES + 3
        items += [
            Written(reserve, 5, 68, pitch + box[0], 7, 8.5),
            Written(needed, 5, 106, pitch + box[0], 13, 10, bold=True),
            *self._brief(left, 66, width - left - 5, height - 66 - 5),
        ]
        return PrintedFace(width, height, tuple(items), (f"sheet {route}",))

    def _brief(self, x: float, y: float, width: float, height: float) -> Iterator[Item]:
        """The rules for those who know them."""
        facts = {"most": EXAM_LENGTH, "ends": EXAM_ENDS}
        left_out = () if self._options["instructions"] else ("order",)
        texts = [self._say(f"brief_{one}", **facts) for one in BRIEF if one not in left_out]
        size, heights = draw.one_size([(text, width - 3, 0) for text in texts], 1.5, height, 9.5)
        for text, deep in zip(texts, heights, strict=True):
            yield Written("•", x, y, 3, deep, size, "left", middle=False)
            yield Written(text, x + 3, y, width - 3, deep, size, "left", middle=False)
            y += deep + 1.5

    def _tokens(self) -> CutPart:
        flags = [
            self._flag(route, country)
            for route, countries in self._routes.items()
            for country in countries
        ]
        width, height = TOKEN
        plane = (
            Filled(0, 0, width, height, edge=INK, stroke=0.25),
            Drawn(draw.plane_icon(self._ink), width / 2 - 9, 0.8, 18, 18),
            Written(self._words["plane"], 1, 18.5, width - 2, 5.5, 9, typeface="sans"),
        )
        planes = [
            PrintedFace(width, height, plane, (f"plane {number}",))
            for number in range(1, MOST_PLANES * self._request.seats + 1)
        ]
        title = self._say("tokens", flags=len(flags), planes=len(planes))
        return CutPart(title, (*flags, *planes))

    def _flag(self, route: int, country: str) -> PrintedFace:
        width, height = TOKEN
        items = (
            Filled(0, 0, width, height, edge=INK, stroke=0.25),
            Drawn(draw.flag_of(country), 2.5, 1.5, width - 5, (width - 5) / 1.5),
            Written(
                self._words[country],
                1.2,
                18.4,
                width - 8,
                5.8,
                8.5,
                "left",
                bold=True,
                typeface="sans",
            ),
            Drawn(draw.sign_of(route, "", self._ink), width - 6.4, 18.6, 5.6, 5.6),
        )
        return PrintedFace(width, height, items, (f"flag {route} {country}",))

    # ---- die, pieces and lots

    def _things(self) -> CutPart:
        ink = self._ink
        faces = [f"die {'plane' if face == draw.PLANE_FACE else face}" for face in DIE_FACES]
        die = whole(draw.die_net(ink), *draw.DIE.box[2:], faces)
        pieces = [
            whole(draw.piece(n, ink), draw.PIECE_WIDTH, draw.PIECE_HEIGHT, [f"piece {n}"])
            for n in self._routes
        ]
        lots = [self._lot_of_route(route) for route in self._routes]
        lots += [self._lot_of_order(place) for place in range(1, self._request.seats + 1)]
        title = self._say("things", pieces=len(pieces), lots=len(lots))
        return CutPart(title, (die, *pieces, *lots))

    def _lot_of_route(self, route: int) -> PrintedFace:
        width, height = SLIP
        items = (
            Filled(0, 0, width, height, edge=INK, stroke=0.25),
            Drawn(draw.sign_of(route, "", self._ink), 3, 4, 12, 12),
            Written(
                self._say("route", n=route), 16, 3, width - 18, 14, 14, bold=True, typeface="sans"
            ),
        )
        return PrintedFace(width, height, items, (f"lot route {route}",))

    def _lot_of_order(self, place: int) -> PrintedFace:
        width, height = SLIP
        items = (
            Filled(0, 0, width, height, edge=INK, stroke=0.25),
            Written(str(place), 2, 1.5, width - 4, 11, 22, bold=True, typeface="sans"),
            Written(self._say("place"), 2, 12.5, width - 4, 6, 8.5),
        )
        return PrintedFace(width, height, items, (f"lot order {place}",))


def _minutes(cards: int) -> int:
    """Five cards a minute with a ruler and a knife, and three quarters of an hour for the rest."""
    return 5 * round((45 + cards / 5) / 5)


def _tints() -> dict[str, str]:
    """Of the lands, paler than on a screen."""
    found = {}
    for route in range(1, len(SHAPES)):
        colour = SHAPES[route][0]
        parts = (round(255 - 0.12 * (255 - int(colour[n : n + 2], 16))) for n in (1, 3, 5))
        found[f"tint{route}"] = "#" + "".join(f"{part:02x}" for part in parts)
    return found
