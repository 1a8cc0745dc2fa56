"""Filters of the history: by seat, kind and place."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from domain import keyed_names, visibility
from domain.game import Fact
from service import queries
from service.auth import ViewerContext
from service.http import messages
from service.queries import Happened

LOOKED_AT = 2000
"""Facts that one response reads: a rare kind may have few or none among them, and the response says
where to continue.
"""

_AT_ONCE = 500

Part = Callable[[int | None, int], list[Happened]]
"""Reads the next so many facts of a history from a version on."""


class HistoryFilter(NamedTuple):
    """The filter; None matches everything."""

    seat: int | None = None
    kind: str | None = None
    place: str | None = None

    def passes(self, seen: ViewerContext, happened: Happened) -> bool:
        """Return whether a fact matches. Only its veiled form is asked for its place."""
        fact = happened.record.fact
        if self.seat is not None and happened.record.seat != self.seat:
            return False
        if self.kind is not None and kind_of(fact) != self.kind:
            return False
        return self.place is None or self.place in _places(seen, fact)


class FilteredHistory(NamedTuple):
    """The matching facts in the order of the history, and the last version read; None at its end."""

    happened: list[Happened]
    reached: int | None


def kind_of(fact: Fact) -> str:
    """Return the topic of a fact."""
    return str(fact.__struct_config__.tag)


def kinds(seen: ViewerContext) -> dict[str, str]:
    """Return the kinds of a game's facts by topic, with their titles, sorted by these; without the first fact."""
    rules = seen.now.ruleset
    topics = {str(fact.__struct_config__.tag) for fact in rules.facts if fact is not rules.started}
    return dict(sorted(((topic, kind_title(topic)) for topic in topics), key=lambda each: each[1]))


def kind_title(topic: str) -> str:
    """Return the title of a topic."""
    return messages.text(keyed_names.event_kind(topic))


def _places(seen: ViewerContext, fact: Fact) -> tuple[str, ...]:
    rules = seen.now.ruleset
    return rules.places(visibility.veiled(rules, fact, seen.viewer)) if isinstance(fact, rules.facts) else ()


def forward(seen: ViewerContext, filters: HistoryFilter, after: int, limit: int) -> FilteredHistory:
    """Return matching facts after a version, oldest first."""

    def part(start: int | None, many: int) -> list[Happened]:
        return queries.forward(seen.now, after=start or 0, limit=many)

    return _filtered(seen, filters, part, after, limit)


def backward(seen: ViewerContext, filters: HistoryFilter, before: int | None, limit: int) -> FilteredHistory:
    """Return matching facts before a version (None: the latest), newest first."""

    def part(start: int | None, many: int) -> list[Happened]:
        return queries.backward(seen.now, before=start, limit=many)

    return _filtered(seen, filters, part, before, limit)


def _filtered(
    seen: ViewerContext, filters: HistoryFilter, part: Part, start: int | None, limit: int
) -> FilteredHistory:
    found: list[Happened] = []
    at_once = limit if filters == HistoryFilter() else _AT_ONCE
    for _ in range(LOOKED_AT // _AT_ONCE):
        happened = part(start, at_once)
        for each in happened:
            if filters.passes(seen, each):
                found.append(each)
                if len(found) == limit:
                    return FilteredHistory(found, each.place.version)
        if len(happened) < at_once:
            return FilteredHistory(found, None)
        start = happened[-1].place.version
    return FilteredHistory(found, start)
