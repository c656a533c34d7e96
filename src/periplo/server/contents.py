"""The files that tables play with: offered by the operator, kept in the database by their hash.

Options of the wire and of tables name them by reference, "sha256:…"; no path leaves the server.
"""

import asyncio
import logging
import os
from collections.abc import Container, Iterable, Mapping
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Delete,
    Insert,
    LargeBinary,
    Select,
    exists,
    insert,
    literal,
    select,
)

from periplo.core.contents import (
    EARLIER,
    Content,
    find,
    forget,
    hash_of,
    is_reference,
    keep,
    read_content,
)
from periplo.core.errors import BadOption, BadSetup
from periplo.core.game import Game
from periplo.core.options import File, references
from periplo.games import game as find_game
from periplo.games import game_ids
from periplo.server import schema
from periplo.server.store import Row, Store

NOT_OFFERED = "this file is not offered here"
logger = logging.getLogger("periplo.contents")


# ---- the database


def save_content(content: Content) -> Insert:
    """Stores it, unless it is there already."""
    its = schema.contents.c
    row = select(
        literal(content.hash), literal(content.name), literal(content.data, LargeBinary)
    ).where(~exists().where(its.hash == content.hash))
    return insert(schema.contents).from_select([its.hash, its.name, its.data], row)


def _is(reference: str) -> ColumnElement[bool]:
    return schema.contents.c.hash == reference


def delete_content(reference: str) -> Delete:
    """Deletes it, unless a table or a pack names it."""
    tables, packs = schema.tables.c, schema.packs.c
    return schema.contents.delete().where(
        _is(reference),
        ~exists().where(tables.options.contains(reference)),
        ~exists().where(packs.published == reference),
    )


def select_contents(wanted: Iterable[str]) -> Select[Any]:
    """What these references stand for."""
    its = schema.contents.c
    return select(schema.contents).where(its.hash.in_({hash_of(one) for one in wanted}))


def contents_of(connection: Connection, game_id: str, options: Mapping[str, Any]) -> list[Content]:
    """The files that a table with these options cannot be played without."""
    wanted = references(find_game(game_id).options, options)
    found = connection.execute(select_contents(wanted)).mappings()
    return [Content(row["name"], row["data"]) for row in found]


# ---- the server


