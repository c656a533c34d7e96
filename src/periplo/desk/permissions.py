"""Who may ask for what at a real table, and when, and who sees what: all of it in one place.

First the tables, row by row; then the few functions that read them.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, Protocol, TypedDict

from periplo.desk.lines import Kind, Line
from periplo.desk.requests import VERB_OF, Request
from periplo.desk.roles import VERBS, Asker, Official, Player, Role, Verb
from periplo.desk.setup import Setup
from periplo.play.refusals import Refused

Condition = Literal[
    "always",
    "on behalf",
    "own seat",
    "own seat, unless a person plays it",
    "no validator is appointed",
    "entry of somebody else",
    "of the council when it was proposed",
]
ALWAYS: Final = "always"
BEHALF: Final = "on behalf"  # always, for a seat that is not theirs
OWN_SEAT: Final = "own seat"
DECIDES: Final = "own seat, unless a person plays it"
NO_VALIDATOR: Final = "no validator is appointed"
NOT_OWN: Final = "entry of somebody else"
COUNCIL: Final = "of the council when it was proposed"
OF_A_SEAT: Final = (OWN_SEAT, DECIDES)

OrganisersAct = Literal[
    "set up", "rehearse", "start", "appoint", "withdraw", "list officials", "throw away"
]  # fmt: skip
AskerRole = Role | Literal["player", "bot"]
Who = Mapping[AskerRole, Condition]


class DeskPermission(NamedTuple):
    who: Who  # everybody else may not
    before_start: bool = False
    after_start: bool = True
    after_close: bool = False
    while_paused: bool = True
    after_the_game: bool = True
    at_any_line: bool = False  # never stale: it does not depend on how the match stands


ORGANISER: Final[Who] = {"organiser": ALWAYS}
JUDGE: Final[Who] = {"judge": ALWAYS}
ENTERS: Final[Who] = {"validator": ALWAYS, "notary": NO_VALIDATOR, "judge": ALWAYS}
EVERY_OFFICIAL: Final[Who] = {
    "organiser": ALWAYS, "validator": ALWAYS, "notary": ALWAYS, "steward": ALWAYS,
    "judge": ALWAYS, "captain": ALWAYS, "herald": ALWAYS,
}  # fmt: skip
PERMISSIONS: Final[dict[Verb | OrganisersAct, DeskPermission]] = {
    "set up": DeskPermission(ORGANISER, before_start=True, after_start=False),
    "rehearse": DeskPermission(ORGANISER, before_start=True, after_start=False),
    "start": DeskPermission(ORGANISER, before_start=True, after_start=False),
    "appoint": DeskPermission(ORGANISER, before_start=True),
    "withdraw": DeskPermission(ORGANISER, before_start=True, after_close=True),
    "list officials": DeskPermission(ORGANISER, before_start=True, after_close=True),
    "throw away": DeskPermission(ORGANISER, before_start=True, after_close=True),  # a rehearsal
    "enter": DeskPermission(ENTERS, while_paused=False, after_the_game=False),
    "void": DeskPermission(ENTERS, while_paused=False, after_the_game=False),
    "confirm": DeskPermission({"notary": NOT_OWN, "judge": NOT_OWN}, while_paused=False),
    "dispute": DeskPermission({"notary": NOT_OWN, "judge": NOT_OWN}),
    "act": DeskPermission(
        {"validator": BEHALF, "judge": BEHALF, "captain": DECIDES, "player": OWN_SEAT,
         "bot": OWN_SEAT},
        while_paused=False, after_the_game=False,
    ),
    "name": DeskPermission(
        {"notary": BEHALF, "judge": BEHALF, "captain": OWN_SEAT},
        while_paused=False, at_any_line=True,
    ),
    "penalty": DeskPermission(JUDGE, at_any_line=True),
    "sanction": DeskPermission(JUDGE),
    "correct": DeskPermission(JUDGE),
    "pause": DeskPermission(JUDGE, while_paused=False),
    "resume": DeskPermission(JUDGE),
    "answer": DeskPermission(JUDGE, at_any_line=True),
    "close": DeskPermission(JUDGE),
    "propose": DeskPermission({"notary": ALWAYS, "judge": ALWAYS}),
    "vote": DeskPermission({"notary": COUNCIL, "judge": COUNCIL}, at_any_line=True),
    "protest": DeskPermission({"captain": OWN_SEAT}, at_any_line=True),
    "place": DeskPermission({"steward": ALWAYS, "judge": ALWAYS}, at_any_line=True),
    "proclaimed": DeskPermission({"herald": ALWAYS}, at_any_line=True),
    "note": DeskPermission(EVERY_OFFICIAL, before_start=True, at_any_line=True),
}  # fmt: skip
OTHERWISE: Final[Mapping[Condition, str]] = {
    NOT_OWN: "this entry is your own",
    COUNCIL: "you were not of the council when this was proposed",
}
Roles = tuple[AskerRole, ...]
# with an entry that waits
ENTERS_ANEW: Final[Roles] = ("judge",)  # others only their own, and any once it is disputed
CONFIRMS_DISPUTED: Final[Roles] = ("judge",)
CONFIRMS_ALONE: Final[Roles] = ("judge",)  # it takes effect at once, whatever it needs
# for a seat that a bot plays; whoever else may act is refused as `bot-plays`
ACTS_FOR_BOT: Final[Roles] = ("bot",)


Look = Literal["journal", "people", "places", "sanctions", "minutes", "record"]
Sight = Literal["all", "own seat", "public", "nothing"]


class Sights(NamedTuple):
    officials: Sight
    captains: Sight  # who hold no other office
    anybody: Sight


LOOKS: Final[dict[Look, Sights]] = {
    "journal": Sights("all", "own seat", "public"),  # and what is pending
    "people": Sights("all", "own seat", "nothing"),
    "places": Sights("all", "own seat", "nothing"),
    "sanctions": Sights("all", "all", "nothing"),
    "minutes": Sights("all", "all", "nothing"),
    "record": Sights("all", "all", "public"),  # once it is closed, and without the journal
}
Need = Literal["outcomes", "behalf", "arrangement", "correctable"]
NEEDED_FOR: Final[dict[Need, Verb]] = {  # only whoever may do this sees it
    "outcomes": "enter",  # what the table may do, and what one must know for it
    "behalf": "act",  # what the seat sees
    "arrangement": "propose",  # what of a position can be set by hand
    "correctable": "correct",  # the lines that can be corrected
}
PUBLIC: Final[frozenset[Kind]] = frozenset(  # of lines; an entry once it is in effect
    ("started", "entered", "void", "acted", "penalty", "sanction", "ruling", "corrected", "paused",
     "resumed", "closed")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: an official who may see everything, captains of these seats, or anybody."""

    full: bool = False
    seats: frozenset[int] = frozenset()  # from 1

    def sees(self, seat: int | None) -> bool:
        """Whether what is a seat's own is for them."""
        return self.full or seat in self.seats


