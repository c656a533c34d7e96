"""Somebody is away, gives up, or everybody has had enough: the table goes on, or ends."""

import pytest
from table_world import Listener, World, table_row
from test_machine import seat_row

import periplo
from periplo.core.state import TABLE
from periplo.play.draws import verify
from periplo.play.match import Match
from periplo.table.inputs import HandOver, LeaveSeat, Received, SitDown, Start
from periplo.table.messages import RequestRefused
from periplo.table.requests import Agree, Concede, SeatRequest, Suggest, Throw


def opened(game_id: str, kinds: str, away_after: int = 60) -> World:
    """In play; whoever sits on the first seat is the host."""
    game = periplo.game(game_id)
    seats = [seat_row(game, seat, kind) for seat, kind in enumerate(kinds)]
    row = table_row(game, limit=0, auto=False)
    row.away_after = away_after
    world = World(row, seats)
    all_of_them = world.connect(tuple(range(len(kinds))), contributes=False)
    world.feed(Start("device 0"))
    world.flush()
    world.disconnect(all_of_them)
    return world


def ask(world: World, who: Listener, request: SeatRequest) -> str:
    """The code of the refusal; "" if there is none."""
    world.sent[request.id] = request
    code = ""
    for effect in world.table.handle(Received(who, request), world.now):
        message = getattr(effect, "message", None)
        if isinstance(message, RequestRefused):
            code = message.code
        world.perform(effect)
    world.flush()
    return code


def hand_over(world: World, about: int, by: int, token: str = "given") -> str:
    """The link of a seat, by whoever plays another; the code of the refusal."""
    refused = world.feed(HandOver(about - 1, f"device {by - 1}", token, (by - 1,)))
    world.flush()
    return "" if refused is None else refused.code


def played_by_bot(world: World, seat: int) -> bool:
    return world.table.seats[seat].left


def test_the_host_waits_as_long_as_the_table_says_and_then_lets_a_bot_play() -> None:
    world = opened("oca", "pp")
    host = world.connect((0,), contributes=False)
    world.pass_time(59_000)
    assert ask(world, host, Suggest("a", 1, "bot", 2)) == "still-here"
    world.pass_time(1_000)
    assert ask(world, host, Suggest("b", 1, "bot", 2)) == ""
    assert played_by_bot(world, 1)
    back = world.feed(SitDown(1, "device 1", "new", (), "Badia", ""))
    assert back is None
    assert not played_by_bot(world, 1)  # who comes back has the seat again


def test_without_the_host_the_others_agree_and_all_of_them() -> None:
    world = opened("oca", "pppp")
    one, two = (world.connect((seat,), contributes=False) for seat in (1, 2))
    world.pass_time(60_000)
    assert ask(world, one, Suggest("a", 2, "bot", 4)) == ""
    assert not played_by_bot(world, 3)
    assert one.table.suggestion.agreed == [2]
    assert ask(world, two, Agree("b", 3, agrees=True)) == ""
    assert played_by_bot(world, 3)
    host = world.connect((0,), contributes=False)
    world.disconnect(two)
    world.pass_time(60_000)
    assert ask(world, one, Suggest("c", 2, "bot", 3)) == "host-only"
    assert host.table.suggestion is None


def test_one_who_refuses_is_enough_and_who_comes_back_ends_it() -> None:
    world = opened("oca", "pppp")
    one, two = (world.connect((seat,), contributes=False) for seat in (1, 2))
    world.pass_time(60_000)
    ask(world, one, Suggest("a", 2, "bot", 4))
    ask(world, two, Agree("b", 3, agrees=False))
    assert world.table.suggestion is None
    assert ask(world, two, Agree("c", 3, agrees=True)) == "no-suggestion"
    ask(world, one, Suggest("d", 2, "bot", 4))
    world.connect((3,), contributes=False)
    assert world.table.suggestion is None


def test_somebody_away_is_skipped_where_the_rules_know_passing() -> None:
    world = opened("camino", "pp")
    host = world.connect((0,), contributes=False)
    world.pass_time(60_000)
    n = len(world.table.actions)
    assert 1 in world.table.match.state.actors()
    assert ask(world, host, Suggest("a", 1, "skip", 2)) == ""
    action = world.table.actions[n]
    assert (action.actor, action.text, action.entry(1)["cause"]) == (1, "stop", "was-away")


