"""What each verb does and when it is refused: a table, and a sentence."""

from typing import Any

import pytest
from event import CAST, Event, flock, race

from periplo.desk.requests import REQUESTS, read_request
from periplo.desk.roles import Player, Verb
from periplo.desk.state import add_exactly
from periplo.play.refusals import Refused

# ---- entering


def is_waiting(event: Event, no: int) -> bool:
    waiting = event.desk.pending()["waiting"]
    return waiting is not None and waiting["no"] == no


def test_a_throw_is_entered_in_either_order_and_written_ascending() -> None:
    event = Event()
    line = event.ask("Riga", "enter", outcome="5+1")
    assert line == {"no": 10, "kind": "entered", "outcome": "1+5", "seat": 1, "need": 0}
    assert event.desk.elements == ["1+5"]


@pytest.mark.parametrize("outcome", ["7+1", "0+3", "stay", "1: stay", "hello", "1+1+1", "１+2"])
def test_an_impossible_throw_is_illegal(outcome: str) -> None:
    Event().refuse("illegal", "Riga", "enter", outcome=outcome)


def test_nothing_is_entered_while_a_flock_decides() -> None:
    event = Event()
    event.rule(race(flock(60, 56), flock(55, 20)))
    event.enter("1+3")
    event.refuse("illegal", "Riga", "enter", outcome="1+1")


def test_several_outcomes_of_nobody_are_one_entry() -> None:
    event = Event("girumgo", cast=CAST)
    first, second = wheel_settings(event, 2)
    line = event.ask("Riga", "enter", outcomes=[first, second])
    assert line["outcomes"] == [first, second]
    assert "seat" not in line
    assert event.desk.elements == [first, second]


def test_several_outcomes_are_legal_as_a_whole_or_not_at_all() -> None:
    event = Event("girumgo")
    first = wheel_settings(event, 1)[0]
    event.refuse("illegal", "Riga", "enter", outcomes=[first, "nonsense"])


def test_several_outcomes_are_throws_of_one_seat() -> None:
    Event().refuse("illegal", "Riga", "enter", outcomes=["1+1", "1+2"])


def test_a_golden_win_lets_the_same_flock_throw_twice_in_one_entry() -> None:
    event = Event()
    event.rule(race(flock(60, 61, throws=1), flock(55, 20, throws=1)))
    line = event.ask("Riga", "enter", outcomes=["1+1", "1+2"])
    assert (line["seat"], len(event.desk.elements)) == (1, 3)


def wheel_settings(event: Event, count: int) -> list[str]:
    """What the table can do first in a game where nobody throws at the beginning."""
    state, game, found = event.desk.state.copy(), event.desk.setup.game, []
    for _ in range(count):
        action = state.legal(-1)[0]
        found.append(game.text(state, -1, action))
        state.play(-1, action)
    return found


@pytest.mark.parametrize(("confirm", "need"), [(0, 0), (1, 1), (2, 2)], ids=["none", "one", "two"])
def test_an_entry_takes_effect_when_as_many_people_have_confirmed_as_the_event_asks(
    confirm: int, need: int
) -> None:
    event = Event(confirm=confirm)
    line = event.ask("Riga", "enter", outcome="1+1")
    assert line["need"] == need
    for name in ("Turku", "Cardiff")[:need]:
        assert event.desk.elements == []
        event.ask(name, "confirm", of=line["no"])
    assert event.desk.elements == ["1+1"]


def test_an_entry_needs_no_more_notaries_than_there_are_besides_whoever_enters() -> None:
    event = Event(confirm=2)
    event.withdraw("Riga")
    assert event.ask("Turku", "enter", outcome="1+1")["need"] == 1
    event.ask("Cardiff", "confirm", of=event.desk.lines[-1].no)
    event.withdraw("Cardiff")
    assert event.ask("Turku", "enter", outcome="1+1")["need"] == 0


