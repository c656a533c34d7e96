"""Pictures in questions: small and plain, described, shown only when they are asked about."""

import json
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from periplo.core.contents import Content, keep
from periplo.games.europa import editing, packs, pictures
from periplo.games.europa.notation import GAME
from periplo.games.europa.packs import CODES, MURCIA
from periplo.play.match import Match


def webp(width: int = 60, height: int = 40, **how: Any) -> bytes:
    file = BytesIO()
    Image.new("RGB", (width, height), "teal").save(file, "WEBP", **how)
    return file.getvalue()


def question(deck: str, n: int, **more: Any) -> dict[str, Any]:
    texts = {"ask": f"¿{n}?", "right": "a", "wrong": ["b", "c", "d"], "why": "", "alt": "un río"}
    return {"id": f"{deck}-{n}", "deck": deck, "topic": "", "difficulty": "1", "es": texts} | more


def pack(picture: str) -> Content:
    decks = [deck for deck in (*CODES, MURCIA) if deck != "croatia"]
    entries = [question(deck, n, picture=picture) for deck in decks for n in range(3)]
    return editing.content_of(editing.empty() | {"entries": entries}, "rivers")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (webp(801, 10), "larger than 800 pixels"),
        (webp(800, 800, lossless=True) + b"xx", "no plain WebP"),
        (webp(exif=b"Exif\0\0II*\0\10\0\0\0\0\0"), "no plain WebP"),
        (b"\x89PNG\r\n\x1a\n" + bytes(60), "no plain WebP"),
        (b"<svg onload='alert(1)'/>" + bytes(60), "no plain WebP"),
        (bytes(pictures.MOST_BYTES + 1), "more than 80 KB"),
    ],
)
def test_a_picture_that_is_not_small_and_plain_is_a_fault(data: bytes, why: str) -> None:
    found = packs.faults_in(pack(pictures.address_of(data)))
    assert {fault.kind for fault in found} == {"bad-picture"}
    assert why in found[0].message


@pytest.mark.parametrize("lossless", [True, False])
def test_the_size_of_a_picture_is_read(lossless: bool) -> None:
    assert pictures.size_of(webp(123, 45, lossless=lossless)) == (123, 45)
    assert pictures.why_not(pictures.address_of(webp(800, 600, lossless=lossless))) == ""


def test_a_picture_needs_a_description_in_every_language() -> None:
    address = pictures.address_of(webp())
    first = question("spain", 0, picture=address)
    first["es"] |= {"alt": ""}
    entries = [first, question("spain", 1), question("spain", 2)]
    (fault,) = editing.check(editing.empty() | {"entries": entries})
    place = (fault["kind"], fault["entry"], fault["language"], fault["column"])
    assert place == ("no-alt", "spain-0", "es", "alt")


def asked(content: Content) -> Match:
    options = {"pack": keep(content), "instructions": False}
    match = Match(GAME, ["a", "b"], options)
    while not GAME.question(match.state, "es"):
        actor = match.state.next_actor()
        legal = match.state.outcomes() if actor < 0 else None
        action = legal[0][0] if legal else match.state.legal(actor)[0]
        match.play(actor, action)
    return match


def test_a_question_names_its_picture_and_a_terminal_describes_it() -> None:
    data = webp()
    content = pack(pictures.address_of(data))
    match = asked(content)
    shown = GAME.question(match.state, "es")
    assert shown["alt"] == "un río"
    assert shown["picture"]["file"] == content.hash
    assert editing.picture(content.hash, shown["picture"]["name"]) == data
    assert editing.picture(content.hash, "0" * 64) is None
    assert "[un río]" in GAME.prompt(match.state, "es").splitlines()
    # neither the position nor what is sent with it holds the picture
    assert "base64" not in json.dumps([shown, match.position()])


def test_our_own_format_keeps_pictures_and_others_leave_them_out() -> None:
    draft = editing.empty()
    draft["entries"] = [question("spain", n, picture=pictures.address_of(webp())) for n in range(3)]
    for ending in editing.ENDINGS:
        again, faults = editing.read(Content(f"x.{ending}", editing.export(draft, ending)))
        assert faults == []
        assert again is not None
        kept = [pictures.address_of(webp()) == entry.get("picture") for entry in again["entries"]]
        assert kept == [ending == "jsonl"] * 3
    assert editing.survey(draft)["pictures"] == 3
