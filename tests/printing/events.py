"""Made-up events at real tables, with everything that can happen at one."""

from dataclasses import dataclass
from typing import Any

import periplo
from periplo import TABLE, Dice
from periplo.desk.desk import Desk
from periplo.desk.lines import Line
from periplo.desk.record import desk_record
from periplo.desk.requests import read_request
from periplo.desk.roles import Official, Player, Role, Verb
from periplo.desk.setup import EventDetails, Setup
from periplo.play.record import Record

START = 1_781_430_600_000  # a Sunday in June 2026, 9:50 UTC
FIRST = ("Brno", "Dublin", "Porto", "London", "Bruxelles", "Luxembourg", "Bordeaux", "Tallinn",
         "Malmo", "Klaipeda", "Paris", "Helsinki", "Krakow", "Wroclaw", "Tartu", "Warszawa", "Lyon",
         "Riga", "Goteborg", "Edinburgh")  # fmt: skip
LAST = ("Nord", "Sud", "Est", "Ovest", "Alto", "Basso", "Nuovo", "Vecchio",
        "Grande", "Piccolo")  # fmt: skip


@dataclass
class Event:
    """A desk, and officials at it who do what they are asked to."""

    desk: Desk
    dice: Dice
    now: int = START

    def appoint(self, role: Role, name: str, seat: int | None = None) -> Official:
        official = Official(f"o{len(self.desk.lines)}", role, name, seat)
        self.desk.appoint(official.id, role, name, seat, self._time())
        return official

    def request(self, asker: Official | Player, verb: Verb, **facts: Any) -> Line:
        request = read_request(verb, facts, len(self.desk.setup.names))
        return self.desk.handle(asker, request, None, self._time())[0]

    def _time(self) -> int:
        self.now += 17_000
        return self.now

    def draw(self) -> str:
        """What the table does, drawn by the test's own dice."""
        state = self.desk.state
        return self.desk.setup.game.text(state, TABLE, state.draw(self.dice))

    def decide(self, asker: Official | Player | None = None) -> Line:
        """A seat's decision, by chance: by its player, or on its behalf."""
        state = self.desk.state
        actor = next(actor for actor in state.actors() if actor != TABLE)
        action = self.desk.setup.game.text(state, actor, state.pick(actor, self.dice))
        seat = actor + 1
        who = asker or Player(seat, self.desk.setup.names[actor])
        return self.request(who, "act", seat=seat, action=action)

    def is_table(self) -> bool:
        return TABLE in self.desk.state.actors()

    @property
    def record(self) -> Record:
        return desk_record(self.desk)


def open_event(
    game_id: str, names: tuple[str, ...], seed: int, *, people: int = 0, **details: Any
) -> Event:
    game = periplo.game(game_id)
    rosters = tuple(
        tuple(f"{first} {LAST[seat % len(LAST)]}" for first in FIRST[:people])
        for seat in range(len(names))
    )
    options = game.read_setup(len(names), None)
    if people:
        rosters_of = game.options_for_people(options, [people] * len(names))
        options = game.read_setup(len(names), rosters_of)
    texts: dict[str, Any] = {
        "title": "",
        "place": "",
        "date": "",
        "organiser": "",
        "confirm": 1,
    } | details
    event_details = EventDetails(rosters=rosters if people else (), **texts)
    return Event(Desk(Setup(game, options, names, event_details)), Dice(seed))


FLOCKS = ("Murùni", "Badia", "Cantalupo", "Cerro", "San Giorgio", "Villa Cortese", "Caronno",
          "Saronno", "Uboldo", "Lainate")  # fmt: skip