EVERYTHING: Final = Viewer(full=True)


class Waits(Protocol):
    """An entry that waits, and the people who have said something about it."""

    line: Line
    confirmed: list[str]
    disputed: list[str]


class Proposed(Protocol):
    """A proposal that is not decided, and the people who have voted on it."""

    votes: dict[str, bool]


class DeskFacts(Protocol):
    """What an answer depends on besides."""

    setup: Setup
    has_started: bool
    is_paused: bool
    is_closed: bool
    changed_at: int
    officials: dict[str, Official]

    @property
    def organiser(self) -> Official: ...

    @property
    def waiting(self) -> Waits | None: ...

    @property
    def proposals(self) -> Mapping[int, Proposed]: ...

    def is_over(self) -> bool: ...

    def in_office(self, *roles: Role) -> list[str]: ...

    def find(self, no: int) -> Line | None: ...


# ---- asking


def may(asker: Asker, verb: Verb, seat: int | None, desk: DeskFacts) -> bool:
    """Whether the office allows it, whatever line it is about."""
    condition = PERMISSIONS[verb].who.get(asker.role)
    return condition is not None and _holds(condition, asker, seat, None, desk)


def check(asker: Asker, request: Request, seen: int | None, desk: DeskFacts) -> None:
    """Refuse whoever may not ask for it, and then what is asked for at another time. `seen` is the
    last change that the asker knew of.
    """
    verb = VERB_OF[type(request)]
    seat: int | None = getattr(request, "seat", None)
    _check_who(asker, verb, seat, getattr(request, "of", None), desk)
    check_when(verb, desk, seen)


