"""Who of a flock is where, by name: a position, a throw, and where everybody stands then."""

from typing import Any

import pytest
from event import PEOPLE, Event, flock, race, two_rosters

SQUARES = (60, 55)


def placed(*flocks: dict[str, Any], turn: int = 0) -> Event:
    """A table with rosters that a ruling has brought here."""
    event = Event(rosters=two_rosters())
    event.rule(race(*flocks, turn=turn))
    return event


def other() -> dict[str, Any]:
    return flock(55, 40)


def test_at_the_start_bearers_stand_on_start_and_all_others_are_at_home() -> None:
    event = Event(rosters=two_rosters())
    flocks = event.desk.where()
    assert [one["seat"] for one in flocks] == [1, 2]
    assert [one["name"] for one in flocks[0]["people"]] == PEOPLE
    assert flocks[0]["people"][0] == {"name": "Brno", "as": "bearer", "square": 0, "held": 0}
    assert flocks[0]["people"][1] == {"name": "Koln", "as": "home", "square": None, "held": 0}


def test_without_rosters_there_are_no_people() -> None:
    event = Event()
    event.enter("1+1")
    assert event.desk.where() == []
    assert event.desk.pending()["to_name"] == []
    event.refuse("nothing-to-name", "Porto", "name", seat=1, people=["Brno"])


# ---- being called, and being named


def test_until_somebody_is_named_people_go_out_in_roster_order() -> None:
    event = Event(rosters=two_rosters())
    no = event.enter("1+1")
    assert event.out() == {"Koln": 1, "Galway": 1, "Brugge": 1}
    assert event.desk.pending()["to_name"] == [{"seat": 1, "count": 3, "of": no}]


def test_named_people_go_out_then_the_others_in_roster_order() -> None:
    event = Event(rosters=two_rosters())
    no = event.enter("1+1")
    line = event.ask("Porto", "name", seat=1, people=["Liege"])
    assert (line["of"], line["behalf"]) == (no, False)
    assert event.out() == {"Liege": 1, "Koln": 1, "Galway": 1}
    assert event.desk.pending()["to_name"] == [{"seat": 1, "count": 2, "of": no}]
    line = event.ask("Turku", "name", seat=1, people=["Malmo", "Koln", "Brugge"])
    assert line["behalf"]
    assert event.out() == {"Malmo": 1, "Koln": 1, "Brugge": 1}  # the last naming holds, wholly
    assert event.desk.pending()["to_name"] == []


def test_only_those_who_were_at_home_before_the_call_are_named() -> None:
    event = Event(rosters=two_rosters())
    event.enter("1+1")
    for name in ("Brno", "Lisboa", "Koln B"):
        event.refuse("nobody", "Porto", "name", seat=1, people=[name])
    event.refuse("nothing-to-name", "Odense", "name", seat=2, people=["Lisboa"])
    event.refuse("illegal", "Porto", "name", seat=1, people=["Koln", "Koln"])
    event.refuse("illegal", "Porto", "name", seat=1, people=PEOPLE[1:5])
    event.enter("1+1", "3+4", "1+3")  # and the flock pays nothing this time
    event.refuse("nothing-to-name", "Porto", "name", seat=1, people=["Malmo"])


def test_a_call_is_open_until_the_next_throw_takes_effect() -> None:
    event = Event(rosters=two_rosters(), confirm=1)
    event.confirmed("1+1", "1+3")
    no = event.ask("Riga", "enter", outcome="3+4")["no"]
    event.ask("Porto", "name", seat=1, people=["Malmo"])
    event.ask("Turku", "confirm", of=no)
    event.refuse("nothing-to-name", "Porto", "name", seat=1, people=["Liege"])
    assert event.out() == {"Malmo": 8, "Koln": 8, "Galway": 8}
    event.read_back()


def test_the_decision_that_ends_a_throw_calls() -> None:
    event = placed(flock(60, 56, strays=[(2, 0)]), other())
    event.enter("1+3")  # the bearer comes to its own square
    assert event.desk.pending()["to_name"] == []
    no = event.ask("Porto", "act", seat=1, action="stay")["no"]  # the stray pays for the bridge
    assert event.desk.pending()["to_name"] == [{"seat": 1, "count": 1, "of": no}]
    assert event.ask("Porto", "name", seat=1, people=["Paris"])["of"] == no
    assert event.out() == {"Koln": 17, "Paris": 1}


def test_of_a_call_that_came_home_at_once_nobody_is_named() -> None:
    strays = [(40, 0)] * 10
    event = placed(flock(60, 0, strays=strays), flock(55, 20))
    event.enter("1+1")  # owes 3, has 1 at home: the bearer covers on 1 and meets whoever was called
    assert event.people()["Brno"] == 1
    assert event.people()["Paris"] == "home"
    event.refuse("nothing-to-name", "Porto", "name", seat=1, people=["Paris"])


# ---- who moves


def test_of_two_on_one_square_the_one_longest_out_moves_first() -> None:
    event = placed(flock(60, 33, strays=[(26, 0), (26, 0)]), other())
    event.enter("2+3")  # into the well: the second frees the first
    people = {one["name"]: one for one in event.desk.where()[0]["people"]}
    assert (people["Koln"]["square"], people["Koln"]["held"]) == (31, 0)
    assert (people["Galway"]["square"], people["Galway"]["held"]) == (31, -1)


