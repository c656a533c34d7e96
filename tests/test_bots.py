"""Bots by name, searching ones and guests: never illegal, in time, and never cheating."""

import json
import os
import stat
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any

import pytest
from every_test import at_most
from hypothesis import given
from hypothesis import strategies as st
from setups import quickest_game, wander, wander_to

import periplo
from periplo import TABLE, BadSetup, BotFailed, Dice, Game, State
from periplo.bots import Setting, bot, bot_names
from periplo.bots.search import Search
from periplo.core.state import NOBODY, Policy, Uniform

ROOT = Path(__file__).parent.parent
GAMES = periplo.game_ids()
seeds = st.integers(min_value=0, max_value=2**32)
starts = st.integers(min_value=0, max_value=10_000)


NO_BOTS = [
    *("", "nobody", "Greedy", "hard:1", "search", "search:", "search:0p", "search:1.5p"),
    *("search:0ms", "search:-1s", "search:1e9s", "search:9999s", "cmd:", "cmd:/no/such/program"),
    *("cmd:'", "py:", "py:os", "py::Bot", "py:os:", "py:o s:Bot", "py:no_such_module:Bot"),
]


def decision(game: Game, state: State, dice: Dice) -> int | None:
    """Go on until a seat has something to choose from; None if the game ends first."""
    while not state.over():
        for actor in state.actors():
            if actor != TABLE and len(state.legal(actor)) > 1:
                return actor
        state.apply(*wander(game, state, dice))
    return None


def a_decision(game_id: str) -> tuple[Game, State, int]:
    """A position of this game in which somebody has several actions that are worth a look."""
    for seed in range(100):
        game, state, dice, _ = wander_to(game_id, seed, 0, 60)
        seat = decision(game, state, dice)
        greedy = game.policies()["greedy"]
        if seat is not None and len(greedy.rank(state.seen_by(seat), seat, dice)) > 1:
            return game, state, seat
    raise AssertionError(f"{game_id}: nobody has anything to decide")


# ---- by name


@pytest.mark.parametrize(
    "name",
    NO_BOTS,
)
def test_a_name_that_means_no_bot_is_refused_in_one_line(game_id: str, name: str) -> None:
    with pytest.raises(BadSetup) as refused:
        bot(periplo.game(game_id), name)
    assert "\n" not in str(refused.value)


def test_the_levels_are_among_the_names_of_every_game(game_id: str) -> None:
    names = bot_names(periplo.game(game_id))
    assert {"random", "greedy", "easy", "medium", "hard"} <= set(names)
    assert all(isinstance(bot(periplo.game(game_id), name), Policy) for name in names)


# ---- every position


@at_most(20)
@given(seed=seeds, which=starts, data=st.data())
def test_no_reachable_position_is_too_much_and_nothing_illegal_is_chosen(
    game_id: str, seed: int, which: int, data: st.DataObject
) -> None:
    game, state, dice, _ = wander_to(game_id, seed, which, 200)
    name = data.draw(st.sampled_from([*bot_names(game), "search:3p", "search:5ms"]))
    chooser = bot(game, name)
    if isinstance(chooser, Search):
        chooser.most_playouts = min(
            chooser.most_playouts, 6
        )  # interpreted, more would take minutes
    for _ in range(3):
        seat = decision(game, state, dice)
        if seat is None:
            return
        before = json.dumps(game.position(state))
        action = chooser.choose(state.seen_by(seat), seat, dice)
        assert json.dumps(game.position(state)) == before
        state.apply(seat, action)


@at_most(5)
@given(seed=seeds, which=starts)
def test_it_keeps_to_its_time_in_every_position(game_id: str, seed: int, which: int) -> None:
    """20 % and 50 ms over at most; the best of a few tries, since other programs run too."""
    game, state, dice, _ = wander_to(game_id, seed, which, 200)
    seat = decision(game, state, dice)
    if seat is None:
        return
    taken = []
    for _ in range(3):
        search = bot(game, "search:50ms")
        start = perf_counter()
        search.choose(state.seen_by(seat), seat, dice)
        taken.append(perf_counter() - start)
    assert min(taken) <= 0.05 * 1.2 + 0.05


@at_most(10)
@given(seed=seeds, which=starts)
def test_evaluations_are_chances_and_rankings_are_legal(
    game_id: str, seed: int, which: int
) -> None:
    game, state, dice, _ = wander_to(game_id, seed, which)
    for policy in game.policies().values():
        assert all(0.0 <= policy.evaluate(state, seat) <= 1.0 for seat in range(state.seats))
        for seat in state.actors():
            if seat != TABLE:
                ranked = policy.rank(state.seen_by(seat), seat, dice)
                assert ranked
                assert len(set(ranked)) == len(ranked)
                assert set(ranked) <= set(state.legal(seat))


