"""The rules a second time, slow and plain, by the names of squares alone: what the tests compare
the fast ones with. It knows nothing of `board.py`, of numbers or of bits.
"""

from periplo.core.game import Options, Position

RELEASES = {"out 0": "0", "out 3": "3", "out 6": "6", "out 00": "0"}
WALK = 10
MOST_PIPS = 12


def step(at: str, own: int, up: bool) -> str:
    """The next square for a colour; "" behind freedom."""
    if at == "out":
        return ""
    if at[0] == "e":
        return "out" if at == "e6" else f"e{int(at[1]) + 1}"
    side, number = int(at[0]), int(at[2:])
    if at[1] == "/":
        return f"{side}:4" if number == 7 else f"{side}/{number + 1}"
    if number == 14:
        return f"{side}/1" if up else f"{side}:0"
    if number == 9:
        return "e1" if side % 4 + 1 == own else f"{side % 4 + 1}:10"
    return f"{side}:{number + 1}"


def walk(at: str, own: int, pips: int, up: bool) -> list[str]:
    """The squares stepped on; "" for steps beyond freedom."""
    squares: list[str] = []
    for _ in range(pips):
        at = step(at, own, up) if at else ""
        squares.append(at)
    return squares


def all_actions() -> list[str]:
    """Everything that a seat can ever say."""
    moves = [
        f"p{reo} {pips}{up}"
        for reo in range(1, 5)
        for pips in range(1, MOST_PIPS + 1)
        for up in ("", " up")
    ]
    taken = [f"taken {seat}.{reo}" for seat in range(1, 5) for reo in range(1, 5)]
    return [*RELEASES, *moves, "skip", "pass", *taken]


class Plain:
    """A position in which a seat is to act."""

    def __init__(self, position: Position, options: Options) -> None:
        self.phase: str = position["phase"]
        self.turn: int = position["turn"]
        self.left: list[int] = position["left"]
        self.reos: list[list[str]] = [seat["reos"] for seat in position["seats"]]
        self.sides: list[int] = [seat["side"] for seat in position["seats"]]
        self.guards: list[str] = position["guards"]
        self.dice: list[int] = position["dice"]
        self.owners_nine = options.get("nine") == "owner"
        self.far = options.get("reach") == "yard"
        self.own, self.side = self.reos[self.turn], self.sides[self.turn]

    def holders(self, square: str) -> list[int]:
        """The seats whose reos stand there, one entry a reo; for the yard and the galleries."""
        return [seat for seat, reos in enumerate(self.reos) for at in reos if at == square]

    def is_barrier(self, square: str) -> bool:
        return ":" in square and len(self.holders(square)) >= 2

    def protects(self, square: str, seat: int) -> bool:
        if not square.endswith(":9"):
            return False
        return not self.owners_nine or int(square[0]) % 4 + 1 == self.sides[seat]

    # what a clause forbids; "" or "capture" for what none does

    def forbids_release(self, text: str) -> str:
        if len(self.left) < 2:
            return "POL-5"
        releasing = {"out 0": sum(self.left) == 6, "out 3": self.left == [3, 6]}
        if not releasing.get(text, self.left == [6, 6]):
            return "POL-2"
        if "cell" not in self.own:
            return "POL-2"
        square = f"{self.side}:{RELEASES[text]}"
        there = self.holders(square)
        if self.turn in there:
            return "POL-9" if len(there) == (3 if square.endswith(":0") else 2) else ""
        if len(there) == 2:
            return "POL-8"
        if there and text == "out 6" and self.own.count("cell") > 1:
            return "POL-R5"
        return ""

    def forbids_walk(self, reo: int, pips: int, up: bool) -> str:
        at = self.own[reo]
        if at in ("cell", "out"):
            return "POL-2" if at == "cell" else "POL-13"
        squares = walk(at, self.side, pips, up)
        if up and not any(
            a.endswith(":14") and b.endswith("/1")
            for a, b in zip([at, *squares], squares, strict=False)
        ):
            return "POL-12"
        if "" in squares:
            return "POL-13"
        for square in squares:
            if "/" in square and self.holders(square):
                return "POL-10"
            if self.is_barrier(square):
                return "POL-8"
        return self.forbids_landing(squares[-1])

    def forbids_landing(self, square: str) -> str:
        if square[0] == "e":
            return "POL-13" if square in self.own else ""
        if square in self.guards:
            return "POL-15"
        rivals = [seat for seat in self.holders(square) if seat != self.turn]
        if square == "out" or not rivals:
            return ""
        if "cell" in self.own:
            return "POL-6"
        return "POL-11" if self.protects(square, rivals[0]) else "capture"

    # all of it together

    def walks(self, pips: list[int]) -> dict[str, str]:
        """Every walk of these pips with what forbids it."""
        return {
            f"p{reo + 1} {number}{' up' if up else ''}": self.forbids_walk(reo, number, up)
            for reo in range(4)
            for number in pips
            for up in (False, True)
        }

    def pips(self) -> list[int]:
        both = [sum(self.left)] if len(self.left) == 2 else []
        return sorted({*self.left, *both})

    def verdicts(self) -> dict[str, str]:
        """Every action with the clause that forbids it; "" for the legal ones."""
        if self.phase == "guard":
            victims = self.victims()
            return {text: "" if text in victims else "POL-17" for text in all_actions()}
        taken = {text: "POL-17" for text in all_actions() if text.startswith("taken")}
        if self.phase == "bonus":
            walks = self.walks([WALK])
            found = {text: "" if why == "capture" else why for text, why in walks.items()}
            others = dict.fromkeys(all_actions(), "POL-7")
            return others | taken | {"pass": "POL-15", "skip": ""} | found
        releases = {text: self.forbids_release(text) for text in RELEASES}
        walks = self.walks(self.pips())
        may_release = "" in releases.values()
        best = "capture" if "capture" in walks.values() else ""
        moves = {}
        for text, why in walks.items():
            if may_release or (why == "" and best == "capture"):
                moves[text] = "POL-5"
            else:
                moves[text] = "" if why == best else why
        stuck = not may_release and "" not in moves.values()
        rest = dict.fromkeys(all_actions(), "POL-5" if may_release else "POL-4")
        plain = {"skip": "POL-7", "pass": "" if stuck else "POL-15"}
        return rest | taken | plain | releases | moves

    def victims(self) -> list[str]:
        """Whom guards reach with the throw."""
        throw = {*self.dice, sum(self.dice)}
        found = set()
        for guard in self.guards:
            at, blocked = guard, False
            for steps in range(1, MOST_PIPS + 1):
                at = step(at, 0, up=False)  # no colour's own nine ends it
                if at[0] != guard[0] and not self.far:
                    break
                there = self.holders(at)
                if steps in throw and not blocked and len(there) == 1:
                    seat = there[0]
                    if not self.protects(at, seat):
                        found.add(f"taken {seat + 1}.{self.reos[seat].index(at) + 1}")
                blocked = blocked or self.is_barrier(at)
        return sorted(found)
