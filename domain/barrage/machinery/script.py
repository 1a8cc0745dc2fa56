"""The questions that lead to a command."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from domain.barrage.machinery.decide import require_to_act
from domain.barrage.machinery.edition import Edition
from domain.barrage.machinery.parts import Decision
from domain.barrage.machinery.position import Position
from domain.barrage.vocabulary.state import State
from domain.game import Script
from domain.toolbox.memory import latest


def asking(edition: Edition) -> Callable[[State, int], Script]:
    """The questions of an edition: the fields of a seat's next command; IllegalMove if the seat has nothing to decide.

    The position asked about last is kept, for one is asked about many times.
    """
    position: Callable[[State, int], Position] = latest(partial(Position, edition))

    def script(state: State, seat: int) -> Script:
        pending = require_to_act(edition, state, seat)
        return edition.all(Decision)[pending.kind].script(position(state, seat), pending)

    return script
