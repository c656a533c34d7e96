"""A game whose pictures follow from the position alone, whatever its options."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from mypy_extensions import mypyc_attr

from periplo.core.game import Game, Options


@mypyc_attr(allow_interpreted_subclasses=True)
class DrawnGame(Game):
    """The room's `layout` module draws; it is imported when that is first asked for."""

    @abstractmethod
    def drawings(self) -> Any:
        """The module with `layout`, `svg`, `background` and `text`."""

    def layout(self, position: Mapping[str, Any], options: Options | None = None) -> dict[str, Any]:
        found: dict[str, Any] = self.drawings().layout(position)
        return found

    def svg(
        self,
        position: Mapping[str, Any],
        names: Sequence[str],
        language: str,
        options: Options | None = None,
    ) -> str:
        return str(self.drawings().svg(position, names, language))

    def background(self, seats: int, options: Options | None, language: str) -> str:
        beginning = self.position(self.new(seats, options))
        return str(self.drawings().background(beginning, language))

    def text_board(
        self,
        position: Mapping[str, Any],
        names: Sequence[str],
        language: str,
        options: Options | None = None,
    ) -> str:
        return str(self.drawings().text(position, names, language))
