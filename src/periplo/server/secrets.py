"""Tokens that cannot be guessed, and what is kept of them."""

import base64
import re
import secrets
from hashlib import sha256

# Python's $ also matches before a last line break; this is exact in Python and in JavaScript alike
END = r"$(?!\n)"
TABLE_ID = "^[a-z2-7]{1,16}" + END
DEVICE_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """A table's id: 80 random bits, in letters that are easy to read out."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def is_table_id(text: str) -> bool:
    return re.fullmatch(TABLE_ID, text) is not None


def digest(secret: str) -> str:
    """What the server keeps. The secrets are long and random, so one round is enough."""
    return sha256(secret.encode()).hexdigest()


def is_device_secret(text: str) -> bool:
    return 32 <= len(text) <= 128 and DEVICE_LETTERS.issuperset(text)
