"""What officials, captains and anybody else may see of the journal and of what is pending."""

from collections.abc import Mapping, Sequence
from typing import Any

from event import Event, flock, race, two_rosters

import periplo
from periplo import TABLE, Dice
from periplo.desk.desk import Desk
from periplo.desk.permissions import EVERYTHING, Viewer
from periplo.desk.requests import DeskAct, Enter
from periplo.desk.setup import EventDetails, Setup
from periplo.desk.state import Pending

CARLA, CIRO = Viewer(seats=frozenset({1})), Viewer(seats=frozenset({2}))


def kinds(lines: Sequence[Mapping[str, Any]]) -> list[str]:
    return [line["kind"] for line in lines]


def busy() -> Event:
    """A bit of everything at flock 1."""
    event = Event(rosters=two_rosters(), confirm=1)
    entry = event.ask("Riga", "enter", outcome="1+1")["no"]
    event.ask("Turku", "confirm", of=entry)
    named = event.ask("Porto", "name", seat=1, people=["Malmo"])["no"]
    event.ask("Lyon", "correct", of=named, to=["Liege"])
    event.ask("Riga", "void", seat=2, why="facing")
    protest = event.ask("Porto", "protest", seat=1, text="wind")["no"]
    event.ask("Lyon", "answer", of=protest, text="no", upheld=False)
    event.ask("Lyon", "penalty", seat=1, points=-1, why="singing")
    event.ask("Tartu", "place", seat=1, person="Liege", square=1, in_=False)
    event.ask("Turku", "propose", text="go on")
    event.ask("Lyon", "pause", why="")
    event.ask("Lyon", "resume", why="")
    event.ask("Lyon", "correct", of=entry, to="1+1")
    return event


def test_officials_see_every_line() -> None:
    event = busy()
    assert event.desk.visible(EVERYTHING) == [line.to_json() for line in event.desk.lines]
    assert [line["no"] for line in event.desk.visible(EVERYTHING, 20)] == list(
        range(20, len(event.desk.lines) + 1)
    )


def test_anybody_sees_public_lines_without_names_and_no_corrections_of_namings() -> None:
    lines = busy().desk.visible(Viewer())
    assert kinds(lines) == [
        "started", "entered", "void", "penalty", "paused", "resumed", "corrected",
    ]  # fmt: skip
    assert all(set(line["by"]) == {"role"} for line in lines)


def test_a_captain_sees_the_lines_of_the_own_seat_whole() -> None:
    event = busy()
    own = event.desk.visible(CARLA)
    assert kinds(own) == [
        "appointed", "started", "entered", "named", "corrected", "void", "protest", "answered",
        "penalty", "place", "paused", "resumed", "corrected",
    ]  # fmt: skip
    by = {line["kind"]: line["by"] for line in own}
    assert by["penalty"] == {"role": "judge", "name": "Lyon"}
    assert by["void"] == {"role": "validator"}  # of the other flock
    others = event.desk.visible(CIRO)
    assert not {"named", "protest", "answered", "place"} & set(kinds(others))


def test_an_entry_is_public_once_it_has_been_in_effect() -> None:
    event = Event(confirm=1)
    no = event.ask("Riga", "enter", outcome="1+1")["no"]
    assert kinds(event.desk.visible(Viewer())) == ["started"]
    assert kinds(event.desk.visible(CIRO)) == ["appointed", "started"]
    assert kinds(event.desk.visible(CARLA))[-1] == "entered"
    event.ask("Turku", "confirm", of=no)
    assert kinds(event.desk.visible(Viewer())) == ["started", "entered"]


def test_what_is_pending_is_shown_to_officials_and_of_the_own_seat_to_captains() -> None:
    event = Event(rosters=two_rosters(), confirm=1)
    entry = event.ask("Riga", "enter", outcome="1+1")["no"]
    event.ask("Turku", "confirm", of=entry)
    event.ask("Porto", "protest", seat=1, text="wind")
    event.ask("Tartu", "place", seat=1, person="Koln", square=1, in_=False)
    event.ask("Turku", "propose", text="go on")
    event.ask("Riga", "enter", outcome="1+1")  # of flock 2
    full, own = event.desk.pending(), event.desk.pending(CARLA)
    assert kinds(full["proposals"]) == ["proposed"]
    assert kinds(full["protests"]) == ["protest"]
    assert kinds(full["out_of_place"]) == ["place"]
    assert full["waiting"] is not None
    assert full["waiting"]["seat"] == 2
    assert own["waiting"] is None
    assert own["proposals"] == []
    for key in ("to_name", "protests", "out_of_place"):
        assert own[key] == full[key]
    nothing: Pending = {
        "waiting": None, "confirmed": 0, "to_name": [], "proposals": [], "protests": [],
        "out_of_place": [], "paused": False, "totals": event.desk.totals(),
    }  # fmt: skip
    assert event.desk.pending(Viewer()) == nothing
    theirs = event.desk.pending(CIRO)
    assert theirs == {**nothing, "waiting": full["waiting"]}


