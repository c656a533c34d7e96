"""Who may ask for what, and when: all of it in one place.

First a mapping of it; then the few questions whose answer is also a matter of who sits where.
"""

from collections.abc import Collection
from typing import Final, Literal, NamedTuple

from periplo.play.refusals import Code, Refused
from periplo.table.clock import Instant
from periplo.table.inputs import AssignSeat, SitDown
from periplo.table.rows import OVER, PLAYING, WAITING, Status, TableRow
from periplo.table.seats import OTHERS_WAIT, Seat

Who = Literal[
    "anybody",
    "holder",  # of the seat that the request names
    "player",  # the holder of any seat
    "host",  # the device that opened the table
    "host or player",
    "judge",  # whoever says now whether an answer is right
    "teacher",  # of a class table
    "holder or teacher",
]
RequestName = Literal[
    "act", "throw", "undo", "verdict", "promise", "contribute", "ready", "mark", "chat",
    "take open seat", "sit down again", "assign seat", "replace absent", "hand over", "leave seat",
    "suggest", "agree", "concede",
    "advise", "pass hand", "admit", "answer aside", "skip question", "pause class", "ring bell",
    "read report", "delete class",
    "start", "ask hint", "ask judge", "rematch", "read record", "look as seat",
]  # fmt: skip


class Permission(NamedTuple):
    who: Who
    when: tuple[Status, ...]
    needs_dice: bool = False  # they must have been mixed
    code: Code = "not-yours"  # for whoever may not, with what they are sent
    otherwise: str = "seat {seat} is not yours"
    stops: bool = False  # while a class table is paused