@at_most(6)
@given(seed=seeds, which=starts)
def test_plans_are_turns_of_legal_actions(game_id: str, seed: int, which: int) -> None:
    game, state, dice, _ = wander_to(game_id, seed, which)
    seat = decision(game, state, dice)
    if seat is None:
        return
    before = json.dumps(game.position(state))
    for policy in game.policies().values():
        plans = policy.plans(state, seat, 2, dice, perf_counter() + 60.0)
        assert len(plans) <= 2
        assert json.dumps(game.position(state)) == before
        for plan in plans:
            after = state.copy()
            for action in plan:
                after.apply(seat, action)
            assert after.next_actor() != seat


# ---- the search


def test_it_makes_the_playouts_it_is_asked_for(game_id: str) -> None:
    game, state, seat = a_decision(game_id)
    search = bot(game, "search:7p")
    assert isinstance(search, Search)
    search.choose(state.seen_by(seat), seat, Dice(1))
    assert search.done == 7
    assert search.kept == 0
    # again the same position: all that is asked for has been done
    search.choose(state.seen_by(seat), seat, Dice(2))
    assert search.done == 7 - search.kept


class Bet(State):
    """Seat 0 chooses one of two bets, and the table says whether it wins against seat 1."""

    def __init__(self, chances: tuple[Fraction, Fraction]) -> None:
        super().__init__(2)
        self.chances = chances
        self.taken = -1
        self.won = -1

    def next_actor(self) -> int:
        return 0 if self.taken < 0 else TABLE if self.won < 0 else NOBODY

    def legal(self, actor: int) -> list[int]:
        return [0, 1] if actor == self.next_actor() != NOBODY else []

    def refusal(self, actor: int, action: int) -> tuple[str, str]:
        return "", "no bet"

    def outcomes(self) -> list[tuple[int, Fraction]]:
        chance = self.chances[self.taken]
        return [(0, 1 - chance), (1, chance)]

    def draw(self, dice: Dice) -> int:
        return int(dice.chance() < self.chances[self.taken])

    def play(self, actor: int, action: int) -> None:
        if actor == TABLE:
            self.won = action
        else:
            self.taken = action

    def copy(self) -> "Bet":
        other = Bet(self.chances)
        other.taken, other.won = self.taken, self.won
        return other

    def scores(self) -> list[int]:
        return [self.won, 1 - self.won]

    def winners(self) -> list[int]:
        return [] if self.won < 0 else [1 - self.won]


class First(Policy):
    def choose(self, state: State, seat: int, dice: Dice) -> int:
        return state.legal(seat)[0]


@pytest.mark.parametrize(
    ("first", "second", "least", "most"),
    [
        (50, 70, 36, 40),  # what is better is found, although the policy prefers the other
        (70, 50, 0, 0),
        (50, 50, 0, 10),  # between equals the policy decides, mostly
    ],
)
def test_it_leaves_the_policys_choice_for_a_better_one_only(
    first: int, second: int, least: int, most: int
) -> None:
    chances = Fraction(first, 100), Fraction(second, 100)
    game = periplo.game(GAMES[0])  # not asked for anything: no tree is kept
    searches = [Search(game, First(), 400, 0.0) for _ in range(40)]
    taken = [search.choose(Bet(chances), 0, Dice("bet", i)) for i, search in enumerate(searches)]
    assert least <= sum(taken) <= most


@at_most(6)
@given(seed=seeds, which=starts)
def test_equal_views_give_equal_choices(game_id: str, seed: int, which: int) -> None:
    """Whatever others have done in secret, and however the position came about."""
    game, state, dice, options = wander_to(game_id, seed, which, 100)
    seat = decision(game, state, dice)
    if seat is None:
        return
    view = game.view(state, seat)
    same_views = [state.seen_by(seat), game.load(view, options).seen_by(seat)]
    for _ in range(4):
        others = [actor for actor in state.actors() if actor not in (TABLE, seat)]
        if not others:
            break
        after = state.copy()
        after.apply(others[0], after.pick(others[0], dice))
        if game.view(after, seat) != view:
            break
        state = after
        same_views.append(state.seen_by(seat))
    choices = {bot(game, "search:6p").choose(seen, seat, Dice(seed)) for seen in same_views}
    assert len(choices) == 1


