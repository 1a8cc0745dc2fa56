"""Repository of games: loads games from the log, with the component figures that they need, and caches them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import msgspec
from eventsourcing.persistence import StoredEvent

from domain import aggregate
from domain.aggregate import Game, Origin
from domain.game import Fact, Ruleset, ruleset
from domain.log import BranchOpened, Recorded, figures_stream
from domain.table.facts import TableOpened
from service.cache import Cache
from service.storage import Storage

GAMES = 32
"""Games that a process caches with all of their facts, each of half a megabyte or less."""

POSITIONS = 2048
"""Positions that a process caches, as msgpack."""


class UnknownGame(KeyError):
    """No stream has this id."""


class GameRepository:
    """The games of one storage."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._games: Cache[str, Game] = Cache(GAMES)
        self._positions: Cache[tuple[Hashable, ...], bytes] = Cache(POSITIONS)

    def game(self, stream: str) -> Game:
        """Load the current state of a game or branch; raise UnknownGame."""
        try:
            known: Game = self._games.get(stream)
        except KeyError:
            game = self._latest(stream)
        else:
            self._learn_figures(known.ruleset, known.figures)
            records, tip = self.storage.application.read(stream, after=known.version)
            game = aggregate.extended(known, records, tip) if records else known
        return self.remember(game)

    def known(self, stream: str) -> Game:
        """Return a game as this process last loaded it; raise UnknownGame."""
        try:
            return self._games.get(stream)
        except KeyError:
            return self.game(stream)

    def past(self, stream: str, version: int) -> Game:
        """Return a game or branch that has reached at least a version known to exist; raises UnknownGame.

        Past events do not change, so cached events are not read again, and a replica may provide the rest.
        """
        try:
            known: Game = self._games.get(stream)
        except KeyError:
            return self._past_of_replica(stream, version) or self.remember(self._load(stream))
        return known if known.version >= version else self.game(stream)

    def _past_of_replica(self, stream: str, version: int) -> Game | None:
        read = self.storage.application.read_upto
        found = self.storage.from_replica(stream, version, lambda rows: read(rows, stream, version))
        return found and self.remember(self._rebuilt(stream, *found))

    def stored(self, stream: str) -> Sequence[StoredEvent]:
        """Return a stream's stored events in order."""
        return self.storage.application.recorder.select_events(stream)

    def stored_upto(self, stream: str, version: int) -> Sequence[StoredEvent]:
        """Return a stream's stored events up to a version that is known to exist."""
        read = self.storage.application.stored_within
        found = self.storage.from_replica(stream, version, lambda rows: read(rows, stream, version))
        return found or self.stored(stream)[:version]

    def _latest(self, stream: str) -> Game:
        """Load a game for further moves, from its snapshot if it has one; older events are read on demand."""
        snapshot, records, tip = self.storage.application.latest(stream)
        if snapshot is None:
            return self._whole(stream, records, tip)
        known, position = snapshot
        self._learn_figures(known.ruleset, known.figures)
        game = aggregate.extended(known, records, tip) if records else known
        state = msgspec.msgpack.decode(position, type=game.ruleset.state)
        moved = aggregate.advanced(game, known.version, state)
        if moved is not None:
            self.remember_position(game, moved)
        return game

    def _load(self, stream: str) -> Game:
        return self._whole(stream, *self.storage.application.read(stream))

    def _whole(self, stream: str, records: Sequence[Recorded[Any]], tip: str) -> Game:
        if not records or not isinstance(records[0].fact, TableOpened | BranchOpened):
            raise UnknownGame(stream)
        return self._rebuilt(stream, records, tip)

    def _rebuilt(self, stream: str, records: Sequence[Recorded[Any]], tip: str) -> Game:
        opened = records[0].fact
        origin = self.origin(opened) if isinstance(opened, BranchOpened) else None
        self._learn_figures(ruleset(opened.ruleset), opened.figures)
        return aggregate.rebuilt(stream, records, tip, origin)

    def origin(self, opened: BranchOpened) -> Origin:
        """Load the origin of a branch."""
        return aggregate.origin_at(self.game(opened.origin), opened)

    def position(self, game: Game, at: int | None = None) -> Any:
        """Return the full state at a version (default: now); the caller may change it."""
        version = game.version if at is None else at
        return self._cached(game, _key(game, version), lambda: aggregate.state(game, version))

    def position_before(self, game: Game, kinds: tuple[type[Fact], ...], at: int | None = None) -> Any | None:
        """Return the full state before the last fact of these kinds, as of a version (default: now), or None."""
        version = game.version if at is None else at
        key = (*_key(game, version), kinds)
        return self._cached(game, key, lambda: aggregate.state_before(game, kinds, version))

    def _cached(self, game: Game, key: tuple[Hashable, ...], replayed: Callable[[], Any]) -> Any:
        try:
            packed: bytes = self._positions.get(key)
        except KeyError:
            state = replayed()
            self._positions.put(key, msgspec.msgpack.encode(state))
            return state
        return msgspec.msgpack.decode(packed, type=game.ruleset.state | None)

    def remember(self, game: Game) -> Game:
        """Cache a game whose last event is committed."""
        self._games.put(game.id, game)
        return game

    def remember_position(self, game: Game, position: Any) -> None:
        """Cache the state of a game at its last version, which need not be committed yet."""
        self._positions.put(_key(game, game.version), msgspec.msgpack.encode(position))

    def _learn_figures(self, rules: Ruleset[Any], digest: str) -> None:
        try:
            rules.figures_content(digest)
        except KeyError:
            recorded, _ = self.storage.application.read(figures_stream(digest))
            rules.record_figures(recorded[0].fact.content.encode())


def _key(game: Game, version: int) -> tuple[str, int, str]:
    """Return the cache key of a position, with the hash of its last event: two writers may prepare the same version."""
    return game.id, version, game.tip if version == game.version else game.records[version].previous
