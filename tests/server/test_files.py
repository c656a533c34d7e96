"""Files that tables play with: chosen by name, kept by content, paths sent to nobody."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helping import HEAD, pack_of, run
from server_process import ServerProcess
from sqlalchemy import column, create_engine, insert, select
from sqlalchemy import table as table_named

from periplo.client import Client, SeatedAt, ServerRefused, bot, me
from periplo.core.contents import EARLIER, Content, keep, read_content
from periplo.core.dice import Dice
from periplo.core.options import File
from periplo.games import game
from periplo.play.match import Match
from periplo.play.record import split_action
from periplo.play.refusals import Refused
from periplo.server import schema
from periplo.server.clock import now
from periplo.server.contents import Files, contents_of, save_content
from periplo.server.database import migrate, open_engine
from periplo.server.messages import Me, NewTable
from periplo.server.registry import Settings, TableRegistry

SETTINGS = {"flags": 3, "instructions": False}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Whose name may be sent to nobody."""
    found = tmp_path / "attic-of-the-operator"
    found.mkdir()
    return found


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., ServerProcess]]:
    servers: list[ServerProcess] = []

    def start(*files: Path) -> ServerProcess:
        for server in servers:
            server.stop()
        more = [word for file in files for word in ("--file", str(file))]
        url = f"sqlite:///{tmp_path}/tables.db"
        servers.append(ServerProcess(url, tmp_path / "log", *more))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


