"""Rulings of the council: who votes, when they carry, and what they settle."""

from typing import Any

import pytest
from event import Event, flock, race

import periplo

HERE = race(flock(60, 20), flock(55, 30), turn=1)


def propose(event: Event, **given: Any) -> int:
    no: int = event.ask("Lyon", "propose", text="it rained", **given)["no"]
    return no


def kinds(lines: list[dict[str, Any]]) -> list[str]:
    return [line["kind"] for line in lines]


def test_the_council_are_the_people_who_are_notary_or_judge_then() -> None:
    event = Event()
    event.appoint("judge", "Turku")  # who is a notary too: one person
    line = event.ask("Cardiff", "propose", text="it rained")
    assert line["council"] == ["Turku", "Cardiff", "Lyon"]
    assert "position" not in line


def test_a_ruling_carries_when_more_than_half_have_voted_yes() -> None:
    event = Event()
    no = propose(event)
    assert kinds(event.all_lines("Lyon", "vote", of=no, yes=True)) == ["voted"]
    event.refuse("already", "Lyon", "vote", of=no, yes=False)
    lines = event.all_lines("Turku", "vote", of=no, yes=True)
    assert kinds(lines) == ["voted", "ruling"]
    facts = {key: value for key, value in lines[1].items() if key not in ("no", "time", "by")}
    assert facts == {
        "kind": "ruling", "of": no, "carried": True, "yes": 2, "against": 0, "council": 3,
    }  # fmt: skip
    event.refuse("stale", "Cardiff", "vote", of=no, yes=True)
    assert event.desk.elements == []


def test_half_of_the_council_is_not_enough() -> None:
    event = Event()
    event.appoint("judge", "Dublin")
    no = propose(event)
    event.ask("Lyon", "vote", of=no, yes=True)
    event.ask("Turku", "vote", of=no, yes=True)
    event.ask("Cardiff", "vote", of=no, yes=False)
    lines = event.all_lines("Dublin", "vote", of=no, yes=False)
    assert (lines[1]["carried"], lines[1]["yes"], lines[1]["against"]) == (False, 2, 2)


def test_a_ruling_falls_as_soon_as_it_cannot_carry_any_more() -> None:
    event = Event()
    no = propose(event)
    event.ask("Turku", "vote", of=no, yes=False)
    lines = event.all_lines("Cardiff", "vote", of=no, yes=False)
    assert kinds(lines) == ["voted", "ruling"]
    assert lines[1]["carried"] is False


def test_a_withdrawal_can_decide_and_the_size_of_the_council_stays() -> None:
    event = Event()
    no = propose(event)
    event.ask("Turku", "vote", of=no, yes=False)
    assert kinds(event.withdraw("Tartu")) == ["withdrawn"]
    lines = event.withdraw("Cardiff")
    assert kinds(lines) == ["withdrawn", "ruling"]
    assert (lines[1]["carried"], lines[1]["council"]) == (False, 3)
    assert lines[1]["by"] == {"role": "organiser", "name": "Madrid"}
    event.read_back()


def test_votes_given_stay_when_their_people_are_withdrawn() -> None:
    event = Event()
    no = propose(event)
    event.ask("Turku", "vote", of=no, yes=True)
    assert kinds(event.withdraw("Turku")) == ["withdrawn"]
    lines = event.all_lines("Lyon", "vote", of=no, yes=True)
    assert lines[1]["carried"] is True
    event.read_back()


def test_whoever_was_appointed_later_does_not_vote_but_whoever_comes_back_does() -> None:
    event = Event()
    no = propose(event)
    event.appoint("judge", "Dublin")
    event.refuse("not-yours", "Dublin", "vote", of=no, yes=True)
    event.withdraw("Cardiff")
    event.appoint("judge", "Cardiff")  # the same name, in another office of the council
    event.ask("Cardiff", "vote", of=no, yes=True)
    assert kinds(event.all_lines("Lyon", "vote", of=no, yes=True)) == ["voted", "ruling"]


def test_a_vote_names_a_proposal() -> None:
    event = Event()
    event.refuse("no-line", "Lyon", "vote", of=1, yes=True)
    event.refuse("no-line", "Lyon", "vote", of=77, yes=True)


def test_with_a_position_the_match_goes_on_from_there() -> None:
    event = Event(confirm=1)
    waiting = event.ask("Riga", "enter", outcome="1+1")["no"]
    ruling = event.rule(HERE, "from the notaries' sheet")
    assert ruling["out"] == [waiting]
    assert event.desk.elements == [{"set": HERE, "clause": "", "why": "from the notaries' sheet"}]
    assert event.position() == HERE
    assert event.desk.changed_at == ruling["no"]


def test_two_proposals_are_open_at_once_and_the_later_ruling_holds() -> None:
    event = Event()
    first, second = (
        propose(event, position=HERE),
        propose(event, position=race(flock(60), flock(55))),
    )
    for of in (second, first):
        for name in ("Lyon", "Turku"):
            event.ask(name, "vote", of=of, yes=True)
    assert event.position() == HERE
    event.read_back()


def test_a_ruling_that_falls_sets_nothing() -> None:
    event = Event()
    no = propose(event, position=HERE)
    for name in ("Turku", "Cardiff"):
        event.ask(name, "vote", of=no, yes=False)
    assert event.desk.elements == []


OTHER = periplo.game("poleana")


@pytest.mark.parametrize(
    "position",
    [
        {},
        OTHER.position(OTHER.new(2)),
        race(flock(60), flock(55), flock(47)),
        race(flock(60), flock(54)),
        race(flock(60, 6), flock(55)),
        race(flock(60, people=13), flock(55)),
    ],
    ids=["empty", "another game", "another table", "other squares", "no place", "other people"],
)
def test_a_position_that_is_none_of_this_match_is_illegal(position: dict[str, Any]) -> None:
    refused = Event().refuse("illegal", "Lyon", "propose", text="x", position=position)
    assert refused.why.startswith("position: ")


def test_what_a_ruling_has_settled_is_not_corrected() -> None:
    event = Event(confirm=1)
    entry = event.ask("Riga", "enter", outcome="1+1")["no"]
    event.ask("Turku", "confirm", of=entry)
    penalty = event.ask("Lyon", "penalty", seat=1, points=-1, why="late")["no"]
    dropped = event.ask("Riga", "enter", outcome="1+1")["no"]
    ruling = event.rule(HERE)["no"]
    later = event.ask("Lyon", "penalty", seat=1, points=-1, why="late")["no"]
    event.refuse("settled", "Lyon", "correct", of=entry, to="1+2")
    event.refuse("settled", "Lyon", "correct", of=entry, to="nonsense")  # before illegal
    event.refuse("settled", "Lyon", "correct", of=penalty, to=None)
    event.refuse("settled", "Lyon", "correct", of=ruling, to=None)
    event.refuse("stale", "Lyon", "correct", of=dropped, to=None)  # before settled
    event.refuse("no-line", "Lyon", "correct", of=1, to=None)
    event.ask("Lyon", "correct", of=later, to=None)


def test_a_ruling_without_a_position_is_no_line_to_correct() -> None:
    event = Event()
    no = propose(event)
    event.ask("Lyon", "vote", of=no, yes=True)
    ruling = event.all_lines("Turku", "vote", of=no, yes=True)[1]["no"]
    event.refuse("no-line", "Lyon", "correct", of=ruling, to=None)
    event.refuse("no-line", "Lyon", "correct", of=no, to=None)
