"""Print kits from the server: made beside everything else, once, and not by everybody's packs."""

import asyncio
import io
from pathlib import Path

import pytest
from helping import run
from officiating import Event
from pypdf import PdfReader
from server_process import ServerProcess
from test_drawings import asking

from periplo.client import Client, ServerRefused
from periplo.core.options import File
from periplo.games import game, game_ids
from periplo.server.kits import BURST, Kits

GAME = game_ids()[0]
WITH_EVENT = next(one for one in game_ids() if "event" in getattr(game(one).printed(), "MORE", ()))
WITH_FILE, FILE = next(
    (one, option.name)
    for one in game_ids()
    for option in game(one).options
    if isinstance(option, File)
)


def test_a_kit_is_made_once_and_the_lobby_answers_meanwhile(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with asking(tmp_path) as http:
            path = f"/games/{GAME}/kit.pdf?paper=a3&language=it"
            making = [asyncio.create_task(http.get(path)) for _ in range(3)]
            async with asyncio.timeout(10):
                assert (await http.get("/tables")).status_code == 200
            answers = await asyncio.gather(*making)
            assert {answer.status_code for answer in answers} == {200}
            assert len({answer.content for answer in answers}) == 1
            assert answers[0].headers["content-type"] == "application/pdf"
            assert len(PdfReader(io.BytesIO(answers[0].content)).pages) > 3

    run(scenario())


def test_bad_requests_are_refused_before_anything_is_made(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with asking(tmp_path) as http:
            for query in ("paper=a9", "ink=gold", "seats=77", "options=7", "day=never"):
                answer = await http.get(f"/games/{GAME}/kit.pdf?{query}")
                assert answer.status_code == 400, query
            assert (await http.get("/games/nothing/kit.pdf")).status_code == 404
            assert (await http.get(f"/games/{GAME}/kit")).json()["papers"][0] == "a4"

    run(scenario())


def test_nobody_sees_the_answers_of_a_pack_by_printing_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with asking(tmp_path) as http:
            pack = f"%7B%22{FILE}%22:%22sha256:{64 * '0'}%22%7D"
            answer = await http.get(f"/games/{WITH_FILE}/kit.pdf?options={pack}")
            assert (answer.status_code, answer.json()["option"]) == (400, FILE)

    run(scenario())


def test_who_asks_for_too_many_is_told_to_wait() -> None:
    kits = Kits()
    assert all(kits.admits("one", number) for number in range(BURST))
    assert not kits.admits("one", "more")
    assert kits.admits("another", "more")
    kits.close()


def test_an_organiser_gets_the_kit_of_the_event_with_everybodys_badge(
    server: ServerProcess,
) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        event = await Event.open(client, WITH_EVENT, 2, event={"title": "Il Giro"})
        await event.staff()
        await event.appoint("captain", "Lublin", 2)
        links = {one: f"http://here.example/t/{event.id}#{one}" for one in event.officials.values()}
        asked = {"links": links, "follow": f"http://here.example/t/{event.id}"}
        path = f"/api/tables/{event.id}/kit.pdf?paper=a3&language=it"
        made = await client.request("POST", path, asked, [event.organiser])
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(made)).pages]
        (badges,) = [page for page in pages if "Lublin" in page]
        for name in event.officials:
            assert name in badges
        assert "Il Giro" in badges
        assert sum("Team 2" in page for page in pages) > 3
        # nobody else gets it, and nothing but links that a code can hold
        for tokens, given, code in (
            (event.tokens["Lublin"], asked, "not-yours"),
            ([event.organiser], {"links": {"x": 400 * "x"}}, "broken"),
            ([event.organiser], {"links": {}, "more": 1}, "broken"),
        ):
            with pytest.raises(ServerRefused) as refused:
                await Client(server.address).request("POST", path, given, tokens)
            assert refused.value.code == code

    run(scenario())