def test_it_is_said_whose_turn_could_be_passed_now() -> None:
    camino, oca = opened("camino", "pp"), opened("oca", "pp")
    drawing, throwing = (world.connect((0,), contributes=False) for world in (camino, oca))
    assert drawing.snapshot is not None
    assert drawing.snapshot["may_pass"] == [1, 2]
    assert throwing.snapshot is not None
    assert "may_pass" not in throwing.snapshot  # a throw is no pass


def test_guests_know_whether_the_host_is_here_to_decide() -> None:
    world = opened("oca", "pp")
    guest = world.connect((1,), contributes=False)
    assert not guest.table.host_here
    host = world.connect((0,), contributes=False)
    assert guest.table.host_here
    world.disconnect(host)
    assert not guest.table.host_here


def test_the_dice_are_thrown_for_whoever_is_away_and_no_rule_is_bent_for_it() -> None:
    world = opened("oca", "pp")
    state = world.table.match.state
    thrower = int(state.thrower())
    other = world.connect((1 - thrower,), contributes=False)
    world.table.row.host = f"device {1 - thrower}"
    world.pass_time(60_000)
    assert ask(world, other, Suggest("a", 2 - thrower, "skip", thrower + 1)) == ""
    thrown = world.table.actions[0]
    assert (thrown.actor, thrown.note) == (TABLE, "was away")


def test_a_seat_is_handed_over_by_a_link_and_not_taken_back_from_its_new_holder() -> None:
    world = opened("oca", "pp")
    world.connect((0,), contributes=False)
    refused = world.feed(HandOver(1, "device 0", "given"))
    assert refused is not None
    assert refused.code == "still-here"
    world.pass_time(60_000)
    assert world.feed(HandOver(1, "device 0", "given")) is None
    assert world.table.seats[1].token == "given"
    taken = world.feed(SitDown(1, "device 1", "mine again", (), "Badia", ""))
    assert taken is not None
    assert taken.code == "taken"


def test_whoever_takes_a_seat_that_was_given_away_plays_under_their_own_name() -> None:
    world = opened("oca", "pp")
    host = world.connect((0,), contributes=False)
    world.pass_time(60_000)
    world.feed(HandOver(1, "device 0", "given"))
    world.flush()
    assert [seat.given for seat in host.table.seats] == [False, True]
    taken = world.feed(SitDown(1, "device 2", "new", (1,), world.table.seats[0].name, ""))
    assert taken is not None
    assert taken.code == "name-taken"
    assert world.feed(SitDown(1, "device 2", "new", (1,), "Carla", "")) is None
    world.flush()
    assert (host.table.seats[1].name, host.table.seats[1].given) == ("Carla", False)
    assert world.feed(SitDown(1, "device 2", "newer", (1,), "Dora", "")) is None
    assert world.table.seats[1].name == "Carla"  # it is theirs now; a name is said once


def test_without_the_host_whoever_suggested_it_gives_the_seat_away_once() -> None:
    world = opened("oca", "pppp")
    one, two = (world.connect((seat,), contributes=False) for seat in (1, 2))
    assert ask(world, one, Suggest("a", 2, "give", 4)) == "still-here"
    world.pass_time(60_000)
    assert hand_over(world, 4, by=2) == "host-only"
    assert ask(world, one, Suggest("b", 2, "give", 4)) == ""
    assert hand_over(world, 4, by=2) == "host-only"  # one more is to agree
    assert ask(world, two, Agree("c", 3, agrees=True)) == ""
    assert one.table.suggestion.agreed == [2, 3]
    assert hand_over(world, 4, by=3) == "host-only"  # who agreed did not ask for the link
    assert hand_over(world, 1, by=2) == "host-only"  # and it is about one seat
    assert hand_over(world, 4, by=2) == ""
    assert world.table.seats[3].token == "given"
    assert one.table.suggestion is None
    assert one.table.seats[3].given
    world.pass_time(60_000)
    assert hand_over(world, 4, by=2, token="another") == "host-only"


def test_who_comes_back_keeps_the_seat_and_who_comes_meanwhile_is_asked() -> None:
    world = opened("oca", "pppp")
    one = world.connect((1,), contributes=False)
    world.pass_time(60_000)
    assert ask(world, one, Suggest("a", 2, "give", 4)) == ""  # nobody else is here
    two = world.connect((2,), contributes=False)
    assert hand_over(world, 4, by=2) == "host-only"
    assert ask(world, two, Agree("b", 3, agrees=True)) == ""
    world.disconnect(world.connect((3,), contributes=False))
    assert one.table.suggestion is None
    world.pass_time(60_000)
    assert hand_over(world, 4, by=2) == "host-only"


