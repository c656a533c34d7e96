"""Who sits where, and who is listened to."""

import pytest
from table_world import World, table_row

import periplo
from periplo.play.refusals import NameTaken
from periplo.table.inputs import AssignSeat, Received, SitDown
from periplo.table.requests import ChooseMark, Ready
from periplo.table.rows import WAITING, SeatRow
from periplo.table.seats import bot_seat, free_name, settle_names


def test_whoever_is_shown_out_is_not_listened_to_while_the_disk_takes_its_time() -> None:
    game = periplo.game("oca")
    person = SeatRow(0, "person", "Badia", device="device 0", token="token 0")
    world = World(
        table_row(game, limit=0, auto=False), [person, SeatRow(1, "bot", "Box", bot="easy")]
    )
    badia = world.connect((0,), contributes=False)
    world.feed(AssignSeat(0, "device 0", (0,), "bot", "easy"))
    assert not world.shown_out  # the disk has not got it yet
    waiting = len(world.queued)
    request = Ready("r1", 1, True)
    world.sent[request.id] = request
    world.feed(Received(badia, request))
    assert len(world.queued) == waiting
    world.flush()
    assert badia not in world.listeners
    assert world.table.status == WAITING
    assert not world.disk.seats[0].ready


def waiting_table() -> World:
    """Badia has opened it; a bot sits there, too, and one seat is open."""
    game = periplo.game("oca")
    person = SeatRow(0, "person", "Badia", device="device 0", token="token 0")
    seats = [person, SeatRow(1, "bot", "Brno", bot="easy"), SeatRow(2, "open", "Stormo 3")]
    return World(table_row(game, limit=0, auto=False), seats)


@pytest.mark.parametrize("name", ["Badia", "BADIA", "  badia ", "brno"])
def test_nobody_sits_down_with_a_name_that_somebody_has(name: str) -> None:
    world = waiting_table()
    refused = world.feed(SitDown(2, "device 2", "token 2", (), name, ""))
    assert isinstance(refused, NameTaken)
    assert refused.free_name == f"{' '.join(name.split())} 2"
    assert world.feed(SitDown(2, "device 2", "token 2", (), refused.free_name, "")) is None


def test_whoever_waits_chooses_another_mark() -> None:
    world = waiting_table()
    badia = world.connect((0,), contributes=False)
    request = ChooseMark("m1", 1, "sail-3")
    world.sent[request.id] = request
    world.feed(Received(badia, request))
    world.flush()
    assert world.disk.seats[0].mark == "sail-3"
    assert badia in world.listeners  # nobody is shown out


def test_what_an_open_seat_is_called_is_nobodys_name() -> None:
    world = waiting_table()
    assert world.feed(SitDown(2, "device 2", "token 2", (), "Stormo 3", "")) is None


def test_a_bot_that_is_seated_yields_its_name() -> None:
    world = waiting_table()
    assert world.feed(AssignSeat(2, "device 0", (0,), "bot", "easy", "badia")) is None
    assert world.table.seats[2].name == "badia 2"


def test_a_free_name_counts_on_and_is_not_too_long() -> None:
    assert free_name("Brno 2", ["Brno 2", "brno 3", "Badia"]) == "Brno 4"
    assert free_name("Brno 2", ["Brno"]) == "Brno 2"
    assert free_name("x" * 40, ["x" * 40]) == f"{'x' * 38} 2"


def test_people_keep_the_names_they_gave_and_bots_get_free_ones() -> None:
    game = periplo.game("oca")
    seats = [bot_seat(0, "easy", "Badia"), SeatRow(1, "person", "Badia"), SeatRow(2, "person", "")]
    settle_names(game, seats)
    assert [seat.name for seat in seats] == ["Badia 2", "Badia", "Stormo 3"]
    with pytest.raises(NameTaken):
        settle_names(game, [SeatRow(0, "person", "Brno"), SeatRow(1, "captain", "brno")])
