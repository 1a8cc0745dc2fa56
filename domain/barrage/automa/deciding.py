"""Automa decisions that an action, a reward or an income requires, recorded with their reasons."""

from __future__ import annotations

from collections.abc import Callable

from domain.barrage.automa import deck
from domain.barrage.automa.facts import AutomaDecided
from domain.barrage.automa.sight import Sight
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import Substitute
from domain.barrage.model.pending import Pending

Decide = Callable[[Course, Pending, Sight], None]
"""Decides the pending step; its choices are kept as reasons."""


def substitute(kind: str, decide: Decide) -> Substitute:
    """Return the function by which the rules make decisions of this kind."""

    def follow(course: Course, pending: Pending) -> None:
        sight = Sight(course.at(pending.seat))
        decide(course, pending, sight)
        course.settle(
            AutomaDecided,
            seat=pending.seat,
            kind=pending.kind,
            source=pending.source,
            card=deck.actions(course.state).id,
            criteria=sight.criteria.id if sight.criteria else "",
            reasons=tuple(sight.reasons),
        )

    return Substitute(kind, follow)