ALWAYS: Final[tuple[Status, ...]] = (WAITING, PLAYING, OVER)
HOST_ONLY: Final = "only whoever opened the table may do this"
TEACHER_ONLY: Final = "only the teacher of a class table may do this"
PERMISSIONS: Final[dict[RequestName, Permission]] = {
    "act": Permission("holder", (PLAYING,), needs_dice=True, stops=True),
    "throw": Permission("holder", (PLAYING,), needs_dice=True, stops=True),
    "undo": Permission("holder", (PLAYING,), needs_dice=True, stops=True),
    # whose it is, `Judging.judges` says
    "verdict": Permission(
        "judge", (PLAYING,), needs_dice=True, otherwise="it is not for you to judge", stops=True
    ),
    "promise": Permission("holder", (PLAYING,)),
    "contribute": Permission("holder", (PLAYING,)),
    "ready": Permission("holder", (WAITING,)),
    "mark": Permission("holder", (WAITING,)),
    "chat": Permission("holder", ALWAYS),
    "take open seat": Permission("anybody", (WAITING,)),
    # one's own by its token, or because one's device took it
    "sit down again": Permission(
        "holder", ALWAYS, code="taken", otherwise="seat {seat} is taken"
    ),
    "assign seat": Permission("host", ALWAYS, code="host-only", otherwise=HOST_ONLY),
    # a player of whom nobody is connected; `check_assign` says after how long
    "replace absent": Permission(
        "host or player", (PLAYING,), code="host-only", otherwise=HOST_ONLY
    ),
    # or whoever all have agreed may: `Agreeing.lets_give` says
    "hand over": Permission("host", (PLAYING,), code="host-only", otherwise=HOST_ONLY),
    "leave seat": Permission("holder", ALWAYS),
    "suggest": Permission("holder", (PLAYING,), needs_dice=True),
    "agree": Permission("holder", (PLAYING,), needs_dice=True),
    "concede": Permission("holder", (PLAYING,), needs_dice=True),
    # of a phone, whose team has a hand that `Teams` knows
    "advise": Permission("holder", (PLAYING,), needs_dice=True),
    "pass hand": Permission("holder or teacher", ALWAYS),
    "admit": Permission("holder or teacher", ALWAYS),
    "answer aside": Permission("holder", (PLAYING,), needs_dice=True, stops=True),
    "skip question": Permission("teacher", (PLAYING,), needs_dice=True, otherwise=TEACHER_ONLY),
    "pause class": Permission("teacher", (PLAYING,), otherwise=TEACHER_ONLY),
    "ring bell": Permission("teacher", (PLAYING,), otherwise=TEACHER_ONLY),
    "read report": Permission("teacher", (PLAYING, OVER), otherwise=TEACHER_ONLY),
    "delete class": Permission("teacher", ALWAYS, otherwise=TEACHER_ONLY),
    "start": Permission(
        "host", (WAITING,), code="host-only",
        otherwise="only whoever opened the table may start it",
    ),
    "ask hint": Permission("holder", (PLAYING,)),
    "ask judge": Permission("host", (PLAYING, WAITING), code="host-only", otherwise=HOST_ONLY),
    "rematch": Permission(
        "player", (OVER,), otherwise="only those who played may ask for a rematch"
    ),
    "read record": Permission("anybody", (OVER,)),
    "look as seat": Permission("holder", ALWAYS),
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


def check(
    name: RequestName,
    status: Status,
    held: Collection[int] = (),
    seat: int | None = None,
    is_host: bool = False,
    teaches: bool = False,
) -> None:
    """Refuse whoever may not ask for it, and then what is asked for at another stage."""
    check_who(name, held, seat, is_host, teaches=teaches)
    check_when(name, status)


def check_who(
    name: RequestName,
    held: Collection[int],
    seat: int | None = None,
    is_host: bool = False,
    is_judge: bool = False,
    teaches: bool = False,
) -> None:
    """Refuse whoever may not ask for it; `held` are the seats that they hold, from 0."""
    permission = PERMISSIONS[name]
    if not _is_among(permission.who, held, seat, is_host, is_judge, teaches):
        number = 0 if seat is None else seat + 1
        raise Refused(permission.code, permission.otherwise.format(seat=number))


def _is_among(
    who: Who,
    held: Collection[int],
    seat: int | None,
    is_host: bool,
    is_judge: bool,
    teaches: bool,
) -> bool:
    match who:
        case "anybody":
            return True
        case "holder":
            return seat in held
        case "player":
            return bool(held)
        case "host":
            return is_host
        case "host or player":
            return is_host or bool(held)
        case "judge":
            return is_judge
        case "teacher":
            return teaches
        case "holder or teacher":
            return seat in held or teaches


def check_when(
    name: RequestName, status: Status, is_mixed: bool = True, is_paused: bool = False
) -> None:
    """Refuse what is asked for at another stage of the game."""
    permission = PERMISSIONS[name]
    if status not in permission.when:
        raise Refused(*AT_ANOTHER_STAGE[permission.when[0], status])
    if permission.needs_dice and not is_mixed:
        raise Refused("gathering", "the dice are being mixed; wait a moment")
    if permission.stops and is_paused:
        raise Refused("paused", "the teacher has paused the game")


def check_class_table(row: TableRow) -> None:
    """Refuse what only a class table has."""
    if row.classroom is None:
        raise Refused("illegal", "this is no class table: there are no phones of a team here")


def check_no_class_table(row: TableRow) -> None:
    """Refuse what a class table has in another way."""
    if row.classroom is not None:
        raise Refused("illegal", "this is a class table: one comes to a team with the join code")


def check_hints(row: TableRow) -> None:
    """Refuse hints where people are compared, or the host does not want them."""
    if row.compares_people():
        raise Refused("no-hints", "there are none at rated and real tables, nor in a day's deal")
    if not row.gives_hints():
        raise Refused("hints-off", "whoever opened the table does not want hints here")


def check_sit_down(given: SitDown, place: Seat, row: TableRow) -> None:
    check_no_class_table(row)
    if given.seat in row.conceded:
        raise Refused("conceded", "whoever has given up does not play on")
    if place.kind == "open":
        check("take open seat", row.status)
    else:
        own = (given.seat,) if place.device == given.device else given.held
        check("sit down again", row.status, own, given.seat)


def check_assign(
    given: AssignSeat, place: Seat, row: TableRow, is_host: bool, now: Instant
) -> None:
    """The host decides who sits there; during play a bot may stand in for somebody who is not
    there, which after a while others who play may say, too.
    """
    status = row.status
    away = place.away(now) if status == PLAYING else None
    held = () if row.classroom is not None else given.held  # there the teacher alone decides
    check("assign seat" if away is None else "replace absent", status, held, is_host=is_host)
    if given.kind == "me":
        raise Refused("illegal", "to take a seat oneself, sit down there")
    if status == WAITING:
        return
    if given.kind != "bot" or (away is None and not place.left):
        raise Refused(
            "still-here",
            "only a seat that its player has left, or been away from for a while, can be given to "
            "a bot",
        )
    if away is not None:
        _check_patience(given.seat, away, row.away_after + (0 if is_host else OTHERS_WAIT))


def _check_patience(seat: int, away: int, wait: int) -> None:
    if away < wait:
        raise Refused(
            "still-here",
            f"seat {seat + 1} has been away for {away} seconds; others may do something about it "
            f"after {wait}",
        )


def check_away(place: Seat, row: TableRow, now: Instant) -> None:
    """Refuse what is for somebody who is away while they are not, or not for long enough."""
    away = place.away(now)
    if away is None:
        raise Refused("still-here", f"nobody plays seat {place.seat + 1} who is away")
    _check_patience(place.seat, away, row.away_after)


def check_may_be_given(seat: int, row: TableRow) -> None:
    """Refuse what is for seats that somebody else may play on."""
    check_no_class_table(row)
    if row.rated:
        raise Refused("illegal", "nobody plays for somebody else at a rated table")
    if seat in row.conceded:
        raise Refused("conceded", "whoever has given up does not play on")


def check_plays_itself(place: Seat) -> None:
    """Whoever left a seat to a bot does nothing there meanwhile."""
    if place.left:
        raise Refused("bot-plays", "a bot plays this seat; sit down again first")
