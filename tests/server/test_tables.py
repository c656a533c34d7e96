"""Tables: who may sit where, who is sent what, how a game begins, goes on and is played again."""

import asyncio

import pytest
from helping import play_seat, receive_until, run
from server_process import ServerProcess

import periplo
from periplo.client import OPEN, Client, Disconnected, ServerRefused, bot, me


def test_a_table_is_joined_by_its_link_and_starts_when_everybody_is_ready(
    server: ServerProcess,
) -> None:
    async def scenario() -> None:
        host, guest = Client(server.address), Client(server.address)
        opened = await host.open_table("oca", [me("Murùni", "star"), OPEN])
        table_id = opened["table"]["id"]
        assert opened["table"]["status"] == "waiting"
        async with host.sit(table_id, opened["tokens"].values()) as one:
            assert one.moment == {}
            token = await guest.sit_down(table_id, 2, "  Badia  ")
            async with guest.sit(table_id, [token]) as two:
                assert [seat["name"] for seat in two.table["seats"]] == ["Murùni", "Badia"]
                assert [seat["here"] for seat in two.table["seats"]] == [True, True]
                assert (two.seats, two.table["host"]) == ([2], False)
                await one.ready(1)
                assert one.moment == {}
                await two.ready(2)
                await receive_until(one, "moment")
                assert (one.n, one.thrower) == (0, 1)
                with pytest.raises(ServerRefused, match="nothing for you to throw"):
                    await two.throw(2)
                await one.throw(1)
                assert one.log[0]["by"] == "table"
                assert one.log[0]["actor"] == "table"
                await two.change()
                assert two.moment["view"] == one.moment["view"]
            await receive_until(one, "table")
            assert [seat["here"] for seat in one.table["seats"]] == [True, False]

    run(scenario())


def test_only_the_host_starts_and_gives_seats_to_bots(server: ServerProcess) -> None:
    async def scenario() -> None:
        host, guest = Client(server.address), Client(server.address)
        opened = await host.open_table("poleana", [me("Badia"), OPEN])
        path = f"/api/tables/{opened['table']['id']}"
        with pytest.raises(ServerRefused, match="a seat is still open") as refused:
            await host.start(opened["table"]["id"])
        assert refused.value.code == "seats-open"
        for ask in (
            guest.request("PUT", f"{path}/seats/2", bot("easy")),
            guest.request("POST", f"{path}/start"),
        ):
            with pytest.raises(ServerRefused) as refused:
                await ask
            assert refused.value.code == "host-only"
        table = await host.request("PUT", f"{path}/seats/2", bot("easy"))
        assert table["seats"][1]["bot"] == "easy"
        await host.start(opened["table"]["id"])
        with pytest.raises(ServerRefused, match="begun"):
            await host.start(opened["table"]["id"])

    run(scenario())


def test_a_game_of_bots_alone_is_not_started(server: ServerProcess) -> None:
    async def scenario() -> None:
        host = Client(server.address)
        opened = await host.open_table("poleana", [OPEN, bot("easy")])
        table_id = opened["table"]["id"]
        await host.request("PUT", f"/api/tables/{table_id}/seats/1", bot("easy"))
        with pytest.raises(ServerRefused, match="at least one seat must be for a person"):
            await host.start(table_id)

    run(scenario())


def test_a_seat_that_is_taken_stays_taken(server: ServerProcess) -> None:
    async def scenario() -> None:
        host, guest = Client(server.address), Client(server.address)
        opened = await host.open_table("oca", [me("Badia"), OPEN])
        table_id = opened["table"]["id"]
        with pytest.raises(ServerRefused, match="seat 1 is taken"):
            await guest.sit_down(table_id, 1, "Murùni")
        with pytest.raises(ServerRefused, match="there is no seat 3"):
            await guest.sit_down(table_id, 3, "Murùni")
        both = await asyncio.gather(
            guest.sit_down(table_id, 2, "Murùni"),
            Client(server.address).sit_down(table_id, 2, "Stormo"),
            return_exceptions=True,
        )
        assert sum(isinstance(answer, str) for answer in both) == 1
        assert sum(isinstance(answer, ServerRefused) for answer in both) == 1

    run(scenario())


