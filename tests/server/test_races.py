"""Things that several people do at the same moment."""

import asyncio

from helping import play_any, run
from server_process import ServerProcess

from periplo.client import Client, me


def test_everybody_who_asks_for_a_rematch_at_once_gets_the_same_table(
    server: ServerProcess,
) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        opened = await client.open_table("oca", [me("Badia"), me("Murùni")], throws="auto")
        table, tokens = opened["table"]["id"], list(opened["tokens"].values())
        await client.start(table)
        async with client.sit(table, tokens) as seated:
            while not seated.over:
                await play_any(seated)
        path = f"/api/tables/{table}/rematch"
        answers = await asyncio.gather(
            *(client.request("POST", path, tokens=tokens) for _ in range(12))
        )
        assert len({answer["id"] for answer in answers}) == 1

    run(scenario())
