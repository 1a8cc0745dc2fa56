"""Commands of a seat that the rules play."""

from __future__ import annotations

from domain.game import Command


class TakeTurn(Command, frozen=True, kw_only=True, tag="take_turn"):
    """Play a turn by the automa rules: turn over a card and search its actions (TA-3)."""
