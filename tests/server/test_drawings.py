"""Drawings with fonts are dear: the lobby does not wait for them, and nobody gets too many."""

import asyncio
import gzip
import json
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from helping import run

from periplo.core.words import LANGUAGES
from periplo.games import game, game_ids
from periplo.server import drawings
from periplo.server.app import Server
from periplo.server.drawings import BURST, COST_OF_NEW, Drawings, pack
from periplo.server.registry import Settings

WAIT = 60.0  # seconds for what should take a fraction of one
PHONES = 40
GAME = game_ids()[0]
NUMBERED, NUMBER = next(
    (game_id, option.name)
    for game_id in game_ids()
    for option in game(game_id).options
    if option.kind == "whole" and option.most is None
)


class Brush:
    """Draws when it is allowed to, and counts."""

    def __init__(self) -> None:
        self.may = threading.Event()
        self.asked = False
        self.drawn: list[str] = []

    def draw(self, text: str) -> str:
        self.asked = True
        assert self.may.wait(WAIT)
        self.drawn.append(text)
        return text

    def of(self, text: str) -> Callable[[], str]:
        return lambda: self.draw(text)


@pytest.fixture
def brush(monkeypatch: pytest.MonkeyPatch) -> Brush:
    """In place of what puts fonts into a drawing."""
    brush = Brush()
    monkeypatch.setattr(drawings, "_with_fonts", brush.draw)
    return brush


@asynccontextmanager
async def asking(folder: Path) -> AsyncGenerator[httpx.AsyncClient, None]:
    """One address that asks a server within the test, without a network between them."""
    server = Server(Settings(f"sqlite:///{folder}/tables.db"))
    await server.registry.open()
    transport = httpx.ASGITransport(app=server)
    async with httpx.AsyncClient(transport=transport, base_url="http://here/api") as http:
        yield http
    await server.registry.close()


def background(number: int) -> str:
    """A drawing of its own for each number."""
    options = quote(json.dumps({NUMBER: number}))
    return f"/games/{NUMBERED}/ground.svg?options={options}"


def test_many_who_ask_for_the_same_at_once_get_one_drawing(brush: Brush, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with asking(tmp_path) as http:
            path = f"/games/{GAME}/ground.svg"
            waiting = [asyncio.create_task(http.get(path)) for _ in range(100)]
            first = waiting.pop()
            await asyncio.sleep(0)
            first.cancel()  # whoever goes away takes it from nobody
            await http.get("/tables")
            brush.may.set()
            answers = await asyncio.gather(*waiting)
            assert {answer.status_code for answer in answers} == {200}
            await http.get(path)
            assert len(brush.drawn) == 1
            await http.get(f"{path}?language=it")
            await http.get(f"/games/{GAME}/example.svg")
            assert len(brush.drawn) == 3

    run(scenario())


def test_the_lobby_answers_while_drawings_are_made(brush: Brush, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with asking(tmp_path) as http:
            drawing = [asyncio.create_task(http.get(background(seed))) for seed in range(64)]
            while not brush.asked:
                await asyncio.sleep(0.01)
            async with asyncio.timeout(10):
                assert (await http.get("/tables")).status_code == 200
            assert brush.drawn == []
            brush.may.set()
            answers = await asyncio.gather(*drawing)
            assert {answer.status_code for answer in answers} == {200}
            assert len(brush.drawn) == 64

    run(scenario())


def test_a_flood_from_one_address_is_refused(brush: Brush, tmp_path: Path) -> None:
    async def scenario() -> None:
        brush.may.set()
        async with asking(tmp_path) as http:
            asked = 3 * BURST // COST_OF_NEW
            statuses = [(await http.get(background(seed))).status_code for seed in range(asked)]
            assert set(statuses) == {200, 429}
            assert len(brush.drawn) == statuses.count(200) < 2 * BURST // COST_OF_NEW
            refused = await http.get(background(asked))
            assert refused.json()["code"] == "too-fast"
            assert (await http.get("/tables")).status_code == 200

    run(scenario())


def test_a_class_of_40_phones_behind_one_address_sees_every_drawing(
    brush: Brush, tmp_path: Path
) -> None:
    """Each loads the home page in one of three languages, then a table with numbers of its own."""

    async def scenario() -> None:
        brush.may.set()
        async with asking(tmp_path) as http:
            paths = [
                f"/games/{game_id}/{drawing}?language={LANGUAGES[phone % len(LANGUAGES)]}"
                for phone in range(PHONES)
                for game_id in game_ids()
                for drawing in ("example.svg", "ground.svg")
            ]
            paths += [background(phone) for phone in range(PHONES)]
            answers = await asyncio.gather(*(http.get(path) for path in paths))
            assert {answer.status_code for answer in answers} == {200}

    run(scenario())


def test_as_many_drawings_are_kept_as_said_those_used_last() -> None:
    async def scenario() -> None:
        brush, drawings = Brush(), Drawings(kept=2)
        brush.may.set()
        for name in "ababcab":
            assert gzip.decompress(await drawings.get(name, pack, brush.of(name))).decode() == name
        assert "".join(brush.drawn) == "abcab"
        drawings.close()

    run(scenario())


def test_a_drawing_that_failed_is_tried_again() -> None:
    async def scenario() -> None:
        brush, drawings = Brush(), Drawings()
        brush.may.set()

        def fail() -> str:
            raise ValueError("no ink")

        tries = [drawings.get("a", pack, fail) for _ in range(3)]
        for error in await asyncio.gather(*tries, return_exceptions=True):
            assert str(error) == "no ink"
        assert gzip.decompress(await drawings.get("a", pack, brush.of("a"))) == b"a"
        drawings.close()

    run(scenario())


def test_a_drawing_is_the_same_packed_and_unpacked(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with asking(tmp_path) as http:
            path = f"/games/{GAME}/ground.svg"
            packed = await http.get(path, headers={"Accept-Encoding": "gzip"})
            plain = await http.get(path, headers={"Accept-Encoding": "identity"})
            assert packed.headers["Content-Encoding"] == "gzip"
            assert "Content-Encoding" not in plain.headers
            assert packed.text == plain.text
            assert plain.text.startswith("<svg")

    run(scenario())
