"""The course of a decision: facts that follow from one another, each decided on the position after those before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

from domain.game import Fact, State, copied


class Course(Generic[State]):
    """The facts so far and, on a copy of the state, the position they lead to."""

    def __init__(self, apply: Callable[[State, Any], None], state: State) -> None:
        self._apply = apply
        self.state = copied(state)
        self.facts: list[Fact] = []

    def happen(self, fact: Fact) -> None:
        """Let a fact follow."""
        self._apply(self.state, fact)
        self.facts.append(fact)
