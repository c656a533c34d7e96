"""The end points for packs that people write in a browser."""

import asyncio
import base64
from typing import Annotated, Any

from litestar import Request, Response, delete, get, post, put
from litestar.datastructures import State as AppState
from litestar.exceptions import NotFoundException
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct, field

from periplo.core.contents import MOST_BYTES, Content
from periplo.core.errors import BadSetup
from periplo.play.refusals import Refused
from periplo.server.asking import (
    Device,
    GameId,
    address_of_request,
    checked_device,
    device_hash,
    is_from_here,
    registry_of,
)
from periplo.server.messages import NewToken
from periplo.server.packs import (
    LONGEST_TITLE,
    Asker,
    Changes,
    Draft,
    Packs,
    checked_title,
    draft_of,
    editing_of,
    games_with_packs,
)
from periplo.server.secrets import END, TABLE_ID, digest
from periplo.server.store import Row

LONGEST_UPLOAD = MOST_BYTES + 1024  # bytes: what is larger is told so by whoever reads it
LONGEST_SAVE = 2 * MOST_BYTES  # as JSON it may need more than as a file
MOST_FAULTS = 300  # in one answer
LONGEST_PICTURE = 12 * 1024 * 1024  # bytes, as a camera made it
PICTURE_TYPE = "image/webp"
FOREVER = {"Cache-Control": "private, max-age=31536000, immutable"}
MEDIA_TYPES = {
    "jsonl": "application/jsonl",
    "csv": "text/csv; charset=utf-8",
    "gift": "text/plain; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
PackId = Annotated[str, PathParameter(pattern=TABLE_ID)]
PackToken = Annotated[
    str | None,
    HeaderParameter(name="Periplo-Pack", description="The token of a pack's edit link."),
]
Title = Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE)]
FileName = Annotated[str, QueryParameter(min_length=1, max_length=200)]
Revision = Annotated[int, Meta(ge=1, le=10**9)]
EntryId = Annotated[str, Meta(min_length=1, max_length=200)]


# ---- what is said


class PackInfo(Struct):
    """A pack, for whoever may edit it."""

    id: str
    game: str
    option: str
    title: str
    revision: int
    entries: int
    created: int
    changed: int
    mine: bool  # whether it belongs to the asking device
    shared: bool  # whether there is an edit link
    writable: bool  # false where only the server's own machine may make packs
    published: str  # what tables can be opened with, or empty
    published_revision: int  # of which revision that is


class FaultInfo(Struct):
    """Something that keeps a pack from being played; `line` is that of the file it is in."""

    kind: str
    line: int
    column: str
    language: str
    entry: str  # the id of the entry of a draft, or empty
    values: dict[str, str | int]
    message: str  # in English


class Faults(Struct):
    faults: list[FaultInfo]
    more: int  # how many are left out


class Checked(Faults):
    survey: dict[str, Any]  # what the game says of what there is


class PackDraft(Struct):
    settings: dict[str, Any]
    entries: list[dict[str, Any]]


class OpenedPack(Checked):
    info: PackInfo
    draft: PackDraft


class SavedPack(Checked):
    info: PackInfo


class PackRead(Faults):
    """What is in a file, before anything is made of it."""

    entries: int
    survey: dict[str, Any] | None  # of a file without faults


class PackGame(Struct):
    """A game for which packs are written here."""

    game: str
    option: str
    endings: list[str]  # of the formats that packs can be had in; the first keeps everything


class MyPacks(Struct):
    packs: list[PackInfo]
    may_make: bool
    games: list[PackGame]


class PackToPlay(Struct):
    """A pack, for whoever has its read link."""

    id: str
    game: str
    option: str
    title: str
    entries: int
    published: str


class NewPack(Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=64)]
    title: Title
    copy: bool = False  # of what the game brings; left out: empty


class ChangedPack(Struct, forbid_unknown_fields=True):
    """What is to be saved over a revision: the entries that are new or other, and the ids of those
    that are no more.
    """

    revision: Revision
    put: list[dict[str, Any]] = field(default_factory=list)
    remove: list[EntryId] = field(default_factory=list)
    title: Title | None = None
    settings: dict[str, Any] | None = None


class FitPicture(Struct):
    picture: str  # a data address, for an entry of a draft


class PublishedRevision(Struct, forbid_unknown_fields=True):
    revision: Revision


# ---- how it is answered


def _packs(request: Request[Any, Any, AppState]) -> Packs:
    return registry_of(request).packs


def _asker(
    request: Request[Any, Any, AppState], device: str | None, token: str | None = None
) -> Asker:
    hash = device_hash(checked_device(device) if token is None else device)
    return Asker(
        hash, digest(token) if token else "", address_of_request(request), is_from_here(request)
    )


