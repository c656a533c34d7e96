"""What officials are told that they may do now, and how everybody stands."""

from event import Event, two_rosters

from periplo.desk.permissions import May, may_now
from periplo.desk.roles import VERBS
from periplo.desk.standings import ranks


def told(event: Event, name: str) -> May:
    official = next(one for one in event.desk.officials.values() if one.name == name)
    return may_now([official], event.desk)[official.id]


def may(event: Event, name: str, *verbs: str) -> list[str]:
    """Those of these verbs that somebody is told they may use."""
    return [verb for verb in told(event, name)["verbs"] if verb in verbs]


def test_whoever_entered_or_a_judge_enters_anew_and_others_once_it_is_disputed() -> None:
    event = Event(confirm=1)
    event.appoint("validator", "Dresden")
    assert may(event, "Dresden", "enter") == ["enter"]
    entry = event.ask("Riga", "enter", outcome="1+1")["no"]
    for name, expected in (("Riga", ["enter"]), ("Lyon", ["enter"]), ("Dresden", [])):
        assert may(event, name, "enter") == expected, name
    event.ask("Turku", "dispute", of=entry, why="a six")
    assert may(event, "Dresden", "enter") == ["enter"]


def test_an_entry_is_confirmed_by_others_and_after_a_dispute_by_judges_alone() -> None:
    event = Event(confirm=1)
    assert may(event, "Turku", "confirm", "dispute") == []  # nothing waits
    entry = event.ask("Lyon", "enter", outcome="1+1")["no"]
    event.appoint("judge", "Dresden")
    assert may(event, "Lyon", "confirm", "dispute") == []  # it is their own
    assert may(event, "Turku", "confirm", "dispute") == ["confirm", "dispute"]
    event.ask("Turku", "dispute", of=entry, why="a six")
    assert may(event, "Turku", "confirm", "dispute") == []
    assert may(event, "Dresden", "confirm", "dispute") == ["confirm", "dispute"]
    event.ask("Dresden", "pause", why="rain")
    assert may(event, "Dresden", "confirm", "dispute", "pause", "resume") == ["dispute", "resume"]


def test_each_proposal_is_voted_on_once_by_its_council() -> None:
    event = Event()
    first = event.ask("Turku", "propose", text="go on")["no"]
    event.appoint("judge", "Dresden")
    second = event.ask("Lyon", "propose", text="stop")["no"]
    assert told(event, "Turku")["votes"] == [first, second]
    assert told(event, "Dresden")["votes"] == [second]  # not yet of the first one's council
    event.ask("Turku", "vote", of=first, yes=True)
    assert told(event, "Turku")["votes"] == [second]


def test_a_captain_decides_unless_a_bot_or_a_person_plays_the_seat() -> None:
    for kind, expected in (("captain", ["act"]), ("person", []), ("bot", [])):
        event = Event(kinds=(kind, "captain"))  # type: ignore[arg-type]
        assert may(event, "Porto", "act") == expected, kind


def test_only_notes_before_the_start_and_nothing_after_the_close() -> None:
    event = Event(is_started=False)
    assert told(event, "Lyon")["verbs"] == ["note"]
    assert ranks(event.desk) == [1, 1]
    event.desk.start(event.time)
    assert set(told(event, "Lyon")["verbs"]) < set(VERBS)
    event.ask("Lyon", "close", why="night")
    assert told(event, "Lyon") == {"verbs": [], "votes": []}


def test_equal_totals_share_a_rank() -> None:
    event = Event(seats=4)
    event.ask("Lyon", "penalty", seat=2, points=4, why="song")
    event.ask("Lyon", "penalty", seat=4, points=-4, why="late")
    assert ranks(event.desk) == [2, 1, 2, 4]


def test_what_can_be_corrected_is_listed_with_what_can_stand_there_instead() -> None:
    event = Event(rosters=two_rosters())
    entry = event.ask("Riga", "enter", outcome="1+1")["no"]
    named = event.ask("Porto", "name", seat=1, people=["Malmo"])["no"]
    penalty = event.ask("Lyon", "penalty", seat=1, points=-1, why="singing")["no"]
    event.ask("Turku", "note", text="hot")
    event.ask("Lyon", "correct", of=named, to=["Liege"])
    assert event.desk.correctable() == [
        {"no": entry, "takes": ["nothing", "text"]},
        {"no": named, "takes": ["list"]},
        {"no": penalty, "takes": ["nothing"]},
    ]
    event.rule(event.position())
    assert event.desk.correctable() == []