def periplo(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "periplo", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


async def offered(client: Client) -> dict[str, str]:
    """The packs that may be chosen, by name."""
    games = await client.request("GET", "/api/games")
    (option,) = [o for g in games for o in g["options"] if o["kind"] == "file"]
    assert option["choices"] == ["built-in", *option["names"]]
    return {name: value for value, name in option["names"].items()}


async def play_on(table: SeatedAt, until: Callable[[], bool]) -> None:
    """Seat 1 knows the right answer: it is always called the same."""
    while not table.over and not until():
        if table.thrower == 1:
            await table.throw(1)
        elif texts := table.legal(1):
            asked = table.moment["question"]
            if asked is not None:
                answers = asked["es"]["answers"]
                right = next((k for k, said in answers.items() if said == "bien"), "A")
                await table.act(1, f"answer {right}")
            else:
                await table.act(1, next((t for t in ("move", "throw") if t in texts), texts[0]))
        else:
            await table.change()


def is_mine(table: SeatedAt) -> bool:
    return table.thrower == 1 or table.legal(1) != []


def answers_in(log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    events = [event for entry in log for event in entry["events"]]
    return [event for event in events if event["kind"].startswith("answered")]


def test_a_table_keeps_the_pack_it_began_with(
    serve: Callable[..., ServerProcess], folder: Path, tmp_path: Path
) -> None:
    """Edited while it is played, deleted before a restart: the game goes on and is proved."""
    received: list[str] = []
    file = folder / "class.csv"
    file.write_text(pack_of("lección"))
    copy = tmp_path / "copy.csv"
    shutil.copy(file, copy)
    server = serve(file)

    async def ask(client: Client, path: str) -> Any:
        answer = await client.request("GET", path)
        received.append(json.dumps(answer))
        return answer

    async def scenario() -> None:
        client = Client(server.address)
        reference = (await offered(client))["class"]
        assert reference == read_content(str(file)).hash
        opened = await client.open_table(
            "europa", [me("Badia"), bot("medium")], options={"pack": reference, **SETTINGS}
        )
        received.append(json.dumps(opened))
        table_id, tokens = opened["table"]["id"], list(opened["tokens"].values())
        its = f"/api/tables/{table_id}"
        assert opened["table"]["options"]["pack"] == reference
        await client.start(table_id)
        async with client.sit(table_id, tokens) as table:
            await play_on(table, lambda: len(answers_in(table.log)) >= 1)
            file.write_text(pack_of("OTRA"))
            await play_on(table, lambda: len(answers_in(table.log)) >= 3 and is_mine(table))
            before = table.moment["view"]
        server.stop()
        file.unlink()
        server.start()
        assert "class.csv is gone" in server.log()
        assert await offered(client) == {}
        async with client.sit(table_id, tokens) as table:
            assert table.moment["view"] == before
            options = json.dumps({"pack": reference})
            await ask(client, f"/api/games/europa/layout?options={options}".replace(" ", ""))
            await play_on(table, lambda: False)
            footnotes = [note for entry in table.log for note in entry["asides"] if note]
            assert footnotes
            assert all(footnote["es"].startswith("¿lección ") for footnote in footnotes)
            assert all(
                event["kind"] == "answered_right"
                for event in answers_in(table.log)
                if event["seat"] == 0
            )
            assert {entry["by"] for entry in table.log} == {"person", "table", "bot"}
            assert {entry["note"] for entry in table.log} == {""}
            received.append(json.dumps([table.table, table.log, table.moment]))
        record, proof = await ask(client, f"{its}/record"), await ask(client, f"{its}/proof")
        assert record["options"]["pack"] == reference
        assert (await ask(client, f"{its}/verify"))["right"]
        assert await ask(client, f"{its}/moments?count=5")
        await ask(client, "/api/games")
        with pytest.raises(ServerRefused) as refused:
            await client.open_table("europa", [me("a"), me("b")], options={"pack": str(file)})
        received.append(refused.value.why)
        (tmp_path / "record.json").write_text(json.dumps(record))
        (tmp_path / "proof.json").write_text(json.dumps(proof))

    run(scenario())
    assert not [said for said in (*received, server.log()) if folder.name in said]
    assert "a bot of" not in server.log()  # none has failed

    wanted = read_content(str(copy)).hash
    other = tmp_path / "other.csv"
    other.write_text(pack_of("OTRA"))
    for command, written in (("replay", "record.json"), ("verify", "proof.json")):
        path = str(tmp_path / written)
        assert periplo(command, path, "--pack", str(copy)).returncode == 0
        without = periplo(command, path)
        assert without.returncode == 2
        assert without.stderr == (
            f"periplo: option pack: needs the file that has {wanted}; give it with --pack FILE\n"
        )
        wrong = periplo(command, path, "--pack", str(other))
        assert wrong.returncode == 2
        assert wrong.stderr == (
            f"periplo: option pack: needs the file that has {wanted}; "
            f"{other} has {read_content(str(other)).hash}\n"
        )
        assert wrong.stdout == without.stdout == ""


def test_new_tables_get_what_the_file_holds_when_the_server_starts(
    serve: Callable[..., ServerProcess], folder: Path
) -> None:
    file = folder / "class.csv"
    file.write_text(pack_of("vieja"))
    server = serve(file)

    async def scenario() -> None:
        client = Client(server.address)
        old = (await offered(client))["class"]
        seats = [me("Badia"), me("Murùni")]
        opened = await client.open_table("europa", seats, options={"pack": old})
        file.write_text(pack_of("nueva"))
        assert await offered(client) == {"class": old}
        server.stop()
        server.start()
        new = (await offered(client))["class"]
        assert new == read_content(str(file)).hash != old
        with pytest.raises(ServerRefused, match="not offered here") as refused:
            await client.open_table("europa", seats, options={"pack": old})
        assert refused.value.code == "bad-option"
        values: list[object] = [new + EARLIER, "sha256:" + "0" * 64, [], "a\0.csv", "", 7]
        for value in values:
            with pytest.raises(ServerRefused) as refused:
                await client.open_table("europa", seats, options={"pack": value})
            assert refused.value.code == "bad-option"
        await client.open_table("europa", seats, options={"pack": new})
        table = await client.request("GET", f"/api/tables/{opened['table']['id']}")
        assert table["options"]["pack"] == old

    run(scenario())


def test_packs_of_the_same_name_are_told_apart(folder: Path) -> None:
    hashes = {}
    for word in ("uno", "dos"):
        (folder / word).mkdir()
        path = folder / word / "class.csv"
        path.write_text(pack_of(word))
        hashes[str(path)] = read_content(str(path)).hash
    again = folder / "again.csv"
    shutil.copy(folder / "uno" / "class.csv", again)
    europa = game("europa")
    (option,) = [option for option in europa.options if isinstance(option, File)]
    found = Files([*hashes]).choices(europa, option)
    assert found == {hash: f"class ({hash[7:13]})" for hash in hashes.values()}
    found = Files([*hashes, str(again)]).choices(europa, option)
    assert set(found) == set(hashes.values())
    assert len(set(found.values())) == 2


def test_a_file_that_no_game_can_use_is_refused_when_the_server_starts(
    folder: Path, tmp_path: Path
) -> None:
    for name, text, why in (
        ("bad.csv", HEAD + "spain,es,¿Qué?,a,b,b,c\n", "line 3: the same wrong answer"),
        ("huge.csv", "x" * 5_000_000, "is larger than 4 MB"),
        ("pack.toml", "x = 1", "questions are read from .csv"),
        ("gone.csv", None, "No such file"),
    ):
        if text is not None:
            (folder / name).write_text(text)
        url = f"sqlite:///{tmp_path}/{name}.db"
        refused = periplo("serve", "--database", url, "--port", "0", "--file", str(folder / name))
        assert refused.returncode == 2
        assert refused.stdout == ""
        assert len(refused.stderr.splitlines()) == 1
        assert why in refused.stderr


def test_a_pack_that_was_given_in_vain_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "class.csv"
    file.write_text(pack_of("x"))
    record = tmp_path / "match.json"
    assert periplo("new", "europa", "-o", str(record)).returncode == 0
    replayed = periplo("replay", str(record), "--pack", str(file))
    assert replayed.returncode == 0
    assert replayed.stderr == "--pack is not needed: this record names no file\n"


def test_a_record_of_the_command_line_names_its_path_and_can_be_moved(tmp_path: Path) -> None:
    file = tmp_path / "class.csv"
    file.write_text(pack_of("x"))
    record = tmp_path / "match.json"
    option = f"pack={file}"
    made = periplo(
        "selfplay", "europa", "--seed", "1", "--bots", "greedy", "--option", option,
        "--option", "flags=3", "-o", str(record),
    )  # fmt: skip
    assert made.returncode == 0
    assert json.loads(record.read_text())["options"]["pack"] == str(file)
    positions = periplo("replay", str(record), "--positions").stdout
    assert positions
    moved = file.rename(tmp_path / "moved.csv")
    assert periplo("replay", str(record)).returncode == 2
    assert periplo("replay", str(record), "--positions", "--pack", str(moved)).stdout == positions


# ---- the database


def old_game(pack: str, actions: int) -> Match:
    """A game by the letters of the first version, up to some answers."""
    options = {"pack": keep(read_content(pack)) + EARLIER, **SETTINGS}
    match = Match.new("europa", 2, options)
    bots, dice = game("europa").policies()["hard"], Dice("old")
    while len(match.record.actions) < actions:
        actor = match.state.next_actor()
        if actor < 0:
            match.play(actor, match.state.draw(dice))
        else:
            match.play(actor, int(bots.choose(match.state, actor, dice)))
    assert sum(event["kind"].startswith("answered") for e in match.events for event in e) > 5
    return match


def write_old(url: str, table: str, options: dict[str, Any], match: Match | None) -> None:
    """A table as the first version kept it."""
    engine = open_engine(url)
    rows: list[dict[str, Any]] = []
    for number, written in enumerate(match.record.actions if match else [], 1):
        actor, text = split_action(str(written))
        rows.append({"table": table, "number": number, "kind": "act", "seat": actor, "text": text,
                     "by": "person", "request": "", "note": "", "time": 1})  # fmt: skip
    facts = {"id": table, "game": "europa", "rules": 1, "options": json.dumps(options),
             "listed": False, "chat": True, "limit": 0, "throws": "press", "host": "h",
             "status": "playing" if match else "waiting", "secret": "00" * 32 if match else "",
             "rematch": "", "created": 1, "touched": now()}  # fmt: skip
    seat = {"table": table, "kind": "person", "name": "x", "mark": "", "bot": "", "token": "",
            "device": "", "ready": False, "left": False}  # fmt: skip
    with engine.begin() as connection:
        first = table_named("tables", *map(column, facts))
        connection.execute(insert(first).values(facts))
        connection.execute(insert(schema.seats), [seat | {"seat": 0}, seat | {"seat": 1}])
        if rows:
            connection.execute(insert(schema.log), rows)
    engine.dispose()


def test_tables_of_the_first_version_go_on_as_they_were(url: str, folder: Path) -> None:
    """With the letters by which their questions have been answered; what is gone is reported."""
    file, gone = folder / "class.csv", folder / "gone.csv"
    file.write_text(pack_of("antigua"))
    gone.write_text(pack_of("perdida"))
    engine = open_engine(url)
    migrate(engine, "0001")
    engine.dispose()
    match, lost = old_game(str(file), 120), old_game(str(gone), 120)
    write_old(url, "begun", {"pack": str(file), **SETTINGS}, match)
    write_old(url, "waits", {"pack": str(file), **SETTINGS}, None)
    write_old(url, "plain", SETTINGS, None)
    write_old(url, "lost", {"pack": str(gone), **SETTINGS}, lost)
    kept = gone.read_text()
    gone.unlink()
    reference = read_content(str(file)).hash

    async def first() -> None:
        registry = TableRegistry(Settings(url))
        file.unlink()  # from now on it is in the database
        await registry.open()
        try:
            begun, waits, plain = [await registry.find(id) for id in ("begun", "waits", "plain")]
            assert begun is not None
            assert waits is not None
            assert plain is not None
            assert begun.core.match.position() == match.position()
            assert begun.core.match.events == match.events
            assert begun.info().options["pack"] == reference + EARLIER
            assert waits.info().options["pack"] == reference
            assert plain.info().options["pack"] == "built-in"
            with pytest.raises(Refused) as refused:
                await registry.find("lost")
            assert refused.value.code == "unreadable-table"
            assert refused.value.why.endswith("the file that this table plays with is gone")
            begun.core.row.status = "over"
            assert (await registry.opener.rematch(begun)).info().options["pack"] == reference
        finally:
            await registry.close()

    async def second() -> None:
        """The operator has brought the file back and offers it."""
        gone.write_text(kept)
        registry = TableRegistry(Settings(url, files=frozenset([str(gone)])))
        await registry.open()
        try:
            found = await registry.find("lost")
            assert found is not None
            assert found.core.match.position() == lost.position()
            gone.unlink()
            registry.evict_idle(found.last_used + 1)
            assert await registry.find("lost") is not found
        finally:
            await registry.close()

    run(first())
    run(second())


def test_a_pack_is_stored_once_and_can_be_taken_along(url: str, folder: Path) -> None:
    file = folder / "class.csv"
    file.write_text(pack_of("una"))

    async def scenario() -> None:
        registry = TableRegistry(Settings(url, files=frozenset([str(file)])))
        await registry.open()
        options = {"pack": read_content(str(file)).hash}
        for _ in range(3):
            await registry.opener.create(NewTable("europa", [Me(), Me()], options), "d" * 40)
        await registry.close()

    run(scenario())
    content = read_content(str(file))
    engine = open_engine(url)
    with engine.connect() as connection:
        its = schema.contents.c
        (row,) = connection.execute(select(its.name).where(its.hash == content.hash))
        assert row == ("class.csv",)
        (taken,) = contents_of(connection, "europa", {"pack": content.hash + EARLIER})
        assert (taken.name, taken.data) == (content.name, content.data)
        assert contents_of(connection, "europa", {}) == []
    engine.dispose()


def test_saving_what_is_there_already_changes_nothing(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/x.db")
    schema.metadata.create_all(engine)
    with engine.begin() as connection:
        for name in ("a.csv", "b.csv"):
            connection.execute(save_content(Content(name, b"x")))
        assert [row.name for row in connection.execute(select(schema.contents))] == ["a.csv"]
    engine.dispose()
