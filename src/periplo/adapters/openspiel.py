"""Every game as an OpenSpiel game, with explicit chance nodes.

    import pyspiel
    import periplo.adapters.openspiel
    game = pyspiel.load_game("periplo_GAME", {"seats": 3, "options": as_parameter({…})})

Importing this registers every game that is found. Parameters: `seats`; `options`, as
`as_parameter` writes them; `reward`, `win` or `margin`; `max_length`, after so many actions,
the table's among them, a game is broken off; `undecided`, `again` or `keep`. A game may end
before any seat was asked anything: it teaches nothing, and the table begins it again, so that
every episode has a decision; `keep` leaves such games as they are. `start`, a position as
`as_parameter` writes it, is where to begin, empty for the game's own beginning.

Where several seats act at the same time they are asked one after another, and none is shown
what the others have done until everybody may see it.

An information-state string is what the seat sees now and a digest of all it has seen and done
before. The tensor is the game's observation, for information states and observations alike: a
row of fixed length cannot remember a game of any length.
"""

import json
from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files
from typing import Any
from urllib.parse import quote, unquote

from periplo.adapters.extras import missing
from periplo.adapters.rewards import check_kind, reward_range, rewards
from periplo.core.errors import BadSetup
from periplo.core.game import Game, Options, Position
from periplo.core.pickling import stamp, stamped
from periplo.core.reading import show
from periplo.core.state import NOBODY, TABLE, State
from periplo.core.words import Words
from periplo.games import game as find_game
from periplo.games import game_ids

try:
    import numpy as np
    import pyspiel

    from periplo.adapters.spaces import Scale
except ImportError as error:
    raise missing("openspiel", error) from None

MAX_LENGTH = 100_000
UNDECIDED = ("again", "keep")

Parameters = dict[str, Any]


def as_parameter(options: Options | Position) -> str:
    """Options, or a position, as a text that OpenSpiel can carry: JSON, without its own signs."""
    return quote(json.dumps(options, separators=(",", ":")), safe="")


def _json(parameter: str, name: str) -> dict[str, Any]:
    try:
        found = json.loads(unquote(parameter))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadSetup(f"{name}: must be a JSON object, as as_parameter() writes it")
    return found


def tiny_game(game_id: str) -> Any:
    """A position with a few actions to come, small enough for exact solvers: `tiny.json` of the
    game's package, whose `about` says what is to be decided.
    """
    file = files(f"periplo.games.{find_game(game_id).id}") / "tiny.json"
    if not file.is_file():
        raise BadSetup(f"{game_id} has no tiny.json")
    tiny = json.loads(file.read_text(encoding="utf-8"))
    parameters = {name: tiny[name] for name in ("seats", "reward", "max_length")}
    parameters |= {name: as_parameter(tiny[name]) for name in ("options", "start")}
    return pyspiel.load_game(_name_of(find_game(game_id)), parameters)


