"""What a sheet decides by lot before an event: own squares, and the order of play."""

import json
from dataclasses import replace

from periplo.core.dice import Dice
from periplo.core.errors import BadSetup
from periplo.desk import permissions
from periplo.desk.desk import Desk
from periplo.desk.lines import Line
from periplo.desk.setup import EventDetails
from periplo.play.draws import commitment
from periplo.play.refusals import Refused
from periplo.table.effects import COME_AGAIN, Disconnect
from periplo.table.inputs import DrawLots
from periplo.table.offices import Offices
from periplo.table.organising import Organising
from periplo.table.state import TableState


class LotDrawing:
    def __init__(
        self, table: TableState, desk: Desk, offices: Offices, organising: Organising
    ) -> None:
        self._table = table
        self._desk = desk
        self._offices = offices
        self._organising = organising

    def draw(self, given: DrawLots) -> list[Line]:
        """A secret is fixed by its hash before it decides; both are in the journal."""
        self._offices.check_organiser("set up", given.device, given.officials)
        permissions.check_when("set up", self._desk)
        secret = self._table.environment.new_secret()
        dice = Dice(secret)
        details = self._desk.setup.details
        if given.what == "squares":
            result = self._draw_squares(dice)
        else:
            details, result = self._draw_order(dice)
        self._organising.set_up(details)
        time = self._table.now.wall
        lines = self._desk.note(f"lots {given.what}: sha256 {commitment(secret)}", time)
        return lines + self._desk.note(f"lots {given.what}: secret {secret}: {result}", time)

    def _draw_squares(self, dice: Dice) -> str:
        table, before = self._table, self._table.options
        try:
            table.options = table.game.draw_squares(len(table.seats), before, dice)
        except BadSetup as error:
            raise Refused("illegal", str(error)) from None
        drawn = {name: value for name, value in table.options.items() if before.get(name) != value}
        return json.dumps(drawn, ensure_ascii=False)

    def _draw_order(self, dice: Dice) -> tuple[EventDetails, str]:
        """The seats in another order, with their rosters; captains stay captains of their seats.

        Whoever is connected by a seat's token comes again, to the seat that it fits now.
        """
        table = self._table
        left = list(range(len(table.seats)))
        order = [left.pop(int(dice.below(len(left)))) for _ in range(len(table.seats))]
        rows = [table.seats[seat].row() for seat in order]
        for seat, row in enumerate(rows):
            table.seats[seat].become(replace(row, seat=seat))
            table.outbox.save(table.seats[seat].row())
        seated = [one for group in table.subscribers if group.seats for one in group.connections]
        if seated:
            table.subscribers.show_out(seated)
            table.outbox.add(Disconnect(tuple(seated), COME_AGAIN, "the order of play was drawn"))
        table.options = table.game.in_order(table.options, order)
        details = self._desk.setup.details
        if details.rosters:
            details = replace(details, rosters=tuple(details.rosters[seat] for seat in order))
        return details, ", ".join(row.name for row in rows)
