"""Secrets of draws: sealed while a table is played, published when it is over, whatever happens
to the key.
"""

import os
import sqlite3
import stat
from pathlib import Path

import pytest
from helping import draw, inside, open_and_start, play, play_any, run, start_alone
from server_process import ServerProcess

from periplo import BadSetup
from periplo.client import Client, ServerRefused
from periplo.play.draws import commitment, draw_dice, new_secret, verify
from periplo.server.messages import Me, NewTable, SeatSetup
from periplo.server.registry import Settings, TableRegistry
from periplo.server.sealing import KeyLost, Sealer, default_key_file, read_keys
from periplo.server.table import LiveTable

PEOPLE: list[SeatSetup] = [Me("Badia"), Me("Murùni")]


async def play_to_the_end(table: LiveTable) -> None:
    while not table.core.match.state.over():
        (seat,) = table.core.match.state.actors()
        play(table, seat, table.core.match.state.legal(seat)[0])
    await table.flush()


def test_no_secret_lies_in_the_database_before_the_end(tmp_path: Path) -> None:
    async def scenario() -> None:
        registry = TableRegistry(Settings(f"sqlite:///{tmp_path}/tables.db"))
        await registry.open()
        table, _ = await registry.opener.create(
            NewTable("poleana", PEOPLE, throws="auto"), "d" * 40
        )
        await start_alone(table)
        secret = table.core.secret
        assert secret is not None
        kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert table.row.commitment.encode() in kept  # or nothing was looked through
        for text in (secret.encode(), secret.upper().encode(), bytes.fromhex(secret)):
            assert text not in kept
        await play_to_the_end(table)
        found = await registry.store.table(table.id)
        assert found is not None
        assert (found[0]["secret"], found[0]["sealed"]) == (secret, "")
        assert commitment(secret) == found[0]["commitment"]
        await registry.close()

    run(scenario())


def test_a_restarted_server_draws_by_the_secret_it_sealed(url: str) -> None:
    async def scenario() -> None:
        registry = TableRegistry(Settings(url))
        await registry.open()
        table, _ = await registry.opener.create(NewTable("oca", PEOPLE), "d" * 40)
        await start_alone(table)
        secret = table.core.secret
        await registry.close()
        registry = TableRegistry(Settings(url))
        await registry.open()
        again = await registry.find(table.id)
        assert again is not None
        assert secret is not None
        due = again.core.match.state.draw(draw_dice(secret, 0))
        draw(again)
        assert again.core.actions[0].action == due
        await registry.close()

    run(scenario())