def _check_who(asker: Asker, verb: Verb, seat: int | None, of: int | None, desk: DeskFacts) -> None:
    condition = PERMISSIONS[verb].who.get(asker.role)
    if condition is None or not _holds(condition, asker, seat, of, desk):
        otherwise = f"{asker.role}s may not do this here"
        if isinstance(asker, Player):
            otherwise = "only an official may do this"
        raise Refused("not-yours", OTHERWISE.get(condition or ALWAYS, otherwise))


def _holds(
    condition: Condition, asker: Asker, seat: int | None, of: int | None, desk: DeskFacts
) -> bool:
    line = None if of is None else desk.find(of)
    match condition:
        case "always" | "on behalf":
            return True
        case "own seat":
            return asker.seat == seat
        case "own seat, unless a person plays it":
            return asker.seat == seat and (seat is None or desk.setup.kind(seat) != "person")
        case "no validator is appointed":
            return not desk.in_office("validator")
        case "entry of somebody else":
            return line is None or line.kind != "entered" or line.name != asker.name
        case "of the council when it was proposed":
            is_proposal = line is not None and line.kind == "proposed"
            return line is None or not is_proposal or asker.name in line.facts["council"]


def check_when(ask: Verb | OrganisersAct, desk: DeskFacts, seen: int | None = None) -> None:
    permission = PERMISSIONS[ask]
    if not desk.has_started and not permission.before_start:
        raise Refused("not-begun", "the event has not started")
    if desk.is_closed and not permission.after_close:
        raise Refused("closed", "the event is closed")
    if desk.is_paused and not permission.while_paused:
        raise Refused("paused", "the event is paused")
    if not permission.after_the_game and desk.is_over():
        raise Refused("over", "the game is over")
    if seen is not None and seen < desk.changed_at and not permission.at_any_line:
        raise Refused("stale", "something has happened since; look again")
    if desk.has_started and not permission.after_start:
        raise Refused("begun", "the game has begun")


def check_enters(asker: Asker, waiting: Waits | None) -> None:
    """While an entry waits, not everybody may enter another."""
    if waiting is None or asker.role in ENTERS_ANEW:
        return
    if waiting.line.name != asker.name and not waiting.disputed:
        raise Refused("waiting", "an entry waits to be confirmed")


def check_confirms(asker: Asker, waiting: Waits) -> None:
    if waiting.disputed and asker.role not in CONFIRMS_DISPUTED:
        raise Refused("disputed", "this entry is disputed; a judge decides")
    if asker.name in waiting.confirmed:
        raise Refused("already", "you have confirmed it")


def is_enough(asker: Asker, waiting: Waits) -> bool:
    """Whether an entry takes effect, now that the asker has confirmed it, too."""
    return asker.role in CONFIRMS_ALONE or len(waiting.confirmed) >= waiting.line.facts["need"]


def check_disputes(asker: Asker, waiting: Waits) -> None:
    if asker.name in waiting.disputed:
        raise Refused("already", "you have disputed it")


def check_votes(asker: Asker, proposal: Proposed) -> None:
    if asker.name in proposal.votes:
        raise Refused("already", "you have voted")


def check_resumes(desk: DeskFacts) -> None:
    if not desk.is_paused:
        raise Refused("not-paused", "the event is not paused")


def check_decides(asker: Asker, seat: int, desk: DeskFacts) -> None:
    """Bots decide by themselves, nobody on their behalf."""
    if desk.setup.kind(seat) == "bot" and asker.role not in ACTS_FOR_BOT:
        raise Refused("bot-plays", "a bot plays this seat")


class May(TypedDict):
    """What an office may ask for now; whether there is anything to do it to is told elsewhere."""

    verbs: list[Verb]
    votes: list[int]  # the proposals that it may vote on


def may_now(offices: Iterable[Official], desk: DeskFacts) -> dict[str, May]:
    """By the ids of these offices."""
    return {official.id: _may_now(official, desk) for official in offices}


