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
from domain.log import BranchOpened, FiguresRecorded, figures_stream
from service.storage import Storage


class UnknownGame(KeyError):
    """No stream has this id."""


class Games:
    """Reading the games of one storage."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._games: LRUCache[str, Game] = LRUCache(256)
        self._positions: LRUCache[tuple[str, int], bytes] = LRUCache(2048)

    def game(self, stream: str) -> Game:
        """The game or branch as it is now; raises UnknownGame."""
        try:
            known: Game = self._games.get(stream)
        except KeyError:
            game = self._load(stream)
        else:
            self._learn_figures(known.ruleset, known.figures)
            records, tip = self.storage.application.read(stream, after=known.version)
            game = aggregate.extended(known, records, tip) if records else known
        return self._remember(game)

    def stored(self, stream: str, after: int = 0) -> Sequence[StoredEvent]:
        """The stream's events as they are stored, after a version, in order."""
        return self.storage.application.recorder.select_events(stream, gt=after or None)

    def _load(self, stream: str) -> Game:
        records, tip = self.storage.application.read(stream)
        if not records or isinstance(records[0].fact, FiguresRecorded):
            raise UnknownGame(stream)
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

    def _remember_position(self, game: Game, position: Any) -> None:
        """Keep the position that the game has come to."""
        self._positions.put((game.id, game.version), msgspec.msgpack.encode(position))

    def _learn_figures(self, game: Ruleset[Any], digest: str) -> None:
        try:
            game.figures_content(digest)
        except KeyError:
            recorded, _ = self.storage.application.read(figures_stream(digest))
            game.record_figures(recorded[0].fact.content.encode())
