"""The teams of a class table: who is let in, whose phone acts, what the others suggest."""

import pytest
from class_world import CODE, ClassWorld, Device

from periplo.play.refusals import Refused
from periplo.table.inputs import AssignSeat, HandOver, LeaveSeat, SitDown
from periplo.table.requests import Act, Admit, Advise, PassHand, Ready, Suggest, Throw
from periplo.table.seating import NEW_TOKEN
from periplo.table.teams import HAND_GONE, MOST_PHONES


def three_teams(**more: object) -> tuple[ClassWorld, list[Device]]:
    """One phone a team, and the game has begun."""
    world = ClassWorld(3, **more)  # type: ignore[arg-type]
    phones = [world.phone(seat, f"phone {seat}") for seat in range(3)]
    world.start()
    return world, phones


def test_the_first_phone_names_the_team_and_has_the_hand() -> None:
    world = ClassWorld()
    phone = world.phone(0, "a phone", "The owls")
    seat = phone.last("welcome")["table"]["seats"][0]
    assert (seat["kind"], seat["name"]) == ("person", "The owls")
    team = phone.team()
    assert (team["you"], team["hand"]) == (1, 1)
    assert team["phones"] == [{"member": 1, "here": True, "admitted": True}]


def test_a_second_phone_waits_as_a_spectator_until_the_first_lets_it_in() -> None:
    world = ClassWorld()
    first, second = world.phone(0, "first"), world.phone(0, "second")
    assert second.last("welcome")["seats"] == []
    assert second.team()["phones"][1] == {"member": 2, "here": True, "admitted": False}
    assert first.team()["phones"][1]["admitted"] is False
    assert world.ask(second, Ready, 1, True) == "not-yours"
    assert world.ask(first, Admit, 1, 2, True) == ""
    assert second.last("welcome")["seats"] == [1]
    assert second.team()["phones"][1]["admitted"] is True
    assert second.last("table")["table"]["classroom"]["phones"] == [2, 0, 0]


def test_whoever_waits_cannot_let_itself_in() -> None:
    world = ClassWorld()
    world.phone(0, "first")
    waiting = world.phone(0, "waiting")
    assert world.ask(waiting, Admit, 1, 2, True) == "not-yours"
    assert world.ask(waiting, Admit, 1, 2, False) == ""  # but it may go
    assert waiting.closed == NEW_TOKEN


def test_only_the_hand_acts_and_the_others_are_offered_the_same_to_suggest() -> None:
    world = ClassWorld(2)
    world.phone(1, "other team")
    first, second = world.phone(0, "first"), world.phone(0, "second")
    world.ask(first, Admit, 1, 2, True)
    world.start()
    while world.table.match.state.actors() != [0]:
        if world.table.match.state.thrower() == 0:
            assert world.ask(second, Throw, 1, world.n) == "not-yours"
        world.step()
    legal = second.last("moment")["moment"]["legal"]["1"]
    assert legal == first.last("moment")["moment"]["legal"]["1"]
    assert world.ask(second, Act, 1, world.n, legal[0]) == "not-yours"
    assert world.ask(second, Advise, 1, world.n, legal[0]) == ""
    assert first.team()["advice"] == [{"member": 2, "n": world.n, "action": legal[0]}]
    assert world.ask(first, Act, 1, world.n, legal[0]) == ""
    assert first.team()["advice"] == []


def test_advice_is_seen_by_the_team_and_the_teacher_and_by_nobody_else() -> None:
    world = ClassWorld(2)
    other, watcher, teacher = world.phone(1, "other"), world.watch(), world.teach()
    first, second = world.phone(0, "first"), world.phone(0, "second")
    world.ask(first, Admit, 1, 2, True)
    waiting = world.phone(0, "waiting")
    world.start()
    while world.table.match.state.actors() != [0]:
        world.step()
    text = world.table.match.legal()["1"][0]
    assert world.ask(second, Advise, 1, world.n, text) == ""
    for one in (first, second, teacher):
        assert one.team()["advice"][0]["action"] == text
    for one in (other, watcher, waiting):
        assert not any(message.get("team", {}).get("advice") for message in one.received)
    assert world.ask(second, Advise, 1, world.n, None) == ""
    assert first.team()["advice"] == []


def test_what_cannot_be_done_is_no_advice() -> None:
    world, phones = three_teams()
    assert world.ask(phones[0], Advise, 1, world.n, "answer A") == "illegal"
    assert world.ask(phones[0], Advise, 2, world.n, "throw") == "not-yours"


def test_the_hand_is_passed_on_by_whoever_has_it_or_the_teacher() -> None:
    world = ClassWorld()
    first, second, teacher = world.phone(0, "first"), world.phone(0, "second"), world.teach()
    world.ask(first, Admit, 1, 2, True)
    assert world.ask(second, PassHand, 1, 2) == "not-yours"
    assert world.ask(first, PassHand, 1, 2) == ""
    assert second.team()["hand"] == 2
    assert world.ask(first, PassHand, 1, 1) == "not-yours"
    assert world.ask(teacher, PassHand, 1, 1) == ""
    assert second.team()["hand"] == 1
    assert world.ask(first, PassHand, 1, 3) == "nobody"


def test_the_hand_of_a_phone_that_has_gone_is_taken_by_another_after_a_while() -> None:
    world = ClassWorld()
    first, second = world.phone(0, "first"), world.phone(0, "second")
    world.ask(first, Admit, 1, 2, True)
    world.leave(first)
    assert second.team()["phones"][0]["here"] is False
    world.pass_time(HAND_GONE - 1)
    assert world.ask(second, PassHand, 1, 2) == "not-yours"
    world.pass_time(1)
    assert world.ask(second, PassHand, 1, 2) == ""
    assert second.team()["hand"] == 2


