"""How others reach the server: addresses, and HTTPS."""

import asyncio
import io
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
import segno
from certificates import TestCertificate
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)
from helping import open_and_start, play_seat, run
from inner_server import inner_server
from server_process import ServerProcess

from periplo.cli.serving import serve
from periplo.client import Client, Disconnected
from periplo.core.errors import BadSetup
from periplo.server import protocols, reach
from periplo.server.reach import Listening, is_loopback, names_loopback
from periplo.server.run import Certificate, bind, print_qr_code


@contextmanager
def serving(folder: Path, *more: str) -> Iterator[ServerProcess]:
    process = ServerProcess(f"sqlite:///{folder}/tables.db", folder / "log", *more)
    try:
        yield process
    finally:
        process.stop()


def way_out() -> str | None:
    """This machine's address in the network it goes out by, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("203.0.113.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def has_ipv6() -> bool:
    """Some containers have none."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


def test_a_server_for_everybody_gives_addresses_that_lead_to_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        assert server.address == f"http://0.0.0.0:{server.port}/"
        here = f"http://127.0.0.1:{server.port}"
        reachable = await Client(here).request("GET", "/api/addresses")
        assert reachable["local_only"] is False
        mine = way_out()
        assert mine is None or reachable["origins"][0] == f"http://{mine}:{server.port}"
        assert not [
            one for one in reachable["origins"] if is_loopback(urlsplit(one).hostname or "")
        ]
        for origin in reachable["origins"]:
            client = Client(origin)
            assert await client.request("GET", "/health") == {"ok": True}
            # whoever comes from elsewhere is not sent other networks
            assert await client.request("GET", "/api/addresses") == {
                "origins": [],
                "local_only": False,
            }
        # nor is whoever comes through a proxy on this machine
        async with httpx.AsyncClient(base_url=here, headers={"Host": "play.example"}) as proxy:
            found = (await proxy.get("/api/addresses")).json()
            assert found == {"origins": [], "local_only": False}
        printed = [f"On this machine: {here}/"]
        printed += [f"For others: {origin}/" for origin in reachable["origins"]]
        assert [server.read_line() for _ in printed] == printed

    with serving(tmp_path, "--host", "0.0.0.0") as server:
        run(scenario())


def test_lan_lets_others_in_and_prints_no_code_where_nobody_sees_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        assert server.address == f"http://0.0.0.0:{server.port}/"
        here = f"http://127.0.0.1:{server.port}"
        reachable = await Client(here).request("GET", "/api/addresses")
        assert reachable["local_only"] is False
        printed = [f"On this machine: {here}/"]
        printed += [f"For others: {origin}/" for origin in reachable["origins"]]
        if not reachable["origins"]:
            printed.append("This machine is in no network that phones could reach it by.")
        assert [server.read_line() for _ in printed] == printed

    with serving(tmp_path, "--lan") as server:
        run(scenario())


class Terminal(io.StringIO):
    """One that is given what it is able to show."""

    def __init__(self, encoding: str, is_terminal: bool) -> None:
        super().__init__()
        self._encoding, self._is_terminal = encoding, is_terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return self._is_terminal


@pytest.mark.parametrize(
    ("encoding", "is_terminal", "shows"),
    [("utf-8", True, True), ("cp437", True, True), ("ascii", True, False), ("utf-8", False, False)],
)
def test_the_code_in_the_terminal_is_the_address_for_phones_in_plain_blocks(
    monkeypatch: pytest.MonkeyPatch, encoding: str, is_terminal: bool, shows: bool
) -> None:
    printed = Terminal(encoding, is_terminal)
    monkeypatch.setattr(sys, "stdout", printed)
    monkeypatch.setattr(reach, "interface_addresses", lambda _: ["192.168.1.7", "10.0.0.2"])
    print_qr_code(Listening("0.0.0.0", "0.0.0.0", 8000))
    if not shows:
        assert printed.getvalue() == ""
        return
    text = printed.getvalue()
    assert set(text) <= set(" ▀▄█\n")  # no colours, no control characters
    rows = text.rstrip("\n").split("\n")
    assert len({len(row) for row in rows}) == 1
    dark = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}
    halves = [[dark[block] for block in row] for row in rows]
    modules = [[pair[half] for pair in row] for row in halves for half in (0, 1)]
    size = len(modules[0]) - 4
    inner = [row[2:-2] for row in modules[2 : 2 + size]]
    assert inner == [
        list(row) for row in segno.make_qr("http://192.168.1.7:8000/", error="l").matrix
    ]


