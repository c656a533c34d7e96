"""Our own fonts are what is really shown, on pages and within pictures."""

from pathlib import Path

import pytest
from visitor import OUTSIDE, PHONE, Visit

from periplo import game_ids
from periplo.fonts import STACKS

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "periplo" / "games"
# games whose boards say in which outline a text belongs
OUTLINED = [
    name
    for name in game_ids()
    if any("data-within" in file.read_text("utf-8") for file in GAMES.glob(f"{name}/web/*.svelte"))
]
SIZES = [{"width": 1280, "height": 800}, PHONE]
LOADED = """async () => {
  await document.fonts.ready
  const loaded = [...document.fonts].filter((font) => font.status === 'loaded')
  return loaded.map((font) => font.family.replaceAll(/['"]/g, ''))
}"""
FAILED = "[...document.fonts].filter((font) => font.status === 'error').map((font) => font.family)"
FAMILIES = r"[...document.fonts].map((font) => font.family.replaceAll(/['\"]/g, ''))"
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


@pytest.mark.parametrize("size", SIZES, ids=["wide", "phone"])
@pytest.mark.parametrize("game", OUTLINED)
def test_what_is_written_in_a_square_stays_in_it(
    visit: Visit, game: str, size: dict[str, int]
) -> None:
    visitor = visit(viewport=size)
    visitor.play_now(game)
    visitor.page.evaluate(LOADED)
    assert visitor.page.locator("text[data-within]").count() > 50
    assert visitor.page.evaluate(OUTSIDE) == []


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
    assert set(visitor.page.evaluate(LOADED)) == set(visitor.page.evaluate(FAMILIES))
    assert visitor.page.evaluate(FAILED) == []
