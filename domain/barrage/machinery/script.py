"""The questions that lead to a command."""

from __future__ import annotations

from domain.barrage.machinery.decide import require_to_act
from domain.barrage.machinery.edition import Edition
from domain.barrage.machinery.position import Position
from domain.barrage.vocabulary.state import State
from domain.game import Script


class Asking:
    """The questions of an edition; the position asked about last is kept, for one is asked about many times."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self._kept: Position | None = None

    def script(self, state: State, seat: int) -> Script:
        """The fields of the seat's next command; IllegalMove if it is not for this seat to decide."""
        pending = require_to_act(self._edition, state, seat)
        return self._edition.decisions[pending.kind].script(self._position(state, seat), pending)

    def _position(self, state: State, seat: int) -> Position:
        kept = self._kept
        if kept is None or kept.state is not state or kept.facts != state.facts or kept.seat != seat:
            self._kept = kept = Position(self._edition, state, seat)
        return kept
