"""A small client of the table server, for tests, tools and bots from outside.

async with Client("http://127.0.0.1:8000") as client:
    opened = await client.open_table(game_id, [me("Badia"), bot("medium")])
    await client.start(opened["table"]["id"])
    async with client.sit(opened["table"]["id"], opened["tokens"].values()) as table:
        while not table.over:
            if table.thrower == 1:
                await table.throw(1)
            elif texts := table.legal(1):
                await table.act(1, random.choice(texts))
            else:
                await table.change()

At a real table officials enter what real dice show:

opened = await client.open_table("oca", [captain("Badia"), captain("Murùni")], chance="real")
table_id = opened["table"]["id"]
judge = await client.appoint(table_id, "judge", "Brno")
await client.start(table_id)
async with client.official(table_id, [judge["token"]]) as desk:
    line = await desk.enter("3+6")
"""

from periplo.client.device import OPEN, Client, bot, captain, me
from periplo.client.errors import Disconnected, ServerRefused, UnfairDice
from periplo.client.mixing import Contribution, Mixing
from periplo.client.officials import OfficialAt
from periplo.client.seated import TIMEOUT, SeatedAt

__all__ = [
    "OPEN", "TIMEOUT", "Client", "Contribution", "Disconnected", "Mixing", "OfficialAt",
    "SeatedAt", "ServerRefused", "UnfairDice", "bot", "captain", "me",
]  # fmt: skip
