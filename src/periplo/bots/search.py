"""Monte-Carlo tree search over the contract, for every game alike. Compiled.

The tree has a node for every decision and for every throw or card of the table; what the table
does is drawn by its probabilities. Each seat is taken to go for its own result (max^n). A playout
follows the game's own policy, and is evaluated by that policy where it is cut short. Where there
are many actions they are opened one by one, in the policy's order. What is looked at most often is
chosen, but instead of what the policy itself would do only if it is clearly better.

A policy that plans whole turns (`Policy.plans`) is searched turn by turn: what a seat can choose
in the tree are turns then, and what was chosen is played to its end without another search.

What is searched is the state a seat may see, so nothing hidden can be used. Where several seats
act at the same time, the searcher plays its own actions to its stop and lets the others, of whom
it sees what they had before this round, act after it by the same rules as everybody in the tree.
That they cannot see what it has just drawn is not modelled: they are taken to know it.
"""

from math import log, sqrt
from time import perf_counter
from typing import Final

from mypy_extensions import i64

from periplo.core.dice import Dice
from periplo.core.game import Game
from periplo.core.state import NOBODY, TABLE, Policy, State

EXPLORE: Final = 0.8
FEW: Final = 4.0  # results taken to be as unlike as can be, beside those seen
TRUST: Final = 0.1  # of the spread of all results: what the policy's choice is given in advance
OVERTIME: Final = 64  # steps that a playout may take beyond its depth to the end of a turn
MARGIN: Final = 0.25  # how much of a finished game is by how far it was won, lest search goes blind
DOUBT: Final = 1.5  # standard errors by which an action must be better than the policy's choice
FAIR: Final = 4  # ... to which one playout in so many is given, whatever came of it before
OPENED_AT_ONCE: Final = 3
PLANS: Final = 16  # whole turns to choose from
PLANS_AHEAD: Final = 3  # ... in positions that are only looked at
NEVER: Final = 1e18
PAUSE: Final = 0.0002  # seconds between two looks at the clock
MOST_BETWEEN: Final = 256  # choices between them: a thousandth of a second or two
# of the old tree only what has been looked at so often is worth keeping, or comparing
WORTH_KEEPING: Final = 8
MOST_COMPARED: Final = 64


class Node:
    """A position in the tree: who acts in it, what they may do, and what came of it."""

    def __init__(self, actor: i64, actions: list[int], plans: list[list[int]]) -> None:
        """Where there are `plans`, `actions` are those that they begin with."""
        self.actor: i64 = actor
        self.actions: list[int] = actions  # of the table: those that have come up
        self.plans: list[list[int]] = plans
        self.children: list[Node] = []  # of the first actions, or plans
        self.visits: i64 = 0
        self.total: float = 0.0  # results for whoever led here
        self.squares: float = 0.0  # ... each times itself

    def follow(self, state: State, i: i64) -> None:
        """Carry out the action, or the plan, of that index."""
        if self.plans:
            for action in self.plans[i]:
                state.play(self.actor, action)
        else:
            state.play(self.actor, self.actions[i])

    def variance(self) -> float:
        """Of the results."""
        mean: float = self.total / float(self.visits)
        return max(0.0, self.squares / float(self.visits) - mean * mean)


