"""Corrections: what falls out, what comes back, and what cannot be corrected."""

from typing import Any

import pytest
from event import CAST, Event, flock, race, two_rosters


def at_the_own_square() -> tuple[Event, int, int, int]:
    """Flock 1 came to its own square and changed places, then flock 2 threw."""
    event = Event()
    event.rule(race(flock(60, 56), flock(55, 20)))
    throw = event.enter("1+3")
    swap = event.ask("Porto", "act", seat=1, action="swap 2")["no"]
    return event, throw, swap, event.enter("1+2")


def correct(event: Event, of: int, to: Any) -> tuple[list[int], list[int]]:
    """What fell out, and what came back."""
    line = event.ask("Lyon", "correct", of=of, to=to)
    assert (line["of"], line["to"]) == (of, to)
    event.read_back()
    return line["out"], line["back"]


def test_later_lines_stay_as_long_as_they_are_legal() -> None:
    event = Event()
    first = event.enter("1+3")
    event.enter("1+2", "2+3")
    assert correct(event, first, "6+2") == ([], [])
    assert event.desk.elements == ["2+6", "1+2", "2+3"]


def test_at_the_first_line_that_is_not_legal_the_effective_line_ends() -> None:
    event, throw, swap, last = at_the_own_square()
    assert correct(event, throw, "1+2") == ([swap, last], [])
    assert event.desk.elements[1:] == ["1+2"]


def test_what_fell_out_comes_back_when_the_same_place_is_corrected_again() -> None:
    event, throw, swap, last = at_the_own_square()
    correct(event, throw, "1+2")
    correction = len(event.desk.lines)
    event.ask("Turku", "note", text="no, it was a double")
    event.ask("Riga", "void", seat=2, why="facing")  # nothing has taken effect
    assert correct(event, correction, "2+2") == ([], [swap, last])
    assert event.desk.elements[1:] == ["2+2", "1: swap 2", "1+2"]


def test_nothing_comes_back_once_something_has_taken_effect() -> None:
    event, throw, swap, last = at_the_own_square()
    correct(event, throw, "1+2")
    event.enter("1+1")
    assert correct(event, throw, "1+3") == ([len(event.desk.lines) - 1], [])
    event.refuse("stale", "Lyon", "correct", of=swap, to="stay")
    event.refuse("stale", "Lyon", "correct", of=last, to="1+1")


def test_another_correction_is_then_the_last_one() -> None:
    event, throw, _, _ = at_the_own_square()
    penalty = event.ask("Lyon", "penalty", seat=1, points=-3, why="late")["no"]
    correct(event, throw, "1+2")
    correct(event, penalty, None)
    assert correct(event, throw, "1+3") == ([], [])


def test_a_correction_of_a_correction_means_the_same_place() -> None:
    event = Event()
    first = event.enter("1+3")
    correct(event, first, "1+4")
    correct(event, len(event.desk.lines), None)
    assert event.desk.elements == []
    correct(event, len(event.desk.lines), "5+1")
    correct(event, first, "1+1")
    assert event.desk.elements == ["1+1"]


def test_a_place_with_nothing_in_it_stays_and_can_be_filled_again() -> None:
    event = Event()
    first, second = event.enter("1+3"), event.enter("1+2")
    assert correct(event, first, None) == ([second], [])  # flock 1 throws, not flock 2
    assert event.desk.state.thrower() == 0
    assert correct(event, first, "1+1") == ([], [second])


def test_an_entry_is_not_legal_where_another_seat_throws() -> None:
    event = Event()
    event.enter("1+3")
    second = event.enter("1+2")
    event.enter("2+2")
    correct(event, second, None)
    assert event.desk.elements == ["1+3"]


def test_a_change_that_is_not_legal_at_its_place_changes_nothing() -> None:
    event, throw, swap, _ = at_the_own_square()
    event.refuse("illegal", "Lyon", "correct", of=throw, to="7+7")
    event.refuse("illegal", "Lyon", "correct", of=throw, to=["1+3"])
    event.refuse("illegal", "Lyon", "correct", of=swap, to="swap 1")
    event.refuse("illegal", "Lyon", "correct", of=swap, to=["stay"])


def test_a_refused_correction_ends_no_row_of_them() -> None:
    event, throw, swap, last = at_the_own_square()
    correct(event, throw, "1+2")
    event.refuse("illegal", "Lyon", "correct", of=throw, to="nonsense")
    assert correct(event, throw, "2+2") == ([], [swap, last])


def test_decisions_are_corrected_too() -> None:
    event, _, swap, _ = at_the_own_square()
    assert correct(event, swap, "stay") == ([], [])
    assert event.position()["flocks"][0]["bearer"] == 60


def test_penalties_are_taken_back_and_nothing_else() -> None:
    event = Event()
    no = event.ask("Lyon", "penalty", seat=1, points=-3, why="late")["no"]
    event.refuse("illegal", "Lyon", "correct", of=no, to="5")
    event.refuse("illegal", "Lyon", "correct", of=no, to=["5"])
    correct(event, no, None)
    assert event.desk.standing_penalties() == []
    assert event.desk.totals() == [0, 0]


