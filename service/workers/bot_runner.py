"""Bot runner: follows the event store, and makes the moves of bots."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator

from domain.table.seat_changes.facts import StoodIn
from projections import game_list
from service.cache import Cache
from service.storage.leader_election import Standby
from service.usecases import moves
from service.usecases.command_handler import CommandHandler, VersionConflict
from service.usecases.game_repository import UnknownGame

GATHERING = 0.05
"""Seconds until the next check after one without work: with many players, each check counts."""

MOST_WITHOUT = 4096
"""Cached games without bots, so that their moves need not be read."""

_STANDS_IN = str(StoodIn.__struct_config__.tag)

_log = logging.getLogger(__name__)


class BotRunner(Standby):
    """Plays for bots, in one process at a time; the others stand by.

    Each check of a game makes one move at most: the move itself is an event, which leads to the next check. So games
    of bots alone do not delay the others.
    """

    def __init__(self, handler: CommandHandler) -> None:
        super().__init__(handler.storage, "bot runner", "bots")
        self._handler = handler
        self._without: Cache[str, bool] = Cache(MOST_WITHOUT)

    def work(self) -> None:
        """Play until told to stop."""
        for streams in self._news():
            moved = 0
            for stream in streams:
                if self.stopping.is_set():
                    return
                moved += self._look_at(stream)
            if not moved:
                self.stopping.wait(GATHERING)

    def _news(self) -> Iterator[Iterable[str]]:
        """Yield games in which a bot may be to act: those in the read model, then those with new events."""
        with self.storage.database.reading() as rows:
            position = self.storage.tracking.position(rows, "tables")
        yield from self._waiting()
        for found in self.storage.notifications(position, self.stopping):
            for fact in found:
                if fact.topic == _STANDS_IN:
                    self._without.put(str(fact.originator_id), False)
            yield {str(fact.originator_id) for fact in found}

    def _waiting(self) -> Iterator[list[str]]:
        """Yield the games in the read model, some at a time."""
        after = ""
        while True:
            with self.storage.database.reading() as rows:
                found = game_list.waiting_for_bots(rows, after)
            if not found:
                return
            yield found
            after = found[-1]

    def _look_at(self, stream: str) -> bool:
        """Call :meth:`move`, except for games that are known to have no bots."""
        return not self._has_none(stream) and self.move(stream)

    def move(self, stream: str) -> bool:
        """Make a bot's move if one is due; return whether it was made."""
        try:
            game = self._handler.games.game(stream)
            if game.table.phase != "open" and not any(chair.bot for chair in game.table.chairs):
                self._without.put(stream, True)  # until one becomes a substitute, which is an event
                return False
            seat = moves.bot_to_act(self._handler, game)
            if seat is None:
                return False
            moves.play_bot(self._handler, game, seat)
        except (VersionConflict, UnknownGame):
            return False  # another writer was faster, which is an event itself; or the stream is not a game
        except Exception:
            _log.exception("A bot failed to move in game %s", stream)
            return False
        return True

    def _has_none(self, stream: str) -> bool:
        try:
            return self._without.get(stream)
        except KeyError:
            return False
