"""What would follow from a request, without doing it."""

from typing import Any

import pytest
from event import Event, everything, two_rosters

from periplo.desk.preview import Foreseen, foresee
from periplo.desk.requests import read_request
from periplo.desk.roles import Verb
from periplo.play.refusals import Refused


def foreseen(event: Event, who: str, verb: Verb, **given: Any) -> Foreseen:
    """After which nothing has changed."""
    before = everything(event.desk)
    request = read_request(verb, given, len(event.desk.setup.names))
    found = foresee(event.desk, event.who(who), request, None, event.time)
    assert everything(event.desk) == before
    return found


def test_an_entry_that_must_be_confirmed_is_shown_as_if_it_were() -> None:
    event = Event("oca", confirm=2, rosters=two_rosters())
    found = foreseen(event, "Riga", "enter", outcome="1+1")
    assert [(line.kind, line.facts["need"]) for line in found.lines] == [("entered", 2)]
    assert found.desk.elements == ["1+1"]
    assert [one["square"] for one in found.desk.where()[0]["people"][:5]] == [2, 1, 1, 1, None]


def test_a_position_that_is_proposed_is_shown_as_if_it_carried() -> None:
    event = Event("oca", confirm=1)
    waiting = event.ask("Riga", "enter", outcome="1+1")["no"]
    position = event.position()
    position["flocks"][0]["bearer"] = 7
    found = foreseen(event, "Turku", "propose", text="seven", position=position)
    assert [line.kind for line in found.lines] == ["proposed"]
    assert found.out == [waiting]
    assert event.desk.setup.game.position(found.desk.state) == position
    plain = foreseen(event, "Turku", "propose", text="rain")
    assert (plain.out, plain.desk.elements) == ([], [])


def test_a_correction_shows_what_falls_out_and_what_comes_back() -> None:
    event = Event("oca")
    first = event.enter("1+1")
    second = event.enter("1+2")
    found = foreseen(event, "Lyon", "correct", of=first, to=None)
    assert (found.out, found.back, found.desk.elements) == ([second], [], [])
    done = event.ask("Lyon", "correct", of=first, to=None)
    assert (done["out"], done["back"]) == (found.out, found.back)
    assert everything(event.desk)["elements"] == found.desk.elements


def test_a_refusal_is_that_of_the_request_itself() -> None:
    event = Event("oca", confirm=0)
    for code, who, verb, given in (
        ("not-yours", "Turku", "penalty", {"seat": 1, "points": 1, "why": "?"}),
        ("illegal", "Riga", "enter", {"outcome": "7+7"}),
        ("no-line", "Lyon", "correct", {"of": 99, "to": None}),
        ("not-paused", "Lyon", "resume", {"why": ""}),
    ):
        with pytest.raises(Refused) as refused:
            foreseen(event, who, verb, **given)  # type: ignore[arg-type]
        assert refused.value.code == code
        event.refuse(code, who, verb, **given)  # type: ignore[arg-type]
