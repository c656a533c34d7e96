"""Draws that anyone can check: each follows from a secret whose hash was known beforehand."""

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from periplo.core.dice import Dice
from periplo.core.errors import BadRecord
from periplo.core.reading import show
from periplo.core.state import TABLE
from periplo.play.match import Match
from periplo.play.record import Record, record_from_json, split_action

SECRET_BYTES = 32


def new_secret() -> str:
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str) -> str:
    """What is published before the first draw."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def draw_dice(secret: str, number: int) -> Dice:
    """The dice of draw `number`, from 0."""
    said = f"periplo draw {number}".encode()
    return Dice(hmac.new(bytes.fromhex(secret), said, sha256).hexdigest())


@dataclass(frozen=True)
class Proof:
    """A record, what was promised before it and what was told after it."""

    record: Record
    commitment: str
    secret: str

    def to_json(self) -> dict[str, Any]:
        return {
            "record": self.record.to_json(),
            "commitment": self.commitment,
            "secret": self.secret,
        }


def proof_from_json(data: object) -> Proof:
    """A proof as the server gives it; anything else is refused by name."""
    if not isinstance(data, dict):
        raise BadRecord(f"a proof is one JSON object, not {show(data)}")
    for key in ("record", "commitment", "secret"):
        if key not in data:
            hint = " (a record alone proves nothing: ask the table for its proof)"
            raise BadRecord(f"{key}: is missing{hint if 'actions' in data else ''}")
    for key in ("commitment", "secret"):
        text = data[key]
        if not (isinstance(text, str) and len(text) == 64 and set(text) <= set("0123456789abcdef")):
            raise BadRecord(f"{key}: must be 64 hexadecimal digits, not {show(text)}")
    return Proof(record_from_json(data["record"]), data["commitment"], data["secret"])


def verify(proof: Proof) -> dict[str, Any]:
    """Every draw computed again: how many there are, and the first that is not as it should be."""
    kept_word = commitment(proof.secret) == proof.commitment
    match = Match.at_start(proof.record)
    draws = 0
    wrong: str | None = None
    for number, written in enumerate(proof.record.actions, 1):
        actor, text = split_action(written)
        if actor == TABLE and TABLE in match.state.actors():
            due = match.state.draw(draw_dice(proof.secret, draws))
            drawn = match.game.text(match.state, TABLE, due)
            if drawn != text and wrong is None:
                wrong = f"action {number} is {text!r}, the secret gives {drawn!r}"
            draws += 1
        match.write(written)
    if not kept_word:
        wrong = "the secret is not the one that was promised: its SHA-256 is another"
    return {
        "draws": draws,
        "right": wrong is None,
        "wrong": wrong,
        "commitment": proof.commitment,
        "secret": proof.secret,
    }