def test_whoever_leaves_is_replaced_by_a_bot_and_may_come_back(server: ServerProcess) -> None:
    async def scenario() -> None:
        host, guest = Client(server.address), Client(server.address)
        opened = await host.open_table("oca", [me("Badia"), OPEN])
        table_id = opened["table"]["id"]
        token = await guest.sit_down(table_id, 2, "Murùni")
        await host.start(table_id)
        async with host.sit(table_id, opened["tokens"].values()) as one:
            await one.throw(1)
            with pytest.raises(ServerRefused, match="seat 2 is not yours"):
                await guest.request("DELETE", f"/api/tables/{table_id}/seats/2", tokens=[])
            await guest.request("DELETE", f"/api/tables/{table_id}/seats/2", tokens=[token])
            while one.thrower != 1 and not one.legal(1):
                await one.change()
            assert any(entry["actor"] == "table" for entry in one.log[1:])
            assert one.table["seats"][1]["left"]
            table = await host.request("PUT", f"/api/tables/{table_id}/seats/2", bot("easy"))
            assert table["seats"][1]["bot"] == "easy"
            moved = await Client(server.address).request(  # another device, by the seat's token
                "POST", f"/api/tables/{table_id}/seats/2", {"name": "x"}, tokens=[token]
            )
            back = await guest.sit_down(table_id, 2, "Somebody else")
            assert len({back, token, moved["token"]}) == 3
            async with guest.sit(table_id, [back]) as two:
                assert two.table["seats"][1]["name"] == "Murùni"
                assert not two.table["seats"][1]["left"]
            with pytest.raises(Disconnected) as closed:
                async with guest.sit(table_id, [token]):
                    pass
            assert closed.value.code == 4401

    run(scenario())


