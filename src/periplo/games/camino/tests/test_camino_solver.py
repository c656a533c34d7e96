"""El camino: the bot and the solver."""

from typing import Any, cast

import pytest

from periplo.core.dice import Dice
from periplo.core.errors import BadSetup
from periplo.core.playout import play_game, play_randomly
from periplo.core.state import TABLE, Uniform
from periplo.games.camino import GAME, solver
from periplo.games.camino.board import squares_to_come
from periplo.games.camino.bot import FEWEST, MOST, WEIGHTS, Greedy, Look
from periplo.games.camino.rules import PHASE_CARD, CaminoState


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A par that is quick to find, interpreted too."""
    monkeypatch.setattr(solver, "PAR_WIDTH", 3)


def replayed(solution: solver.Solution) -> Any:
    state = GAME.new(1)
    for text in solution.actions:
        actor = 0 if text.startswith("1: ") else TABLE
        state.apply(actor, GAME.parse(state, actor, text.removeprefix("1: ")))
    return state


def look_at(state: CaminoState) -> Look:
    trail = state.trails[0]
    look = Look(True, WEIGHTS)
    total = trail.points() - trail.empty()
    high = trail.highest()
    rest = squares_to_come(state.turned)
    look.at(trail.used, trail.head(), trail.tail(), total, high, 0, rest)
    return look


def test_greedy_beats_random_and_leaves_the_state_alone() -> None:
    greedy = Greedy()
    for seed in range(4):
        state = GAME.new(2)
        dice = Dice("greedy", seed)
        while not state.over():
            actor = state.next_actor()
            if actor == 0:
                before = GAME.position(state)
                action = greedy.choose(state, 0, dice)
                assert GAME.position(state) == before
                state.apply(0, action)
            elif actor == TABLE:
                state.apply(TABLE, state.draw(dice))
            else:
                state.apply(actor, Uniform().choose(state, actor, dice))
        assert state.winners() == [0]


@pytest.mark.parametrize("seats", [1, 2])
def test_what_greedy_remembers_changes_nothing(seats: int) -> None:
    """Also when somebody else takes a step in between, and when seats take turns."""
    greedy, dice = Greedy(), Dice("memory")
    for _ in range(3):
        state = GAME.new(seats)
        while not state.over():
            actor = state.actors()[dice.below(len(state.actors()))]
            if actor == TABLE:
                state.play(TABLE, state.draw(dice))
                continue
            action = greedy.choose(state, actor, dice)
            assert action == Greedy().choose(state, actor, dice)
            assert action == Greedy().rank(state, actor, dice)[0]
            state.play(actor, state.pick(actor, dice) if dice.below(8) == 0 else action)


def test_greedy_ranks_every_action() -> None:
    state, dice = GAME.new(2), Dice("ranks")
    play_game(state, [Greedy(), Greedy()], dice, 3)
    assert sorted(Greedy().rank(state, 0, dice)) == state.legal(0)
    assert len(state.legal(0)) > 2


def test_greedy_foresees_its_total() -> None:
    """From the seventh round on by some six points, as found when it was fitted."""
    wrong = []
    for seed in range(12):
        state, dice, greedy = GAME.new(1), Dice("foresight", seed), Greedy()
        while cast("CaminoState", state).round < 7:
            play_game(state, [greedy], dice, 1)
        foreseen = FEWEST + greedy.evaluate(state, 0) * (MOST - FEWEST)
        play_game(state, [greedy], dice, 1000)
        at_the_end = FEWEST + greedy.evaluate(state, 0) * (MOST - FEWEST)
        assert at_the_end == pytest.approx(state.scores()[0])
        wrong.append(foreseen - state.scores()[0])
    assert abs(sum(wrong)) / len(wrong) < 5
    assert sum(map(abs, wrong)) / len(wrong) < 9


def test_a_solution_is_a_game_that_scores_what_it_says() -> None:
    for seed in (1, 2):
        board, cards = solver.deal(seed)
        found = solver.best_of_width(board, cards, 5)
        state = replayed(found)
        assert state.over()
        assert state.scores() == [found.score]
        assert GAME.position(state)["played"] == cards
        assert GAME.position(state)["seats"][0]["path"] == found.path
        assert 30 < found.score <= found.bound <= 54


def test_the_same_width_finds_the_same_path() -> None:
    board, cards = solver.deal("again")
    one, two = (solver.best_of_width(board, cards, 5) for _ in range(2))
    assert one.actions == two.actions
    # worked out compiled and interpreted alike
    assert (one.score, one.path[0], one.path[-1]) == (32, "i3", "c6")


def test_a_deal_is_what_a_game_with_the_seed_turns_up() -> None:
    board, cards = solver.deal(7)
    state = GAME.new(1)
    dice = Dice(7)
    while not state.over():
        actor = state.next_actor()
        state.apply(actor, state.draw(dice) if actor == TABLE else 0)
    assert GAME.position(state)["played"] == cards
    assert GAME.position(state)["seats"][0]["board"] == board
    assert sorted(cards) == list(range(1, 16))


@pytest.mark.usefixtures("narrow")
def test_more_time_is_never_worse_than_par() -> None:
    board, cards = solver.deal(3)
    reports: list[tuple[float, int, int]] = []
    found = solver.solve(board, cards, 0.3, lambda *news: reports.append(news))
    assert reports[0][1] == solver.par(board, cards).score
    assert [score for _, score, _ in reports] == sorted(score for _, score, _ in reports)
    assert [bound for _, _, bound in reports] == sorted((b for _, _, b in reports), reverse=True)
    assert found.score >= reports[-1][1]
    assert found.bound <= reports[-1][2]
    assert replayed(found).scores() == [found.score]
    assert solver.solve(board, cards, 0.0).actions == solver.par(board, cards).actions


@pytest.mark.parametrize(
    ("board", "cards"), [(0, range(1, 16)), (5, range(1, 16)), (1, range(1, 15)), (1, [1] * 15)]
)
def test_a_board_or_cards_that_do_not_exist_are_refused(board: int, cards: Any) -> None:
    with pytest.raises(BadSetup):
        solver.solve(board, list(cards), 0.0)


def test_no_game_ends_above_the_bound_of_any_of_its_positions() -> None:
    """The proof's premise, tried on random games and on good ones."""
    for seed in range(8):
        state = cast("CaminoState", GAME.new(1))
        dice = Dice("bound", seed)
        bounds = []
        while not state.over():
            if state.phase == PHASE_CARD:
                bounds.append(look_at(state).bound)
            if seed % 2:
                play_game(state, [Greedy()], dice, 1)
            else:
                play_randomly(state, dice, 1)
        assert min(bounds) >= state.scores()[0]


def test_no_way_to_play_the_last_two_cards_ends_above_the_bound() -> None:
    """All of them, from positions where some were left."""
    for seed in range(6):
        state = cast("CaminoState", GAME.new(1))
        dice = Dice("last", seed)
        while not (state.phase == PHASE_CARD and state.round == 14):
            play_randomly(state, dice, 1)
        assert best_ending(state) <= look_at(state).bound


def best_ending(state: CaminoState) -> int:
    """The best total, whatever the order of the remaining cards and whatever is drawn."""
    if state.over():
        return int(state.scores()[0])
    best = -61
    actor = state.next_actor()
    for action in state.legal(actor):
        after = cast("CaminoState", state.copy())
        after.play(actor, action)
        best = max(best, best_ending(after))
    return best
