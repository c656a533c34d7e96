"""How positions and actions of the race are written, and read back."""

import re
from typing import Any

from periplo.core import reading
from periplo.core.choices import Choice
from periplo.core.contents import hash_of
from periplo.core.errors import BadPosition
from periplo.core.game import Game, Options, Position, no_such_action
from periplo.core.options import read_options
from periplo.core.state import TABLE, Event, Seat, State
from periplo.games.europa import packs, tables
from periplo.games.europa.board import QUESTION, ROUTES, Board, Card, Deck, Square, members_of
from periplo.games.europa.options import OPTIONS
from periplo.games.europa.pictures import name_of
from periplo.games.europa.rules import EXAM_ENDS, MOST_PLANES, EuropaState
from periplo.games.europa.state import (
    ANSWER,
    CARD,
    DIE,
    FLY,
    KEEP,
    LETTERS,
    MOVE,
    NEXT,
    NO_CARD,
    NO_DECK,
    NO_DIE,
    PASS,
    PHASE_CARD,
    PHASE_DIE,
    PHASE_ORDER,
    PHASE_OVER,
    PHASE_QUESTION,
    PHASE_ROUTES,
    PHASE_THROW,
    PHASE_TURN,
    PHASE_VERDICT,
    PIECE,
    PLANE,
    RIGHT,
    ROUTE,
    SIX,
    THROW,
    WRONG,
)

PHASES = {
    "routes": PHASE_ROUTES,
    "order": PHASE_ORDER,
    "turn": PHASE_TURN,
    "throw": PHASE_THROW,
    "die": PHASE_DIE,
    "card": PHASE_CARD,
    "question": PHASE_QUESTION,
    "verdict": PHASE_VERDICT,
    "over": PHASE_OVER,
}
PHASE_NAMES = {number: name for name, number in PHASES.items()}
BEGINNING = (PHASE_ROUTES, PHASE_ORDER)
QUIZ = (PHASE_CARD, PHASE_QUESTION, PHASE_VERDICT)
POSITION = (
    "phase", "turn", "order", "die", "deck", "card", "used", "exam", "winner", "teams"
)  # fmt: skip
TEAM = ("route", "at", "flags", "planes", "missing", "leaving", "failed")

TABLE_WORDS = {"plane": PLANE, "right": RIGHT, "wrong": WRONG}
TEAM_WORDS = {"throw": THROW, "keep": KEEP, "move": MOVE, "pass": PASS}
WORDS = {action: word for word, action in (TABLE_WORDS | TEAM_WORDS).items()}