def test_a_rematch_moves_the_seats_on(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        opened = await client.open_table("oca", [me("Badia"), me("Murùni"), bot("easy")])
        table_id = opened["table"]["id"]
        with pytest.raises(ServerRefused, match="not over"):
            await client.request(
                "POST", f"/api/tables/{table_id}/rematch", tokens=opened["tokens"].values()
            )
        await client.start(table_id)
        async with client.sit(table_id, opened["tokens"].values()) as table:
            while not table.over:
                mine = [seat for seat in (1, 2) if table.thrower == seat or table.legal(seat)]
                await (play_seat(table, mine[0]) if mine else table.change())
            assert table.moment["winners"]
            following = await client.request(
                "POST", f"/api/tables/{table_id}/rematch", tokens=opened["tokens"].values()
            )
            names = [(seat["kind"], seat["name"]) for seat in following["seats"]]
            assert names[1:] == [("person", "Badia"), ("person", "Murùni")]
            assert names[0][0] == "bot"
            message = table.rematch or await receive_until(table, "rematch")
            assert sorted(message["tokens"]) == ["2", "3"]
            again = await client.request(
                "POST", f"/api/tables/{table_id}/rematch", tokens=opened["tokens"].values()
            )
            assert again["id"] == following["id"]
            async with client.sit(following["id"], message["tokens"].values()) as next_table:
                assert next_table.seats == [2, 3]

    run(scenario())


def test_listed_tables_are_found_and_private_ones_only_by_their_device(
    server: ServerProcess,
) -> None:
    async def scenario() -> None:
        host, other = Client(server.address), Client(server.address)
        shown = await host.open_table("oca", [me("Badia"), OPEN], listed=True)
        hidden = await host.open_table("oca", [me("Badia"), OPEN])
        listed = [table["id"] for table in await other.request("GET", "/api/tables")]
        assert shown["table"]["id"] in listed
        assert hidden["table"]["id"] not in listed
        mine = await host.request("GET", "/api/my/tables")
        assert {table["id"] for table in mine} == {shown["table"]["id"], hidden["table"]["id"]}
        assert all(table["host"] and table["yours"] == [1] for table in mine)
        assert await other.request("GET", "/api/my/tables") == []
        assert not shown["table"]["chat"]
        assert hidden["table"]["chat"]

    run(scenario())


def test_people_chat_where_a_table_allows_it(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        opened = await client.open_table("oca", [me("Badia"), me("Murùni")])
        tokens = list(opened["tokens"].values())
        table_id = opened["table"]["id"]
        async with client.sit(table_id, tokens[:1]) as one, client.sit(table_id) as watcher:
            await one.say(1, "  Forza\n Badia ")
            received = await receive_until(watcher, "chat")
            assert (received["chat"]["name"], received["chat"]["text"]) == ("Badia", "Forza Badia")
            with pytest.raises(ServerRefused, match="not yours"):
                await watcher.say(1, "no")
        async with client.sit(table_id) as later:
            assert [line["text"] for line in later.chat] == ["Forza Badia"]
        silent = await client.open_table("oca", [me("Badia"), OPEN], listed=True)
        async with client.sit(silent["table"]["id"], silent["tokens"].values()) as one:
            with pytest.raises(ServerRefused, match="no chat"):
                await one.say(1, "hello")

    run(scenario())


def test_a_hot_seat_sees_each_of_its_seats(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        opened = await client.open_table("camino", [me("one"), me("two")])
        await client.start(opened["table"]["id"])
        async with client.sit(opened["table"]["id"], opened["tokens"].values()) as table:
            while not table.legal(1):
                await table.change()
            assert table.seats == [1, 2]
            assert set(table.moment["views"]) == {"1", "2"}
            step = next(text for text in table.legal(1) if text != "stop")
            await table.act(1, step)
            views = table.moment["views"]
            assert views["1"]["seats"][0]["path"] != views["2"]["seats"][0]["path"]

    run(scenario())


def test_what_cannot_be_set_up_is_refused_by_name(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        for seats, settings, code, why in (
            ([me("a")], {}, "illegal", "oca is for 2 to 10"),
            ([bot("easy"), bot("easy")], {}, "illegal", "at least one must be for a person"),
            ([me("a"), bot("genius")], {}, "illegal", "bot 'genius': is not offered"),
            ([me("a"), bot("cmd:/bin/true")], {}, "illegal", "is not offered here"),
            ([me("a"), bot("py:os:abort")], {}, "illegal", "is not offered here"),
            ([me("a"), me("b")], {"options": {"flock": 3}}, "bad-option", "option flock"),
            ([me("a"), me("b")], {"options": {"geese": 3}}, "bad-option", "unknown"),
            ([me("\u0007"), me("b")], {}, "bad-name", "cannot be printed"),
            ([me("a" * 41), me("b")], {}, "broken", "length"),
            ([me("a"), me("b")], {"limit": -1}, "broken", "limit"),
            ([me("a"), me("b")], {"nonsense": 1}, "broken", "nonsense"),
        ):
            with pytest.raises(ServerRefused, match=why) as refused:
                await client.open_table("oca", seats, **settings)
            assert refused.value.code == code
        with pytest.raises(ServerRefused, match="no game 'chess'"):
            await client.open_table("chess", [me("a"), me("b")])
        with pytest.raises(ServerRefused, match="not offered here"):
            await client.open_table("europa", [me("a"), me("b")], options={"pack": "/etc/passwd"})
        with pytest.raises(ServerRefused, match="no such table"):
            await client.request("GET", "/api/tables/aaaaaaaa")
        with pytest.raises(ServerRefused, match="Periplo-Device must be"):
            await Client(server.address, "short").open_table("oca", [me("a"), me("b")])

    run(scenario())


def test_bots_act_in_secret_beside_people_who_take_back(server: ServerProcess) -> None:
    """Each bot is asked once for each of its actions, whatever the others do meanwhile."""

    async def scenario() -> None:
        client = Client(server.address)
        opened = await client.open_table("camino", [me("Badia"), bot("medium"), bot("medium")])
        table_id = opened["table"]["id"]
        await client.start(table_id)
        async with client.sit(table_id, opened["tokens"].values()) as table:
            for number in (1, 2):
                while not table.legal(1):
                    await table.change()
                await table.act(1, next(text for text in table.legal(1) if text != "stop"))
                await table.undo(1)
                await table.act(1, "stop")
                while table.moment["view"]["round"] == number:
                    await table.change()
            for seat in ("2", "3"):
                texts = [entry["text"] for entry in table.log if entry["actor"] == seat]
                assert texts.count("stop") == 2

    run(scenario())


def test_a_table_lists_all_its_options(server: ServerProcess, game_id: str) -> None:
    async def scenario() -> None:
        game = periplo.game(game_id)
        opened = await Client(server.address).open_table(game_id, [me("Badia"), OPEN])
        complete, usual = opened["table"]["options"], game.read_setup(2, None)
        assert set(complete) == {name for name, value in usual.items() if value is not None}
        assert game.read_setup(2, complete) == usual

    run(scenario())


def test_two_people_at_a_table_never_have_the_same_name(server: ServerProcess) -> None:
    async def scenario() -> None:
        host, guest = Client(server.address), Client(server.address)
        with pytest.raises(ServerRefused) as refused:
            await host.open_table("oca", [me("Brno"), me("brno")])
        assert refused.value.code == "name-taken"
        opened = await host.open_table("oca", [me("Badia"), bot("easy"), OPEN])
        table_id = opened["table"]["id"]
        names = [seat["name"] for seat in opened["table"]["seats"]]
        assert names[:2] == ["Badia", "Badia 2"]  # as the game calls its second seat
        with pytest.raises(ServerRefused) as refused:
            await guest.sit_down(table_id, 3, "Badia")
        assert refused.value.code == "name-taken"
        await guest.sit_down(table_id, 3, "Badia 3")

    run(scenario())
