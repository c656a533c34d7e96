"""Names that were replaced stay replaced: one word a thing, and one meaning a word."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("src", "tests", "tools", "docs", "web")  # what is ours, and nothing that was built
SUFFIXES = (".py", ".ts", ".svelte", ".md")
EXCEPT = ("CHANGELOG.md", f"tests/{Path(__file__).name}")  # what was is named there
RETIRED = {
    r"\bHouse\b": "TableRegistry",
    r"\bThinkers\b": "BotPool",
    r"\bDeeds?\b": "LoggedAction",
    r"\bOnlookers?\b": "ViewerHistory",
    r"\bAudience\b": "SubscriberGroup",
    r"\bclass Ear\b": "FakeSubscriber, FakeSocket or Subscriber",
    r"\b(?:def |\.)hear\b|\bhear_\w+|\b\w+_hearing\b|\bheard_\w+|\.heard\b": "receive",
    r"\bGround\b|\b(?:draw)?_ground\b": "background",
    r"\.asides = ": "footnotes",
    r"\b(?:MOST_MOMENTS|list_moments|last_moment)\b": "snapshot",
    r"\b_?mended(?:_\w+)?\b|\b_mend_\w+": "repair",
    r"\b_judged?_\w+": "assess or evaluate",
    r"\b(?:def|const|function) tell\b|\b(?:def|const|function) told_|\b\w+-told\b|\bMOST_TOLD\b":
        "emit, send, show or report",
    r"\b(?:def |\.)go_on\b": "advance",
    r"\bset_alarm\b": "schedule_timeout",
    r"\b_introduce\b": "handshake",
    r"\b_converse\b": "message_loop",
    r"\bput_to_sleep\b": "evict_idle",
    r"\b_make_rounds\b": "housekeeping_loop",
    r"\bNotSaved\b": "PersistError",
    r"\bwithout_doubles\b": "reject_duplicate_keys",
    r"\bthe room's\b": "the game's",
}  # fmt: skip


def retired_words(text: str) -> list[str]:
    """What is wrong in a text, with the line and the word to use."""
    return [
        f"{number}: {found.group()!r}: use {better}"
        for number, line in enumerate(text.splitlines(), 1)
        for retired, better in RETIRED.items()
        for found in re.finditer(retired, line)
    ]


def test_no_source_uses_a_retired_name() -> None:
    files = [
        file
        for folder in FOLDERS
        for file in (ROOT / folder).rglob("*")
        if file.suffix in SUFFIXES and file.relative_to(ROOT).as_posix() not in EXCEPT
    ]
    files += [file for file in ROOT.glob("*.md") if file.name not in EXCEPT]
    assert len(files) > 300
    faults = [
        f"{file.relative_to(ROOT)}:{fault}"
        for file in files
        for fault in retired_words(file.read_text(encoding="utf-8"))
    ]
    assert not faults, "\n".join(faults)


def test_a_retired_name_is_found_with_its_line_and_the_word_to_use() -> None:
    text = "class Background:\n    def _mended(self) -> None: ...\n"
    assert retired_words(text) == ["2: '_mended': use repair"]
