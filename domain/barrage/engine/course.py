"""The course of a command: the rules write changes into a copy of the state, and facts record these changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from domain.barrage.engine.apply import conclude, conclusions, write
from domain.barrage.engine.edition import Edition, Part
from domain.barrage.engine.position import Position
from domain.barrage.model.changes import AnyChange
from domain.barrage.model.components import Components
from domain.barrage.model.facts import Event
from domain.barrage.model.figures import of
from domain.barrage.model.pending import Pending
from domain.barrage.model.state import State
from domain.game_kit import course


class Exchange(Part, frozen=True):
    """The replacement of a change for a company that the rules play."""

    exchanged: Callable[[State, AnyChange], Iterable[AnyChange]]


def exchanged(edition: Edition, state: State, change: AnyChange) -> Sequence[AnyChange]:
    """Return the change that is actually written."""
    changes: Sequence[AnyChange] = (change,)
    for exchange in edition.all(Exchange).values() if state.options.levels else ():
        changes = [written for each in changes for written in exchange.exchanged(state, each)]
    return changes


class Course:
    """The course of a decision, and the changes of the current fact, which are applied at once."""

    def __init__(self, edition: Edition, state: State) -> None:
        self.edition = edition
        self.components: Components = of(state.figures)
        self._course = course.Course(partial(conclude, conclusions(edition)), state)
        self.state = self._course.state
        self.facts = self._course.facts
        self._changes: list[AnyChange] = []
        self._opens: list[Pending] = []
        self._fields: dict[str, Any] = {}

    def at(self, seat: int) -> Position:
        """Return the present position, as this seat sees it."""
        return Position(self.edition, self.state, seat)

    def change(self, change: AnyChange) -> None:
        """Add a change to the current fact."""
        for written in exchanged(self.edition, self.state, change):
            write(self.state, written)
            self._changes.append(written)

    def open(self, *pending: Pending) -> None:
        """Add decisions that the current fact opens, the first to be made first."""
        self._opens.extend(pending)

    @property
    def opened(self) -> list[Pending]:
        """Return the decisions that the current fact has opened so far."""
        return self._opens

    def add_fields(self, **fields: Any) -> None:
        """Add further fields to the current fact."""
        self._fields.update(fields)

    def settle(self, event: type[Event], /, **fields: Any) -> None:
        """Complete the current fact, which settles the pending step."""
        fact = event(changes=tuple(self._changes), opens=tuple(self._opens), **self._fields, **fields)
        self._changes, self._opens, self._fields = [], [], {}
        self._course.happen(fact)
