"""`periplo serve`: the server as a process."""

import gc
import io
import json
import logging
import socket
import ssl
import sys
import threading
import time
import webbrowser
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import segno
import uvicorn
from cryptography.x509 import (
    DNSName,
    ExtensionNotFound,
    IPAddress,
    SubjectAlternativeName,
    load_pem_x509_certificate,
)

from periplo.core.errors import BadSetup
from periplo.server.app import Server
from periplo.server.protocols import TimedServer, WebSocketProtocol, http_protocol
from periplo.server.reach import Listening, names_loopback
from periplo.server.registry import Settings

GRACE = 5  # seconds for requests that are under way when the server is to end
LARGEST_FRAME = 64 * 1024  # bytes; what is between this and our own limit is refused with a reason


class JsonLines(logging.Formatter):
    """A log line for the operator, as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def start_logging(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    # the web server's own lines would show addresses of private tables, and whoever sends it
    # nonsense could fill the log with its warnings
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
    logging.getLogger("periplo").setLevel(level.upper())


def allow_many_connections() -> None:
    """As many open files as the system lets a program have; the usual number is for tools."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def collect_garbage_rarely() -> None:
    """What an action leaves behind is not garbage: it waits for the disk, or stays in the history.
    Measured with 100 tables in alternating runs: 346 and 363 µs of processor time an action
    with these thresholds, 414 and 472 with Python's own.
    """
    gc.collect()
    gc.freeze()  # what was loaded at the start stays
    gc.set_threshold(20_000, 20, 20)


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 is any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        if family == socket.AF_INET6:  # "::" lets IPv4 in too, whatever the system's habit
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.bind((host, port))
        listener.listen(2048)
    except (OSError, OverflowError) as error:
        listener.close()
        raise BadSetup(f"cannot listen on {host} port {port}: {error}") from None
    return listener


@dataclass(frozen=True)
class Certificate:
    """The files of a certificate and of its key, in PEM format."""

    cert: str
    key: str

    def check(self) -> None:
        """One line on what is wrong, before anything is started."""
        for option, file in (("--cert", self.cert), ("--key", self.key)):
            try:
                Path(file).read_bytes()
            except OSError as error:
                raise BadSetup(f"cannot read {option} {file}: {error.strerror}") from None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            context.load_verify_locations(self.cert)
        except ssl.SSLError:
            raise BadSetup(f"--cert {self.cert}: no certificate in PEM format") from None
        try:
            context.load_cert_chain(self.cert, self.key, self._refuse_passphrase)
        except ssl.SSLError as error:
            if error.reason == "KEY_VALUES_MISMATCH":
                why = f"does not belong to the certificate {self.cert}"
            else:
                why = "no private key in PEM format"
            raise BadSetup(f"--key {self.key}: {why}") from None

    def names(self) -> tuple[str, ...]:
        """What the certificate is for, as far as it can be put in a link that others follow."""
        found = load_pem_x509_certificate(Path(self.cert).read_bytes())
        try:
            subject = found.extensions.get_extension_for_class(SubjectAlternativeName).value
        except ExtensionNotFound:
            return ()
        names = subject.get_values_for_type(DNSName)
        addresses = [str(one) for one in subject.get_values_for_type(IPAddress)]
        return tuple(
            name for name in [*names, *addresses] if "*" not in name and not names_loopback(name)
        )

    def _refuse_passphrase(self) -> str:
        raise BadSetup(f"--key {self.key}: needs a passphrase; give a key without one")


def print_addresses(listening: Listening) -> None:
    """The first line is for programs, too; the others are for people."""
    print(listening.address, flush=True)
    if listening.is_local_only:
        print("Only this machine can reach it; --host 0.0.0.0 lets others in.", flush=True)
    elif listening.is_everywhere:
        print(f"On this machine: {listening.local_address}", flush=True)
        for origin in listening.origins():
            print(f"For others: {origin}/", flush=True)


def print_qr_code(listening: Listening) -> None:
    """The first address for others, to be read by a phone; nothing where nobody would see it, or
    where its blocks cannot be printed.
    """
    origins = listening.origins()
    if not origins:
        print("This machine is in no network that phones could reach it by.", flush=True)
        return
    if not sys.stdout.isatty():
        return
    drawn = io.StringIO()
    segno.make_qr(f"{origins[0]}/", error="l").terminal(drawn, border=2, compact=True)
    with suppress(UnicodeEncodeError):
        drawn.getvalue().encode(sys.stdout.encoding)
        print(drawn.getvalue(), flush=True)


def serve(
    settings: Settings,
    host: str,
    port: int,
    *,
    browse: bool,
    log_level: str,
    certificate: Certificate | None = None,
    qr_code: bool = False,
) -> None:
    """Run until interrupted. The first line on standard output is the address."""
    start_logging(log_level)
    allow_many_connections()
    if certificate is not None:
        certificate.check()
    server = Server(settings)
    listener = bind(host, port)  # after waiting for a server that ends, which may have had the port
    ip, bound_port = listener.getsockname()[:2]
    scheme = "http" if certificate is None else "https"
    names = () if certificate is None else certificate.names()
    listening = Listening(host or ip, ip, bound_port, scheme, names)
    server.listens(listening)
    config = uvicorn.Config(
        server,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        lifespan="on",
        http=http_protocol(server.proxies.trusts),
        ws=WebSocketProtocol,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
        ssl_certfile=None if certificate is None else certificate.cert,
        ssl_keyfile=None if certificate is None else certificate.key,
    )
    print_addresses(listening)
    if qr_code:
        print_qr_code(listening)
    logging.getLogger("periplo.server").info("listening on %s", listening.address)
    if browse:
        threading.Timer(0.7, webbrowser.open, [listening.local_address]).start()
    collect_garbage_rarely()
    TimedServer(config).run(sockets=[listener])
