"""The course of a decision: a series of facts, each decided on the position after those before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

from domain.game import Fact, State, copied


class Course(Generic[State]):
    """The facts so far, and the position they lead to, on a copy of the state."""

    def __init__(self, apply: Callable[[State, Any], None], state: State) -> None:
        self._apply = apply
        self.state = copied(state)
        self.facts: list[Fact] = []

    def happen(self, fact: Fact) -> None:
        """Add a fact and apply it to the position."""
        self._apply(self.state, fact)
        self.facts.append(fact)
