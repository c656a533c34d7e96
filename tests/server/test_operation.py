"""Running it: health, metrics, headers, logs without secrets, the pages, an operator's bots."""

import asyncio
import gzip
import json
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from helping import metric, open_and_start, play_seat, run
from server_process import ServerProcess

from periplo import game_ids
from periplo.client import Client, ServerRefused, bot, me


def test_health_and_metrics_answer(own_server: ServerProcess) -> None:
    """On a server of its own: elsewhere the tables of other tests go on by themselves."""

    async def scenario() -> None:
        client = Client(own_server.address)
        assert await client.request("GET", "/health") == {"ok": True}
        table_id, tokens = await open_and_start(client, "oca")
        async with client.sit(table_id, tokens) as table:
            await table.throw(1)
            assert await metric(client, 'periplo_actions_total{by="table"}') == 1
            assert await metric(client, "periplo_tables_loaded") == 1
            assert await metric(client, "periplo_connections") == 1
            assert await metric(client, "periplo_failed_writes_total") == 0

    run(scenario())


def test_every_answer_has_a_strict_policy(server: ServerProcess) -> None:
    for path in ("", "t/anything", "api/games", "health"):
        with urlopen(f"{server.address}{path}") as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
    (game, *_) = game_ids()
    with urlopen(f"{server.address}api/games/{game}/example.svg") as drawing:
        policy = drawing.headers["Content-Security-Policy"]  # it brings style and letters, no more
        assert policy == "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
    with pytest.raises(HTTPError) as missing:
        urlopen(f"{server.address}api/nothing")
    with missing.value as error:
        assert json.loads(error.read())["status"] == 404
        assert "default-src 'none'" in error.headers["Content-Security-Policy"]


def test_pages_are_kept_apart_where_browsers_trust_the_address(server: ServerProcess) -> None:
    """Browsers send Sec-Fetch-Mode only there, and elsewhere complain of the header."""
    with urlopen(server.address) as answer:
        assert answer.headers["Cross-Origin-Opener-Policy"] is None
    with urlopen(Request(server.address, headers={"Sec-Fetch-Mode": "navigate"})) as answer:
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_drawings_travel_packed(server: ServerProcess) -> None:
    (game, *_) = game_ids()
    for path in (f"api/games/{game}/example.svg", ""):
        asked = Request(f"{server.address}{path}", headers={"Accept-Encoding": "gzip"})
        with urlopen(asked) as packed, urlopen(f"{server.address}{path}") as plain:
            assert packed.headers["Content-Encoding"] in ("gzip", None)
            body = packed.read()
            if packed.headers["Content-Encoding"] == "gzip":
                body = gzip.decompress(body)
            assert body == plain.read()
            assert path == "" or packed.headers["Content-Encoding"] == "gzip"


def test_the_log_is_json_and_contains_no_secret(own_server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(own_server.address)
        table_id, tokens = await open_and_start(client, "oca")
        async with client.sit(table_id, tokens) as table:
            await play_seat(table, 1)
        with pytest.raises(ServerRefused):
            await client.open_table("oca", [me("a"), bot("cmd:secret")])
        log = own_server.log()
        for line in log.splitlines():
            assert {"time", "level", "from", "what"} <= json.loads(line).keys()
        for secret in (client.device, *tokens, table_id):
            assert secret not in log
        assert "listening on" in log

    run(scenario())


def test_an_operator_offers_a_program_and_its_failure_is_named(tmp_path: Path) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        (oca,) = [g for g in await client.request("GET", "/api/games") if g["id"] == "camino"]
        assert {"fox", "mole"} <= set(oca["bots"])
        opened = await client.open_table("camino", [me("Badia"), bot("fox"), bot("mole")])
        table_id = opened["table"]["id"]
        await client.start(table_id)
        async with client.sit(table_id, opened["tokens"].values()) as table:
            while not table.legal(1):
                await table.change()
            await table.act(1, "stop")
            while table.moment["view"]["round"] == 1:
                await table.change()
            by_fox = [entry for entry in table.log if entry["actor"] == "2"]
            assert [entry["text"] for entry in by_fox] == ["stop"]
            assert by_fox[0]["note"] == ""
            by_mole = [entry for entry in table.log if entry["actor"] == "3"]
            assert by_mole[0]["note"] == "mole: ended with status 3"
            assert by_mole[0]["cause"] == "bot-failed"

    fox = tmp_path / "fox.py"
    fox.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    if 'legal' in (asked := json.loads(line)):\n"
        "        print(json.dumps({'action': asked['legal'][0]}), flush=True)\n"
    )
    mole = tmp_path / "mole.py"
    mole.write_text("import sys\nsys.exit(3)\n")
    server = ServerProcess(
        f"sqlite:///{tmp_path}/tables.db", tmp_path / "log",
        "--bot", f"fox=cmd:{sys.executable} {fox}", "--bot", f"mole=cmd:{sys.executable} {mole}",
    )  # fmt: skip
    try:
        run(scenario())
    finally:
        server.stop()


def test_too_many_requests_are_slowed_down(tmp_path: Path) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        for _ in range(3):
            await client.open_table("oca", [me("a"), me("b")])
        with pytest.raises(ServerRefused) as refused:
            await client.open_table("oca", [me("a"), me("b")])
        assert refused.value.code == "too-fast"

    server = ServerProcess(f"sqlite:///{tmp_path}/tables.db", tmp_path / "log", "--tables", "3")
    try:
        run(scenario())
    finally:
        server.stop()


def test_the_lobby_gets_a_message_when_the_list_changes(server: ServerProcess) -> None:
    from websockets.asyncio.client import connect

    async def scenario() -> None:
        async with connect(server.address.replace("http", "ws") + "api/feed/lobby") as feed:
            receiving = asyncio.create_task(feed.recv())
            while not receiving.done():  # until the feed has begun to listen
                await Client(server.address).open_table("oca", [me("a"), me("b")], listed=True)
                await asyncio.wait([receiving], timeout=0.5)
            assert json.loads(await receiving) == {"changed": True}

    run(scenario())
