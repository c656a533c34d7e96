"""The other engines: every game is played a little in Firefox and in WebKit, large and small."""

import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from engines import PATIENCE, Engine, Firefox, WebKit
from server_process import ServerProcess
from setups import quickest_game
from visitor import OFFERED, OUTSIDE, PHONE, as_others_reach

GAME = quickest_game()
PHONE_SIZE, DESK_SIZE = (PHONE["width"], PHONE["height"]), (1280, 800)
SNAPSHOT = "document.querySelector('[data-snapshot]').dataset.snapshot"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
BOARD = """[...document.querySelectorAll('.stage svg')]
  .some((one) => one.getBoundingClientRect().width > 200)"""
FONTS = """(({ fonts }) => ({
  error: [...fonts].filter(({ status }) => status === 'error').length,
  ours: [...fonts].some(({ family, status }) => /Periplo/.test(family) && status === 'loaded'),
}))(document)"""
TROUBLE = "setTimeout(() => { throw new Error('on purpose') }, 0)"


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=["firefox", "webkit"])
def engine(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    server: ServerProcess,
) -> Iterator[Engine]:
    with ExitStack() as stack:
        engine: Engine = request.param(tmp_path_factory.mktemp("engine"), stack)
        engine.open(as_others_reach(server.address))
        assert engine.run("isSecureContext") is False
        assert engine.complaints() == []
        engine.run(TROUBLE)  # somebody listens
        deadline = time.monotonic() + PATIENCE
        while not [one for one in engine.complaints() if "on purpose" in one]:
            assert time.monotonic() < deadline, "errors go unnoticed"
            engine.run("0")
        yield engine


def play_now(engine: Engine, server: ServerProcess, game_id: str) -> None:
    engine.open(as_others_reach(server.address))
    # the lists of tables come last, and push away what is to be pressed
    engine.wait_for("document.querySelector('#open') !== null")
    engine.press(f"article:has(a[href='/new/{game_id}']) button")


def wait_until_asked(engine: Engine) -> None:
    """Until the board is there and it is the visitor's turn, or the game is over."""
    engine.wait_for(BOARD)
    engine.wait_for(f"document.querySelectorAll({OFFERED!r}).length > 0")


def act(engine: Engine, server: ServerProcess, game_id: str) -> None:
    """Do the first thing that is offered below the board; with much luck of a game anew."""
    while engine.run("document.querySelector('#result') !== null"):
        play_now(engine, server, game_id)
        wait_until_asked(engine)
    before = engine.run(SNAPSHOT)
    if engine.run("document.querySelector('[data-throw]') !== null"):
        engine.press("[data-throw]")
    else:
        hidden = "details:not([open]):has([data-action])"
        while engine.run(f"document.querySelector('{hidden}') !== null"):
            engine.press(f"{hidden} > summary")
        engine.press("[data-action]")
    engine.wait_for(f"{SNAPSHOT} !== '{before}'")
    wait_until_asked(engine)


def check_page(engine: Engine, width: int, height: int) -> None:
    """As it is at this size."""
    assert engine.run("[innerWidth, innerHeight]") == [width, height]
    engine.wait_for(f"{OVERFLOW} === 0")
    engine.wait_for("document.fonts.status === 'loaded'")
    assert engine.run(FONTS) == {"error": 0, "ours": True}
    assert engine.run(OUTSIDE) == []


def test_a_game_begins(engine: Engine, server: ServerProcess, game_id: str) -> None:
    engine.resize(*PHONE_SIZE)
    play_now(engine, server, game_id)
    wait_until_asked(engine)
    for size in (PHONE_SIZE, DESK_SIZE):
        engine.resize(*size)
        check_page(engine, *size)
        act(engine, server, game_id)
        act(engine, server, game_id)
        before = engine.run(SNAPSHOT)
        engine.reload()
        wait_until_asked(engine)
        assert int(engine.run(SNAPSHOT)) >= int(before)  # others may act meanwhile
        act(engine, server, game_id)
        check_page(engine, *size)
    assert engine.complaints() == []


def test_a_link_is_copied(engine: Engine, server: ServerProcess) -> None:
    play_now(engine, server, GAME)
    wait_until_asked(engine)
    engine.press("[data-snapshot] button[aria-haspopup=dialog]")
    copy = "dialog[open] .invitation button"
    engine.press(copy)
    engine.wait_for(f"document.querySelector('{copy}').innerText === 'Copied'")
    assert engine.complaints() == []