class Journey:
    """A game being played: its state, its actions so far and what every seat remembers.

    OpenSpiel copies states by deep copying and writes them by pickling; a copy is made by the
    rules, and what is written is the actions.
    """

    def __init__(
        self, game_id: str, seats: int, options: Options, again: bool, start: Position | None
    ) -> None:
        """`again`: whether a game that ends before any seat was asked is begun again."""
        game = find_game(game_id)
        self._setup = (game_id, seats, options, again, start)
        self.game = game
        self.state = game.new(seats, options) if start is None else game.load(start, options)
        self.actions: list[int] = []
        self._beginning = self.state.copy() if again else None  # until a seat has acted
        self.shared = 0  # so many actions are known to everybody
        self.since_shared: list[tuple[int, int]] = []  # who did what after them
        self._views: list[str] = []
        self._memories: list[bytes] = [b""] * seats
        if self.state.hides():
            self._views = [self.sees(seat) for seat in range(seats)]

    def apply(self, action: int) -> None:
        actor = self.state.next_actor()
        self.state.apply(actor, action)
        self.actions.append(action)
        if actor != TABLE:
            self._beginning = None
        elif self._beginning is not None and self.state.over():
            self.state = self._beginning.copy()
        self.since_shared.append((int(actor), action))
        if self._views:
            for seat in range(self.state.seats):
                self._extend_memory(seat, f"{action}" if seat == actor else "")
        if not self._views or self._is_shared():
            self.shared = len(self.actions)
            self.since_shared.clear()

    def _is_shared(self) -> bool:
        """Whether everybody sees the whole position."""
        whole = json.dumps(self.game.position(self.state), separators=(",", ":"))
        return all(view == whole for view in self._views)

    def _extend_memory(self, seat: int, own_action: str) -> None:
        """What a seat did itself or saw change goes into its memory, and nothing else does."""
        before = self._views[seat]
        self._views[seat] = self.sees(seat)
        if own_action or self._views[seat] != before:
            seen = f"{own_action}|{before}".encode()
            self._memories[seat] = sha256(self._memories[seat] + seen).digest()

    def sees(self, seat: int) -> str:
        return json.dumps(self.game.view(self.state, seat), separators=(",", ":"))

    def knows(self, seat: int) -> str:
        """What it sees and what it remembers; where nothing is hidden, all actions so far."""
        if not self._views:
            return f"{seat} {self.actions}"
        return f"{seat} {self._views[seat]} {self._memories[seat].hex()[:32]}"

    def __deepcopy__(self, memo: object) -> "Journey":
        other = Journey.__new__(Journey)
        other._setup = self._setup
        other.game = self.game
        other.state = self.state.copy()
        other.actions = self.actions[:]
        other._beginning = self._beginning
        other.shared = self.shared
        other.since_shared = self.since_shared[:]
        other._views = self._views[:]
        other._memories = self._memories[:]
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (stamp(self.game), *self._setup[1:], self.actions)


def _replayed(
    written: tuple[str, int, str],
    seats: int,
    options: Options,
    again: bool,
    start: Position | None,
    actions: list[int],
) -> Journey:
    journey = Journey(stamped(written).id, seats, options, again, start)
    for action in actions:
        journey.apply(action)
    return journey


class SpielGame(pyspiel.Game):
    """One game with its parameters."""

    def __init__(self, game: Game, given: Parameters) -> None:
        parameters = _defaults(game) | given
        seats = parameters["seats"]
        self.options = _json(parameters["options"], "options")
        complete = game.read_setup(seats, self.options)
        self.game_id = game.id
        self.reward = parameters["reward"]
        check_kind(self.reward)
        self.max_length = parameters["max_length"]
        if self.max_length < 1:
            raise BadSetup(f"max_length: must be 1 or more, not {self.max_length}")
        if parameters["undecided"] not in UNDECIDED:
            must = f"must be one of {', '.join(UNDECIDED)}"
            raise BadSetup(f"undecided: {must}, not {show(parameters['undecided'])}")
        self.again = parameters["undecided"] == "again"
        self.start = _json(parameters["start"], "start") if parameters["start"] else None
        if self.start is not None and game.load(self.start, self.options).seats != seats:
            raise BadSetup(f"start: is not a position for {seats} seats")
        self.observer = game.observer(seats, complete)
        least, most = reward_range(game, seats, complete, self.reward)
        actions = game.action_count(complete)
        # with two seats one's margin is the other's, turned round
        zero_sum = seats == 2 or (seats > 1 and self.reward == "win")
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=actions,
            num_players=seats,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=self.max_length,
        )
        written = parameters | {"options": as_parameter(self.options)}
        hides = game.new(seats, self.options).hides()
        super().__init__(_game_type(game, zero_sum, hides), info, written)

    def __copy__(self) -> "SpielGame":
        return self  # nothing of it changes

    def __deepcopy__(self, memo: object) -> "SpielGame":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (stamp(find_game(self.game_id)), self.get_parameters())

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return int(self.max_length)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Parameters | None = None
    ) -> "SpielObserver":
        if params:
            raise BadSetup("an observer has no parameters of its own")
        return SpielObserver(self, iig_obs_type is not None and iig_obs_type.perfect_recall)