def test_the_tree_is_kept_between_actions() -> None:
    """In some game at least a seat decides twice in a row, and then has looked ahead already."""
    kept = 0
    for game_id in GAMES:
        game, state, seat = a_decision(game_id)
        search = bot(game, "search:60p")
        assert isinstance(search, Search)
        for turn in range(4):
            state.apply(seat, search.choose(state.seen_by(seat), seat, Dice(turn)))
            if len(state.legal(seat)) < 2:
                break
            search.choose(state.seen_by(seat), seat, Dice(turn))
            kept = max(kept, search.kept)
    assert kept >= 8


class LastWord(periplo.State):
    """A seat decides, and whatever it says ends the game."""

    said = False

    def __init__(self) -> None:
        super().__init__(2)

    def next_actor(self) -> int:
        return periplo.NOBODY if self.said else 0

    def legal(self, actor: int) -> list[int]:
        return [0, 1] if actor == self.next_actor() == 0 else []

    def play(self, actor: int, action: int) -> None:
        self.said = True

    def copy(self) -> "LastWord":
        other = LastWord()
        other.said = self.said
        return other

    def scores(self) -> list[Any]:
        return [1, 0]

    def winners(self) -> list[int]:
        return [0] if self.said else []

    def refusal(self, actor: int, action: int) -> tuple[str, str]:
        return "", "never asked"

    def outcomes(self) -> list[tuple[int, Fraction]]:
        return []

    def draw(self, dice: Dice) -> int:
        raise AssertionError("the table never acts")


def test_its_time_ends_where_every_playout_ends_at_once() -> None:
    search = Search(periplo.game(GAMES[0]), Uniform(), 0, 0.05)
    assert search.choose(LastWord(), 0, Dice(1)) in (0, 1)
    assert search.done > 0


# ---- guests


def program(folder: Path, source: str) -> str:
    """A bot's name for a Python program."""
    file = folder / "bot.py"
    file.write_text(f"#!{sys.executable}\nimport json, os, sys, time\n{source}")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return f"cmd:{file}"


SILENCE = "said nothing for 3 seconds"
NOT_TO_THE_END = 50.0  # seconds: those that go on sleep for 60


def patience(cause: str) -> Setting:
    """A clock that a busy machine keeps, and a short one where it must run out."""
    return Setting(clock=3.0 if cause == SILENCE else 40.0)


LAST_LEGAL = """
hello = json.loads(sys.stdin.readline())
assert hello["hello"] == 1 and hello["seat"] >= 1, hello
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"action": asked["legal"][-1]}), flush=True)
"""


def test_a_program_sits_down(game_id: str, tmp_path: Path) -> None:
    game, state, seat = a_decision(game_id)
    guest = bot(game, program(tmp_path, LAST_LEGAL))
    for _ in range(3):
        assert guest.choose(state.seen_by(seat), seat, Dice(1)) == state.legal(seat)[-1]


@pytest.mark.parametrize(
    ("source", "cause"),
    [
        ("sys.exit(7)", "ended with status 7"),
        ("sys.stdin.readline(); os.kill(os.getpid(), 9)", "ended by signal 9"),
        ("print('hello there', flush=True); time.sleep(60)", "which is no JSON"),
        ("print('{\"error\": [1]}', flush=True); time.sleep(60)", "gave up: .1."),
        ("print('[1]', flush=True); time.sleep(60)", "which has no action in it"),
        ("print(json.dumps({'action': 'x'}), flush=True); time.sleep(60)", "is not legal"),
        ("print(json.dumps({'action': [1]}), flush=True); time.sleep(60)", "is not legal"),
        ("print('{}\\n{}', flush=True); time.sleep(60)", "more than one line"),
        ("print('x' * 10**6, end='', flush=True); time.sleep(60)", "bytes"),
        ("time.sleep(60)", SILENCE),
        ("os.close(1); time.sleep(60)", "closed its input or output"),
    ],
)
def test_what_a_program_does_wrong_is_named_and_it_is_gone(
    tmp_path: Path, source: str, cause: str
) -> None:
    game, state, seat = a_decision(GAMES[0])
    note_pid = f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n"
    guest = bot(game, program(tmp_path, note_pid + source), patience(cause))
    start = monotonic()
    with pytest.raises(BotFailed, match=cause) as failed:
        guest.choose(state.seen_by(seat), seat, Dice(1))
    assert "\n" not in str(failed.value)
    assert monotonic() - start < NOT_TO_THE_END
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_a_program_ends_with_its_bot(tmp_path: Path) -> None:
    game, state, seat = a_decision(GAMES[0])
    note_pid = f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n"
    guest = bot(game, program(tmp_path, note_pid + LAST_LEGAL))
    guest.choose(state.seen_by(seat), seat, Dice(1))
    del guest
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


