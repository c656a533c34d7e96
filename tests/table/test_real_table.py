"""Real tables without a socket or a disk: random officials, and a server that ends anywhere."""

import json
from random import Random
from typing import Any

import pytest
from every_test import at_most
from hypothesis import given
from hypothesis import strategies as st
from table_world import BEGIN, Environment

import periplo
from periplo.core.state import TABLE
from periplo.desk.roles import APPOINTED, VERBS
from periplo.desk.setup import EventDetails, with_rosters
from periplo.play.refusals import Refused
from periplo.play.stepwise import run_at_once
from periplo.table.clock import Instant
from periplo.table.effects import COME_AGAIN, AskBot, Disconnect, Effect, Persist, Send
from periplo.table.inputs import (
    Appoint,
    BotAnswered,
    ChangeSetup,
    Connected,
    DrawLots,
    Input,
    LeaveSeat,
    Received,
    Start,
    Withdraw,
)
from periplo.table.messages import DeskDone, DeskMomentNews, Done, JournalNews, RequestRefused
from periplo.table.real import RealTable
from periplo.table.requests import Act, DeskRequest, Say
from periplo.table.rows import (
    OVER,
    WAITING,
    EventRow,
    LogRow,
    SeatRow,
    SeatRows,
    TableRow,
)
from periplo.table.state import Opening
from periplo.table.stored import ORGANISER, open_table

HOST = "device of the organiser"
NAMES = ("Badia", "Murùni", "Origgio", "Uboldo")


