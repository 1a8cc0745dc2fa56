"""Description of the seat that must decide and of its decision."""

from __future__ import annotations

from domain.barrage.engine.decide import awaited
from domain.barrage.engine.edition import Edition
from domain.barrage.engine.parts import Decision
from domain.barrage.model.figures import of
from domain.barrage.model.pending import Pending
from domain.barrage.model.state import State
from domain.barrage.narration import words
from domain.game import ToAct
from domain.message import Message, message


def to_act(edition: Edition, state: State) -> tuple[ToAct, ...]:
    """Return the seat that must decide, and the reason."""
    pending = awaited(edition, state)
    return (ToAct(pending.seat, _reason(edition, state, pending)),) if pending else ()


def _reason(edition: Edition, state: State, pending: Pending) -> Message:
    """Describe the decision, and its cause unless that was the action just taken."""
    what = edition.all(Decision)[pending.kind].reason
    bringer = words.bringer(of(state.figures), pending.source)
    return (
        message("barrage.due-with-source", "{decision}. Source: {source}", decision=what, source=bringer)
        if bringer
        else what
    )