class Europa(Game):
    def __init__(self) -> None:
        super().__init__(
            "europa",
            rules=1,
            seats=(2, 5),
            options=OPTIONS,
            seat_names=tuple(f"Equipo {seat}" for seat in range(1, 6)),
            seconds={"answer": 20},  # a question is read, and thought about
            setbacks={"told_back": "seat"},
            judged_if={"quiz": "judged"},
        )

    def check_options(self, seats: int, options: Options) -> None:
        tables.board_named(options["edition"], options["pack"])

    def without_effect(self, seats: int, options: Options) -> dict[str, str]:
        judged = options["quiz"] == "judged"
        return {} if judged else {"skill": "quiz is not judged: seats choose their answers"}

    def start(self, seats: int, options: Options) -> State:
        return EuropaState(
            tables.board_named(options["edition"], options["pack"]),
            options["skill"],
            options["quiz"] == "judged",
            options["flags"],
            options["instructions"],
        )

    def headline(self, state: State) -> list[int]:
        """Each team's flags, without which nobody may enter the finish.  [EUR-10b, EUR-14]"""
        return list(_race(state).won)

    def score_parts(self, state: State, seat: int) -> list[tuple[str, Any]]:
        """Flags, and one more for winning."""
        race = _race(state)
        return [("flags", int(race.won[seat])), ("win", 1 if seat == race.winner else 0)]

    def standing(self, state: State, seat: int) -> list[tuple[int | str, int | str]]:
        return [(PIECE, int(_race(state).at[seat]))]

    # positions

    def position(self, state: State) -> Position:
        race = _race(state)
        board = race.board
        return {
            "phase": PHASE_NAMES[race.phase],
            "turn": race.turn,
            "order": race.order[:],
            "die": {NO_DIE: None, SIX: "plane"}.get(race.die, race.die),
            "deck": None if race.deck == NO_DECK else board.decks[race.deck],
            "card": None if race.card == NO_CARD else race.card,
            "used": {
                name: members_of(race.used[deck])
                for deck, name in enumerate(board.decks)
                if race.used[deck]
            },
            "exam": [race.exam_right, race.exam_wrong],
            "winner": race.winner if race.phase == PHASE_OVER else None,
            "teams": [
                {
                    "route": race.route[seat] or None,
                    "at": race.at[seat],
                    "flags": sorted(board.countries[flag] for flag in members_of(race.flags[seat])),
                    "planes": race.planes[seat],
                    "missing": race.missing[seat],
                    "leaving": race.leaving[seat],
                    "failed": race.failed[seat],
                }
                for seat in range(race.seats)
            ],
        }

    def load(self, position: object, options: Options | None = None) -> State:
        fields = reading.mapping(position, "", POSITION)
        teams = self.read_seats(fields["teams"], "teams")
        race = _race(self.new(len(teams), options))
        race.phase = PHASES[reading.word(fields["phase"], "phase", tuple(PHASES))]
        race.turn = Seat(reading.whole(fields["turn"], "turn", 0, race.seats - 1))
        _read_order(race, fields["order"])
        for seat, team in enumerate(teams):
            _read_team(race, Seat(seat), team, f"teams[{seat}]")
        _read_used(race, fields["used"])
        _read_die(race, fields["die"])
        _read_deck(race, fields["deck"])
        _read_card(race, fields["card"])
        _read_exam(race, fields["exam"])
        _read_winner(race, fields["winner"])
        if race.phase in BEGINNING:
            _check_beginning(race)
        else:
            _check_race(race)
        return race

    # actions

    def parse(self, state: State, actor: int, text: str) -> int:
        board = _race(state).board
        if actor == TABLE:
            if text in TABLE_WORDS:
                return TABLE_WORDS[text]
            if die := re.fullmatch(r"[1-5]", text, re.ASCII):
                return DIE + int(die[0]) - 1
            if lot := re.fullmatch(r"(route|next) ([1-5])", text, re.ASCII):
                return (ROUTE if lot[1] == "route" else NEXT) + int(lot[2]) - 1
            card = re.fullmatch(r"card ([1-9][0-9]{0,5})", text, re.ASCII)
            if card and int(card[1]) < len(board.bit):
                return CARD + int(card[1])
            raise no_such_action(
                text, "route, next or card and a number, 1 to 5, plane, right or wrong"
            )
        if text in TEAM_WORDS:
            return TEAM_WORDS[text]
        if answer := re.fullmatch(r"answer ([A-D])", text, re.ASCII):
            return ANSWER + LETTERS.index(answer[1])
        city = text.removeprefix("fly ")
        if city and city != text and city in board.city:
            return FLY + board.city.index(city)
        raise no_such_action(text, "throw, fly and a city, keep, move, pass, or answer A to D")

    def text(self, state: State, actor: int, action: int) -> str:
        if action in WORDS:
            return WORDS[action]
        if action > CARD:
            return f"card {action - CARD}"
        if action >= ANSWER:
            return f"answer {LETTERS[action - ANSWER]}"
        if action >= FLY:
            return f"fly {_race(state).board.city[action - FLY]}"
        if action >= DIE:
            return str(action - DIE + 1)
        return f"next {action - NEXT + 1}" if action >= NEXT else f"route {action - ROUTE + 1}"

    def choice(self, state: State, actor: int, action: int) -> Choice:
        """The table's say what the die shows, or which route or card it is and whose.

        A team's say where its piece would go, and for which city; or which answer they give.
        """
        race = _race(state)
        choice = super().choice(state, actor, action)
        if actor == TABLE:
            if DIE <= action <= PLANE:
                choice["faces"] = ["plane" if action == PLANE else action - DIE + 1]
            elif NEXT <= action < DIE:
                choice["other"] = action - NEXT
            else:
                choice["other"] = int(race.turn)
            if action > CARD:
                choice["number"] = action - CARD
            elif action < NEXT:
                choice["number"] = action - ROUTE + 1
        elif action == MOVE or FLY < action < KEEP:
            way = race.way_of(Seat(actor), action)
            choice |= {"piece": PIECE, "to": way[-1]}
            if len(way) > 1:  # else the piece stays where it is
                choice["path"] = way
            if action != MOVE:
                choice["target"] = race.board.city[action - FLY]
        elif action >= ANSWER:
            choice["answer"] = LETTERS[action - ANSWER]
        elif action == PASS:
            choice["passes"] = True
        return choice

    def derived(self, state: State) -> dict[str, Any]:
        """`way`: what a throw opens to the team on turn, for those who watch, too.

        `exam`: the right and wrong answers so far of a team that is at it.
        `next`: by seat, from 1, the next city ahead where a flag is to be won, and how far it is;
        `cities` are all that this country has ahead of the team and in its colour, each with the
        `throw` that leads there, if one does.
        `home`: the same about Murcia, for those who have the flags they need; `squares` is 0 for
        whoever failed there.
        `lacking`: by seat, the countries whose flags it still has to win: those with a city of its
        colour `ahead`, and those that lie `behind`, where only a plane or a card leads.
        """
        race = _race(state)
        seats = [Seat(seat) for seat in range(race.seats)]
        lacking = {str(seat + 1): _lacking(race, seat) for seat in seats}
        found: dict[str, Any] = {"next": _next_flags(race), "lacking": lacking}
        found["home"] = {
            str(seat + 1): {"at": int(race.board.n), **_away(race.board.n - race.at[seat])}
            for seat in seats
            if race.won[seat] >= race.needed and (race.at[seat] < race.board.n or race.failed[seat])
        }
        if race.phase == PHASE_DIE and not race.why_not_move(race.turn):
            found["way"] = race.way_of(race.turn, MOVE)
        if race.deck == race.board.murcia:
            found["exam"] = [race.exam_right, race.exam_wrong]
        return found

    # the words of the cards: no position holds them, and none shows the right answer

    def question(self, state: State, language: str) -> dict[str, Any]:
        """What is being asked, without the right answer; {} when nothing is.

        Whoever answers aloud is shown none to choose from.
        """
        race = _race(state)
        if race.card == NO_CARD:
            return {}
        asked = self._question_on(race.board, race.board.decks[race.deck], int(race.card))
        offered = () if race.phase == PHASE_VERDICT else asked.answers(language)
        text = asked.text(language)
        question = {
            "ask": text.ask,
            "answers": dict(zip(LETTERS, offered, strict=False)),
            "topic": asked.topic,
            "difficulty": asked.difficulty,
        }
        if asked.picture:  # by its name: it is too large to be sent with every snapshot
            picture = {"file": hash_of(race.board.pack), "name": name_of(asked.picture)}
            question |= {"picture": picture, "alt": text.alt}
        return question

    def explanation(self, state: State, deck: str, card: int, language: str) -> dict[str, Any]:
        """For a question that has been answered: what was right, and why."""
        asked = self._question_on(_race(state).board, deck, card)
        text = asked.text(language)
        return {
            "ask": text.ask,
            "right": LETTERS[asked.letter],
            "answer": text.right,
            "why": text.why,
        }

    def answer(self, state: State, language: str) -> str:
        """For whoever says whether an answer that was given aloud is right."""
        race = _race(state)
        if race.phase != PHASE_VERDICT:
            return ""
        known = self.explanation(state, race.board.decks[race.deck], int(race.card), language)
        return f"{known['answer']}. {known['why']}".strip()

    def story(self, state: State, deck: str, card: int, language: str) -> str:
        """The story on an instruction card."""
        found = self._card_on(_race(state).board, deck, card)
        return "" if isinstance(found, str) else found.story.get(language, found.story["en"])

    def prompt(self, state: State, language: str) -> str:
        """The question on the table, with its four answers where one of them is to be chosen."""
        asked = self.question(state, language)
        if not asked:
            return ""
        answers = [f"  {letter}  {answer}" for letter, answer in asked["answers"].items()]
        seen = [f"[{asked['alt']}]"] if "picture" in asked else []
        return "\n".join([asked["ask"], *seen, *answers])

    def footnote(self, state: State, event: Event, language: str) -> str:
        """The story on an instruction card; after an answer, what was right and why."""
        if event["kind"] == "drew":
            return self.story(state, event["deck"], event["card"], language)
        if event["kind"] in ("answered_right", "answered_wrong"):
            known = self.explanation(state, event["deck"], event["card"], language)
            return f"{known['ask']} {known['answer']}. {known['why']}"
        return ""

    def _card_on(self, board: Board, deck: str, card: int) -> str | packs.Instruction:
        return tables.pack_kept(board.pack).cards(deck)[card - 1]

    def _question_on(self, board: Board, deck: str, card: int) -> packs.Question:
        id = self._card_on(board, deck, card)
        assert isinstance(id, str)
        return tables.pack_kept(board.pack).question(deck, id)

    # the board

    def board(self, options: Options | None = None) -> dict[str, Any]:
        skill = (options or {}).get("skill")
        seats = len(skill) if isinstance(skill, list) else self.fewest_seats
        chosen = read_options(self.options, seats, options)
        return tables.board_file(chosen["edition"], chosen["pack"])

    def drawn_with(self, state: State) -> Options:
        return {"edition": _race(state).board.edition}

    def drawing_options(self, options: Options | None) -> tuple[Any, ...]:
        """The edition; without options it follows from the position."""
        return () if options is None else (options.get("edition", tables.EDITIONS[0]),)

    # for programs that learn

    def action_count(self, options: Options) -> int:
        return CARD + tables.board_named(options["edition"], options["pack"]).most_cards + 1

    def score_range(self, seats: int, options: Options) -> tuple[float, float]:
        """A team's flags, and one for winning."""
        return 0, options["flags"] + 1