def drawing() -> Event:
    """Boards are dealt, and a card lies there: everybody draws, unseen by the others."""
    event = Event("camino")
    for text in ("board 1", "board 2", "card 11"):
        event.enter(text)
    return event


def test_a_drawing_reaches_readers_when_the_game_shows_it() -> None:
    event = drawing()
    before = len(event.desk.lines)
    event.ask("Porto", "act", seat=1, action="head d3")
    assert event.desk.visible(EVERYTHING, before + 1) == []
    assert event.desk.visible(CIRO, before + 1) == []
    assert kinds(event.desk.visible(CARLA, before + 1)) == ["acted"]
    event.ask("Lyon", "correct", of=before + 1, to="head c4")
    assert event.desk.visible(EVERYTHING, before + 1) == []
    event.ask("Porto", "act", seat=1, action="stop")
    assert kinds(event.desk.visible(EVERYTHING, before + 1)) == ["acted"]  # that it has stopped
    event.ask("Odense", "act", seat=2, action="stop")
    assert len(event.desk.visible(EVERYTHING, before + 1)) == 4


def test_a_correction_that_opens_the_round_again_is_hidden_like_a_drawing() -> None:
    event = drawing()
    head = event.ask("Porto", "act", seat=1, action="head d3")["no"]
    event.ask("Porto", "act", seat=1, action="stop")
    stop = event.ask("Odense", "act", seat=2, action="stop")["no"]
    event.ask("Lyon", "correct", of=stop, to=None)  # as it turns out, flock 2 goes on drawing
    no = event.ask("Lyon", "correct", of=head, to="head c4")["no"]
    assert event.desk.visible(EVERYTHING, no) == []
    event.ask("Lyon", "correct", of=stop, to="stop")  # and the round is over
    assert len(event.desk.visible(EVERYTHING, no)) == 2


def test_stewards_are_shown_a_drawing_when_the_game_shows_it() -> None:
    event = drawing()
    before = event.desk.posts()
    start = before[0]["square"]
    assert [(post["seat"], post["piece"]) for post in before] == [
        (1, "head"), (1, "tail"), (2, "head"), (2, "tail"),
    ]  # fmt: skip
    event.ask("Porto", "act", seat=1, action="head d3")
    assert event.desk.posts() == before
    event.refuse("stale", "Tartu", "place", seat=1, piece="head", square="d3", in_=True)
    event.ask("Tartu", "place", seat=1, piece="head", square=start, in_=True)
    event.ask("Porto", "act", seat=1, action="stop")
    event.ask("Odense", "act", seat=2, action="stop")
    assert [post["square"] for post in event.desk.posts()[:2]] == ["d3", start]
    assert event.desk.ticked() == []


def test_totals_are_scores_and_penalties() -> None:
    event = Event(is_started=False)
    assert event.desk.pending()["totals"] == [0, 0]
    event = Event()
    event.rule(race(flock(60, 10), flock(55, 20)))
    event.ask("Lyon", "penalty", seat=2, points=-100, why="late")
    assert event.desk.totals() == [30, -40]
    assert periplo.game("oca").position(event.desk.state)["flocks"][1]["bearer"] == 20


def test_totals_say_nothing_of_what_a_game_hides() -> None:
    game = periplo.game("camino")
    desk = Desk(Setup(game, {}, ("Badia", "Murùni"), EventDetails(), ("captain", "captain")))
    desk.appoint("o1", "judge", "Berlin", None, 1)
    desk.start(2)
    judge, dice = desk.officials["o1"], Dice(3)
    while TABLE in desk.state.actors():
        text = game.text(desk.state, TABLE, int(desk.state.draw(dice)))
        desk.handle(judge, Enter(outcome=text), None, 3)
    known = desk.totals()
    for _ in range(20):
        actions = [game.text(desk.state, 0, action) for action in desk.state.legal(0)]
        drawn = [action for action in actions if action.startswith("head")]
        if not drawn:
            break
        desk.handle(judge, DeskAct(1, drawn[0]), None, 4)
        assert desk.totals() == known
    assert desk.state.scores() != known
