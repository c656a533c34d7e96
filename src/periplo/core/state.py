"""What a game in progress is, for every game alike.

A `State` is mutable and knows the rules. Whoever acts is an *actor*: a seat (from 0) or the
TABLE, which stands for dice, cards and verdicts. The state itself never draws: `outcomes()`
says what the table may do and how likely each is, and somebody applies one of them.
Actions are small whole numbers; what they mean stands at the top of each game's `rules.py`,
or of its `actions.py`.
"""

from abc import abstractmethod
from fractions import Fraction
from math import lcm
from typing import Any, Final, NewType

from mypy_extensions import i64, mypyc_attr

from periplo.core.dice import Dice
from periplo.core.errors import IllegalAction
from periplo.core.pickling import game_of, reduced_state

Seat = NewType("Seat", i64)  # where an actor is a seat for sure

TABLE: Final = -1
NOBODY: Final = -2
ALLOWED: Final = ("", "")  # what no clause forbids

# A fact that an action brought about: {"rule": clause id, "kind": …, "seat": …, …}
Event = dict[str, Any]


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position with its rules. Copy it before sharing it."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.log: list[Event] | None = None  # attach a list and every event is added to it

    # Who may act, and how

    @abstractmethod
    def next_actor(self) -> i64:
        """The table, or the lowest seat that may act now, or NOBODY when the game is over."""

    def actors(self) -> list[int]:
        """Everybody who may act now; several seats where a game is played at the same time."""
        actor = self.next_actor()
        return [] if actor == NOBODY else [actor]

    def over(self) -> bool:
        return self.next_actor() == NOBODY

    @abstractmethod
    def legal(self, actor: i64) -> list[int]:
        """The actor's legal actions, ascending; empty for whoever may not act."""

    def is_legal(self, actor: i64, action: i64) -> bool:
        return action in self.legal(actor)

    @abstractmethod
    def refusal(self, actor: i64, action: i64) -> tuple[str, str]:
        """For an action that is not legal: the clause that forbids it, and why in a few words.

        A game may answer ALLOWED for a legal one, and say what is legal by that alone.
        """

    # The table

    def outcomes(self) -> list[tuple[int, Fraction]]:
        """The table's actions with their exact probabilities; empty if it is not its turn.

        All are equally likely unless a game says otherwise.
        """
        actions = self.legal(TABLE)
        return [(action, Fraction(1, len(actions))) for action in actions]

    def draw(self, dice: Dice) -> i64:
        """One of the outcomes, by its probability; games write it without building the list."""
        outcomes = self.outcomes()
        whole = lcm(*[chance.denominator for _, chance in outcomes])
        left = int(dice.below(whole))
        for action, chance in outcomes:
            left -= int(chance * whole)
            if left < 0:
                return action
        raise ValueError("the table draws only when it is to act")

    def pick(self, actor: i64, dice: Dice) -> i64:
        """One of the legal actions, each equally likely."""
        actions = self.legal(actor)
        return actions[dice.below(len(actions))]

    # Acting

    def emit(self, rule: str, kind: str, seat: i64, facts: dict[str, Any]) -> None:
        """Log an event, if somebody listens. Ask `self.log is not None` first on a hot path."""
        if self.log is not None:
            event: Event = {"rule": rule, "kind": kind}
            if seat != NOBODY:
                event["seat"] = int(seat)
            event.update(facts)
            self.log.append(event)

    def apply(self, actor: i64, action: i64) -> None:
        """Carry out a legal action; anything else raises IllegalAction and changes nothing."""
        self.check(actor, action)
        self.play(actor, action)

    def check(self, actor: i64, action: i64) -> None:
        """Raise IllegalAction, with the clause that forbids it, unless the action is legal."""
        if not self.is_legal(actor, action):
            if self.next_actor() == NOBODY:
                raise IllegalAction("", "the game is over")
            clause, why = self.refusal(actor, action)
            raise IllegalAction(clause, why)

    @abstractmethod
    def play(self, actor: i64, action: i64) -> None:
        """`apply` without the check, for an action that came from legal, draw or pick."""

    # Looking at it

    def copy(self) -> "State":
        """An independent copy, without the log.

        Lists, sets and dictionaries are copied in depth, everything else is shared. Write it out
        where a state has other things that change, where copies must be fast, or where it takes
        more than the number of seats to make one.
        """
        kind = type(self)
        other: State = kind(self.seats)
        names = [*getattr(kind, "__mypyc_attrs__", ()), *getattr(self, "__dict__", ())]
        for name in names:
            if name != "__dict__" and hasattr(self, name):
                setattr(other, name, copied(getattr(self, name)))
        other.log = None
        return other

    def __copy__(self) -> "State":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "State":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced_state(self)

    def _repr_svg_(self) -> str | None:
        """The board, as notebooks show it; None for a state of no game that is found."""
        game = game_of(self)
        if game is None:
            return None
        names = game.seat_names[: self.seats]
        drawn: str = game.svg(game.position(self), names, options=game.drawn_with(self))
        return drawn

    def seen_by(self, seat: i64) -> "State":
        """A copy from which everything that this seat may not know has been taken out.

        Any number that is no seat stands for a spectator. Games that hide nothing keep this.
        """
        return self.copy()

    def hides(self) -> bool:
        """Whether `seen_by` may differ from the state itself."""
        return False

    def thrower(self) -> i64:
        """The seat in whose hand the dice are, when the table is to act.

        TABLE where nobody throws: a card that is turned up, a place that is dealt.
        """
        return TABLE

    def answerer(self) -> i64:
        """The seat that has said something aloud, when the table's action is what people make of
        it; NOBODY where chance decides.
        """
        return NOBODY

    def may_take_back(self, seat: i64, action: i64) -> bool:
        """Whether people at a real table would let the seat take this action back.

        Asked before the action is applied. Not if the action makes something known.
        """
        return True

    @abstractmethod
    def scores(self) -> list[Any]:
        """A number a seat, whole where the rules give whole ones."""

    def winners(self) -> list[int]:
        """The seats that have won, empty until the game is over: those with the highest score."""
        if not self.over():
            return []
        scores = self.scores()
        best = max(scores)
        return [seat for seat in range(len(scores)) if scores[seat] == best]