class Files:
    """The files of a server. Those it offers are read and checked when it starts."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._by_path: dict[str, Content] = {}
        self._offered: dict[tuple[str, str], dict[str, Content]] = {}  # by game and option
        self._gone: list[str] = []
        self.lock = asyncio.Lock()  # of who stores a table with its files, or deletes a file
        for path in sorted(paths):
            if os.path.exists(path):
                self._offer(path, read_content(path))
            else:
                self._gone.append(path)

    def open(self, store: Store) -> None:
        """A file that is gone must not keep the tables that play with it from going on."""
        self._store = store
        self._stored: set[str] = set()  # hashes that are on disk, as long as no write fails
        self._epoch = store.failures
        its = schema.contents.c
        for path in self._gone:
            name = os.path.basename(path)
            with store.engine.connect() as connection:
                found = connection.execute(select(its.hash).where(its.name == name)).first()
            if found is None:
                read_content(path)  # which says what is wrong
            logger.warning(
                "%s is gone: tables that play with it go on, new ones cannot choose it", name
            )

    def _offer(self, path: str, content: Content) -> None:
        """It must do for an option of some game."""
        faults: list[BadSetup] = []
        fits = False
        for game, option in _file_options():
            try:
                option.check(content)
            except BadSetup as error:
                faults.append(error)
            else:
                fits = True
                self._offered.setdefault((game.id, option.name), {})[content.hash] = content
        if not fits:
            raise faults[0] if faults else BadSetup(f"{path}: no game has an option for files")
        keep(content)
        self._by_path[os.path.abspath(path)] = content

    def choices(self, game: Game, option: File) -> dict[str, str]:
        """References with what people call them: the file's name without folder and ending."""
        offered = self._offered.get((game.id, option.name), {})
        names = {hash: os.path.splitext(content.name)[0] for hash, content in offered.items()}
        alike = list(names.values())
        for hash, name in names.items():
            if alike.count(name) > 1:
                names[hash] = f"{name} ({hash.removeprefix('sha256:')[:6]})"
        return dict(sorted(names.items(), key=lambda entry: entry[1].casefold()))

    def check_offered(
        self, game: Game, options: Mapping[str, Any], published: Container[str] = ()
    ) -> None:
        """New tables may use only what the operator offers now, or somebody has published."""
        for option, value in _chosen(game, options):
            offered = self._offered.get((game.id, option.name), {})
            if value not in offered and value not in published:
                raise BadOption(option.name, NOT_OFFERED)

    async def read_setup(self, game: Game, seats: int, options: dict[str, Any]) -> None:
        """Check options that may name any file which is offered or in the database."""
        chosen = _chosen(game, options)
        for option, value in chosen:
            if not is_reference(value):
                raise BadOption(option.name, NOT_OFFERED)
            if not await self.is_kept(value):
                raise BadOption(option.name, "this file is not kept here")
        if chosen:  # a large file takes its time
            await asyncio.to_thread(game.read_setup, seats, options)
        else:
            game.read_setup(seats, options)

    async def is_kept(self, reference: str) -> bool:
        """Whether a file is at hand now, or in the database, whence it is taken."""
        return find(reference) is not None or await self._fetch(reference)

    async def fetch_all(self, many_options: Iterable[Mapping[str, Any]]) -> None:
        """Have at hand what any of these options name, as far as it is in the database."""
        named = [value for options in many_options for value in options.values()]
        texts = {value for value in named if isinstance(value, str)}
        wanted = [value for value in texts if is_reference(value) and find(value) is None]
        if wanted:
            await self._fetch(*wanted)

    async def _fetch(self, *references: str) -> bool:
        found = await self._store.rows(select_contents(references))
        for row in found:
            keep(Content(row["name"], row["data"]))
        return bool(found)

    async def save(self, game: Game, options: Mapping[str, Any], epoch: int) -> None:
        """To disk, before a table that plays with them."""
        if epoch != self._epoch:  # it may be another file by now
            self._stored, self._epoch = set(), epoch
        for reference in references(game.options, options):
            content = find(reference)
            if content is None:  # it was deleted since it was chosen
                raise BadSetup(NOT_OFFERED)
            if content.hash not in self._stored:
                await self._store.save([(save_content(content), [])], epoch)
                self._stored.add(content.hash)

    async def delete_unused(self, reference: str) -> None:
        """Take a file off the disk and out of memory, unless a table or a pack names it."""
        async with self.lock:
            delete = delete_content(reference)
            await self._store.save([(delete, [])], self._store.failures)
            if not await self._store.rows(select(schema.contents.c.hash).where(_is(reference))):
                self._stored.discard(reference)
                if not any(reference in offered for offered in self._offered.values()):
                    forget(reference)

    async def adopt(self, game: Game, row: Row) -> None:
        """A table of the first version may name a file by its path: take the file if it is offered
        again, as the operator was asked to when the database was brought to this version.
        """
        options = msgspec.json.decode(row["options"])
        changed = False
        for option, value in _chosen(game, options):
            if is_reference(value):
                continue
            content = self._by_path.get(os.path.abspath(value))
            if content is None:
                raise BadOption(option.name, "the file that this table plays with is gone")
            # what has been played must come out as it did
            options[option.name] = content.hash + ("" if row["status"] == "waiting" else EARLIER)
            changed = True
        if changed:
            epoch = self._store.failures
            await self.save(game, options, epoch)
            row["options"] = msgspec.json.encode(options).decode()
            its = schema.tables
            update = its.update().where(its.c.id == row["id"]).values(options=row["options"])
            await self._store.save([(update, [])], epoch)


def renewed(game: Game, options: dict[str, Any]) -> dict[str, Any]:
    """The same options for another table, which is played as this version plays."""
    return options | {option.name: hash_of(value) for option, value in _chosen(game, options)}


def _file_options() -> list[tuple[Game, File]]:
    games = map(find_game, game_ids())
    return [(game, option) for game in games for option in game.options if isinstance(option, File)]


def _chosen(game: Game, options: Mapping[str, Any]) -> list[tuple[File, str]]:
    """The files that options name, however they do it."""
    chosen = []
    for option in game.options:
        value = options.get(option.name, option.default)
        if isinstance(option, File) and value != option.default:
            if not isinstance(value, str) or "\0" in value:
                raise BadOption(option.name, NOT_OFFERED)
            chosen.append((option, value))
    return chosen