def test_a_seat_that_a_bot_plays_meanwhile_is_not_given_away_by_agreement() -> None:
    world = opened("oca", "pppp")
    one = world.connect((1,), contributes=False)
    world.pass_time(60_000)
    assert ask(world, one, Suggest("a", 2, "give", 4)) == ""
    world.feed(LeaveSeat(3, (3,)))
    assert hand_over(world, 4, by=2) == "still-here"
    world.feed(LeaveSeat(1, (1,)))
    assert hand_over(world, 4, by=2) == "host-only"  # who has left decides nothing


def test_a_host_who_is_here_decides_alone_who_gets_a_seat() -> None:
    world = opened("oca", "pppp")
    host, one = (world.connect((seat,), contributes=False) for seat in (0, 1))
    world.pass_time(60_000)
    assert ask(world, one, Suggest("a", 2, "give", 4)) == "host-only"
    assert ask(world, host, Suggest("b", 1, "give", 4)) == ""
    assert hand_over(world, 4, by=2) == "host-only"
    # the host's seat may be on another device by now, which has its token only
    assert world.feed(HandOver(3, "elsewhere", "given", (0,))) is None
    world.disconnect(host)
    assert ask(world, one, Suggest("c", 2, "give", 3)) == ""
    world.connect((0,), contributes=False)
    assert hand_over(world, 3, by=2) == "host-only"  # the host is asked, too


def test_at_a_rated_table_nobody_gives_a_seat_away() -> None:
    world = opened("oca", "ppp")
    world.table.row.rated = True
    one = world.connect((1,), contributes=False)
    world.pass_time(60_000)
    assert ask(world, one, Suggest("a", 2, "give", 3)) == "illegal"


def check_record(world: World) -> None:
    """It ends early, and is a record and a proof all the same."""
    assert world.table.status == "over"
    assert not world.table.match.state.over()
    assert Match.from_record(world.table.match.record).position() == world.table.match.position()
    assert verify(world.table.proof())["right"]


def test_who_gives_up_against_one_has_lost() -> None:
    world = opened("oca", "pp")
    one, two = (world.connect((seat,), contributes=False) for seat in (0, 1))
    assert ask(world, two, Concede("a", 2)) == ""
    check_record(world)
    result = one.table.result
    assert (result.ended, result.winners, result.conceded) == ("conceded", [1], [2])
    assert one.snapshot is not None
    assert (one.snapshot["over"], one.snapshot["winners"]) == (True, [1])
    assert ask(world, one, Throw("b", 1, len(world.table.actions))) == "over"


def test_with_more_a_bot_plays_on_for_a_seat_that_cannot_win() -> None:
    world = opened("oca", "ppp")
    one, two = (world.connect((seat,), contributes=False) for seat in (0, 1))
    assert ask(world, two, Concede("a", 2)) == ""
    assert world.table.status == "playing"
    assert world.table.seats[1].left
    assert one.table.conceded == [2]
    refused = world.feed(SitDown(1, "device 1", "new", (), "Badia", ""))
    assert refused is not None
    assert refused.code == "conceded"


@pytest.mark.parametrize("kinds", ["pbb", "pb"])
def test_if_nobody_is_left_to_play_it_ends(kinds: str) -> None:
    world = opened("oca", kinds)
    one = world.connect((0,), contributes=False)
    ask(world, one, Concede("a", 1))
    check_record(world)
    assert one.table.result.winners == ([2] if kinds == "pb" else [])
    assert not world.questions


def test_all_agree_to_end_and_nobody_has_won() -> None:
    world = opened("oca", "ppb")
    one, two = (world.connect((seat,), contributes=False) for seat in (0, 1))
    assert ask(world, one, Suggest("a", 1, "end")) == ""
    assert world.table.status == "playing"
    assert two.table.suggestion.what == "end"
    assert ask(world, two, Agree("b", 2, agrees=True)) == ""  # the bot does what people do
    check_record(world)
    assert (two.table.result.ended, two.table.result.winners) == ("agreed", [])


def test_a_suggestion_is_taken_back_by_whoever_made_it() -> None:
    world = opened("oca", "pp")
    one, _ = (world.connect((seat,), contributes=False) for seat in (0, 1))
    ask(world, one, Suggest("a", 1, "end"))
    ask(world, one, Agree("b", 1, agrees=False))
    assert (world.table.suggestion, world.table.status) == (None, "playing")
