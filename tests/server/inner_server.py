"""A server on a real port within the test, whose patience the test can shorten."""

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn
from certificates import TestCertificate

from periplo.server.app import Server
from periplo.server.protocols import TimedServer, WebSocketProtocol, http_protocol
from periplo.server.registry import Settings


@asynccontextmanager
async def inner_server(
    folder: Path, certificate: TestCertificate | None = None, **settings: Any
) -> AsyncGenerator[str, None]:
    """Its address, without a slash."""
    app = Server(Settings(f"sqlite:///{folder}/tables.db", **settings))
    config = uvicorn.Config(
        app,
        http=http_protocol(app.proxies.trusts),
        ws=WebSocketProtocol,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
        ssl_certfile=None if certificate is None else certificate.cert,
        ssl_keyfile=None if certificate is None else certificate.key,
    )
    server = TimedServer(config)
    listener = socket.create_server(("127.0.0.1", 0))
    running = asyncio.create_task(server._serve([listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        scheme = "http" if certificate is None else "https"
        yield f"{scheme}://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running
