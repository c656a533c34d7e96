"""Uploaded pictures, drawn anew: small, without whatever else was in the file."""

import io
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

from periplo.play.refusals import Refused

FORMATS: Final = ("PNG", "JPEG", "WEBP", "GIF")
MOST_PIXELS: Final = 40_000_000  # before it is made small: an uploaded file unpacks to four times
QUALITIES: Final = (82, 70, 55, 40)
SMALLER: Final = 0.75  # a picture that is still too large, tried again
SMALLEST: Final = 16  # pixels


def fit_picture(data: bytes, side: int, most: int) -> bytes:
    """As plain WebP, no side longer than `side` pixels, with at most `most` bytes.

    The pixels are all that is taken: neither where it was taken, nor by whom, nor what moves.
    """
    picture = _read(data, side)
    while True:
        for quality in QUALITIES:
            file = io.BytesIO()
            picture.save(file, "WEBP", quality=quality, method=4)
            if file.tell() <= most:
                return file.getvalue()
        width, height = picture.size
        smaller = max(SMALLEST, int(SMALLER * max(width, height)))
        picture.thumbnail((smaller, smaller))


def _read(data: bytes, side: int) -> Image.Image:
    try:
        found = Image.open(io.BytesIO(data), formats=FORMATS)
        if found.width * found.height > MOST_PIXELS:
            raise Refused("bad-picture", f"it has more than {MOST_PIXELS // 10**6} megapixels")
        found.draft("RGB", (2 * side, 2 * side))  # a photo need not be unpacked whole
        upright = ImageOps.exif_transpose(found)  # before what says so is gone
        upright = upright.convert("RGBA")
    except Refused:
        raise
    except (UnidentifiedImageError, Image.DecompressionBombError):
        raise Refused("bad-picture", "it is no PNG, JPEG, WebP or GIF") from None
    except Exception as error:  # whatever a broken file makes of itself
        why = str(error).partition("\n")[0]
        raise Refused("bad-picture", f"it cannot be read: {why}") from None
    upright.thumbnail((side, side))
    paper = Image.new("RGB", upright.size, "white")  # plain WebP has nothing that shines through
    paper.paste(upright, mask=upright.getchannel("A"))
    return paper
