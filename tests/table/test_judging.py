"""Answers given aloud: who judges them, and what is drawn then."""

from functools import cache

import pytest
from table_world import Disk, Listener, World
from test_machine import nearly_over

from periplo.play.draws import Proof, verify
from periplo.table.inputs import AskJudge, BotAnswered, LeaveSeat, Received
from periplo.table.messages import RequestRefused
from periplo.table.requests import GiveVerdict
from periplo.table.rows import Judge


@cache
def asked() -> Disk:
    """A race of two people; one has been asked a question and answers aloud."""
    return nearly_over("europa", is_judged=True)


def race(judge: Judge = "host") -> World:
    disk = asked()
    world = World(disk.row, list(disk.seats), most_actions=1000, log=disk.log)
    world.table.row.judge = judge
    return world


def answerer(world: World) -> int:
    return int(world.table.match.state.answerer())


def may_judge(one: Listener) -> bool:
    """As they were last sent it."""
    assert one.snapshot is not None
    return one.snapshot["verdict"]["yours"]


def say(world: World, who: Listener, outcome: str, name: str = "v1") -> str:
    """The code of the refusal; "" if there is none."""
    request = GiveVerdict(name, len(world.table.actions), outcome)
    world.sent[name] = request
    for effect in world.table.handle(Received(who, request), world.now):
        message = getattr(effect, "message", None)
        if isinstance(message, RequestRefused):
            return message.code
        world.perform(effect)
    world.flush()
    return ""


def test_nothing_is_decided_before_somebody_judges() -> None:
    world = race()
    world.connect((0,), contributes=False)
    assert answerer(world) >= 0
    assert not world.questions


def test_the_host_judges_and_is_shown_the_answer_and_nobody_else_is() -> None:
    world = race()
    host, other = (world.connect((seat,), contributes=False) for seat in (0, 1))
    stranger = world.connect((), contributes=False)
    for one in (host, other, stranger):
        assert one.snapshot is not None
        assert one.snapshot["verdict"]["by"] == [1]
        assert one.snapshot["verdict"]["outcomes"] == ["right", "wrong"]
        assert one.snapshot["verdict"]["yours"] is (one is host)
        assert ("answer" in one.snapshot) is (one is host)
    assert say(world, other, "right") == "not-yours"
    assert say(world, stranger, "right") == "not-yours"
    assert say(world, host, "right") == ""
    assert world.table.actions[-1].by == "person" or world.table.actions[-2].by == "person"


def test_a_verdict_uses_no_number_of_the_draws_and_is_listed_in_the_proof() -> None:
    world = race()
    host = world.connect((0,), contributes=False)
    draws, number = world.table.history.draws, len(world.table.actions) + 1
    say(world, host, "wrong")
    assert world.table.history.draws == draws
    proof = world.table.proof()
    assert list(proof.entered) == [number]
    found = verify(proof)
    assert (found["right"], found["entered"]) == (True, 1)
    # a server that hides a draw among the verdicts is found out
    thrown = proof.record.actions.index("card 6") + 1
    forged = Proof(proof.record, proof.commitment, proof.secret, {}, (thrown, number))
    assert f"action {thrown} " in verify(forged)["wrong"]


def test_what_is_no_verdict_is_refused_and_after_it_nothing_is_judged() -> None:
    world = race()
    host = world.connect((0,), contributes=False)
    assert say(world, host, "card 6") == "illegal"
    assert say(world, host, "right", "v2") == ""
    assert say(world, host, "right", "v3") == "nothing-to-judge"


def test_the_teams_judge_in_turn_and_never_themselves_while_another_is_here() -> None:
    world = race("teams")
    own = answerer(world)
    alone = world.connect((own,), contributes=False)
    assert alone.snapshot is not None
    assert alone.snapshot["verdict"]["by"] == [own + 1]
    other = world.connect((1 - own,), contributes=False)
    assert alone.snapshot["verdict"]["by"] == [2 - own]  # sent anew, for somebody has come
    assert say(world, alone, "right") == "not-yours"
    assert say(world, other, "right") == ""


def test_people_at_one_screen_judge_one_another() -> None:
    world = race("teams")
    both = world.connect((0, 1), contributes=False)
    assert may_judge(both)
    assert say(world, both, "right") == ""


def test_a_spectator_who_is_asked_judges_and_the_host_while_they_are_away() -> None:
    world = race()
    host = world.connect((0,), contributes=False)
    refused = world.feed(AskJudge("device 1", "token"))
    assert refused is not None
    assert refused.code == "host-only"
    assert world.feed(AskJudge("device 0", "token")) is None
    world.flush()
    assert may_judge(host)  # nobody has come yet
    judge = world.connect((), contributes=False, judges=True)
    assert not may_judge(host)
    assert say(world, host, "right") == "not-yours"
    world.disconnect(judge)
    assert may_judge(host)
    judge = world.connect((), contributes=False, judges=True)
    assert say(world, judge, "wrong") == ""


def test_a_host_who_answers_is_judged_by_the_next_who_is_here() -> None:
    world = race()
    own = answerer(world)
    world.table.row.host = f"device {own}"
    host = world.connect((own,), contributes=False)
    assert may_judge(host)  # nobody else is here
    other = world.connect((1 - own,), contributes=False)
    assert (may_judge(host), may_judge(other)) == (False, True)
    assert host.snapshot is not None
    assert "answer" not in host.snapshot
    assert say(world, host, "right") == "not-yours"
    assert say(world, other, "right") == ""


def test_whoever_else_is_here_judges_while_the_host_is_away() -> None:
    world = race()
    other = world.connect((1,), contributes=False)
    assert say(world, other, "right") == ""


def test_a_bot_says_nothing_aloud_and_is_judged_by_the_dice() -> None:
    world = race()
    world.connect((1 - answerer(world),), contributes=False)
    draws, seat = world.table.history.draws, answerer(world)
    world.feed(LeaveSeat(seat, (seat,)))
    world.flush()
    assert world.table.history.draws > draws
    assert not world.table.proof().entered
    assert verify(world.table.proof())["right"]


@pytest.mark.parametrize("judge", ["host", "spectator", "teams"])
def test_a_bot_judges_nobody(judge: Judge) -> None:
    world = race(judge)
    own = answerer(world)
    alone = world.connect((own,), contributes=False)
    world.feed(LeaveSeat(1 - own, (1 - own,)))
    world.flush()
    for number in list(world.questions):
        world.feed(BotAnswered(number, "right"))
    assert answerer(world) == own
    assert say(world, alone, "right") == ""