def _info(packs: Packs, row: Row, asker: Asker) -> PackInfo:
    return PackInfo(
        id=row["id"],
        game=row["game"],
        option=row["option"],
        title=row["title"],
        revision=row["revision"],
        entries=row["entries"],
        created=row["created"],
        changed=row["changed"],
        mine=packs.is_owner(row, asker),
        shared=row["edit_token"] != "",
        writable=packs.is_open(row, asker),
        published=row["published"],
        published_revision=row["published_revision"],
    )


def _faults(found: list[dict[str, Any]]) -> tuple[list[FaultInfo], int]:
    return [FaultInfo(**fault) for fault in found[:MOST_FAULTS]], max(0, len(found) - MOST_FAULTS)


def _check(editing: Any, draft: Draft) -> tuple[list[FaultInfo], int, dict[str, Any]]:
    return *_faults(editing.check(draft)), editing.survey(draft)


async def _opened(packs: Packs, row: Row, asker: Asker) -> OpenedPack:
    draft = draft_of(row)
    # a large pack takes its time
    checked = await asyncio.to_thread(_check, editing_of(row["game"]), draft)
    return OpenedPack(*checked, _info(packs, row, asker), PackDraft(**draft))


@get("/packs", summary="Packs of this device")
async def my_packs(request: Request[Any, Any, AppState], device: Device = None) -> MyPacks:
    packs, asker = _packs(request), _asker(request, device)
    games = [
        PackGame(game.id, game.editing().OPTION, list(game.editing().ENDINGS))
        for game in games_with_packs()
    ]
    rows = await packs.of_device(asker.device)
    return MyPacks([_info(packs, row, asker) for row in rows], packs.may_make(asker), games)


@post("/packs", summary="Make a pack: an empty one, or a copy of what the game brings")
async def make_pack(
    request: Request[Any, Any, AppState], data: JSONBody[NewPack], device: Device = None
) -> OpenedPack:
    packs, asker = _packs(request), _asker(request, device)
    editing = editing_of(data.game)
    begin = editing.copy if data.copy else editing.empty
    row = await packs.make(data.game, data.title, begin, asker)
    return await _opened(packs, row, asker)


# ---- files


@post(
    "/packs/read",
    summary="What is in a file, or everything that is wrong with it; nothing is kept",
    status_code=200,
    request_max_body_size=LONGEST_UPLOAD,
)
async def read_pack(
    request: Request[Any, Any, AppState],
    game: Annotated[str, QueryParameter(max_length=64)],
    name: FileName,
    device: Device = None,
) -> PackRead:
    packs, asker = _packs(request), _asker(request, device)
    packs.check_may_make(asker)
    draft, faults = await _read_upload(request, game, name, packs, asker)
    editing = editing_of(game)
    if draft is None:
        return PackRead(*_faults(faults), 0, None)
    return PackRead([], 0, len(draft["entries"]), await asyncio.to_thread(editing.survey, draft))


@post(
    "/packs/import",
    summary="Make a pack of a file without faults",
    request_max_body_size=LONGEST_UPLOAD,
)
async def import_pack(
    request: Request[Any, Any, AppState],
    game: Annotated[str, QueryParameter(max_length=64)],
    name: FileName,
    title: Annotated[str, QueryParameter(min_length=1, max_length=LONGEST_TITLE)],
    device: Device = None,
) -> OpenedPack:
    packs, asker = _packs(request), _asker(request, device)
    packs.check_may_make(asker)
    draft, faults = await _read_upload(request, game, name, packs, asker)
    if draft is None:
        raise Refused("pack-faulty", f"{name}: {faults[0]['message']}")
    read = draft
    row = await packs.make(game, title, lambda: read, asker)
    return await _opened(packs, row, asker)


async def _read_upload(
    request: Request[Any, Any, AppState], game: str, name: str, packs: Packs, asker: Asker
) -> tuple[Draft | None, list[dict[str, Any]]]:
    editing = editing_of(game)
    data = await request.body()
    packs.spend(asker, len(data))
    content = Content(checked_name(name), data)
    async with packs.reading:  # one at a time: a spreadsheet takes a second
        found: tuple[Draft | None, list[dict[str, Any]]]
        found = await asyncio.to_thread(editing.read, content)
    return found


def checked_name(name: str) -> str:
    """Of an uploaded file, without a folder."""
    return checked_title(name.replace("\\", "/").rpartition("/")[2][-LONGEST_TITLE:])


@get("/packs/{pack_id:str}/export/{ending:str}", summary="A pack as a file")
async def export_pack(
    request: Request[Any, Any, AppState],
    pack_id: PackId,
    ending: Annotated[str, PathParameter(pattern="^[a-z]{1,10}" + END)],
    device: Device = None,
    token: PackToken = None,
) -> Response[bytes]:
    packs, asker = _packs(request), _asker(request, device, token)
    row = await packs.find(pack_id, asker)
    packs.spend(asker)
    editing = editing_of(row["game"])
    if ending not in editing.ENDINGS:
        raise BadSetup(f"{ending}: there are {', '.join(editing.ENDINGS)}")
    data = await asyncio.to_thread(editing.export, draft_of(row), ending)
    return Response(data, media_type=MEDIA_TYPES[ending])