def test_of_two_who_meet_in_a_throw_the_one_longest_out_pays() -> None:
    event = placed(flock(60, 36, strays=[(30, 0)]), other())
    event.rule(race(flock(60, 40, strays=[(35, 0), (30, 0), *[(1, 0)] * 9], spent=True), other()))
    assert (event.people()["Koln"], event.people()["Galway"]) == (30, 35)
    event.enter("1+3")  # Galway comes back from the ladder to 34, where Koln arrives
    assert (event.people()["Koln"], event.people()["Galway"]) == (1, 34)


def test_being_sent_back_to_1_is_not_leaving_home() -> None:
    event = placed(flock(60, 36, strays=[(30, 0)]), other())
    event.rule(race(flock(60, 40, strays=[(35, 0), *[(1, 0)] * 10], spent=True), other()))
    assert event.people()["Koln"] == 35  # who was out takes the most advanced place
    event.enter("1+3", "1+3")  # she owes at the ladder and goes back to 1
    assert event.people()["Koln"] == 1
    assert event.desk.people is not None
    people = {one.name: one.since for one in event.desk.people.teams[0].people}
    assert people["Koln"] == min(people[name] for name in PEOPLE[1:])


def test_bearers_change_places_and_stay_the_bearers() -> None:
    event = placed(flock(60, 56), flock(55, 20, strays=[(60, 0)]))
    assert event.out(2) == {"Koln B": 60}
    event.enter("1+3")
    event.ask("Porto", "act", seat=1, action="swap 2")
    assert (event.people(1)["Brno"], event.people(2)["Brno B"]) == (20, 60)
    assert event.out(2) == {}  # she met her bearer


def test_a_flock_gathers_except_in_the_well_and_the_garden() -> None:
    strays = [(63, 0), (31, 0), (31, -1), (10, 0)]
    event = placed(flock(60, 19, 1, strays=strays, eggs=1), other())
    event.enter("3+6")
    assert event.people()["Brno"] == 26
    assert event.out() == {"Koln": 63, "Brugge": 31}


def test_strays_gather_without_a_bearer_that_is_in_the_well() -> None:
    event = placed(flock(60, 31, -1, strays=[(52, 2), (10, 0)]), other())
    event.enter("4+5")
    assert event.people()["Brno"] == 31
    assert event.out() == {"Koln": 53, "Galway": 53}


def test_a_golden_win_sends_everybody_home_and_ends_all_calls() -> None:
    event = placed(flock(60, 61, throws=1), flock(55, 0, throws=1), turn=1)
    event.enter("1+1")
    assert len(event.out(2)) == 3
    event.enter("1+1")  # flock 1 wins with its second throw
    assert event.out(1) == event.out(2) == {}
    assert event.people(1)["Brno"] == event.people(2)["Brno B"] == 0
    event.refuse("nothing-to-name", "Odense", "name", seat=2, people=["Koln B"])


def test_the_bearer_covers_and_stays_the_bearer() -> None:
    event = placed(flock(60, 0, strays=[(40, 0)] * 11), flock(55, 20))
    event.enter("1+1")
    assert event.desk.where()[0]["people"][0] == {
        "name": "Brno", "as": "bearer", "square": 1, "held": 0,
    }  # fmt: skip


# ---- positions that were set


def test_whoever_stands_where_somebody_must_stand_stays() -> None:
    event = placed(flock(60, 5, strays=[(30, 0), (19, 1), (10, 0)]), other())
    assert event.out() == {"Koln": 30, "Galway": 19, "Brugge": 10}
    event.rule(race(flock(60, 5, strays=[(40, 0), (19, 1), (19, 0), (1, 0)]), other()))
    # Galway stays; Koln and Brugge, the most advanced first, take what is left; one comes from home
    assert event.out() == {"Galway": 19, "Koln": 40, "Brugge": 19, "Kaunas": 1}
    event.rule(race(flock(60, 5, strays=[(19, 0)]), other()))
    assert event.out() == {"Brugge": 19}
    assert event.people()["Koln"] == "home"
    event.read_back()


def test_after_a_set_position_no_naming_is_open() -> None:
    event = Event(rosters=two_rosters())
    event.enter("1+1")
    position = event.position()
    event.rule(position)
    assert event.out() == {"Koln": 1, "Galway": 1, "Brugge": 1}
    assert event.desk.pending()["to_name"] == []
    event.refuse("nothing-to-name", "Porto", "name", seat=1, people=["Liege"])


# ---- stewards


def test_people_are_placed_where_they_are_and_not_at_home() -> None:
    event = Event(rosters=two_rosters())
    event.enter("1+1")
    event.ask("Tartu", "place", seat=1, person="Koln", square=1, in_=True)
    event.refuse("stale", "Tartu", "place", seat=1, person="Koln", square=2, in_=True)
    event.refuse("stale", "Tartu", "place", seat=1, person="Malmo", square=60, in_=True)
    event.refuse("nobody", "Tartu", "place", seat=1, person="Lisboa", square=1, in_=True)
    event.ask("Tartu", "place", seat=1, person="Galway", square=1, in_=False)
    event.ask("Porto", "name", seat=1, people=["Malmo", "Koln", "Liege"])  # Galway is at home again
    assert [line["person"] for line in event.desk.ticked()] == ["Koln"]


@pytest.mark.parametrize("game", ["poleana", "europa", "girumgo", "camino"])
def test_games_whose_pieces_are_no_people_keep_their_rosters_at_home(game: str) -> None:
    event = Event(game, rosters=[["Brno", "Koln"], ["Galway"]])
    assert [one["as"] for one in event.desk.where()[0]["people"]] == ["home", "home"]
    event.read_back()
