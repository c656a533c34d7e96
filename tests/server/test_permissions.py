"""Every row of the table of permissions is what decides about the request that it names."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from helping import finish, run
from worlds import World, world

from periplo.table.permissions import (
    ALWAYS,
    AT_ANOTHER_STAGE,
    PERMISSIONS,
    Permission,
    RequestName,
)
from periplo.table.rows import OVER, PLAYING, WAITING, Status
from periplo.table.table import REQUEST_NAMES

HOST, STRANGER = 0, 9  # the host has the first of two seats; a stranger has another device
AT_THE_DOOR = {"not-yours", "taken", "host-only", "gathering"} | {
    code for code, _ in AT_ANOTHER_STAGE.values()
}
HASH = "0" * 64

Answer = tuple[str, str]  # the code of a refusal, with what it says; both empty if there is none
Ask = Callable[[World, int], Awaitable[Answer]]


class Case(NamedTuple):
    stage: Status  # at which the host may ask for it
    ask: Ask


def by_socket(kind: str, **more: object) -> Ask:
    async def ask(world: World, asker: int) -> Answer:
        message = {"t": kind, "seat": 1, **more}
        answer = await world.answer(asker if asker in world.wires else None, message)
        return answer.get("code", ""), answer.get("why", "")

    return ask


def by_http(method: str, path: str, body: object = None) -> Ask:
    async def ask(world: World, asker: int) -> Answer:
        its = f"/api/tables/{world.table_id}/{path}"
        answer = await world.request(method, its, asker, body)
        if answer.status_code < 300:
            return "", ""
        refused: dict[str, Any] = answer.json()
        return refused["code"], refused["why"]

    return ask


# some of them are refused for other reasons, further in
CASES: dict[RequestName, Case] = {
    "act": Case(PLAYING, by_socket("act", n=0, action="nonsense")),
    "throw": Case(PLAYING, by_socket("throw", n=0)),
    "undo": Case(PLAYING, by_socket("undo", n=0)),
    "promise": Case(PLAYING, by_socket("promise", hash=HASH)),
    "contribute": Case(PLAYING, by_socket("contribute", value=HASH)),
    "ready": Case(WAITING, by_socket("ready", ready=True)),
    "chat": Case(WAITING, by_socket("chat", text="hola")),
    "take open seat": Case(WAITING, by_http("POST", "seats/2", {"name": "\u200b"})),
    "sit down again": Case(PLAYING, by_http("POST", "seats/1", {"name": "Badia"})),
    "assign seat": Case(WAITING, by_http("PUT", "seats/2", {"kind": "bot", "bot": "easy"})),
    "replace absent": Case(PLAYING, by_http("PUT", "seats/2", {"kind": "bot", "bot": "easy"})),
    "leave seat": Case(PLAYING, by_http("DELETE", "seats/1")),
    "start": Case(WAITING, by_http("POST", "start")),
    "rematch": Case(OVER, by_http("POST", "rematch")),
    "read record": Case(OVER, by_http("GET", "record")),
    "look as seat": Case(PLAYING, by_http("GET", "text?seat=1")),
}


async def reach(here: World, stage: Status) -> None:
    """A table at this stage; from the start on its second player is away."""
    if stage == WAITING:
        await here.invite("oca", 2, {})
        await here.connect(None)
        await here.connect(HOST)
        return
    await here.open("oca", 2, {})
    await here.wires.pop(1).close()
    await here.flush()
    if stage == OVER:
        finish(here.table)
        await here.table.flush()


def test_there_is_a_case_of_every_row() -> None:
    assert CASES.keys() == PERMISSIONS.keys()


@pytest.mark.parametrize("name", CASES)
def test_a_row_decides_about_its_request(
    name: RequestName, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, (stage, ask) = PERMISSIONS[name], CASES[name]
    other = next(status for status in ALWAYS if status != stage)

    async def scenario() -> None:
        async with world("here", tmp_path, monkeypatch) as here:
            await reach(here, stage)

            async def answer(asker: int, permission: Permission) -> Answer:
                monkeypatch.setitem(PERMISSIONS, name, permission)
                return await ask(here, asker)

            # when
            assert stage in row.when
            late = await answer(HOST, row._replace(when=(other,)))
            assert late == AT_ANOTHER_STAGE[other, stage]
            # who, and what all others are sent
            may_anybody = row._replace(who="anybody")
            may_host = row._replace(
                who="host" if row.who == "anybody" else row.who, code="illegal", otherwise="no."
            )
            assert await answer(STRANGER, may_host) == ("illegal", "no.")
            if row.who != "anybody":
                refused = row.code, row.otherwise.format(seat=1)
                assert await answer(STRANGER, row) == refused
            assert (await answer(HOST, row))[0] not in AT_THE_DOOR
            assert (await answer(STRANGER, may_anybody))[0] not in AT_THE_DOOR

    run(scenario())


@pytest.mark.parametrize("name", CASES)
def test_what_needs_dice_waits_until_they_are_mixed(
    name: RequestName, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, (stage, ask) = PERMISSIONS[name], CASES[name]
    if stage != PLAYING or name not in REQUEST_NAMES.values():
        assert not row.needs_dice  # nobody would look
        return

    async def scenario() -> None:
        async with world("here", tmp_path, monkeypatch) as here:
            await here.gather("oca", 2, {})
            for needs_dice in (True, False):
                monkeypatch.setitem(PERMISSIONS, name, row._replace(needs_dice=needs_dice))
                code, why = await ask(here, HOST)
                assert (why == "the dice are being mixed; wait a moment") == needs_dice
                assert (code == "gathering") == needs_dice or name == "contribute"

    run(scenario())
