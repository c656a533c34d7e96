"""Names that were replaced stay replaced: one word a thing, and one meaning a word."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("src", "tests", "tools", "docs", "web", ".ci")  # what is ours, nothing that was built
SUFFIXES = (
    ".py", ".ts", ".js", ".cjs", ".svelte", ".md", ".toml", ".json", ".css", ".html", ".typ",
    ".sh", ".c", ".in", ".txt", ".webmanifest",
)  # fmt: skip
NAMES = ("Makefile", "need", "run")  # that have no suffix
EXCEPT = re.compile(
    r"^CHANGELOG\.md$|^tests/test_words_to_use\.py$"  # what was is named there
    r"|^package-lock\.json$|^web/openapi\.json$|^web/src/api/schema\.ts$"  # generated
    r"|/golden/|^tests/server/data/|/europa/pack/|/fonts/\w+\.txt$|^LICENSE$"  # records and texts
    r"|/node_modules/|/__pycache__/|\.egg-info/"
)
BOTS = r"/bots/|/bot\.py$"
PYTHON = r"\.py$"
OUTSIDE_GAMES = r"^(?!src/periplo/games/)"  # a game has words of its own


class Retired(NamedTuple):
    """What is not written any more, as a pattern; an example of it; and where it is looked for."""

    pattern: str
    better: str
    example: str
    only: str = ""

    def is_for(self, path: str) -> bool:
        return re.search(self.only, path) is not None


RETIRED = [
    Retired(r"\bHouse\b", "TableRegistry", "class House:"),
    Retired(r"\b[Tt]hinkers?\b", "BotPool", "self.thinkers = Thinkers()"),
    Retired(r"\b[Dd]eeds?\b", "LoggedAction, action", "from periplo.table.deeds import Deed"),
    Retired(r"\b(?:make|play|log|apply|legal|illegal)_moves?\b|\w+_move_(?:is|names|sent)_\w+",
            "action", "def test_an_illegal_move_names_its_clause"),
    Retired(r"\b[Oo]nlookers?\b", "ViewerHistory", "for onlooker in onlookers:"),
    Retired(r"\bAudience\b(?! ::)|\baudiences?\b", "SubscriberGroup", "self.audience = Audience()"),
    Retired(r"\bclass (?:Ear|Line\((?:Hashable|Protocol))\b", "Subscriber", "class Ear:"),
    Retired(r"\b(?:class|interface|type) Moment\b|\bdata-moment\b|\b(?:MOST_MOMENTS|list_moments)\b"
            r"|\b(?:last|build|this)_moment\b|\bdef _?moments?\b|\b(?:def|function) _?sight\b",
            "snapshot", "def moment(self) -> int:"),
    Retired(r"\bgo_on\b", "advance", "self.go_on()"),
    Retired(r"\bdef do\b|\b(?:self|table|desk|event|match)\.do\(", "commit_action or request",
            "self.do(actor, action)"),
    Retired(r"\b_begin\b", "dispatch, or what begins", "def _begin(self) -> None:"),
    Retired(r"\b_strike\b", "remove_action", "self._strike(action)", OUTSIDE_GAMES),
    Retired(r"\b_remember\b", "replay_row", "self._remember(row)"),
    Retired(r"\b_?make_rounds\b", "housekeeping_loop", "await self._make_rounds()"),
    Retired(r"\bput_to_sleep\b", "evict_idle", "self.put_to_sleep(table)"),
    Retired(r"\b(?:\w+_)?(?:awake|asleep)\b", "loaded, evicted", "periplo_tables_awake 3"),
    Retired(r"\bperiplo_(?:woken|slept|thoughts)\w*", "loaded, evicted, bot_answers",
            "periplo_woken_total 3"),
    Retired(r"\b_introduce\b", "handshake", "await self._introduce(socket)"),
    Retired(r"\b_converse\b", "message_loop", "await self._converse(socket)"),
    Retired(r"\b(?:def |\.)hear\b|\bhear_\w+|\b\w+_hearing\b|\bheard_\w+|\.heard\b", "receive",
            "message = await table.hear()"),
    Retired(r"\bBye\b", "CloseConnection", "raise Bye(1000)"),
    Retired(r"\bset_alarm\b", "schedule_timeout", "registry.set_alarm(table)"),
    Retired(r"\b_ring\b", "on_timeout", "loop.call_later(delay, self._ring)"),
    Retired(r"\bclass Saved\b|\bNotSaved\b|\bNOT_SAVED\b", "CommitFuture, PersistError",
            "except NotSaved:"),
    Retired(r"\bis_well\b", "is_healthy", "if store.is_well():"),
    Retired(r"\bSitting\b", "TableSession", "const sitting = new Sitting(id)"),
    Retired(r"\b(?:is)?_settled\b|\bsettled\s*(?:=|\()|\bsettle\(",
            "animationDone; is_persisted, flush", "await table.settle()"),
    Retired(r"\bpace\b", "stepMs", "const pace = 200"),
    Retired(r"\bGround\b|\b(?:draw|game)?_ground\b", "background", "def draw_ground(board):"),
    Retired(r"\.asides = |\b(?:def|function) _?\w*asides?\b", "footnote", "def aside(event):"),
    Retired(r"\b[Ff]ilms?\b", "recording", "const film = readFilm()"),
    Retired(r"\b_?judged?_\w+\(|\b_judged\b", "assess or evaluate", "def _judge_walks(self):"),
    Retired(r"\bjudge[ds]?\b", "evaluate", "def judge(state):", BOTS),
    Retired(r"\bhorizon\b", "rollout_depth", "horizon = 40", r"(?<!\.typ)$"),
    Retired(r"\befforts?\b", "playouts", "effort: int = 200", PYTHON),
    Retired(r"\bthe room's\b|\bgame[ _-]rooms?\b|\bROOMS?\s*[:=]", "game package",
            "a game room has its own tests"),
    Retired(r"\b(?:def|const|function) (?:tell\b|_tell_|tell_|told_)|\b\w+-told\b|\bMOST_TOLD\b"
            r"|\.tell\((?!\))|\.told\b", "emit, translate, broadcast, send, show or report",
            "def tell(self, event):"),
    Retired(r"\bfrom rich\.table import Table$|\b(?:Terminal|Text)Table\b"
            r"|\b(?:JSON|TOML|text) tables?\b|\ba table of (?:\w+ )?numbers\b",
            "mapping, grid or TerminalGame", "the board as JSON tables"),
    Retired(r"\b_?mended(?:_\w+)?\b|\b_mend_\w+", "repair", "def _mend_streams():"),
    Retired(r"\bwithout_doubles\b", "reject_duplicate_keys", "json.loads(text, without_doubles)"),
    Retired(r"\.touched\b|\btouched: ", "status_changed_at", "select(tables.c.touched)"),
]  # fmt: skip


def retired_words(text: str, path: str) -> list[str]:
    """What is wrong in a text, with the line and the word to use."""
    there = [retired for retired in RETIRED if retired.is_for(path)]
    return [
        f"{number}: {found.group()!r}: use {retired.better}"
        for number, line in enumerate(text.splitlines(), 1)
        for retired in there
        for found in re.finditer(retired.pattern, line)
    ]


def own_files() -> Iterator[tuple[str, Path]]:
    """With their paths from the root; those of the root itself, too."""
    for folder in (ROOT, *(ROOT / name for name in FOLDERS)):
        for file in folder.glob("*") if folder == ROOT else folder.rglob("*"):
            path = file.relative_to(ROOT).as_posix()
            is_text = file.is_file() and (file.suffix in SUFFIXES or file.name in NAMES)
            if is_text and not EXCEPT.search(path):
                yield path, file


def test_no_source_uses_a_retired_name() -> None:
    files = dict(own_files())
    assert len(files) > 500
    assert {"Makefile", "pyproject.toml", "tools/need", ".ci/run", "web/src/theme.css"} <= {*files}
    faults = [
        f"{path}:{fault}"
        for path, file in files.items()
        for fault in retired_words(file.read_text(encoding="utf-8"), path)
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("retired", RETIRED, ids=[retired.example for retired in RETIRED])
def test_every_retired_name_is_found(retired: Retired) -> None:
    path = "src/periplo/bots/search.py"
    assert retired.is_for(path)
    assert any(
        fault.endswith(f": use {retired.better}") for fault in retired_words(retired.example, path)
    )


def test_a_retired_name_is_found_with_its_line_and_the_word_to_use() -> None:
    text = "class Background:\n    def _mended(self) -> None: ...\n"
    assert retired_words(text, "x.py") == ["2: '_mended': use repair"]


def test_a_game_has_words_of_its_own() -> None:
    assert retired_words("self._strike(rival)", "src/periplo/games/girumgo/rules.py") == []


def test_no_two_modules_have_a_class_of_the_same_name() -> None:
    """Each game may have a board and a bot of its own; none shares a name with what all share."""
    package = ROOT / "src" / "periplo"
    homes: dict[str, list[str]] = defaultdict(list)
    for file in package.rglob("*.py"):
        path = file.relative_to(package).as_posix()
        if "/tests/" not in path:
            tree = ast.parse(file.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    homes[node.name].append(path)
    assert len(homes) > 300
    twice = {
        name: paths
        for name, paths in homes.items()
        if len(paths) > 1 and not all(path.startswith("games/") for path in paths)
    }
    assert not twice
