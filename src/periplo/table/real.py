"""One real table: people throw real dice, officials enter what they show; see `periplo.desk`.

It is handled like any other table. What its officials do is in its journal, and the match is what
the journal's effective line says.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any, Final

from periplo.core.dice import Dice
from periplo.core.errors import BadSetup
from periplo.core.game import Options, Position
from periplo.core.state import TABLE
from periplo.desk import permissions
from periplo.desk.desk import Desk
from periplo.desk.effective import Step
from periplo.desk.lines import Line
from periplo.desk.permissions import Look, Need, OrganisersAct, Viewer, may_now
from periplo.desk.preview import foresee
from periplo.desk.requests import Close, DeskAct, Propose, Request, read_request
from periplo.desk.roles import Asker, OfficeInfo, Official, OfficialInfo, Player
from periplo.desk.setup import EventDetails, Setup, with_rosters
from periplo.desk.standings import ranks
from periplo.play.draws import commitment
from periplo.play.record import split_action
from periplo.play.refusals import Refused
from periplo.play.snapshots import Entry, Snapshot, build_snapshot, in_each_language
from periplo.play.stepwise import Work
from periplo.table.actions import LoggedAction
from periplo.table.bots import BotQuestions, printable
from periplo.table.broadcasts import Broadcaster
from periplo.table.chat import Chat
from periplo.table.clock import Instant
from periplo.table.effects import COME_AGAIN, AskBot, CancelBot, Disconnect, ListChanged
from periplo.table.history import History
from periplo.table.inputs import (
    Appoint,
    AssignSeat,
    BotAbandoned,
    BotAnswered,
    BotGaveUp,
    ChangeSetup,
    Connected,
    ConnectionEnded,
    DrawLots,
    Input,
    LeaveSeat,
    Received,
    SitDown,
    Start,
    Withdraw,
)
from periplo.table.messages import (
    DeskDone,
    DeskMomentNews,
    DeskWelcome,
    Done,
    JournalNews,
    RequestRefused,
)
from periplo.table.permissions import check_plays_itself, check_who
from periplo.table.preview import Preview, moved_people, new_entries
from periplo.table.proposing import propose_outcome
from periplo.table.requests import Act, DeskRequest, Ping, Say, SeatRequest, request_key
from periplo.table.rows import BOT, BY_TABLE, OVER, PERSON, PLAYING, WAITING, By, SeatRows
from periplo.table.seating import Seating
from periplo.table.seats import STAND_IN, seat_of
from periplo.table.state import Opening, TableState
from periplo.table.stored import ORGANISER, seat_kind
from periplo.table.subscribers import GroupKey, SubscriberGroup

MOST_OFFERED: Final = 600  # outcomes; of more, whoever enters one writes it
NOT_HERE: Final = "there is no such thing at a real table"


class RealTable(TableState):
    """`handle` is the only way in; everything else only looks."""

    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        stored = opening.stored
        assert stored.desk is not None
        self.desk: Desk = stored.desk
        self.broadcaster = Broadcaster(self)
        self.seating = Seating(self, self.broadcaster, self.advance)
        self.bots = BotQuestions()
        self._tokens = dict(stored.official_tokens)  # hashes, of officials in office
        self._carried_out = dict(stored.desk_requests)  # the lines that they wrote
        self._requests = set(stored.requests)  # of chat
        self._played: list[Step] = []
        # at a rehearsal: at which line and after how many actions, and what
        self._proposed: tuple[tuple[int, int], str | list[str]] = (-1, -1), ""
        self._stands = self.desk.changed_at, self.desk.pending()  # when it was last sent
        if self.desk.has_started:
            self._replay()

    # ---- looking

    def has_begun(self) -> bool:
        return self.status != WAITING

    def runs(self) -> bool:
        return self.status == PLAYING and not self.desk.is_paused and not self.is_full()

    def undoable(self, seat: int) -> None:
        """Nothing is taken back: officials correct it."""

    def dice_state(self) -> None:
        """The dice are real."""

    def shows_thrower(self) -> bool:
        return True

    def is_waiting_for_answers(self) -> bool:
        return bool(self.bots)

    def officials_of(self, hashes: Collection[str]) -> tuple[str, ...]:
        """The offices that these tokens' hashes stand for."""
        return tuple(one for one, token in self._tokens.items() if token in hashes)

    def offices(self, officials: Iterable[str], device: str = "") -> list[Official]:
        """Those of these ids that are held now; the device that opened the table organises it."""
        ids = dict.fromkeys(officials)
        if self.is_host(device):
            ids[ORGANISER] = None
        return [one for one in map(self._official, ids) if one is not None]

    def check_organiser(self, act: OrganisersAct, device: str, officials: Iterable[str]) -> None:
        permissions.check_organiser(act, self.offices(officials, device))

    def viewer(self, what: Look, officials: Iterable[str], device: str = "") -> Viewer:
        """How much of it somebody with these offices may see; refused if nothing."""
        return permissions.viewer_of(what, self.offices(officials, device))

    def check_needs(
        self, what: Need, officials: Iterable[str], seat: int | None = None
    ) -> Official:
        """The first of these offices by which it may be seen; refused if there is none."""
        return permissions.check_needs(what, self.offices(officials), self.desk, seat)

    def _enters(self, group: SubscriberGroup) -> bool:
        """Whether somebody there enters what the table does."""
        offices = self.offices(group.officials)
        return permissions.who_needs("outcomes", offices, self.desk) is not None

    def seats_seen(self, group: SubscriberGroup) -> tuple[int, ...]:
        """The seats whose view a group has: its own, and those that its captains decide for."""
        return self.seats_for(group.seats, group.officials)

    def seats_for(self, seats: tuple[int, ...], officials: Iterable[str]) -> tuple[int, ...]:
        led = permissions.led_seats(self.offices(officials), self.desk)
        return tuple(sorted({*seats, *(seat - 1 for seat in led)}))

    def complete(self, snapshot: Snapshot, group: SubscriberGroup) -> None:
        """Whoever enters what the table does is sent what it may be, and what they need for it."""
        state = self.match.state
        if TABLE not in state.actors() or not self._enters(group):
            return
        offered = self.game.choices(state, TABLE)
        if len(offered) <= MOST_OFFERED:
            snapshot["choices"]["table"] = offered
            snapshot["legal"]["table"] = [choice["text"] for choice in offered]
        answer = in_each_language(self.game.answer, state)
        if answer is not None:
            snapshot["answer"] = answer
        if self.is_rehearsal():
            snapshot["proposal"] = self._proposal()

    def is_rehearsal(self) -> bool:
        return self.row.event is not None and self.row.event.rehearsal

    def _proposal(self) -> str | list[str]:
        """What the table might do, as likely as it is; the same for all until it is thrown anew."""
        at = self.desk.changed_at, len(self.actions)
        if self._proposed[0] != at:
            dice = Dice(self.environment.new_secret())
            self._proposed = at, propose_outcome(self.game, self.match.state, dice)
        return self._proposed[1]

    def _official(self, official_id: str) -> Official | None:
        if official_id == ORGANISER:
            return replace(self.desk.organiser, id=ORGANISER)
        return self.desk.officials.get(official_id)

    # ---- inputs

    def dispatch(self, given: Input) -> None:
        match given:
            case Received():
                self._receive(given)
            case Connected():
                self._connect(given)
            case ConnectionEnded():
                if self.forget(given.connection):
                    self.broadcaster.send_table()
            case BotAnswered():
                self._on_bot_answer(given)
            case BotGaveUp():
                self._on_bot_failure(given)
            case BotAbandoned():
                self.bots.answer(given.number)
            case SitDown():
                self.seating.sit_down(given)
                self._renew_setup()
            case AssignSeat():
                permissions.check_when("set up", self.desk)
                self.seating.assign(given)
                self._renew_setup()
            case LeaveSeat():
                self.seating.leave(given)
                self._renew_setup()
            case Start():
                self.check_organiser("start", given.device, given.officials)
                self._start()
            case Appoint():
                self._appoint(given)
            case Withdraw():
                self._withdraw(given)
            case ChangeSetup():
                self._change_setup(given)
            case DrawLots():
                self._draw_lots(given)
            case _:
                pass  # turn limits, draws and rematches, of which there are none here

    def _connect(self, given: Connected) -> None:
        group = self.subscribers.group(given.seats, given.officials)
        if group is None:
            group = SubscriberGroup(self.history.viewer(given.seats), given.seats, given.officials)
            self._look_again(group)
            self._mark_journal_seen(group)
        self.subscribers.add(given.connection, group)
        for seat in given.seats:
            self.seats[seat].here += 1
        self.outbox.send((given.connection,), self._welcome(group))
        self.broadcaster.send_table(but=given.connection)
        self.advance()

    def _welcome(self, group: SubscriberGroup) -> DeskWelcome:
        plain = self.broadcaster.welcome(group)
        held = self.offices(group.officials)
        return DeskWelcome(
            plain.table, plain.seats, plain.moment, plain.log, plain.chat,
            [_described(one) for one in held],
            self.desk.changed_at, self.desk.pending(self.viewer("journal", group.officials)),
            may_now(held, self.desk), ranks(self.desk),
        )  # fmt: skip

    def officials(self) -> list[OfficeInfo]:
        """Those in office, for the organiser, and by how many connections each is there."""
        here = Counter(
            official
            for group in self.subscribers
            for official in group.officials
            for _ in group.connections
        )
        return [
            {**_described(one), "connected": here[one.id]} for one in self.desk.officials.values()
        ]

    # ---- requests

    def _receive(self, given: Received) -> None:
        group = self.asking_group(given)
        request, to = given.request, (given.connection,)
        if group is None or isinstance(request, Ping):
            return
        try:
            if isinstance(request, DeskRequest):
                self.outbox.send(to, DeskDone(request.id, self._carry_out(request, group)))
            else:
                self.outbox.send(to, Done(request.id, self._answer(request, group)))
        except Refused as refused:
            self.outbox.send(
                to, RequestRefused(request.id, refused.code, refused.why, refused.clause)
            )

    def _answer(self, request: SeatRequest, group: SubscriberGroup) -> int:
        """What players of any table may ask for."""
        seat = request.seat - 1
        check_who("act", group.seats, seat)
        key = request_key(request)
        if isinstance(request, Say):
            if key not in self._requests:
                self.say(seat, request)
                self._requests.add(key)
        elif isinstance(request, Act):
            if key not in self._carried_out:
                if request.n != group.viewer.n:
                    raise Refused("stale", "something has happened since; look again")
                asked = DeskAct(request.seat, request.action)
                self._ask(self._player(seat), asked, None, key)
        else:
            raise Refused("illegal", NOT_HERE)
        return group.viewer.n

    def _player(self, seat: int) -> Player:
        """Whoever holds the seat, if no bot stands in for them."""
        check_plays_itself(self.seats[seat])
        return Player(seat + 1, self.seats[seat].name)

    def _carry_out(self, asked: DeskRequest, group: SubscriberGroup) -> int:
        """The number of the line that it wrote, now or when it came first."""
        request = read_request(asked.verb, asked.fields, len(self.seats))
        asker = self._asker(asked, request, group.seats, group.officials)
        key = f"{asker.id if isinstance(asker, Official) else asker.seat}/{asked.id}"
        if key in self._carried_out:
            return self._carried_out[key]
        return self._ask(asker, request, asked.line, key)

    def _asker(
        self,
        asked: DeskRequest,
        request: Request,
        seats: Collection[int],
        officials: Collection[str],
    ) -> Asker:
        """The official who asks, or the player: of several that may, `as` names the one."""
        seat: int | None = getattr(request, "seat", None)
        held = self.offices(officials)
        if asked.official is not None:
            named = [one for one in held if one.id == asked.official]
            if not named:
                was_theirs = asked.official in officials  # it has been withdrawn
                if self._official(asked.official) is None and not was_theirs:
                    raise Refused("nobody", "there is no such official")
                raise Refused("not-yours", "this office is not yours")
            return named[0]
        able = [one for one in held if permissions.may(one, asked.verb, seat, self.desk)]
        if len(able) > 1:
            raise Refused("broken", "as: several of your offices may do this; say which")
        if able:
            return able[0]
        if asked.verb == "act" and seat is not None and seat - 1 in seats:
            return self._player(seat - 1)
        if held:
            return held[0]  # who is then refused
        raise Refused("not-yours", "only an official may do this")

    def _ask(self, asker: Asker, request: Request, seen: int | None, key: str) -> int:
        self._check_room(request)
        lines = self.desk.handle(asker, request, seen, self.now.wall)
        self._carried_out[key] = lines[0].no
        self._written(lines, key)
        return lines[0].no

    def _check_room(self, request: Request) -> None:
        if self.is_full() and not isinstance(request, Close):  # it can still be ended
            raise Refused("too-long", "this journal is full")

    def preview(
        self,
        asked: DeskRequest,
        seats: Collection[int],
        officials: Collection[str],
        now: Instant,
    ) -> Work[Preview]:
        """What would follow from a request of whoever holds these seats and offices."""
        request = read_request(asked.verb, asked.fields, len(self.seats))
        asker = self._asker(asked, request, seats, officials)
        self._check_room(request)
        foreseen = foresee(self.desk, asker, request, asked.line, now.wall)
        after, viewer = foreseen.desk, self.viewer("journal", officials)
        people = [
            one
            for one in moved_people(self.desk.where(), after.where())
            if viewer.sees(one["seat"])
        ]
        entries: list[Entry] = []
        if after.has_started and after.match.steps != self._played:  # by identity first
            before = list(self.history.seen_by_all())
            history = History(self.game, [seat.name for seat in self.seats], self.options)
            for step in after.match.steps:
                for action in self._actions(step, after, history):
                    history.play(action)
                yield
            entries = new_entries(before, history.seen_by_all())
        state = after.state if after.has_started else self.match.state
        shown = build_snapshot(self.game, state, ())
        return Preview(
            [line.sent() for line in foreseen.lines], foreseen.out, foreseen.back, shown["view"],
            shown["scores"], after.totals(), shown["winners"], shown["over"], people, entries,
        )  # fmt: skip

    def arranged(self, officials: Collection[str], given: Position, now: Instant) -> Position:
        """A position that was set by hand, with what follows from it by itself; Refused as if
        somebody proposed it.
        """
        official = self.check_needs("arrangement", officials)
        state = self.match.state.seen_by(TABLE)
        position = self.game.arranged(state, given)
        foresee(self.desk, official, Propose("?", position), None, now.wall)
        return position

    # ---- what the organiser does

    def _appoint(self, given: Appoint) -> None:
        self.check_organiser("appoint", given.device, given.officials)
        could_enter = self._entering()
        lines = self.desk.appoint(given.official, given.role, given.name, given.seat, self.now.wall)
        self._tokens[given.official] = given.token
        self._written(lines, "", given.token)
        self._send_outcomes(could_enter)

    def _withdraw(self, given: Withdraw) -> None:
        self.check_organiser("withdraw", given.device, given.officials)
        could_enter = self._entering()
        lines = self.desk.withdraw(given.official, self.now.wall)
        del self._tokens[given.official]
        for group in self.subscribers:
            if given.official in group.officials:
                # it goes on with what is left to it, in the same moment
                self._look_again(group)
        self._written(lines)
        self._send_outcomes(could_enter)

    def _entering(self) -> set[GroupKey]:
        """Those connected who enter what the table does."""
        return {group.key for group in self.subscribers if self._enters(group)}

    def _send_outcomes(self, could_enter: set[GroupKey]) -> None:
        """Whoever may enter from now on, or no longer, is sent what may be entered now."""
        entering = self._entering()
        for group in self.subscribers:
            if self.has_begun() and group.key in entering ^ could_enter:
                self.outbox.send(group.connections, self._snapshot_news(group))

    def next_official(self) -> str:
        count = sum(1 for line in self.desk.lines if line.kind == "appointed")
        return f"o{count + 1}"

    def _change_setup(self, given: ChangeSetup) -> None:
        self.check_organiser("set up", given.device, given.officials)
        permissions.check_when("set up", self.desk)
        kept = self.seats, self.chat, self.options
        try:
            if given.seats is not None:
                self._change_seats(given)
            if given.options is not None:
                self.options = dict(given.options)
            self._set_up(given.details or self.desk.setup.details)
        except Exception:
            self.seats, self.chat, self.options = kept
            raise

    def _change_seats(self, given: ChangeSetup) -> None:
        assert given.seats is not None
        captains = [line.seat or 0 for line in self.desk.lines if line.kind == "appointed"]
        if len(given.seats) < max(captains, default=0):
            raise Refused("illegal", "a captain is appointed for a seat that would be gone")
        if any(group.seats for group in self.subscribers):
            raise Refused("illegal", "somebody sits here; change that seat alone")
        self.seats = [seat_of(row, self.now.at) for row in given.seats]
        self.chat = Chat(
            self.row.chat, len(self.seats), self.environment.most_chat, self.now.at / 1000
        )
        self.outbox.save(SeatRows(tuple(seat.row() for seat in self.seats)))

    def _set_up(self, details: EventDetails) -> None:
        """Everything that is agreed before the start, checked as a whole."""
        options = self._complete(self.options, details)
        self.options = options
        self.row.options = json.dumps(options, ensure_ascii=False)
        assert self.row.event is not None
        self.row.event = replace(self.row.event, details=details)
        self.complete_options = self._completed(options)
        self.history = History(self.game, [seat.name for seat in self.seats], options)
        for group in self.subscribers:
            self._look_again(group)
        self._renew_setup(details)
        self.row.status_changed_at = self.now.wall
        self.save_row()
        self.broadcaster.send_table()
        self.outbox.add(ListChanged())

    def _complete(self, options: Options, details: EventDetails) -> Options:
        complete = with_rosters(self.game, options, len(self.seats), details.rosters)
        self.game.read_setup(len(self.seats), complete)
        return complete

    def _completed(self, options: Options) -> Options:
        complete = self.game.read_setup(len(self.seats), options)
        return {name: value for name, value in complete.items() if value is not None}

    def _renew_setup(self, details: EventDetails | None = None) -> None:
        """Who sits where may change until the start."""
        if self.desk.has_started:
            return
        self.desk.setup = self._setup(details or self.desk.setup.details)

    def _setup(self, details: EventDetails) -> Setup:
        kinds = tuple(seat_kind(seat.kind) for seat in self.seats)
        names = tuple(seat.name for seat in self.seats)
        return Setup(self.game, self.options, names, details, kinds)

    def _draw_lots(self, given: DrawLots) -> None:
        """A secret is fixed by its hash before it decides; both are in the journal."""
        self.check_organiser("set up", given.device, given.officials)
        permissions.check_when("set up", self.desk)
        secret = self.environment.new_secret()
        dice = Dice(secret)
        details = self.desk.setup.details
        if given.what == "squares":
            before = self.options
            try:
                self.options = self.game.draw_squares(len(self.seats), before, dice)
            except BadSetup as error:
                raise Refused("illegal", str(error)) from None
            drawn = {
                name: value for name, value in self.options.items() if before.get(name) != value
            }
            result = json.dumps(drawn, ensure_ascii=False)
        else:
            details, result = self._draw_order(dice)
        self._set_up(details)
        lines = self.desk.note(f"lots {given.what}: sha256 {commitment(secret)}", self.now.wall)
        lines += self.desk.note(f"lots {given.what}: secret {secret}: {result}", self.now.wall)
        self._written(lines)

    def _draw_order(self, dice: Dice) -> tuple[EventDetails, str]:
        """The seats in another order, with their rosters; captains stay captains of their seats.

        Whoever is connected by a seat's token comes again, to the seat that it fits now.
        """
        left = list(range(len(self.seats)))
        order = [left.pop(int(dice.below(len(left)))) for _ in range(len(self.seats))]
        rows = [self.seats[seat].row() for seat in order]
        for seat, row in enumerate(rows):
            self.seats[seat].become(replace(row, seat=seat))
            self.outbox.save(self.seats[seat].row())
        seated = [one for group in self.subscribers if group.seats for one in group.connections]
        if seated:
            self.subscribers.show_out(seated)
            self.outbox.add(Disconnect(tuple(seated), COME_AGAIN, "the order of play was drawn"))
        self.options = self.game.in_order(self.options, order)
        details = self.desk.setup.details
        if details.rosters:
            details = replace(details, rosters=tuple(details.rosters[seat] for seat in order))
        return details, ", ".join(row.name for row in rows)

    def _start(self) -> None:
        permissions.check_when("start", self.desk)
        if any(seat.kind == "open" for seat in self.seats):
            raise Refused("seats-open", "a seat is still open")
        self._renew_setup()
        lines = self.desk.start(self.now.wall)
        self.broadcaster.change_status(PLAYING)
        self._replay()
        for group in self.subscribers:
            self.outbox.send(group.connections, self._snapshot_news(group))
        self._written(lines)

    # ---- what follows from lines

    def _written(self, lines: list[Line], request: str = "", token: str = "") -> None:
        """Lines are kept, and everybody learns of them what is theirs to know."""
        if self.desk.has_started:
            self._follow()
        for number, line in enumerate(lines):
            text = json.dumps(line.to_json(), ensure_ascii=False)
            self.add_to_log("line", TABLE, text, PERSON, request if number == 0 else "", token)
        if self.desk.is_closed and self.status != OVER:
            self.broadcaster.change_status(OVER)
        if self.is_rehearsal() and any(line.kind == "void" for line in lines):
            for group in self.subscribers:  # another throw is proposed
                if self._enters(group):
                    self.outbox.send(group.connections, self._snapshot_news(group))
        stood, self._stands = self._stands, (self.desk.changed_at, self.desk.pending())
        for group in self.subscribers:
            self._send_journal(group, stood != self._stands)
        self.advance()

    def _follow(self) -> None:
        """Bring the match to where the effective line is."""
        steps = self.desk.match.steps
        kept = len(self._played)
        if self._played != steps[:kept]:  # by identity first: something was corrected
            self._replay()
            for group in self.subscribers:
                news = self._snapshot_news(group)
                news.moment["log"] = self.broadcaster.last_entries(group)
                self.outbox.send(group.connections, news)
            return
        for step in steps[kept:]:
            for action in self._actions(step, self.desk, self.history):
                self.history.play(action)
                self._send_snapshots(action)
        self._played = list(steps)

    def _replay(self) -> None:
        """The history anew, from the effective line."""
        for number in self.bots.cancel_all():
            self.outbox.add(CancelBot(number))
        self.history = History(self.game, [seat.name for seat in self.seats], self.options)
        steps = self.desk.match.steps
        for step in steps:
            for action in self._actions(step, self.desk, self.history):
                self.history.play(action)
        self._played = list(steps)
        for group in self.subscribers:
            self._look_again(group)

    def _look_again(self, group: SubscriberGroup) -> None:
        group.viewer = self.history.viewer(self.seats_seen(group))

    def _actions(self, step: Step, desk: Desk, history: History) -> Iterable[LoggedAction]:
        """What a slot brings into the history, one after the other."""
        line = desk.lines[step.slot.no - 1]
        by: By = BY_TABLE
        if line.kind == "acted":
            by = BOT if line.role == "bot" else PERSON
        for element in step.elements:
            if isinstance(element, str):
                actor, text = split_action(element)
                action = self.game.parse(history.match.state, actor, text)
                logged = LoggedAction(actor, action, text, by, "", line.time, self.now.at)
            else:
                logged = LoggedAction(TABLE, -1, "", by, "", line.time, self.now.at)
                logged.element = element
            logged.line = line.no
            yield logged

    def _snapshot_news(self, group: SubscriberGroup) -> DeskMomentNews:
        snapshot = self.broadcaster.snapshot(group)
        return DeskMomentNews(snapshot, self.desk.changed_at)

    def _send_snapshots(self, action: LoggedAction) -> None:
        for group in self.subscribers:
            if entries := group.viewer.notice(action):
                snapshot = self.broadcaster.snapshot(group, entries)
                self.outbox.send(group.connections, DeskMomentNews(snapshot, self.desk.changed_at))

    def _mark_journal_seen(self, group: SubscriberGroup) -> None:
        """Whoever comes asks for the journal; from now on they are sent what is new."""
        viewer = self.viewer("journal", group.officials)
        lines = self.desk.lines
        group.lines_seen = len(lines)
        group.kept_back = [line for line in lines if self.desk.keeps_back(line, viewer)]

    def _send_journal(self, group: SubscriberGroup, is_other: bool) -> None:
        """What is new to a group; or, if the desk stands otherwise than before, only that."""
        viewer = self.viewer("journal", group.officials)
        new, group.lines_seen = self.desk.lines[group.lines_seen :], len(self.desk.lines)
        lines = [*group.kept_back, *new]
        group.kept_back = [line for line in lines if self.desk.keeps_back(line, viewer)]
        shown = [line for one in lines if (line := self.desk.show(one, viewer)) is not None]
        if shown or is_other:
            may = may_now(self.offices(group.officials), self.desk)
            news = JournalNews(
                shown, self.desk.changed_at, self.desk.pending(viewer), may, ranks(self.desk)
            )
            self.outbox.send(group.connections, news)

    # ---- bots, which decide by themselves once the line stands

    def advance(self) -> None:
        if not self.desk.has_started or not self.runs() or self.urgency(self.now) is None:
            return
        state = self.match.state
        for seat in state.actors():
            if seat != TABLE and self.seats[seat].played_by_bot() and seat not in self.bots:
                self._ask_bot(seat, self.seats[seat].bot or STAND_IN)

    def _ask_bot(self, seat: int, bot: str, note: str = "", is_stand_in: bool = False) -> None:
        state = self.match.state
        asked = self.bots.ask(seat, bot, BOT, note, state, len(self.actions), is_stand_in)
        self.outbox.add(AskBot(asked.number, seat, bot, self.game.view(state, seat)))

    def _on_bot_answer(self, given: BotAnswered) -> None:
        question = self.bots.answer(given.number)
        if question is None or not self._is_wanted(question.seat, question.state):
            self.advance()
            return
        try:
            self._ask_by_bot(question.seat, given.text)
        except Refused:
            self._replace_bot(question.seat, "its answer is not legal", question.is_stand_in)

    def _on_bot_failure(self, given: BotGaveUp) -> None:
        question = self.bots.answer(given.number)
        if question is not None and self._is_wanted(question.seat, question.state):
            self._replace_bot(question.seat, given.why, question.is_stand_in)

    def _is_wanted(self, seat: int, state: Any) -> bool:
        is_same = state is self.match.state or self.history.hides
        return is_same and self.runs() and seat in self.match.state.actors()

    def _replace_bot(self, seat: int, why: str, was_stand_in: bool) -> None:
        if not was_stand_in:
            self._ask_bot(seat, STAND_IN, printable(why), is_stand_in=True)
            return
        state = self.match.state
        self._ask_by_bot(seat, self.game.text(state, seat, state.legal(seat)[0]))

    def _ask_by_bot(self, seat: int, text: str) -> None:
        bot = Player(seat + 1, self.seats[seat].name, "bot")
        self._written(self.desk.handle(bot, DeskAct(seat + 1, text), None, self.now.wall))


def _described(official: Official) -> OfficialInfo:
    about: OfficialInfo = {
        "official": official.id, "role": official.role, "name": official.name,
    }  # fmt: skip
    if official.seat is not None:
        about["seat"] = official.seat
    return about
