"""Another game is another folder: nothing that exists is edited, compiled or not."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import periplo
import periplo.games
from periplo import TABLE, Dice, Match
from periplo.adapters import pettingzoo
from periplo.core.playout import begin, play_game, play_randomly
from periplo.core.state import Uniform
from periplo.study.simulate import Study, simulate


@pytest.fixture
def sixth_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = str(Path(__file__).parent / "sixth_game")
    monkeypatch.setattr(periplo.games, "__path__", [*periplo.games.__path__, folder])
    periplo.game_ids.cache_clear()
    yield
    monkeypatch.undo()
    periplo.game_ids.cache_clear()
    periplo.game.cache_clear()


@pytest.mark.usefixtures("sixth_game")
def test_a_new_folder_is_a_new_game() -> None:
    assert "coin" in periplo.game_ids()
    match = Match.new("coin", 2)
    match.write("tails")
    assert match.line()["scores"] == [0, 1]
    assert match.state.winners() == [1]
    coin = periplo.game("coin")
    assert play_randomly(coin.new(2), Dice(1), 10) == 1
    assert play_game(coin.new(2), [Uniform(), Uniform()], Dice(1), 10) == 1
    tally = simulate(Study("coin", 2, 400, seed="coin"), 1, print)
    assert 150 < tally.wins[0] / 60 < 250
    observer = coin.observer(2, {})
    assert [observer.look(match.state, seat) for seat in (0, 1)] == [bytes([0, 1]), bytes([1, 0])]
    with pytest.raises(periplo.BadSetup, match="no seat is ever asked"):
        begin(coin.new(2), Dice(1))
    assert "periplo_coin_v1" in dir(pettingzoo)
    with pytest.raises(periplo.BadSetup, match="no seat is ever asked"):
        pettingzoo.periplo_coin_v1.env().reset()
    with pytest.raises(periplo.IllegalAction, match="COIN-1"):
        coin.new(2).apply(TABLE, 7)


def test_a_game_that_is_not_there_is_named() -> None:
    with pytest.raises(periplo.UnknownGame, match=r"'coin'; there are .*oca"):
        periplo.game("coin")
