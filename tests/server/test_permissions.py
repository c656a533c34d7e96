"""Who may ask for what, and when, and who sees what. What is expected stands here in full: the
tables in the code are not asked.
"""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from helping import finish, run
from rooms import WELL_FORMED, Room, in_a_room
from server_process import ServerProcess
from worlds import World, world

from periplo.client import Client, ServerRefused
from periplo.desk import permissions as at_a_real_table
from periplo.desk.roles import ROLES, VERBS
from periplo.table.permissions import PERMISSIONS, RequestName
from periplo.table.rows import OVER, PLAYING, WAITING, Status
from periplo.table.seats import AWAY_AFTER

pytestmark = pytest.mark.usefixtures("quiet")


# ---- a table with dice of its own: the host has the first of two seats, another player the other

HOST, OTHER, STRANGER = 0, 1, 9
AT_THE_DOOR = (
    "not-yours", "taken", "host-only", "gathering", "not-begun", "begun", "over", "not-over",
)  # fmt: skip
HASH = "0" * 64

Ask = Callable[[World, int], Awaitable[str]]  # the code of a refusal; "" if there is none


def by_socket(kind: str, **more: object) -> Ask:
    return by_socket_without_seat(kind, seat=1, **more)


def by_socket_without_seat(kind: str, **more: object) -> Ask:
    async def ask(world: World, asker: int) -> str:
        message = {"t": kind, **more}
        answer = await world.answer(asker if asker in world.wires else None, message)
        return str(answer.get("code", ""))

    return ask


def by_http(method: str, path: str, body: object = None) -> Ask:
    async def ask(world: World, asker: int) -> str:
        its = f"/api/tables/{world.table_id}/{path}".rstrip("/")
        answer = await world.request(method, its, asker, body)
        return "" if answer.status_code < 300 else str(answer.json()["code"])

    return ask


class Case(NamedTuple):
    """Codes while it waits, while it is played and when it is over; one for all three. "-" is
    for what is not refused at the door, though perhaps further in.
    """

    ask: Ask
    host: str
    other: str  # who sits down only at the start
    stranger: str
    is_other_away: bool = False


