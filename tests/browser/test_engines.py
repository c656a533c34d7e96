"""The other engines: every game is played a little in Firefox and in WebKit, large and small."""

import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from engines import PATIENCE, Engine, Firefox, WebKit
from server_process import ServerProcess
from setups import quickest_game
from test_event_entering import SMALL, Event
from visitor import OFFERED, OUTSIDE, PHONE, as_others_reach

GAME = quickest_game()
PHONE_SIZE, DESK_SIZE = (PHONE["width"], PHONE["height"]), (1280, 800)
SMALL_SIZE = SMALL["width"], SMALL["height"]
SNAPSHOT = "document.querySelector('[data-snapshot]').dataset.snapshot"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
BOARD = """[...document.querySelectorAll('.stage svg')]
  .some((one) => one.getBoundingClientRect().width > 200)"""
FONTS = """(({ fonts }) => ({
  error: [...fonts].filter(({ status }) => status === 'error').length,
  ours: [...fonts].some(({ family, status }) => /Periplo/.test(family) && status === 'loaded'),
}))(document)"""
WHOLE = """(() => {
  const board = document.querySelector('[data-snapshot] svg').getBoundingClientRect()
  const stage = document.querySelector('[data-snapshot]').getBoundingClientRect()
  return board.left >= stage.left - 1 && board.right <= stage.right + 1
    && board.top >= stage.top - 1 && board.bottom <= stage.bottom + 1
})()"""  # nothing of the board is cut off by what holds it
THROWN = "[...document.querySelectorAll('.throw .die')].map((die) => die.ariaLabel).join('+')"
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
    engine.run("localStorage.setItem('periplo.named', 'true')")  # this device has been here before
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
    there(engine, "dialog[open] .invitation svg")  # it comes last
    engine.press(copy)
    engine.wait_for(f"document.querySelector('{copy}').innerText === 'Copied'")
    assert engine.complaints() == []


def open_page(engine: Engine, event: Event, view: str) -> None:
    engine.open(as_others_reach(event.address).rstrip("/") + event.path(view))
    there(engine, f"[data-view={view}] > :not(header, nav)")
    assert engine.run("location.hash") == ""


def there(engine: Engine, selector: str) -> None:
    engine.wait_for(f"document.querySelector({selector!r}) !== null")


def test_a_throw_is_entered_at_an_event_and_shown(engine: Engine, server: ServerProcess) -> None:
    event = Event(server.address)
    engine.resize(*SMALL_SIZE)
    open_page(engine, event, "validator")
    for die, face in enumerate((4, 3), 1):
        engine.press(f'[data-die="{die}"][data-face="{face}"]')
    there(engine, "[data-state=waits]")
    check_page(engine, *SMALL_SIZE)
    (line,) = event.journal("entered")
    assert (line["outcome"], line["seat"]) == ("3+4", 1)

    engine.resize(*DESK_SIZE)
    open_page(engine, event, "screen")
    there(engine, '[data-snapshot="0"]')
    event.by("notary", lambda desk: desk.confirm(line["no"]))
    there(engine, '[data-snapshot="1"]')
    engine.wait_for(f"{THROWN} === '3+4'")
    engine.wait_for(BOARD)
    check_page(engine, *DESK_SIZE)
    assert engine.run(WHOLE)

    engine.resize(*SMALL_SIZE)
    open_page(engine, event, "captain")
    there(engine, '[data-snapshot="1"]')
    engine.wait_for(BOARD)
    check_page(engine, *SMALL_SIZE)
    assert engine.run(WHOLE)

    open_page(engine, event, "herald")
    there(engine, ".now .first")
    engine.press(".bar .primary:enabled")  # that it starts
    engine.wait_for("document.querySelector('.now').innerText.includes('3+4')")
    check_page(engine, *SMALL_SIZE)
    engine.press(".bar .primary:enabled")
    there(engine, ".bar .primary:disabled")
    engine.wait_for("document.querySelector('.now .first') === null")
    assert event.journal("proclaimed")[-1]["of"] == line["no"]

    open_page(engine, event, "validator")
    there(engine, "[data-state=counted]")
    assert engine.complaints() == []
