"""What HTTP answers, to the letter: HEAD, what may be kept on the way, odd paths and numbers."""

import json
import re
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import quote, urlsplit

import httpx
import pytest
from helping import open_and_start, run
from prometheus_client.parser import text_string_to_metric_families
from server_process import METRICS_TOKEN, ServerProcess

import periplo.server
from periplo.client import Client, me

MINE = ("private, no-store", {"Periplo-Device", "Periplo-Seat"})


def ask(server: ServerProcess, method: str, path: str) -> tuple[HTTPResponse, bytes]:
    """Without a library that tidies paths or bodies."""
    connection = HTTPConnection(urlsplit(server.address).netloc, timeout=30)
    connection.request(method, path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


@pytest.mark.parametrize(
    "path",
    [
        "/api/games/oca/words/en%0A",
        "/api/games/oca%0A/words/en",
        "/api/games/oca/ground.svg?language=en%0A",
        "/api/tables/abcdefgh%0A",
        "/api/tables/abcdefgh%0A/moments",
        f"/api/tables/abcdefgh/moments?from={'9' * 400}",
        f"/api/tables/abcdefgh/moments?from={'9' * 5000}",
        f"/api/games/oca/layout?seats={'9' * 400}",
        "/api/games/oca/layout?seats=1e400",
        "/api/games/oca/layout?seats=NaN",
    ],
)
def test_a_line_break_or_an_absurd_number_is_refused(server: ServerProcess, path: str) -> None:
    answer, body = ask(server, "GET", path)
    assert answer.status in (400, 404), body
    assert json.loads(body)["status"] == answer.status


def test_seats_with_thousands_of_digits_are_nowhere(server: ServerProcess) -> None:
    for digits in (30, 400, 5000):
        path = f"/api/tables/abcdefgh/seats/{'9' * digits}"
        answer, body = ask(server, "DELETE", path)
        assert answer.status in (400, 404), body


def test_a_mark_with_a_line_break_is_refused(server: ServerProcess) -> None:
    headers = {"Periplo-Device": "d" * 32}
    asked = {"game": "oca", "seats": [me("a", "star\n"), me("b")]}
    answer = httpx.post(f"{server.address}api/tables", json=asked, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "broken")


@pytest.mark.parametrize("number", ["1" + "0" * 400, "1e300", "-1000000001"])
@pytest.mark.parametrize("option", ['"points": {"win": NUMBER}', '"golden_races": NUMBER'])
def test_options_with_absurd_numbers_are_refused_by_name(
    server: ServerProcess, option: str, number: str
) -> None:
    headers = {"Periplo-Device": "d" * 32, "Content-Type": "application/json"}
    options = "{" + option.replace("NUMBER", number) + "}"
    seats = '[{"kind": "me"}, {"kind": "open"}]'
    body = f'{{"game": "oca", "seats": {seats}, "options": {options}}}'
    opened = httpx.post(f"{server.address}api/tables", content=body, headers=headers)
    assert opened.status_code == 400, opened.text
    problem = opened.json()
    assert (problem["code"], problem["option"]) == ("bad-option", option.split('"')[1])
    drawn = httpx.get(f"{server.address}api/games/oca/layout?options={quote(options)}")
    assert (drawn.status_code, drawn.json()["code"]) == (400, "bad-option")


def test_points_at_the_bound_are_played_with(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        points = {"win": 10**9, "square": -(10**9), "egg": 0.5}
        table, tokens = await open_and_start(client, "oca", options={"points": points})
        async with client.sit(table, tokens) as seated:
            await seated.throw(1)
        moments = await client.request("GET", f"/api/tables/{table}/moments", tokens=tokens)
        assert moments[-1]["scores"][0] < -(10**9)

    run(scenario())


def test_nothing_that_depends_on_who_asks_is_kept_on_the_way(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        table, _ = await open_and_start(client, "oca")
        its = f"/api/tables/{table}"
        for path in (its, f"{its}/moments", f"{its}/text", f"{its}/record", "/api/my/tables",
                     "/api/tables", "/api/tables/nowhere", "/api/nothing"):  # fmt: skip
            answer, _ = ask(server, "GET", path)
            vary = {part.strip() for part in (answer.headers["Vary"] or "").split(",")}
            assert answer.headers["Cache-Control"] == MINE[0], path
            assert vary >= MINE[1], path
        headers = {"Accept-Encoding": "gzip"}
        packed = httpx.get(f"{server.address}api/games", headers=headers)
        vary = {part.strip() for part in packed.headers["Vary"].split(",")}
        assert vary >= MINE[1] | {"Accept-Encoding"}

    run(scenario())


def test_what_is_the_same_for_everybody_may_be_kept(server: ServerProcess) -> None:
    answer, _ = ask(server, "GET", "/api/games/oca/words/it")
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert "Periplo-Seat" not in (answer.headers["Vary"] or "")


@pytest.mark.parametrize(
    "path",
    ["/", "/t/anything", "/health", "/api/games", "/api/games/oca/words/en", "/api/openapi.json",
     "/api/games/oca/example.svg", "/api/tables", "/api/nothing", "/nothing.png"],
)  # fmt: skip
def test_head_answers_as_get_without_the_body(server: ServerProcess, path: str) -> None:
    got, body = ask(server, "GET", path)
    head, nothing = ask(server, "HEAD", path)
    assert nothing == b""
    assert head.status == got.status
    kept = ("Content-Type", "Content-Length", "Cache-Control", "ETag", "Vary")
    for name in (*kept, "Content-Security-Policy"):
        assert head.headers[name] == got.headers[name], name
    if body and path not in ("/api/tables", "/health"):
        assert head.headers["Content-Length"] == str(len(body))


def test_metrics_are_for_whoever_has_the_token(server: ServerProcess) -> None:
    where = f"{server.address}metrics"
    for offered in (None, "", "Bearer", "Bearer wrong", f"Basic {METRICS_TOKEN}",
                    METRICS_TOKEN, f"Bearer {METRICS_TOKEN[:-1]}"):  # fmt: skip
        headers = {} if offered is None else {"Authorization": offered}
        answer = httpx.get(where, headers=headers)
        assert answer.status_code == 401, offered
        assert answer.headers["WWW-Authenticate"] == "Bearer"
        assert "periplo_" not in answer.text
    answer = httpx.get(where, headers={"Authorization": f"bearer {METRICS_TOKEN}"})
    assert "periplo_connections" in answer.text


def test_metrics_are_read_by_scrapers_of_either_format(server: ServerProcess) -> None:
    headers = {"Authorization": f"Bearer {METRICS_TOKEN}"}
    answer = httpx.get(f"{server.address}metrics", headers=headers)
    assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    families = {family.name: family for family in text_string_to_metric_families(answer.text)}
    assert families["periplo_tables_loaded"].type == "gauge"
    assert families["periplo_commits"].type == "counter"
    by = [sample.labels["by"] for sample in families["periplo_actions"].samples]
    assert by == ["person", "bot", "clock", "table"]
    headers["Accept"] = "application/openmetrics-text;version=1.0.0"
    answer = httpx.get(f"{server.address}metrics", headers=headers)
    assert answer.headers["Content-Type"].startswith("application/openmetrics-text; version=1.0.0")
    assert answer.text.endswith("# EOF\n")


def test_what_an_operator_decides(tmp_path: Path) -> None:
    """No metrics without a token, and how short a turn may be."""
    more = ("--metrics-token", "", "--least-limit", "9")
    server = ServerProcess(f"sqlite:///{tmp_path}/tables.db", tmp_path / "log", *more)
    try:
        for headers in ({}, {"Authorization": "Bearer"}, {"Authorization": "Bearer x"}):
            assert httpx.get(f"{server.address}metrics", headers=headers).status_code == 404
        asked = {"game": "oca", "seats": [me("a"), me("b")], "limit": 8}
        device = {"Periplo-Device": "d" * 32}
        refused = httpx.post(f"{server.address}api/tables", json=asked, headers=device).json()
        assert (refused["code"], refused["option"]) == ("bad-option", "limit")
        assert "9 seconds or more" in refused["why"]
    finally:
        server.stop()


def test_no_pattern_matches_before_a_last_line_break() -> None:
    """As `$` alone does in Python: `END` stands at the end of all of them."""
    for file in Path(periplo.server.__file__).parent.glob("*.py"):
        loose = re.findall(r"""pattern=[^,)]*\$["']""", file.read_text())
        assert not loose, f"{file.name}: {loose}"