def test_a_machine_without_a_network_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reach, "interface_addresses", lambda _: [])
    print_qr_code(Listening("0.0.0.0", "0.0.0.0", 8000))
    assert "no network" in capsys.readouterr().out


def test_lan_and_another_host_do_not_go_together() -> None:
    with pytest.raises(BadSetup, match="leave out --host 192"):
        serve(host="192.168.1.7", lan=True)


def test_both_kinds_of_addresses_lead_to_a_server_on_all_of_them(tmp_path: Path) -> None:
    async def scenario() -> None:
        for host in ("127.0.0.1", "[::1]"):
            client = Client(f"http://{host}:{server.port}")
            reachable = await client.request("GET", "/api/addresses")
            assert reachable["local_only"] is False
            for origin in reachable["origins"]:
                assert await Client(origin).request("GET", "/health") == {"ok": True}
        mine = way_out()
        assert mine is None or f"http://{mine}:{server.port}" in reachable["origins"]

    if not has_ipv6():
        with pytest.raises(BadSetup, match="cannot listen on :: port 0: "):
            bind("::", 0)
        return
    with serving(tmp_path, "--host", "::") as server:
        run(scenario())


def test_a_server_on_loopback_says_that_only_this_machine_reaches_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        reachable = await Client(server.address).request("GET", "/api/addresses")
        assert reachable == {"origins": [], "local_only": True}
        assert server.read_line() == (
            "Only this machine can reach it; --host 0.0.0.0 lets others in."
        )

    with serving(tmp_path, "--host", "localhost") as server:
        run(scenario())


@pytest.mark.parametrize(
    ("listening", "origins", "local"),
    [
        (Listening("192.168.1.7", "192.168.1.7", 8000), ["http://192.168.1.7:8000"], None),
        (Listening("play.lan", "192.168.1.7", 80), ["http://play.lan"], "http://play.lan/"),
        (Listening("fd00::7", "fd00::7", 443, "https"), ["https://[fd00::7]"], None),
        (Listening("::1", "::1", 8000), [], "http://[::1]:8000/"),
        (Listening("127.1.2.3", "127.1.2.3", 8000), [], "http://127.1.2.3:8000/"),
        (Listening("::ffff:127.0.0.1", "::ffff:127.0.0.1", 8000), [], None),
    ],
)
def test_addresses_are_written_as_browsers_write_them(
    listening: Listening, origins: list[str], local: str | None
) -> None:
    assert listening.origins() == origins
    assert local is None or listening.local_address == local


HERE = (
    "localhost", "LocalHost:8000", "127.0.0.1", "127.0.0.1:8000", "127.1.2.3", "::1", "[::1]",
    "[::1]:8000", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "[::ffff:127.0.0.1]:8000",
)  # fmt: skip
NOT_HERE = (
    "", ":8000", "periplo.test", "localhost.periplo.test:8000", "192.168.1.7:8000", "::", "fd00::7",
    "[fd00::7]:8000", "[", "::1:8000",
)  # fmt: skip


def test_what_means_this_machine_is_known_with_and_without_a_port() -> None:
    assert [host for host in HERE if not names_loopback(host)] == []
    assert [host for host in NOT_HERE if names_loopback(host)] == []


# ---- HTTPS


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> TestCertificate:
    return TestCertificate(tmp_path_factory.mktemp("certificate"))


def test_a_game_is_played_over_https(tmp_path: Path, certificate: TestCertificate) -> None:
    async def scenario() -> None:
        assert server.address == f"https://127.0.0.1:{server.port}/"
        client = Client(server.address, tls=certificate.trust)
        table_id, tokens = await open_and_start(client, "oca")
        async with client.sit(table_id, tokens) as table:
            await play_seat(table, 1)
            assert table.n > 0
        distrustful = Client(server.address)
        with pytest.raises(Disconnected, match="CERTIFICATE_VERIFY_FAILED"):
            await distrustful.request("GET", "/health")
        with pytest.raises(Disconnected, match="CERTIFICATE_VERIFY_FAILED"):
            async with distrustful.sit(table_id):
                pass

    with serving(tmp_path, *certificate.options) as server:
        run(scenario())


