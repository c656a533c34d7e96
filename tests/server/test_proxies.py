"""Where a request comes from, behind a proxy or not: nobody can pretend to be somebody else."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from helping import open_and_start, run
from inner_server import inner_server
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from periplo.client import Client, ServerRefused, me
from periplo.core.errors import BadSetup
from periplo.server.clients import Proxies, ProxyHeader, address_key

NEAR, FAR = "10.0.0.1", "10.0.0.2"  # two proxies
SOMEBODY, LIAR = "203.0.113.7", "203.0.113.66"


def seen(
    peer: str, *headers: tuple[str, str], header: ProxyHeader = "x-forwarded-for"
) -> tuple[str, str]:
    """The client's address and the scheme, as the application gets to know them."""
    scope: dict[str, Any] = {"type": "http", "scheme": "http", "client": (peer, 1)}
    scope["headers"] = [(name.lower().encode(), value.encode()) for name, value in headers]
    Proxies([NEAR, "10.0.0.2/32", "2001:db8:1::/48"], header).resolve(scope)
    return scope["client"][0], scope["scheme"]


XFF, PROTO = "X-Forwarded-For", "X-Forwarded-Proto"


@pytest.mark.parametrize(
    ("peer", "headers", "expected"),
    [
        (SOMEBODY, [], (SOMEBODY, "http")),
        (LIAR, [(XFF, SOMEBODY), (PROTO, "https")], (LIAR, "http")),
        (NEAR, [(XFF, SOMEBODY), (PROTO, "https")], (SOMEBODY, "https")),
        (f"::ffff:{NEAR}", [(XFF, SOMEBODY)], (SOMEBODY, "http")),
        (NEAR, [(XFF, f"{SOMEBODY}, {FAR}")], (SOMEBODY, "http")),
        (NEAR, [(XFF, f"{SOMEBODY}, {LIAR}, {FAR}")], (LIAR, "http")),
        (NEAR, [(XFF, SOMEBODY), (XFF, LIAR)], (LIAR, "http")),
        (NEAR, [(XFF, f"{LIAR}:4711")], (LIAR, "http")),
        (NEAR, [(XFF, "[2001:db8:2::5]:80, 2001:db8:1::1")], ("2001:db8:2::5", "http")),
        (NEAR, [(XFF, f"{SOMEBODY}, unknown, {FAR}")], (FAR, "http")),
        (NEAR, [(XFF, "' or 1=1")], (NEAR, "http")),
        (NEAR, [], (NEAR, "http")),
        (NEAR, [(XFF, SOMEBODY), (PROTO, "http, https")], (SOMEBODY, "https")),
        (NEAR, [(XFF, SOMEBODY), (PROTO, "gopher")], (SOMEBODY, "http")),
        # a proxy that writes the one header lets the other through as the client made it up
        (NEAR, [("Forwarded", f"for={LIAR};proto=https"), (XFF, SOMEBODY)], (SOMEBODY, "http")),
    ],
)
def test_the_last_address_that_no_trusted_proxy_has(
    peer: str, headers: list[tuple[str, str]], expected: tuple[str, str]
) -> None:
    assert seen(peer, *headers) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (f"for={SOMEBODY}", (SOMEBODY, "http")),
        (f"For={LIAR}, for={SOMEBODY};proto=https;by={NEAR}", (SOMEBODY, "https")),
        ('for="[2001:db8:2::5]:4711";proto=http', ("2001:db8:2::5", "http")),
        (f'for="1.1.1.1, for={LIAR}", for={SOMEBODY}', (SOMEBODY, "http")),
        # a quote that a client leaves open swallows nothing of what the proxy adds
        ('for=", for="[2001:db8:2::5]"', ("2001:db8:2::5", "http")),
        (f'for="\\, for={SOMEBODY}', (SOMEBODY, "http")),
        ("for=_hidden", (NEAR, "http")),
        ("", (NEAR, "http")),
    ],
)
def test_the_standard_header_if_the_operator_says_so(value: str, expected: tuple[str, str]) -> None:
    forwarded_for = ("Forwarded", value)
    assert seen(NEAR, forwarded_for, (XFF, "198.51.100.1"), header="forwarded") == expected


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded"])
@pytest.mark.parametrize("odd", ['"\\', '"', " ", "for=", 'for="', ";", ","])
def test_a_header_made_to_be_slow_is_read_at_once(header: ProxyHeader, odd: str) -> None:
    """These took minutes once: a pattern went through the rest of the header at each quote."""
    long = odd * (200_000 // len(odd))
    assert seen(NEAR, (header, f"{long}, for={SOMEBODY}"), header="forwarded")
    assert seen(NEAR, (header, f"{long}, {SOMEBODY}"), header="x-forwarded-for")


def test_a_household_is_one_address() -> None:
    assert address_key("2001:db8::1") == address_key("2001:db8::2:3") == "2001:db8::/64"
    assert address_key("2001:db8:0:1::1") != address_key("2001:db8::1")
    assert address_key("::ffff:192.0.2.1") == address_key("192.0.2.1")


def test_what_is_no_address_is_reported_to_the_operator() -> None:
    with pytest.raises(BadSetup, match=r"trust-proxy: 'proxy\.example'"):
        Proxies(["proxy.example"])


@asynccontextmanager
async def relay(target: str, client: str) -> AsyncGenerator[str, None]:
    """A small reverse proxy that says for whom it asks."""

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while piece := await reader.read(4096):
                writer.write(piece)
                await writer.drain()
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        upstream = await asyncio.open_connection("127.0.0.1", int(target.rpartition(":")[2]))
        with suppress(asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            forwarded_for = f"X-Forwarded-For: {client}\r\nX-Forwarded-Proto: https\r\n\r\n"
            upstream[1].write(head[:-2] + forwarded_for.encode())
        await asyncio.gather(pass_on(reader, upstream[1]), pass_on(upstream[0], writer))

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()


async def watch(address: str, table: str, **headers: str) -> str:
    """What a spectator receives first: welcome, or the code of the end."""
    where = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    wire = await connect(where, compression=None, additional_headers=headers)
    await wire.send(json.dumps({"t": "hello", "tokens": []}))
    try:
        return str(json.loads(await wire.recv())["t"])
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return str(closed.rcvd.code)


def test_limits_are_for_the_clients_of_a_trusted_proxy_each(tmp_path: Path) -> None:
    async def scenario() -> None:
        settings: dict[str, Any] = {
            "trusted_proxies": ("127.0.0.1",), "tables_a_minute": 3, "sockets_an_address": 1,
        }  # fmt: skip
        async with (
            inner_server(tmp_path, **settings) as server,
            relay(server, SOMEBODY) as one,
            relay(server, LIAR) as two,
        ):
            for address in (one, two):
                for _ in range(3):
                    await Client(address).open_table("oca", [me("a"), me("b")])
                with pytest.raises(ServerRefused) as refused:
                    await Client(address).open_table("oca", [me("a"), me("b")])
                assert refused.value.code == "too-fast"
            table, _ = await open_and_start(Client(server), "oca")
            assert await watch(one, table) == "welcome"
            assert await watch(one, table) == "4429"
            pretended = {"X-Forwarded-For": "198.51.100.9"}
            assert await watch(one, table, **pretended) == "4429"
            assert await watch(two, table) == "welcome"

    run(scenario())


def test_without_trust_nobody_chooses_an_address(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with inner_server(tmp_path, sockets_an_address=1) as server:
            table, _ = await open_and_start(Client(server), "oca")
            forwarded_for = [{"X-Forwarded-For": f"198.51.100.{n}"} for n in range(2)]
            assert await watch(server, table, **forwarded_for[0]) == "welcome"
            assert await watch(server, table, **forwarded_for[1]) == "4429"

    run(scenario())
