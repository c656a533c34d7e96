"""Draws that anyone can check: each follows from a secret whose hash was known beforehand, and
from random values that the players contributed after they knew it.
"""

import hmac
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from periplo.core.dice import Dice
from periplo.core.errors import BadRecord
from periplo.core.reading import is_whole, show
from periplo.core.state import NOBODY, TABLE
from periplo.play.match import Match
from periplo.play.record import Record, SetElement, record_from_json, split_action
from periplo.play.stepwise import Work, run_at_once

SECRET_BYTES = 32
HEX = re.compile("[0-9a-f]{64}")

Contributions = Mapping[int, str]  # 64 hexadecimal digits of each seat, from 0


def new_secret() -> str:
    """A table's secret, or a seat's contribution."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str) -> str:
    """What is published of a secret or a contribution before it is shown."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def draw_key(secret: str, contributions: Contributions) -> str:
    """What every draw of a table follows from; the secret itself if nobody contributed."""
    if not contributions:
        return secret
    given = [f"{seat + 1}={value}" for seat, value in sorted(contributions.items())]
    said = " ".join(["periplo contributions", *given]).encode()
    return hmac.new(bytes.fromhex(secret), said, sha256).hexdigest()


def draw_dice(key: str, number: int) -> Dice:
    """The dice of draw `number`, from 0."""
    said = f"periplo draw {number}".encode()
    return Dice(hmac.new(bytes.fromhex(key), said, sha256).hexdigest())


@dataclass(frozen=True)
class Proof:
    """A record, what was promised and contributed before it and what was published after it."""

    record: Record
    commitment: str
    secret: str
    contributions: Contributions = field(default_factory=dict)
    entered: Sequence[int] = ()  # the numbers, from 1, of the table's actions that people decided

    def to_json(self) -> dict[str, Any]:
        return {
            "record": self.record.to_json(),
            "commitment": self.commitment,
            "secret": self.secret,
            "contributions": by_seat(self.contributions),
            "entered": list(self.entered),
        }


def by_seat(values: Contributions) -> dict[str, str]:
    """As it is written: seats from 1, in their order."""
    return {str(seat + 1): value for seat, value in sorted(values.items())}


def proof_from_json(data: object) -> Proof:
    """A proof as the server gives it; anything else is refused by name."""
    if not isinstance(data, dict):
        raise BadRecord(f"a proof is one JSON object, not {show(data)}")
    for key in ("record", "commitment", "secret"):
        if key not in data:
            hint = " (a record alone proves nothing: ask the table for its proof)"
            raise BadRecord(f"{key}: is missing{hint if 'actions' in data else ''}")
    for key in ("commitment", "secret"):
        _check_hex(key, data[key])
    record = record_from_json(data["record"])
    contributions = _read_contributions(data.get("contributions", {}), len(record.seats))
    entered = _read_entered(data.get("entered", []), len(record.actions))
    return Proof(record, data["commitment"], data["secret"], contributions, entered)


def _check_hex(name: str, text: object) -> None:
    if not (isinstance(text, str) and HEX.fullmatch(text)):
        raise BadRecord(f"{name}: must be 64 hexadecimal digits, not {show(text)}")


def _read_contributions(data: object, seats: int) -> dict[int, str]:
    if not isinstance(data, dict):
        raise BadRecord(f"contributions: must be an object, not {show(data)}")
    known = {str(seat + 1): seat for seat in range(seats)}
    for seat, value in data.items():
        if seat not in known:
            raise BadRecord(f"contributions: there is no seat {show(seat)}")
        _check_hex(f"contributions, seat {seat}", value)
    return {known[seat]: value for seat, value in data.items()}


def _read_entered(data: object, actions: int) -> list[int]:
    if not isinstance(data, list):
        raise BadRecord(f"entered: must be a list, not {show(data)}")
    for number in data:
        if not is_whole(number) or not 1 <= number <= actions:
            raise BadRecord(f"entered: there is no action {show(number)}")
    if data != sorted(set(data)):
        raise BadRecord("entered: must be ascending, each once")
    return data


def verify(proof: Proof) -> dict[str, Any]:
    """Every draw computed again: how many there are, and the first that is not as it should be."""
    return run_at_once(verify_stepwise(proof))


def verify_stepwise(proof: Proof) -> Work[dict[str, Any]]:
    """The same, an action at a time."""
    kept_word = commitment(proof.secret) == proof.commitment
    key = draw_key(proof.secret, proof.contributions)
    given = "the secret and the contributions give" if proof.contributions else "the secret gives"
    match = Match.at_start(proof.record)
    entered = frozenset(proof.entered)
    draws = skipped = 0
    wrong: str | None = None
    for number, written in enumerate(proof.record.actions, 1):
        if not isinstance(written, str):
            if wrong is None and not _is_skip(match, written):
                wrong = f"action {number} sets a position that no skipped question leads to"
            skipped += 1
            match.replay(written)
            yield
            continue
        actor, text = split_action(written)
        if number in entered:
            if wrong is None and (actor != TABLE or match.state.answerer() == NOBODY):
                wrong = f"action {number} is listed as a person's, but nothing is judged there"
        elif actor == TABLE and TABLE in match.state.actors():
            due = match.state.draw(draw_dice(key, draws))
            drawn = match.game.text(match.state, TABLE, due)
            if drawn != text and wrong is None:
                wrong = f"action {number} is {text!r}, {given} {drawn!r}"
            draws += 1
        match.write(written)
        yield
    if not kept_word:
        wrong = "the secret is not the one that was promised: its SHA-256 is another"
    return {
        "draws": draws,
        "right": wrong is None,
        "wrong": wrong,
        "commitment": proof.commitment,
        "secret": proof.secret,
        "contributed": len(proof.contributions),
        "entered": len(entered),
        "skipped": skipped,
    }


def _is_skip(match: Match, element: SetElement) -> bool:
    """Whether a teacher took out the question that was open, and nothing else was set."""
    room = match.game.classroom()
    if room is None or room.asked(match.state) is None:
        return False
    return bool(element["set"] == room.skipped(match.position()))
