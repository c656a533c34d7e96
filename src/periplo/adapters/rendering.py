"""Boards as the libraries' render modes want them."""

from typing import Any

from periplo.core.errors import BadSetup
from periplo.core.game import Game, Options
from periplo.core.reading import show
from periplo.core.state import State

RENDER_MODES = ("ansi", "human", "rgb_array")


class Renderer:
    """Shows states of one game as a spectator sees them; with no mode, nothing."""

    def __init__(
        self, game: Game, options: Options | None, mode: str | None, language: str
    ) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise BadSetup(f"render_mode: one of {', '.join(RENDER_MODES)}, not {show(mode)}")
        self._game = game
        self._options = options
        self._mode = mode
        self._language = language

    def render(self, state: State) -> Any:
        """A text, nothing as the text was printed, or pixels."""
        if self._mode is None:
            return None
        game, language = self._game, self._language
        view = game.view(state, None)
        names = game.seat_names[: state.seats]
        if self._mode == "rgb_array":
            from periplo.adapters.picture import rasterise

            return rasterise(game.svg(view, names, language, self._options))
        board = game.text_board(view, names, language, self._options)
        if self._mode == "ansi":
            return board
        print(board)
        return None
