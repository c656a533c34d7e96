"""What rated matches say of the people who want to be rated, by openskill's model.

A match is counted when its table ends, in the same commit: once, whatever happens to the server.
"""

from collections.abc import Callable, Sequence
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import Connection, insert, select

from periplo.server import schema
from periplo.server.store import Row
from periplo.table.rows import OVER, ResultRow, SeatRow, TableRow

WON, LOST, LEFT = 0.0, 1.0, 2.0  # ranks: lower is better
START = 1000  # points of somebody of whom nothing is known
A_POINT = 40  # points for one of openskill's
SURE = 3  # so many deviations below what somebody is thought to be worth


def points(mu: float, sigma: float) -> int:
    """What is shown: hardly anybody is worth less than that."""
    return START + round(A_POINT * (mu - SURE * sigma))


def ranks(result: ResultRow, seats: Sequence[SeatRow]) -> list[float]:
    """Whoever has left has lost, whatever a bot has made of it since."""
    return [LEFT if seat.left else WON if seat.seat in result.winners else LOST for seat in seats]


def rate_match(row: TableRow, seats: Sequence[SeatRow]) -> Callable[[Connection], None]:
    """To be done before the row of the table is written."""
    result = row.result
    assert result is not None
    devices = [seat.device for seat in seats]
    placed = ranks(result, seats)
    table_id, game, when = row.id, row.game, row.status_changed_at

    def rate(connection: Connection) -> None:
        its = schema.tables.c
        status = connection.execute(select(its.status).where(its.id == table_id)).scalar()
        if status == OVER or not result.winners or len(set(placed)) < 2:
            return  # it was counted before, or says nothing
        _rate(connection, game, devices, placed, when)

    return rate


def _rate(
    connection: Connection, game: str, devices: list[str], placed: list[float], when: int
) -> None:
    players, ratings = schema.rated_players.c, schema.ratings
    wanted = select(players.device).where(players.device.in_(devices))
    rated = set(connection.execute(wanted).scalars())
    its = select(ratings).where(ratings.c.game == game, ratings.c.device.in_(devices))
    known: dict[str, Row] = {row["device"]: dict(row) for row in connection.execute(its).mappings()}
    model = PlackettLuce()
    teams: list[list[Any]] = [
        [model.create_rating([known[device]["mu"], known[device]["sigma"]])]
        if device in known
        else [model.rating()]
        for device in devices
    ]
    for device, place, (after,) in zip(
        devices, placed, model.rate(teams, ranks=placed), strict=True
    ):
        if device not in rated:
            continue  # they wanted to be rated when they sat down, and do not any more
        was = known.get(device, {"matches": 0, "wins": 0})
        row = {
            "game": game,
            "device": device,
            "mu": after.mu,
            "sigma": after.sigma,
            "matches": was["matches"] + 1,
            "wins": was["wins"] + (place == WON),
            "changed": when,
        }
        if device in known:
            mine = ratings.update().where(ratings.c.game == game, ratings.c.device == device)
            connection.execute(mine.values(row))
        else:
            connection.execute(insert(ratings).values(row))
