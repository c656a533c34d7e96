"""The API does what its description says, whatever is asked: schemathesis asks odd things."""

import asyncio
from typing import Any

import httpx
import pytest
import schemathesis
from helping import open_and_start
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from officiating import Event
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from server_process import ServerProcess

from periplo.client import OPEN, Client, me

GAME = "camino"
EXAMPLES = 12  # an operation, once as it should be asked and once as it should not
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


async def open_tables(address: str) -> dict[str, str]:
    """One that waits, one in play and a real one, with what the device needs to act there."""
    client = Client(address)
    waiting = await client.open_table(GAME, [me("Badia"), OPEN], listed=True)
    playing, tokens = await open_and_start(client, GAME)
    real = await Event.open(client, GAME, 2)
    judge = await real.appoint("judge", "Brno")
    await real.start()
    async with client.official(real.id, [judge]) as desk:
        for outcome in ("board 1", "board 2", "card 4"):
            await desk.enter(outcome)
    return {
        "device": client.device,
        waiting["table"]["id"]: waiting["tokens"]["1"],
        playing: tokens[0],
        real.id: judge,
    }


def test_answers_are_as_described(server: ServerProcess) -> None:
    schema = schemathesis.openapi.from_url(f"{server.address}api/openapi.json")
    known = asyncio.run(open_tables(server.address))
    device = known.pop("device")
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) > 15
    for operation in operations:
        # in a header of free text nothing can be wrong
        may_be_wrong = operation.path_parameters or operation.query or operation.body
        for mode in GenerationMode if may_be_wrong else [GenerationMode.POSITIVE]:

            @settings(
                max_examples=EXAMPLES,
                phases=[Phase.generate],
                derandomize=True,
                suppress_health_check=list(HealthCheck),
            )
            @given(
                case=operation.as_strategy(generation_mode=mode),
                table=st.sampled_from([None, *known]),
            )
            def ask(case: schemathesis.Case[Any], table: str | None) -> None:
                if table is not None:  # somebody who sits there, so that more than refusals is seen
                    headers = {"Periplo-Device": device, "Periplo-Seat": known[table]}
                    case.headers.update(headers)
                    for name, value in {"table_id": table, "game": GAME}.items():
                        if name in case.path_parameters:
                            case.path_parameters[name] = value
                case.call_and_validate(checks=CHECKS)

            ask()


@pytest.mark.parametrize(
    "body", ["[" * 60_000, '{"x":' * 10_000, '{"game":"x","seats":[{}],"options":' + "[" * 50_000]
)
def test_json_that_is_nested_too_deeply_is_refused(server: ServerProcess, body: str) -> None:
    headers = {"Periplo-Device": "d" * 32, "Content-Type": "application/json"}
    answer = httpx.post(f"{server.address}api/tables", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "broken")
