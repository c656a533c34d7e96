"""A game as the rest of the program sees it: `GAME` in the package of each game."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from mypy_extensions import mypyc_attr

from periplo.core import plain, reading
from periplo.core.arranging import PositionField, PositionFields
from periplo.core.choices import Choice, OutcomeSlot, Phrase, SanctionChoice
from periplo.core.dice import Dice
from periplo.core.errors import BadPosition, BadSetup, BrokenGame, IllegalAction, broken_by
from periplo.core.observing import Observer, PlainObserver
from periplo.core.options import Option, read_options
from periplo.core.pickling import reduced_game
from periplo.core.reading import show
from periplo.core.state import TABLE, BestNext, Event, Policy, State
from periplo.core.words import ENGLISH, Words

Position = dict[str, Any]
Options = dict[str, Any]


class Spot(NamedTuple):
    """Where one of a seat's people stands, in games whose pieces are people."""

    piece: str  # as what: the word that events name them by
    square: int
    held: int  # what holds them there; 0 for nothing


class Company(NamedTuple):
    """The people of a seat: where some stand, and how many are at home."""

    spots: list[Spot]  # the leader's first; then by square, then held, both descending
    home: int
    home_square: int  # where those at home wait


class PersonMove(NamedTuple):
    """What an event does to one of a seat's people."""

    seat: int
    who: int  # by the index in `spots` before the action; whom it calls from home come after them
    to: Spot | None  # None for home
    called: bool  # whether they come from home
    by_spot: bool  # whether it means anybody whose spot is now the same: the one longest out


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A game's subclass states its facts in `__init__` and fills in the rest."""

    def __init__(
        self,
        id: str,
        *,
        rules: int,
        seats: tuple[int, int],
        options: tuple[Option, ...],
        seat_names: tuple[str, ...],
        setbacks: Mapping[str, str] | None = None,
        void_reasons: Mapping[str, str] | None = None,
        interludes: tuple[str, ...] = (),
        leader: str = "",
        judged_if: Mapping[str, str] | None = None,
        headline_falls: bool = False,
        seconds: Mapping[str, float] | None = None,
    ) -> None:
        self.id = id
        self.rules = rules  # the version; goes up when behaviour changes
        self.fewest_seats, self.most_seats = seats
        self.options = options
        self.setbacks = setbacks or {}  # events that throw a piece back: the field that says whose
        # why a throw with real dice does not count: the clause of each reason that the sheet gives
        self.void_reasons = void_reasons or {}
        self.interludes = interludes  # events after which a crowd is shown how everybody stands
        # what the first of each roster is for the whole event, as a `Spot` says; "" for nothing
        self.leader = leader
        # the options with which people judge what seats say aloud: see `State.answerer`
        self.judged_if = judged_if or {}
        self.headline_falls = headline_falls  # whether less of it is better
        # how many seconds people take for actions, by their first word; see `study/durations.py`
        self.seconds = seconds or {}
        self.seat_names = seat_names  # what seats are called until somebody names them
        self._modules: dict[str, Any] = {}  # those that were needed so far

    def __copy__(self) -> "Game":
        return self  # there is one of each

    def __deepcopy__(self, memo: object) -> "Game":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced_game(self)

    def seat_range(self, between: str) -> str:
        """How many seats it has: 2–4 or 2 to 4, as `between` says; 2 where it is always two."""
        few, many = self.fewest_seats, self.most_seats
        return f"{few}" if few == many else f"{few}{between}{many}"

    def is_judged(self, options: Options) -> bool:
        """Whether people judge what seats say aloud; the options are complete."""
        return bool(self.judged_if) and all(
            options[name] == value for name, value in self.judged_if.items()
        )

    def read_setup(self, seats: object, given: Options | None) -> Options:
        """The number of seats checked, the options read and completed."""
        if (
            not isinstance(seats, int)
            or isinstance(seats, bool)
            or not (self.fewest_seats <= seats <= self.most_seats)
        ):
            raise BadSetup(f"seats: {self.id} is for {self.seat_range(' to ')}, not {show(seats)}")
        options = read_options(self.options, seats, given)
        self.check_options(seats, options)
        return options

    def read_seats(self, value: object, field: str) -> list[Any]:
        """The list of a position that has an entry a seat, as many as the game can have."""
        entries = reading.array(value, field)
        if not self.fewest_seats <= len(entries) <= self.most_seats:
            raise BadPosition(field, f"must be {self.seat_range(' to ')}")
        return entries

    def check_options(self, seats: int, options: Options) -> None:
        """Refuse options that do not go together; most games have none."""

    def without_effect(self, seats: int, options: Options) -> dict[str, str]:
        """The options that change nothing in this set-up, and why in a few words; the options are
        complete. Whoever gives one of them is told so.
        """
        return {}

    def new(self, seats: object, options: Options | None = None) -> State:
        """The beginning of a game for so many seats; BadSetup if it has no such number."""
        complete = self.read_setup(seats, options)
        assert isinstance(seats, int)
        return self.start(seats, complete)

    @abstractmethod
    def start(self, seats: int, options: Options) -> State:
        """The beginning, with complete options."""

    @abstractmethod
    def load(self, position: object, options: Options | None = None) -> State:
        """A state from its written position; BadPosition names the field that is wrong."""

    @abstractmethod
    def position(self, state: State) -> Position:
        """Everything the rules depend on, as JSON values."""

    def view(self, state: State, seat: int | None) -> Position:
        """The position as this seat, or a spectator (None), may know it."""
        return self.position(state.seen_by(TABLE if seat is None else seat))

    @abstractmethod
    def parse(self, state: State, actor: int, text: str) -> int:
        """The action that a text means; IllegalAction if it means none."""

    @abstractmethod
    def text(self, state: State, actor: int, action: int) -> str:
        """The text of a legal action."""

    def choices(self, state: State, actor: int) -> list[Choice]:
        """The legal actions in the order of `State.legal`, each with what is known about it and
        what it means in words of the game, where `said` of the game's `phrases.py` says it.
        """
        module = self._module("phrases", "said")
        choices = []
        for action in state.legal(actor):
            choice = self.choice(state, actor, action)
            said = module and module.said(state, actor, action)
            if said:
                choice["said"] = said
            choices.append(choice)
        return choices

    def choice(self, state: State, actor: int, action: int) -> Choice:
        """A legal action with what a board needs to offer it: its text, until a game says more."""
        return {"text": self.text(state, actor, action)}

    def task(self, state: State, seat: int) -> Phrase | None:
        """What a seat that is to act has to do now, in words of the game: `task` of the game's
        `phrases.py`; None for no more than that it is its turn.
        """
        module = self._module("phrases", "said")
        found: Phrase | None = module.task(state, seat) if hasattr(module, "task") else None
        return found

    def reason(self, state: State, seat: int, action: int) -> Phrase | None:
        """What speaks for a legal action, in words of the game: `reason` of the game's
        `phrases.py`; None where it can say nothing.
        """
        module = self._module("phrases", "said")
        if not hasattr(module, "reason"):
            return None
        found: Phrase | None = module.reason(state, seat, action)
        return found

    def intent(self, state: State, seat: int, plan: list[int]) -> Phrase | None:
        """What speaks for the first of some actions that a bot means to take in a row, with what
        they lead to: `intent` of the game's `phrases.py`; None where it can say nothing.
        """
        module = self._module("phrases", "said")
        if not hasattr(module, "intent"):
            return None
        found: Phrase | None = module.intent(state, seat, plan)
        return found

    def derived(self, state: State) -> dict[str, Any]:
        """What follows from a position by the rules and boards want to show, in parts of the
        game's own; {} for nothing. So that nobody who draws a board need know a rule.

        `state` is what the viewer may see, `State.seen_by`.
        """
        return {}

    def headline(self, state: State) -> list[int]:
        """Of each seat, the figure that says best how near it is to winning, where points do not:
        `words.toml` says in [headline] what it counts and, if they are to be told, too, what
        `points` are. [] where points say it.

        `state` is what the viewer may see, `State.seen_by`.
        """
        return []

    # real tables

    def outcome_slot(self, state: State) -> OutcomeSlot:
        """The seat or the place that the table's next action is about; {} where it is about none,
        or where somebody throws. Several in a row are entered as one.
        """
        return {}

    def sanctions(self, state: State, seat: int) -> list[SanctionChoice]:
        """What a judge may do to a seat that broke the sheet's rules of conduct; most have none.

        Only what changes something and leaves a valid position.
        """
        return []

    def companies(self, state: State) -> list[Company]:
        """How each seat's people stand; [] in games whose pieces are no people."""
        return []

    def person_move(self, event: Event) -> PersonMove | None:
        """Which of the people that `companies` lists an event calls, moves, holds or sends home,
        and where they stand then; None if it does nothing of this.
        """
        return None

    def options_for_people(self, options: Options, counts: Sequence[int]) -> Options:
        """The options for so many people a seat; most games do not mind."""
        return options

    def draw_squares(self, seats: int, options: Options, dice: Dice) -> Options:
        """The options with what the sheet draws by lot before the game; BadSetup for nothing."""
        raise BadSetup(f"{self.id} draws no squares by lot")

    def in_order(self, options: Options, order: Sequence[int]) -> Options:
        """The options with what they say of each seat moved, where `order` names the seats anew."""
        return options

    def standing(self, state: State, seat: int) -> list[tuple[int | str, int | str]]:
        """The seat's pieces on the board and where each stands, both named as in events; alike
        ones may share a name: its people, where pieces are people. Stewards look after them, and
        tests follow them from event to event.
        """
        companies = self.companies(state)
        return [(spot.piece, spot.square) for spot in companies[seat].spots] if companies else []

    def arrangement(self, state: State, names: Sequence[str], language: str) -> list[PositionField]:
        """What of a position a council may set by hand: `fields` of the game's `arranging.py`.

        `state` is what everybody may see.
        """
        module = self._module("arranging", "fields")
        if module is None:
            return []
        words = Words(self.id, language)
        found = PositionFields(
            self.position(state), names, words.drawing() | words.section("arrangement")
        )
        module.fields(state, found)
        return found.found

    def arranged(self, state: State, position: Position) -> Position:
        """The position with what follows by itself from what was set by hand: `put_right` of the
        game's `arranging.py`. One that is valid stays as it is; whether it is, `load` says.
        """
        module = self._module("arranging", "put_right")
        if module is None:
            return position
        try:
            found: Position = module.put_right(state, deepcopy(position))
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return position  # whatever it holds
        return found

    def score_parts(self, state: State, seat: int) -> list[tuple[str, Any]]:
        """A seat's score, the points of each rule apart; `words.toml` names them in [scores]."""
        return [("score", state.scores()[seat])]

    def answer(self, state: State, language: str) -> str:
        """What whoever enters the table's action needs to know for it, such as which answer is
        right; "" for nothing.
        """
        return ""

    @abstractmethod
    def board(self, options: Options | None = None) -> dict[str, Any]:
        """The board as JSON, for tools and for checking."""

    # drawings: made by the game's `layout.py`; they take the written position, which may be a view

    def drawings(self) -> Any:
        """The module with `layout`; also `svg`, `background` and `text`, or these are plain.

        It is imported when it is first needed.
        """
        module = self._module("layout", "layout")
        if module is None:
            raise BrokenGame(self.id, "layout.py is missing")
        return module

    def _module(self, name: str, needed: str) -> Any:
        """A module of the game's package, imported when it is first needed; None if it has none.

        `needed` is what must be in it. BrokenGame if that is not so, or it cannot be imported.
        """
        if name in self._modules:
            return self._modules[name]
        full_name = f"periplo.games.{self.id}.{name}"
        try:
            module = None if find_spec(full_name) is None else import_module(full_name)
        except Exception as error:  # whatever a game does while it is imported
            raise broken_by(self.id, error) from error
        if module is not None and not hasattr(module, needed):
            raise BrokenGame(self.id, f"{name}.py has no {needed}")
        self._modules[name] = module
        return module

    def daily(self) -> Any:
        """The module with one deal a day for everybody, or None for games without one.

        `SEATS` and `OPTIONS` are its set-up; `points` says what a finished game is worth, `par`
        what a good player might reach where `draw` gives what the table does in a state.
        """
        return self._module("daily", "par")

    def editing(self) -> Any:
        """The module for files that people write in a browser, or None for games without them.

        `OPTION` is the option that takes such a file, `ENDINGS` the formats it can be had in.
        A draft is {"settings": {…}, "entries": [{"id": …}, …]}, faulty and incomplete as it may
        be. `empty` and `copy`, of what the game brings, begin one; `read` makes one of a file, or
        says what is wrong with it; `check_entry` and `check_settings` refuse what is no part of
        one. `check` lists its faults, `survey` says what there is in it. `content_of` is the file
        that tables play with, `export` one for people.
        Pictures are made to fit `PICTURES`, pixels and bytes; `picture` finds one in a file.
        """
        return self._module("editing", "OPTION")

    def classroom(self) -> Any:
        """The module with what a class needs of a game that asks questions; None for other games.

        `asked` and `right` are about the question that is open, `skipped` is the position without
        it; `drawn`, `answered` and `in_words` are about those of the past, `SETTINGS` and `SECONDS`
        about how long a lesson takes.
        """
        return self._module("classroom", "skipped")

    def signs(self, seats: int) -> list[dict[str, str]]:
        """How the pieces of each seat look from the beginning on: `signs` of the game's `signs.py`.

        A sign is a `colour` and a `path` about 0 0, within 13 of it. [] where nothing looks like
        its seat, or only what happens in a game says how.
        """
        module = self._module("signs", "signs")
        return [] if module is None else module.signs(self.position(self.new(seats)))

    def printed(self) -> Any:
        """The module with `kit`, which makes the game's print kit (see `core.kits`); None for games
        that print their board and rules alone. `MORE` in it names what else may be asked for.
        """
        return self._module("kit", "kit")

    def drawing_words(self, language: str) -> Mapping[str, str]:
        """What drawings say in this language."""
        try:
            return Words(self.id, language).drawing()
        except ValueError as error:
            raise broken_by(self.id, error) from None

    def drawing_options(self, options: Options | None) -> tuple[Any, ...]:
        """What drawings need to know of the options, given to them last; most need nothing."""
        return ()

    def layout(self, position: Mapping[str, Any], options: Options | None = None) -> dict[str, Any]:
        """Where things are drawn: the same for web, print and terminal.

        Its `clauses` are those that belong to each place, by the place's name: `clauses` of the
        game's `phrases.py`, which also knows of dice and cards.
        """
        found: dict[str, Any] = self.drawings().layout(position, *self.drawing_options(options))
        phrases = self._module("phrases", "said")
        if hasattr(phrases, "clauses"):
            found["clauses"] = {name: list(of) for name, of in phrases.clauses(found).items()}
        return found

    def _plain(self, draw: Callable[..., str], *given: Any) -> str:
        """A plain drawing; BrokenGame names what the layout lacks for one."""
        try:
            return draw(*given)
        except ValueError as error:
            raise broken_by(self.id, error) from None

    def drawn_with(self, state: State) -> Options | None:
        """The options that a drawing of this state needs, as far as the state knows them."""
        return None

    def svg(
        self,
        position: Mapping[str, Any],
        names: Sequence[str],
        language: str = ENGLISH,
        options: Options | None = None,
    ) -> str:
        """The position drawn."""
        module, words = self.drawings(), self.drawing_words(language)
        if not hasattr(module, "svg"):
            return self._plain(plain.svg, self.layout(position, options), names, words, self.id)
        return str(module.svg(position, names, words, *self.drawing_options(options)))

    def background(self, seats: int, options: Options | None, language: str) -> str:
        """The bare board as a drawing of its own, at the places that `layout` gives.

        Whoever shows a board that moves lays pieces, dice and panels over it.
        """
        beginning = self.position(self.new(seats, options))
        module, words = self.drawings(), self.drawing_words(language)
        if not hasattr(module, "background"):
            return self._plain(plain.background, self.layout(beginning, options), words, self.id)
        return str(module.background(beginning, words, *self.drawing_options(options)))

    def text_board(
        self,
        position: Mapping[str, Any],
        names: Sequence[str],
        language: str = ENGLISH,
        options: Options | None = None,
    ) -> str:
        """The position for a terminal."""
        module, words = self.drawings(), self.drawing_words(language)
        if not hasattr(module, "text"):
            return self._plain(plain.text, self.layout(position, options), names, words)
        return str(module.text(position, names, words, *self.drawing_options(options)))

    def prompt(self, state: State, language: str) -> str:
        """What somebody is asked now beyond the board, such as a quiz question; "" for nothing."""
        return ""

    def question(self, state: State, language: str) -> dict[str, Any]:
        """The prompt in parts, where a table wants to lay it out; {} for nothing."""
        return {}

    def footnote(self, state: State, event: Event, language: str) -> str:
        """What stands behind an event, such as the story on a card; "" for nothing."""
        return ""

    # for programs that learn; all with complete options

    @abstractmethod
    def action_count(self, options: Options) -> int:
        """How many numbers there are for actions, the table's among them: all are below it."""

    @abstractmethod
    def score_range(self, seats: int, options: Options) -> tuple[float, float]:
        """The lowest and the highest score that a seat can end a game with."""

    def observer(self, seats: int, options: Options) -> Observer:
        """How a seat's view becomes numbers: `observer` of the game's `observe.py`, or plainly."""
        module = self._module("observe", "observer")
        found: Observer
        if module is None:
            found = PlainObserver(seats, self.position)
        else:
            found = module.observer(seats, options)
        found.made_by = (self, seats, options)
        return found

    def policies(self) -> dict[str, Policy]:
        """What sensible players look at, by name: `policies` of the game's `bot.py`."""
        module = self._module("bot", "policies")
        if module is None:
            return {"greedy": BestNext()}
        found: dict[str, Policy] = module.policies()
        return found


def no_such_action(text: str, expected: str) -> IllegalAction:
    """What every game says to a text that means no action at all."""
    return IllegalAction("", f"{show(text)} is no action here; expected {expected}")
