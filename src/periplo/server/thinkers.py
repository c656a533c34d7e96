"""Bots in processes of their own, so that no thought ever holds up a table."""

import asyncio
import os
import signal
import threading
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import Any

from periplo.bots import Setting, bot
from periplo.core.dice import Dice
from periplo.core.state import Policy
from periplo.games import game as find_game
from periplo.play.moments import legal_texts

PATIENCE = 20.0  # seconds, waiting for a free process included
BOTS_KEPT = 64  # a process: a search goes on with the tree of its last move

_bots: OrderedDict[tuple[str, int, str], Policy] = OrderedDict()


def think(
    table_id: str, game_id: str, options: dict[str, Any], view: dict[str, Any], seat: int, name: str
) -> str:
    """In a process of its own: the text of what the bot does, seeing only its view."""
    game = find_game(game_id)
    state = game.load(view, options)
    key = table_id, seat, name
    player = _bots.pop(key, None) or bot(game, name, Setting(options))
    _bots[key] = player
    if len(_bots) > BOTS_KEPT:
        _bots.popitem(last=False)
    if len(texts := legal_texts(game, state, seat)) == 1:
        return texts[0]
    try:
        action = player.choose(state, seat, Dice(os.urandom(16).hex()))
    except Exception:
        del _bots[key]  # whatever it is, it is not asked again
        raise
    return game.text(state, seat, action)


def _begin() -> None:
    """Less urgent than the tables, and gone when the server is, however it ended."""
    os.nice(5)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server to answer
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    server = parent_process()
    assert server is not None
    server.join()
    for player in list(_bots.values()):
        player.close()
    os._exit(1)


class Thinkers:
    """A few processes that choose for bots; started when the first bot is to act."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def choose(
        self,
        table_id: str,
        game_id: str,
        options: dict[str, Any],
        view: dict[str, Any],
        seat: int,
        name: str,
    ) -> str:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._processes, mp_context=get_context("spawn"), initializer=_begin
            )
        pool = self._pool
        try:
            thought = pool.submit(think, table_id, game_id, options, view, seat, name)
            return await asyncio.wait_for(asyncio.wrap_future(thought), PATIENCE)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            raise RuntimeError("its process ended") from None
        except TimeoutError:
            raise RuntimeError(f"said nothing for {PATIENCE:g} seconds") from None

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