def test_one_person_under_two_names_of_offices_is_one_notary() -> None:
    event = Event(confirm=2)
    event.appoint("notary", "Riga")  # the validator is no notary for the own entry
    event.appoint("notary", "Turku")  # twice
    assert event.ask(("validator", "Riga"), "enter", outcome="1+1")["need"] == 2
    event.refuse("not-yours", ("notary", "Riga"), "confirm", of=event.desk.lines[-1].no)


def test_later_withdrawals_do_not_change_what_an_entry_needs() -> None:
    event = Event(confirm=2)
    no = event.ask("Riga", "enter", outcome="1+1")["no"]
    event.ask("Turku", "confirm", of=no)
    event.withdraw("Cardiff")
    assert is_waiting(event, no)
    assert event.desk.pending()["confirmed"] == 1
    event.ask("Lyon", "confirm", of=no)  # a judge's makes it take effect at once
    assert event.desk.elements == ["1+1"]


def test_a_judges_own_entry_waits_like_any_other() -> None:
    event = Event(confirm=1)
    no = event.ask("Lyon", "enter", outcome="1+1")["no"]
    event.refuse("not-yours", "Lyon", "confirm", of=no)
    event.refuse("not-yours", "Lyon", "dispute", of=no, why="mine")
    event.ask("Turku", "confirm", of=no)
    assert event.desk.elements == ["1+1"]


def test_while_an_entry_waits_whoever_entered_it_or_a_judge_enters_anew() -> None:
    event = Event(confirm=1)
    event.appoint("validator", "Coimbra")
    first = event.ask("Riga", "enter", outcome="1+1")["no"]
    event.refuse("waiting", "Coimbra", "enter", outcome="nonsense")
    second = event.ask("Riga", "enter", outcome="1+2")
    assert second["of"] == first
    event.refuse("stale", "Turku", "confirm", of=first)
    third = event.ask("Lyon", "enter", outcome="1+3")
    assert third["of"] == second["no"]
    event.ask("Turku", "dispute", of=third["no"], why="it was 1+4")
    assert event.ask("Coimbra", "enter", outcome="1+4")["of"] == third["no"]


def test_after_a_dispute_only_a_judge_confirms() -> None:
    event = Event(confirm=2)
    no = event.ask("Riga", "enter", outcome="1+1")["no"]
    event.ask("Cardiff", "confirm", of=no)
    event.refuse("already", "Cardiff", "confirm", of=no)
    event.ask("Turku", "dispute", of=no, why="cocked die")
    event.refuse("already", "Turku", "dispute", of=no, why="cocked die")
    event.refuse("disputed", "Cardiff", "confirm", of=no)  # before already
    event.refuse("disputed", "Turku", "confirm", of=no)
    event.ask("Lyon", "confirm", of=no)
    event.refuse("stale", "Lyon", "confirm", of=no)
    assert event.desk.elements == ["1+1"]


def test_only_entries_are_confirmed() -> None:
    event = Event()
    for of in (1, 9, 0, -1, 99):
        event.refuse("no-line", "Turku", "confirm", of=of)
        event.refuse("no-line", "Turku", "dispute", of=of, why="?")


# ---- throws that do not count


@pytest.mark.parametrize(
    ("why", "clause"),
    [("collision", "OCA-26c"), ("facing", "OCA-26d"), ("stopped", "OCA-26e"), ("a dog", "")],
)
def test_a_void_throw_has_the_clause_of_its_reason(why: str, clause: str) -> None:
    line = Event().ask("Riga", "void", seat=1, why=why)
    assert line == {"no": 10, "kind": "void", "seat": 1, "why": why, "clause": clause}


def test_a_void_throw_drops_the_entry_that_waits_and_the_same_seat_throws_again() -> None:
    event = Event(confirm=1)
    no = event.ask("Riga", "enter", outcome="1+1")["no"]
    assert event.ask("Riga", "void", seat=1, why="a dog", clause="OCA-26g")["of"] == no
    event.refuse("stale", "Turku", "confirm", of=no)
    assert event.ask("Riga", "enter", outcome="1+2")["seat"] == 1


