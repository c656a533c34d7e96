"""QR codes as drawings."""

import io
from typing import Final

import segno

QUIET: Final = 4  # modules around a code that readers need


def qr_code(address: str, *, quiet: int = QUIET) -> str:
    written = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(written, kind="svg", border=quiet, xmldecl=False)
    return written.getvalue().decode()
