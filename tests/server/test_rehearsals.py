"""Rehearsals: real tables that are thrown away afterwards."""

import asyncio
from typing import Any

import pytest
from helping import run
from officiating import Event, rosters
from server_process import ServerProcess
from test_event_pages import code_of, newest_moment
from websockets.exceptions import ConnectionClosed
from wire import wired

from periplo.client import OPEN, Client, ServerRefused, bot, captain, me

pytestmark = pytest.mark.usefixtures("quiet")


@pytest.fixture(scope="module")
def client(server: ServerProcess) -> Client:
    return Client(server.address)


async def table(client: Client, table_id: str) -> dict[str, Any]:
    found: dict[str, Any] = await client.request("GET", f"/api/tables/{table_id}")
    return found


def test_only_a_real_table_is_a_rehearsal(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(client, "oca", 2, rehearsal=True)
        assert (await table(client, event.id))["rehearsal"] is True
        real = await Event.open(client, "oca", 2)
        assert (await table(client, real.id))["rehearsal"] is False
        seats = [me("Badia"), me("Murùni")]
        assert await code_of(client.open_table("oca", seats, rehearsal=True)) == "illegal"
        plain = await client.open_table("oca", seats)
        assert plain["table"]["rehearsal"] is False

    run(scenario())


def test_whoever_enters_is_proposed_what_the_dice_might_show(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(client, "girumgo", 2, event={"confirm": 0}, rehearsal=True)
        await event.staff(notaries=1, captains=1)
        await event.start()
        tokens = event.tokens
        async with (
            wired(client.address, event.id, *tokens["Sevilla"]) as validator,
            wired(client.address, event.id, *tokens["Giuda 1"]) as judge,
            wired(client.address, event.id, *tokens["Captain 1"], *tokens["Paris 1"]) as others,
            wired(client.address, event.id) as follower,
        ):
            wheels = validator.welcome["moment"]["proposal"]
            assert len(wheels) == 37
            assert judge.welcome["moment"]["proposal"] == wheels
            await validator.done("enter", outcomes=wheels)
            for _ in range(2):  # who begins, and the die
                await validator.catch_up()
                await validator.done("enter", outcome=newest_moment(validator)["proposal"])
            await validator.catch_up()
            moment = newest_moment(validator)
            assert "proposal" not in moment  # a seat decides
            for wire in (others, follower):
                await wire.catch_up()
                sent = [one["moment"] for one in wire.received if one.get("moment")]
                assert sent
                assert all("proposal" not in one for one in sent)
        record = await client.record(event.id, [event.organiser])
        assert "rehearsal" not in str(record)
        real = await Event.open(client, "girumgo", 2)
        judge_token = await real.appoint("judge", "Brno")
        await real.start()
        async with wired(client.address, real.id, judge_token) as desk:
            assert "proposal" not in desk.welcome["moment"]

    run(scenario())


def test_another_throw_is_proposed_after_one_that_does_not_count(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(client, "oca", 2, rehearsal=True)
        token = await event.appoint("validator", "Sevilla")
        await event.start()
        async with wired(client.address, event.id, token) as validator:
            proposed = {validator.welcome["moment"]["proposal"]}
            for _ in range(40):  # that all are alike happens once in 10^30 times
                await validator.done("void", seat=1, why="collision")
                await validator.catch_up()
                proposed.add(newest_moment(validator)["proposal"])
            assert len(proposed) > 1
        async with wired(client.address, event.id, token) as again:
            last = newest_moment(validator)["proposal"]
            assert again.welcome["moment"]["proposal"] == last

    run(scenario())


def test_a_rehearsal_has_the_set_up_and_the_officials_of_its_event(client: Client) -> None:
    async def scenario() -> None:
        details = {"title": "Il Giro", "place": "Origgio", "rosters": rosters(4, 11), "confirm": 2}
        seats = [captain("Badia", "blue-goose"), me("Murùni"), OPEN, bot("easy")]
        event = await Event.open(client, "oca", seats, event=details, options={"golden_races": 1})
        await event.staff(captains=1)
        await client.withdraw(event.id, event.officials["Praha"])
        before = await table(client, event.id)
        stranger = Client(client.address)
        assert await code_of(stranger.rehearse(event.id)) == "not-yours"
        opened = await client.rehearse(event.id)
        rehearsal = opened["table"]
        assert rehearsal["rehearsal"] is True
        assert rehearsal["id"] != event.id
        assert rehearsal["options"] == before["options"]
        assert rehearsal["event"] == before["event"]
        shown = [(one["kind"], one["name"], one["mark"]) for one in rehearsal["seats"]]
        assert shown[0] == ("captain", "Badia", "blue-goose")
        assert [kind for kind, _, _ in shown] == ["captain", "person", "captain", "bot"]
        assert set(opened["tokens"]) == {"organiser", "2"}
        officials = await client.officials(event.id)
        told = [
            {key: one[key] for key in one if key != "connected"}
            for one in await client.officials(rehearsal["id"])
        ]
        assert [{**one, "token": None} for one in told] == [
            {**one, "token": None} for one in opened["officials"]
        ]
        assert [(one["role"], one["name"], one.get("seat")) for one in told] == [
            (one["role"], one["name"], one.get("seat")) for one in officials
        ]
        await client.start(rehearsal["id"])
        for one in opened["officials"]:
            async with wired(client.address, rehearsal["id"], one["token"]) as wire:
                assert wire.welcome["officials"][0]["role"] == one["role"]
        people = await client.people(rehearsal["id"])
        assert people[0]["people"][0]["name"] == "1.1"
        assert (await table(client, event.id)) == before
        by_token = await stranger.rehearse(event.id, [event.organiser])
        assert set(by_token["tokens"]) == {"organiser"}  # the person plays on another device
        await client.request("PUT", f"/api/tables/{event.id}/seats/3", bot("easy"))
        await event.start()
        assert await code_of(client.rehearse(event.id)) == "begun"
        plain = await client.open_table("oca", [me("A"), me("B")])
        assert await code_of(client.rehearse(plain["table"]["id"])) == "illegal"

    run(scenario())


def test_a_rehearsal_is_thrown_away_with_everything(client: Client) -> None:
    async def scenario() -> None:
        real = await Event.open(client, "oca", 2)
        opened = await client.rehearse(real.id)
        rehearsal = opened["table"]["id"]
        token = (await client.appoint(rehearsal, "judge", "Brno"))["token"]
        await client.start(rehearsal)
        async with wired(client.address, rehearsal, token) as desk:
            await desk.done("enter", outcome="1+2")
            stranger = Client(client.address)
            assert await code_of(stranger.throw_away(rehearsal, [token])) == "not-yours"
            assert await code_of(client.throw_away(real.id)) == "illegal"
            await stranger.throw_away(rehearsal, [opened["tokens"]["organiser"]])
            with pytest.raises(ConnectionClosed):
                await desk.keep_receiving()
            assert desk.socket.close_code == 4404
        assert await code_of(table(client, rehearsal)) == "no-table"
        assert await code_of(client.throw_away(rehearsal)) == "no-table"
        assert (await table(client, real.id))["status"] == "waiting"
        plain = await client.open_table("oca", [me("A"), me("B")])
        assert await code_of(client.throw_away(plain["table"]["id"])) == "illegal"

    run(scenario())


def test_a_rehearsal_is_one_after_a_restart(own_server: ServerProcess) -> None:
    async def begin() -> tuple[str, str]:
        event = await Event.open(Client(own_server.address), "oca", 2, rehearsal=True)
        token = await event.appoint("judge", "Brno")
        await event.start()
        return event.id, token

    async def again(table_id: str, token: str) -> None:
        async with wired(own_server.address, table_id, token) as desk:
            assert desk.welcome["table"]["rehearsal"] is True
            await desk.done("enter", outcome=desk.welcome["moment"]["proposal"])
        own = Client(own_server.address)
        with pytest.raises(ServerRefused):
            await own.throw_away(table_id, [token])

    table_id, token = asyncio.run(begin())
    own_server.kill()
    own_server.start()
    run(again(table_id, token))
