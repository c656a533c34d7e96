"""A real browser, and visitors in it."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from server_process import ServerProcess
from visitor import HOST, Visit, Visitor, as_others_reach

from periplo.server.site import site_folder

Serve = Callable[..., ServerProcess]
NAMES = ("Brno", "Faro", "Graz", "Lugo", "Nantes", "Tartu", "Turku", "Varna", "Zadar", "Zwolle")
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
]


def chromium() -> str:
    found = [path for name in CHROMIUM if (path := shutil.which(name))]
    assert found, f"none of {', '.join(CHROMIUM)} is here"
    return found[0]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert site_folder() is not None, "no web pages: python tools/build/npm.py run build"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Another server, with options of its own; it ends after the visits."""
    with ExitStack() as stack:

        def serve(*options: str) -> ServerProcess:
            process = ServerProcess(f"sqlite:///{tmp_path}/tables.db", tmp_path / "log", *options)
            stack.callback(process.stop)
            return process

        yield serve


@pytest.fixture
def visit(
    browser: Browser,
    server: ServerProcess,
    serve: Serve,  # noqa: ARG001 - so that it ends after the visits
) -> Iterator[Visit]:
    """Somebody comes, with a device of their own; at the end no page may have complained.

    They come over plain HTTP, by a name that is not loopback, as people in a local network do;
    `at_home` they sit at the server's machine, where browsers allow more. They wait for nothing
    that others do, unless at another `tempo`; and they have given their name before, unless `named`
    is false.
    """
    come: list[Visitor] = []

    def visit(
        address: str = server.address,
        *,
        at_home: bool = False,
        tempo: str = "now",
        named: bool = True,
        **more: Any,
    ) -> Visitor:
        if not at_home:
            address = as_others_reach(address)
        wanted: dict[str, Any] = {
            "locale": "en-GB",
            "reduced_motion": "reduce",
            "service_workers": "block",
            "viewport": {"width": 1280, "height": 800},
        }
        context = browser.new_context(**wanted | more)
        # once; then as is chosen
        context.add_init_script(f"localStorage['periplo.tempo'] ??= JSON.stringify({tempo!r})")
        if named:
            name = NAMES[len(come)]
            context.add_init_script(f"localStorage['periplo.name'] ??= JSON.stringify({name!r})")
            context.add_init_script("localStorage['periplo.named'] ??= true")
        come.append(Visitor(context, address))
        return come[-1]

    yield visit
    for visitor in come:
        visitor.context.close()
    assert [fault for visitor in come for fault in visitor.faults] == []
