"""Packs that people write in a browser: made, saved, shared, published, deleted."""

import asyncio
import json
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from helping import pack_of, run
from server_process import ServerProcess

from periplo.client import Client, ServerRefused, bot, me
from periplo.core.contents import MOST_BYTES
from periplo.games.europa import editing

GAME = "europa"
ELSEWHERE = "periplo.test"  # how somebody in the network calls the server


class Device:
    """Somebody's browser."""

    def __init__(self, server: ServerProcess, host: str = "") -> None:
        self.secret = secrets.token_urlsafe(32)
        self._http = httpx.Client(base_url=server.address, timeout=60)
        self._headers = {"Periplo-Device": self.secret} | ({"Host": host} if host else {})

    def go_to(self, server: ServerProcess) -> None:
        self._http.base_url = httpx.URL(server.address)

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> httpx.Response:
        headers = self._headers | ({"Periplo-Pack": token} if token else {})
        if isinstance(body, bytes):
            return self._http.request(method, path, content=body, headers=headers)
        return self._http.request(method, path, json=body, headers=headers)

    def does(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        answer = self.ask(method, path, body, token)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def refused(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, str]:
        answer = self.ask(method, path, body, token)
        return answer.status_code, answer.json()["code"]

    def make(self, title: str = "Ríos", copy: bool = False) -> Any:
        return self.does("POST", "/api/packs", {"game": GAME, "title": title, "copy": copy})

    def upload(self, name: str, data: bytes, title: str = "Class") -> Any:
        return self.does("POST", f"/api/packs/import?game={GAME}&name={name}&title={title}", data)

    def published(self, pack: Any) -> str:
        """The reference that tables can be opened with."""
        its = pack["info"]
        path = f"/api/packs/{its['id']}/publish"
        return str(self.does("POST", path, {"revision": its["revision"]})["published"])

    def close(self) -> None:
        self._http.close()


@pytest.fixture
def device(server: ServerProcess) -> Iterator[Device]:
    with closing(Device(server)) as found:
        yield found


@pytest.fixture
def colleague(server: ServerProcess) -> Iterator[Device]:
    with closing(Device(server)) as found:
        yield found


def question(id: str, deck: str = "spain", **texts: str) -> dict[str, Any]:
    words = {"ask": f"¿{id}?", "right": "bien", "wrong": ["mal", "fatal", "peor"], "why": ""}
    return {"id": id, "deck": deck, "topic": "", "difficulty": "1", "es": words | texts}


THREE = [question("a"), question("b"), question("c")]


async def open_with(server: ServerProcess, device: Device, reference: str) -> str:
    client = Client(server.address, device.secret)
    seats = [me("Badia"), bot("medium")]
    opened = await client.open_table(GAME, seats, options={"pack": reference})
    return str(opened["table"]["id"])


def test_a_pack_is_made_saved_and_read_again(device: Device) -> None:
    made = device.make()
    assert made["draft"] == {"settings": {"missing decks": "built-in"}, "entries": []}
    assert [fault["kind"] for fault in made["faults"]] == ["no-questions"]
    its = made["info"]
    assert (its["title"], its["revision"], its["entries"], its["mine"]) == ("Ríos", 1, 0, True)
    path = f"/api/packs/{its['id']}"
    saved = device.does("PUT", path, {"revision": 1, "put": THREE, "title": "Ríos  de España"})
    assert saved["faults"] == []
    assert (saved["info"]["title"], saved["info"]["revision"]) == ("Ríos de España", 2)
    changed = question("b", ask="¿Otra?")
    device.does("PUT", path, {"revision": 2, "put": [changed], "remove": ["a"]})
    found = device.does("GET", path)
    assert found["draft"]["entries"] == [changed, THREE[2]]
    assert [fault["kind"] for fault in found["faults"]] == ["few-questions"]
    (mine,) = device.does("GET", "/api/packs")["packs"]
    assert mine == found["info"]


def test_a_fault_names_the_entry_the_language_and_the_field(device: Device) -> None:
    path = f"/api/packs/{device.make()['info']['id']}"
    bad = question("b", right="")
    saved = device.does("PUT", path, {"revision": 1, "put": [THREE[0], bad, THREE[2]]})
    (fault,) = saved["faults"]
    place = (fault["kind"], fault["entry"], fault["language"], fault["column"])
    assert place == ("no-right", "b", "es", "right")


def test_what_somebody_else_saved_is_not_overwritten(device: Device, colleague: Device) -> None:
    path = f"/api/packs/{device.make()['info']['id']}"
    token = device.does("POST", f"{path}/link")["token"]
    found = colleague.does("GET", path, token=token)
    assert found["info"]["mine"] is False
    colleague.does("PUT", path, {"revision": 1, "put": THREE}, token)
    assert device.refused("PUT", path, {"revision": 1, "put": [question("x")]}) == (
        409, "pack-changed",
    )  # fmt: skip
    assert device.does("GET", path)["draft"]["entries"] == THREE
    device.does("PUT", path, {"revision": 2, "put": [question("x")]})
    assert len(device.does("GET", path)["draft"]["entries"]) == 4


def test_of_two_who_save_at_once_one_is_refused(server: ServerProcess, device: Device) -> None:
    path = f"{server.address}api/packs/{device.make(copy=True)['info']['id']}"

    async def scenario() -> None:
        async with httpx.AsyncClient(headers={"Periplo-Device": device.secret}) as http:
            bodies = [{"revision": 1, "put": [question(id)]} for id in "abcd"]
            answers = await asyncio.gather(*(http.put(path, json=body) for body in bodies))
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]

    run(scenario())