CASES: dict[RequestName, Case] = {
    "act": Case(
        by_socket("act", n=0, action="nonsense"), "not-begun - over", "not-yours", "not-yours"
    ),
    "throw": Case(by_socket("throw", n=0), "not-begun - over", "not-yours", "not-yours"),
    "undo": Case(by_socket("undo", n=0), "not-begun - over", "not-yours", "not-yours"),
    "verdict": Case(
        by_socket_without_seat("verdict", n=0, outcome="right"),
        "not-begun - over", "not-yours", "not-yours",
    ),
    "promise": Case(by_socket("promise", hash=HASH), "not-begun - over", "not-yours", "not-yours"),
    "contribute": Case(
        by_socket("contribute", value=HASH), "not-begun - over", "not-yours", "not-yours"
    ),
    "ready": Case(by_socket("ready", ready=True), "- begun begun", "not-yours", "not-yours"),
    "mark": Case(by_socket("mark", mark="sail-3"), "- begun begun", "not-yours", "not-yours"),
    "chat": Case(by_socket("chat", text="hola"), "-", "not-yours", "not-yours"),
    # from the start on the other has it
    "take open seat": Case(
        by_http("POST", "seats/2", {"name": "\u200b"}), "- taken taken", "-", "- taken taken"
    ),
    "sit down again": Case(by_http("POST", "seats/1", {"name": "\u200b"}), "-", "taken", "taken"),
    "assign seat": Case(
        by_http("PUT", "seats/2", {"kind": "bot", "bot": "easy"}), "-", "host-only", "host-only"
    ),
    "replace absent": Case(
        by_http("PUT", "seats/2", {"kind": "bot", "bot": "easy"}),
        "-", "host-only - host-only", "host-only", is_other_away=True,
    ),
    "hand over": Case(
        by_http("POST", "seats/2/link"), "not-begun - over", "host-only", "host-only"
    ),
    "suggest": Case(
        by_socket("suggest", what="skip", about=2), "not-begun - over", "not-yours", "not-yours"
    ),
    "agree": Case(
        by_socket("agree", agrees=True), "not-begun - over", "not-yours", "not-yours"
    ),
    "concede": Case(by_socket("concede"), "not-begun - over", "not-yours", "not-yours"),
    # this is no class table: whoever holds the seat learns it, nobody teaches here
    "advise": Case(
        by_socket("advise", n=0, action="move"), "not-begun - over", "not-yours", "not-yours"
    ),
    "pass hand": Case(by_socket("hand", to=1), "-", "not-yours", "not-yours"),
    "admit": Case(
        by_socket("admit", member=1, **{"in": True}), "-", "not-yours", "not-yours"
    ),
    "answer aside": Case(
        by_socket("side", n=0, answer="A"), "not-begun - over", "not-yours", "not-yours"
    ),
    "skip question": Case(
        by_socket_without_seat("skip", n=0), "not-yours", "not-yours", "not-yours"
    ),
    "pause class": Case(
        by_socket_without_seat("pause", paused=True), "not-yours", "not-yours", "not-yours"
    ),
    "ring bell": Case(by_socket_without_seat("bell"), "not-yours", "not-yours", "not-yours"),
    "read report": Case(by_http("GET", "report.json"), "not-yours", "not-yours", "not-yours"),
    # which is asked for as a rehearsal is thrown away, and this is neither
    "delete class": Case(by_http("DELETE", ""), "-", "-", "-"),
    "leave seat": Case(by_http("DELETE", "seats/1"), "-", "not-yours", "not-yours"),
    "start": Case(by_http("POST", "start"), "- begun begun", "host-only", "host-only"),
    "ask hint": Case(by_http("POST", "hint?seat=1"), "not-begun - over", "not-yours", "not-yours"),
    "ask judge": Case(by_http("POST", "judge"), "- - over", "host-only", "host-only"),
    "rematch": Case(
        by_http("POST", "rematch"),
        "not-over not-over -", "not-yours not-over -", "not-yours",
    ),
    "read record": Case(
        by_http("GET", "record"), "not-over not-over -", "not-over not-over -",
        "not-over not-over -",
    ),
    "look as seat": Case(by_http("GET", "text?seat=1"), "-", "not-yours", "not-yours"),
}  # fmt: skip
STAGES: tuple[Status, ...] = (WAITING, PLAYING, OVER)
WAIT_FOR_DICE = (
    "act", "throw", "undo", "verdict", "suggest", "agree", "concede", "advise", "answer aside",
)  # fmt: skip


async def reach(here: World, stage: Status, is_other_away: bool) -> None:
    if stage == WAITING:
        await here.invite("oca", 2, {})
        await here.connect(None)
        await here.connect(HOST)
        return
    await here.open("oca", 2, {})
    if is_other_away:
        await here.wires.pop(OTHER).close()
        await here.flush()
    if stage == OVER:
        finish(here.table)
        await here.table.flush()


