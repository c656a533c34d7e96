"""Who may ask for what, and when: all of it in one mapping."""

from collections.abc import Collection
from typing import Final, Literal, NamedTuple

from periplo.table.refusals import Code, Refused
from periplo.table.rows import OVER, PLAYING, WAITING, Status

Who = Literal[
    "anybody",
    "holder",  # of the seat that the request names
    "player",  # the holder of any seat
    "host",  # the device that opened the table
    "host or player",
]
RequestName = Literal[
    "act", "throw", "undo", "promise", "contribute", "ready", "chat",
    "sit down", "assign seat", "leave seat", "start", "rematch", "read record",
]  # fmt: skip


class Permission(NamedTuple):
    who: Who
    when: tuple[Status, ...]
    needs_dice: bool = False  # they must have been mixed
    otherwise: str = ""  # what whoever may not is sent


ALWAYS: Final[tuple[Status, ...]] = (WAITING, PLAYING, OVER)
PERMISSIONS: Final[dict[RequestName, Permission]] = {
    "act": Permission("holder", (PLAYING,), needs_dice=True),
    "throw": Permission("holder", (PLAYING,), needs_dice=True),
    "undo": Permission("holder", (PLAYING,), needs_dice=True),
    "promise": Permission("holder", (PLAYING,)),
    "contribute": Permission("holder", (PLAYING,)),
    "ready": Permission("holder", (WAITING,)),
    "chat": Permission("holder", ALWAYS),
    "sit down": Permission("anybody", ALWAYS),  # on an open seat before the start, or one's own
    "assign seat": Permission(
        # a player only during play, for somebody who has been away for a while
        "host or player", ALWAYS, otherwise="only whoever opened the table may do this"
    ),
    "leave seat": Permission("holder", ALWAYS),
    "start": Permission(
        "host", (WAITING,), otherwise="only whoever opened the table may start it"
    ),
    "rematch": Permission(
        "player", (OVER,), otherwise="only those who played may ask for a rematch"
    ),
    "read record": Permission("anybody", (OVER,)),
}  # fmt: skip
AT_ANOTHER_STAGE: Final[dict[tuple[Status, Status], tuple[Code, str]]] = {
    # what is needed, what there is
    (PLAYING, OVER): ("over", "the game is over"),
    (PLAYING, WAITING): ("not-begun", "the game has not begun"),
    (WAITING, PLAYING): ("begun", "the game has begun"),
    (WAITING, OVER): ("begun", "the game has begun"),
    (OVER, WAITING): ("not-over", "the game is not over"),
    (OVER, PLAYING): ("not-over", "the game is not over"),
}


def check_who(
    name: RequestName, held: Collection[int], seat: int | None = None, is_host: bool = False
) -> None:
    """Refuse whoever may not ask for it; `held` are the seats that they hold, from 0."""
    permission = PERMISSIONS[name]
    if permission.who == "holder":
        if seat not in held:
            raise Refused("not-yours", f"seat {0 if seat is None else seat + 1} is not yours")
    elif permission.who == "player":
        if not held:
            raise Refused("not-yours", permission.otherwise)
    elif permission.who != "anybody" and not is_host and (permission.who == "host" or not held):
        raise Refused("host-only", permission.otherwise)


def check_when(name: RequestName, status: Status, is_mixed: bool = True) -> None:
    """Refuse what is asked for at another stage of the game."""
    permission = PERMISSIONS[name]
    if status not in permission.when:
        raise Refused(*AT_ANOTHER_STAGE[permission.when[0], status])
    if permission.needs_dice and not is_mixed:
        raise Refused("gathering", "the dice are being mixed; wait a moment")