def test_only_the_owner_and_who_has_the_edit_link_may_see_a_draft(
    device: Device, colleague: Device
) -> None:
    path = f"/api/packs/{device.make(copy=True)['info']['id']}"
    for method, more, body in (
        ("GET", "", None),
        ("PUT", "", {"revision": 1}),
        ("GET", "/export/csv", None),
        ("POST", "/publish", {"revision": 1}),
        ("POST", "/link", None),
        ("DELETE", "", None),
    ):
        assert colleague.refused(method, path + more, body) == (403, "not-yours")
    assert colleague.refused("GET", path, token="x" * 43) == (403, "not-yours")
    first = device.does("POST", f"{path}/link")["token"]
    assert device.does("GET", path)["info"]["shared"]
    colleague.does("GET", path, token=first)
    for method, more in (("DELETE", ""), ("POST", "/link"), ("DELETE", "/link")):
        assert colleague.refused(method, path + more, token=first) == (403, "not-yours")
    second = device.does("POST", f"{path}/link")["token"]
    assert colleague.refused("GET", path, token=first) == (403, "not-yours")
    colleague.does("GET", path, token=second)
    device.does("DELETE", f"{path}/link")
    assert colleague.refused("GET", path, token=second) == (403, "not-yours")
    assert colleague.does("GET", "/api/packs")["packs"] == []


def test_a_published_pack_is_played_by_its_read_link(
    server: ServerProcess, device: Device, colleague: Device
) -> None:
    made = device.make()
    path = f"/api/packs/{made['info']['id']}"
    assert colleague.refused("GET", f"{path}/play") == (404, "no-pack")
    assert device.refused("POST", f"{path}/publish", {"revision": 1}) == (409, "pack-faulty")
    saved = device.does("PUT", path, {"revision": 1, "put": THREE})
    reference = device.published(saved)
    found = colleague.does("GET", f"{path}/play")
    assert (found["title"], found["entries"], found["published"]) == ("Ríos", 3, reference)
    assert "¿a?" not in json.dumps(found)
    table = asyncio.run(open_with(server, colleague, reference))
    # what comes later is for other tables
    device.published(device.does("PUT", path, {"revision": 2, "put": [question("d")]}))
    with pytest.raises(ServerRefused, match="not offered here"):
        asyncio.run(open_with(server, colleague, reference))
    assert colleague.does("GET", f"/api/tables/{table}")["options"]["pack"] == reference
    newer = colleague.does("GET", f"{path}/play")["published"]
    asyncio.run(open_with(server, colleague, newer))


