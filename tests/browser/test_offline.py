"""The app without a server: made ready once, then the network is cut and the server is gone."""

import gzip
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from conftest import FLAGS, chromium
from playwright.sync_api import Browser, BrowserContext, Page, expect
from server_process import ServerProcess
from visitor import OFFERED, Visit, Visitor

import periplo
from periplo.bots import Setting
from periplo.bots.seats import BotSeats
from periplo.play.draws import proof_from_json, verify
from periplo.play.match import Match

SLOW = 120_000  # milliseconds: Python is compiled, and interpreted, on a machine that tests share
COMES_AGAIN = 6  # after so many actions by messages

# Speaks to the worker as the page does: opens a table, plays to the end, is killed in between.
PLAY_BY_MESSAGES = """async ([game, seats, again]) => {
  const cache = await caches.open('periplo-offline')
  const script = (await cache.keys()).find(({ url }) => /offline\\/worker-/.test(url)).url
  const open = () => new Worker(script, { type: 'module' })
  let worker, count = 0, answers, moment, welcome
  const start = () => {
    worker?.terminate()
    worker = open()
    answers = new Map()
    worker.onmessage = ({ data }) => {
      if (data.t === 'answer') answers.get(data.id)(data)
      else if (data.t === 'said') {
        const said = JSON.parse(data.text)
        if (said.t === 'welcome') welcome = said
        if (said.moment) moment = said.moment
        answers.get(said.t === 'welcome' ? 'welcome' : said.id)?.(said)
      } else if (data.t === 'broken') throw new Error(data.why)
    }
  }
  const ask = async (method, target, body) => {
    const id = ++count
    const answer = new Promise((done) => answers.set(id, done))
    worker.postMessage({ t: 'ask', id, method, target, body: body ? JSON.stringify(body) : '' })
    const { status, text } = await answer
    if (status !== 200) throw new Error(text)
    return JSON.parse(text)
  }
  const connect = (table) => {
    const answer = new Promise((done) => answers.set('welcome', done))
    worker.postMessage({ t: 'connect', connection: 1, table })
    return answer
  }
  const say = async (request) => {
    const id = `r${++count}`
    const answer = new Promise((done) => answers.set(id, done))
    worker.postMessage({ t: 'say', connection: 1, text: JSON.stringify({ ...request, id }) })
    const said = await answer
    if (said.t !== 'done') throw new Error(JSON.stringify(said))
  }
  start()
  const { table } = await ask('POST', '/api/tables', { game, seats, options: {} })
  await connect(table.id)
  await ask('POST', `/api/tables/${table.id}/start`)
  const value = 'ab'.repeat(32)
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(32).fill(0xab))
  const digits = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'))
  const hash = digits.join('')
  await say({ t: 'promise', seat: 1, hash })
  await say({ t: 'contribute', seat: 1, value })
  const pause = () => new Promise((done) => setTimeout(done, 5))
  const shown = []
  while (!moment) await pause()
  for (let i = 0; !moment.over; i += 1) {
    if (i === again) {
      const before = JSON.stringify(moment.view)
      start() // as after a tab that was killed
      await connect(table.id)
      if (JSON.stringify(welcome.moment.view) !== before) throw new Error('another position')
    }
    const seen = moment.n
    shown.push([seen, moment.view])
    if (moment.thrower === 1) await say({ t: 'throw', seat: 1, n: seen })
    else if (moment.legal['1']?.length) {
      const action = await choose(game, moment.view)
      await say({ t: 'act', seat: 1, n: seen, action })
    }
    while (moment.n === seen) await pause() // what was done is shown after it is acknowledged
    while (!moment.over && moment.thrower !== 1 && !moment.legal['1']?.length) await pause()
  }
  const moments = []
  for (let from = 0; from <= moment.n; ) {
    const page = await ask('GET', `/api/tables/${table.id}/moments?from=${from}&count=200`)
    if (page.length === 0) break
    moments.push(...page)
    from = page.at(-1).n + 1
  }
  const proof = await ask('GET', `/api/tables/${table.id}/proof`)
  worker.terminate()
  return { proof, shown, moments: moments.map(({ n, view }) => [n, view]) }
}"""


@pytest.fixture(scope="module")
def prepared(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[BrowserContext, str]]:
    """A device that was made ready while there was a server; there is none any more."""
    folder = tmp_path_factory.mktemp("offline")
    server = ServerProcess(f"sqlite:///{folder}/tables.db", folder / "log")
    context = browser.browser_type.launch_persistent_context(
        folder / "profile", executable_path=chromium(), args=FLAGS, locale="en-GB",
        reduced_motion="reduce", viewport={"width": 1280, "height": 800},
    )  # fmt: skip
    context.add_init_script("localStorage['periplo.named'] ??= true")  # it was here before
    try:
        page = context.new_page()
        page.set_default_timeout(SLOW)
        page.goto(server.address)
        ready = page.get_by_role("button", name=re.compile("Make ready"))
        expect(ready).to_have_text(re.compile(r"\(7\.\d MB\)"), timeout=60_000)
        ready.click()
        page.locator("[data-offline=ready]").wait_for()
        page.close()
    finally:
        server.kill()
    context.set_offline(True)
    yield context, server.address
    context.close()


@pytest.fixture
def owner(prepared: tuple[BrowserContext, str]) -> Iterator[Visitor]:
    context, address = prepared
    visitor = Visitor(context, address)
    visitor.page.set_default_timeout(SLOW)
    visitor.forgive("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED")
    yield visitor
    visitor.page.close()
    assert visitor.faults == []


