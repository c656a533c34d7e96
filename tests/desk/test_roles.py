"""Who may do what: every verb tried with every role, and with none."""

from typing import Any

import pytest
from event import Event

from periplo.desk.permissions import PERMISSIONS
from periplo.desk.roles import VERBS, Asker, Player, Verb
from periplo.play.refusals import Refused

# the page's own table, row by row; "v" may, "-" may not, "s" for the own seat only,
# "n" only while no validator is appointed
ROLES = ("organiser", "validator", "notary", "steward", "judge", "captain", "herald", "anybody")
PAGE: dict[str, str] = {
    "enter void":                                              "- v n - v - - -",
    "confirm dispute":                                         "- - v - v - - -",
    "act":                                                     "- v - - v s - -",
    "name":                                                    "- - v - v s - -",
    "penalty sanction correct pause resume answer close":      "- - - - v - - -",
    "propose vote":                                            "- - v - v - - -",
    "protest":                                                 "- - - - - s - -",
    "place":                                                   "- - - v v - - -",
    "proclaimed":                                              "- - - - - - v -",
    "note":                                                    "v v v v v v v -",
}  # fmt: skip
MAY = {
    (verb, role): sign
    for verbs, signs in PAGE.items()
    for verb in verbs.split()
    for role, sign in zip(ROLES, signs.split(), strict=True)
}
NAMES = {
    "organiser": "Madrid", "validator": "Riga", "notary": "Turku", "steward": "Tartu",
    "judge": "Lyon", "captain": "Porto", "herald": "Praha",
}  # fmt: skip
NOTHING_SUCH = 999  # no line has this number: whoever may ask gets no-line
GIVEN: dict[Verb, dict[str, Any]] = {
    "enter": {"outcome": "1+1"},
    "void": {"why": "collision"},
    "confirm": {"of": NOTHING_SUCH},
    "dispute": {"of": NOTHING_SUCH, "why": "it was a 2"},
    "act": {"action": "stay"},
    "name": {"people": ["Brno"]},
    "penalty": {"points": -10, "why": "shouting"},
    "sanction": {"choice": "touched 1"},
    "correct": {"of": NOTHING_SUCH, "to": None},
    "pause": {"why": ""},
    "resume": {"why": ""},
    "answer": {"of": NOTHING_SUCH, "text": "no", "upheld": False},
    "close": {"why": ""},
    "propose": {"text": "rain"},
    "vote": {"of": NOTHING_SUCH, "yes": True},
    "protest": {"text": "we saw a 6"},
    "place": {"piece": "bearer", "square": 0, "in": True},
    "proclaimed": {"of": 1},
    "note": {"text": "the sun is out"},
}
WITH_SEAT = ("void", "act", "name", "penalty", "sanction", "protest", "place")


def is_allowed(event: Event, asker: str | Asker, verb: Verb, seat: int) -> bool:
    """Whether anything but the office stands against it."""
    given = dict(GIVEN[verb]) | ({"seat": seat} if verb in WITH_SEAT else {})
    try:
        event.all_lines(asker, verb, **given)
    except Refused as refused:
        return refused.code != "not-yours"
    return True


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("role", ROLES)
def test_everybody_may_do_what_the_page_says_and_nothing_else(role: str, verb: Verb) -> None:
    sign = MAY[verb, role]
    askers: list[str | Asker] = [NAMES.get(role, "")]
    if role == "anybody":  # people at screens, and bots, decide for their own seat alone
        askers = [Player(1, "Krakow"), Player(1, "greedy", "bot")]
    for asker in askers:
        for seat in (1, 2):
            expected = sign == "v" or (sign == "s" and seat == 1)
            if role == "anybody" and verb == "act":
                expected = seat == 1
            assert is_allowed(Event(), asker, verb, seat) == expected
            without = Event()
            without.withdraw("Riga")
            if role == "validator":
                continue
            expected = expected or sign == "n"
            assert is_allowed(without, asker, verb, seat) == expected


def test_the_code_has_a_permission_for_every_verb_of_the_page() -> None:
    assert {verb for verb, _ in MAY} == set(VERBS) <= PERMISSIONS.keys()


def test_a_seat_that_a_person_plays_is_not_decided_by_its_captain() -> None:
    event = Event(kinds=("person", "captain"))
    event.refuse("not-yours", "Porto", "act", seat=1, action="stay")
    event.refuse("illegal", "Odense", "act", seat=2, action="stay")
    event.refuse("illegal", "Riga", "act", seat=1, action="stay")  # on behalf
    assert event.ask("Porto", "protest", seat=1, text="too fast")["kind"] == "protest"


def test_a_seat_that_a_bot_plays_is_decided_by_nobody_else() -> None:
    event = Event(kinds=("bot", "captain"))
    for who in ("Riga", "Lyon", "Porto"):
        event.refuse("bot-plays", who, "act", seat=1, action="stay")
    event.refuse("illegal", Player(1, "greedy", "bot"), "act", seat=1, action="stay")
    event.ask("Lyon", "pause", why="")
    event.refuse("paused", Player(1, "greedy", "bot"), "act", seat=1, action="stay")


def test_whoever_is_withdrawn_stands_aside_for_the_notaries_at_once() -> None:
    event = Event()
    event.refuse("not-yours", "Turku", "enter", outcome="1+1")
    event.withdraw("Riga")
    assert event.ask("Turku", "enter", outcome="1+1")["seat"] == 1
