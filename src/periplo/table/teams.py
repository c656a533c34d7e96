"""The teams of a class table: several phones play one seat, and one of them acts for all.

A phone that comes to a team which has others waits until one of those, or the teacher, lets it in.
What phones suggest to each other is about this moment, so it is kept in memory alone.
"""

from collections.abc import Iterable
from dataclasses import replace

from periplo.play.refusals import Refused
from periplo.play.snapshots import legal_texts
from periplo.table.broadcasts import Broadcaster
from periplo.table.effects import Disconnect
from periplo.table.info import AdviceInfo, PhoneInfo, TeamInfo
from periplo.table.inputs import Connection, JoinTeam, PhoneKey
from periplo.table.messages import TeamNews
from periplo.table.permissions import check, check_class_table
from periplo.table.requests import Admit, Advise, PassHand
from periplo.table.rows import WAITING, PhoneRow, SeatRow, TeamRow
from periplo.table.seating import NEW_TOKEN, Seating
from periplo.table.seats import Seat, open_seat
from periplo.table.side_contest import SideContest
from periplo.table.state import TableState
from periplo.table.subscribers import SubscriberGroup

MOST_PHONES = 8  # a team, with those that wait
HAND_GONE = 20  # seconds after which another phone may take the hand of one that is not connected
NO_PHONE = "there is no such phone in this team"
NO_TEAM = TeamRow()


