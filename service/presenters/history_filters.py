"""Filters of the history: by seat, kind and place."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from flask_babel import gettext

from domain import visibility
from domain.game import Fact
from service import queries
from service.auth import ViewerContext
from service.queries import Happened

LOOKED_AT = 2000
"""Facts that one answer looks at: where hardly any are asked for it has few of them, and tells where to go on."""

_AT_ONCE = 500

Part = Callable[[int | None, int], list[Happened]]
"""Reads the next part of a history from a version on, of so many facts."""


class Sieve(NamedTuple):
    """What is asked for; what is None does not matter."""

    seat: int | None = None
    kind: str | None = None
    place: str | None = None

    def passes(self, seen: ViewerContext, happened: Happened) -> bool:
        """A fact is asked for. Only what the viewer may see of it is asked where it was."""
        fact = happened.record.fact
        if self.seat is not None and happened.record.seat != self.seat:
            return False
        if self.kind is not None and kind_of(fact) != self.kind:
            return False
        return self.place is None or self.place in _places(seen, fact)


class Sifted(NamedTuple):
    """What was asked for, in the order of the history, and the last version that was looked at; None at its end."""

    happened: list[Happened]
    reached: int | None


def kind_of(fact: Fact) -> str:
    """The topic of a fact."""
    return str(fact.__struct_config__.tag)


def kinds(seen: ViewerContext) -> dict[str, str]:
    """What can happen in a game by its topic, in words, sorted by these; what begins it is left out."""
    rules = seen.now.ruleset
    topics = {str(fact.__struct_config__.tag) for fact in rules.facts if fact is not rules.started}
    return dict(sorted(((topic, kind_title(topic)) for topic in topics), key=lambda each: each[1]))


def kind_title(topic: str) -> str:
    """What facts of a topic are called: ``brass.lancashire.loan_taken`` is "Loan taken"."""
    return str(gettext(topic.rpartition(".")[2].replace("_", " ").capitalize()))


def _places(seen: ViewerContext, fact: Fact) -> tuple[str, ...]:
    rules = seen.now.ruleset
    return rules.places(visibility.veiled(rules, fact, seen.viewer)) if isinstance(fact, rules.facts) else ()


def forward(seen: ViewerContext, sieve: Sieve, after: int, limit: int) -> Sifted:
    """What is asked for after a version, oldest first."""

    def part(start: int | None, many: int) -> list[Happened]:
        return queries.forward(seen.now, after=start or 0, limit=many)

    return _sifted(seen, sieve, part, after, limit)


def backward(seen: ViewerContext, sieve: Sieve, before: int | None, limit: int) -> Sifted:
    """What is asked for before a version (None: the latest), newest first."""

    def part(start: int | None, many: int) -> list[Happened]:
        return queries.backward(seen.now, before=start, limit=many)

    return _sifted(seen, sieve, part, before, limit)


def _sifted(seen: ViewerContext, sieve: Sieve, part: Part, start: int | None, limit: int) -> Sifted:
    found: list[Happened] = []
    at_once = limit if sieve == Sieve() else _AT_ONCE
    for _ in range(LOOKED_AT // _AT_ONCE):
        happened = part(start, at_once)
        for each in happened:
            if sieve.passes(seen, each):
                found.append(each)
                if len(found) == limit:
                    return Sifted(found, each.place.version)
        if len(happened) < at_once:
            return Sifted(found, None)
        start = happened[-1].place.version
    return Sifted(found, start)
