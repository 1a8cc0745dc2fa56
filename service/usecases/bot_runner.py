"""Plays the seats of bots: follows the journal, and moves wherever a bot is to act."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from threading import Event, Thread

from eventsourcing.application import LRUCache

from projections import tables
from service.usecases.daybook import Daybook
from service.usecases.games import UnknownGame
from service.usecases.writing import Stale

MOST_WITHOUT = 4096
"""Games without bots that are remembered, so that their moves need not be read."""

STANDBY = 1.0
"""Seconds between two attempts to take over from another process."""

_log = logging.getLogger(__name__)


class BotRunner:
    """Plays in a thread of its own between ``start`` and ``stop``. Of several processes one plays, the others stand by.

    Each look at a game makes one move at most: the move itself is news, which brings the game up again. So no game of
    bots alone keeps the others waiting.
    """

    def __init__(self, daybook: Daybook) -> None:
        self._daybook = daybook
        self._without: LRUCache[str, bool] = LRUCache(MOST_WITHOUT)
        self._stop = Event()
        self._thread = Thread(target=self.run, name="bots", daemon=True)

    def start(self) -> None:
        """Begin in the background."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the move in hand and end."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def run(self) -> None:
        """Play whenever nobody else does, until told to stop; an error is logged and everything tried again."""
        while not self._stop.is_set():
            try:
                with self._daybook.storage.lease("bots") as taken:
                    if taken:
                        self._follow()
            except Exception:
                _log.exception("The bots were interrupted and start again")
            self._stop.wait(STANDBY)

    def _follow(self) -> None:
        for streams in self._news():
            for stream in streams:
                if self._stop.is_set():
                    return
                self._look_at(stream)

    def _news(self) -> Iterator[Iterable[str]]:
        """Games in which a bot may be to act: those the read model knows of, then whatever happens after it."""
        storage = self._daybook.storage
        with storage.database.reading() as rows:
            position = storage.tracking.position(rows, "tables")
        yield from self._waiting()
        for found in storage.notifications(position, self._stop):
            yield {str(fact.originator_id) for fact in found}

    def _waiting(self) -> Iterator[list[str]]:
        """The games that the read model knows of, some at a time."""
        after = ""
        while True:
            with self._daybook.storage.database.reading() as rows:
                found = tables.waiting_for_bots(rows, after)
            if not found:
                return
            yield found
            after = found[-1]

    def _look_at(self, stream: str) -> None:
        if self._has_none(stream):
            return
        try:
            game = self._daybook.game(stream)
            if game.table.phase != "open" and not any(chair.bot for chair in game.table.chairs):
                self._without.put(stream, True)  # Nobody sits down any more.
                return
            seat = self._daybook.bot_to_act(game)
            if seat is not None:
                self._daybook.play_bot(game, seat)
        except (Stale, UnknownGame):
            return  # Somebody was faster, which is news by itself; or the stream is no game.
        except Exception:
            _log.exception("No bot could move in game %s", stream)

    def _has_none(self, stream: str) -> bool:
        try:
            return self._without.get(stream)
        except KeyError:
            return False