def test_only_the_throw_of_the_seat_that_throws_is_void() -> None:
    event = Event()
    event.refuse("illegal", "Riga", "void", seat=2, why="facing")
    event.rule(race(flock(60, 56), flock(55, 20)))
    event.enter("1+3")  # and flock 1 decides
    event.refuse("nothing-to-throw", "Riga", "void", seat=2, why="facing")


def test_nobody_throws_wheels() -> None:
    Event("girumgo").refuse("nothing-to-throw", "Riga", "void", seat=1, why="slipped")


# ---- decisions


def test_a_decision_says_whether_an_official_entered_it() -> None:
    for who, behalf in (
        ("Porto", False),
        ("Riga", True),
        ("Lyon", True),
        (Player(1, "Krakow"), False),
    ):
        event = Event()
        event.rule(race(flock(60, 56), flock(55, 20)))
        event.enter("1+3")
        event.refuse("illegal", who, "act", seat=1, action="swap 1")
        line = event.ask(who, "act", seat=1, action="swap 2")
        assert (line["action"], line["behalf"]) == ("swap 2", behalf)
        assert event.desk.elements[-1] == "1: swap 2"


# ---- judges


def test_penalties_are_added_as_they_stand_and_kept_through_restarts() -> None:
    event = Event()
    event.rule(race(flock(60, 61, throws=1), flock(55, 20, throws=1)))
    event.ask("Lyon", "penalty", seat=2, points=-50.5, why="pushing")
    event.ask("Lyon", "penalty", seat=2, points=8, why="helping")
    assert event.desk.totals()[1] == 60 - 42.5
    event.enter("1+1")  # a golden win
    assert event.desk.totals() == [2 * 189, -42.5]
    assert event.desk.standing_penalties() == [
        {"seat": 2, "points": -50.5, "why": "pushing"},
        {"seat": 2, "points": 8, "why": "helping"},
    ]


def test_totals_run_over_nowhere() -> None:
    assert add_exactly(1, 2) == 3
    assert add_exactly(1.5, 2) == 3.5
    assert add_exactly(1e308, 1e308) == 2 * int(1e308)
    assert add_exactly(10**400, 0.5) == 10**400
    event = Event()
    for _ in range(3):
        event.ask("Lyon", "penalty", seat=1, points=1.7e308, why="much")
    assert event.desk.totals()[0] > 5 * 10**308


def test_a_sanction_drops_the_entry_that_waits() -> None:
    event = Event("poleana", confirm=1, options={"first": 0})
    event.refuse("illegal", "Lyon", "sanction", seat=1, choice="touched 1")
    no = event.ask("Riga", "enter", outcome="1+5")["no"]
    event.ask("Turku", "confirm", of=no)
    event.ask("Porto", "act", seat=1, action="out 0")
    waiting = event.ask("Riga", "enter", outcome="1+2")["no"]
    line = event.ask("Lyon", "sanction", seat=1, choice="ignored")
    assert line["clause"] == "POL-16"
    assert line["out"] == [waiting]
    last = event.desk.elements[-1]
    assert isinstance(last, dict)
    assert (last["clause"], last["why"]) == ("POL-16", "ignored")
    assert event.position()["seats"][0]["reos"] == ["cell"] * 4
    event.read_back()


def test_games_without_sanctions_list_none() -> None:
    Event().refuse("illegal", "Lyon", "sanction", seat=1, choice="touched 1")


