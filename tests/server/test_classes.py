"""Class tables on a real server: joining by the code, secrecy, restarts, the report, deletion."""

import asyncio
import csv
import io
import json
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from classrooms import Classroom, lesson, socket_of
from helping import run
from openpyxl import load_workbook
from server_process import ServerProcess
from sqlalchemy import MetaData

from periplo.client import OPEN, Client, ServerRefused, bot, me
from periplo.play.draws import proof_from_json, verify
from periplo.server.database import open_engine
from periplo.server.join_codes import ALPHABET, LENGTH, WRONG_AN_ADDRESS
from periplo.server.messages import NewClass, NewTable, Open
from periplo.server.registry import Settings, TableRegistry
from periplo.server.secrets import digest


async def code_of(client: Client, method: str, path: str, body: object = None) -> str:
    try:
        await client.request(method, path, body)
    except ServerRefused as refused:
        return refused.code
    return ""


# ---- opening


def test_a_class_table_has_a_code_of_six_letters_and_a_token_for_the_teacher(
    server: ServerProcess,
) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        opened = await client.open_table("europa", [OPEN, OPEN, bot("easy")], classroom={})
        code = opened["table"]["classroom"]["code"]
        assert len(code) == LENGTH
        assert set(code) <= set(ALPHABET)
        assert set(opened["tokens"]) == {"teacher"}
        assert opened["table"]["chat"] is False
        path = f"/api/tables/{opened['table']['id']}"
        assert (await client.request("GET", path))["classroom"]["code"] == code
        stranger = Client(server.address)
        assert (await stranger.request("GET", path))["classroom"]["code"] is None
        by_token = await stranger.request("GET", path, tokens=[opened["tokens"]["teacher"]])
        assert (by_token["classroom"]["code"], by_token["host"]) == (code, True)

    run(scenario())