class Search(Policy):
    """Looks ahead within a budget of playouts, or of seconds."""

    def __init__(self, game: Game, guide: Policy, playouts: int, seconds: float) -> None:
        """A budget of 0 is none; at least one of the two must be given."""
        self.most_playouts = playouts  # through a position, with those that are kept
        self.seconds = seconds
        self.done: i64 = 0  # playouts made for the last choice
        self.kept: i64 = 0  # ... and found in the tree of the one before
        self.expected: float = (
            -1.0
        )  # the mean result of what was chosen last; -1 if none was searched
        self.plan: list[int] = []  # what was chosen last and what is meant to follow it
        # what a study of the search itself may vary
        self.depth: i64 = guide.rollout_depth()
        self.explore: float = EXPLORE
        self.trust: float = TRUST
        self.margin: float = MARGIN
        self.doubt: float = DOUBT
        self._game = game
        self._guide = guide
        self._root: Node | None = None
        self._state: State | None = None  # the position of the root
        self._planned: State | None = None  # the position in which the rest of the plan follows
        self._least: float = 1.0
        self._most: float = 0.0
        self._deadline: float = NEVER
        # the clock: when it was read, how often not since, and how often it need not be
        self._read_at: float = 0.0
        self._unread: i64 = 0
        self._between: i64 = 1

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        start = perf_counter()
        self._deadline = start + self.seconds if self.seconds > 0 else NEVER
        self._between = 1
        self.done = 0
        self.kept = 0
        if self._is_as_planned(state):
            return self._next_of_plan(state, seat, self.plan[1:])
        self.expected = -1.0
        self.plan = []
        actions = state.legal(seat)
        if len(actions) == 1:
            return actions[0]
        # own dice: how long somebody thinks must not change what the table throws
        own = Dice(dice.word())
        root = self._kept_node(state, seat)
        if root is None:
            root = self._new_node(state, seat, PLANS, own)
            self._least = 1.0
            self._most = 0.0
        if len(root.actions) == 1:
            return self._carry_out(root, 0, state)
        self.kept = root.visits
        self._root = root
        self._state = state.copy()
        most: i64 = self.most_playouts
        seed = own.word()
        while (most == 0 or root.visits < most) and self._play_once(root, state, seat, own, seed):
            self.done += 1
            if self._is_late():  # a playout without decisions never looks
                break
        return self._carry_out(root, self._best(root), state)

    # ---- plans

    def _carry_out(self, root: Node, i: i64, state: State) -> i64:
        """The action of that index, or the first of the plan, whose rest is kept in mind."""
        if root.plans:
            return self._next_of_plan(state, root.actor, root.plans[i])
        return root.actions[i]

    def _next_of_plan(self, state: State, seat: i64, plan: list[int]) -> i64:
        self.plan = plan
        self._planned = None
        if len(plan) > 1:
            self._planned = state.copy()
            self._planned.play(seat, plan[0])
        return plan[0]

    def _is_as_planned(self, state: State) -> bool:
        """Whether the plan goes on from this position: nobody came between, and no other game."""
        planned = self._planned
        if planned is None or planned.seats != state.seats:
            return False
        return self._game.position(planned) == self._game.position(state)

    # ---- choosing

    def _best(self, root: Node) -> i64:
        """Of what was looked at most often, unless it may owe that to luck: then the policy's."""
        best: i64 = 0
        for i in range(1, len(root.children)):
            child, other = root.children[i], root.children[best]
            if child.visits > other.visits or (
                child.visits == other.visits and child.total > other.total
            ):
                best = i
        # plans take time, so there may be few playouts, and few that are alike prove nothing
        spread: float = max(0.0, self._most - self._least) if root.plans else 0.0
        if best > 0 and not _is_better(root.children[best], root.children[0], self.doubt, spread):
            best = 0
        if root.children and root.children[best].visits > 0:
            self.expected = root.children[best].total / float(root.children[best].visits)
        return best

    # ---- one playout

    def _play_once(self, root: Node, start: State, seat: i64, dice: Dice, seed: i64) -> bool:
        """Down the tree, on by the policy, and back up; False if time ran out on the way."""
        state = start.copy()
        path: list[Node] = [root]
        node = root
        luck = dice
        while node.actor != NOBODY and (node.visits > 0 or node is root):
            if node is root and root.children and root.visits % FAIR == 0:
                i: i64 = 0
            else:
                i = self._next(node, state, luck)
            if node is root:  # all its actions meet with the same luck, so that they compare
                tried: i64 = root.children[i].visits if i < len(root.children) else 0
                luck = Dice(seed, tried)
            node.follow(state, i)
            if i == len(node.children):
                node.children.append(self._new_node(state, _actor(state, seat), PLANS_AHEAD, dice))
            node = node.children[i]
            path.append(node)
        if not self._play_on(state, seat, dice, luck, len(root.plans) > 0):
            return False
        results = self._results(state)
        for result in results:
            self._least = min(self._least, result)
            self._most = max(self._most, result)
        actor: i64 = NOBODY
        for node in path:
            node.visits += 1
            if actor >= 0:
                node.total += results[actor]
                node.squares += results[actor] * results[actor]
            actor = node.actor
        return True

    def _new_node(self, state: State, actor: i64, most: i64, dice: Dice) -> Node:
        if actor < 0:
            return Node(actor, [], [])
        plans = self._guide.plans(state, actor, most, dice, self._deadline)
        if plans:
            return Node(actor, [plan[0] for plan in plans], plans)
        return Node(actor, self._guide.rank(state, actor, dice), plans)

    def _next(self, node: Node, state: State, dice: Dice) -> i64:
        """The index of the action to follow; that of a new child if there is none yet."""
        if node.actor == TABLE:
            drawn: i64 = state.draw(dice)
            for i in range(len(node.actions)):
                if node.actions[i] == drawn:
                    return i
            node.actions.append(drawn)
            return len(node.actions) - 1
        opened: i64 = len(node.children)
        if opened < len(node.actions) and (
            opened < OPENED_AT_ONCE or opened * opened < node.visits
        ):
            return opened
        spread: float = max(0.0, self._most - self._least)
        looks: float = log(float(node.visits) + 1.0)
        best: i64 = 0
        most: float = -NEVER
        for i in range(opened):
            child = node.children[i]
            worth: float = NEVER
            if child.visits > 0:
                # the more alike an action's results, the less it is tried again; few say little
                visits: float = float(child.visits)
                unsure: float = child.variance() * visits + FEW * 0.25 * spread * spread
                unsure /= visits + FEW
                worth = child.total / visits + self.explore * sqrt(unsure * looks / visits)
                if i == 0:
                    worth += self.trust * spread / (1.0 + 0.1 * visits)
            if worth > most:
                most = worth
                best = i
        return best

    def _play_on(self, state: State, seat: i64, dice: Dice, luck: Dice, by_plans: bool) -> bool:
        """By the policy until the game is over, or deep enough and the table's turn."""
        guide = self._guide
        steps: i64 = 0
        while steps < self.depth + OVERTIME:
            actor = _actor(state, seat)
            if actor == NOBODY:
                return True
            if actor == TABLE:
                if steps >= self.depth:
                    return True
                state.play(actor, state.draw(luck))
            else:
                if self._is_late():
                    return False
                if by_plans:
                    plan = guide.plans(state, actor, 1, dice, self._deadline)[0]
                    if perf_counter() > self._deadline:  # it may be half a plan
                        return False
                    for action in plan:
                        state.play(actor, action)
                else:
                    state.play(actor, guide.choose(state, actor, dice))
            steps += 1
        return True

    def _is_late(self) -> bool:
        """Whether time is up. The clock is read about once in PAUSE seconds, not for each choice:
        that would take as long as many a choice.
        """
        self._unread += 1
        if self._unread < self._between or self._deadline == NEVER:
            return False
        now = perf_counter()
        if now - self._read_at > PAUSE:
            self._between = max(1, self._between >> 1)
        elif self._between < MOST_BETWEEN:
            self._between *= 2
        self._unread = 0
        self._read_at = now
        return now > self._deadline

    def _results(self, state: State) -> list[float]:
        """What the end of a playout is worth to each seat."""
        seats = state.seats
        results: list[float] = [self._guide.evaluate(state, seat) for seat in range(seats)]
        if seats > 1 and state.next_actor() == NOBODY:
            winners = state.winners()
            for seat in range(seats):
                won: float = 1.0 / float(len(winners)) if seat in winners else 0.0
                results[seat] = (1.0 - self.margin) * won + self.margin * results[seat]
        return results

    # ---- the tree of the action before

    def _kept_node(self, state: State, seat: i64) -> Node | None:
        """The node of this position, if it is below the old root and was looked at enough."""
        root = self._root
        start = self._state
        self._root = None
        if root is None or start is None or start.seats != state.seats:
            return None
        if root.plans:  # those of positions ahead are too few to choose from
            return None
        wanted = self._game.position(state)
        nodes: list[Node] = [root]
        states: list[State] = [start]
        i: i64 = 0
        compared: i64 = 0
        while i < len(nodes) and compared < MOST_COMPARED:
            node = nodes[i]
            here = states[i]
            i += 1
            if node.actor == seat:
                compared += 1
                if self._game.position(here) == wanted:
                    return node
            for j in range(len(node.children)):
                child = node.children[j]
                if child.visits >= WORTH_KEEPING:
                    after = here.copy()
                    node.follow(after, j)
                    nodes.append(child)
                    states.append(after)
        return None


def _is_better(node: Node, other: Node, errors: float, spread: float) -> bool:
    """Whether its results are better by so many standard errors.

    A `spread` counts as a few more results that are as unlike as can be.
    """
    if other.visits == 0:
        return spread == 0.0
    visits: float = float(node.visits)
    others: float = float(other.visits)
    more: float = FEW * 0.25 * spread * spread
    error: float = (node.variance() + more / visits) / visits
    error += (other.variance() + more / others) / others
    return node.total / visits - other.total / others > errors * sqrt(error)


def _actor(state: State, seat: i64) -> i64:
    """Who acts next: the searcher as long as it may, then the others."""
    actor = state.next_actor()
    if actor >= 0 and actor != seat and len(state.legal(seat)) > 0:
        return seat
    return actor
