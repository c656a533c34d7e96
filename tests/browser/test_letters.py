"""Our own fonts are what is really shown, on pages and within pictures."""

from pathlib import Path

import pytest
from setups import quickest_game
from visitor import PHONE, Visit

from periplo.fonts import STACKS

ROOT = Path(__file__).parents[2]
GAME = quickest_game()
SIZES = [{"width": 1280, "height": 800}, PHONE]
LOADED = """async () => {
  await document.fonts.ready
  const loaded = [...document.fonts].filter((font) => font.status === 'loaded')
  return loaded.map((font) => font.family.replaceAll(/['"]/g, ''))
}"""
FAILED = "[...document.fonts].filter((font) => font.status === 'error').map((font) => font.family)"
# how far the ink of each text lies inside the outline it names: left, right, above, below
INSIDE = """[...document.querySelectorAll('text[data-within]')].map((text) => {
  const points = text.dataset.within.split(' ').map((point) => point.split(',').map(Number))
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const { x, width } = text.getBBox()
  const [line, size] = [Number(text.getAttribute('y')), parseFloat(getComputedStyle(text).fontSize)]
  return [text.textContent, x - Math.min(...xs), Math.max(...xs) - x - width,
    line - 0.68 * size - Math.min(...ys), Math.max(...ys) - line]
})"""
# the pixels of a picture as a page shows it
PIXELS = """async (text) => {
  const image = new Image(600, 600)
  image.src = 'data:image/svg+xml,' + encodeURIComponent(text)
  await image.decode()
  const canvas = new OffscreenCanvas(600, 600).getContext('2d')
  canvas.drawImage(image, 0, 0, 600, 600)
  return canvas.getImageData(0, 0, 600, 600).data.join()
}"""


def test_pages_are_written_in_our_fonts(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/")
    visitor.page.wait_for_load_state("networkidle")
    ours = {name for kind in ("serif", "sans") for name in STACKS[kind][:1]}
    assert ours <= set(visitor.page.evaluate(LOADED))
    # what comes meanwhile is a font of the device's that is as wide: nothing jumps
    heading = visitor.page.locator("h1")
    swapped = heading.evaluate("(one) => one.getBoundingClientRect().height")
    heading.evaluate("(one) => { one.style.fontFamily = 'Near Serif, serif' }")
    assert abs(heading.evaluate("(one) => one.getBoundingClientRect().height") - swapped) < 2


@pytest.mark.parametrize("size", SIZES, ids=["wide", "phone"])
def test_what_is_written_in_a_square_stays_in_it(
    visit: Visit, game_id: str, size: dict[str, int]
) -> None:
    source = ROOT / "src" / "periplo" / "games" / game_id / "web" / "Board.svelte"
    if "data-within" not in source.read_text(encoding="utf-8"):
        return  # this board names no outlines
    visitor = visit(viewport=size)
    visitor.play_now(game_id)
    visitor.page.evaluate(LOADED)
    written = visitor.page.evaluate(INSIDE)
    assert len(written) > 50
    assert [text for text, *sides in written if min(sides) < 0] == []


@pytest.mark.parametrize("drawing", ["ground", "example"])
def test_a_picture_brings_its_letters(visit: Visit, game_id: str, drawing: str) -> None:
    visitor = visit()
    visitor.go("/")
    address = f"{visitor.address}/api/games/{game_id}/{drawing}.svg"
    text = visitor.download(address).text()
    if drawing == "ground" and "<text" not in text:
        return  # a bare board may have nothing written on it
    assert "@font-face" in text
    # inside a page: with other letters, the picture is another one
    without = text.replace("@font-face", "@nothing")
    assert visitor.page.evaluate(PIXELS, text) != visitor.page.evaluate(PIXELS, without)
    # by itself: its policy lets it use them
    visitor.page.goto(address)
    assert set(visitor.page.evaluate(LOADED)) == set(
        visitor.page.evaluate("[...document.fonts].map((one) => one.family.replaceAll('\"', ''))")
    )
    assert visitor.page.evaluate(FAILED) == []