def test_without_its_key_a_table_says_so_and_goes_on_when_the_key_is_back(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    """Together with the tables that were begun under a new key meanwhile."""

    async def scenario() -> None:
        client = Client(own_server.address)
        table_id, tokens = await open_and_start(client, "oca")
        async with client.sit(table_id, tokens) as table:
            assert table.table["dice"] == "ready"
            await play_any(table)
            promised, n = table.table["commitment"], table.n
        own_server.stop()
        key, hidden = tmp_path / "tables.db.key", tmp_path / "elsewhere"
        key.rename(hidden)
        own_server.start()
        async with client.sit(table_id, tokens) as table:
            assert table.table["dice"] == "lost"
            assert table.table["commitment"] == promised
            (line,) = (line for line in own_server.log().splitlines() if "draw nothing" in line)
            for part in ("any more: 1.", str(key), "add its line below", '"level": "error"'):
                assert part in line
            while texts := table.legal(1) or table.legal(2):
                await table.act(1 if table.legal(1) else 2, texts[0])
            assert table.thrower is None
            with pytest.raises(ServerRefused) as refused:
                await table.throw(int(table.moment["view"]["turn"]) + 1)
            assert refused.value.code == "no-dice"
            n = table.n
        other, others = await open_and_start(client, "oca")  # new tables are played as ever
        async with client.sit(other, others) as table:
            await table.throw(1)
            m = table.n
        own_server.stop()
        with key.open("a") as file:
            file.write(hidden.read_text())
        own_server.start()
        async with client.sit(table_id, tokens) as table:
            assert table.table["dice"] == "ready"
            assert table.table["commitment"] == promised
            while table.n <= n:
                await play_any(table)
        async with client.sit(other, others) as table:
            assert table.table["dice"] == "ready"
            while table.n <= m:
                await play_any(table)

    run(scenario())


def test_a_table_that_an_older_version_began_goes_on_with_its_clear_secret(tmp_path: Path) -> None:
    async def scenario() -> None:
        settings, secret = Settings(f"sqlite:///{tmp_path}/tables.db"), new_secret()
        registry = TableRegistry(settings)
        await registry.open()
        table, _ = await registry.opener.create(
            NewTable("poleana", PEOPLE, throws="auto"), "d" * 40
        )
        await registry.close()
        with sqlite3.connect(tmp_path / "tables.db") as disk:  # as version 0001 started it
            disk.execute("UPDATE tables SET status = 'playing', secret = ?", [secret])
        registry = TableRegistry(settings)
        await registry.open()
        again = await registry.find(table.id)
        assert again is not None
        assert (again.info().commitment, again.info().dice) == (commitment(secret), "ready")
        with inside(again) as core:
            core.playing.advance()
        await play_to_the_end(again)
        proof = again.core.proof()
        assert verify(proof)["right"]
        assert (proof.secret, proof.contributions) == (secret, {})
        await registry.close()

    run(scenario())


def test_a_game_that_is_under_way_is_never_mixed_anew(tmp_path: Path) -> None:
    """An older version's that was sealed later, by an export."""

    async def scenario() -> None:
        settings = Settings(f"sqlite:///{tmp_path}/tables.db")
        registry = TableRegistry(settings)
        await registry.open()
        table, _ = await registry.opener.create(NewTable("oca", PEOPLE), "d" * 40)
        await start_alone(table)
        draw(table)
        await table.flush()
        await registry.close()
        with sqlite3.connect(tmp_path / "tables.db") as disk:
            disk.execute("UPDATE tables SET mixing = ''")
        registry = TableRegistry(settings)
        await registry.open()
        again = await registry.find(table.id)
        assert again is not None
        assert (again.info().dice, again.info().contributions) == ("ready", {})
        await registry.close()

    run(scenario())


def test_the_key_is_made_once_and_for_its_owner_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "deep" / "draws.key"
    (key,) = read_keys(file)
    assert read_keys(file) == [key]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [entry.name for entry in file.parent.iterdir()] == ["draws.key"]
    assert key.hex() not in caplog.text
    assert "chmod" not in caplog.text
    os.chmod(file, 0o644)
    assert read_keys(file) == [key]
    assert "chmod 600" in caplog.text
    assert [key] != read_keys(tmp_path / "other.key")


def test_the_key_lies_beside_the_database_or_among_ones_own_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_key_file("sqlite:////srv/tables.db") == Path("/srv/tables.db.key")
    assert default_key_file("postgresql://host/x") == tmp_path / "periplo" / "draws.key"
    settings = Settings(f"sqlite:///{tmp_path}/tables.db", key_file=str(tmp_path / "mine"))
    TableRegistry(settings).store.engine.dispose()
    assert (tmp_path / "mine").exists()
    assert not (tmp_path / "tables.db.key").exists()


@pytest.mark.parametrize(
    "held", [b"", b"\n", b"short", b"\xff" * 64, b"g" * 64, b"ab" * 33, b"ab" * 32 + b"\nshort"]
)
def test_what_is_no_key_is_refused_in_one_line(held: bytes, tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_bytes(held)
    file.chmod(0o600)
    with pytest.raises(BadSetup, match=f"key file {file}: "):
        read_keys(file)
    assert file.read_bytes() == held  # nobody's file is written over
    with pytest.raises(BadSetup, match=f"key file {tmp_path}: "):
        read_keys(tmp_path)


def test_what_was_sealed_fits_its_own_table_and_key_alone() -> None:
    sealer, secret = Sealer([bytes(32)]), new_secret()
    sealed = sealer.seal(secret, "one")
    assert sealer.unseal(sealed, "one") == secret
    assert sealed != sealer.seal(secret, "one")
    assert len(sealed) <= 120
    for other, text, table_id in (
        (sealer, sealed, "two"),
        (Sealer([bytes(31) + b"1"]), sealed, "one"),
        (sealer, "00" + sealed[2:], "one"),
        (sealer, "nonsense", "one"),
        (sealer, "", "one"),
    ):
        with pytest.raises(KeyLost):
            other.unseal(text, table_id)


def test_the_first_key_seals_and_every_key_unseals(tmp_path: Path) -> None:
    file, secret = tmp_path / "draws.key", new_secret()
    file.write_text("ab" * 32 + "\n\n" + "cd" * 32)  # as editors leave it
    file.chmod(0o600)
    new, old = read_keys(file)
    both = Sealer([new, old])
    assert both.unseal(Sealer([old]).seal(secret, "one"), "one") == secret
    assert Sealer([new]).unseal(both.seal(secret, "one"), "one") == secret
