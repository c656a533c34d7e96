"""What an event is, as requests describe it."""

from msgspec import UNSET

from periplo.desk.setup import EventDetails, read_details
from periplo.server.messages import EventMessage


def details_of(asked: EventMessage | None, before: EventDetails) -> EventDetails:
    """An event's details with what is asked for changed."""
    given = before.to_json()
    if asked is not None:
        for name in given:
            if (value := getattr(asked, name)) is not UNSET:
                given[name] = value
    return read_details(given)