GAME = Europa()


def _next_flags(race: EuropaState) -> dict[str, dict[str, Any]]:
    found = {}
    for seat in map(Seat, range(race.seats)):
        city = race.next_due(seat, race.at[seat])
        if city > 0:
            country = race.board.countries[race.board.country[city]]
            facts = {"city": race.board.city[city], "country": country, "at": int(city)}
            cities = [
                {"city": race.board.city[one], **_away(one - race.at[seat])}
                for one in race.board.cities[race.route[seat]]
                if one >= city and race.board.country[one] == race.board.country[city]
            ]
            found[str(seat + 1)] = {**facts, "squares": int(city - race.at[seat]), "cities": cities}
    return found


def _away(squares: int) -> dict[str, Any]:
    """How far something is, and which throw leads there at once.  [EUR-4, EUR-7]"""
    found: dict[str, Any] = {"squares": int(squares)}
    if 0 < squares <= SIX:
        found["throw"] = "plane" if squares == SIX else int(squares)
    return found


def _lacking(race: EuropaState, seat: Seat) -> dict[str, list[str]]:
    """The country whose card is being answered is neither ahead nor behind."""
    board = race.board
    asked = board.decks[race.deck] if race.deck != NO_DECK and seat == race.turn else None
    due = [
        city for city in board.cities[race.route[seat]] if race.is_due(seat, Square(city), False)
    ]
    names = {city: board.countries[board.country[city]] for city in due}
    ahead = dict.fromkeys(names[city] for city in due if city > race.at[seat])
    return {
        "ahead": [country for country in ahead if country != asked],
        "behind": [*dict.fromkeys(one for one in names.values() if one not in {*ahead, asked})],
    }


