"""How much memory many open tables take while some of them are in play: `make memory`.

Tables of every game are opened and started; at some of them two clients play on. Traffic goes to
this machine only, for a bounded time.
"""

import argparse
import asyncio
import itertools
import random
import sys
import tempfile
import time
from pathlib import Path

import httpx
from rich.progress import Progress, TaskID

import periplo
from periplo.client import Client, Disconnected, SeatedAt, ServerRefused

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from server_process import ServerProcess

MOST_MB = 500
AT_ONCE = 8  # requests
LONGEST = 600.0  # seconds for opening the tables
DEVICE = "memory-" + "m" * 32
Opened = tuple[str, list[str]]  # a table's id and the tokens of its seats


async def open_tables(address: str, count: int, bar: Progress, task: TaskID) -> list[Opened]:
    """Tables of two people each, in play."""
    games = itertools.cycle(periplo.game_ids())
    numbers = iter(range(count))
    opened: list[Opened] = []
    me = {"kind": "me"}

    async def keep_opening(http: httpx.AsyncClient) -> None:
        for _ in numbers:
            asked = {"game": next(games), "seats": [me, me]}
            answer = await http.post("/api/tables", json=asked)
            answer.raise_for_status()
            answered = answer.json()
            table: str = answered["table"]["id"]
            (await http.post(f"/api/tables/{table}/start")).raise_for_status()
            opened.append((table, list(answered["tokens"].values())))
            bar.advance(task)

    headers = {"Periplo-Device": DEVICE}
    async with (
        asyncio.timeout(LONGEST),
        httpx.AsyncClient(base_url=address, headers=headers, timeout=60) as http,
        asyncio.TaskGroup() as group,
    ):
        for _ in range(AT_ONCE):
            group.create_task(keep_opening(http))
    return opened


async def play(client: Client, table: str, token: str, seat: int, until: float) -> int:
    """Random actions of one seat; how many were acknowledged."""
    actions = 0
    async with client.sit(table, [token]) as seated:
        while time.monotonic() < until and not seated.over:
            try:
                async with asyncio.timeout(1):
                    actions += await act(seated, seat)
            except (TimeoutError, ServerRefused):
                continue
    return actions


async def act(seated: SeatedAt, seat: int) -> int:
    await asyncio.sleep(random.uniform(0.1, 0.5))
    if seated.thrower == seat:
        await seated.throw(seat)
    elif texts := seated.legal(seat):
        await seated.act(seat, random.choice(texts))
    else:
        await seated.change()
        return 0
    return 1


def megabytes(process: int, what: str) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition(f"{what}:")[2].split()[0]) / 1024


async def measure(server: ServerProcess, tables: int, active: int, seconds: float) -> None:
    print(f"{'with no table':24} {megabytes(server.pid, 'VmRSS'):6.0f} MB")
    with Progress() as bar:
        task = bar.add_task("tables", total=tables)
        opened = await open_tables(server.address, tables, bar, task)
    print(f"{f'{tables:,} open':24} {megabytes(server.pid, 'VmRSS'):6.0f} MB")
    client, until = Client(server.address), time.monotonic() + seconds
    playing = [
        play(client, table, token, seat, until)
        for table, tokens in random.sample(opened, min(active, tables))
        for seat, token in enumerate(tokens, 1)
    ]
    try:
        actions = sum(await asyncio.gather(*playing))
    except Disconnected as lost:
        sys.exit(f"a socket was lost: {lost}")
    answered = f"{active} in play, {actions:,} actions"
    print(f"{answered:24} {megabytes(server.pid, 'VmRSS'):6.0f} MB")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--tables", type=int, default=10_000)
    reader.add_argument("--active", type=int, default=100)
    reader.add_argument("--seconds", type=float, default=20.0, help="of play, at most 120")
    given = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(f"sqlite:///{folder}/tables.db", Path(folder) / "log")
        try:
            seconds = min(given.seconds, 120.0)
            asyncio.run(measure(server, given.tables, given.active, seconds))
            most = megabytes(server.pid, "VmHWM")
        finally:
            server.stop()
    print(f"{'the most there was':24} {most:6.0f} MB")
    if most > MOST_MB:
        sys.exit(f"that is more than {MOST_MB} MB")


if __name__ == "__main__":
    main()
