"""Facts that follow from one another, each decided on the position the ones before it have made."""

from __future__ import annotations

import msgspec

from domain.brass.birmingham.apply import apply
from domain.brass.birmingham.components import Components, figures
from domain.brass.birmingham.state import State
from domain.game import Fact

_ENCODE = msgspec.json.Encoder().encode
_DECODE = msgspec.json.Decoder(State).decode


def copy(state: State) -> State:
    """The same position, to be changed on its own."""
    return _DECODE(_ENCODE(state))


class Course:
    """The facts so far and, on a copy, the position they lead to."""

    def __init__(self, state: State) -> None:
        self.state = copy(state)
        self.components: Components = figures.of(state.figures)
        self.facts: list[Fact] = []

    def happen(self, fact: Fact) -> None:
        """Let a fact follow."""
        apply(self.state, fact)
        self.facts.append(fact)
