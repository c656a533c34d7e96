"""A question pack of the operator's, chosen by its name and played with in the browser."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect
from server_process import ServerProcess
from visitor import PHONE, Visit

from periplo.core.contents import read_content
from periplo.games import game

GAME = "europa"
MOST_TURNS = 200
ASKED = re.compile(r"^Which [a-z-]+ \d\?$")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "attic" / "rivers and mountains of the whole of the continent.csv"
    file.parent.mkdir()
    rows = [
        f"{deck},en,Which {deck} {i}?,this,that,those,these"
        for deck in game(GAME).board()["decks"]
        for i in range(3)
    ]
    head = "country,language,question,right,wrong 1,wrong 2,wrong 3"
    file.write_text("\n".join(["# missing decks: built-in", head, *rows]))
    return file


@pytest.fixture
def address(file: Path, tmp_path: Path) -> Iterator[str]:
    more = ("--file", str(file))
    server = ServerProcess(f"sqlite:///{tmp_path}/tables.db", tmp_path / "log", *more)
    yield server.address
    server.stop()


# the server first: it is stopped when the visitor has gone
def test_a_pack_is_chosen_by_its_name(address: str, file: Path, visit: Visit) -> None:
    visitor = visit(address, viewport=PHONE)
    visitor.begin_table(GAME, "bot:medium")
    packs = visitor.page.get_by_label("Question pack")
    expect(packs.locator("option")).to_have_text(["the built-in questions", file.stem])
    assert visitor.page.evaluate("document.body.scrollWidth <= innerWidth")
    packs.select_option(label=file.stem)
    visitor.open_table()
    visitor.wait_for_board()
    said = visitor.page.request.get(f"{address}api/tables/{visitor.table_path[3:]}")
    assert said.json()["options"]["pack"] == read_content(str(file)).hash
    assert "attic" not in said.text()
    file.unlink()
    dice = Random(1)
    for _ in range(MOST_TURNS):
        assert visitor.choose(dice)
        if visitor.page.get_by_text(ASKED).count():
            return
    raise AssertionError("no question was asked")


def test_where_no_pack_is_offered_none_is_asked_for(visit: Visit) -> None:
    visitor = visit()
    visitor.begin_table(GAME, "bot:medium")
    expect(visitor.page.get_by_label("The Union")).to_have_count(1)
    assert visitor.page.get_by_label("Question pack").count() == 0