def _race(state: State) -> EuropaState:
    assert isinstance(state, EuropaState)
    return state


# reading a position, and what is refused


def _read_order(race: EuropaState, value: object) -> None:
    seats = reading.array(value, "order")
    for i, seat in enumerate(seats):
        if reading.whole(seat, f"order[{i}]", 0, race.seats - 1) in seats[:i]:
            raise BadPosition(f"order[{i}]", f"seat {seat} is there twice")
    race.order = list(seats)
    if race.phase == PHASE_ROUTES:
        if seats:
            raise BadPosition("order", "must be empty until all routes are drawn")
    elif race.phase == PHASE_ORDER:
        if len(seats) > race.seats - 2:
            raise BadPosition("order", "the last seat follows by itself")
    elif len(seats) != race.seats:
        raise BadPosition("order", "must name every seat once")
    else:
        race.link_order()


def _read_team(race: EuropaState, seat: Seat, value: object, field: str) -> None:
    board = race.board
    team = reading.mapping(value, field, TEAM)
    race.route[seat] = _read_route(race, seat, team["route"], f"{field}.route")
    race.at[seat] = Square(reading.whole(team["at"], f"{field}.at", 0, board.n))
    last = ""
    for i, flag in enumerate(reading.array(team["flags"], f"{field}.flags")):
        place = f"{field}.flags[{i}]"
        country = reading.word(flag, place, board.countries)
        number = board.countries.index(country)
        if number not in members_of(board.on_route[race.route[seat]]):
            raise BadPosition(place, f"{country} is not on the team's route")
        if country <= last:
            raise BadPosition(place, "flags must be in alphabetical order, each once")
        last = country
        race.add_flag(seat, number)
    if race.won[seat] > race.needed:
        raise BadPosition(f"{field}.flags", f"must be at most {race.needed}, as many as are needed")
    race.planes[seat] = reading.whole(team["planes"], f"{field}.planes", 0, MOST_PLANES)
    race.missing[seat] = reading.whole(team["missing"], f"{field}.missing", 0, 1)
    race.leaving[seat] = reading.flag(team["leaving"], f"{field}.leaving")
    race.failed[seat] = reading.flag(team["failed"], f"{field}.failed")


