"""What the pages of an event's officials look up, over a real server."""

import json
from collections.abc import Awaitable
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from helping import open_and_begin, run
from officiating import Event, next_action, rosters
from server_process import ServerProcess
from wire import Wire, wired

from periplo.client import Client, ServerRefused, bot, captain
from periplo.core.dice import Dice
from periplo.core.state import TABLE
from periplo.play.match import Match

pytestmark = pytest.mark.usefixtures("quiet")


@pytest.fixture(scope="module")
def client(server: ServerProcess) -> Client:
    return Client(server.address)


async def past_snapshots(client: Client, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = await client.request("GET", f"/api/tables/{table}/moments")
    return found


def test_every_entry_names_the_line_whose_place_it_comes_from(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(client, "oca", 2)
        judge = await event.appoint("judge", "Brno")
        await event.start()
        async with (
            wired(client.address, event.id) as follower,
            wired(client.address, event.id, judge) as desk,
        ):
            first = await desk.done("enter", outcome="1+2")
            await desk.done("note", text="so that numbers of lines and of entries differ")
            second = await desk.done("enter", outcome="1+2")
            entries = [
                entry
                for news in await follower.catch_up()
                if news["t"] == "moment"
                for entry in news["moment"]["entries"]
            ]
            assert [entry["line"] for entry in entries] == [first, second]
            await desk.done("correct", of=first, to="1+1")
            (news,) = [one for one in await follower.catch_up() if one["t"] == "moment"]
            assert [entry["line"] for entry in news["moment"]["log"]] == [first, second]
        asked = await past_snapshots(client, event.id)
        entries = [entry for moment in asked for entry in moment["entries"]]
        assert [(entry["text"], entry["line"]) for entry in entries] == [
            ("1+1", first), ("1+2", second),
        ]  # fmt: skip
        async with wired(client.address, event.id) as follower:
            assert [entry["line"] for entry in follower.welcome["log"]] == [first, second]

    run(scenario())


def test_entries_of_other_tables_name_no_line(client: Client) -> None:
    async def scenario() -> None:
        table, tokens = await open_and_begin(client, "oca")
        async with client.sit(table, tokens) as seated:
            await seated.throw(seated.thrower or 0)
        entries = [entry for one in await past_snapshots(client, table) for entry in one["entries"]]
        assert entries
        assert all("line" not in entry for entry in entries)

    run(scenario())


def newest_moment(wire: Wire) -> dict[str, Any]:
    """The last that was sent there."""
    sent = [one["moment"] for one in wire.received if one.get("moment") is not None]
    moment: dict[str, Any] = sent[-1]
    return moment


async def code_of(asked: Awaitable[Any]) -> str:
    with pytest.raises(ServerRefused) as refused:
        await asked
    return refused.value.code


def test_who_acts_for_a_seat_sees_what_that_seat_sees_and_nobody_else(client: Client) -> None:
    async def scenario() -> None:
        seats = [captain("Badia"), captain("Murùni"), bot("easy")]
        event = await Event.open(client, "camino", seats, event={"confirm": 0})
        judge = await event.appoint("judge", "Brno")
        others = [await event.appoint(role, role) for role in ("notary", "steward", "herald")]
        others += [event.organiser, await event.appoint("captain", "Koln", 2)]
        own = await event.appoint("captain", "Paris", 1)
        stranger = Client(client.address)
        assert await code_of(stranger.behalf(event.id, 1, [judge])) == "not-begun"
        await event.start()
        async with (
            wired(client.address, event.id, judge) as desk,
            wired(client.address, event.id, own) as first,
        ):
            dice = Dice(7)
            match = Match.new("camino", seats=3)
            while match.state.actors() == [TABLE]:
                outcome = next_action(match, dice)[1]
                await desk.done("enter", outcome=outcome)
                match.write(outcome)
            while newest_moment(first)["actors"] != ["1", "2"]:
                await first.receive()  # until the bot is done
            await desk.catch_up()
            legal = newest_moment(first)["legal"]["1"]
            assert (await stranger.behalf(event.id, 1, [judge]))["line"] is None
            step = next(one for one in legal if one != "stop")
            line = await desk.done("act", seat=1, action=step)
            await first.catch_up()
            moment = newest_moment(first)
            shown = await stranger.behalf(event.id, 1, [judge])
            assert shown == {
                "n": moment["n"],
                "seat": 1,
                "view": moment["view"],
                "derived": moment["derived"],
                "choices": moment["choices"]["1"],
                "actors": moment["actors"],
                "line": line,
            }
            assert shown["choices"]
            hidden = await stranger.behalf(event.id, 2, [judge])
            assert hidden["view"] != shown["view"]  # what the first seat drew is not there
            await desk.catch_up()
            assert newest_moment(desk)["view"] != shown["view"]  # and nobody is sent it unasked
        for token in others:
            assert await code_of(stranger.behalf(event.id, 1, [token])) == "not-yours"
        assert await code_of(stranger.behalf(event.id, 1)) == "not-yours"
        assert await code_of(client.behalf(event.id, 1)) == "not-yours"  # the organiser's device
        assert await stranger.behalf(event.id, 1, [own]) == shown
        assert await code_of(stranger.behalf(event.id, 3, [judge])) == "bot-plays"
        assert await code_of(stranger.behalf(event.id, 4, [judge])) == "broken"
        assert await code_of(stranger.behalf(event.id, 0, [judge])) == "broken"

    run(scenario())


def test_a_seat_that_is_not_to_act_has_nothing_to_choose(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(client, "poleana", 2)
        judge = await event.appoint("judge", "Brno")
        await event.start()
        shown = await client.behalf(event.id, 1, [judge])
        assert (shown["choices"], shown["actors"]) == ([], ["table"])

    run(scenario())


def test_stewards_see_who_must_stand_where_and_whether_they_do(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(client, "oca", 2, event={"rosters": rosters(2, 10), "confirm": 0})
        steward = await event.appoint("steward", "Hamburg")
        judge = await event.appoint("judge", "Brno")
        leader = await event.appoint("captain", "Koln", 2)
        stranger = Client(client.address)
        assert await stranger.places(event.id, [steward]) == {"places": [], "home": []}
        await event.start()
        own = (await client.request("GET", f"/api/tables/{event.id}"))["options"]["squares"]
        async with wired(client.address, event.id, steward, judge) as desk:
            await desk.done("enter", outcome="1+1")  # three of the first flock are called out
            shown = await stranger.places(event.id, [steward])
            assert shown["places"] == [
                {"seat": 1, "person": "1.1", "square": 2, "in": None},
                {"seat": 1, "person": "1.2", "square": 1, "in": None},
                {"seat": 1, "person": "1.3", "square": 1, "in": None},
                {"seat": 1, "person": "1.4", "square": 1, "in": None},
                {"seat": 2, "person": "2.1", "square": 0, "in": None},
            ]
            assert shown["home"] == [
                {
                    "seat": 1, "square": own[0], "people": [f"1.{one}" for one in range(5, 11)],
                    "may_go": [f"1.{one}" for one in range(2, 11)],
                },
                {
                    "seat": 2, "square": own[1], "people": [f"2.{one}" for one in range(2, 11)],
                    "may_go": [],
                },
            ]  # fmt: skip
            by = event.officials["Hamburg"]
            for one, is_in in ((shown["places"][1], True), (shown["places"][2], False)):
                await desk.done("place", **{**one, "in": is_in, "as": by})
            places = (await stranger.places(event.id, [steward]))["places"]
            assert [one["in"] for one in places] == [None, True, False, None, None]
            assert await stranger.places(event.id, [leader]) == {
                "places": places[4:], "home": shown["home"][1:],
            }  # fmt: skip
            for _ in range(2):  # the first flock walks on, all of it
                await desk.catch_up()
                await desk.done("enter", outcome="3+6")
        places = (await stranger.places(event.id, [steward]))["places"]
        assert all(one["in"] is None for one in places)
        assert await code_of(stranger.places(event.id)) == "not-yours"

    run(scenario())


def test_pieces_without_names_stand_where_the_game_says(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(client, "poleana", 2, event={"rosters": [["a", "b"], ["c"]]})
        steward = await event.appoint("steward", "Hamburg")
        await event.start()
        async with wired(client.address, event.id, steward) as desk:
            first = (await client.places(event.id))["places"][0]
            assert first == {"seat": 1, "piece": 1, "square": "cell", "in": None}
            await desk.done("place", **{**first, "in": True})
        shown = await client.places(event.id)
        assert [(one["seat"], one["piece"], one["in"]) for one in shown["places"]] == [
            (seat, piece, True if (seat, piece) == (1, 1) else None)
            for seat in (1, 2)
            for piece in (1, 2, 3, 4)
        ]
        assert shown["home"] == [
            {"seat": 1, "square": None, "people": ["a", "b"], "may_go": []},
            {"seat": 2, "square": None, "people": ["c"], "may_go": []},
        ]
        plain = await Event.open(client, "oca", 2)
        await plain.start()
        assert await client.places(plain.id) == {
            "places": [
                {"seat": seat, "piece": "bearer", "square": 0, "in": None} for seat in (1, 2)
            ],
            "home": [],
        }

    run(scenario())


def test_the_organiser_sees_who_is_connected(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(client, "oca", 2)
        judge = await event.appoint("judge", "Brno")
        herald = await event.appoint("herald", "Praha")

        async def connected() -> list[tuple[str, int]]:
            return [(one["name"], one["connected"]) for one in await client.officials(event.id)]

        assert await connected() == [("Brno", 0), ("Praha", 0)]
        async with wired(client.address, event.id, event.organiser) as organiser:
            async with (
                wired(client.address, event.id, judge),
                wired(client.address, event.id, judge),  # two windows
                wired(client.address, event.id, judge, herald),
                wired(client.address, event.id),
            ):
                assert await connected() == [("Brno", 3), ("Praha", 1)]
                assert len([one for one in await organiser.catch_up() if one["t"] == "table"]) == 4
            while len([one for one in organiser.received if one["t"] == "table"]) < 8:
                await organiser.receive()  # each who leaves is news, too
            assert await connected() == [("Brno", 0), ("Praha", 0)]

    run(scenario())


def test_a_preview_shows_what_the_request_then_brings_about(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(client, "oca", 2, event={"rosters": rosters(2, 10), "confirm": 1})
        judge = await event.appoint("judge", "Brno")
        notary = await event.appoint("notary", "Paris")
        leader = await event.appoint("captain", "Koln", 2)
        assert await code_of(client.preview(event.id, "enter", [judge], outcome="1+1")) == (
            "not-begun"
        )
        await event.start()
        async with (
            wired(client.address, event.id, judge) as desk,
            wired(client.address, event.id, notary) as other,
            wired(client.address, event.id) as follower,
        ):
            before = await event.journal()
            shown = await client.preview(event.id, "enter", [judge], outcome="1+1")
            assert await event.journal() == before
            assert await follower.catch_up() == []  # nobody learns of it
            first = await desk.done("enter", outcome="1+1")
            await other.catch_up()
            await other.done("confirm", of=first)
            await follower.catch_up()
            moment = newest_moment(follower)
            assert shown["lines"][0] | {"time": 0} == {
                "no": first, "time": 0, "by": {"role": "judge", "name": "Brno"},
                "kind": "entered", "outcome": "1+1", "seat": 1, "need": 1,
            }  # fmt: skip
            for name in ("view", "scores", "winners", "over"):
                assert shown[name] == moment[name]
            assert shown["totals"] == moment["scores"]
            assert without_times(shown["entries"]) == without_times(moment["entries"])
            assert shown["people"] == [
                {"seat": 1, "name": "1.1", "from": 0, "to": 2},
                *({"seat": 1, "name": f"1.{one}", "from": None, "to": 1} for one in (2, 3, 4)),
            ]
            await desk.catch_up()
            second = await desk.done("enter", outcome="1+2")
            await other.catch_up()
            await other.done("confirm", of=second)

            shown = await client.preview(event.id, "correct", [judge], of=first, to=None)
            assert (shown["out"], shown["back"], shown["entries"]) == ([second], [], [])
            shown = await client.preview(event.id, "correct", [judge], of=first, to="1+4")
            await desk.catch_up()
            await desk.done("correct", of=first, to="1+4")
            await follower.catch_up()
            moment = newest_moment(follower)
            assert shown["view"] == moment["view"]
            assert shown["entries"] == moment["log"]
            shown = await client.preview(
                event.id, "penalty", [judge], seat=2, points=-3, why="late"
            )
            assert shown["totals"] == [moment["scores"][0], moment["scores"][1] - 3]
            assert (shown["view"], shown["entries"]) == (moment["view"], [])

        position = moment["view"]
        was, position["flocks"][1]["bearer"] = position["flocks"][1]["bearer"], 20
        asked = {"text": "to the 20th", "position": position}
        shown = await client.preview(event.id, "propose", [notary], **asked)
        assert [line["kind"] for line in shown["lines"]] == ["proposed"]
        assert shown["view"] == position
        assert [entry["events"] for entry in shown["entries"]] == [[{"rule": "", "kind": "set"}]]
        assert shown["people"] == [{"seat": 2, "name": "2.1", "from": was, "to": 20}]
        shown = await client.preview(event.id, "note", [leader], text="hot")
        assert shown["people"] == []

        for code, tokens, verb, fields in (
            ("not-yours", [notary], "correct", {"of": first, "to": None}),
            ("not-yours", [], "enter", {"outcome": "1+1"}),
            ("illegal", [judge], "enter", {"outcome": "7+7"}),
            ("no-line", [judge], "correct", {"of": 99, "to": None}),
            ("illegal", [judge], "propose", {"text": "?", "position": {}}),
            ("broken", [judge], "enter", {"outcome": "1+1", "seat": 1}),
            ("broken", [judge], "enter", {}),
            ("broken", [judge], "dance", {}),
            ("broken", [judge, notary], "propose", {"text": "which of the two?"}),
            ("stale", [judge], "enter", {"outcome": "1+1", "line": first}),
        ):
            found = await code_of(client.preview(event.id, verb, tokens, **fields))
            assert found == code, (verb, fields)
        by = event.officials["Paris"]
        asked = {"text": "the notary's", "as": by}
        shown = await client.preview(event.id, "propose", [judge, notary], **asked)
        assert shown["lines"][0]["by"]["name"] == "Paris"

    run(scenario())


def without_times(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [entry | {"time": 0} for entry in entries]


def test_the_council_sets_pieces_by_hand_and_proposes_what_it_sees(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(
            client, "oca", [captain("Murùni"), captain("Badia")], event={"confirm": 0}
        )
        judge = await event.appoint("judge", "Brno")
        notary = await event.appoint("notary", "Paris")
        herald = await event.appoint("herald", "Praha")
        assert await code_of(client.arrangement(event.id, tokens=[judge])) == "not-begun"
        await event.start()
        async with wired(client.address, event.id, judge) as desk:
            await desk.done("enter", outcome="1+1")
            shown = await client.arrangement(event.id, "it", [notary])
            position = shown["position"]
            assert position == newest_moment(desk)["view"]
            fields = {field["label"]: field for field in shown["fields"]}
            stray = fields["Murùni: disperso 1"]
            assert (stray["seat"], stray["kind"], stray["value"]) == (1, "place", 1)
            inside = position
            for key in stray["path"][:-1]:
                inside = inside[key]
            inside[stray["path"][-1]] = "home"
            arranged = await client.check_arrangement(event.id, position, [notary])
            assert len(arranged["flocks"][0]["strays"]) == 2
            assert arranged["flocks"][0]["home"] == position["flocks"][0]["home"] + 1
            drawing = await client.draw_arrangement(event.id, position, "it", [judge])
            assert drawing.startswith("<svg")
            assert "Murùni" in drawing
            line = await desk.done("propose", text="one comes home", position=arranged)
            await desk.done("vote", of=line, yes=True)
        assert await client.check_arrangement(event.id, arranged, [judge]) == arranged

        wrong = arranged | {"turn": 9}
        for token in (herald, event.organiser):
            assert await code_of(client.arrangement(event.id, tokens=[token])) == "not-yours"
            asked = client.check_arrangement(event.id, arranged, [token])
            assert await code_of(asked) == "not-yours"
            assert await code_of(client.draw_arrangement(event.id, arranged, "it", [token])) == (
                "not-yours"
            )
        for position in (wrong, {}, {"flocks": "x"}, arranged | {"flocks": [None] * 2}):
            assert await code_of(client.check_arrangement(event.id, position, [judge])) == "illegal"
            asked_drawing = client.draw_arrangement(event.id, position, "en", [judge])
            assert await code_of(asked_drawing) == "illegal"
        huge = {"position": "x" * 33_000}
        assert await code_of(client.check_arrangement(event.id, huge, [judge])) == "http"

    run(scenario())


def test_an_arrangement_shows_nothing_that_seats_draw_in_secret(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(client, "camino", 2, event={"confirm": 0})
        judge = await event.appoint("judge", "Brno")
        await event.start()
        async with wired(client.address, event.id, judge) as desk:
            for outcome in ("board 1", "board 2", "card 4"):
                await desk.done("enter", outcome=outcome)
            shown = await client.behalf(event.id, 1, [judge])
            step = next(one["text"] for one in shown["choices"] if one["text"] != "stop")
            await desk.done("act", seat=1, action=step)
            position = (await client.arrangement(event.id, tokens=[judge]))["position"]
            assert position["seats"][0]["end"] is None
            assert (await client.behalf(event.id, 1, [judge]))["view"] != position
            checked = await client.check_arrangement(event.id, position | {"card": 5}, [judge])
            assert checked["card"] == 5

    run(scenario())


SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def test_rosters_are_read_from_what_is_pasted_and_faults_say_where(client: Client) -> None:
    def read(text: str, kind: str = "text/plain") -> Any:
        address = f"{client.address}/api/games/oca/rosters?teams=Badia&teams=Mur%C3%B9ni"
        with urlopen(Request(address, text.encode(), {"Content-Type": kind})) as answer:
            return json.load(answer)

    pasted = "Murùni; Brno\nMurùni; Porto\nBadia; Lyon\nBadia; Gdańsk\n"
    wanted = {
        "rosters": [["Lyon", "Gdańsk"], ["Brno", "Porto"]],
        "teams": ["Badia", "Murùni"],
        "faults": [],
    }
    assert read(pasted) == wanted
    assert read(pasted.replace("; ", ","), "text/csv") == wanted
    found = read("Badia; Lyon\nBadia; Lyon\nMurùni; Brno\nMurùni; Porto\n")
    assert found["rosters"] == []
    assert found["faults"][0]["row"] == 2
    assert "Lyon is there twice" in found["faults"][0]["text"]
    assert found["faults"][0]["code"] == "twice"
    assert found["faults"][0]["name"] == "Lyon"
    assert "no spreadsheet" in read("PK", SPREADSHEET)["faults"][0]["text"]
    assert read("PK\x03\x04", "")["faults"][0]["code"] == "unreadable"  # whatever it is called
    assert read("A;B;C\nBrno;Koln;Gent")["faults"][0]["code"] == "other-teams"
    with pytest.raises(HTTPError, match="413"):
        read("x" * (200 * 1024 + 1))


def test_a_team_has_its_colour_and_sign(client: Client) -> None:
    async def scenario() -> None:
        seats = [captain("Badia", "blue-goose"), captain("Murùni")]
        opened = await client.open_table("oca", seats, chance="real")
        table = opened["table"]
        assert [seat["mark"] for seat in table["seats"]] == ["blue-goose", ""]
        table = await client.change_event(table["id"], seats=[seats[1], captain("Gent", "red-egg")])
        assert [seat["mark"] for seat in table["seats"]] == ["", "red-egg"]
        path = f"/api/tables/{table['id']}/seats/1"
        table = await client.request("PUT", path, captain("Brno", "green-oak"))
        assert [seat["mark"] for seat in table["seats"]] == ["green-oak", "red-egg"]
        wrong = captain("Brno", "<script>")
        assert await code_of(client.request("PUT", path, wrong)) == "broken"

    run(scenario())