GUESTS = """
import os, time
class First:
    def __init__(self):
        self.asked = 0
    def choose(self, view, legal, clock):
        assert isinstance(view, dict) and clock > 0
        print("thinking aloud")
        self.asked += 1
        return legal[0] if self.asked == 1 else legal[1]
class Wrong:
    def choose(self, view, legal, clock):
        return 3
class Broken:
    def choose(self, view, legal, clock):
        raise RuntimeError("out of\\nideas")
class Crashing:
    def choose(self, view, legal, clock):
        os._exit(5)
class Slow:
    def choose(self, view, legal, clock):
        time.sleep(60)
class Dumb:
    pass
class Informed:
    def sit_down(self, hello):
        self.hello = hello
    def choose(self, view, legal, clock):
        import json
        open("hello.json", "w").write(json.dumps(self.hello))
        return legal[0]
"""


@pytest.fixture
def guests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Classes in the folder one is in."""
    (tmp_path / "guests_for_test.py").write_text(GUESTS)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("guests")
def test_a_class_sits_down(game_id: str) -> None:
    """And remembers what it was asked."""
    game, state, seat = a_decision(game_id)
    guest = bot(game, "py:guests_for_test:First")
    for action in state.legal(seat)[:2]:
        assert guest.choose(state.seen_by(seat), seat, Dice(1)) == action


@pytest.mark.usefixtures("guests")
def test_a_class_is_told_where_it_sits_as_a_program_is(game_id: str) -> None:
    game, state, seat = a_decision(game_id)
    guest = bot(game, "py:guests_for_test:Informed")
    guest.choose(state.seen_by(seat), seat, Dice(1))
    hello = json.loads(Path("hello.json").read_text())
    assert (hello["game"], hello["rules"]) == (game_id, game.rules)
    assert (hello["seat"], hello["seats"]) == (seat + 1, state.seats)
    assert hello["options"] == game.read_setup(state.seats, {})


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("Wrong", "answered 3, which is not legal"),
        ("Broken", "gave up: RuntimeError: out of ideas"),
        ("Crashing", "ended with status 5"),
        ("Slow", SILENCE),
        ("Dumb", r"gave up: TypeError: Dumb has no choose\(view, legal, clock\)"),
        ("Nobody", "gave up: AttributeError: .*Nobody"),
    ],
)
def test_what_a_class_does_wrong_is_named(name: str, cause: str) -> None:
    game, state, seat = a_decision(GAMES[0])
    guest = bot(game, f"py:guests_for_test:{name}", patience(cause))
    start = monotonic()
    with pytest.raises(BotFailed, match=cause):
        guest.choose(state.seen_by(seat), seat, Dice(1))
    assert monotonic() - start < NOT_TO_THE_END


@pytest.mark.parametrize("number", [0, 1])
def test_the_programs_in_the_document_play(number: int, tmp_path: Path) -> None:
    blocks = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8").split("```")[1::2]
    sources = [block.partition("\n")[2] for block in blocks if "\n#!" in f"\n{block}"[:20]]
    file = tmp_path / "bot"
    file.write_text(sources[number])
    file.chmod(0o755)
    for game_id in GAMES:
        game, state, seat = a_decision(game_id)
        guest = bot(game, f"cmd:{file}")
        for _ in range(2):
            assert state.is_legal(seat, guest.choose(state.seen_by(seat), seat, Dice(1)))


# ---- at the command line


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "periplo", *arguments], capture_output=True, text=True, timeout=120
    )


def test_guests_are_accepted_wherever_a_bot_is_named(tmp_path: Path) -> None:
    name = program(tmp_path, LAST_LEGAL)
    game = quickest_game()
    setup = [game, "--seats", str(periplo.game(game).most_seats), "--seed", "1", "--bots"]
    played = run("simulate", *setup, name, "--games", "2")
    assert played.returncode == 0, played.stderr
    broken = program(tmp_path, "sys.exit(3)")
    many = next(other for other in GAMES if other != game)
    played = run("selfplay", many, "--seats", "2", "--seed", "1", "--bots", broken)
    assert played.returncode == 2
    assert "ended with status 3" in played.stderr
    assert played.stderr.count("\n") == 1
