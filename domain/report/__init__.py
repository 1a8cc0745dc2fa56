"""The report of a game: the sources of each seat's points, in the game's own categories."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from domain import aggregate, log
from domain.aggregate import Game
from domain.game import Ruleset
from domain.message import Message, message, plain
from domain.presentation import Item


class Source(msgspec.Struct, frozen=True):
    """One category, and the points of each seat from it."""

    category: Message
    points: tuple[int, ...]


def report(game: Game, at: int | None) -> list[Source]:
    """Return the sources of all points on the line at a version (default: now), in the order of their first points.

    For each seat they add up to its points.
    """
    rules = game.ruleset
    if game.origin is not None and game.origin.opened.imagined is not None:
        position = msgspec.convert(game.origin.opened.imagined, rules.state, str_keys=True)
        return sources(rules, position, aggregate.line_facts(game, at))
    started, *facts = aggregate.full_line(game, at)
    return sources(rules, rules.initial(started), facts)


def sources(rules: Ruleset[Any], position: Any, facts: Iterable[Any]) -> list[Source]:
    """Return the sources of the initial points and of the points of each fact; the position is updated."""
    before = _points(rules, position)
    found: dict[str, Source] = {}
    _add(found, message("report.initial-points", "At the start"), before)
    for fact in facts:
        parts = list(rules.scored(position, fact))
        rules.apply(position, fact)
        after = _points(rules, position)
        if after != before:
            left = _difference(after, before)
            for category, points in parts:
                part = left if points is None else points
                _add(found, category, part)
                left = _difference(left, part)
        before = after
    return [source for source in found.values() if any(source.points)]


def items(game: Game, versions: Iterable[int]) -> dict[int, list[Item]]:
    """Return the items of those facts at some versions of the line that are itemised.

    The game is replayed once, up to the last of them; not at all if none is.
    """
    itemised = game.ruleset.itemised
    if itemised is None:
        return {}
    asked = {version for version in versions if isinstance(game.records[version - 1].fact, itemised.facts)}
    if not asked:
        return {}
    found: dict[int, list[Item]] = {}
    first, last = min(asked), max(asked)
    position = aggregate.state(game, first - 1)
    for version in log.line(game.tree):
        if first <= version <= last:
            fact = game.records[version - 1].fact
            if version in asked:
                found[version] = list(itemised.items(position, fact))
            if version < last:
                game.ruleset.apply(position, fact)
    return found


def _points(rules: Ruleset[Any], position: Any) -> Sequence[int]:
    return rules.accounts(position)["points"]


def _difference(after: Sequence[int], before: Sequence[int]) -> Sequence[int]:
    return [now - then for now, then in zip(after, before, strict=True)]


def _add(found: dict[str, Source], category: Message, points: Sequence[int]) -> None:
    name = plain(category)
    known = found[name].points if name in found else (0,) * len(points)
    found[name] = Source(category, tuple(one + more for one, more in zip(known, points, strict=True)))