def test_while_paused_some_things_wait_and_all_others_go_on() -> None:
    event = Event(confirm=1)
    no = event.ask("Riga", "enter", outcome="1+1")["no"]
    event.refuse("not-paused", "Lyon", "resume", why="")
    event.ask("Lyon", "pause", why="rain")
    assert event.desk.pending()["paused"]
    event.refuse("paused", "Lyon", "pause", why="")
    event.refuse("paused", "Riga", "enter", outcome="1+1")
    event.refuse("paused", "Riga", "void", seat=1, why="rain")
    event.refuse("paused", "Turku", "confirm", of=no)
    event.refuse("paused", "Porto", "act", seat=1, action="stay")
    event.refuse("paused", "Porto", "name", seat=1, people=["Brno"])
    event.ask("Turku", "dispute", of=no, why="wet dice")
    event.ask("Lyon", "penalty", seat=1, points=1, why="patience")
    event.ask("Lyon", "propose", text="wait")
    assert is_waiting(event, no)
    event.ask("Lyon", "resume", why="")
    event.ask("Lyon", "confirm", of=no)
    assert event.desk.elements == ["1+1"]


def test_a_protest_is_answered_once() -> None:
    event = Event()
    no = event.ask("Porto", "protest", seat=1, text="it was a 6")["no"]
    assert [line["no"] for line in event.desk.pending()["protests"]] == [no]
    event.refuse("no-line", "Lyon", "answer", of=1, text="no", upheld=False)
    event.ask("Lyon", "answer", of=no, text="no", upheld=False)
    event.refuse("already", "Lyon", "answer", of=no, text="yes", upheld=True)
    assert event.desk.pending()["protests"] == []


def test_a_closed_event_is_closed_to_everything_but_withdrawing() -> None:
    event = Event(confirm=1)
    waiting = event.ask("Riga", "enter", outcome="1+1")["no"]
    of = event.ask("Lyon", "propose", text="rain")["no"]
    line = event.ask("Lyon", "close", why="rain")
    assert line["winner"] is None
    assert line["out"] == [waiting]
    assert event.desk.pending()["proposals"] == []
    assert event.desk.pending()["waiting"] is None
    event.refuse("closed", "Turku", "vote", of=of, yes=True)
    event.refuse("closed", "Madrid", "note", text="thanks")
    event.refuse("closed", "Lyon", "close", why="")
    with pytest.raises(Refused, match="closed"):
        event.appoint("herald", "Elio")
    assert [one["kind"] for one in event.withdraw("Riga")] == ["withdrawn"]
    event.read_back()


def test_a_game_that_is_over_can_still_be_corrected_ruled_on_and_closed() -> None:
    event = Event(options={"golden_races": 0})
    event.rule(race(flock(60, 61), flock(55, 20)))
    no = event.enter("1+1")
    event.refuse("over", "Riga", "enter", outcome="1+1")
    event.refuse("over", "Riga", "void", seat=1, why="facing")
    event.refuse("over", "Porto", "act", seat=1, action="stay")
    event.refuse("illegal", "Lyon", "sanction", seat=1, choice="touched 1")
    event.ask("Lyon", "penalty", seat=1, points=-5, why="late")
    event.ask("Lyon", "correct", of=no, to="1+2")
    event.ask("Lyon", "correct", of=no, to="1+1")
    assert event.ask("Lyon", "close", why="")["winner"] == 1


# ---- stewards and herald


def test_a_tick_must_name_the_square_and_lapses_when_the_piece_moves() -> None:
    event = Event()
    event.refuse("stale", "Tartu", "place", seat=1, piece="bearer", square=5, in_=True)
    event.refuse("nobody", "Tartu", "place", seat=1, piece="queen", square=0, in_=True)
    event.refuse("nobody", "Tartu", "place", seat=1, person="Brno", square=0, in_=True)
    no = event.ask("Tartu", "place", seat=1, piece="bearer", square=0, in_=False)["no"]
    assert [line["no"] for line in event.desk.pending()["out_of_place"]] == [no]
    event.ask("Lyon", "place", seat=1, piece="bearer", square=0, in_=True)
    assert event.desk.pending()["out_of_place"] == []
    assert len(event.desk.ticked()) == 1
    event.enter("1+3")
    assert event.desk.ticked() == []


def test_reos_are_looked_after_in_their_cells_too() -> None:
    event = Event("poleana")
    assert event.ask("Tartu", "place", seat=2, piece=4, square="cell", in_=True)["piece"] == 4
    event.refuse("stale", "Tartu", "place", seat=2, piece=4, square="1:0", in_=True)
    event.refuse("nobody", "Tartu", "place", seat=2, piece=5, square="cell", in_=True)


