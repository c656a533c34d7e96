"""Uploaded pictures are drawn anew: small, plain, and without where they were taken."""

import base64
import io
import secrets
from typing import Any

import httpx
import pytest
from PIL import Image
from server_process import ServerProcess

from periplo.games.europa import pictures
from periplo.play.refusals import Refused
from periplo.server.pictures import fit_picture

SIDE, MOST = pictures.MOST_SIDE, pictures.MOST_BYTES
PLACE = b"37.9922 N"


def photo(width: int = 1600, height: int = 1200) -> Image.Image:
    """Noise, which is the hardest to make small."""
    return Image.effect_noise((width, height), 100).convert("RGB")


def saved(picture: Image.Image, format: str, **how: Any) -> bytes:
    file = io.BytesIO()
    picture.save(file, format, **how)
    return file.getvalue()


def with_place(picture: Image.Image) -> bytes:
    exif = Image.Exif()
    exif[0x010E] = PLACE.decode()  # a description
    exif[0x0112] = 6  # the camera was held upright
    return saved(picture, "JPEG", exif=exif, comment=PLACE)


def test_a_photo_is_made_small_and_forgets_where_it_was_taken() -> None:
    original = with_place(photo())
    assert PLACE in original
    made = fit_picture(original, SIDE, MOST)
    assert len(made) <= MOST
    assert PLACE not in made
    assert pictures.size_of(made) is not None
    assert pictures.why_not(pictures.address_of(made)) == ""
    with Image.open(io.BytesIO(made)) as found:
        assert found.height > found.width  # as it was held
        assert dict(found.getexif()) == {}


@pytest.mark.parametrize("format", ["PNG", "GIF", "WEBP", "JPEG"])
def test_every_usual_format_becomes_the_same_kind(format: str) -> None:
    clear = Image.new("RGB", (30, 20), "teal")
    if format in ("PNG", "WEBP"):
        clear = Image.new("RGBA", (30, 20), (0, 0, 0, 0))
    made = fit_picture(saved(clear, format), SIDE, MOST)
    assert pictures.size_of(made) == (30, 20)


def test_of_a_picture_that_moves_the_first_is_taken() -> None:
    frames = [Image.new("RGB", (40, 40), colour) for colour in ("red", "blue")]
    moving = saved(frames[0], "GIF", save_all=True, append_images=frames[1:])
    assert pictures.size_of(fit_picture(moving, SIDE, MOST)) == (40, 40)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        saved(photo(50, 50), "BMP"),
        saved(photo(50, 50), "PNG")[:200],
        saved(Image.new("1", (8000, 6000)), "PNG"),  # 48 megapixels in a few bytes
    ],
)
def test_what_is_no_picture_or_too_much_is_refused(data: bytes) -> None:
    with pytest.raises(Refused) as refused:
        fit_picture(data, SIDE, MOST)
    assert refused.value.code == "bad-picture"


def test_a_picture_goes_from_an_upload_to_whoever_is_asked(server: ServerProcess) -> None:
    device = {"Periplo-Device": secrets.token_urlsafe(32)}
    with httpx.Client(base_url=server.address, headers=device, timeout=60) as http:
        made = http.post("/api/packs", json={"game": "europa", "title": "Pictures", "copy": True})
        pack = made.json()
        its = f"/api/packs/{pack['info']['id']}"
        address = http.post(f"{its}/pictures", content=with_place(photo())).json()["picture"]
        refused = http.post(f"{its}/pictures", content=b"<svg/>")
        assert (refused.status_code, refused.json()["code"]) == (400, "bad-picture")
        stranger = {"Periplo-Device": secrets.token_urlsafe(32)}
        assert http.post(f"{its}/pictures", content=b"", headers=stranger).status_code == 403
        too_large = http.post(f"{its}/pictures", content=bytes(13 * 1024 * 1024))
        assert too_large.status_code == 413
        entry = pack["draft"]["entries"][0] | {"picture": address}
        for language in ("en", "es", "it"):
            entry[language] |= {"alt": "?"}
        changed = http.put(its, json={"revision": 1, "put": [entry]}).json()
        assert changed["faults"] == []
        published = http.post(f"{its}/publish", json={"revision": 2}).json()["published"]
        picture = f"/api/games/europa/pictures/{pictures.name_of(address)}?file={published}"
        shown = http.get(picture)
        assert shown.headers["content-type"] == "image/webp"
        assert shown.headers["x-content-type-options"] == "nosniff"
        assert shown.content == base64.b64decode(address.partition(",")[2])
        assert http.get(picture.replace("pictures/", "pictures/" + "0" * 64 + "/")).is_error
        other = f"/api/games/europa/pictures/{'0' * 64}?file={published}"
        assert http.get(other).status_code == 404
        assert http.get(picture.replace(published, "sha256:" + "0" * 64)).status_code == 404
