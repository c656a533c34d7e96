"""Plays a few dozen actions of every game at a table, and prints which modules that has loaded.

It is run without what is installed, by `test_imports`; it needs nothing but the package.
"""

import sys
from collections import deque

from periplo.core.game import Game
from periplo.core.state import TABLE
from periplo.games import game, game_ids
from periplo.play.draws import commitment, verify
from periplo.play.stepwise import run_at_once
from periplo.table.clock import Instant
from periplo.table.effects import AskBot, Persist
from periplo.table.inputs import BotAnswered, Connected, Input, Persisted, Received, Start
from periplo.table.requests import Act, Contribute, Promise, Request, Say, Throw
from periplo.table.rows import SeatRow, TableRow
from periplo.table.state import Opening
from periplo.table.stored import open_table
from periplo.table.table import Table

ACTIONS = 40
NOW = Instant(0, 1_790_000_000_000)
VALUE = "7" * 64


class Environment:
    most_actions = most_chat = 0

    def new_secret(self) -> str:
        return "3" * 64

    def seal(self, secret: str, table_id: str) -> str:
        return secret

    def may_chat(self, device: str, size: int) -> bool:
        return True

    def bot_named(self, name: str, game_id: str) -> str:
        return name


def open_waiting(played: Game) -> Table:
    """The first seat is a person's, the others are bots'."""
    row = TableRow(
        id="t", game=played.id, rules=played.rules, options="{}", listed=False, chat=True, limit=60,
        throws="press", host="device", status="waiting", created=NOW.wall,
        status_changed_at=NOW.wall,
    )  # fmt: skip
    seats = [SeatRow(0, "person", "Badia", device="device", token="token")]
    seats += [
        SeatRow(seat, "bot", f"bot {seat}", bot="easy")
        for seat in range(1, max(2, played.fewest_seats))
    ]
    stored = run_at_once(open_table(row, seats, [], played, {}))
    return Table(Opening(stored, Environment(), NOW, None, NOW))


def handle(table: Table, given: Input) -> None:
    """It, and what the disk and the bots say to what follows."""
    waiting = deque([given])
    while waiting and len(table.actions) < ACTIONS:
        for effect in table.handle(waiting.popleft(), NOW):
            if isinstance(effect, Persist):
                waiting.append(Persisted(effect.number))
            elif isinstance(effect, AskBot):
                state = table.game.load(effect.view, {})
                text = table.game.text(state, effect.seat, state.legal(effect.seat)[0])
                waiting.append(BotAnswered(effect.number, text))


def play(played: Game) -> None:
    table = open_waiting(played)

    def ask(request: Request) -> None:
        handle(table, Received("here", request))

    handle(table, Connected("here", (0,), contributes=True))
    handle(table, Start("device"))
    ask(Promise("promise", 1, commitment(VALUE)))
    ask(Contribute("value", 1, VALUE))
    ask(Say("line", 1, "hola"))
    while len(table.actions) < ACTIONS and not table.match.state.over():
        state, n = table.match.state, len(table.actions)
        group = table.subscribers.group_of("here")
        assert group is not None
        if TABLE in state.actors():
            ask(Throw(f"throw {n}", 1, group.viewer.n))
        else:
            text = played.text(state, 0, state.legal(0)[-1])
            ask(Act(f"action {n}", 1, group.viewer.n, text))
        assert len(table.actions) > n
    assert verify(table.proof())["right"]


for game_id in game_ids():
    play(game(game_id))
print(*sys.modules)
