"""Pictures in questions: WebP of a bounded size, written as data addresses within a pack.

What is uploaded is drawn anew by the server, which leaves nothing of it but the pixels. Whatever
else stands in a pack file is only let through here if it looks as if the server had made it.
"""

import base64
import binascii
from hashlib import sha256
from typing import Final

MEDIA_TYPE: Final = "image/webp"
START: Final = f"data:{MEDIA_TYPE};base64,"
MOST_BYTES: Final = 80 * 1024
MOST_SIDE: Final = 800  # pixels


def why_not(address: str) -> str:
    """Why this is no picture for a question; empty if it is one."""
    if not address.startswith(START):
        return "it must be WebP, in Base64"
    data = bytes_of(address)
    if data is None:
        return "its Base64 cannot be read"
    if len(data) > MOST_BYTES:
        return f"it has more than {MOST_BYTES // 1024} KB"
    size = size_of(data)
    if size is None:
        return "it is no plain WebP"
    if not 0 < max(size) <= MOST_SIDE:
        return f"it is larger than {MOST_SIDE} pixels"
    return ""


def bytes_of(address: str) -> bytes | None:
    try:
        return base64.b64decode(address.removeprefix(START), validate=True)
    except (binascii.Error, ValueError):
        return None


def address_of(data: bytes) -> str:
    return START + base64.b64encode(data).decode()


def name_of(address: str) -> str:
    """By which a picture is asked for: whoever does not have it cannot guess it."""
    return sha256(address.encode()).hexdigest()


def size_of(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels; None for what has more in it than one plain picture.

    A lossy picture's chunk is "VP8 ", a lossless one's "VP8L". Whatever has "VP8X" may move, or
    carry where it was taken.
    """
    if len(data) < 30 or data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return None
    if int.from_bytes(data[4:8], "little") + 8 != len(data):
        return None
    inside = int.from_bytes(data[16:20], "little")
    if 20 + inside + inside % 2 != len(data):
        return None
    if data[12:16] == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        width, height = data[26:28], data[28:30]
        return int.from_bytes(width, "little") & 0x3FFF, int.from_bytes(height, "little") & 0x3FFF
    if data[12:16] == b"VP8L" and data[20] == 0x2F:
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return None
