"""Where things are on a page: what leaves its box, what lies on something else."""

from playwright.sync_api import Locator, Page

# pairs of boxes that share more than a pixel
LYING_ON = """(all) => all.flatMap((one, n) => all.slice(n + 1).flatMap((other) => {
  const [a, b] = [one, other].map((each) => each.getBoundingClientRect())
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return across > 1 && down > 1 ? [[one, other].map((each) => each.outerHTML.slice(0, 80))] : []
}))"""
# elements that leave the box of what holds them, or a box that is somewhere else on the page
LEAVING = """(all, [holder, elsewhere]) => all.filter((one) => {
  const held = elsewhere ? document.querySelector(holder) : one.parentElement.closest(holder)
  const [a, b] = [one, held].map((each) => each.getBoundingClientRect())
  return a.left < b.left - 1 || a.right > b.right + 1
    || a.top < b.top - 1 || a.bottom > b.bottom + 1
}).map((one) => one.textContent)"""


def lying_on(page: Page, selector: str) -> list[list[str]]:
    pairs: list[list[str]] = page.locator(selector).evaluate_all(LYING_ON)
    return pairs


def leaving(found: Locator, holder: str) -> list[str]:
    """Those that stand out of the nearest such element round them."""
    texts: list[str] = found.evaluate_all(LEAVING, [holder, False])
    return texts


def outside(found: Locator, box: str) -> list[str]:
    """Those that stand out of the only such element of the page."""
    texts: list[str] = found.evaluate_all(LEAVING, [box, True])
    return texts