def kept(folder: Path) -> list[str]:
    """The files in the database."""
    with closing(sqlite3.connect(folder / "tables.db")) as database:
        return [hash for (hash,) in database.execute("select hash from contents")]


def test_a_running_table_keeps_a_pack_that_was_deleted(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    with closing(Device(own_server)) as device:
        played = device.upload("class.csv", pack_of("una").encode())
        unplayed = device.upload("other.csv", pack_of("otra").encode())
        reference, other = device.published(played), device.published(unplayed)
        table = asyncio.run(open_with(own_server, device, reference))
        for pack in (played, unplayed):
            device.does("DELETE", f"/api/packs/{pack['info']['id']}")
        own_server.stop()
        own_server.start()
        assert device.does("GET", f"/api/tables/{table}")["trouble"] is None
        assert device.does("GET", "/api/packs")["packs"] == []
        with pytest.raises(ServerRefused, match="not offered here"):
            asyncio.run(open_with(own_server, device, other))
        assert kept(tmp_path) == [reference]
        # and with the table it goes
        device.does("DELETE", "/api/my/data")
        assert kept(tmp_path) == []


def test_a_file_is_read_first_and_imported_only_without_faults(device: Device) -> None:
    good = pack_of("una")
    bad = good + "atlantis,es,¿Dónde?,aquí,allí,allá,acullá\nspain,es,,a,b,c,d\n"
    read = f"/api/packs/read?game={GAME}&name=class.csv"
    found = device.does("POST", read, bad.encode())
    lines = len(bad.splitlines())
    places = [(f["line"], f["column"], f["kind"]) for f in found["faults"]]
    assert places == [(lines - 1, "country", "unknown-country"), (lines, "question", "no-question")]
    assert found["survey"] is None
    imported = f"/api/packs/import?game={GAME}&name=class.csv&title=Class"
    assert device.refused("POST", imported, bad.encode()) == (409, "pack-faulty")
    assert device.does("GET", "/api/packs")["packs"] == []
    assert device.does("POST", read, good.encode())["entries"] > 100
    assert device.upload("class.csv", good.encode())["faults"] == []


@pytest.mark.parametrize("ending", editing.ENDINGS)
def test_what_is_exported_can_be_imported(device: Device, ending: str) -> None:
    """The built-in pack is the largest there is, and larger than other requests may be."""
    made = device.make(copy=True)
    exported = device.ask("GET", f"/api/packs/{made['info']['id']}/export/{ending}")
    assert exported.is_success
    again = device.upload(f"again.{ending}", exported.content)
    by_id = {entry["id"]: entry for entry in again["draft"]["entries"]}
    assert by_id == {entry["id"]: entry for entry in made["draft"]["entries"]}


def test_what_is_no_entry_or_too_much_is_refused(device: Device) -> None:
    path = f"/api/packs/{device.make()['info']['id']}"
    for odd in (
        {},
        {"id": "a"},
        question("x") | {"difficulty": 1},
        question("x") | {"español": {}},
        question("x") | {"it": {"ask": "?"}},
        question("x") | {"es": question("x")["es"] | {"wrong": ["a"]}},
        question("x") | {"es": question("x")["es"] | {"html": "<b>"}},
        question("x", ask="x" * 5000),
        question("x" * 101),
    ):
        status, _ = device.refused("PUT", path, {"revision": 1, "put": [odd]})
        assert status == 400, odd
    long = [question(str(n), ask="x" * 3900, right="y" * 3900) for n in range(600)]
    assert device.refused("PUT", path, {"revision": 1, "put": long}) == (413, "pack-too-large")
    status, _ = device.refused("PUT", path, {"revision": 1, "title": "x" * 81})
    assert status == 400
    assert device.refused("PUT", path, {"revision": 1, "title": " \n"}) == (400, "illegal")
    read = f"/api/packs/read?game={GAME}&name=class.csv"
    status, _ = device.refused("POST", read, b"x" * (MOST_BYTES + 10_000))
    assert status == 413
    (fault,) = device.does("POST", read, b"x" * (MOST_BYTES + 10))["faults"]
    assert fault["kind"] == "large"
    assert device.does("GET", path)["draft"]["entries"] == []


def test_texts_stay_what_they_are(device: Device) -> None:
    """Whatever looks like markup is text."""
    path = f"/api/packs/{device.make('<img src=x onerror=alert(1)>')['info']['id']}"
    odd = question("a", ask="<script>alert(1)</script>")
    device.does("PUT", path, {"revision": 1, "put": [odd, *THREE[1:]]})
    found = device.ask("GET", path)
    assert found.headers["content-type"] == "application/json"
    assert found.headers["x-content-type-options"] == "nosniff"
    assert found.json()["draft"]["entries"][0] == odd


def test_a_device_takes_its_packs_along_and_deletes_them(device: Device) -> None:
    made = device.make()
    device.does("PUT", f"/api/packs/{made['info']['id']}", {"revision": 1, "put": THREE})
    (mine,) = device.does("GET", "/api/my/data")["packs"]
    assert (mine["title"], mine["draft"]["entries"]) == ("Ríos", THREE)
    assert device.does("DELETE", "/api/my/data")["packs"] == 1
    assert device.does("GET", "/api/packs")["packs"] == []
    assert device.refused("GET", f"/api/packs/{made['info']['id']}") == (404, "no-pack")


def serving(tmp_path: Path, *more: str) -> ServerProcess:
    return ServerProcess(f"sqlite:///{tmp_path}/tables.db", tmp_path / "log", *more)


def test_quotas_bound_what_a_device_and_an_address_may_have(tmp_path: Path) -> None:
    more = ("--quota", "packs-a-device=2", "--quota", "packs-an-address=3")
    server = serving(tmp_path, *more)
    with closing(Device(server)) as device, closing(Device(server)) as other:
        made = [device.make() for _ in range(2)]
        body = {"game": GAME, "title": "One more"}
        assert device.refused("POST", "/api/packs", body) == (429, "too-many-packs")
        device.does("DELETE", f"/api/packs/{made[0]['info']['id']}")
        device.make()
        assert other.refused("POST", "/api/packs", body) == (429, "too-many-packs")
    server.stop()


def test_an_operator_may_keep_the_making_of_packs_to_this_machine(tmp_path: Path) -> None:
    server = serving(tmp_path)
    with closing(Device(server, ELSEWHERE)) as pupil, closing(Device(server)) as teacher:
        before = pupil.upload("class.csv", pack_of("una").encode())
        reference = pupil.published(before)
        its = f"/api/packs/{before['info']['id']}"
        asyncio.run(open_with(server, teacher, reference))
        server.stop()
        server = serving(tmp_path, "--packs", "host")
        pupil.go_to(server)
        teacher.go_to(server)
        assert pupil.does("GET", "/api/packs")["may_make"] is False
        read = f"/api/packs/read?game={GAME}&name=class.csv"
        imported = f"/api/packs/import?game={GAME}&name=class.csv&title=x"
        for method, path, body in (
            ("POST", "/api/packs", {"game": GAME, "title": "x"}),
            ("POST", read, b""),
            ("POST", imported, b""),
            ("PUT", its, {"revision": 1}),
            ("POST", f"{its}/publish", {"revision": 1}),
        ):
            assert pupil.refused(method, path, body) == (403, "packs-host")
        assert pupil.refused("GET", f"{its}/play") == (404, "no-pack")
        with pytest.raises(ServerRefused, match="not offered here"):
            asyncio.run(open_with(server, teacher, reference))
        assert pupil.does("GET", its)["info"]["writable"] is False
        assert pupil.ask("GET", f"{its}/export/jsonl").is_success
        # what is made on this machine can be shared
        assert teacher.does("GET", "/api/packs")["may_make"]
        made = teacher.make()
        path = f"/api/packs/{made['info']['id']}"
        token = teacher.does("POST", f"{path}/link")["token"]
        saved = pupil.does("PUT", path, {"revision": 1, "put": THREE}, token)
        asyncio.run(open_with(server, pupil, teacher.published(saved)))
        pupil.does("DELETE", its)
    server.stop()
