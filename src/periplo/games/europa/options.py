"""The options of the race round the Union."""

from periplo.core.contents import Content
from periplo.core.options import File, Flag, OneOf, Option, Whole
from periplo.games.europa.packs import BUILT_IN, check_content
from periplo.games.europa.tables import EDITIONS


class Skill(Option):
    """The chance of a right answer: one number for all, or a list with one a seat."""

    def __init__(self) -> None:
        super().__init__("skill", "chance", 0.6)
        self.least = 0
        self.most = 1
        self.seats = "each"

    def read(self, value: object, seats: int) -> list[float]:
        given = value if isinstance(value, list) else [value] * seats
        chances = [
            float(chance)
            for chance in given
            if isinstance(chance, (int, float)) and not isinstance(chance, bool)
            if 0 <= chance <= 1
        ]
        if len(chances) != seats or len(given) != seats:
            raise self.refuse(f"a number from 0 to 1, or a list of {seats} of them", value)
        return chances

    def fill_in(self, seats: int) -> list[float]:
        return self.read(self.default, seats)


class PackFile(File):
    """The built-in question pack, or a file."""

    def __init__(self) -> None:
        super().__init__("pack", BUILT_IN)

    def check(self, content: Content) -> None:
        check_content(content)


OPTIONS = (
    OneOf("quiz", "choice", ("choice", "judged")),
    Skill(),
    Flag("instructions", True),
    Whole("flags", 6, 3, 6),
    PackFile(),
    OneOf("edition", "2009", EDITIONS),
)
