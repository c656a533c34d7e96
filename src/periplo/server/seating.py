"""Who sits where: what people ask of a table, and the tokens they get for it."""

from typing import Literal

from periplo.server.messages import Bot, Captain, Me, SeatSetup
from periplo.server.registry import TableRegistry
from periplo.server.secrets import digest, new_token
from periplo.server.table import NOTHING_HELD, Held, LiveTable
from periplo.table.inputs import AskJudge, AssignSeat, HandOver, LeaveSeat, SitDown
from periplo.table.rows import WAITING


async def sit_down(
    registry: TableRegistry,
    table: LiveTable,
    seat: int,
    device: str,
    held: tuple[int, ...],
    name: str,
    mark: str,
) -> str:
    """Take a seat that is open, or one's own again; returns its new token."""
    token = new_token()
    if table.row.rated and table.core.status == WAITING:
        await registry.check_wants_rating(digest(device))
    table.handle(SitDown(seat, digest(device), digest(token), held, name, mark))
    await table.saved()
    return token


async def assign_seat(
    table: LiveTable, seat: int, asked: SeatSetup, device: str, held: Held = NOTHING_HELD
) -> None:
    """Say who is to sit there."""
    kind: Literal["me", "open", "bot", "captain"] = "open"
    bot = name = mark = ""
    if isinstance(asked, Me):
        kind = "me"
    elif isinstance(asked, Bot):
        kind, bot, name = "bot", asked.bot, asked.name or ""
    elif isinstance(asked, Captain):
        kind, name, mark = "captain", asked.name, asked.mark or ""
    table.handle(
        AssignSeat(seat, digest(device), held.seats, kind, bot, name, mark, held.officials)
    )
    await table.saved()


async def ask_judge(table: LiveTable, device: str) -> str:
    """Let a spectator judge; returns their token."""
    token = new_token()
    table.handle(AskJudge(digest(device), digest(token)))
    await table.saved()
    return token


async def hand_over(table: LiveTable, seat: int, device: str, held: Held = NOTHING_HELD) -> str:
    """Give a seat that is away to whoever gets its new token."""
    token = new_token()
    table.handle(HandOver(seat, digest(device), digest(token), held.seats))
    await table.saved()
    return token


async def leave(table: LiveTable, seat: int, held: tuple[int, ...]) -> None:
    table.handle(LeaveSeat(seat, held))
    await table.saved()
