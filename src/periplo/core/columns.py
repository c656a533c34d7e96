"""How wide a text is in a terminal, and names cut to fit."""

from unicodedata import category, east_asian_width


def columns(text: str) -> int:
    """The columns that a text takes; wide letters take two, combining marks none."""
    return sum(
        0 if category(c) in ("Mn", "Me") else 2 if east_asian_width(c) in "WF" else 1 for c in text
    )


def fit(name: str, most: int) -> str:
    """The name without control characters, which neither XML nor a terminal bears, cut to fit."""
    name = "".join(c for c in name if c.isprintable())[: 3 * most]
    if columns(name) <= most:
        return name
    while columns(name) >= most:
        name = name[:-1]
    return name + "…"