def test_the_herald_may_proclaim_a_line_again() -> None:
    event = Event()
    event.ask("Praha", "proclaimed", of=9)
    assert event.ask("Praha", "proclaimed", of=9)["of"] == 9
    event.refuse("no-line", "Praha", "proclaimed", of=99)


# ---- before the start, and in which order a request is checked


def test_before_the_start_there_are_only_notes() -> None:
    event = Event(is_started=False)
    event.refuse("not-begun", "Riga", "enter", outcome="1+1")
    event.refuse("not-yours", "Turku", "enter", outcome="1+1")  # which comes first
    event.ask("Turku", "note", text="three dice are missing")
    event.desk.start(0)
    with pytest.raises(Refused) as refused:
        event.desk.start(0)
    assert refused.value.code == "begun"


def test_somebody_who_has_not_seen_the_last_change_is_stale() -> None:
    event = Event()
    seen = event.desk.changed_at
    event.ask("Lyon", "penalty", seat=1, points=1, why="singing")  # which changes no match
    event.all_lines("Riga", "enter", seen=seen, outcome="1+1")
    late: list[tuple[str, Verb, dict[str, Any]]] = [
        ("Riga", "enter", {"outcome": "1+1"}),
        ("Riga", "void", {"seat": 2, "why": "facing"}),
        ("Turku", "confirm", {"of": 99}),
        ("Turku", "dispute", {"of": 99, "why": "?"}),
        ("Porto", "act", {"seat": 1, "action": "stay"}),
        ("Lyon", "sanction", {"seat": 1, "choice": "ignored"}),
        ("Lyon", "correct", {"of": 99, "to": None}),
        ("Lyon", "pause", {"why": ""}),
        ("Lyon", "resume", {"why": ""}),
        ("Lyon", "propose", {"text": "rain"}),
        ("Lyon", "close", {"why": ""}),
    ]
    for who, verb, given in late:
        event.refuse("stale", who, verb, seen=seen, **given)
    for who, verb, given in (
        ("Tartu", "note", {"text": "hot"}),
        ("Lyon", "penalty", {"seat": 1, "points": 1, "why": "singing"}),
        ("Porto", "protest", {"seat": 1, "text": "hot"}),
        ("Praha", "proclaimed", {"of": 1}),
    ):
        event.all_lines(who, verb, seen=seen, **given)
    event.refuse("no-line", "Lyon", "answer", seen=seen, of=1, text="yes", upheld=True)
    event.refuse("no-line", "Lyon", "vote", seen=seen, of=1, yes=True)
    event.refuse("nothing-to-name", "Porto", "name", seen=seen, seat=1, people=["Brno"])
    event.refuse("stale", "Tartu", "place", seen=seen, seat=1, piece="bearer", square=40, in_=True)


def test_these_lines_change_the_match_or_the_entry_that_waits_and_no_others() -> None:
    event = Event(confirm=1)
    changed = {event.desk.lines[event.desk.changed_at - 1].kind}

    def follow() -> None:
        assert event.desk.changed_at == len(event.desk.lines)
        changed.add(event.desk.lines[-1].kind)

    no = event.ask("Riga", "enter", outcome="1+1")["no"]
    follow()
    event.ask("Turku", "dispute", of=no, why="?")
    assert event.desk.changed_at == no
    event.ask("Lyon", "confirm", of=no)
    follow()
    event.ask("Riga", "void", seat=2, why="facing")
    follow()
    event.rule(race(flock(60, 56), flock(55, 20)))
    follow()
    event.ask("Lyon", "enter", outcome="1+3")
    event.ask("Turku", "confirm", of=len(event.desk.lines))
    event.ask("Porto", "act", seat=1, action="stay")
    follow()
    event.ask("Lyon", "correct", of=len(event.desk.lines), to="swap 2")
    follow()
    event.ask("Lyon", "close", why="")
    follow()
    assert changed == {"started", "entered", "confirmed", "void", "ruling", "acted", "corrected",
                       "closed"}  # fmt: skip