def _loaded(written: tuple[str, int, str], parameters: Parameters) -> Any:
    return pyspiel.load_game(_name_of(stamped(written)), parameters)


class SpielState(pyspiel.State):
    """A state of the engine, as OpenSpiel plays it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.journey = Journey(
            game.game_id, game.num_players(), game.options, game.again, game.start
        )
        self.reward = game.reward
        self.max_length = game.max_length

    @property
    def state(self) -> State:
        return self.journey.state

    def current_player(self) -> int:
        actor = self.state.next_actor()
        if actor == NOBODY or len(self.journey.actions) >= self.max_length:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == TABLE else int(actor)

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(action, float(chance)) for action, chance in self.state.outcomes() if chance]

    def _apply_action(self, action: int) -> None:
        self.journey.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        actor = TABLE if player == pyspiel.PlayerId.CHANCE else player
        return self.journey.game.text(self.state, actor, action)

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.state.seats
        return rewards(self.state, self.reward)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Another state in which this player knows the same: what others have done unseen is done
        anew, at random. `sampler` gives numbers from 0 up to, not including, 1.
        """
        other: SpielState = self.get_game().new_initial_state()
        actions, shared = self.journey.actions, self.journey.shared
        for action in actions[:shared]:
            other.apply_action(action)
        own = [action for actor, action in self.journey.since_shared if actor == player]
        until = self.current_player()
        while own or other.current_player() != until:
            actor = other.current_player()
            if actor == player and own:
                other.apply_action(own.pop(0))
            else:
                legal = other.legal_actions()
                other.apply_action(legal[int(sampler() * len(legal))])
        return other

    def __str__(self) -> str:
        return json.dumps(self.journey.game.position(self.state), separators=(",", ":"))


class SpielObserver:
    """What a seat sees, as OpenSpiel asks for it: named parts of one tensor, and a string."""

    def __init__(self, game: SpielGame, perfect_recall: bool) -> None:
        self._observer = game.observer
        self._scale = Scale(game.observer)
        self._perfect_recall = perfect_recall
        self.tensor = np.zeros(game.observer.size, np.float32)
        self.dict = {
            field.name: self.tensor[start : start + field.size].reshape(field.shape)
            for field in game.observer.fields
            for start in [game.observer.start_of(field.name)]
        }

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = self._scale.rows(self._observer.look(state.state, player))[0]

    def string_from(self, state: SpielState, player: int) -> str:
        if self._perfect_recall:
            return state.journey.knows(player)
        return state.journey.sees(player)


def _name_of(game: Game) -> str:
    return f"periplo_{game.id}"


def _defaults(game: Game) -> Parameters:
    return {
        "seats": max(2, game.fewest_seats),
        "options": as_parameter({}),
        "reward": "win",
        "max_length": MAX_LENGTH,
        "undecided": UNDECIDED[0],
        "start": "",
    }


def _game_type(game: Game, zero_sum: bool, hides: bool) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=_name_of(game),
        long_name=Words(game.id, "en").name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kind.Information.IMPERFECT_INFORMATION
            if hides
            else kind.Information.PERFECT_INFORMATION
        ),
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.most_seats,
        min_num_players=game.fewest_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(game),
    )


def _class_for(game: Game) -> type[SpielGame]:
    """A class each: a mere function would be let go of after the interpreter, and crash it."""

    class OneGame(SpielGame):
        def __init__(self, parameters: Parameters | None = None) -> None:
            super().__init__(game, parameters or {})

    return OneGame


def _register() -> None:
    for game_id in game_ids():
        game = find_game(game_id)
        hides = game.new(game.most_seats).hides()
        pyspiel.register_game(_game_type(game, False, hides), _class_for(game))


_register()