def test_a_correction_drops_the_entry_that_waits() -> None:
    event = Event(confirm=1)
    first = event.ask("Riga", "enter", outcome="1+3")["no"]
    event.refuse("stale", "Lyon", "correct", of=first, to="1+1")
    event.ask("Turku", "confirm", of=first)
    waiting = event.ask("Riga", "enter", outcome="1+2")["no"]
    assert correct(event, first, "1+1") == ([waiting], [])
    event.refuse("stale", "Turku", "confirm", of=waiting)
    event.refuse("stale", "Lyon", "correct", of=waiting, to="1+1")


@pytest.mark.parametrize("of", [0, 1, 9, 99, -4])
def test_lines_that_did_nothing_to_the_match_are_no_lines_to_correct(of: int) -> None:
    Event().refuse("no-line", "Lyon", "correct", of=of, to=None)


def test_several_outcomes_are_corrected_to_several() -> None:
    event = Event("girumgo")
    state, game = event.desk.state, event.desk.setup.game
    texts = [game.text(state, -1, action) for action in state.legal(-1)]
    no = event.ask("Riga", "enter", outcomes=texts[:1])["no"]
    event.refuse("illegal", "Lyon", "correct", of=no, to=texts[1])
    correct(event, no, [texts[1]])
    assert event.desk.elements == [texts[1]]
    correct(event, no, None)
    assert event.desk.elements == []


def poleana() -> tuple[Event, int, int]:
    """Seat 1 let a reo out; then a judge sent it back."""
    event = Event("poleana", options={"first": 0})
    event.enter("1+5")
    out = event.ask("Porto", "act", seat=1, action="out 0")["no"]
    sanction = event.ask("Lyon", "sanction", seat=1, choice="touched 1")["no"]
    return event, out, sanction


def test_sanctions_are_reckoned_anew_from_their_choice() -> None:
    event = Event("poleana", options={"first": 0})
    throw = event.enter("1+5")
    event.ask("Porto", "act", seat=1, action="out 0")
    second = event.enter("1+1")
    sanction = event.ask("Lyon", "sanction", seat=1, choice="touched 1")["no"]
    after = event.position()
    event.refuse("illegal", "Lyon", "correct", of=sanction, to="ignored")
    assert correct(event, second, "2+4") == ([], [])
    assert event.position() != after  # other dice lie there
    assert event.position()["seats"][0]["reos"] == ["cell"] * 4
    assert correct(event, throw, "2+3")[0][-1] == sanction


def test_a_sanction_is_taken_back_by_nothing() -> None:
    event, _, sanction = poleana()
    assert correct(event, sanction, None) == ([], [])
    assert event.position()["seats"][0]["reos"][0] == "1:0"
    event.refuse("illegal", "Lyon", "correct", of=sanction, to="touched 1")


# ---- namings


def called_out() -> tuple[Event, int]:
    """Three of flock 1 are called out: square 2 asks for them."""
    event = Event(rosters=two_rosters())
    return event, event.enter("1+1")


def test_a_naming_that_no_longer_fits_falls_out_alone() -> None:
    event, throw = called_out()
    named = event.ask("Porto", "name", seat=1, people=["Malmo", "Liege"])["no"]
    later = event.enter("1+3")
    assert correct(event, throw, "1+5") == ([named], [])  # one pledge only
    assert later in event.desk.match.numbers
    assert correct(event, throw, "1+1") == ([], [named])
    assert set(event.out()) == {"Malmo", "Liege", "Koln"}


def test_a_naming_is_corrected_to_other_people_of_its_call() -> None:
    event, _ = called_out()
    named = event.ask("Porto", "name", seat=1, people=["Malmo"])["no"]
    event.enter("1+3", "3+4")  # the call is open no more
    event.refuse("illegal", "Lyon", "correct", of=named, to="Liege")
    event.refuse("illegal", "Lyon", "correct", of=named, to=None)
    event.refuse("illegal", "Lyon", "correct", of=named, to=["Brno"])
    event.refuse("illegal", "Lyon", "correct", of=named, to=["Liege", "Liege"])
    event.refuse("illegal", "Lyon", "correct", of=named, to=["Malmo", "Liege", "Koln", "Kaunas"])
    assert correct(event, named, ["Liege", "Kaunas"]) == ([], [])
    assert set(event.out()) == {"Liege", "Kaunas", "Koln"}


def test_a_naming_falls_out_when_a_throw_before_it_is_filled_in_again() -> None:
    event, _ = called_out()
    event.enter("1+3")
    own = event.enter("1+3")
    correct(event, own, None)  # so that the call is open again
    named = event.ask("Porto", "name", seat=1, people=["Malmo"])["no"]
    assert correct(event, own, "1+3") == ([named], [])
    assert "Malmo" not in event.out()


def test_a_naming_made_while_the_next_throw_waited_stays() -> None:
    event = Event(rosters=two_rosters(), confirm=1, cast=CAST)
    event.confirmed("1+1", "1+3")
    waiting = event.ask("Riga", "enter", outcome="1+3")["no"]
    event.ask("Porto", "name", seat=1, people=["Malmo"])
    event.ask("Turku", "confirm", of=waiting)
    assert correct(event, waiting, "2+3") == ([], [])
    assert "Malmo" in event.out()
