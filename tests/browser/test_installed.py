"""The table as an app of the device: it can be installed, and it opens without a network."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import FLAGS, chromium
from playwright.sync_api import Browser, expect
from server_process import ServerProcess
from visitor import Visitor

# resolved once the service worker answers for the page
CONTROLLED = """new Promise((done) => {
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('controllerchange', () => done())
  if (serviceWorker.controller !== null) done()
})"""

# of each font that the page asked for, whether the service worker has it
FONTS_KEPT = """Promise.all(performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.woff2'))
  .map(({ name }) => caches.match(name).then((found) => found !== undefined)))"""


@pytest.fixture
def owner(browser: Browser, server: ServerProcess, tmp_path: Path) -> Iterator[Visitor]:
    """Somebody with a profile that lasts: in a private window nothing can be installed."""
    context = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=chromium(), args=FLAGS, locale="en-GB", reduced_motion="reduce"
    )
    visitor = Visitor(context, server.address)
    visitor.forgive("ERR_INTERNET_DISCONNECTED")
    yield visitor
    context.close()
    assert visitor.faults == []


def test_it_can_be_installed_and_opens_without_a_network(owner: Visitor) -> None:
    page, context = owner.page, owner.context
    owner.go("/")
    page.evaluate(CONTROLLED)

    browser = context.new_cdp_session(page)
    manifest = browser.send("Page.getAppManifest")
    assert manifest["errors"] == []
    for icon in json.loads(manifest["data"])["icons"]:
        answer = context.request.get(owner.address + icon["src"])
        assert answer.headers["content-type"] == icon["type"]
    assert browser.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}

    kept = page.evaluate(FONTS_KEPT)
    assert len(kept) > 1
    assert all(kept)

    context.set_offline(True)
    for path in ("/", "/nowhere", "/"):
        owner.go(path)  # a heading is there
    expect(page.get_by_role("alert")).to_contain_text("No connection")
    assert page.locator("article").count() == 0

    context.set_offline(False)
    page.locator("article").first.wait_for()
    expect(page.get_by_role("alert")).to_have_count(0)
