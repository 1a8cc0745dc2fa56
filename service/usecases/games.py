"""Games as they stand in the log: loaded, kept while they are asked for, with the component figures they need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from eventsourcing.application import LRUCache
from eventsourcing.persistence import StoredEvent

from domain import aggregate
from domain.aggregate import Game, Origin
from domain.game import Ruleset, ruleset
from domain.log import BranchOpened, Recorded, figures_stream
from domain.table.facts import TableOpened
from service.storage import Storage
from service.tentative import Known

GAMES = 32
"""Games that a process keeps with all of their facts, each of half a megabyte or less."""


class UnknownGame(KeyError):
    """No stream has this id."""


class Games:
    """Reading the games of one storage."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._games: LRUCache[str, Game] = LRUCache(GAMES)
        self._positions: Known[tuple[str, int], bytes] = Known(2048)

    def game(self, stream: str) -> Game:
        """The game or branch as it is now; raises UnknownGame."""
        try:
            known: Game = self._games.get(stream)
        except KeyError:
            game = self._latest(stream)
        else:
            self._learn_figures(known.ruleset, known.figures)
            records, tip = self.storage.application.read(stream, after=known.version)
            game = aggregate.extended(known, records, tip) if records else known
        return self._remember(game)

    def known(self, stream: str) -> Game:
        """The game as it was when this process last looked; raises UnknownGame."""
        try:
            return self._games.get(stream)
        except KeyError:
            return self.game(stream)

    def past(self, stream: str, version: int) -> Game:
        """The game or branch as far as a version that it is known to have come to, or further; raises UnknownGame.

        What is past does not change, so that what is known here is not asked for again, and a replica may tell the
        rest.
        """
        try:
            known: Game = self._games.get(stream)
        except KeyError:
            return self._past_of_replica(stream, version) or self._remember(self._load(stream))
        return known if known.version >= version else self.game(stream)

    def _past_of_replica(self, stream: str, version: int) -> Game | None:
        read = self.storage.application.read_upto
        found = self.storage.from_replica(stream, version, lambda rows: read(rows, stream, version))
        return found and self._remember(self._rebuilt(stream, *found))

    def stored(self, stream: str) -> Sequence[StoredEvent]:
        """The stream's events as they are stored, in order."""
        return self.storage.application.recorder.select_events(stream)

    def stored_upto(self, stream: str, version: int) -> Sequence[StoredEvent]:
        """Those up to a version that the stream is known to have come to."""
        read = self.storage.application.stored_within
        found = self.storage.from_replica(stream, version, lambda rows: read(rows, stream, version))
        return found or self.stored(stream)[:version]

    def _latest(self, stream: str) -> Game:
        """For whoever goes on from here: old facts are read when they are asked for."""
        snapshot, records, tip = self.storage.application.latest(stream)
        if snapshot is None:
            return self._whole(stream, records, tip)
        known, position = snapshot
        self._learn_figures(known.ruleset, known.figures)
        game = aggregate.extended(known, records, tip) if records else known
        state = msgspec.msgpack.decode(position, type=game.ruleset.state)
        moved = aggregate.moved_along(game, known.version, state)
        if moved is not None:
            self._positions.put((stream, game.version), msgspec.msgpack.encode(moved))
        return game

    def _load(self, stream: str) -> Game:
        return self._whole(stream, *self.storage.application.read(stream))

    def _whole(self, stream: str, records: Sequence[Recorded[Any]], tip: str) -> Game:
        if not records or not isinstance(records[0].fact, TableOpened | BranchOpened):
            raise UnknownGame(stream)
        return self._rebuilt(stream, records, tip)

    def _rebuilt(self, stream: str, records: Sequence[Recorded[Any]], tip: str) -> Game:
        opened = records[0].fact
        origin = self._origin(opened) if isinstance(opened, BranchOpened) else None
        self._learn_figures(ruleset(opened.ruleset), opened.figures)
        return aggregate.rebuilt(stream, records, tip, origin)

    def _origin(self, opened: BranchOpened) -> Origin:
        return aggregate.continued(self.game(opened.origin), opened)

    def position(self, game: Game, at: int | None = None) -> Any:
        """The full state at a version (default: now); the caller may change it."""
        version = game.version if at is None else at
        key = (game.id, version)
        try:
            packed: bytes = self._positions.get(key)
        except KeyError:
            state = aggregate.state(game, version)
            self._positions.put(key, msgspec.msgpack.encode(state))
            return state
        return msgspec.msgpack.decode(packed, type=game.ruleset.state)

    def _remember(self, game: Game) -> Game:
        self._games.put(game.id, game)
        return game

    def _learn_figures(self, game: Ruleset[Any], digest: str) -> None:
        try:
            game.figures_content(digest)
        except KeyError:
            recorded, _ = self.storage.application.read(figures_stream(digest))
            game.record_figures(recorded[0].fact.content.encode())
