"""Nothing acknowledged is lost when the server is killed; `make crash` does it 200 times."""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

from crash_campaign import Campaign
from server_process import ServerProcess

from periplo import game_ids
from periplo.client import Client, bot, me


def test_a_server_that_is_killed_loses_no_acknowledged_action_and_no_seat(
    own_server: ServerProcess,
) -> None:
    campaign = Campaign(own_server, seed=1)
    found = asyncio.run(asyncio.wait_for(campaign.run(kills=5, actions=50), 240))
    assert found["actions acknowledged"] > 50
    assert found["tables"] >= 2 * len(game_ids())
    assert '"level": "error"' not in own_server.log(), own_server.log()


def test_bot_processes_do_not_outlive_a_killed_server(own_server: ServerProcess) -> None:
    async def let_a_bot_act() -> None:
        client = Client(own_server.address)
        opened = await client.open_table("camino", [me("Badia"), bot("easy")])
        await client.start(opened["table"]["id"])
        async with client.sit(opened["table"]["id"], opened["tokens"].values()) as table:
            while not any(entry["by"] == "bot" for entry in table.log):
                if table.legal(1):
                    await table.act(1, table.legal(1)[-1])
                else:
                    await table.change()

    asyncio.run(asyncio.wait_for(let_a_bot_act(), 120))
    started = children(own_server.pid)
    assert started
    os.kill(own_server.pid, signal.SIGKILL)  # it alone: `kill` would end its whole group
    deadline = time.monotonic() + 20
    while any(is_running(process) for process in started):
        assert time.monotonic() < deadline, f"still there: {started}"
        time.sleep(0.05)


def test_a_bots_program_does_not_outlive_a_killed_server(tmp_path: Path) -> None:
    mute = tmp_path / "mute.py"
    mute.write_text(
        "import os, pathlib, time\n"
        "here = pathlib.Path(__file__).parent\n"
        "(here / 'draft').write_text(str(os.getpid()))\n"
        "(here / 'draft').rename(here / 'pid')\n"
        "time.sleep(600)\n"
    )

    async def let_it_be_asked() -> int:
        client = Client(server.address)
        opened = await client.open_table("camino", [me("Badia"), bot("mute")])
        await client.start(opened["table"]["id"])
        async with client.sit(opened["table"]["id"], opened["tokens"].values()):
            while not (tmp_path / "pid").exists():
                await asyncio.sleep(0.05)
        return int((tmp_path / "pid").read_text())

    server = ServerProcess(
        f"sqlite:///{tmp_path}/tables.db", tmp_path / "log",
        "--bot", f"mute=cmd:{sys.executable} {mute}",
    )  # fmt: skip
    try:
        program = asyncio.run(asyncio.wait_for(let_it_be_asked(), 60))
        assert is_running(program)
        os.kill(server.pid, signal.SIGKILL)
        deadline = time.monotonic() + 20
        while is_running(program):
            assert time.monotonic() < deadline, f"still there: {program}"
            time.sleep(0.05)
    finally:
        server.stop()


def children(process: int) -> list[int]:
    files = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for file in files for child in file.read_text().split()]


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"  # ended, and nobody has asked how
