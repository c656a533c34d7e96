"""What a council sets by hand, and what follows from it by itself."""

from periplo.core.state import TABLE, State
from periplo.games.camino import GAME

NAMES = ("Uno", "Dos")


def drawing() -> State:
    state = GAME.new(2)
    for text in ("board 1", "board 2", "card 4"):
        state.apply(TABLE, GAME.parse(state, TABLE, text))
    return state


def test_the_card_of_the_round_may_be_another() -> None:
    state = drawing()
    card, *rest = GAME.arrangement(state, NAMES, "es")
    assert (card["kind"], card["path"], card["value"]) == ("choice", ["card"], 4)
    assert len(card["choices"]) == 15
    assert [field["label"] for field in rest] == [
        "Uno: ya no traza en esta ronda", "Dos: ya no traza en esta ronda",
    ]  # fmt: skip
    position = GAME.arranged(state, GAME.position(state) | {"card": 9})
    again = GAME.load(position)
    assert GAME.position(again)["seats"][0]["left"] == GAME.board()["cards"][8]


def test_nothing_is_set_while_nobody_draws() -> None:
    assert GAME.arrangement(GAME.new(2), NAMES, "en") == []
