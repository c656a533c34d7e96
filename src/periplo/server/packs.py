"""Files that people write in a browser, such as question packs: drafts on disk, and what tables
can be opened with.

What is in such a file only the game knows whose option takes it: its `editing` module is asked.
A pack belongs to the device that made it; whoever has its edit link may write it, too. What is
published is kept among the contents by its hash, so that a table which has begun never changes.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, func, insert, select

from periplo.core.contents import MOST_BYTES, Content
from periplo.core.errors import BadSetup
from periplo.core.game import Game
from periplo.games import game as find_game
from periplo.games import game_ids
from periplo.play.refusals import Refused
from periplo.server import clock, schema
from periplo.server.contents import Files, save_content
from periplo.server.limits import Buckets
from periplo.server.pictures import fit_picture
from periplo.server.quotas import DAY, Quotas, is_over
from periplo.server.secrets import digest, new_id, new_token
from periplo.server.store import Row, Store

PackMaking = Literal["open", "host"]  # who may make packs: everybody, or the server's own machine
MAKINGS: tuple[PackMaking, ...] = ("open", "host")
LONGEST_TITLE = 80
MINUTE = 60.0
REQUESTS_A_DEVICE = 120  # a minute: whoever types is saved every other second
REQUESTS_AN_ADDRESS = 1200

Draft = dict[str, Any]
SUMMARY = [column for column in schema.packs.c if column.name != "draft"]


@dataclass(frozen=True)
class Asker:
    """Who asks for something about packs."""

    device: str  # hash, or empty
    token: str  # hash of the edit link's, or empty
    address: str
    at_home: bool  # whether from the server's own machine


@dataclass(frozen=True)
class Changes:
    """What is to be saved: entries that are new or other, and ids of those that are no more."""

    revision: int
    put: Sequence[dict[str, Any]]
    remove: Collection[str]
    title: str | None = None
    settings: dict[str, Any] | None = None


def games_with_packs() -> list[Game]:
    return [game for game in map(find_game, game_ids()) if game.editing() is not None]


def editing_of(game_id: str) -> Any:
    editing = find_game(game_id).editing()
    if editing is None:
        raise BadSetup(f"game: {game_id} has no files that are written here")
    return editing


class Packs:
    """The packs of one server. They are written one at a time: to check a large one takes long."""

    def __init__(self, store: Store, files: Files, quotas: Quotas, making: PackMaking) -> None:
        self._store = store
        self._files = files
        self._quotas = quotas
        self._making = making
        self._lock = asyncio.Lock()
        self.reading = asyncio.Lock()  # of uploaded files
        self._by_device = Buckets(REQUESTS_A_DEVICE / MINUTE, MINUTE)
        self._by_address = Buckets(REQUESTS_AN_ADDRESS / MINUTE, MINUTE)
        self._made = Buckets(quotas.packs_an_address / DAY, DAY)
        self._bytes = Buckets(quotas.pack_bytes_an_address / DAY, DAY)

    # ---- who may

    def spend(self, asker: Asker, size: int = 0) -> None:
        """Writing and reading files is not for free."""
        key = asker.device or asker.token or asker.address
        if not self._by_device.take(key) or not self._by_address.take(asker.address):
            raise Refused("too-fast", "too many requests; please wait a minute")
        if self._quotas.pack_bytes_an_address and not self._bytes.take(asker.address, size):
            raise Refused("too-fast", "too much was saved from this address today; please wait")

    def may_make(self, asker: Asker) -> bool:
        return self._making == "open" or asker.at_home

    def check_may_make(self, asker: Asker) -> None:
        if not self.may_make(asker):
            raise Refused("packs-host", "packs are made on this server's own machine only")

    def is_owner(self, row: Row, asker: Asker) -> bool:
        return asker.device != "" and row["device"] == asker.device

    def may_edit(self, row: Row, asker: Asker) -> bool:
        has_link = asker.token != "" and row["edit_token"] == asker.token
        return self.is_owner(row, asker) or has_link

    def is_open(self, row: Row, asker: Asker) -> bool:
        """Whether it may be changed and played with, where not everybody may make packs."""
        return self.may_make(asker) or bool(row["at_home"])

    async def find(self, pack_id: str, asker: Asker, draft: bool = True) -> Row:
        """A pack, for somebody who may edit it."""
        row = await self._row(pack_id, draft)
        if not self.may_edit(row, asker):
            raise Refused("not-yours", "only its owner, or who has its edit link, may see this")
        return row

    async def _row(self, pack_id: str, draft: bool) -> Row:
        columns = list(schema.packs.c) if draft else SUMMARY
        found = await self._store.rows(select(*columns).where(_is(pack_id)))
        if not found:
            raise Refused("no-pack", "there is no such pack")
        return found[0]

    # ---- looking

    async def of_device(self, device: str, draft: bool = False) -> list[Row]:
        """The packs of a device, what was changed last first."""
        its = schema.packs.c
        columns = list(its) if draft else SUMMARY
        mine = select(*columns).where(its.device == device)
        return await self._store.rows(mine.order_by(its.changed.desc(), its.id))

    async def published(self, game: Game, references: Sequence[str]) -> set[str]:
        """Those of these references that somebody has published for the game."""
        its = schema.packs.c
        which = (its.game == game.id) & its.published.in_(references)
        if self._making == "host":
            which &= its.at_home.is_(True)
        rows = await self._store.rows(select(its.published).where(which))
        return {row["published"] for row in rows}

    async def to_play(self, pack_id: str) -> Row:
        """A pack, for whoever has its read link."""
        row = await self._row(pack_id, draft=False)
        is_closed = self._making == "host" and not row["at_home"]
        if not row["published"] or is_closed:
            raise Refused("no-pack", "this pack is not published")
        return row

    # ---- making

    async def make(self, game_id: str, title: str, draft: Callable[[], Draft], asker: Asker) -> Row:
        """A new pack, of what `draft` gives: that may take its time."""
        self.check_may_make(asker)
        editing = editing_of(game_id)
        async with self._lock:
            await self._check_quotas(asker)
            begun = await asyncio.to_thread(draft)
            await asyncio.to_thread(_check_size, editing, begun)
            when = clock.now()
            row: Row = {
                "id": new_id(),
                "game": game_id,
                "option": editing.OPTION,
                "title": checked_title(title),
                "draft": msgspec.json.encode(begun).decode(),
                "revision": 1,
                "device": asker.device,
                "edit_token": "",
                "at_home": asker.at_home,
                "published": "",
                "published_revision": 0,
                "entries": len(begun["entries"]),
                "created": when,
                "changed": when,
            }
            self.spend(asker, len(row["draft"]))
            await self._store.save([(insert(schema.packs), [row])], self._store.failures)
        return row

    async def _check_quotas(self, asker: Asker) -> None:
        its, most = schema.packs.c, self._quotas.packs_a_device
        mine = select(func.count().label("n")).where(its.device == asker.device)
        (count,) = await self._store.rows(mine)
        if is_over(most, count["n"] + 1):
            raise Refused("too-many-packs", f"this device has {most} packs; delete one first")
        if self._quotas.packs_an_address and not self._made.take(asker.address):
            raise Refused(
                "too-many-packs", "too many packs were made from this address today; please wait"
            )

    # ---- writing

    async def save(self, pack_id: str, changes: Changes, asker: Asker) -> Row:
        """Refused if somebody else has saved it since: then nothing is changed."""
        async with self._lock:
            row = await self._open(pack_id, asker, changes.revision)
            editing = editing_of(row["game"])
            before = len(row["draft"])
            row = await asyncio.to_thread(_changed, editing, row, changes)
            self.spend(asker, max(0, len(row["draft"]) - before))
            await self._update(row)
        return row

    async def publish(self, pack_id: str, revision: int, asker: Asker) -> Row:
        """From now on tables can be opened with what it holds."""
        async with self._lock:
            row = await self._open(pack_id, asker, revision)
            self.spend(asker, len(row["draft"]))
            content = await asyncio.to_thread(_publishable, editing_of(row["game"]), row)
            before = row["published"]
            row |= {"published": content.hash, "published_revision": row["revision"]}
            async with self._files.lock:
                await self._store.save(
                    [(save_content(content), []), _update(row, "published", "published_revision")],
                    self._store.failures,
                )
            if before not in ("", content.hash):
                await self._files.delete_unused(before)
        return row

    async def fit_picture(self, pack_id: str, data: bytes, asker: Asker) -> bytes:
        """An uploaded picture as the pack can hold it; it is not in the pack yet."""
        row = await self.find(pack_id, asker, draft=False)
        if not self.is_open(row, asker):
            self.check_may_make(asker)
        self.spend(asker, len(data))
        async with self.reading:
            return await asyncio.to_thread(fit_picture, data, *editing_of(row["game"]).PICTURES)

    async def _open(self, pack_id: str, asker: Asker, revision: int) -> Row:
        """A pack that is to be changed."""
        row = await self.find(pack_id, asker)
        if not self.is_open(row, asker):
            self.check_may_make(asker)
        if row["revision"] != revision:
            raise Refused(
                "pack-changed",
                f"somebody else has saved this pack: it is at revision {row['revision']}, "
                f"not {revision}; load it again",
            )
        return row

    async def _update(self, row: Row) -> None:
        names = ("title", "draft", "revision", "entries", "changed")
        await self._store.save([_update(row, *names)], self._store.failures)

    async def new_link(self, pack_id: str, asker: Asker) -> str:
        """A new edit link: the one before is void."""
        token = new_token()
        await self._set_token(pack_id, digest(token), asker)
        return token

    async def void_link(self, pack_id: str, asker: Asker) -> None:
        await self._set_token(pack_id, "", asker)

    async def _set_token(self, pack_id: str, hash: str, asker: Asker) -> None:
        async with self._lock:
            row = await self._owned(pack_id, asker)
            row["edit_token"] = hash
            await self._store.save([_update(row, "edit_token")], self._store.failures)

    async def _owned(self, pack_id: str, asker: Asker) -> Row:
        row = await self.find(pack_id, asker, draft=False)
        if not self.is_owner(row, asker):
            raise Refused("not-yours", "only its owner may do this")
        return row

    # ---- deleting

    async def delete(self, pack_id: str, asker: Asker) -> None:
        async with self._lock:
            await self._delete([await self._owned(pack_id, asker)])

    async def forget_device(self, device: str) -> int:
        """All packs of a device; how many there were."""
        async with self._lock:
            rows = await self.of_device(device)
            await self._delete(rows)
        return len(rows)

    async def _delete(self, rows: Sequence[Row]) -> None:
        """What tables play with stays with them."""
        if not rows:
            return
        its = schema.packs
        gone = its.delete().where(its.c.id.in_([row["id"] for row in rows]))
        await self._store.save([(gone, [])], self._store.failures)
        for reference in {row["published"] for row in rows if row["published"]}:
            await self._files.delete_unused(reference)


def checked_title(title: str) -> str:
    """One line of text that can be shown, and be the name of a file."""
    plain = " ".join(
        "".join(char if char.isprintable() and char not in "/\\" else " " for char in title).split()
    )
    if not plain or len(plain) > LONGEST_TITLE:
        raise BadSetup(f"title: must have 1 to {LONGEST_TITLE} characters")
    return plain


def draft_of(row: Row) -> Draft:
    draft: Draft = msgspec.json.decode(row["draft"])
    return draft


def _is(pack_id: str) -> ColumnElement[bool]:
    return schema.packs.c.id == pack_id


def _update(row: Row, *names: str) -> tuple[Any, list[Row]]:
    values = {name: row[name] for name in names}
    return schema.packs.update().where(_is(row["id"])).values(values), []


def _changed(editing: Any, row: Row, changes: Changes) -> Row:
    """The row with its draft as it is to be; BadSetup if that is none."""
    draft = draft_of(row)
    for entry in changes.put:
        editing.check_entry(entry)
    put = {entry["id"]: entry for entry in changes.put}
    kept = [
        put.pop(entry["id"], entry)
        for entry in draft["entries"]
        if entry["id"] not in changes.remove
    ]
    draft["entries"] = [*kept, *put.values()]
    if changes.settings is not None:
        editing.check_settings(changes.settings)
        draft["settings"] = changes.settings
    _check_size(editing, draft)
    return row | {
        "draft": msgspec.json.encode(draft).decode(),
        "title": row["title"] if changes.title is None else checked_title(changes.title),
        "revision": row["revision"] + 1,
        "entries": len(draft["entries"]),
        "changed": clock.now(),
    }


def _check_size(editing: Any, draft: Draft) -> None:
    if len(editing.content_of(draft, "").data) > MOST_BYTES:
        raise Refused("pack-too-large", f"a pack has at most {MOST_BYTES // 2**20} MB")


def _publishable(editing: Any, row: Row) -> Content:
    draft = draft_of(row)
    if faults := editing.check(draft):
        raise Refused("pack-faulty", f"{len(faults)} faults are left: {faults[0]['message']}")
    content: Content = editing.content_of(draft, row["title"])
    return content