def goose_event(
    lines: int = 400, *, flocks: tuple[str, ...] = FLOCKS, people: int = 20, seed: int = 16,
    captain: str = "Berlin",
) -> Event:  # fmt: skip
    """Three flocks or more in a square: so many lines, and every kind of them but sanctions."""
    event = open_event(
        "oca", flocks, seed, people=people, title="Il Giro dell'Oca", place="Origgio, piazza",
        date="14 giugno 2026", organiser="Pro Loco Origgio", confirm=2,
    )  # fmt: skip
    desk = event.desk
    event.request(
        desk.organiser, "note", text="SHA-256 of the secret of the lots: 9f86d081884c7d65"
    )
    validator = event.appoint("validator", "Incontestabile")
    notaries = [event.appoint("notary", name) for name in ("Gdansk", "Aarhus", "Frankfurt")]
    judges = [event.appoint("judge", name) for name in ("il Buono", "il Cattivo")]
    steward = event.appoint("steward", "Groningen")
    herald = event.appoint("herald", "Vilnius")
    captains = [
        event.appoint("captain", f"{captain} {seat}", seat) for seat in range(1, len(flocks) + 1)
    ]
    leaver = event.appoint("notary", "Rotterdam")
    desk.start(event.now)
    desk.withdraw(leaver.id, event.now)
    event.appoint("steward", "Madrid")
    count = 0
    while not desk.state.over() and len(desk.lines) < lines:
        if not event.is_table():
            captain_of = desk.state.actors()[0]
            event.decide(judges[0] if count % 5 == 4 else captains[captain_of])
            continue
        count += 1
        thrower = desk.state.thrower() + 1
        if count % 7 == 3:
            why = ("collision", "facing", "stopped", "a child ran across the square")[
                count // 7 % 4
            ]
            event.request(validator, "void", seat=thrower, why=why)
        entered = event.request(validator, "enter", outcome=event.draw())
        if count % 11 == 5:
            event.request(notaries[0], "dispute", of=entered.no, why="I saw a five, not a six")
            if count % 2:
                event.request(judges[0], "confirm", of=entered.no)
            else:
                entered = event.request(judges[1], "enter", outcome=event.draw())
                for notary in notaries[:2]:
                    event.request(notary, "confirm", of=entered.no)
        else:
            for notary in notaries[:2]:
                event.request(notary, "confirm", of=entered.no)
        if count % 3 == 0:
            event.request(herald, "proclaimed", of=entered.no)
        for owed in desk.pending()["to_name"]:
            at_home = desk.people.open_call(owed["seat"]).at_home  # type: ignore[union-attr]
            chosen = list(at_home[-owed["count"] :])
            asker = notaries[1] if count % 4 == 0 else captains[owed["seat"] - 1]
            event.request(asker, "name", seat=owed["seat"], people=chosen)
        if count == 9:
            standing = desk.where()[0]["people"][0]
            place = {"seat": 1, "person": standing["name"], "square": standing["square"]}
            event.request(steward, "place", **place, **{"in": True})
            event.request(steward, "place", **place, **{"in": False})
        if count == 12:
            event.request(judges[0], "pause", why="it rains")
            event.request(judges[0], "resume", why="")
            fine = event.request(judges[1], "penalty", seat=2, points=-10, why="late to the throw")
            event.request(judges[1], "penalty", seat=3, points=-5.5, why="shouts at the notaries")
            event.request(judges[1], "correct", of=fine.no, to=None)
            event.request(judges[1], "penalty", seat=2, points=-6, why="late to the throw")
        if count == 15:
            protest = event.request(
                captains[0], "protest", seat=1, text="Our goose stood on 9, not on 8"
            )
            text = "The notaries' sheets say 8"
            event.request(judges[0], "answer", of=protest.no, text=text, upheld=False)
        if count == 18:  # a throw that was wrong, found out three throws later
            earlier = [step.slot for step in desk.match.steps if step.slot.kind == "entered"][-4]
            event.request(judges[0], "correct", of=earlier.no, to="2+3")
            event.request(judges[0], "correct", of=earlier.no, to="1+3")
        if count == 20:
            naming = [line for line in desk.lines if line.kind == "named"][-1]
            call = desk.people.calls[naming.facts["of"], naming.facts["seat"]]  # type: ignore[union-attr]
            others = list(call.at_home[: len(naming.facts["people"])])
            event.request(judges[1], "correct", of=naming.no, to=others)
        if count == 22:
            position = desk.setup.game.position(desk.state)
            position["flocks"][1]["bearer"] = position["flocks"][1]["square"]
            position["flocks"][1]["held"] = 0
            text = "The die that rolled under the stand counts as thrown: Badia goes to its square"
            proposed = event.request(notaries[0], "propose", text=text, position=position)
            for voter, yes in ((notaries[0], True), (judges[0], True), (notaries[1], False),
                               (judges[1], True)):  # fmt: skip
                if proposed.no in desk.proposals:
                    event.request(voter, "vote", of=proposed.no, yes=yes)
            lost = event.request(judges[1], "propose", text="Lunch before the next throw")
            for voter in (*notaries, *judges):
                if lost.no in desk.proposals:
                    event.request(voter, "vote", of=lost.no, yes=False)
        if count == 25:
            protest = event.request(
                captains[1], "protest", seat=2, text="We were not told of the pause"
            )
            event.request(judges[1], "answer", of=protest.no, text="True. Throw again", upheld=True)
    event.request(captains[2], "protest", seat=3, text="Too late")
    event.request(notaries[0], "propose", text="Everybody gets a slice of cake")
    event.request(notaries[2], "note", text="The mayor throws the last dice.")
    event.request(judges[0], "close", why="it is getting dark")
    return event


def quiz_event() -> Event:
    """A class that races round the Union; a bot plays a team."""
    names = ("Los Delfines", "Equipo Rojo", "Clase 6.º B")
    event = open_event(
        "europa", names, 7, title="Vuelta a la Unión", place="CEIP San José, Murcia",
        date="9 de mayo de 2026", organiser="AMPA San José",
    )  # fmt: skip
    judge = event.appoint("judge", "Amsterdam")
    notary = event.appoint("notary", "Juan Peña")
    event.desk.start(event.now)
    while not event.desk.state.over() and len(event.desk.lines) < 240:
        if event.is_table():
            entered = event.request(judge, "enter", outcome=event.draw())
            event.request(notary, "confirm", of=entered.no)
        else:
            seat = event.desk.state.actors()[0] + 1
            event.decide(Player(seat, names[seat - 1], "bot") if seat == 3 else None)
    event.request(judge, "close", why="")
    return event


def prison_event() -> Event:
    """A table of El Reo Poleana with a referee and sanctions."""
    names = ("Valencia", "Toulouse", "Stockholm", "Strasbourg")
    event = open_event(
        "poleana", names, 5, title="Torneo de Poleana", place="Tepito", date="2026-08-15", confirm=0
    )
    judge = event.appoint("judge", "Marseille")
    event.desk.start(event.now)
    sanctions = 0
    while not event.desk.state.over() and len(event.desk.lines) < 200:
        if event.is_table():
            event.request(judge, "enter", outcome=event.draw())
        else:
            event.decide()
        for seat in range(1, 5):
            listed = event.desk.setup.game.sanctions(event.desk.state, seat - 1)
            if listed and sanctions < 3 and len(event.desk.lines) > 40 * (sanctions + 1):
                sanctions += 1
                choice = listed[0 if sanctions == 1 else -1]["choice"]
                given = event.request(judge, "sanction", seat=seat, choice=choice)
                if sanctions == 3:
                    event.request(judge, "correct", of=given.no, to=None)
                break
    event.request(judge, "close", why="")
    return event
