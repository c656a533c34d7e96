"""A drawing of ours as pixels."""

import io

from periplo.adapters.extras import missing
from periplo.fonts import font_files

try:
    import numpy as np
    import resvg_py
    from numpy.typing import NDArray
    from PIL import Image

    from periplo.fonts.plain_svg import written_out
except ImportError as error:
    raise missing("render", error) from None

WIDTH = 640


def rasterise(svg: str, width: int = WIDTH) -> NDArray[np.uint8]:
    """The drawing as an array of height, width and red, green, blue."""
    png = resvg_py.svg_to_bytes(
        svg_string=written_out(svg), width=width, background="#ffffff",
        font_files=[str(file) for file in font_files()], skip_system_fonts=True,
    )  # fmt: skip
    return np.array(Image.open(io.BytesIO(png)).convert("RGB"))