# ---- writing


@get("/packs/{pack_id:str}", summary="A pack, to be edited")
async def show_pack(
    request: Request[Any, Any, AppState],
    pack_id: PackId,
    device: Device = None,
    token: PackToken = None,
) -> OpenedPack:
    packs, asker = _packs(request), _asker(request, device, token)
    row = await packs.find(pack_id, asker)
    packs.spend(asker)
    return await _opened(packs, row, asker)


@put("/packs/{pack_id:str}", summary="Save a pack", request_max_body_size=LONGEST_SAVE)
async def save_pack(
    request: Request[Any, Any, AppState],
    pack_id: PackId,
    data: JSONBody[ChangedPack],
    device: Device = None,
    token: PackToken = None,
) -> SavedPack:
    packs, asker = _packs(request), _asker(request, device, token)
    changes = Changes(data.revision, data.put, set(data.remove), data.title, data.settings)
    row = await packs.save(pack_id, changes, asker)
    checked = await asyncio.to_thread(_check, editing_of(row["game"]), draft_of(row))
    return SavedPack(*checked, _info(packs, row, asker))


@post("/packs/{pack_id:str}/publish", summary="Let tables be opened with a pack", status_code=200)
async def publish_pack(
    request: Request[Any, Any, AppState],
    pack_id: PackId,
    data: JSONBody[PublishedRevision],
    device: Device = None,
    token: PackToken = None,
) -> PackInfo:
    packs, asker = _packs(request), _asker(request, device, token)
    return _info(packs, await packs.publish(pack_id, data.revision, asker), asker)


@delete("/packs/{pack_id:str}", summary="Delete a pack; tables that play with it go on")
async def delete_pack(
    request: Request[Any, Any, AppState], pack_id: PackId, device: Device = None
) -> None:
    await _packs(request).delete(pack_id, _asker(request, device))


# ---- pictures


@post(
    "/packs/{pack_id:str}/pictures",
    summary="A picture made fit for a pack; it is in the pack once that is saved",
    status_code=200,
    request_max_body_size=LONGEST_PICTURE,
)
async def fit_picture(
    request: Request[Any, Any, AppState],
    pack_id: PackId,
    device: Device = None,
    token: PackToken = None,
) -> FitPicture:
    packs, asker = _packs(request), _asker(request, device, token)
    made = await packs.fit_picture(pack_id, await request.body(), asker)
    return FitPicture(f"data:{PICTURE_TYPE};base64,{base64.b64encode(made).decode()}")


@get(
    "/games/{game:str}/pictures/{name:str}",
    summary="A picture of a question that is being asked",
    media_type=PICTURE_TYPE,
    is_packed=True,
)
async def show_picture(
    request: Request[Any, Any, AppState],
    game: GameId,
    name: Annotated[str, PathParameter(pattern="^[0-9a-f]{64}" + END)],
    file: Annotated[str, QueryParameter(pattern="^sha256:[0-9a-f]{64}" + END)],
) -> Response[bytes]:
    """Whoever knows its name has been asked the question: it is the hash of the picture."""
    editing = editing_of(game)
    found = None
    if await registry_of(request).files.is_kept(file):
        found = await asyncio.to_thread(editing.picture, file, name)
    if found is None:
        raise NotFoundException("there is no such picture")
    return Response(found, media_type=PICTURE_TYPE, headers=FOREVER)


# ---- links


@post("/packs/{pack_id:str}/link", summary="A new edit link; the one before is void")
async def new_edit_link(
    request: Request[Any, Any, AppState], pack_id: PackId, device: Device = None
) -> NewToken:
    asker = _asker(request, device)
    _packs(request).spend(asker)
    return NewToken(await _packs(request).new_link(pack_id, asker))


@delete("/packs/{pack_id:str}/link", summary="Nobody else may edit a pack any more")
async def void_edit_link(
    request: Request[Any, Any, AppState], pack_id: PackId, device: Device = None
) -> None:
    await _packs(request).void_link(pack_id, _asker(request, device))


@get("/packs/{pack_id:str}/play", summary="What tables can be opened with, by a pack's read link")
async def show_pack_to_play(request: Request[Any, Any, AppState], pack_id: PackId) -> PackToPlay:
    row = await _packs(request).to_play(pack_id)
    return PackToPlay(
        row["id"], row["game"], row["option"], row["title"], row["entries"], row["published"]
    )


HANDLERS = [
    my_packs, make_pack, read_pack, import_pack, export_pack, show_pack, save_pack, publish_pack,
    delete_pack, fit_picture, show_picture, new_edit_link, void_edit_link, show_pack_to_play,
]  # fmt: skip
