"""What people are offered: legal actions by boards, and what a sheet prescribes for a breach.

Not compiled: mypyc forgets the types of fields, and the server describes them.
"""

from typing import Any, NotRequired, TypedDict


class Phrase(TypedDict):
    """Something in words of the game, for `Words.phrase`: a template of [phrases] in `words.toml`.

    Fields are shown as those of events are; one that is a phrase itself is said in its place.
    """

    key: str
    fields: NotRequired[dict[str, Any]]


class Taken(TypedDict):
    """A piece that an action takes from where it stands, as events name it."""

    seat: int  # whose it is
    piece: int | str
    at: Any


class Choice(TypedDict):
    """A legal action with what a board needs to offer it; only `text` is always there."""

    text: str  # the action, as `Game.text` writes it
    piece: NotRequired[int | str]  # the actor's piece that it moves, as events name it
    path: NotRequired[list[Any]]  # the places it passes, from where it stands to where it ends
    to: NotRequired[Any]  # the place that one points at to choose it; with a path, its last place
    way: NotRequired[str]  # which way it turns what is there, as events name it
    target: NotRequired[int | str]  # the place it is meant for, where the piece may stop elsewhere
    answer: NotRequired[str]  # which answer to the question it gives, as `Game.question` names them
    worth: NotRequired[int]  # the points that it brings
    other: NotRequired[int]  # the seat that it is about beside the actor, as events name it
    takes: NotRequired[list[Taken]]  # the pieces that it takes
    passes: NotRequired[bool]  # it does nothing but let the others go on
    faces: NotRequired[list[int | str]]  # of the table's: what the dice show
    said: NotRequired[Phrase]  # what it means, where people know no codes
    number: NotRequired[int]  # of the table's: what is written on the card that it turns up, say


class OutcomeSlot(TypedDict):
    """What the table does next, where nobody throws: whom or what it is about."""

    seat: NotRequired[int]  # as events name it
    place: NotRequired[int | str]


class ToEnter(TypedDict):
    """What officials enter as one."""

    slots: list[OutcomeSlot]  # what each outcome is about, in order
    each_once: bool  # what was entered for one cannot be entered for another


class SanctionChoice(TypedDict):
    """What a sheet prescribes for a breach at a real table."""

    clause: str
    choice: str  # as an official asks for it
    text: str  # what it does, in a few words
    position: dict[str, Any]  # after it