def _read_route(race: EuropaState, seat: Seat, value: object, field: str) -> int:
    if race.phase == PHASE_ROUTES and seat >= race.turn:
        reading.nothing(value, field, "until it is drawn, in seat order")
        return 0
    route = reading.whole(value, field, 1, ROUTES)
    if route in race.route[:seat]:
        raise BadPosition(field, f"route {route} is another team's")
    return route


def _read_used(race: EuropaState, value: object) -> None:
    board = race.board
    if not isinstance(value, dict):
        raise BadPosition("used", f"must be an object, not {reading.show(value)}")
    for name, cards in value.items():
        field = f"used.{name}"
        if name not in board.decks:
            raise BadPosition(field, "is no deck")
        deck = board.decks.index(name)
        last = 0
        for i, card in enumerate(reading.array(cards, field)):
            place = f"{field}[{i}]"
            number = reading.whole(card, place, 1, len(board.orders[deck]) - 1)
            if not race.drawable[deck] & board.bit[number]:
                raise BadPosition(place, "instruction cards are not drawn in this game")
            if number <= last:
                raise BadPosition(place, "cards must be ascending, each once")
            last = number
            race.used[deck] |= board.bit[number]
        if not cards:
            raise BadPosition(field, "a deck without used cards is left out")
        if race.used[deck] == race.drawable[deck]:
            raise BadPosition(field, "when the last card is drawn all return")


def _read_die(race: EuropaState, value: object) -> None:
    if race.phase != PHASE_DIE:
        reading.nothing(value, "die", "unless a throw is being decided on")
    elif value == "plane":
        race.die = SIX
    else:
        race.die = reading.whole(value, "die", 1, 5)


def _read_deck(race: EuropaState, value: object) -> None:
    if race.phase not in QUIZ:
        reading.nothing(value, "deck", "unless a card is being drawn or a question asked")
        return
    race.deck = Deck(race.board.decks.index(reading.word(value, "deck", race.board.decks)))
    seat, at = race.turn, race.at[race.turn]
    if race.deck == race.board.murcia:
        if at != race.board.n or race.failed[seat] or race.won[seat] < race.needed:
            raise BadPosition("deck", "murcia is for a team at its exam on the finish")
    elif race.board.country[at] != race.deck or not race.is_due(seat, at, True):
        raise BadPosition("deck", "the team on turn must stand on a city of it, and need its flag")
    elif race.leaving[seat]:
        raise BadPosition(f"teams[{seat}].leaving", "must be false while a card is drawn or asked")


