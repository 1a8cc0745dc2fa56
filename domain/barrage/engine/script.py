"""The questions that lead to a command."""

from __future__ import annotations

from domain.barrage.engine.decide import require_to_act
from domain.barrage.engine.edition import Edition
from domain.barrage.engine.parts import Decision
from domain.barrage.engine.position import at_rest
from domain.barrage.model.state import State
from domain.game import Script


def script(edition: Edition, state: State, seat: int) -> Script:
    """Ask for the fields of a seat's next command. Raise IllegalMove if the seat has nothing to decide."""
    pending = require_to_act(edition, state, seat)
    return edition.all(Decision)[pending.kind].script(at_rest(edition)(state, seat), pending)