def _may_now(official: Official, desk: DeskFacts) -> May:
    votes = [no for no in desk.proposals if _is_open(official, "vote", no, desk)]
    about = None if desk.waiting is None else desk.waiting.line.no
    verbs: list[Verb] = [
        verb
        for verb in VERBS
        if (votes if verb == "vote" else _is_open(official, verb, about, desk))
    ]
    return {"verbs": verbs, "votes": votes}


def _is_open(official: Official, verb: Verb, about: int | None, desk: DeskFacts) -> bool:
    """Whether it would not be refused to this office now, about the waiting entry or a proposal."""
    waiting = desk.waiting
    with suppress(Refused):
        _check_who(official, verb, official.seat, about, desk)
        check_when(verb, desk)
        match verb:
            case "enter":
                check_enters(official, waiting)
            case "confirm" | "dispute" if waiting is None:
                return False
            case "confirm" if waiting is not None:
                check_confirms(official, waiting)
            case "dispute" if waiting is not None:
                check_disputes(official, waiting)
            case "vote" if about is not None:
                check_votes(official, desk.proposals[about])
            case "act" if official.seat is not None:
                check_decides(official, official.seat, desk)
            case "resume":
                check_resumes(desk)
            case _:
                pass
        return True
    return False


def check_organiser(act: OrganisersAct, offices: Iterable[Official]) -> None:
    if not any(one.role in PERMISSIONS[act].who for one in offices):
        raise Refused("not-yours", "only the organiser may do this")


def is_on_behalf(asker: Asker, verb: Verb) -> bool:
    """Whether it is done for somebody else's seat."""
    return PERMISSIONS[verb].who.get(asker.role) == BEHALF


# ---- what a journal says that somebody did


def written_asker(
    role: AskerRole, name: str, verb: Verb, seat: int | None, desk: DeskFacts
) -> Asker:
    """Whoever holds that office under that name; of several, one who may do it."""
    if role == "player" or role == "bot":
        if role not in PERMISSIONS[verb].who or seat is None:
            raise Refused("not-yours", "only an official may do this")
        return Player(seat, name, role)
    if role == "organiser":
        if name != desk.organiser.name:
            raise Refused("not-yours", f"{name} is not the organiser")
        return desk.organiser
    holders = [one for one in desk.officials.values() if (one.role, one.name) == (role, name)]
    if not holders:
        raise Refused("not-yours", f"{name} is no {role} then")
    able = [one for one in holders if may(one, verb, seat, desk)]
    return (able or holders)[0]


def check_written_organiser(
    act: OrganisersAct, role: AskerRole, name: str, desk: DeskFacts
) -> None:
    if role not in PERMISSIONS[act].who or name != desk.organiser.name:
        raise Refused("not-yours", "only the organiser does this")


# ---- looking


def viewer_of(what: Look, offices: Iterable[Official]) -> Viewer:
    """How much of it somebody with these offices may see; refused if nothing."""
    held = list(offices)
    led = frozenset(one.seat for one in held if one.role == "captain" and one.seat is not None)
    sights = LOOKS[what]
    if any(one.role != "captain" for one in held):
        sight = sights.officials
    else:
        sight = sights.captains if held else sights.anybody
    match sight:
        case "all":
            return EVERYTHING
        case "own seat":
            return Viewer(seats=led)
        case "public":
            return Viewer()
        case "nothing":
            raise Refused("not-yours", "only officials may see this")


def who_needs(
    what: Need, offices: Iterable[Official], desk: DeskFacts, seat: int | None = None
) -> Official | None:
    """The first of these offices that has a use for it."""
    return next((one for one in offices if may(one, NEEDED_FOR[what], seat, desk)), None)


def check_needs(
    what: Need, offices: Iterable[Official], desk: DeskFacts, seat: int | None = None
) -> Official:
    official = who_needs(what, offices, desk, seat)
    if official is None:
        raise Refused("not-yours", f"only for whoever may {NEEDED_FOR[what]} here")
    return official


def led_seats(offices: Iterable[Official], desk: DeskFacts) -> set[int]:
    """The seats, from 1, that their captains decide for and see the match as."""
    seats = {one.seat for one in offices if one.seat is not None}
    return {seat for seat in seats if desk.setup.kind(seat) == "captain"}