def _read_card(race: EuropaState, value: object) -> None:
    if race.phase not in (PHASE_QUESTION, PHASE_VERDICT):
        reading.nothing(value, "card", "unless a question is asked")
        return
    if race.judged != (race.phase == PHASE_VERDICT):
        raise BadPosition("phase", "does not go with the option quiz")
    orders = race.board.orders[race.deck]
    race.card = Card(reading.whole(value, "card", 1, len(orders) - 1))
    if orders[race.card] != QUESTION:
        raise BadPosition("card", "is an instruction, not a question")
    used = race.used[race.deck]
    if used and not used & race.board.bit[race.card]:
        raise BadPosition("card", "is in play, so it must be used")


def _read_exam(race: EuropaState, value: object) -> None:
    marks = reading.array(value, "exam")
    if len(marks) != 2:
        raise BadPosition("exam", "must be two numbers, right and wrong answers")
    right, wrong = (reading.whole(mark, f"exam[{i}]", 0, EXAM_ENDS) for i, mark in enumerate(marks))
    if race.phase == PHASE_OVER:
        if right != EXAM_ENDS or wrong == EXAM_ENDS:
            raise BadPosition("exam", "is won with [2, 0] or [2, 1]")
    elif race.phase in QUIZ and race.deck == race.board.murcia:
        if EXAM_ENDS in (right, wrong):
            raise BadPosition("exam", "is over with two right or two wrong answers")
    elif right or wrong:
        raise BadPosition("exam", "must be [0, 0] outside the exam")
    race.exam_right, race.exam_wrong = right, wrong


def _read_winner(race: EuropaState, value: object) -> None:
    over = race.phase == PHASE_OVER
    race.winner = reading.winner(value, race.turn, race.seats, over)
    if not over:
        return
    if race.at[race.turn] != race.board.n:
        raise BadPosition(f"teams[{race.turn}].at", "the winner stands on the finish")
    if race.won[race.turn] < race.needed:
        raise BadPosition(f"teams[{race.turn}].flags", "the winner has the flags needed")


def _check_beginning(race: EuropaState) -> None:
    """Nothing has happened before the order of play is known."""
    if race.phase == PHASE_ORDER and race.turn != 0:
        raise BadPosition("turn", "must be 0 while the order of play is drawn")
    if any(race.used):
        raise BadPosition("used", "must be empty at the beginning")
    for seat in range(race.seats):
        facts = {
            "at": race.at[seat],
            "flags": race.flags[seat],
            "planes": race.planes[seat],
            "missing": race.missing[seat],
            "leaving": race.leaving[seat],
            "failed": race.failed[seat],
        }
        for name, begun in facts.items():
            if begun:
                raise BadPosition(f"teams[{seat}].{name}", "nobody has begun yet")


def _check_race(race: EuropaState) -> None:
    n = race.board.n
    if race.missing[race.turn]:
        raise BadPosition(f"teams[{race.turn}].missing", "the team on turn misses none")
    if race.phase == PHASE_TURN and not race.planes[race.turn]:
        raise BadPosition(f"teams[{race.turn}].planes", "whoever decides in turn holds a plane")
    for seat in map(Seat, range(race.seats)):
        field, at = f"teams[{seat}]", race.at[seat]
        if at and at in race.at[:seat]:
            raise BadPosition(f"{field}.at", f"another team stands on {at}")
        at_exam = seat == race.turn and race.deck == race.board.murcia
        if at == n and not (race.failed[seat] or at_exam or seat == race.winner):
            raise BadPosition(f"{field}.at", "only an exam, failed or won, leads to the finish")
        if race.failed[seat] and (at != n or race.won[seat] < race.needed or race.missing[seat]):
            raise BadPosition(
                f"{field}.failed", "is for the finish, with the flags needed, missing no turn"
            )
        if race.leaving[seat] and (not race.is_due(seat, at, True) or race.missing[seat]):
            raise BadPosition(
                f"{field}.leaving", "is for a city whose flag is needed, missing no turn"
            )