def test_addresses_of_https_say_so(tmp_path: Path, certificate: TestCertificate) -> None:
    async def scenario() -> None:
        here = Client(f"https://127.0.0.1:{server.port}", tls=certificate.trust)
        reachable = await here.request("GET", "/api/addresses")
        # by another name than the certificate's no browser would trust it
        assert reachable["origins"] == [f"https://periplo.test:{server.port}"]
        assert server.read_line() == f"On this machine: https://127.0.0.1:{server.port}/"

    with serving(tmp_path, "--host", "0.0.0.0", *certificate.options) as server:
        run(scenario())


def test_a_link_for_others_names_no_address_of_this_machine_alone(tmp_path: Path) -> None:
    """Also not one that the certificate is for."""
    hosts = ("::1", "127.0.0.1", "localhost", "*.periplo.test", "fd00::7", "periplo.test")
    issued = TestCertificate(tmp_path, *hosts)
    names = Certificate(str(issued.cert), str(issued.key)).names()
    assert names == ("periplo.test", "fd00::7")
    listening = Listening("::", "::", 8000, "https", names)
    assert listening.origins() == ["https://periplo.test:8000", "https://[fd00::7]:8000"]


def test_a_handshake_that_is_not_gone_on_with_is_cut_off(
    tmp_path: Path, certificate: TestCertificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "REQUEST_WITHIN", 0.4)

    async def scenario() -> None:
        async with inner_server(tmp_path, certificate) as address:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", int(address.rpartition(":")[2])
            )
            writer.write(b"\x16")  # the first byte of a hello
            async with asyncio.timeout(15):
                assert await reader.read() == b""
            writer.close()
            client = Client(address, tls=certificate.trust)
            assert await client.request("GET", "/health") == {"ok": True}

    run(scenario())


def test_a_certificate_that_will_not_do_is_refused(
    tmp_path: Path, certificate: TestCertificate
) -> None:
    def why_not(cert: Path, key: Path) -> str:
        with pytest.raises(BadSetup) as refused:
            Certificate(str(cert), str(key)).check()
        return str(refused.value)

    cert, key, other = certificate.cert, certificate.key, TestCertificate(tmp_path).key
    empty, missing, locked = (tmp_path / name for name in ("empty", "missing", "locked"))
    empty.touch()
    locked.write_bytes(lock(key.read_bytes()))
    assert why_not(missing, key) == f"cannot read --cert {missing}: No such file or directory"
    assert why_not(cert, missing) == f"cannot read --key {missing}: No such file or directory"
    assert why_not(tmp_path, key) == f"cannot read --cert {tmp_path}: Is a directory"
    assert why_not(empty, key) == f"--cert {empty}: no certificate in PEM format"
    assert why_not(key, key) == f"--cert {key}: no certificate in PEM format"
    assert why_not(cert, empty) == f"--key {empty}: no private key in PEM format"
    assert why_not(cert, cert) == f"--key {cert}: no private key in PEM format"
    assert why_not(cert, other) == f"--key {other}: does not belong to the certificate {cert}"
    assert why_not(cert, locked) == (f"--key {locked}: needs a passphrase; give a key without one")


def lock(key: bytes) -> bytes:
    """The same key under a passphrase."""
    return load_pem_private_key(key, None).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret")
    )


def test_the_command_says_what_is_wrong_with_a_certificate_in_one_line(
    certificate: TestCertificate,
) -> None:
    for options, why in (
        (("--cert", str(certificate.cert)), "--cert needs --key, too"),
        (("--key", str(certificate.key)), "--key needs --cert, too"),
        (("--cert", "gone", "--key", str(certificate.key)), "cannot read --cert gone: "),
    ):
        ran = subprocess.run(
            [sys.executable, "-m", "periplo", "serve", "--port", "0", *options],
            capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
        assert (ran.returncode, ran.stdout) == (2, "")
        (line,) = ran.stderr.splitlines()
        assert line.startswith(f"periplo: {why}")
