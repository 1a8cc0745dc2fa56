"""The current state of a game or branch, for readers who need no history.

Only :func:`current_of` computes it, from a folded stream: for the projector, which stores it, and for code that replays
a game because the stored state is out of date. The position is stored separately (:mod:`projections.positions`), since
many readers do not need it.
"""

from __future__ import annotations

from datetime import datetime
from itertools import takewhile
from typing import Any

import msgspec

from domain import aggregate
from domain.aggregate import Game
from domain.game import Ruleset, prepare_decoders, ruleset
from domain.table.facts import SeatLeft, SeatTaken
from domain.table.seating import TableState


class Continued(msgspec.Struct, frozen=True):
    """The origin of a branch: a stream at a version. ``imagined``: everything that its opener could not know was made
    up.
    """

    origin: str
    at_version: int
    imagined: bool


class Current(msgspec.Struct, frozen=True, kw_only=True):
    """A stream at its latest version. It is shared, so callers must not change it.

    ``rules`` is the ruleset's name, ``root`` the original game of a branch (for a game: itself), ``first`` the
    first version with a position (0 before the start), ``arrived`` the version up to which everything was imported
    (0: nothing was), ``thrown_out`` how many players others have removed from their seats.
    """

    id: str
    rules: str
    figures: str
    root: str
    version: int
    head: int
    table: TableState
    origin: Continued | None
    opened_at: datetime
    changed_at: datetime
    first: int
    arrived: int
    thrown_out: int

    @property
    def ruleset(self) -> Ruleset[Any]:
        """The rules of the game."""
        return ruleset(self.rules)

    @property
    def started(self) -> bool:
        """Whether there is a position."""
        return self.first > 0

    @property
    def over(self) -> bool:
        """Whether the game is finished or abandoned."""
        return self.table.phase in ("finished", "abandoned")


prepare_decoders(Current)


def current_of(game: Game, root: str) -> Current:
    """Return the snapshot of a folded stream at its version; ``root`` is its original game."""
    return Current(
        id=game.id,
        rules=game.ruleset.name,
        figures=game.figures,
        root=root,
        version=game.version,
        head=game.tree.head,
        table=game.table,
        origin=_continued(game),
        opened_at=game.records[0].at,
        changed_at=game.records[-1].at,
        first=_first_position(game),
        arrived=aggregate.imported_until(game),
        thrown_out=_thrown_out(game),
    )


def _continued(game: Game) -> Continued | None:
    if game.origin is None:
        return None
    opened = game.origin.opened
    return Continued(opened.origin, opened.at_version, opened.imagined is not None)


def _first_position(game: Game) -> int:
    versions = range(1, game.version + 1)
    return next((version for version in versions if aggregate.has_position(game, version)), 0)


def _thrown_out(game: Game) -> int:
    users: dict[int, str | None] = {}
    times = 0
    for record in takewhile(lambda record: not isinstance(record.fact, game.ruleset.started), game.records):
        match record.fact:
            case SeatTaken(seat=seat, user=user):
                users[seat] = user
            case SeatLeft(seat=seat):
                times += users[seat] not in (None, record.actor)
    return times