class World:
    """A real table, its rows, and everybody who is connected."""

    def __init__(self, game_id: str, seats: int, rosters: bool, bots: bool = False) -> None:
        game = periplo.game(game_id)
        names = tuple(tuple(f"{who} {i}" for i in range(12)) for who in NAMES[:seats])
        details = EventDetails("Palio", "Origgio", "2026", "Madrid", 1, names if rosters else ())
        options = with_rosters(game, {}, seats, details.rosters)
        self.row = TableRow(
            "table", game_id, game.rules, json.dumps(options), False, True, 0, "press", HOST,
            WAITING, 0, 0, chance="real", event=EventRow(details, "organiser's"),
        )  # fmt: skip
        self.seats = [SeatRow(seat, "captain", NAMES[seat]) for seat in range(seats)]
        if bots:
            self.seats[-1] = SeatRow(seats - 1, "bot", NAMES[seats - 1], bot="random")
        self.log: list[LogRow] = []
        self.time = BEGIN
        self.asked: list[AskBot] = []
        self.ended: list[tuple[str, int]] = []  # connections, and by which code
        self.answers: dict[str, list[Any]] = {}
        self.news: dict[str, list[Any]] = {}
        self.on_disk = 0
        self.table = self.load()

    def load(self) -> RealTable:
        game = periplo.game(self.row.game)
        options = json.loads(self.row.options)
        stored = run_at_once(open_table(self.row, self.seats, iter(self.log), game, options))
        self.on_disk = 0
        self.asked.clear()
        return RealTable(Opening(stored, Environment(0), self.time, None, self.time))

    def crash(self) -> None:
        before = self.table.desk
        self.table = self.load()
        after = self.table.desk
        assert after.lines == before.lines
        assert after.elements == before.elements
        assert after.where() == before.where()
        assert after.pending() == before.pending()
        assert after.changed_at == before.changed_at

    def feed(self, given: Input) -> None:
        self.time = Instant(self.time.at + 10, self.time.wall + 10)
        self.carry_out(self.table.handle(given, self.time))

    def carry_out(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Persist():
                    self.write(effect)
                case Send():
                    assert effect.after <= self.on_disk
                    for one in effect.to:
                        self.receive(str(one), effect.message)
                case AskBot():
                    self.asked.append(effect)
                case Disconnect():
                    assert effect.after <= self.on_disk
                    self.ended += [(str(one), effect.code) for one in effect.to]
                case _:
                    pass

    def write(self, effect: Persist) -> None:
        for write in effect.writes:
            match write:
                case LogRow():
                    assert write.number == len(self.log) + 1
                    self.log.append(write)
                case SeatRow():
                    self.seats[write.seat] = write
                case SeatRows():
                    self.seats = list(write.rows)
                case TableRow():
                    self.row = write
        self.on_disk = effect.number

    def receive(self, who: str, message: object) -> None:
        if isinstance(message, (DeskDone, Done, RequestRefused)):
            self.answers.setdefault(who, []).append(message)
        elif isinstance(message, (JournalNews, DeskMomentNews)):
            self.news.setdefault(who, []).append(message)

    def appoint(self, role: Any, name: str, seat: int | None = None) -> str:
        official = self.table.offices.next_id()
        self.feed(Appoint(HOST, (), official, f"hash of {official}", role, name, seat))
        self.connect(official)
        return official

    def connect(self, *officials: str) -> None:
        self.feed(Connected("+".join(officials) or "spectator", (), False, officials))

    def ask(self, who: str, verb: Any, line: int | None = None, **fields: Any) -> Any:
        """What whoever is connected is answered."""
        seen = self.table.desk.changed_at if line is None else line
        number = sum(len(answers) for answers in self.answers.values())
        request = DeskRequest(f"r{number}", verb, fields, seen)
        self.feed(Received(who, request))
        return self.answers[who][-1]


def set_up(game_id: str = "oca", seats: int = 2, rosters: bool = True) -> tuple[World, Any]:
    world = World(game_id, seats, rosters)
    offices = {
        "validator": world.appoint("validator", "Riga"),
        "notary": world.appoint("notary", "Tampere"),
        "judge": world.appoint("judge", "Berlin"),
        "captain": world.appoint("captain", "Porto", 1),
    }
    world.connect()
    world.feed(Start(HOST))
    return world, offices


def test_an_entry_takes_effect_when_it_is_confirmed() -> None:
    world, who = set_up()
    done = world.ask(who["validator"], "enter", outcome="6+1")
    assert world.table.desk.elements == []
    assert not [one for one in world.news["spectator"] if isinstance(one, DeskMomentNews)][1:]
    world.ask(who["notary"], "confirm", of=done.line)
    assert world.table.desk.elements == ["1+6"]
    news = [one for one in world.news["spectator"] if isinstance(one, DeskMomentNews)][-1]
    assert (news.moment["n"], news.line) == (1, done.line + 1)
    lines = [line for one in world.news["spectator"] if isinstance(one, JournalNews)
             for line in one.lines]  # fmt: skip
    assert [line["kind"] for line in lines] == ["started", "entered"]
    assert all(line["by"] == {"role": line["by"]["role"]} for line in lines)


def test_a_request_that_comes_again_is_answered_as_before() -> None:
    world, who = set_up()
    request = DeskRequest("same", "enter", {"outcome": "1+2"}, world.table.desk.changed_at)
    world.feed(Received(who["validator"], request))
    first = world.answers[who["validator"]][-1]
    world.crash()
    world.connect(who["validator"])
    lines = len(world.table.desk.lines)
    world.feed(Received(who["validator"], request))
    assert world.answers[who["validator"]][-1] == first
    assert len(world.table.desk.lines) == lines


def test_a_withdrawn_official_loses_the_office_in_the_same_moment() -> None:
    world, who = set_up()
    world.feed(Withdraw(HOST, (), who["judge"]))
    refused = world.ask(who["judge"], "pause", why="")
    assert refused.code == "not-yours"
    received = len(world.news[who["judge"]])
    world.ask(who["validator"], "note", text="only officials see this")
    world.ask(who["validator"], "enter", outcome="1+2")
    news = world.news[who["judge"]][received:]
    assert [(one.lines, one.desk["waiting"]) for one in news] == [([], None)]


def test_only_the_organiser_sets_up() -> None:
    world = World("oca", 2, rosters=False)
    notary = world.appoint("notary", "Tampere")
    inputs: list[Input] = [
        Appoint("another", (notary,), "o9", "", "judge", "Berlin", None),
        Withdraw("another", (notary,), notary),
        ChangeSetup("another", (notary,), EventDetails("Another")),
        DrawLots("another", (notary,), "order"),
        Start("another", (notary,)),
    ]
    for one in inputs:
        with pytest.raises(Refused) as refused:
            world.feed(one)
        assert refused.value.code == "not-yours"
    world.feed(DrawLots("another", (ORGANISER,), "squares"))
    world.feed(Start("another", (ORGANISER,)))
    assert world.table.desk.has_started


def test_the_number_of_seats_follows_the_set_up() -> None:
    world = World("oca", 2, rosters=False)
    world.connect()
    seats = [SeatRow(seat, "captain", NAMES[seat]) for seat in range(4)]
    world.feed(ChangeSetup(HOST, (), None, {"golden_races": 0}, seats))
    world.crash()
    world.feed(Start(HOST))
    assert len(world.table.match.position()["flocks"]) == 4
    with pytest.raises(Refused) as refused:
        world.feed(ChangeSetup(HOST, (), EventDetails("Late")))
    assert refused.value.code == "begun"


def test_bots_decide_by_themselves_but_not_while_the_event_is_paused() -> None:
    world = World("poleana", 2, rosters=False, bots=True)
    judge = world.appoint("judge", "Berlin")
    world.feed(Start(HOST))
    world.ask(judge, "enter", outcome="first 2")
    while not world.asked:
        world.ask(judge, "enter", outcome="1+5")
        if world.table.match.state.actors() == [0]:
            legal = world.table.match.legal()["1"]
            world.ask(judge, "act", seat=1, action=legal[0])
    assert world.ask(judge, "act", seat=2, action="out 0").code == "bot-plays"
    world.ask(judge, "pause", why="rain")
    asked = world.asked.pop()
    world.feed(BotAnswered(asked.number, world.table.match.legal()["2"][0]))
    assert world.table.desk.lines[-1].kind == "paused"
    world.ask(judge, "resume", why="")
    asked = world.asked.pop()
    world.feed(BotAnswered(asked.number, world.table.match.legal()["2"][0]))
    line = world.table.desk.lines[-1]
    assert (line.kind, line.role) == ("acted", "bot")


def test_whoever_may_enter_from_now_on_is_sent_what_may_be_entered() -> None:
    """Notaries enter only while there is no validator."""
    world, offices = set_up()
    news = world.news[offices["notary"]]

    def offered() -> list[bool]:
        """Of each snapshot that the notary was sent, whether it says what may be entered."""
        snapshots = [one.moment for one in news if isinstance(one, DeskMomentNews)]
        news.clear()
        return ["table" in one["legal"] for one in snapshots]

    assert offered() == [False]
    world.feed(Withdraw(HOST, (), offices["validator"]))
    assert offered() == [True]
    world.appoint("validator", "Dublin")
    assert offered() == [False]


def with_people(game_id: str) -> World:
    """Two seats of people, each with a token of their own."""
    world = World(game_id, 2, rosters=False)
    seats = [
        SeatRow(seat, "person", NAMES[seat], bot="random", token=f"t{seat}") for seat in (0, 1)
    ]
    world.feed(ChangeSetup(HOST, (), None, None, seats))
    return world


def test_whoever_is_connected_comes_again_when_the_order_is_drawn() -> None:
    """Otherwise they would speak and act for whoever has their seat now."""
    world = with_people("oca")
    for seat in (0, 1):
        world.feed(Connected(f"player {seat}", (seat,), False))
    while [seat.name for seat in world.seats] == list(NAMES[:2]):
        world.feed(DrawLots(HOST, (), "order"))
    assert set(world.ended) == {("player 0", COME_AGAIN), ("player 1", COME_AGAIN)}
    world.feed(Received("player 0", Say("s1", 1, "buon viaggio")))
    assert not world.answers
    assert [row.token for row in world.seats] == ["t1", "t0"]


def test_whoever_left_a_seat_to_a_bot_does_nothing_there() -> None:
    world = with_people("poleana")
    judge = world.appoint("judge", "Berlin")
    world.feed(Start(HOST))
    world.feed(Connected("player", (0,), False))
    world.ask(judge, "enter", outcome="first 1")
    while world.table.match.state.actors() != [0]:
        world.ask(judge, "enter", outcome="5+5")
    world.feed(LeaveSeat(0, (0,)))
    action = world.table.match.legal()["1"][0]
    n = len(world.table.actions)
    world.feed(Received("player", Act("a1", 1, n, action)))
    assert world.answers["player"][-1].code == "bot-plays"
    assert world.ask("player", "act", seat=1, action=action).code == "bot-plays"


def test_a_full_journal_takes_nothing_more_but_its_end() -> None:
    world = with_people("poleana")
    judge = world.appoint("judge", "Berlin")
    world.feed(Start(HOST))
    world.feed(Connected("player", (0,), False))
    world.ask(judge, "enter", outcome="first 1")
    while world.table.match.state.actors() != [0]:
        world.ask(judge, "enter", outcome="5+5")
    world.table.environment.most_actions = world.table.rows
    action = Act("a1", 1, len(world.table.actions), world.table.match.legal()["1"][0])
    world.feed(Received("player", action))
    assert world.answers["player"][-1].code == "too-long"
    assert world.ask(judge, "note", text="full").code == "too-long"
    assert isinstance(world.ask(judge, "close", why="full"), DeskDone)
    assert world.row.status == OVER


def random_fields(world: World, random: Random, verb: str) -> dict[str, Any]:
    """Something that may be asked for, sensible or not."""
    desk = world.table.desk
    state = desk.state
    seat = random.randint(1, len(world.seats))
    of = random.choice([random.randint(1, len(desk.lines) + 1), desk.changed_at, len(desk.lines)])
    game = world.table.game
    actor = state.actors()[0] if state.actors() else TABLE
    texts = [game.text(state, actor, action) for action in state.legal(actor)] or ["1+1"]
    text = random.choice(texts)
    names = [one["name"] for place in desk.where() for one in place["people"]] or ["nobody"]
    fields: dict[str, dict[str, Any]] = {
        "enter": {"outcome": text},
        "void": {"seat": seat, "why": random.choice(["collision", "it rolled away"])},
        "confirm": {"of": of},
        "dispute": {"of": of, "why": "no"},
        "act": {"seat": actor + 1 if actor != TABLE else seat, "action": text},
        "name": {"seat": seat, "people": random.sample(names, min(2, len(names)))},
        "penalty": {"seat": seat, "points": random.choice([-3, 2.5, 0]), "why": "late"},
        "sanction": {"seat": seat, "choice": random.choice(["ignored", "touched 1"])},
        "correct": {"of": of, "to": random.choice([None, text, "1+2", [names[0]]])},
        "propose": {"text": "start from here"} | (
            {"position": game.position(state)} if random.random() < 0.5 else {}
        ),
        "vote": {"of": of, "yes": random.random() < 0.7},
        "protest": {"seat": seat, "text": "unfair"},
        "answer": {"of": of, "text": "no", "upheld": False},
        "place": {"seat": seat, "person": random.choice(names), "square": random.randint(0, 9),
                  "in": random.random() < 0.5},
        "proclaimed": {"of": of},
        "note": {"text": "rain"},
    }  # fmt: skip
    return fields.get(verb, {"why": ""})


@at_most(40)
@given(seed=st.integers(min_value=0, max_value=2**32), game=st.sampled_from(periplo.game_ids()))
def test_whatever_officials_do_is_there_after_a_crash(seed: int, game: str) -> None:
    random = Random(seed)
    rosters = bool(periplo.game(game).companies(periplo.game(game).new(2)))
    world = World(game, random.randint(2, 3), rosters and random.random() < 0.8)
    officials = [world.appoint(role, f"{role} {n}", 1 if role == "captain" else None)
                 for role in APPOINTED for n in range(2)]  # fmt: skip
    world.connect()
    world.feed(Start(HOST))
    for _ in range(60):
        who = random.choice(officials)
        verb = random.choice([*VERBS, "enter", "enter", "confirm", "act"])
        if verb == "close" and random.random() < 0.9:
            continue
        before = len(world.table.desk.lines)
        answer = world.ask(who, verb, **random_fields(world, random, verb))
        if isinstance(answer, RequestRefused):
            assert len(world.table.desk.lines) == before
        if random.random() < 0.05 and len(officials) > 4:
            world.feed(Withdraw(HOST, (), officials.pop()))
        if random.random() < 0.1:
            world.crash()
            for official in officials:
                world.connect(official)
            world.connect()
    world.crash()
    assert (world.row.status == OVER) == world.table.desk.is_closed
    position = world.table.match.position()
    assert position == world.table.game.position(world.table.desk.state)
