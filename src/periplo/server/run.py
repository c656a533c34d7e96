"""`periplo serve`: the server as a process."""

import json
import logging
import socket
import sys
import threading
import time
import webbrowser
from contextlib import suppress

import uvicorn

from periplo.core.errors import BadSetup
from periplo.server.app import Server
from periplo.server.house import Settings
from periplo.server.places import data_folder
from periplo.server.protocols import WebSocketProtocol, http_protocol

# The thread that writes needs the interpreter for moments only; at Python's 5 ms it would wait
# longer for them than for the disk.
THREAD_PATIENCE = 0.0002  # seconds
GRACE = 5  # seconds for requests that are under way when the server is to end
LARGEST_FRAME = 64 * 1024  # bytes; what is between this and our own limit is told so


def default_database() -> str:
    """A file among the person's own data."""
    return f"sqlite:///{data_folder() / 'tables.db'}"


class JsonLines(logging.Formatter):
    """A line of JSON for each thing worth telling an operator."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def start_logging(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    # the web server's own lines would tell addresses of private tables, and whoever sends it
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


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 is any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)
    except (OSError, OverflowError) as error:
        listener.close()
        raise BadSetup(f"cannot listen on {host} port {port}: {error}") from None
    return listener


def serve(settings: Settings, host: str, port: int, *, browse: bool, log_level: str) -> None:
    """Run until interrupted. The first line on standard output is the address."""
    start_logging(log_level)
    sys.setswitchinterval(THREAD_PATIENCE)
    allow_many_connections()
    server = Server(settings)
    listener = bind(host, port)  # after waiting for a server that ends, which may have had the port
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}/"
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
    )
    print(address, flush=True)
    logging.getLogger("periplo.server").info("listening on %s", address)
    if browse:
        threading.Timer(0.7, webbrowser.open, [address]).start()
    uvicorn.Server(config).run(sockets=[listener])
