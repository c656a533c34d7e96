"""A real table as its officials see it, and everything that they may ask for there."""

from collections.abc import Sequence
from typing import Any

from websockets.asyncio.client import ClientConnection

from periplo.client.seated import SeatedAt
from periplo.desk.permissions import NO_VALIDATOR, OF_A_SEAT, PERMISSIONS
from periplo.desk.roles import Verb


def given(**fields: Any) -> dict[str, Any]:
    """Those that are not left out."""
    return {name: value for name, value in fields.items() if value is not None}


class OfficialAt(SeatedAt):
    """`line` and `desk` are always the newest; `lines` is what has come of the journal since one
    connected. Every verb returns the number of the line that it wrote.

    Each takes `official`, the office to do it by; left out, it is the first that may. It also
    takes `id` and `line`, which are filled in.
    """

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__(socket)
        self.officials: list[dict[str, Any]] = []  # one's own, in office
        self.line = 0
        self.desk: dict[str, Any] = {}
        self.lines: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        message = await super().receive()
        if message["t"] in ("welcome", "moment", "journal"):
            self.line = message["line"]
        if message["t"] in ("welcome", "journal"):
            self.desk = message["desk"]
        if message["t"] == "welcome":
            self.officials = message["officials"]
        if message["t"] == "journal":
            self.lines += message["lines"]
            gone = [line["official"] for line in message["lines"] if line["kind"] == "withdrawn"]
            self.officials = [one for one in self.officials if one["official"] not in gone]
        return message

    async def news(self) -> list[dict[str, Any]]:
        """Wait for the next news of the journal; its lines, of which there may be none."""
        while (message := await self.receive())["t"] != "journal":
            pass
        lines: list[dict[str, Any]] = message["lines"]
        return lines

    async def request(self, verb: Verb, **given: Any) -> int:
        """Ask for something; the number of the line that it wrote."""
        message = {"t": verb, "line": self.line, **given}
        official = message.pop("official", None) or self._office_for(verb, given.get("seat"))
        if official is not None:
            message["as"] = official
        answer = await self.answer_to(message)
        return int(answer["line"])

    def _office_for(self, verb: Verb, seat: int | None) -> str | None:
        """Which of one's offices to do it by; None where there is nothing to choose."""
        if len(self.officials) < 2:
            return None
        who = PERMISSIONS[verb].who
        able = [
            one
            for one in self.officials
            if one["role"] in who and (one.get("seat") == seat or who[one["role"]] not in OF_A_SEAT)
        ]
        able.sort(key=lambda one: who[one["role"]] == NO_VALIDATOR)
        official: str | None = able[0]["official"] if able else None
        return official

    # what the table does

    async def enter(self, outcome: str | Sequence[str], **more: Any) -> int:
        """One outcome, or several as one."""
        if isinstance(outcome, str):
            return await self.request("enter", outcome=outcome, **more)
        return await self.request("enter", outcomes=list(outcome), **more)

    async def void(self, seat: int, why: str, clause: str | None = None, **more: Any) -> int:
        return await self.request("void", seat=seat, why=why, **given(clause=clause), **more)

    async def confirm(self, of: int, **more: Any) -> int:
        return await self.request("confirm", of=of, **more)

    async def dispute(self, of: int, why: str, **more: Any) -> int:
        return await self.request("dispute", of=of, why=why, **more)

    # what seats do

    async def act(self, seat: int, action: str, **more: Any) -> int:
        """A seat's decision; whoever only plays there decides as at any table."""
        if not self.officials:
            return await super().act(seat, action)
        return await self.request("act", seat=seat, action=action, **more)

    async def name(self, seat: int, people: Sequence[str], **more: Any) -> int:
        return await self.request("name", seat=seat, people=list(people), **more)

    async def protest(self, seat: int, text: str, **more: Any) -> int:
        return await self.request("protest", seat=seat, text=text, **more)

    # what judges do

    async def penalty(self, seat: int, points: float, why: str, **more: Any) -> int:
        return await self.request("penalty", seat=seat, points=points, why=why, **more)

    async def sanction(self, seat: int, choice: str, **more: Any) -> int:
        return await self.request("sanction", seat=seat, choice=choice, **more)

    async def correct(self, of: int, to: str | Sequence[str] | None, **more: Any) -> int:
        """Something else happened at that line's place; None for nothing."""
        content = to if to is None or isinstance(to, str) else list(to)
        return await self.request("correct", of=of, to=content, **more)

    async def pause(self, why: str = "", **more: Any) -> int:
        return await self.request("pause", why=why, **more)

    async def resume(self, why: str = "", **more: Any) -> int:
        return await self.request("resume", why=why, **more)

    async def answer(self, of: int, text: str, *, upheld: bool, **more: Any) -> int:
        return await self.request("answer", of=of, text=text, upheld=upheld, **more)

    async def close(self, why: str = "", **more: Any) -> int:
        """End the event; `leave` ends the connection."""
        return await self.request("close", why=why, **more)

    # the council

    async def propose(self, text: str, position: dict[str, Any] | None = None, **more: Any) -> int:
        return await self.request("propose", text=text, **given(position=position), **more)

    async def vote(self, of: int, *, yes: bool, **more: Any) -> int:
        return await self.request("vote", of=of, yes=yes, **more)

    # stewards, herald, everybody

    async def place(
        self,
        seat: int,
        square: int | str,
        *,
        inside: bool,
        person: str | None = None,
        piece: int | str | None = None,
        **more: Any,
    ) -> int:
        """Somebody, or a piece, stands where it must, or does not."""
        where = {"square": square, "in": inside, **given(person=person, piece=piece)}
        return await self.request("place", seat=seat, **where, **more)

    async def proclaimed(self, of: int, **more: Any) -> int:
        return await self.request("proclaimed", of=of, **more)

    async def note(self, text: str, **more: Any) -> int:
        return await self.request("note", text=text, **more)