BROKEN: list[tuple[Verb, dict[str, Any]]] = [
    ("enter", {}),
    ("enter", {"outcome": "1+1", "outcomes": ["1+1"]}),
    ("enter", {"outcomes": []}),
    ("enter", {"outcome": 11}),
    ("enter", {"outcome": ""}),
    ("enter", {"outcome": "1+1", "seat": 1}),
    ("void", {"seat": 3, "why": "facing"}),
    ("void", {"seat": 0, "why": "facing"}),
    ("void", {"seat": True, "why": "facing"}),
    ("void", {"seat": 1, "why": " "}),
    ("void", {"seat": 1, "why": "facing", "clause": ""}),
    ("confirm", {"of": "1"}),
    ("confirm", {"of": 1.0}),
    ("dispute", {"of": 1, "why": ""}),
    ("name", {"seat": 1, "people": []}),
    ("name", {"seat": 1, "people": "Brno"}),
    ("penalty", {"seat": 1, "points": 0, "why": "x"}),
    ("penalty", {"seat": 1, "points": float("nan"), "why": "x"}),
    ("penalty", {"seat": 1, "points": float("-inf"), "why": "x"}),
    ("penalty", {"seat": 1, "points": True, "why": "x"}),
    ("penalty", {"seat": 1, "points": "5", "why": "x"}),
    ("penalty", {"seat": 1, "points": 10**400, "why": "x"}),
    ("correct", {"of": 1}),
    ("correct", {"of": 1, "to": ""}),
    ("correct", {"of": 1, "to": []}),
    ("correct", {"of": 1, "to": [1]}),
    ("pause", {}),
    ("pause", {"why": None}),
    ("propose", {"text": "x", "position": []}),
    ("propose", {"text": "bell\x07"}),
    ("vote", {"of": 1, "yes": 1}),
    ("answer", {"of": 1, "text": "x", "upheld": "no"}),
    ("place", {"seat": 1, "square": 1, "in": True}),
    ("place", {"seat": 1, "square": 1, "in": True, "person": "Brno", "piece": 1}),
    ("place", {"seat": 1, "square": None, "in": True, "person": "Brno"}),
    ("note", {"text": "\ud800"}),
    ("note", {"text": "x" * 40_000}),
]


@pytest.mark.parametrize(("verb", "given"), BROKEN)
def test_a_broken_request_is_refused(verb: Verb, given: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        read_request(verb, given, 2)
    assert refused.value.code == "broken"


def test_whys_of_pauses_and_closes_may_be_empty_and_texts_may_have_lines() -> None:
    for verb in ("pause", "resume", "close"):
        assert read_request(verb, {"why": ""}, 2)
    for text in ("two\nlines", "tab\there", "👨‍👩‍👧", "a\u00a0b"):
        assert read_request("note", {"text": text}, 2)
    assert set(REQUESTS) >= {"enter", "note"}


@pytest.mark.parametrize(
    ("role", "name", "seat"),
    [("king", "A", None), ("organiser", "A", None), ("judge", "", None), ("judge", " A", None),
     ("judge", "A", 1), ("captain", "A", None), ("captain", "A", 3), ("captain", "A", 0)],
)  # fmt: skip
def test_a_broken_appointment_is_refused(role: Any, name: str, seat: int | None) -> None:
    event = Event()
    with pytest.raises(Refused) as refused:
        event.appoint(role, name, seat)
    assert refused.value.code == "broken"
    with pytest.raises(Refused) as refused:
        event.desk.appoint("o1", "judge", "Brno", None, 0)  # an id that was given before
    assert refused.value.code == "broken"
    with pytest.raises(Refused) as refused:
        event.desk.withdraw("nobody", 0)
    assert refused.value.code == "nobody"
