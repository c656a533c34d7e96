"""Who holds which office of a real table, by their tokens, and what that lets them do and see."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace

from periplo.desk import permissions
from periplo.desk.desk import Desk
from periplo.desk.permissions import Look, Need, OrganisersAct, Viewer
from periplo.desk.requests import Request
from periplo.desk.roles import Asker, OfficeInfo, Official, OfficialInfo, Player
from periplo.play.refusals import Refused
from periplo.table.permissions import check_plays_itself
from periplo.table.requests import DeskRequest
from periplo.table.state import TableState
from periplo.table.stored import ORGANISER
from periplo.table.subscribers import GroupKey, SubscriberGroup


class Offices:
    def __init__(self, table: TableState, desk: Desk, tokens: dict[str, str]) -> None:
        self._table = table
        self._desk = desk
        self.tokens = dict(tokens)  # hashes, by official; of those in office

    # ---- who holds them

    def held_with(self, hashes: Collection[str]) -> tuple[str, ...]:
        """The offices that these tokens' hashes stand for."""
        return tuple(one for one, token in self.tokens.items() if token in hashes)

    def held(self, officials: Iterable[str], device: str = "") -> list[Official]:
        """Those of these ids that are held now; the device that opened the table organises it."""
        ids = dict.fromkeys(officials)
        if self._table.is_host(device):
            ids[ORGANISER] = None
        return [one for one in map(self._find, ids) if one is not None]

    def _find(self, official_id: str) -> Official | None:
        if official_id == ORGANISER:
            return replace(self._desk.organiser, id=ORGANISER)
        return self._desk.officials.get(official_id)

    def next_id(self) -> str:
        """Of whoever is appointed next."""
        count = sum(1 for line in self._desk.lines if line.kind == "appointed")
        return f"o{count + 1}"

    def listed(self) -> list[OfficeInfo]:
        """Those in office, for the organiser, and by how many connections each is there."""
        here = Counter(
            official
            for group in self._table.subscribers
            for official in group.officials
            for _ in group.connections
        )
        return [
            {**described(one), "connected": here[one.id]} for one in self._desk.officials.values()
        ]

    # ---- what they may do and see

    def check_organiser(self, act: OrganisersAct, device: str, officials: Iterable[str]) -> None:
        permissions.check_organiser(act, self.held(officials, device))

    def viewer(self, what: Look, officials: Iterable[str], device: str = "") -> Viewer:
        """How much of it somebody with these offices may see; refused if nothing."""
        return permissions.viewer_of(what, self.held(officials, device))

    def check_needs(
        self, what: Need, officials: Iterable[str], seat: int | None = None
    ) -> Official:
        """The first of these offices by which it may be seen; refused if there is none."""
        return permissions.check_needs(what, self.held(officials), self._desk, seat)

    def enters(self, group: SubscriberGroup) -> bool:
        """Whether somebody there enters what the table does."""
        held = self.held(group.officials)
        return permissions.who_needs("outcomes", held, self._desk) is not None

    def entering(self) -> set[GroupKey]:
        """Those connected who enter what the table does."""
        return {group.key for group in self._table.subscribers if self.enters(group)}

    def seats_for(self, seats: tuple[int, ...], officials: Iterable[str]) -> tuple[int, ...]:
        """The seats whose view they have: their own, and those that they decide for as captains."""
        led = permissions.led_seats(self.held(officials), self._desk)
        return tuple(sorted({*seats, *(seat - 1 for seat in led)}))

    # ---- who asks

    def asker(
        self,
        asked: DeskRequest,
        request: Request,
        seats: Collection[int],
        officials: Collection[str],
    ) -> Asker:
        """The official who asks, or the player: of several that may, `as` names the one."""
        if asked.official is not None:
            return self._named(asked.official, officials)
        seat: int | None = getattr(request, "seat", None)
        held = self.held(officials)
        able = [one for one in held if permissions.may(one, asked.verb, seat, self._desk)]
        if len(able) > 1:
            raise Refused("broken", "as: several of your offices may do this; say which")
        if able:
            return able[0]
        if asked.verb == "act" and seat is not None and seat - 1 in seats:
            return self.player(seat - 1)
        if held:
            return held[0]  # who is then refused
        raise Refused("not-yours", "only an official may do this")

    def _named(self, official_id: str, officials: Collection[str]) -> Official:
        named = [one for one in self.held(officials) if one.id == official_id]
        if named:
            return named[0]
        was_theirs = official_id in officials  # it has been withdrawn
        if self._find(official_id) is None and not was_theirs:
            raise Refused("nobody", "there is no such official")
        raise Refused("not-yours", "this office is not yours")

    def player(self, seat: int) -> Player:
        """Whoever holds the seat, if no bot stands in for them."""
        check_plays_itself(self._table.seats[seat])
        return Player(seat + 1, self._table.seats[seat].name)


def described(official: Official) -> OfficialInfo:
    about: OfficialInfo = {
        "official": official.id, "role": official.role, "name": official.name,
    }  # fmt: skip
    if official.seat is not None:
        about["seat"] = official.seat
    return about