def copied(value: Any) -> Any:
    """A list, set or dictionary copied in depth; anything else as it is."""
    if isinstance(value, list):
        return [copied(item) for item in value]
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    if isinstance(value, (set, bytearray)):
        return value.copy()
    return value


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """A way to choose among legal actions. It must not change the state it is shown."""

    @abstractmethod
    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        """One of `state.legal(seat)`."""

    def rank(self, state: State, seat: i64, dice: Dice) -> list[int]:
        """The legal actions, the most promising first; a search looks at them in this order.

        What is not worth a look may be left out, as long as one remains.
        """
        best = self.choose(state, seat, dice)
        actions: list[int] = [best]
        for action in state.legal(seat):
            if action != best:
                actions.append(action)
        return actions

    def slip(self, state: State, seat: i64, dice: Dice) -> i64:
        """What it does where it does not think: anything legal, unless a game leaves folly out."""
        return state.pick(seat, dice)

    def plans(
        self, state: State, seat: i64, most: i64, dice: Dice, deadline: float
    ) -> list[list[int]]:
        """Whole turns of the seat, the most promising first and `most` at most.

        Each is a list of actions in a row, all of them the seat's and no chance between them. Where
        it is their sum that counts, a search that has these looks further ahead than one that goes
        action by action. An empty list, as long as there is anything to do, means that the game
        has none to offer: then it goes by `rank` and `choose`. At the `deadline`, a time of
        `perf_counter`, it makes do with what it has found.
        """
        return []

    def evaluate(self, state: State, seat: i64) -> float:
        """The seat's chance of winning an unfinished game, 0 to 1; alone, how well it does."""
        return evaluate_by_scores(state, seat)

    def close(self) -> None:
        """Give back what it holds, such as a program that it runs; most hold nothing."""

    def rollout_depth(self) -> i64:
        """How many steps a search should play on by `choose` before it asks `evaluate`."""
        return 8

    def playouts(self) -> i64:
        """How many playouts are worth their time for one choice: many where they are quick."""
        return 600


def evaluate_by_scores(state: State, seat: i64) -> float:
    """From scores alone: even for equal ones, nearer to 1 the further the seat is ahead."""
    scores = state.scores()
    ahead = float(scores[seat])
    if state.seats > 1:
        ahead -= max(float(scores[other]) for other in range(state.seats) if other != seat)
    return 0.5 + 0.5 * ahead / (10.0 + abs(ahead))


class Uniform(Policy):
    """Every legal action equally likely."""

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        return state.pick(seat, dice)


class BestNext(Policy):
    """The action after which `evaluate` likes the position best; among equals, any."""

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        best: list[int] = []
        highest = -1.0
        for action in state.legal(seat):
            after = state.copy()
            after.play(seat, action)
            worth = self.evaluate(after, seat)
            if worth > highest:
                best, highest = [], worth
            if worth == highest:
                best.append(action)
        return best[dice.below(len(best))]
