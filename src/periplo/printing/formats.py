"""The files that minutes can be written as, by their ending. What a format needs is imported when
it is first written.
"""

from collections.abc import Callable
from typing import Final

from periplo.core.errors import BadSetup
from periplo.printing.minutes import Minutes

MEDIA_TYPES: Final = {
    "pdf": "application/pdf",
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
FORMATS: Final = tuple(MEDIA_TYPES)


def render(minutes: Minutes, ending: str) -> bytes:
    """The minutes as a file of this ending; BadSetup if there is no such, or a package lacks."""
    if ending not in FORMATS:
        raise BadSetup(f"minutes can be written as {', '.join(FORMATS)}, not {ending!r}")
    try:
        return _writer(ending)(minutes)
    except ModuleNotFoundError as error:
        raise BadSetup(f"this needs {error.name}: pip install 'periplo[print]'") from None


def _writer(ending: str) -> Callable[[Minutes], bytes]:
    match ending:
        case "pdf":
            from periplo.printing.pdf import to_pdf

            return to_pdf
        case "json":
            from periplo.printing.data import to_json

            return to_json
        case _:
            from periplo.printing.sheets import to_csv, to_xlsx

            return to_csv if ending == "csv" else to_xlsx
