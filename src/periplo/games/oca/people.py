"""The people of the flocks, for those who follow them by name at a real table."""

from typing import Final

from periplo.core.game import Company, PersonMove, Spot
from periplo.core.state import Event
from periplo.games.oca.race import Piece, Race, held_of, square_of

BEARER: Final = "bearer"
STRAY: Final = "stray"


def companies(race: Race) -> list[Company]:
    """Each flock's bearer and its strays, in the order of the position."""
    return [
        Company(
            [
                _spot(BEARER, race.flocks[seat].bearer),
                *(_spot(STRAY, one) for one in race.flocks[seat].strays),
            ],
            race.flocks[seat].home,
            race.own_squares[seat],
        )
        for seat in range(race.seats)
    ]


def _spot(name: str, piece: Piece) -> Spot:
    return Spot(name, int(square_of(piece)), int(held_of(piece)))


def read_move(event: Event) -> PersonMove | None:
    """An event about a piece names its way or what holds it, or changes neither."""
    path = event.get("path", [])
    if "piece" not in event or not (path or "held" in event):
        return None
    piece, seat = event["piece"], event["seat"]
    who = 0 if piece == BEARER else 1 + event["stray"]
    ends = path or [event["at"] if "at" in event else event["to"]]
    if ends[-1] == "home":
        return PersonMove(seat, who, None, called=False, by_spot=False)
    # whoever moves is free unless the event says otherwise
    to = Spot(piece, ends[-1], event.get("held", 0))
    # who goes back for a pledge is chosen by square and `held` alone  [OCA-24]
    is_payment = event["kind"] == "sent" and "pledges" in event
    return PersonMove(seat, who, to, called=ends[0] == "home", by_spot=is_payment)