def test_a_teacher_may_choose_how_hard_the_questions_are(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        usual = await client.open_table("europa", [OPEN, OPEN], classroom={})
        easy = await client.open_table("europa", [OPEN, OPEN], classroom={"hardest": 1})
        assert usual["table"]["options"]["pack"] == "built-in"
        assert easy["table"]["options"]["pack"].startswith("sha256:")
        settings = "/api/games/europa/class-settings?teams=2&minutes=50"
        assert (await client.request("GET", settings))["hardest"] == 3
        with pytest.raises(ServerRefused):
            await client.open_table("europa", [OPEN, OPEN], classroom={"hardest": 0})

    run(scenario())


@pytest.mark.parametrize(
    ("game", "seats", "settings", "why"),
    [
        ("oca", [OPEN, OPEN], {}, "asks no questions"),
        ("europa", [me("Badia"), OPEN], {}, "seats"),
        ("europa", [OPEN, OPEN], {"listed": True}, "not listed"),
        ("europa", [OPEN, OPEN], {"chance": "real"}, "our dice"),
        (
            "europa", [OPEN, OPEN],
            {"classroom": {"side": True}, "options": {"quiz": "judged"}}, "aloud",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_a_class_table_is_refused_by_name(
    server: ServerProcess, game: str, seats: list[dict[str, str]], settings: dict[str, object],
    why: str,
) -> None:  # fmt: skip
    async def scenario() -> None:
        asked = {"classroom": {}} | settings
        with pytest.raises(ServerRefused, match=why):
            await Client(server.address).open_table(game, seats, **asked)

    run(scenario())


# ---- joining


def test_two_taps_join_a_team_with_letters_in_either_case(server: ServerProcess) -> None:
    async def scenario() -> None:
        room = Classroom(server.address)
        await room.open(2)
        pupil = Client(server.address)
        shown = await pupil.request("GET", f"/api/join/{room.code.lower()}")
        assert (shown["table"], shown["status"], shown["yours"]) == (room.id, "waiting", None)
        assert [team["open"] for team in shown["teams"]] == [True, True]
        first = await room.join("first", 1, "The owls")
        assert (first["member"], first["admitted"]) == (1, True)
        second = await room.join("second", 1, "ignored")
        assert (second["member"], second["admitted"]) == (2, False)
        shown = await room.pupils["second"].request("GET", f"/api/join/{room.code}")
        assert shown["teams"][0] == {
            "seat": 1, "name": "The owls", "mark": "", "open": False, "bot": False, "phones": 2,
            "full": False,
        }  # fmt: skip
        assert shown["yours"] == 1
        again = await room.join("first", 1)
        assert (again["member"], again["admitted"]) == (1, True)
        assert again["token"] != first["token"]
        body = {"seat": 2, "name": "THE OWLS"}
        assert await code_of(pupil, "POST", f"/api/join/{room.code}", body) == "name-taken"
        assert await code_of(pupil, "POST", f"/api/join/{room.code}", {"seat": 3}) == "not-yours"

    run(scenario())


def test_guessing_codes_is_slowed_down_and_the_class_still_joins(own_server: ServerProcess) -> None:
    """A class sits behind one address: whoever tries everything keeps nobody out."""

    async def scenario() -> None:
        room = Classroom(own_server.address)
        await room.open(2)
        other = Classroom(own_server.address)
        await other.open(2)
        guesser = Client(own_server.address)
        codes = []
        for number in range(int(WRONG_AN_ADDRESS) + 5):
            guess = "BBBBB" + ALPHABET[number]
            codes.append(await code_of(guesser, "GET", f"/api/join/{guess}"))
        assert set(codes[: int(WRONG_AN_ADDRESS)]) == {"no-code"}
        assert codes[-1] == "too-fast"
        assert (await room.join("late", 1))["admitted"]

    run(scenario())


def test_after_too_many_wrong_codes_a_right_one_that_nobody_used_here_is_not_told_apart(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        registry = TableRegistry(Settings(f"sqlite:///{tmp_path}/tables.db"))
        await registry.open()
        asked = NewTable("europa", [Open(), Open()], classroom=NewClass())
        table, _ = await registry.opener.create(asked, "d" * 40, "school")
        assert table.row.classroom is not None
        code = table.row.classroom.code
        for number in range(int(WRONG_AN_ADDRESS)):
            with pytest.raises(Exception, match="no table"):
                await registry.codes.find("BBBBB" + ALPHABET[number], "elsewhere")
        with pytest.raises(Exception, match="too many wrong codes"):
            await registry.codes.find(code, "elsewhere")
        assert await registry.codes.find(code.lower(), "school") == table.id
        for _ in range(100):  # a right one costs nothing
            assert await registry.codes.find(code, "school") == table.id
        await registry.close()

    run(scenario())


def test_a_class_of_forty_joins_from_one_address_and_keeps_its_places(
    server: ServerProcess,
) -> None:
    async def scenario() -> None:
        room = Classroom(server.address)
        await room.open(5)
        joined = [
            await room.join(f"{seat} {phone}", seat) for phone in range(8) for seat in range(1, 6)
        ]
        assert sum(one["admitted"] for one in joined) == 5
        assert {one["member"] for one in joined} == set(range(1, 9))
        one_more = Client(server.address)
        assert await code_of(one_more, "POST", f"/api/join/{room.code}", {"seat": 1}) == "taken"

    run(scenario())


def test_a_pupil_cannot_act_for_another_team_by_http_or_by_socket(server: ServerProcess) -> None:
    async def scenario() -> None:
        async with lesson(server.address) as room:
            await room.step()
            pupil, token = room.pupils["phone 2"], room.tokens["phone 2"]
            phone, n = room["phone 2"], room["wall"].n
            assert await phone.ask("act", seat=1, n=n, action="move") == "not-yours"
            assert await phone.ask("throw", seat=1, n=n) == "not-yours"
            assert await phone.ask("side", seat=1, n=n, answer="A") == "not-yours"
            assert await phone.ask("hand", seat=1, to=1) == "not-yours"
            assert await phone.ask("admit", seat=1, member=1, **{"in": False}) == "not-yours"
            assert await phone.ask("pause", paused=True) == "not-yours"
            assert await phone.ask("skip", n=n) == "not-yours"
            for method, path, body in (
                ("POST", "seats/1", {"name": "mine"}), ("PUT", "seats/1", {"kind": "open"}),
                ("DELETE", "seats/1", None), ("POST", "seats/1/link", None),
                ("POST", "start", None), ("DELETE", "", None), ("GET", "report.json", None),
                ("POST", "judge", None),
            ):  # fmt: skip
                its = f"/api/tables/{room.id}/{path}".rstrip("/")
                with pytest.raises(ServerRefused) as refused:
                    await pupil.request(method, its, body, [token])
                assert refused.value.code in ("not-yours", "host-only", "illegal", "begun"), path

    run(scenario())


# ---- secrecy


def test_no_byte_that_any_device_gets_holds_the_right_answer_before_it_is_due(
    server: ServerProcess,
) -> None:
    """Whatever is sent while a question is open is the same whichever of its letters is right: the
    letter is nowhere, and of the four answers none is marked.
    """

    async def scenario() -> None:
        async with lesson(server.address) as room:
            for _ in range(3):
                await _ask_one(room)

    async def _ask_one(room: Classroom) -> None:
        asked = await room.play_until_asked()
        # from the snapshot with the question on
        before = {who: _last_moment(socket.texts) for who, socket in room.sockets.items()}
        right = room.right()
        others = [seat for seat in range(1, 4) if seat != asked]
        for seat in others:
            phone = room[f"phone {seat}"]
            assert await phone.ask("side", seat=seat, n=phone.n, answer=right) == ""
        await room.catch_up()
        explained = room["wall"].moment["question"]["en"]["answers"][right]
        for who, socket in room.sockets.items():
            for text in socket.texts[before[who] :]:
                message = json.loads(text)
                for where, value in _leaves(message):
                    assert "why" not in where, (who, where)
                    if value == right:
                        own = who.startswith("phone") and "yours" in where
                        offered = "letters" in where or "choices" in where  # all four are
                        assert own or offered, (who, where)
                    if isinstance(value, str) and explained in value and len(explained) > 8:
                        assert "question" in where or "prompt" in where, (who, where)
            assert socket.side["results"] is None
        phone = room[f"phone {asked}"]
        code = await phone.ask("act", seat=asked, n=phone.n, action=f"answer {right}")
        assert code == ""
        await room.catch_up()
        assert all(one["right"] for one in room["wall"].side["results"] or [{"right": True}])

    run(scenario())


def _last_moment(texts: list[str]) -> int:
    return max(at for at, text in enumerate(texts) if text.startswith('{"t":"moment"'))


def _leaves(value: object, where: str = "") -> list[tuple[str, object]]:
    if isinstance(value, dict):
        return [leaf for key, one in value.items() for leaf in _leaves(one, f"{where}.{key}")]
    if isinstance(value, list):
        return [leaf for one in value for leaf in _leaves(one, where)]
    return [(where, value)]


def test_the_answer_to_a_judged_question_goes_to_the_teacher_and_to_nobody_else(
    server: ServerProcess,
) -> None:
    async def scenario() -> None:
        options = {"quiz": "judged"}
        async with lesson(server.address, side=False, options=options) as room:
            await room.play_until_asked()
            answer = room["teacher"].moment["answer"]["en"]
            for who, socket in room.sockets.items():
                if who != "teacher":
                    assert not [text for text in socket.texts if answer in text], who
            phone = room["phone 1"]
            assert await phone.ask("verdict", n=phone.n, outcome="right") == "not-yours"
            teacher = room["teacher"]
            assert await teacher.ask("verdict", n=teacher.n, outcome="right") == ""

    run(scenario())


# ---- restarts


def test_a_restart_in_mid_question_keeps_answers_pause_hands_and_who_waits(
    either_server: ServerProcess,
) -> None:
    async def scenario() -> None:
        async with lesson(either_server.address) as room:
            asked = await room.play_until_asked()
            other = next(seat for seat in range(1, 4) if seat != asked)
            phone = room[f"phone {other}"]
            await room.join("second", other)
            assert await phone.ask("admit", seat=other, member=2, **{"in": True}) == ""
            assert await phone.ask("side", seat=other, n=phone.n, answer="B") == ""
            assert await phone.ask("hand", seat=other, to=2) == ""
            assert await room["teacher"].ask("pause", paused=True) == ""
            await room.catch_up()
            moment = phone.moment
        either_server.kill()
        either_server.start()
        async with AsyncExitStack() as stack:
            phones = [f"phone {seat}" for seat in range(1, 4)]
            await room.connect(stack, "teacher", "wall", "second", *phones)
            phone = room[f"phone {other}"]
            assert phone.moment["question"] == moment["question"]
            assert (phone.side["yours"], phone.side["answered"]) == ({str(other): "B"}, [other])
            assert phone.table["classroom"]["paused"] is True
            team = phone.teams[other]
            assert (team["hand"], team["you"], len(team["phones"])) == (2, 1, 2)
            act = {"seat": asked, "n": phone.n, "action": "answer A"}
            assert await room[f"phone {asked}"].ask("act", **act) == "paused"
            assert await room["teacher"].ask("pause", paused=False) == ""
            assert await room[f"phone {asked}"].ask("act", **act) == ""

    run(scenario())


# ---- a whole lesson, its record and its report


def test_a_lesson_to_its_end_with_skips_its_proof_and_its_report(own_server: ServerProcess) -> None:
    async def scenario() -> None:
        options = {"flags": 3}
        async with lesson(own_server.address, 2, options=options) as room:
            skipped = decided = 0
            while room["wall"].table["status"] == "playing":
                moment = room["wall"].moment
                if moment.get("question") and not moment["over"]:
                    seat = int(moment["view"]["turn"]) + 1
                    if skipped < 2:
                        teacher = room["teacher"]
                        assert await teacher.ask("skip", n=teacher.n) == ""
                        skipped += 1
                    else:
                        phone = room[f"phone {seat}"]
                        act = f"answer {room.right()}"
                        assert await phone.ask("act", seat=seat, n=phone.n, action=act) == ""
                        decided += 1
                else:
                    await room.step()
                await room.catch_up()
            client = room.client
            proof = await client.request("GET", f"/api/tables/{room.id}/proof")
            found = verify(proof_from_json(proof))
            assert (found["right"], found["skipped"]) == (True, 2)
            verdict = await client.request("GET", f"/api/tables/{room.id}/verify")
            assert (verdict["right"], verdict["skipped"]) == (True, 2)
            path = f"/api/tables/{room.id}/report"
            report = await client.request("GET", f"{path}.json?language=it")
            outcomes = [one["outcome"] for one in report["questions"]]
            assert (outcomes.count("skipped"), outcomes.count("right")) == (2, decided)
            assert sum(team["won"] for team in report["teams"]) == 1
            text = await client.request("GET", f"{path}.csv?language=es")
            written = text if isinstance(text, str) else text.decode("utf-8-sig")
            assert ["Preguntas"] in list(csv.reader(io.StringIO(written.lstrip("\ufeff"))))
            book = load_workbook(io.BytesIO(await client.request("GET", f"{path}.xlsx")))
            assert book.sheetnames == ["Teams", "Questions", "Countries", "Side contest"]

    run(scenario())


# ---- deletion


def all_rows(url: str) -> str:
    """All that a database says to whoever asks for it."""
    engine, schema = open_engine(url), MetaData()
    try:
        schema.reflect(engine)
        with engine.connect() as connection:
            found = [connection.execute(table.select()).all() for table in schema.sorted_tables]
    finally:
        engine.dispose()
    return str(found)


def test_the_teacher_deletes_everything_at_once_and_wholly(
    either_server: ServerProcess, url: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with lesson(either_server.address, 2) as room:
            await room.join("more", 1)
            other = await room.client.open_table("oca", [me("Brno"), OPEN])
            asked = await room.play_until_asked()
            side = 3 - asked
            phone = room[f"phone {side}"]
            assert await phone.ask("side", seat=side, n=phone.n, answer="A") == ""
            await room.client.request("DELETE", f"/api/tables/{room.id}")
            assert await phone.closed() == 4404
            phone_client = room.pupils["phone 1"]
            assert await code_of(phone_client, "GET", f"/api/join/{room.code}") == "no-code"
            assert await code_of(phone_client, "GET", f"/api/tables/{room.id}") == "no-table"
            data = await phone_client.request("GET", "/api/my/data")
            assert data["phones"] == []
            assert await code_of(room.client, "GET", f"/api/tables/{other['table']['id']}") == ""
            # PostgreSQL's files are its own affair
            left = b"".join(file.read_bytes() for file in tmp_path.glob("tables.db*"))
            for gone in ("team 1", room.id, room.code, digest(phone_client.device)):
                assert gone.encode() not in left, gone

    run(scenario())
    either_server.stop()
    everything = all_rows(url)
    assert "Brno" in everything
    for gone in ("europa", "team 1"):
        assert gone not in everything


def test_a_device_that_deletes_its_data_leaves_its_team_and_the_others_play_on(
    own_server: ServerProcess,
) -> None:
    async def scenario() -> None:
        async with lesson(own_server.address, 2) as room:
            await room.join("second", 1)
            admit = {"seat": 1, "member": 2, "in": True}
            assert await room["phone 1"].ask("admit", **admit) == ""
            pupil = room.pupils["phone 1"]
            data = await pupil.request("GET", "/api/my/data")
            assert data["phones"] == [{"table": room.id, "seat": 1, "member": 1}]
            done = await pupil.request("DELETE", "/api/my/data")
            assert done["phones"] == 1
            assert (await pupil.request("GET", "/api/my/data"))["phones"] == []
        async with socket_of(room.address, room.id, room.tokens["second"]) as second:
            assert second.teams[1]["hand"] == 2
            assert [phone["member"] for phone in second.teams[1]["phones"]] == [2]
        done = await room.client.request("DELETE", "/api/my/data")
        assert done["tables"] == 1
        assert await code_of(room.client, "GET", f"/api/tables/{room.id}") == "no-table"

    run(scenario())


def test_a_class_table_that_is_exported_goes_on_at_another_server(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    """With its code, its teams, what was answered aside, and a question that was skipped."""

    async def play() -> Classroom:
        async with lesson(own_server.address, 2) as room:
            await room.play_until_asked()
            assert await room["teacher"].ask("skip", n=room["teacher"].n) == ""
            asked = await room.play_until_asked()
            phone = room[f"phone {3 - asked}"]
            assert await phone.ask("side", seat=3 - asked, n=phone.n, answer="C") == ""
            return room

    async def play_on(room: Classroom, other: ServerProcess) -> None:
        room.address = other.address
        async with AsyncExitStack() as stack:
            await room.connect(stack, "teacher", "wall", "phone 1", "phone 2")
            assert room["wall"].side["answered"]
            assert room["phone 1"].teams[1]["hand"] == 1
            assert await room["teacher"].ask("pause", paused=True) == ""
        shown = await room.pupils["phone 1"].request("GET", f"/api/join/{room.code}")
        assert shown["table"] == room.id

    room = asyncio.run(play())
    own_server.stop()
    here, there = f"sqlite:///{tmp_path}/tables.db", f"sqlite:///{tmp_path}/other.db"
    file, key = tmp_path / "table.json", tmp_path / "tables.db.key"
    for words in (
        ["export", room.id, "-o", file, "--database", here],
        ["import", file, "--database", there, "--old-key-file", key],
        ["doctor", "--database", there],
    ):
        command = [sys.executable, "-m", "periplo", *map(str, words)]
        assert subprocess.run(command, check=False).returncode == 0, words
    other = ServerProcess(there, tmp_path / "log-other")
    try:
        for pupil in room.pupils.values():
            pupil.address = other.address.rstrip("/")
        run(play_on(room, other))
    finally:
        other.stop()


@pytest.mark.parametrize("days", ["90", "d", "-1d", "0d", "1w", "9" * 9 + "d"])
def test_how_long_tables_are_kept_is_a_number_of_days(days: str) -> None:
    command = [sys.executable, "-m", "periplo", "serve", f"--keep={days}"]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ended.returncode == 2
    assert "must be a number of days, such as 90d" in ended.stderr


def test_tables_are_kept_as_long_as_the_operator_wants(tmp_path: Path) -> None:
    async def scenario() -> None:
        registry = TableRegistry(Settings(f"sqlite:///{tmp_path}/tables.db", keep=1))
        await registry.open()
        asked = NewTable("europa", [Open(), Open()], classroom=NewClass())
        old, _ = await registry.opener.create(asked, "d" * 40)
        await asyncio.sleep(1.1)
        new, _ = await registry.opener.create(asked, "d" * 40)
        await registry.housekeeping.expire()
        assert (await registry.find(old.id), await registry.find(new.id)) == (None, new)
        registry.settings = Settings(f"sqlite:///{tmp_path}/tables.db")
        await asyncio.sleep(1.1)
        await registry.housekeeping.expire()
        assert await registry.find(new.id) is new
        await registry.close()

    run(scenario())
