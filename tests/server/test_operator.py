"""An operator's commands, beside a running server and without one."""

import asyncio
import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helping import draw, inside, open_and_start, pack_of, play_any, receive_until, run, start_alone
from server_process import ServerProcess

from periplo.cli.main import main
from periplo.client import OPEN, Client, Disconnected, ServerRefused, me
from periplo.core import contents
from periplo.core.errors import BadRecord
from periplo.play.refusals import Refused
from periplo.server.database import this_version
from periplo.server.messages import Me, NewTable, Open
from periplo.server.registry import Settings, TableRegistry
from periplo.server.transfer import read_file

DEVICE = "d" * 40
DATA = Path(__file__).parent / "data"
FIRST = DATA / "schema-0001.sql"
IN_TIME = 60.0  # seconds for something that takes one on an idle machine


class Commands:
    """`periplo …`, within this process."""

    def __init__(self, patch: pytest.MonkeyPatch, captured: pytest.CaptureFixture[str]) -> None:
        self._patch = patch
        self._captured = captured

    def run(self, *words: object) -> tuple[int, str, str]:
        self._captured.readouterr()
        self._patch.setattr(sys, "argv", ["periplo", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = self._captured.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, printed.out, printed.err

    def good(self, *words: object) -> str:
        status, said, complaint = self.run(*words)
        assert (status, complaint) == (0, ""), (said, complaint)
        return said

    def bad(self, *words: object) -> str:
        """The one line that a refused command says."""
        status, said, complaint = self.run(*words)
        assert (status, said) == (2, ""), (said, complaint)
        (line,) = complaint.splitlines()
        return line.removeprefix("periplo: ")


@pytest.fixture
def periplo(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Commands:
    # the games' own commands would be added again each time
    monkeypatch.setattr("periplo.cli.main.add_game_commands", lambda _: None)
    return Commands(monkeypatch, capsys)


async def fill(url: str) -> dict[str, str]:
    """A waiting, a playing and a finished table; their ids by status."""
    registry = TableRegistry(Settings(url))
    await registry.open()
    ids = {}
    for status in ("waiting", "playing", "over"):
        asked = NewTable("poleana", [Me("Badia"), Open() if status == "waiting" else Me("Murùni")])
        table, _ = await registry.opener.create(asked, DEVICE)
        ids[status] = table.id
        if status != "waiting":
            await start_alone(table)
        while (status == "over" and table.core.status != "over") or (
            status == "playing" and len(table.core.actions) < 9
        ):
            state = table.core.match.state
            (actor,) = state.actors()
            if actor == -1:
                draw(table)
            else:
                with inside(table) as core:
                    core.playing.commit_action(actor, state.legal(actor)[0], "person")
        await table.flush()
    await registry.close()
    return ids


# ---- tables


def test_tables_are_listed_while_a_server_runs(own_server: ServerProcess, periplo: Commands,
                                               tmp_path: Path) -> None:  # fmt: skip
    url = f"sqlite:///{tmp_path}/tables.db"
    assert periplo.good("tables", "--database", url) == "there are no tables\n"
    opened = asyncio.run(Client(own_server.address).open_table("oca", [me("Badia"), OPEN]))
    table_id = opened["table"]["id"]
    shown = periplo.good("tables", "--database", url)
    for part in (table_id, "oca", "waiting", "ago", "Badia, open"):
        assert part in shown
    (listed,) = json.loads(periplo.good("tables", "--json", "--database", url))
    assert (listed["id"], listed["game"], listed["status"]) == (table_id, "oca", "waiting")
    assert listed["touched"] == listed["created"] > 0
    assert listed["seats"] == [
        {"kind": "person", "name": "Badia"},
        {"kind": "open", "name": listed["seats"][1]["name"]},
    ]
    assert periplo.bad("tables", "nosuch", "--database", url) == "there is no table nosuch"


def test_a_table_that_is_deleted_is_gone_for_everybody(
    url: str, periplo: Commands, tmp_path: Path
) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        table_id, tokens = await open_and_start(client, "oca", listed=True)
        kept, _ = await open_and_start(client, "oca", listed=True)
        async with client.sit(table_id, tokens) as table, client.sit(table_id) as watcher:
            await play_any(table)
            said = await asyncio.to_thread(
                periplo.good, "tables", "--delete", table_id, "--yes", "--database", url
            )
            assert said == f"table {table_id} is deleted\n"
            for connection in (table, watcher):
                with pytest.raises(Disconnected) as closed:
                    await receive_until(connection, "never")
                assert closed.value.code == 4404
        with pytest.raises(ServerRefused) as gone:
            await client.request("GET", f"/api/tables/{table_id}")
        assert gone.value.code == "no-table"
        with pytest.raises(Disconnected) as unknown:
            async with client.sit(table_id, tokens):
                pass
        assert unknown.value.code == 4404
        assert [t["id"] for t in await client.request("GET", "/api/tables")] == [kept]
        again = await asyncio.to_thread(
            periplo.bad, "tables", "--delete", table_id, "--yes", "--database", url
        )
        assert again == f"there is no table {table_id}"
        await asyncio.to_thread(
            periplo.good, "tables", "--delete", kept, "--yes", "--database", url
        )

    server = ServerProcess(url, tmp_path / "log")
    try:
        run(scenario())
    finally:
        server.stop()
    assert '"level": "error"' not in server.log()


def test_tables_are_deleted_where_no_server_runs(url: str, periplo: Commands) -> None:
    ids = asyncio.run(fill(url))
    some = [ids["waiting"], ids["over"]]
    said = periplo.good("tables", "--delete", *some, "--yes", "--database", url)
    assert sorted(said.splitlines()) == sorted(f"table {one} is deleted" for one in some)
    (left,) = json.loads(periplo.good("tables", "--json", "--database", url))
    assert left["id"] == ids["playing"]
    periplo.good("tables", "--delete", left["id"], "--yes", "--database", url)
    assert json.loads(periplo.good("tables", "--json", "--database", url)) == []


def test_nothing_is_deleted_without_being_sure(periplo: Commands, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    ids = asyncio.run(fill(url))
    assert "--yes" in periplo.bad("tables", "--delete", ids["over"], "--database", url)
    assert "name the tables" in periplo.bad("tables", "--delete", "--yes", "--database", url)
    one_is_missing = ("--delete", ids["over"], "nosuch", "--yes")
    assert "no table nosuch" in periplo.bad("tables", *one_is_missing, "--database", url)
    assert len(json.loads(periplo.good("tables", "--json", "--database", url))) == 3


def test_bytes_that_are_no_text_hide_no_table_from_the_operator(
    periplo: Commands, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    ids = asyncio.run(fill(url))
    with sqlite3.connect(tmp_path / "tables.db") as disk:
        disk.execute("UPDATE tables SET game = x'ff' WHERE id = ?", [ids["over"]])
        disk.execute(
            "UPDATE seats SET name = CAST(x'41ff' AS TEXT) WHERE \"table\" = ?", [ids["playing"]]
        )
    disk.close()
    shown = periplo.good("tables", "--database", url)
    assert all(table_id in shown for table_id in ids.values())
    assert len(json.loads(periplo.good("tables", "--json", "--database", url))) == 3
    assert "is damaged" in periplo.bad("export", ids["over"], "-o", "-", "--database", url)
    periplo.good("tables", "--delete", ids["over"], ids["playing"], "--yes", "--database", url)
    assert list(ids.values())[:1] == [
        table["id"] for table in json.loads(periplo.good("tables", "--json", "--database", url))
    ]


def test_a_folder_that_is_not_there_is_named(periplo: Commands, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    ids = asyncio.run(fill(url))
    nowhere = tmp_path / "nowhere"
    for command in (("backup", nowhere / "x.db"), ("export", ids["over"], "-o", nowhere / "x")):
        said = periplo.bad(*command, "--database", url)
        assert said.endswith(f"no such folder: '{nowhere}'")
        assert ".periplo-" not in said


def test_a_damaged_table_can_be_deleted_and_imported_whole(
    periplo: Commands, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"

    async def scenario() -> None:
        registry = TableRegistry(Settings(url))
        await registry.open()
        with pytest.raises(Refused):
            await registry.find(table_id)
        delete = ("tables", "--delete", table_id, "--yes", "--database", url)
        await asyncio.to_thread(periplo.good, *delete)
        assert await registry.find(table_id) is None
        await asyncio.to_thread(periplo.good, "import", whole, "--database", url)
        assert await registry.find(table_id) is not None
        await registry.close()

    table_id, whole = asyncio.run(fill(url))["over"], tmp_path / "whole.json"
    periplo.good("export", table_id, "-o", whole, "--database", url)
    with sqlite3.connect(tmp_path / "tables.db") as disk:
        disk.execute("UPDATE log SET text = 'fly' WHERE number = 2")
    disk.close()
    run(scenario())


def test_a_rematch_can_be_played_again_when_it_was_deleted(
    periplo: Commands, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"

    async def scenario() -> None:
        registry = TableRegistry(Settings(url))
        await registry.open()
        table = await registry.find(ids["over"])
        assert table is not None
        first = await registry.opener.rematch(table)
        await asyncio.to_thread(
            periplo.good, "tables", "--delete", first.id, "--yes", "--database", url
        )
        assert first.id not in registry.loaded
        assert table.row.rematch == ""
        second = await registry.opener.rematch(table)
        assert second.id != first.id
        await registry.close()

    ids = asyncio.run(fill(url))
    run(scenario())


def test_a_server_that_does_not_answer_is_named_and_the_order_withdrawn(
    own_server: ServerProcess,
    periplo: Commands,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    opened = asyncio.run(Client(own_server.address).open_table("oca", [me("Badia"), OPEN]))
    table_id = opened["table"]["id"]
    monkeypatch.setattr("periplo.server.orders.ANSWERED_WITHIN", 1.0)
    os.kill(own_server.pid, signal.SIGSTOP)
    try:
        said = periplo.bad("tables", "--delete", table_id, "--yes", "--database", url)
    finally:
        os.kill(own_server.pid, signal.SIGCONT)
    assert "does not answer" in said
    with sqlite3.connect(tmp_path / "tables.db") as disk:
        assert disk.execute("SELECT count(*) FROM orders").fetchone() == (0,)
    disk.close()
    table = asyncio.run(Client(own_server.address).request("GET", f"/api/tables/{table_id}"))
    assert table["id"] == table_id


def test_a_server_that_is_killed_before_it_answers_is_done_without(
    own_server: ServerProcess, periplo: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    opened = asyncio.run(Client(own_server.address).open_table("oca", [me("Badia"), OPEN]))
    monkeypatch.setattr("periplo.server.orders.ANSWERED_WITHIN", 1.0)
    os.kill(own_server.pid, signal.SIGSTOP)

    def kill_soon(*_: object) -> None:
        own_server.kill()

    monkeypatch.setattr("periplo.server.orders.time.sleep", kill_soon)
    table_id = opened["table"]["id"]
    assert "deleted" in periplo.good("tables", "--delete", table_id, "--yes", "--database", url)


# ---- doctor


def secrets_in(file: Path) -> list[str]:
    with sqlite3.connect(file) as disk:
        found = disk.execute("SELECT secret, sealed FROM tables").fetchall()
        found += disk.execute("SELECT token, device FROM seats").fetchall()
    disk.close()
    return [text for row in found for text in row if text]


def test_a_database_in_order_is_well(url: str, periplo: Commands, tmp_path: Path) -> None:
    ids = asyncio.run(fill(url))
    server = ServerProcess(url, tmp_path / "log")
    try:
        said = periplo.good("doctor", "--database", url)
        report = json.loads(periplo.good("doctor", "--json", "--database", url))
    finally:
        server.stop()
    assert said.splitlines()[-1] == "all is well"
    assert "1 over, 1 playing, 1 waiting" in said
    assert report["faults"] == []
    assert report["tables"] == {"waiting": 1, "playing": 1, "over": 1}
    if url.startswith("sqlite"):
        assert "free on its disk" in said
        for secret in secrets_in(tmp_path / "tables.db"):
            assert secret not in said
    periplo.good("tables", "--delete", *ids.values(), "--yes", "--database", url)


Damage = tuple[str, str, str]  # what is done to the database, of which status, what is said of it
NESTED = "replace(hex(zeroblob(5000)), '00', '[')"  # too deeply for any reader
DAMAGES: list[Damage] = [
    ("UPDATE tables SET rules = 99 WHERE id = ?", "playing", "other-rules: "),
    ("UPDATE tables SET options = '{' WHERE id = ?", "waiting", "damaged: options"),
    (f"UPDATE tables SET options = {NESTED} WHERE id = ?", "waiting", "damaged: options"),
    ("UPDATE tables SET secret = char(10) WHERE id = ?", "playing", "damaged: "),
    ("DELETE FROM log WHERE number = 4 AND \"table\" = ?", "playing", "damaged: row 4 of its log"),
    ("UPDATE log SET text = 'fly' WHERE number = 2 AND \"table\" = ?", "over", "damaged: row 2"),
    ("UPDATE tables SET game = 'chess' WHERE id = ?", "waiting", "damaged: "),
    ("UPDATE tables SET status = 'playing' WHERE id = ?", "over", "half-written: its game is over"),
    ("UPDATE tables SET status = 'over' WHERE id = ?", "playing", "half-written: its row says ove"),
    ("UPDATE tables SET rematch = 'gone' WHERE id = ?", "over", "half-written: its rematch"),
    ("UPDATE tables SET sealed = 'ab' WHERE id = ?", "playing", "sealed: it cannot draw"),
    ("DELETE FROM seats WHERE \"table\" = ?", "waiting", "damaged: "),
]  # fmt: skip


def test_every_damage_is_named_with_its_table(periplo: Commands, tmp_path: Path) -> None:
    sound = tmp_path / "tables.db"
    ids = asyncio.run(fill(f"sqlite:///{sound}"))
    for number, (statement, status, said) in enumerate(DAMAGES):
        file = tmp_path / f"{number}.db"
        shutil.copyfile(sound, file)
        shutil.copyfile(f"{sound}.key", f"{file}.key")
        with sqlite3.connect(file) as disk:
            assert disk.execute(statement, [ids[status]]).rowcount
        disk.close()
        before = file.read_bytes()
        ended, printed, complaint = periplo.run("doctor", "--database", f"sqlite:///{file}")
        assert (ended, complaint) == (1, ""), statement
        assert f"table {ids[status]}: {said}" in printed, (statement, printed)
        assert printed.splitlines()[-1] == "faults: 1", printed
        assert file.read_bytes() == before
        for secret in secrets_in(file):
            assert len(secret) < 10 or secret not in printed


def test_what_is_wrong_with_the_file_is_reported(periplo: Commands, tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    url = f"sqlite:///{file}"
    ids = asyncio.run(fill(url))
    with sqlite3.connect(file) as disk:  # which does not mind foreign keys
        disk.execute("DELETE FROM tables WHERE id = ?", [ids["over"]])
    disk.close()
    status, printed, _ = periplo.run("doctor", "--database", url)
    assert status == 1
    assert "rows of log belong to no table" in printed
    assert "2 rows of seats belong to no table" in printed
    damaged = bytearray(file.read_bytes())
    for page in range(3, len(damaged) // 4096):
        damaged[page * 4096 : page * 4096 + 64] = bytes(64)
    file.write_bytes(damaged)
    status, printed, complaint = periplo.run("doctor", "--database", url)
    assert (status, complaint) == (1, "")
    assert "database: database: " in printed
    file.write_bytes(b"no database at all" * 1000)
    status, printed, complaint = periplo.run("doctor", "--database", url)
    assert (status, complaint) == (1, "")
    assert "file is not a database" in printed
    missing = f"sqlite:///{tmp_path}/nowhere/tables.db"
    assert "there is no file" in periplo.bad("doctor", "--database", missing)
    assert not (tmp_path / "nowhere").exists()


def test_what_takes_long_shows_a_bar_to_whoever_looks(
    periplo: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    asyncio.run(fill(url))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert periplo.run("doctor", "--database", url)[2] == ""
    monkeypatch.setattr("periplo.cli.operating.LONG", 0.0)
    status, said, bar = periplo.run("doctor", "--database", url)
    assert status == 0
    assert said.endswith("all is well\n")
    assert "3/3" in bar


def test_an_older_database_is_examined_as_it_would_become(
    periplo: Commands, tmp_path: Path
) -> None:
    file = tmp_path / "tables.db"
    with sqlite3.connect(file) as disk:
        disk.executescript(FIRST.read_text(encoding="utf-8"))
    disk.close()
    url = f"sqlite:///{file}"
    said = periplo.good("doctor", "--database", url)
    assert "schema: 0001" in said
    assert "a copy brought there was examined" in said
    assert said.splitlines()[-1] == "all is well"
    with sqlite3.connect(file) as disk:
        assert disk.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
    disk.close()
    assert "brings it along" in periplo.bad("tables", "--database", url)


# ---- backup


def test_a_backup_of_a_running_server_is_a_whole_database(
    own_server: ServerProcess, periplo: Commands, tmp_path: Path
) -> None:
    async def play(address: str) -> tuple[int, list[dict[str, Any]]]:
        client = Client(address, DEVICE)
        async with client.sit(table_id, tokens) as table:
            await play_any(table)
            return table.n, table.log

    client = Client(own_server.address, DEVICE)
    table_id, tokens = asyncio.run(open_and_start(client, "oca"))
    n, log = asyncio.run(play(own_server.address))
    copy = tmp_path / "copies" / "today.db"
    copy.parent.mkdir()
    url = f"sqlite:///{tmp_path}/tables.db"
    said = periplo.good("backup", copy, "--database", url)
    assert "tables: 1" in said
    assert f"{tmp_path}/tables.db.key is not in it" in said
    assert [file.name for file in copy.parent.iterdir()] == ["today.db"]
    assert "is there already" in periplo.bad("backup", copy, "--database", url)
    asyncio.run(play(own_server.address))  # goes on, and the copy does not
    shutil.copyfile(tmp_path / "tables.db.key", f"{copy}.key")
    restored = ServerProcess(f"sqlite:///{copy}", tmp_path / "restored")
    try:
        again, whole = asyncio.run(play(restored.address))
    finally:
        restored.stop()
    assert again == n + 1
    assert whole[:n] == log


def test_what_the_disk_refuses_leaves_nothing_behind(periplo: Commands, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    ids = asyncio.run(fill(url))
    with sqlite3.connect(tmp_path / "tables.db") as disk:  # a table that is long for sure
        ((last,),) = disk.execute('SELECT max(number) FROM log WHERE "table" = ?', [ids["over"]])
        disk.executemany(
            """INSERT INTO log ("table", number, kind, seat, text, "by", request, note, time)
            VALUES (?, ?, 'chat', 0, ?, 'person', '', 'Badia', 1)""",
            [(ids["over"], last + 1 + line, "ah " * 30) for line in range(500)],
        )
    disk.close()
    copies = tmp_path / "copies"
    copies.mkdir()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (33_000, before[1]))
    try:
        said = periplo.bad("backup", copies / "today.db", "--database", url)
        table = copies / "table.json"
        assert "too large" in periplo.bad("export", ids["over"], "-o", table, "--database", url)
        gone = ("tables", "--delete", ids["over"], "--yes")
        assert periplo.bad(*gone, "--database", url).startswith("database: ")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert said.startswith("backup: ")
    assert list(copies.iterdir()) == []
    assert len(json.loads(periplo.good("tables", "--json", "--database", url))) == 3
    (tmp_path / "empty.db").touch()
    nothing = f"sqlite:///{tmp_path}/empty.db"
    assert "backup: " in periplo.bad("backup", copies / "today.db", "--database", nothing)
    assert list(copies.iterdir()) == []


def test_a_backup_of_postgresql_is_left_to_postgresql(
    postgresql: str, periplo: Commands, tmp_path: Path
) -> None:
    said = periplo.bad("backup", tmp_path / "copy", "--database", postgresql)
    assert "pg_dump" in said


def test_a_killed_backup_leaves_no_half_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    asyncio.run(fill(url))
    copies = tmp_path / "copies"
    copies.mkdir()
    killed_before_its_check = (
        "import os, signal\n"
        "from periplo.cli import main, operating\n"
        "operating._check_copy = lambda _: os.kill(os.getpid(), signal.SIGKILL)\n"
        "main.main()\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", killed_before_its_check, "backup", copies / "today.db",
         "--database", url],
        timeout=IN_TIME,
    )  # fmt: skip
    assert ended.returncode == -signal.SIGKILL
    (draft,) = copies.iterdir()
    assert draft.name.startswith(".periplo-")


# ---- export and import


def test_a_table_moves_to_another_server_with_its_links(
    url: str, periplo: Commands, tmp_path: Path
) -> None:
    """Waiting, played and over; from a running server to a running one."""

    async def play_there() -> None:
        client = Client(there.address, DEVICE)
        async with client.sit(table_id, tokens) as table:
            assert (table.n, table.log) == (n, log)
            for _ in range(2):  # no game is over after so few
                await play_any(table)
        assert (await client.request("GET", f"/api/tables/{ids['over']}/verify"))["right"]
        proof = await client.request("GET", f"/api/tables/{ids['over']}/proof")
        assert proof == over
        await Client(there.address).sit_down(ids["waiting"], 2, "Murùni")
        await client.start(ids["waiting"])

    async def play_here() -> tuple[str, list[str], int, list[dict[str, Any]], dict[str, Any]]:
        client = Client(here.address, DEVICE)
        table_id, tokens = await open_and_start(client, "oca")
        async with client.sit(table_id, tokens) as table:
            for _ in range(3):
                await play_any(table)
            proof = await client.request("GET", f"/api/tables/{ids['over']}/proof")
            return table_id, tokens, table.n, table.log, proof

    source = f"sqlite:///{tmp_path}/source.db"
    ids = asyncio.run(fill(source))
    here = ServerProcess(source, tmp_path / "here")
    there = ServerProcess(url, tmp_path / "there")
    try:
        table_id, tokens, n, log, over = asyncio.run(play_here())
        for one in (table_id, ids["over"], ids["waiting"]):
            file = tmp_path / f"{one}.json"
            periplo.good("export", one, "-o", file, "--database", source)
            if one == table_id:
                said = periplo.bad("import", file, "--database", url)
                assert "give that server's key file with --old-key-file" in said
            old = ("--old-key-file", tmp_path / "source.db.key")
            assert "is here now" in periplo.good("import", file, *old, "--database", url)
            assert "is here now" not in periplo.bad("import", file, *old, "--database", url)
        run(play_there())
    finally:
        here.stop()
        there.stop()
    for server in (here, there):
        assert '"level": "error"' not in server.log()
    periplo.good(
        "tables", "--delete", table_id, ids["over"], ids["waiting"], "--yes", "--database", url
    )


def test_a_table_brings_the_file_that_it_plays_with(periplo: Commands, tmp_path: Path) -> None:
    async def start(address: str) -> tuple[str, list[str]]:
        client = Client(address, DEVICE)
        games = await client.request("GET", "/api/games")
        ((game, option),) = [
            (game["id"], option)
            for game in games
            for option in game["options"]
            if option["kind"] == "file"
        ]
        (chosen,) = option["names"]
        options = {option["name"]: chosen}
        return await open_and_start(client, game, options=options)

    async def play_there() -> None:
        client = Client(there.address, DEVICE)
        async with client.sit(table_id, tokens) as table:
            while not table.moment["question"]:
                await play_any(table)
            assert "bien" in json.dumps(table.moment["question"])

    pack = tmp_path / "class.csv"
    pack.write_text(pack_of("¿Qué?"), encoding="utf-8")
    source, target = f"sqlite:///{tmp_path}/source.db", f"sqlite:///{tmp_path}/target.db"
    here = ServerProcess(source, tmp_path / "here", "--file", str(pack))
    try:
        table_id, tokens = asyncio.run(start(here.address))
    finally:
        here.stop()
    periplo.good("export", table_id, "-o", tmp_path / "table.json", "--database", source)
    pack.unlink()
    there = ServerProcess(target, tmp_path / "there")
    try:
        key = ("--old-key-file", tmp_path / "source.db.key")
        periplo.good("import", tmp_path / "table.json", *key, "--database", target)
        run(play_there())
    finally:
        there.stop()
    assert periplo.good("doctor", "--database", target).endswith("all is well\n")
    with sqlite3.connect(tmp_path / "target.db") as disk:
        disk.execute("DELETE FROM contents")
    disk.close()
    contents._at_hand.clear()  # as if it had never been seen
    status, said, _ = periplo.run("doctor", "--database", target)
    assert status == 1
    assert f"table {table_id}: damaged: " in said


def test_an_export_holds_the_hashes_and_no_secret_of_a_table_in_play(
    periplo: Commands, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    with sqlite3.connect(tmp_path / "tables.db") as disk:
        disk.executescript(FIRST.read_text(encoding="utf-8"))
        secrets = dict(disk.execute("SELECT id, secret FROM tables"))
        (token,) = disk.execute(
            "SELECT token FROM seats WHERE \"table\" = 'ocaplaying' AND seat = 0"
        ).fetchone()
    disk.close()
    asyncio.run(fill(url))  # brings it to this version
    text = periplo.good("export", "ocaplaying", "-o", "-", "--database", url)
    assert token in text
    assert secrets["ocaplaying"] not in text  # it was begun before secrets were sealed
    exported = json.loads(text)
    assert exported["table"]["sealed"]
    (tmp_path / "oca.json").write_text(text)
    periplo.good("tables", "--delete", "ocaplaying", "--yes", "--database", url)
    periplo.good("import", tmp_path / "oca.json", "--database", url)
    over = periplo.good("export", "aaaaover", "-o", "-", "--database", url)
    assert secrets["aaaaover"] in over  # that is published
    assert periplo.good("doctor", "--database", url).endswith("all is well\n")
    again = json.loads(periplo.good("export", "ocaplaying", "-o", "-", "--database", url))
    for part in (exported, again):
        del part["table"]["sealed"]  # anew each time
    assert again == exported


def test_a_table_that_an_older_version_exported_is_imported(
    periplo: Commands, tmp_path: Path
) -> None:
    file, url = DATA / "export-0008.json", f"sqlite:///{tmp_path}/tables.db"
    periplo.good("import", file, "--database", url)
    old = json.loads(file.read_text(encoding="utf-8"))
    new = json.loads(periplo.good("export", old["table"]["id"], "-o", "-", "--database", url))
    old["table"]["status_changed_at"] = old["table"].pop("touched")
    later: dict[str, Any] = {"table": new["table"] | old["table"]}  # what was not there then
    later["seats"] = [seat | was for seat, was in zip(new["seats"], old["seats"], strict=True)]
    assert new == old | {"schema": this_version()} | later
    assert new["table"]["hints"]
    assert not new["seats"][0]["hinted"]
    old["schema"], old["table"]["touched"] = "0008", 1  # under both names
    with pytest.raises(BadRecord, match="'touched' is no field"):
        read_file(old)


def change(**parts: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda data: data | parts


def change_row(part: str, **fields: Any) -> Callable[[dict[str, Any]], Any]:
    def changed(data: dict[str, Any]) -> Any:
        if part == "table":
            return data | {"table": data["table"] | fields}
        return data | {part: [data[part][0] | fields, *data[part][1:]]}

    return changed


BAD_FILES: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda _: [], "one JSON object"),
    (lambda _: {"actions": []}, "periplo_table: is missing"),
    (change(periplo_table=2), "periplo_table: must be 1"),
    (change(schema="9999"), "newer version"),
    (change(more=1), "no field"),
    (change(seats={}), "seats: must be a list"),
    (change(log=[7]), "log 1: must be an object"),
    (change_row("table", id="../up"), "id"),
    (change_row("table", id="a" * 17), "longer than 16"),
    (change_row("table", limit="x"), "limit: must be a whole number"),
    (change_row("table", limit=2**40), "out of bounds"),
    (change_row("table", listed=1), "listed: must be true or false"),
    (change_row("table", nonsense=1), "no field"),
    (change_row("table", touched=1), "no field"),  # a name of older versions
    (change_row("seats", seat=1), "seat is there twice"),
    (change_row("seats", name="\0"), "cannot be kept"),
    (change_row("seats", table="other"), "no field"),
    (change_row("log", number=2), "number is there twice"),
    (change(contents=[{"name": "x"}]), "name and data"),
    (change(contents=[{"name": "x", "data": "?"}]), "must be Base64"),
    (change(contents=[{"name": "x" * 300, "data": ""}]), "longer than 255"),
    (lambda data: {key: data[key] for key in data if key != "seats"}, "seats: is missing"),
]  # fmt: skip


def test_files_that_are_no_exported_table_are_refused_in_one_line(
    periplo: Commands, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    ids = asyncio.run(fill(url))
    data = json.loads(periplo.good("export", ids["over"], "-o", "-", "--database", url))
    for spoil, said in BAD_FILES:
        with pytest.raises(BadRecord, match=said) as refused:
            read_file(spoil(data))
        assert "\n" not in str(refused.value)
    periplo.good("tables", "--delete", ids["over"], "--yes", "--database", url)
    file = tmp_path / "bad.json"
    for spoil in (
        change(log={}),
        change_row("table", game="chess"),
        change_row("table", rules=99),
        change_row("log", text="fly"),
        lambda data: data | {"log": data["log"][1:]},
    ):
        file.write_text(json.dumps(spoil(data)))
        line = periplo.bad("import", file, "--database", url)
        assert "log: must be a list" in line or "cannot be opened here" in line
    file.write_text("{")
    assert "no complete JSON" in periplo.bad("import", file, "--database", url)
    assert "nosuch" in periplo.bad("export", "nosuch", "-o", file, "--database", url)
    assert file.read_text() == "{"
    assert len(json.loads(periplo.good("tables", "--json", "--database", url))) == 2
