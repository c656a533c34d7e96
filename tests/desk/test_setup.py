"""What is agreed before a real table starts: strictly read, what is wrong named."""

from typing import Any

import pytest

import periplo
from periplo.core.errors import BadSetup
from periplo.desk.setup import EventDetails, read_details, with_rosters


def test_details_are_read_and_completed() -> None:
    assert read_details({}) == EventDetails()
    given = {
        "title": " La corsa ",
        "place": "Origgio",
        "date": "3 settembre",
        "organiser": "Madrid",
        "confirm": 2,
        "rosters": [["Brno", "Koln"], ["Galway"]],
    }
    assert read_details(given).to_json() == given | {"title": "La corsa"}


WRONG: list[tuple[object, str]] = [
    ([], "event: must be an object"),
    ({"colour": "red"}, "event.colour: is no field"),
    ({"title": 1}, "event.title: must be a text"),
    ({"place": "a\nb"}, "event.place: must be a text in one line"),
    ({"confirm": 3}, "event.confirm: must be 0 to 2"),
    ({"confirm": True}, "event.confirm: must be 0 to 2"),
    ({"rosters": "Brno"}, "event.rosters: must be a list of lists"),
    ({"rosters": [[]]}, "event.rosters: seat 1: must be a list of names"),
    ({"rosters": [["Brno"], ["Koln", " Galway"]]}, "event.rosters: seat 2: ' Galway' is no name"),
    ({"rosters": [["Brno", "Koln", "Brno"]]}, "event.rosters: seat 1: Brno is there twice"),
]


@pytest.mark.parametrize(("given", "said"), WRONG)
def test_details_that_are_wrong_are_refused(given: Any, said: str) -> None:
    with pytest.raises(BadSetup) as refused:
        read_details(given)
    assert said in str(refused.value)


def test_flocks_are_as_large_as_their_rosters() -> None:
    oca = periplo.game("oca")
    rosters = [[f"{i}" for i in range(10)], [f"{i}" for i in range(13)]]
    assert with_rosters(oca, {"flock": 20}, 2, rosters) == {"flock": [10, 13]}
    assert with_rosters(oca, {"flock": 20}, 2, []) == {"flock": 20}
    assert with_rosters(periplo.game("poleana"), {}, 2, rosters) == {}
    with pytest.raises(BadSetup, match="one for each of 3 seats"):
        with_rosters(oca, {}, 3, rosters)
