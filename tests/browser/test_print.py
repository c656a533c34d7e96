"""A game on paper, from the browser: what is chosen is what is in the file."""

import io
import re

from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader
from server_process import ServerProcess
from setups import quickest_game
from test_event_day import OFFICIALS, TEAMS, Day
from test_pages import serious_faults
from visitor import PHONE, Visit

GAME = quickest_game()
MM = 72 / 25.4  # points
LONG = 60_000  # ms, on a machine that has much else to do


def saved(page: Page, button: Locator) -> PdfReader:
    with page.expect_download() as download:
        button.click()
    assert download.value.suggested_filename.endswith(".pdf")
    return PdfReader(io.BytesIO(download.value.path().read_bytes()))


def test_a_kit_is_chosen_made_and_saved(visit: Visit) -> None:
    visitor = visit(viewport=PHONE)
    page = visitor.page
    visitor.go(f"/new/{GAME}")
    page.get_by_role("link", name="Print it").click()
    page.get_by_label("Paper").select_option("a3")
    page.get_by_label("Ink").select_option("black")
    visitor.button("Make the PDF").click()
    expect(page.get_by_text("Your kit:")).to_be_visible(timeout=LONG)
    assert visitor.overflow() <= 0
    assert serious_faults(visitor) == []
    box = saved(page, visitor.button("Save")).pages[0].mediabox
    assert sorted(round(float(side) / MM) for side in (box.width, box.height)) == [297, 420]
    # opened, it is the browser's own viewer's, which is not tried here
    expect(page.get_by_role("link", name="Open")).to_have_attribute("href", re.compile("^blob:"))
    # it was of other choices
    page.get_by_label("Paper").select_option("a4")
    expect(visitor.button("Make the PDF")).to_be_visible()


def test_a_server_that_is_gone_is_told_and_nothing_chosen_is_lost(visit: Visit) -> None:
    visitor = visit()
    visitor.forgive("Failed to load resource", "ERR_FAILED")
    visitor.go(f"/print/{GAME}")
    page = visitor.page
    page.get_by_label("Paper").select_option("a3")
    page.route(re.compile("kit.pdf"), lambda route: route.abort())
    visitor.button("Make the PDF").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_label("Paper")).to_have_value("a3")
    expect(visitor.button("Make the PDF")).to_be_enabled()


def test_an_organiser_prints_everything_with_the_badges(
    visit: Visit, server: ServerProcess
) -> None:
    day = Day(visit, server.address)
    day.set_up()
    page = day.organiser.page
    day.organiser.go(f"/t/{day.table}/badges")
    page.get_by_text("Tutto su carta").click()
    day.organiser.button("Crea il PDF").click()
    expect(page.get_by_text("Il tuo kit:")).to_be_visible(timeout=LONG)
    assert day.organiser.overflow() <= 0
    kit = saved(page, day.organiser.button("Salva"))
    texts = [one.extract_text() for one in kit.pages]
    badges = "".join(text for text in texts if "Il Giro\n" in text)
    for name in OFFICIALS.values():
        assert name in badges
    assert any(TEAMS[1] in text for text in texts)
