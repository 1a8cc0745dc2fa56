"""Stream folder: folds streams as facts arrive, so that a model learns what each fact changed.

:class:`Folds` keeps the folds of the streams last seen. A fact costs one ``apply``; only a movement of the head, and a
stream that was not seen for a while, cost a replay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec
from cachetools import LRUCache

from domain import aggregate, log
from domain.aggregate import Game
from domain.game import Ruleset, ruleset
from domain.log import BranchOpened, FiguresRecorded, HeadMoved, Recorded, figures_stream
from domain.table.seating import Arrival
from domain.tournament.facts import COMPETITION_FACTS

AnyRecord = Recorded[Any]
Accounts = dict[str, list[int]]
Read = Callable[[str, int | None], Sequence[AnyRecord]]
"""The records of a stream, up to a version (None: all)."""


class FoldedEvent(msgspec.Struct, frozen=True):
    """One fact and what it did. ``on_line`` is None for facts that are no moves."""

    record: AnyRecord
    version: int
    on_line: bool | None
    before: Accounts
    after: Accounts


class Change(msgspec.Struct, frozen=True):
    """What a run of facts did to one stream; ``game`` and ``state`` are as they are after the last of them, and may be
    read until further facts are entered. ``state`` is None before the start.

    ``left`` and ``rejoined`` are versions from before this run that the line dropped or took up again.
    """

    game: Game
    state: Any
    root: str
    """The game that a branch goes back to; the stream itself for a game."""
    home: Arrival | None
    """How that game came here; None where it was played here."""
    steps: list[FoldedEvent]
    left: list[int]
    rejoined: list[int]

    @property
    def stream(self) -> str:
        """The stream's id."""
        return self.game.id

    @property
    def version(self) -> int:
        """The stream's version after the run."""
        return self.game.version

    @property
    def last(self) -> AnyRecord:
        """The latest fact."""
        return self.steps[-1].record


class Fold(msgspec.Struct):
    """A stream folded so far. ``state`` and ``accounts`` are empty before the start.

    ``of_home`` is what a branch has from its origin: how the game came here that both go back to.
    """

    game: Game
    root: str
    of_home: Arrival | None = None
    state: Any = None
    accounts: Accounts = {}

    @property
    def home(self) -> Arrival | None:
        """How the game came here that the stream goes back to."""
        return self.of_home if self.game.origin else self.game.table.imported


class Folds:
    """The folds of the streams seen last, by stream; each thread has its own."""

    def __init__(self, read: Read, size: int = 128) -> None:
        self._read = read
        self._folds: LRUCache[str, Fold] = LRUCache(size)

    def changes(self, records: Sequence[AnyRecord]) -> list[Change]:
        """Enter facts in the order they were recorded; one change for each stream, the stream touched first first.

        Facts of a stream must follow each other without gaps; it does not matter if they were entered before.
        """
        by_stream: dict[str, list[AnyRecord]] = {}
        for stream, run in groupby(records, key=attrgetter("originator_id")):
            by_stream.setdefault(stream, []).extend(run)
        found = [self._change(stream, run) for stream, run in by_stream.items()]
        return [change for change in found if change is not None]

    def _change(self, stream: str, records: list[AnyRecord]) -> Change | None:
        first = records[0]
        if isinstance(first.fact, FiguresRecorded):
            ruleset(first.fact.ruleset).record_figures(first.fact.content.encode())
            return None
        if isinstance(first.fact, COMPETITION_FACTS):
            return None  # A competition is no game: its standings are read from the games themselves.
        fold = self._fold(stream, first.originator_version - 1)
        if fold is None:
            fold = self._begun(first)
            steps = [_first_step(fold, first)]
            rest = records[1:]
        else:
            steps = []
            rest = records
        old_version, old_head = first.originator_version - 1, fold.game.tree.head
        steps += _entered(fold, rest)
        self._folds[fold.game.id] = fold
        return _changed(fold, steps, old_version, old_head)

    def _fold(self, stream: str, version: int) -> Fold | None:
        """The stream folded up to a version: as it is kept, or replayed; None for version 0."""
        kept = self._folds.pop(stream, None)
        if kept is not None and kept.game.version == version:
            self._learn_figures(kept.game.ruleset, kept.game.figures)
            return kept
        return self._replayed(stream, self._read(stream, version)) if version else None

    def _replayed(self, stream: str, records: Sequence[AnyRecord]) -> Fold:
        fold = self._begun(records[0])
        aggregate.enter(fold.game, records[1:])
        _settle(fold, fold.game.version)
        return fold

    def _begun(self, first: AnyRecord) -> Fold:
        opened, stream = first.fact, first.originator_id
        self._learn_figures(ruleset(opened.ruleset), opened.figures)
        if not isinstance(opened, BranchOpened):
            return Fold(aggregate.rebuilt(stream, [first], ""), stream)
        origin = self._replayed(opened.origin, self._read(opened.origin, None))
        branch = aggregate.rebuilt(stream, [first], "", aggregate.continued(origin.game, opened))
        fold = Fold(branch, origin.root, origin.home)
        _settle(fold, fold.game.version)
        return fold

    def _learn_figures(self, game: Ruleset[Any], digest: str) -> None:
        try:
            game.figures_content(digest)
        except KeyError:
            recorded = self._read(figures_stream(digest), None)
            game.record_figures(recorded[0].fact.content.encode())


def _first_step(fold: Fold, first: AnyRecord) -> FoldedEvent:
    """A branch starts with what it brings forward."""
    return FoldedEvent(first, 1, None, {}, fold.accounts)


def _entered(fold: Fold, records: Sequence[AnyRecord]) -> list[FoldedEvent]:
    """Enter facts all together, and then look at what each did."""
    rules, version = fold.game.ruleset, fold.game.version
    aggregate.enter(fold.game, records)
    heads, settling = fold.game.tree.heads, (HeadMoved, rules.started)
    steps = []
    for record in records:
        version += 1
        before, is_move = fold.accounts, heads[version] == version
        if isinstance(record.fact, settling):
            _settle(fold, version)
        elif is_move:
            rules.apply(fold.state, record.fact)
            fold.accounts = rules.accounts(fold.state)
        steps.append(FoldedEvent(record, version, True if is_move else None, before, fold.accounts))
    return steps


def _settle(fold: Fold, version: int) -> None:
    if aggregate.has_position(fold.game, version):
        fold.state = aggregate.state(fold.game, version)
        fold.accounts = fold.game.ruleset.accounts(fold.state)


def _changed(fold: Fold, steps: list[FoldedEvent], old_version: int, old_head: int) -> Change:
    left: list[int] = []
    rejoined: list[int] = []
    if any(isinstance(step.record.fact, HeadMoved) for step in steps):
        tree = fold.game.tree
        now, then = set(log.line(tree)), set(_path(tree.parents, old_head))
        left = sorted(then - now)
        rejoined = sorted(version for version in now - then if version <= old_version)
        steps = [_placed(step, now) for step in steps]
    return Change(fold.game, fold.state, fold.root, fold.home, steps, left, rejoined)


def _path(parents: Sequence[int], head: int) -> list[int]:
    found = []
    while head:
        found.append(head)
        head = parents[head]
    return found


def _placed(step: FoldedEvent, line: set[int]) -> FoldedEvent:
    if step.on_line is None:
        return step
    return msgspec.structs.replace(step, on_line=step.version in line)
