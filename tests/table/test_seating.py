"""Who sits where, and who is listened to."""

from table_world import World, table_row

import periplo
from periplo.table.inputs import AssignSeat, Received
from periplo.table.requests import Ready
from periplo.table.rows import WAITING, SeatRow


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