def wait_for_offer(page: Page) -> None:
    page.locator(OFFERED).first.wait_for(state="attached")


def positions_of(record: dict[str, Any], folder: Path) -> list[Any]:
    """What the command says that is installed."""
    file = folder / "record.json"
    file.write_text(json.dumps(record))
    command = [sys.executable, "-m", "periplo", "replay", str(file), "--positions"]
    run = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ))
    return [json.loads(line)["position"] for line in run.stdout.splitlines()]


def test_a_whole_game_is_played_by_clicks_with_nobody_there(owner: Visitor, tmp_path: Path) -> None:
    page = owner.page
    owner.go("/")
    expect(page.get_by_role("alert")).to_contain_text("No connection")
    page.get_by_role("link", name="Play offline now").click()
    page.locator("article").first.get_by_role("button").click()
    wait_for_offer(page)
    assert "/offline/t/" in page.url
    shown = page.locator("[data-snapshot]")
    for _ in range(3):
        before = owner.snapshot
        owner.offered().first.dispatch_event("click")
        expect(shown).not_to_have_attribute("data-snapshot", str(before), timeout=SLOW)
    owner.offered()
    before = owner.snapshot
    page.reload()
    wait_for_offer(page)
    assert owner.snapshot == before
    owner.play_to_the_end()
    expect(page.locator("#result")).to_be_visible()
    with page.expect_download() as saved:
        owner.button("Download the record").click()
    record = json.loads(Path(saved.value.path()).read_text())
    assert len(positions_of(record, tmp_path)) == len(record["actions"]) + 1
    owner.button("Check the draws").click()
    page.locator(".checked .good").wait_for()
    with page.expect_download() as saved:
        page.locator(".checked").get_by_role("link").click()
    proof = json.loads(Path(saved.value.path()).read_text())
    assert proof["record"] == record
    assert verify(proof_from_json(proof))["right"]

    owner.go("/")  # it is listed there, and goes on
    page.get_by_role("link", name="Play offline now").click()
    finished = page.locator("section", has=page.get_by_role("heading", name="Finished voyages"))
    finished.get_by_role("link").first.wait_for()


def test_a_hint_is_found_with_nobody_there(owner: Visitor) -> None:
    owner.go("/offline/new/camino")
    owner.page.locator("form button:not([type=button])").click()
    wait_for_offer(owner.page)
    owner.button("Show me a good move").click()
    expect(owner.page.locator("[data-hint]")).to_contain_text("A good move:", timeout=SLOW)


def test_every_game_is_the_engines_to_the_letter(
    game_id: str, owner: Visitor, tmp_path: Path
) -> None:
    game = periplo.game(game_id)
    bots = [{"kind": "bot", "bot": "easy"}] * (max(2, game.fewest_seats) - 1)
    seats = [{"kind": "me", "name": "Badia"}, *bots]
    owner.go("/")
    person = BotSeats()
    owner.page.expose_function(
        "choose", lambda _, view: person.choose("", game, view, 0, "medium", Setting())
    )
    played = owner.page.evaluate(PLAY_BY_MESSAGES, [game_id, seats, COMES_AGAIN])
    record = played["proof"]["record"]
    assert verify(proof_from_json(played["proof"]))["right"]
    positions = positions_of(record, tmp_path)
    assert len(positions) == len(record["actions"]) + 1

    match = Match.at_start(proof_from_json(played["proof"]).record)
    hides = match.state.hides()
    seen: list[Any] = [game.view(match.state, 0)]
    for action in record["actions"]:
        match.write(action)
        seen.append(game.view(match.state, 0))
    assert match.state.over()
    if hides:  # what others did in secret has no moment of its own
        assert all(view in seen for _, view in [*played["shown"], *played["moments"]])
        assert played["moments"][-1][1] == seen[-1]
    else:
        assert [view for _, view in played["moments"]] == positions
        for n, view in played["shown"]:
            assert view == positions[n]


def test_only_what_plays_offline_may_compile_web_assembly(server: ServerProcess) -> None:
    with urlopen(f"{server.address}offline.json") as answer:
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        kit = json.load(answer)
    for path in ("", "offline", "sw.js"):
        with urlopen(f"{server.address}{path}") as answer:
            assert "unsafe" not in answer.headers["Content-Security-Policy"]
    for file in kit:
        is_offline = file["path"].startswith("/assets/offline/")
        for encoding in ("gzip", "identity"):
            asked = Request(
                server.address + file["path"][1:], headers={"Accept-Encoding": encoding}
            )
            with urlopen(asked) as answer:
                policy, body = answer.headers["Content-Security-Policy"], answer.read()
                packed = answer.headers.get("Content-Encoding") == "gzip"
            assert ("script-src 'self' 'wasm-unsafe-eval'" in policy) == is_offline
            assert policy.count("unsafe") == is_offline
            assert len(gzip.decompress(body) if packed else body) == file["bytes"]
            if encoding == "gzip" and is_offline:
                assert len(body) == file["sent"]  # what the page says that it will cost


def test_over_plain_http_it_says_why_it_cannot_be(visit: Visit) -> None:
    somebody = visit()
    somebody.go("/")
    for language, words in (
        ("en", "only over https"),
        ("es", "solo guarda juegos para después con https"),
        ("it", "solo con https"),
    ):
        somebody.page.get_by_role("button", name=re.compile(f"^{language},")).click()
        expect(somebody.page.locator("[data-offline=insecure]")).to_contain_text(words)
    somebody.wait_until_quiet()
