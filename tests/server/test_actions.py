"""Actions: one of two wins, a resent one is harmless, some can be taken back."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helping import (
    open_and_begin,
    open_and_start,
    play_any,
    play_seat,
    receive_until,
    run,
    wait_for_turn,
)
from server_process import ServerProcess
from setups import lasting_game

from periplo.client import Client, ServerRefused, bot, me


def test_of_two_clients_at_the_same_position_one_wins_and_the_other_is_refused(
    server: ServerProcess,
) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        table_id, tokens = await open_and_start(client, "poleana")
        async with client.sit(table_id, tokens) as one, client.sit(table_id, tokens) as two:
            for seated in (one, two):
                while seated.thrower is None:
                    await seated.change()
            thrower = one.thrower
            assert thrower is not None
            answers = await asyncio.gather(
                one.throw(thrower), two.throw(thrower), return_exceptions=True
            )
            refused = [answer for answer in answers if isinstance(answer, ServerRefused)]
            assert [answer.code for answer in refused] == ["stale"]
            assert sum(isinstance(answer, int) for answer in answers) == 1
            loser = one if isinstance(answers[0], ServerRefused) else two
            await loser.change()
            assert loser.n >= 1
            record = await client.request("GET", f"/api/tables/{table_id}/moments")
            thrown = [e["text"] for m in record for e in m["entries"] if "+" in e["text"]]
            assert len(thrown) == 1

    run(scenario())


def test_an_action_sent_again_is_harmless(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        table_id, tokens = await open_and_start(client, "oca")
        async with client.sit(table_id, tokens) as table:
            n = table.n
            await table.ask("throw", 1, n=n, id="first")
        async with client.sit(table_id, tokens) as table:
            after = table.n
            assert after == n + 1
            assert await table.ask("throw", 1, n=n, id="first") == after
            assert table.n == after
            with pytest.raises(ServerRefused, match="nothing for you to throw"):
                await table.ask("throw", 1, n=after, id="second")

    run(scenario())


def test_an_illegal_action_names_its_clause_and_changes_nothing(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        table_id, tokens = await open_and_start(client, "camino")
        async with client.sit(table_id, tokens[:1]) as table:
            legal = await wait_for_turn(table, 1)
            before = table.moment["view"]
            far = next(f"head {cell}" for cell in ("a1", "i5") if f"head {cell}" not in legal)
            with pytest.raises(ServerRefused) as refused:
                await table.act(1, far)
            assert refused.value.code == "illegal"
            assert refused.value.clause.startswith("CAM-")
            with pytest.raises(ServerRefused, match="no action here"):
                await table.act(1, "dance")
            with pytest.raises(ServerRefused) as refused:
                await table.act(2, "stop")
            assert refused.value.code == "not-yours"
        async with client.sit(table_id, tokens[:1]) as table:
            assert table.moment["view"] == before

    run(scenario())


def test_a_line_is_taken_back_freely_until_its_seat_stops(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        table_id, tokens = await open_and_start(client, "camino")
        async with client.sit(table_id, tokens[:1]) as one, client.sit(table_id, tokens[1:]) as two:
            await wait_for_turn(one, 1)
            await wait_for_turn(two, 2)
            before, n = one.moment["view"], one.n
            for _ in range(2):
                await one.act(1, next(t for t in one.legal(1) if t != "stop"))
                await two.act(2, next(t for t in two.legal(2) if t != "stop"))
            assert (one.n, two.n) == (n + 2, n + 2)
            assert one.moment["undo"] == [1]
            await one.undo(1)
            await one.undo(1)
            assert (one.n, one.moment["view"]) == (n, before)
            assert one.moment["undone"] == 1
            assert two.n == n + 2
            with pytest.raises(ServerRefused) as refused:
                await one.undo(1)
            assert refused.value.code == "too-late"
            await one.act(1, "stop")
            assert one.moment["undo"] == []
            with pytest.raises(ServerRefused):
                await one.undo(1)
            assert one.n == n + 1
            await two.change()
            assert two.moment["view"]["seats"][0]["done"]
            assert len(two.moment["view"]["seats"][0]["path"]) == 1
            assert two.n == n + 3
            await two.act(2, "stop")
            while one.moment["view"]["round"] == 1:
                await one.change()
            assert len(one.moment["view"]["seats"][1]["path"]) == 3

    run(scenario())


def test_an_action_is_taken_back_until_the_next_throw(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        table_id, tokens = await open_and_start(client, "poleana")
        async with client.sit(table_id, tokens) as table:
            while not (table.legal(1) or table.legal(2)):
                while table.thrower is None:
                    await table.change()
                await table.throw(table.thrower)
                assert table.moment["undo"] == []
            seat = 1 if table.legal(1) else 2
            before = table.moment["view"]
            await table.act(seat, table.legal(seat)[0])
            assert table.moment["undo"] == [seat]
            with pytest.raises(ServerRefused) as refused:
                await table.undo(3 - seat)
            assert refused.value.code == "too-late"
            await table.undo(seat)
            assert table.moment["view"] == before
            await table.act(seat, table.legal(seat)[0])
            while table.thrower is None:
                mover = 1 if table.legal(1) else 2
                await table.act(mover, table.legal(mover)[0])
            await table.throw(table.thrower)
            assert table.moment["undo"] == []

    run(scenario())


def test_an_answer_to_a_question_is_never_taken_back(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        table_id, tokens = await open_and_start(
            client, "europa", options={"instructions": False}, throws="auto"
        )
        async with client.sit(table_id, tokens) as table:
            while True:
                while not (table.legal(1) or table.legal(2)):
                    await table.change()
                seat = 1 if table.legal(1) else 2
                texts = table.legal(seat)
                if texts[0].startswith("answer"):
                    break
                await table.act(seat, "move" if "move" in texts else texts[-1])
            assert table.moment["prompt"]["es"]
            assert set(table.moment["question"]["it"]["answers"]) == set("ABCD")
            await table.act(seat, texts[0])
            assert table.moment["undo"] == []
            answered = next(
                entry for entry in reversed(table.log) if entry["text"].startswith("answer")
            )
            assert any(footnote and footnote["en"] for footnote in answered["asides"])

    run(scenario())


def test_any_past_snapshot_can_be_looked_at_by_number(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        table_id, tokens = await open_and_begin(client, lasting_game())
        seen: dict[int, Any] = {}
        async with client.sit(table_id, tokens) as table:
            while len(seen) < 12:
                seen[table.n] = table.moment["view"]
                await play_any(table)
        path = f"/api/tables/{table_id}"
        moments = await client.request("GET", f"{path}/moments?from=0&count=50")
        views = {moment["n"]: moment["view"] for moment in moments}
        assert list(views) == list(range(len(views)))
        assert views == views | seen
        past = sorted(seen)[5]
        (one,) = await client.request("GET", f"{path}/moments?from={past}&count=1")
        assert (one["n"], one["view"], one["entries"][0]["n"]) == (past, seen[past], past)
        text = await client.request("GET", f"{path}/text?at={past}&language=it")
        assert text != await client.request("GET", f"{path}/text?language=it")

    run(scenario())


def test_a_hint_is_legal_changes_nothing_and_is_for_the_seat_alone(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        table_id, tokens = await open_and_begin(client, lasting_game())
        path = f"/api/tables/{table_id}/hint?seat=1"
        async with client.sit(table_id, tokens) as table:
            with pytest.raises(ServerRefused, match="nothing to decide"):
                await client.ask_hint(table_id, 1, tokens)
            while len(table.legal(1)) < 2:
                await play_any(table)
            before = table.n
            hint = await client.ask_hint(table_id, 1, tokens)
            assert (hint["n"], hint["seat"], table.n) == (before, 1, before)
            assert hint["text"] in table.legal(1)
            assert hint["expected"] is None or 0 <= hint["expected"] <= 1
            assert set(hint["reason"] or {}) <= {"key", "fields"}
            with pytest.raises(ServerRefused, match="not yours"):
                await client.request("POST", path)
            info = await client.request("GET", f"/api/tables/{table_id}")
            assert info["hints"]
            assert [seat["hinted"] for seat in info["seats"]] == [True, False]

    run(scenario())


def test_a_host_opens_a_table_without_hints(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        table_id, tokens = await open_and_begin(client, lasting_game(), hints=False)
        async with client.sit(table_id, tokens) as table:
            while len(table.legal(1)) < 2:
                await play_any(table)
            with pytest.raises(ServerRefused) as refusal:
                await client.ask_hint(table_id, 1, tokens)
        assert refusal.value.code == "hints-off"
        info = await client.request("GET", f"/api/tables/{table_id}")
        assert not info["hints"]
        assert not any(seat["hinted"] for seat in info["seats"])

    run(scenario())


def test_what_would_follow_is_told_to_the_seat_alone_and_follows(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        table_id, tokens = await open_and_begin(client, lasting_game())
        path = f"/api/tables/{table_id}/ahead?seat=1"
        async with client.sit(table_id, tokens) as table:
            assert await client.look_ahead(table_id, 1, tokens) == []
            while not table.legal(1):
                await play_any(table)
            ahead = await client.request("GET", path, tokens=tokens)
            assert (ahead["n"], ahead["seat"]) == (table.n, 1)
            announced = ahead["consequences"][0]
            assert announced["text"] in table.legal(1)
            await table.act(1, announced["text"])
            # the table may have acted since
            done = [entry["events"] for entry in table.log if entry["actor"] == "1"]
            assert done[-1] == announced["events"]
        with pytest.raises(ServerRefused, match="not yours"):
            await client.request("GET", path)

    run(scenario())


def test_when_time_is_up_a_bot_plays_and_the_log_says_so(own_server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(own_server.address)
        table_id, tokens = await open_and_start(client, "camino", limit=2)
        async with client.sit(table_id, tokens) as table:
            await wait_for_turn(table, 1)
            assert table.moment["deadline"] == table.log[-1]["time"] + 2000
            while table.moment["view"]["round"] == 1:
                await table.change()
            by_clock = [entry for entry in table.log if entry["by"] == "clock"]
            assert {entry["actor"] for entry in by_clock} == {"1", "2"}
            assert all(entry["note"] == "time was up" for entry in by_clock)
            assert all(entry["cause"] == "time-up" for entry in by_clock)

    run(scenario())


def test_draws_can_be_checked_once_the_game_is_over(server: ServerProcess, tmp_path: Path) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        opened = await client.open_table("oca", [me("Badia"), bot("random")], throws="auto")
        table_id = opened["table"]["id"]
        async with client.sit(table_id, opened["tokens"].values()) as table:
            await client.start(table_id)
            await receive_until(table, "moment")
            promised = (await client.request("GET", f"/api/tables/{table_id}"))["commitment"]
            while not table.over:
                await play_seat(table, 1)
        proof = await client.request("GET", f"/api/tables/{table_id}/proof")
        assert proof["commitment"] == promised
        assert (await client.request("GET", f"/api/tables/{table_id}/verify"))["right"]
        record = await client.request("GET", f"/api/tables/{table_id}/record")
        assert record == proof["record"]
        file = tmp_path / "proof.json"
        for change, status, why in (
            (None, 0, "?"),
            ("throw", 2, "the secret and the contributions give"),
            ("secret", 2, "the secret is not the one"),
        ):
            changed = json.loads(json.dumps(proof))
            if change == "throw":
                actions = changed["record"]["actions"]
                actions[0] = "1+1" if actions[0] != "1+1" else "1+2"
                del actions[1:]
            elif change == "secret":
                changed["secret"] = "0" * 64
            file.write_text(json.dumps(changed))
            ended = subprocess.run(
                [sys.executable, "-m", "periplo", "verify", str(file)],
                capture_output=True,
                text=True,
                check=False,
            )
            assert ended.returncode == status, ended
            assert ("as promised" in ended.stdout) == (status == 0)
            assert (why in ended.stderr) == (status == 2), ended.stderr

    run(scenario())


def test_the_proof_waits_for_the_end(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        table_id, _ = await open_and_start(client, "oca")
        for what in ("record", "proof", "verify"):
            with pytest.raises(ServerRefused, match="not over"):
                await client.request("GET", f"/api/tables/{table_id}/{what}")

    run(scenario())