class Teams:
    def __init__(
        self, table: TableState, broadcaster: Broadcaster, seating: Seating, side: SideContest
    ) -> None:
        self._table = table
        self._broadcaster = broadcaster
        self._seating = seating
        self._side = side
        self._phones: dict[Connection, tuple[PhoneKey, ...]] = {}  # of those who are connected
        self._gone_since: dict[PhoneKey, int] = {}  # by the clock that nobody sets
        self._loaded_at = table.now.at
        self._advice: dict[int, dict[int, AdviceInfo]] = {}  # by seat and member

    # ---- who is there

    def held_with(self, hashes: Iterable[str]) -> tuple[PhoneKey, ...]:
        """The phones whose tokens these are."""
        wanted = set(hashes)
        return tuple(
            (seat.seat, phone.member)
            for seat in self._table.seats
            for phone in self._team(seat.seat).phones
            if phone.token in wanted
        )

    def is_admitted(self, key: PhoneKey) -> bool:
        phone = self._find(key)
        return phone is not None and phone.admitted

    def own_seats(self, connection: Connection, request: Admit) -> tuple[int, ...]:
        """The seat of a phone that a request is about, if it is the asking one."""
        key = request.seat - 1, request.member
        return (key[0],) if key in self._phones.get(connection, ()) else ()

    def phone_of(self, device: str) -> PhoneKey | None:
        """A device has one phone at a table."""
        for seat in self._table.seats:
            for phone in self._team(seat.seat).phones:
                if phone.device == device:
                    return seat.seat, phone.member
        return None

    def connect(self, connection: Connection, phones: tuple[PhoneKey, ...]) -> None:
        """It is one of these phones; `announce` it when it has been welcomed."""
        if phones:
            self._phones[connection] = phones

    def announce(self, connection: Connection) -> None:
        """Whoever should know of it learns that it has come."""
        phones = self._phones.get(connection, ())
        for seat, _ in filter(self.is_admitted, phones):
            place = self._table.seats[seat]
            if place.left and seat not in self._table.row.conceded:  # the team is back
                place.left = False
                self._seating.changed(place, "")
        self._send({seat for seat, _ in phones}, but=connection)

    def disconnect(self, connection: Connection) -> None:
        phones = self._phones.pop(connection, ())
        for key in phones:
            self._gone_since[key] = self._table.now.at
        self._send({seat for seat, _ in phones})

    def check_hand(self, connection: Connection, seat: int) -> None:
        """Refuse what is for the phone that acts to the other ones of its team."""
        own = self._own(connection, seat)
        if own is not None and own != self._team(seat).hand:
            raise Refused("not-yours", "another phone of your team has the hand")

    # ---- coming and going

    def join(self, given: JoinTeam) -> None:
        check_class_table(self._table.row)
        place = self._table.place(given.seat)
        own = self.phone_of(given.device)
        if own is not None and own[0] == given.seat:
            self._renew(own, given.token)
            return
        if place.kind == "bot":
            raise Refused("taken", "a bot plays this team")
        if place.kind == "open":
            check("take open seat", self._table.status)
            name = self._seating.own_name(given.name, given.seat)
            first = PhoneRow(1, given.token, given.device, admitted=True)
            row = SeatRow(given.seat, "person", name, given.mark, team=TeamRow(1, (first,)))
            self._leave(own)
            place.become(row)
            self._seating.changed(place, "")
            self._send([given.seat])
            return
        team = self._team(given.seat)
        if len(team.phones) >= MOST_PHONES:
            raise Refused("taken", f"a team has {MOST_PHONES} phones at most")
        taken = {phone.member for phone in team.phones}
        number = next(n for n in range(1, MOST_PHONES + 1) if n not in taken)
        self._leave(own)
        waiting = PhoneRow(number, given.token, given.device, admitted=False)
        self._gone_since.pop((given.seat, number), None)
        self._save(given.seat, replace(team, phones=_ordered(*team.phones, waiting)))

    def _renew(self, key: PhoneKey, token: str) -> None:
        """The same device has asked again; its old token fits nothing any more."""
        self._change(key, token=token)
        self._show_out(key, "this phone has joined again")

    def _leave(self, key: PhoneKey | None) -> None:
        """It goes to another team."""
        if key is not None:
            self._remove(key, "this phone has joined another team")

    def admit(self, request: Admit, connection: Connection, teaches: bool) -> None:
        check_class_table(self._table.row)
        key = request.seat - 1, request.member
        phone = self._find(key)
        if phone is None:
            if not request.is_in:  # saying it twice is saying it once
                return
            raise Refused("nobody", NO_PHONE)
        if request.is_in:
            self._let_in(key, phone)
            return
        own = self._own(connection, key[0])
        may = teaches or own in (self._team(key[0]).hand, phone.member)
        if phone.admitted and not may:
            raise Refused("not-yours", "only the phone that has the hand, or the teacher, may")
        self._remove(key, "this phone was removed from the team")

    def _let_in(self, key: PhoneKey, phone: PhoneRow) -> None:
        if phone.admitted:
            return
        self._change(key, admitted=True)
        seat = key[0]
        if not self._team(seat).hand:
            self._save(seat, replace(self._team(seat), hand=phone.member))
        table = self._table
        for connection in self._connections(key):
            group = table.subscribers.group_of(connection)
            if group is None or seat in group.seats:
                continue
            table.move(connection, tuple(sorted({*group.seats, seat})), group.officials)
            now = table.subscribers.group_of(connection)
            assert now is not None
            welcome = self._broadcaster.welcome(now)
            welcome.teams = self.shown_to(connection, now)
            table.outbox.send((connection,), welcome)
        self._broadcaster.send_table()

    def _remove(self, key: PhoneKey, why: str) -> None:
        seat, member = key
        self._show_out(key, why)
        team = self._team(seat)
        left = tuple(phone for phone in team.phones if phone.member != member)
        hand = team.hand
        if hand == member:
            hand = next((phone.member for phone in left if phone.admitted), 0)
        self._advice.get(seat, {}).pop(member, None)
        if self._table.status == WAITING and not any(phone.admitted for phone in left):
            for phone in left:
                self._show_out((seat, phone.member), "the team has gone")
            place = self._table.seats[seat]
            place.become(open_seat(self._table.game, seat))
            self._seating.changed(place, "")
            self._send([seat])
            return
        self._save(seat, TeamRow(hand, left))
        self._broadcaster.send_table()

    def dissolve(self, seat: int, was: TeamRow) -> None:
        """The seat is somebody else's now: phones that waited to be let in are shown out, too."""
        for phone in was.phones:
            self._show_out((seat, phone.member), "the teacher has given the team away")
        self._advice.pop(seat, None)
        self._send([seat])

    def _show_out(self, key: PhoneKey, why: str) -> None:
        out = self._connections(key)
        if out:
            self._table.subscribers.show_out(out)
            self._table.outbox.add(Disconnect(tuple(out), NEW_TOKEN, why))

    # ---- the hand, and what the others suggest

    def pass_hand(self, request: PassHand, connection: Connection, teaches: bool) -> None:
        check_class_table(self._table.row)
        seat = request.seat - 1
        team = self._team(seat)
        if not self.is_admitted((seat, request.to)):
            raise Refused("nobody", NO_PHONE)
        may = teaches or self._own(connection, seat) == team.hand or self._is_gone(seat, team.hand)
        if not may:
            raise Refused("not-yours", "another phone of your team has the hand")
        if request.to != team.hand:
            self._save(seat, replace(team, hand=request.to))

    def _is_gone(self, seat: int, member: int) -> bool:
        """Whether the phone has not been connected for a while."""
        key = seat, member
        if not member:
            return True
        if self._connections(key):
            return False
        since = self._gone_since.get(key, self._loaded_at)
        return self._table.now.at - since >= 1000 * HAND_GONE

    def advise(self, request: Advise, connection: Connection, group: SubscriberGroup) -> None:
        check_class_table(self._table.row)
        seat = request.seat - 1
        own = self._own(connection, seat)
        if own is None:
            raise Refused("illegal", "only a phone of a team suggests something")
        of_team = self._advice.setdefault(seat, {})
        if request.action is None:
            of_team.pop(own, None)
        else:
            if request.n != group.viewer.n:
                raise Refused("stale", "something has happened since; look again")
            if request.action not in self._possible(seat):
                raise Refused("illegal", "your team cannot do that now")
            of_team[own] = AdviceInfo(own, request.n, request.action)
        self._send([seat])

    def _possible(self, seat: int) -> list[str]:
        state = self._table.match.state
        if seat in state.actors():
            return legal_texts(self._table.game, state, seat)
        return self._side.letters_for(seat)

    def drop_advice(self) -> None:
        """Something has happened: what was suggested is about the past."""
        advised = [seat for seat, of_team in self._advice.items() if of_team]
        self._advice.clear()
        self._send(advised)

    # ---- what is sent

    def shown_to(self, connection: Connection, group: SubscriberGroup) -> list[TeamInfo]:
        """The teams that somebody may know of: the teacher all, a phone its own."""
        if self._table.row.classroom is None:
            return []
        if self._table.teaches(group.officials):
            return [self._info(seat.seat, None) for seat in self._table.seats]
        return [self._info(seat, member) for seat, member in self._phones.get(connection, ())]

    def _send(self, seats: Iterable[int], but: Connection | None = None) -> None:
        """How these teams are now, to their phones and the teacher."""
        if self._table.row.classroom is None:
            return
        teaching = [
            connection
            for group in self._table.subscribers
            if self._table.teaches(group.officials)
            for connection in group.connections
        ]
        for seat in seats:
            self._table.outbox.send(teaching, TeamNews(self._info(seat, None)))
            for connection, phones in self._phones.items():
                for key in phones:
                    is_its = key[0] == seat and self._find(key) is not None
                    if is_its and connection is not but:
                        self._table.outbox.send((connection,), TeamNews(self._info(*key)))

    def _info(self, seat: int, you: int | None) -> TeamInfo:
        team = self._team(seat)
        phones = [
            PhoneInfo(phone.member, bool(self._connections((seat, phone.member))), phone.admitted)
            for phone in team.phones
        ]
        is_in = you is None or self.is_admitted((seat, you))
        advice = list(self._advice.get(seat, {}).values()) if is_in else []
        return TeamInfo(seat + 1, you, team.hand, phones, advice)

    # ---- rows

    def _team(self, seat: int) -> TeamRow:
        return self._place(seat).team or NO_TEAM

    def _place(self, seat: int) -> Seat:
        return self._table.place(seat)

    def _find(self, key: PhoneKey) -> PhoneRow | None:
        phones = self._team(key[0]).phones
        return next((phone for phone in phones if phone.member == key[1]), None)

    def _own(self, connection: Connection, seat: int) -> int | None:
        """The number of a connection's phone in a team; None if it has none there."""
        phones = self._phones.get(connection, ())
        return next((member for its_seat, member in phones if its_seat == seat), None)

    def _connections(self, key: PhoneKey) -> list[Connection]:
        return [
            connection
            for connection, phones in self._phones.items()
            if key in phones and not self._table.subscribers.is_shown_out(connection)
        ]

    def _change(self, key: PhoneKey, **what: object) -> None:
        phone = self._find(key)
        assert phone is not None
        team = self._team(key[0])
        others = [one for one in team.phones if one.member != key[1]]
        changed = replace(phone, **what)  # type: ignore[arg-type]
        self._save(key[0], replace(team, phones=_ordered(*others, changed)))

    def _save(self, seat: int, team: TeamRow) -> None:
        place = self._place(seat)
        place.team = team
        self._table.outbox.save(place.row())
        self._send([seat])


def _ordered(*phones: PhoneRow) -> tuple[PhoneRow, ...]:
    return tuple(sorted(phones, key=lambda phone: phone.member))
