"""How a match goes on: whose action counts, and what the dice are made of."""

from table_world import Listener, World, table_row

import periplo
from periplo.play.draws import commitment, verify
from periplo.table.clock import Instant
from periplo.table.inputs import AssignSeat, BotAnswered, LeaveSeat, Received, SitDown, Start
from periplo.table.requests import Act, Contribute, Promise, SeatRequest
from periplo.table.rows import SeatRow

VALUES = [f"{seat:064x}" for seat in (7, 8)]


def two_people(game_id: str, contribute: bool = False) -> tuple[World, Listener]:
    """A table in play, and somebody who holds both seats."""
    seats = [
        SeatRow(seat, "person", name, device=f"device {seat}", token=f"token {seat}")
        for seat, name in enumerate(("Badia", "Bettolino"))
    ]
    world = World(table_row(periplo.game(game_id), limit=0, auto=False), seats)
    both = world.connect((0, 1), contributes=contribute)
    world.feed(Start("device 0"))
    world.flush()
    return world, both


def ask(world: World, listener: Listener, *requests: SeatRequest) -> None:
    for request in requests:
        world.sent[request.id] = request
        world.feed(Received(listener, request))


def send(world: World, listener: Listener, *requests: SeatRequest) -> None:
    ask(world, listener, *requests)
    world.flush()


def test_a_player_whose_seat_a_bot_plays_sits_down_again_first() -> None:
    world, both = two_people("camino")
    world.feed(LeaveSeat(0, (0, 1)))
    world.flush()
    n = len(world.table.actions)
    send(world, both, Act("r1", 1, n, "stop"))
    assert len(world.table.actions) == n
    world.feed(SitDown(0, "device 0", "token 0", (0, 1), "Badia", ""))
    world.flush()
    back = world.connect((0,), contributes=False)
    send(world, back, Act("r2", 1, n, "stop"))
    assert [action.text for action in world.table.actions[n:]] == ["stop"]


def test_a_bot_that_was_asked_before_its_player_came_back_does_nothing() -> None:
    world, _ = two_people("camino")
    world.feed(LeaveSeat(0, (0, 1)))
    world.flush()
    [number] = world.questions
    world.feed(SitDown(0, "device 0", "token 0", (0, 1), "Badia", ""))
    n = len(world.table.actions)
    world.feed(BotAnswered(number, "stop"))
    assert len(world.table.actions) == n


def test_a_bot_stands_in_for_somebody_who_has_been_away_for_two_minutes() -> None:
    world, both = two_people("camino")
    world.disconnect(both)
    give_to_bot = AssignSeat(1, "device 0", (), "bot", "easy")
    world.now = Instant(world.now.at + 119_000, world.now.wall + 119_000)
    refused = world.feed(give_to_bot)
    assert refused is not None
    assert refused.code == "still-here"
    world.now = Instant(world.now.at + 1_000, world.now.wall + 1_000)
    assert world.feed(give_to_bot) is None
    assert world.table.seats[1].played_by_bot()


def test_nobody_shows_a_value_while_the_promises_are_being_written() -> None:
    world, both = two_people("oca", contribute=True)
    ask(world, both, *(Promise(f"p{n}", n, commitment(VALUES[n - 1])) for n in (1, 2)))
    ask(world, both, Contribute("early", 1, VALUES[0]))
    assert not world.table.mixing.values
    world.flush()
    send(world, both, Contribute("in time", 1, VALUES[0]))
    assert world.table.mixing.values == {0: VALUES[0]}


def test_draws_follow_from_what_both_players_contributed() -> None:
    world, both = two_people("camino", contribute=True)
    values = [f"{seat:064x}" for seat in (7, 8)]
    assert not world.table.actions  # nothing is drawn before
    send(
        world, both, *(Promise(f"p{n}", n, commitment(value)) for n, value in enumerate(values, 1))
    )
    send(world, both, *(Contribute(f"c{n}", n, value) for n, value in enumerate(values, 1)))
    assert world.table.actions
    found = verify(world.table.proof())
    assert (found["right"], found["contributed"]) == (True, 2)
