"""Kill the server in the midst of play, again and again: `make crash`.

Clients play tables of every game, with people and with bots. Whenever the server has been killed
and started again they go on where they were; at the end everything that they were sent must be
there. Traffic goes to this machine only.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from crash_campaign import Campaign
from server_process import ServerProcess


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--kills", type=int, default=200)
    reader.add_argument("--seed", type=int, default=1, help="for the moments and the actions")
    given = reader.parse_args()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with tempfile.TemporaryDirectory() as folder, Progress(*columns, TimeRemainingColumn()) as bar:
        task = bar.add_task("kills", total=given.kills)
        server = ServerProcess(f"sqlite:///{folder}/tables.db", Path(folder) / "log")
        try:
            campaign = Campaign(server, given.seed)
            found = asyncio.run(campaign.run(given.kills, lambda: bar.advance(task)))
        finally:
            server.stop()
        errors = [line for line in server.log().splitlines() if '"level": "error"' in line]
    for what, count in found.items():
        print(f"{what:20} {count:7,}")
    if errors:
        sys.exit("\n".join(["the server's log has errors:", *errors]))
    print("nothing acknowledged was lost")


if __name__ == "__main__":
    main()
