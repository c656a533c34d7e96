"""Time to see it: others act in order and not too fast, and nothing is ahead of the board."""

import re

from playwright.sync_api import expect
from visitor import OFFERED, PHONE, Visit, Visitor

GAME = "oca"  # in which a throw is mostly a turn
# what is seen of the table each time anything changes: the snapshot that is shown, the newest line
# of the log, which comes first, what the banner tells of, and how long after the beginning
WATCH = """() => {
  const began = performance.now()
  window.seen = []
  const look = () => {
    const newest = document.querySelector('.entry[data-n]')
    const now = [
      Number(document.querySelector('[data-snapshot]').dataset.snapshot),
      Number(newest?.dataset.n ?? 0),
      Number(document.querySelector('[data-banner]').dataset.banner),
    ]
    const before = window.seen.at(-1)
    if (!before || now.some((n, i) => n !== before[i]))
      window.seen.push([...now, performance.now() - began])
  }
  const all = { subtree: true, childList: true, attributes: true }
  new MutationObserver(look).observe(document.body, all)
  look()
}"""


def begin(visitor: Visitor, *others: str) -> None:
    visitor.set_up(GAME, *others)
    visitor.wait_for_board()


def act(visitor: Visitor) -> None:
    """Whatever is offered first; pressed so that nothing need be in sight."""
    visitor.page.locator(OFFERED).first.dispatch_event("click")


def take_turn(visitor: Visitor, bots: int) -> int:
    """Until everybody has acted and something is offered again; the snapshot before it."""
    visitor.offered()
    start = visitor.snapshot
    while visitor.snapshot <= start + bots:
        before = visitor.snapshot
        act(visitor)
        visitor.wait_past(before)
        visitor.offered()
    return start


def test_what_bots_do_is_shown_one_after_another_with_time_to_read(visit: Visit) -> None:
    visitor = visit(tempo="normal")  # without motion, so all the time is for reading
    begin(visitor, "bot:medium", "bot:medium")
    visitor.offered()
    page = visitor.page
    page.evaluate(WATCH)
    start = take_turn(visitor, 2)
    seen: list[list[float]] = page.evaluate("window.seen")
    assert all(log <= shown and banner <= shown for shown, log, banner, _ in seen)
    shown = [n for n, *_ in seen]
    assert shown == sorted(shown)
    assert set(range(start, visitor.snapshot + 1)) <= {int(n) for n in shown}
    # two bots have acted, each with its time
    last, before = seen[-1][3], next(time for n, *_, time in seen if n > start)
    assert last - before > 1000


def test_with_motion_the_log_does_not_run_ahead_of_the_board(visit: Visit) -> None:
    visitor = visit(tempo="fast", reduced_motion="no-preference")
    # strays are known on this device: their notice would wait to be read
    visitor.context.add_init_script("localStorage['periplo.oca.strays'] = true")
    begin(visitor, "bot:medium")
    visitor.offered()
    visitor.page.evaluate(WATCH)
    start = take_turn(visitor, 1)
    seen: list[list[float]] = visitor.page.evaluate("window.seen")
    # while the board moves, the log still ends with what was before
    assert any(log < shown for shown, log, *_ in seen if shown > start)
    assert all(log <= shown for shown, log, *_ in seen)


def test_step_by_step_goes_on_by_button_and_by_key_and_can_be_left(visit: Visit) -> None:
    visitor = visit(tempo="step")
    begin(visitor, "bot:medium", "bot:medium")
    visitor.offered()
    page = visitor.page
    start = visitor.snapshot
    act(visitor)
    visitor.wait_past(start)
    next_button = page.locator("[data-next]")
    expect(page.locator("[data-skip]")).to_be_visible()
    own = visitor.snapshot
    next_button.click()
    visitor.wait_past(own)
    if page.locator("[data-skip]").count():
        now = visitor.snapshot
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Space")
        visitor.wait_past(now)
    if page.locator("[data-skip]").count():
        page.locator("[data-skip]").click()
    visitor.offered()
    expect(page.locator("[data-skip]")).to_have_count(0)
    page.get_by_label("Pace").select_option("fast")
    page.reload()
    expect(page.get_by_label("Pace")).to_have_value("fast")


def test_whoever_comes_back_is_told_what_happened_since(visit: Visit) -> None:
    visitor = visit(tempo="fast", viewport=PHONE)
    begin(visitor, "bot:medium", "bot:medium")
    take_turn(visitor, 2)
    page = visitor.page
    recap = page.get_by_role("region", name="Since your last turn")
    expect(recap).to_have_count(0)  # all of it was shown
    page.reload()
    visitor.offered()
    page.locator("[data-recap]").click()
    expect(recap.get_by_role("listitem").filter(has_text="Your last turn:")).to_have_count(1)
    expect(recap.get_by_role("listitem")).to_have_count(3)  # and those of two others
    assert visitor.overflow() == 0
    recap.get_by_role("button", name="Close").click()
    expect(recap).to_have_count(0)
    page.locator("[data-recap]").click()
    expect(recap).to_be_visible()


def test_the_banner_stands_on_a_phone_and_leads_to_the_rule(visit: Visit) -> None:
    visitor = visit(viewport=PHONE)
    begin(visitor, "bot:medium")
    page = visitor.page
    banner = page.locator("[data-banner]")
    why = banner.get_by_role("button", name=re.compile("^The rule: "))
    for _ in range(60):
        visitor.offered()
        if why.count():
            break
        before = visitor.snapshot
        act(visitor)
        visitor.wait_past(before)
    expect(banner).to_be_in_viewport()
    title = (why.first.inner_text()).strip()
    why.first.click()
    expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text(title)


def test_the_end_says_who_won_and_why_and_gives_a_picture(visit: Visit) -> None:
    visitor = visit(accept_downloads=True)
    begin(visitor, "bot:random")
    page = visitor.page
    ahead = page.locator("[data-headline]")
    expect(ahead).to_have_count(2)
    visitor.play_to_the_end()
    winners = page.locator("section:has(#result) li.won")
    expect(winners).to_have_count(1)
    title = page.locator("#result").inner_text()
    assert title == "You win!" or title.endswith(" wins!")
    expect(page.locator("#result + p")).to_contain_text("garden")
    expect(winners.locator(".score")).to_contain_text("0 to go")
    expect(page.locator("[data-way] img")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Keep the picture").click()
    assert download.value.suggested_filename.endswith(".png")


def test_at_the_beginning_of_a_replay_nothing_has_happened(visit: Visit) -> None:
    visitor = visit()
    begin(visitor, "bot:medium")
    for _ in range(3):
        visitor.offered()
        before = visitor.snapshot
        act(visitor)
        visitor.wait_past(before)
    visitor.offered()
    page = visitor.page
    end = visitor.snapshot
    entries = page.locator(".entry[data-n]")
    assert entries.count() > 2
    page.get_by_role("button", name="Look back").click()
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator("[data-snapshot]")).to_have_attribute("data-snapshot", "0")
    expect(entries).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("[data-snapshot]")).to_have_attribute("data-snapshot", str(end))
    assert entries.count() > 2