def test_every_request_of_the_code_has_a_case() -> None:
    assert CASES.keys() == PERMISSIONS.keys()


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("name", CASES)
def test_who_may_ask_for_it_and_when(
    name: RequestName, stage: Status, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = CASES[name]

    async def scenario() -> None:
        async with world("here", tmp_path, monkeypatch) as here:
            await reach(here, stage, case.is_other_away)
            for asker, row in (
                (STRANGER, case.stranger), (OTHER, case.other), (HOST, case.host),
            ):  # fmt: skip
                codes = row.split() * (1 if " " in row else 3)
                code = await case.ask(here, asker)
                seen = code if code in AT_THE_DOOR else "-"
                assert seen == codes[STAGES.index(stage)], (asker, code)

    run(scenario())


@pytest.mark.parametrize("name", [name for name in CASES if "- over" in CASES[name].host])
def test_what_needs_dice_waits_until_they_are_mixed(
    name: RequestName, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with world("here", tmp_path, monkeypatch) as here:
            await here.gather("oca", 2, {})
            code = await CASES[name].ask(here, HOST)
            # a contribution that nobody promised is too early in another way
            assert (code == "gathering") == (name in WAIT_FOR_DICE or name == "contribute")

    run(scenario())


def test_without_the_host_all_agree_who_makes_the_link_of_a_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever suggested it, once; and nobody else is sent the token."""

    async def scenario() -> None:
        async with world("here", tmp_path, monkeypatch) as here:
            await here.open("oca", 4, {})
            link = by_http("POST", "seats/4/link")
            for seat in (HOST, 3):
                await here.wires.pop(seat).close()
            here.clock += 1000 * AWAY_AFTER
            await here.ask("suggest", 1, what="give", about=4)
            assert [await link(here, asker) for asker in (1, 2, STRANGER)] == ["host-only"] * 3
            await here.ask("agree", 2, agrees=True)
            assert [await link(here, asker) for asker in (2, STRANGER)] == ["host-only"] * 2
            path = f"/api/tables/{here.table_id}/seats/4/link"
            token = (await here.request("POST", path, 1)).json()["token"]
            await here.flush()
            assert await link(here, 1) == "host-only"
            assert not [
                text for wire in here.wires.values() for text in wire.received if token in text
            ]
            here.tokens[3] = token
            await here.connect(3)
            assert json.loads(here.wires[3].received[0])["seats"] == [4]

    run(scenario())


# ---- a real table, as the page of real tables has it

# "v" may, "-" may not, "s" for the own seat only, "n" only while no validator is appointed
OFFICES = ("organiser", "validator", "notary", "steward", "judge", "captain", "herald", "anybody")
VERBS_BY_OFFICE: dict[str, str] = {
    "enter":      "- v n - v - - -",
    "void":       "- v n - v - - -",
    "confirm":    "- - v - v - - -",
    "dispute":    "- - v - v - - -",
    "act":        "- v - - v s - -",
    "name":       "- - v - v s - -",
    "penalty":    "- - - - v - - -",
    "sanction":   "- - - - v - - -",
    "correct":    "- - - - v - - -",
    "pause":      "- - - - v - - -",
    "resume":     "- - - - v - - -",
    "answer":     "- - - - v - - -",
    "propose":    "- - v - v - - -",
    "vote":       "- - v - v - - -",
    "protest":    "- - - - - s - -",
    "place":      "- - - v v - - -",
    "proclaimed": "- - - - - - v -",
    "note":       "v v v v v v v -",
    "close":      "- - - - v - - -",
}  # fmt: skip
# by the organiser alone: before the start, after it, and when it is closed
ORGANISERS_ACTS: dict[str, tuple[str, str, str]] = {
    "set up": ("", "begun", "closed"),
    "lots": ("", "begun", "closed"),
    "rehearse": ("", "begun", "closed"),
    "appoint": ("", "", "closed"),
    "withdraw": ("", "", ""),
    "list officials": ("", "", ""),
    "throw away": ("illegal", "illegal", "illegal"),  # which is for rehearsals, and this is none
    "start": ("", "begun", "closed"),
}
# "v" all of it, "s" what is of the own seat, "p" what is public, "-" nothing
LOOKS: dict[str, str] = {
    "journal":    "v v v v v s v p",
    "people":     "v v v v v s v -",
    "places":     "v v v v v s v -",
    "sanctions":  "v v v v v v v -",
    "minutes":    "v v v v v v v -",
    "record":     "v v v v v v v p",
}  # fmt: skip
# "v" may see it, "-" may not, "s" of the own seat only, "n" only while there is no validator
NEEDS: dict[str, str] = {
    "outcomes":    "- v n - v - - -",
    "behalf":      "- v - - v s - -",
    "arrangement": "- - v - v - - -",
    "correctable": "- - - - v - - -",
}  # fmt: skip
PUBLIC = (
    "started", "entered", "void", "acted", "penalty", "sanction", "ruling", "corrected", "paused",
    "resumed", "closed",
)  # fmt: skip


@pytest.fixture(scope="module")
def client(server: ServerProcess) -> Client:
    return Client(server.address)


async def code_of(asked: Awaitable[Any]) -> str:
    """The code of a refusal; "" if there is none."""
    try:
        await asked
    except ServerRefused as refused:
        return refused.code
    return ""


def sign(row: str, office: str) -> str:
    return row.split()[OFFICES.index(office)]


def test_every_verb_and_every_look_of_the_code_is_in_these_tables() -> None:
    assert set(OFFICES) == {*ROLES, "anybody"}
    assert set(VERBS_BY_OFFICE) == set(VERBS)
    acts = set(at_a_real_table.PERMISSIONS) - set(VERBS)
    assert acts | {"lots"} == set(ORGANISERS_ACTS)
    assert set(at_a_real_table.LOOKS) == set(LOOKS)
    assert set(at_a_real_table.NEEDED_FOR) == set(NEEDS)


def test_every_verb_is_for_the_offices_of_the_page_and_for_nobody_else(client: Client) -> None:
    """Each is asked for about seat 1, by the captains of both seats; the judge, who may do most,
    comes last.
    """

    async def scenario(room: Room) -> None:
        everybody = sorted({*room.wires} - {"notary 2"}, key=lambda who: who == "judge")
        assert len(everybody) == len(OFFICES) + 1
        for verb in (*WELL_FORMED, "close"):
            for who in everybody:
                office, _, number = who.partition(" ")
                its = sign(VERBS_BY_OFFICE[verb], office)
                await room[who].catch_up()
                lines = len(await room.journal())
                answer = await room[who].ask(verb, **WELL_FORMED[verb])
                may = its == "v" or (its == "s" and number == "1")
                if verb == "close" and answer.get("code") == "closed":
                    continue  # the second time
                assert (answer.get("code") == "not-yours") is not may, (verb, who, answer)
                written = len(await room.journal()) - lines
                assert written == (1 if answer["t"] == "done" else 0), (verb, who, answer)
            if verb == "pause":
                await room["judge"].done("resume", why="")
        assert (await room.journal())[-1]["kind"] == "closed"

    in_a_room(client, scenario)


def test_notaries_do_what_a_validator_would_while_there_is_none(client: Client) -> None:
    async def scenario(room: Room) -> None:
        await room.withdraw("validator")
        await room["notary"].catch_up()
        for verb, row in VERBS_BY_OFFICE.items():
            code = (await room["notary"].ask(verb, **WELL_FORMED[verb])).get("code")
            await room["notary"].catch_up()
            assert (code == "not-yours") is (sign(row, "notary") == "-"), verb

    in_a_room(client, scenario)


def act_of_organiser(act: str, client: Client, room: Room, tokens: list[str]) -> Awaitable[Any]:
    match act:
        case "set up":
            return client.change_event(room.id, tokens, place="Origgio")
        case "lots":
            return client.draw_lots(room.id, "squares", tokens)
        case "rehearse":
            return client.rehearse(room.id, tokens)
        case "throw away":
            return client.throw_away(room.id, tokens)
        case "appoint":
            return client.appoint(room.id, "herald", "Praha", None, tokens)
        case "withdraw":
            return client.withdraw(room.id, room.officials["notary 2"], tokens)
        case "list officials":
            return client.officials(room.id, tokens)
        case _:
            return client.start(room.id, tokens)


def test_what_the_organiser_does_is_for_nobody_else(client: Client) -> None:
    """By the organiser's token, or from the device that opened the table."""

    async def scenario(room: Room) -> None:
        elsewhere = Client(client.address)

        async def refuse_others() -> None:
            lines = await room.journal()
            for who in room.wires:
                tokens = [room.tokens[who]] if who in room.tokens else []
                for act in ORGANISERS_ACTS:
                    if who != "organiser":
                        code = await code_of(act_of_organiser(act, elsewhere, room, tokens))
                        assert code == "not-yours", (act, who, code)
            assert await room.journal() == lines

        async def stage(number: int) -> None:
            await refuse_others()
            for act, codes in ORGANISERS_ACTS.items():
                by_token = act_of_organiser(act, elsewhere, room, [room.event.organiser])
                assert await code_of(by_token) == codes[number], (act, number)
                if act == "withdraw":
                    assert await code_of(act_of_organiser(act, client, room, [])) == "nobody"
                    if number < 2:
                        await room.appoint("notary 2")
                elif act != "start":
                    by_device = act_of_organiser(act, client, room, [])
                    assert await code_of(by_device) == codes[number], (act, number)

        await stage(0)  # which starts it
        await stage(1)
        await room["judge"].catch_up()
        await room["judge"].done("close", why="")
        await stage(2)

    in_a_room(client, scenario, start=False)


def test_everybody_sees_what_the_page_says_and_nothing_else(client: Client) -> None:
    async def scenario(room: Room) -> None:
        await room.enter("1+1")
        await room["judge"].done("penalty", seat=2, points=-1, why="late")
        await room["captain 1"].done("protest", seat=1, text="unfair")
        await room["captain 2"].done("protest", seat=2, text="unfair")
        await room["notary"].done("propose", text="ice cream")
        whole = await room.journal()
        elsewhere = Client(client.address)
        looks: dict[str, Callable[[list[str]], Awaitable[Any]]] = {
            "people": lambda tokens: elsewhere.people(room.id, tokens),
            "places": lambda tokens: elsewhere.places(room.id, tokens),
            "sanctions": lambda tokens: elsewhere.sanctions(room.id, 1, tokens),
            "minutes": lambda tokens: elsewhere.minutes(room.id, "json", tokens=tokens),
        }
        for who in room.wires:
            office, _, number = who.partition(" ")
            tokens = [room.tokens[who]] if who in room.tokens else []
            for what, look in looks.items():
                its = sign(LOOKS[what], office)
                assert await code_of(look(tokens)) == ("not-yours" if its == "-" else ""), who
                if its != "-" and what in ("people", "places"):
                    found = await look(tokens)
                    flocks = found if what == "people" else found["home"]
                    seats = [int(number)] if its == "s" else [1, 2]
                    assert [one["seat"] for one in flocks] == seats, (what, who)
            lines = (await elsewhere.journal(room.id, tokens))["lines"]
            public = [line["no"] for line in whole if line["kind"] in PUBLIC]
            own = [line["no"] for line in whole if str(line.get("seat")) == number]
            seen = {
                "v": [line["no"] for line in whole],
                "s": sorted({*public, *own}),
                "p": public,
            }[sign(LOOKS["journal"], office)]
            assert [line["no"] for line in lines] == seen, who
            for line in lines:
                has_name = office not in ("captain", "anybody") or line["no"] in own
                assert ("name" in line["by"]) is has_name, (who, line)
            record = await code_of(elsewhere.record(room.id, tokens))
            assert record == ("" if sign(LOOKS["record"], office) == "v" else "not-over"), who
        await room["judge"].catch_up()
        await room["judge"].done("close", why="")
        for who in room.wires:
            tokens = [room.tokens[who]] if who in room.tokens else []
            is_whole = sign(LOOKS["record"], who.partition(" ")[0]) == "v"
            assert ("desk" in await elsewhere.record(room.id, tokens)) is is_whole, who

    in_a_room(client, scenario)


def test_what_is_needed_for_something_is_shown_to_whoever_may_do_it(client: Client) -> None:
    async def scenario(room: Room) -> None:
        its = f"/api/tables/{room.id}"
        elsewhere = Client(client.address)
        for who, wire in room.wires.items():
            office, _, number = who.partition(" ")
            tokens = [room.tokens[who]] if who in room.tokens else []
            legal = wire.welcome["moment"]["legal"]
            assert ("table" in legal) is (sign(NEEDS["outcomes"], office) == "v"), who
            for seat in (1, 2):
                own = sign(NEEDS["behalf"], office)
                may = own == "v" or (own == "s" and number == str(seat))
                code = await code_of(elsewhere.behalf(room.id, seat, tokens))
                assert code == ("" if may else "not-yours"), (who, seat)
            for what in ("arrangement", "correctable"):
                asked = elsewhere.request("GET", f"{its}/{what}", tokens=tokens)
                may = sign(NEEDS[what], office) == "v"
                assert await code_of(asked) == ("" if may else "not-yours"), (what, who)
        await room["notary"].catch_up()
        await room.withdraw("validator")
        news = await room["notary"].catch_up()
        moments = [one["moment"] for one in news if one["t"] == "moment"]
        assert "table" in moments[-1]["legal"]

    in_a_room(client, scenario)
