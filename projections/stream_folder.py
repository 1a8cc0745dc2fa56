"""Stream folder: folds streams as facts arrive, so that a model gets the changes of each fact.

:class:`Folds` caches the folds of recently seen streams. A fact costs one ``apply``; only a movement of the head, or a
stream that is no longer cached, costs a replay.
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
from domain.table.seating import ImportRecord
from domain.tournament.facts import TOURNAMENT_FACTS

AnyRecord = Recorded[Any]
Accounts = dict[str, list[int]]
Read = Callable[[str, int | None], Sequence[AnyRecord]]
"""The records of a stream, up to a version (None: all)."""


class FoldedEvent(msgspec.Struct, frozen=True):
    """One fact and its effects. ``on_line`` is None for facts that are not moves."""

    record: AnyRecord
    version: int
    on_line: bool | None
    before: Accounts
    after: Accounts


class Change(msgspec.Struct, frozen=True):
    """The effects of a run of facts on one stream; ``game`` and ``state`` are those after the last fact, and may be
    read until further facts are entered. ``state`` is None before the start.

    ``left`` and ``rejoined`` are versions from before this run that the line dropped or took up again.
    """

    game: Game
    state: Any
    root: str
    """The original game of a branch; the stream itself for a game."""
    home: ImportRecord | None
    """The import of that game; None if it was played here."""
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

    ``of_home`` is the import of the original game of a branch.
    """

    game: Game
    root: str
    of_home: ImportRecord | None = None
    state: Any = None
    accounts: Accounts = {}

    @property
    def home(self) -> ImportRecord | None:
        """The import of the stream's original game."""
        return self.of_home if self.game.origin else self.game.table.imported


class Folds:
    """A cache of folds of the latest streams, by stream; each thread has its own."""

    def __init__(self, read: Read, size: int = 128) -> None:
        self._read = read
        self._folds: LRUCache[str, Fold] = LRUCache(size)

    def changes(self, records: Sequence[AnyRecord]) -> list[Change]:
        """Enter facts in the order they were recorded; return one change for each stream, in the order of first facts.

        Facts of a stream must follow each other without gaps; facts entered before are ignored.
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
        if isinstance(first.fact, TOURNAMENT_FACTS):
            return None  # a tournament is not a game: its standings are read from the games themselves
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
        """Return the stream folded up to a version, from the cache or by a replay; None for version 0."""
        kept = self._folds.pop(stream, None)
        if kept is not None and kept.game.version == version:
            self._learn_figures(kept.game.ruleset, kept.game.figures)
            return kept
        return self._replayed(stream, self._read(stream, version)) if version else None

    def _replayed(self, stream: str, records: Sequence[AnyRecord]) -> Fold:
        fold = self._begun(records[0])
        aggregate.fold_into(fold.game, records[1:])
        _settle(fold, fold.game.version)
        return fold

    def _begun(self, first: AnyRecord) -> Fold:
        opened, stream = first.fact, first.originator_id
        self._learn_figures(ruleset(opened.ruleset), opened.figures)
        if not isinstance(opened, BranchOpened):
            return Fold(aggregate.rebuilt(stream, [first], ""), stream)
        origin = self._replayed(opened.origin, self._read(opened.origin, None))
        branch = aggregate.rebuilt(stream, [first], "", aggregate.origin_at(origin.game, opened))
        fold = Fold(branch, origin.root, origin.home)
        _settle(fold, fold.game.version)
        return fold

    def _learn_figures(self, rules: Ruleset[Any], digest: str) -> None:
        try:
            rules.figures_content(digest)
        except KeyError:
            recorded = self._read(figures_stream(digest), None)
            rules.record_figures(recorded[0].fact.content.encode())


def _first_step(fold: Fold, first: AnyRecord) -> FoldedEvent:
    """Return the first event of a branch, with the state that it takes over from its origin."""
    return FoldedEvent(first, 1, None, {}, fold.accounts)


def _entered(fold: Fold, records: Sequence[AnyRecord]) -> list[FoldedEvent]:
    """Enter all facts together, and then determine the effects of each."""
    rules, version = fold.game.ruleset, fold.game.version
    aggregate.fold_into(fold.game, records)
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