def test_a_removed_phone_is_shown_out_and_its_token_fits_nothing() -> None:
    world = ClassWorld()
    first, second = world.phone(0, "first"), world.phone(0, "second")
    world.ask(first, Admit, 1, 2, True)
    assert world.ask(second, Admit, 1, 1, False) == "not-yours"  # it has not the hand
    assert world.ask(first, Admit, 1, 2, False) == ""
    assert second.closed == NEW_TOKEN
    assert [phone["member"] for phone in first.team()["phones"]] == [1]
    assert world.seats[0].team is not None
    assert len(world.seats[0].team.phones) == 1


def test_if_the_hand_goes_another_phone_of_the_team_has_it() -> None:
    world = ClassWorld()
    first, second = world.phone(0, "first"), world.phone(0, "second")
    world.ask(first, Admit, 1, 2, True)
    assert world.ask(first, Admit, 1, 1, False) == ""
    assert second.team()["hand"] == 2


def test_the_same_device_gets_its_phone_back_and_its_old_window_closes() -> None:
    world = ClassWorld()
    first = world.phone(0, "first")
    assert world.join(0, "first") == (0, 1)
    assert first.closed == NEW_TOKEN


def test_a_device_that_joins_another_team_leaves_its_own() -> None:
    world = ClassWorld()
    world.phone(0, "first")
    moved = world.phone(1, "first", "The larks")
    assert world.seats[0].kind == "open"
    assert moved.team(2)["hand"] == 1
    assert world.table.teams.phone_of("first") == (1, 1)


def test_nobody_takes_the_seat_of_another_team() -> None:
    """By none of the ways in which one sits down at other tables."""
    world, phones = three_teams()
    pupil = "phone 1"
    assert world.refused(SitDown(0, pupil, "new", (1,), "x", "")) == "illegal"
    assert world.refused(AssignSeat(0, pupil, (1,), "bot", "easy")) == "host-only"
    assert world.refused(LeaveSeat(0, (1,))) == "not-yours"
    assert world.refused(LeaveSeat(1, (1,))) == "illegal"
    assert world.refused(HandOver(0, "teacher", "new")) == "illegal"
    assert world.ask(phones[1], Suggest, 2, "give", 1) == "illegal"
    assert world.ask(phones[1], Act, 1, world.n, "move") == "not-yours"
    assert world.ask(phones[1], PassHand, 1, 1) == "not-yours"
    waiting = world.phone(0, "phone 1")  # it asks, and nobody lets it in
    assert waiting.last("welcome")["seats"] == []
    assert world.ask(waiting, PassHand, 1, 2) == "not-yours"


def test_a_team_has_so_many_phones_and_no_more() -> None:
    world = ClassWorld()
    for number in range(MOST_PHONES):
        world.join(0, f"phone {number}")
    with pytest.raises(Refused, match="8 phones"):
        world.join(0, "one more")


def test_a_bots_team_cannot_be_joined() -> None:
    world = ClassWorld(2, bots=(1,))
    with pytest.raises(Refused, match="a bot plays"):
        world.join(1, "a phone")


def test_the_teacher_gives_a_team_away_before_the_start() -> None:
    world = ClassWorld()
    first, waiting = world.phone(0, "first"), world.phone(0, "waiting")
    world.feed(AssignSeat(0, "teacher", (), "open"))
    assert (first.closed, waiting.closed) == (NEW_TOKEN, NEW_TOKEN)
    assert world.seats[0].kind == "open"


def test_the_code_is_for_the_teacher_and_for_phones_of_a_team() -> None:
    world = ClassWorld()
    shown = {
        name: one.last("welcome")["table"]["classroom"]["code"]
        for name, one in (
            ("phone", world.phone(0, "first")), ("waiting", world.phone(0, "second")),
            ("teacher", world.teach()), ("wall", world.watch()),
        )
    }  # fmt: skip
    assert shown == {"phone": CODE, "waiting": None, "teacher": CODE, "wall": None}


def test_teams_hands_and_who_waits_outlive_a_restart() -> None:
    world = ClassWorld()
    first, _ = world.phone(0, "first"), world.phone(0, "second")
    world.ask(first, Admit, 1, 2, True)
    world.ask(first, PassHand, 1, 2)
    world.join(0, "third")
    world.load()
    second = world.come((0, 2))
    team = second.team()
    assert (team["you"], team["hand"]) == (2, 2)
    assert [phone["admitted"] for phone in team["phones"]] == [True, True, False]


def test_a_team_that_a_bot_played_for_plays_on_when_one_of_its_phones_is_back() -> None:
    world, phones = three_teams()
    world.leave(phones[0])
    world.pass_time(200)
    world.feed(AssignSeat(0, "teacher", (), "bot", "easy"))
    assert world.seats[0].left
    world.come((0, 1))
    assert not world.seats[0].left


def test_the_teacher_lets_a_phone_in_and_a_phone_of_another_team_cannot() -> None:
    world = ClassWorld()
    world.phone(0, "first")
    other, waiting, teacher = world.phone(1, "other"), world.phone(0, "waiting"), world.teach()
    assert world.ask(other, Admit, 1, 2, True) == "not-yours"
    assert world.ask(teacher, Admit, 1, 2, True) == ""
    assert waiting.last("welcome")["seats"] == [1]
