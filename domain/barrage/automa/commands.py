"""Commands of a seat that the rules play."""

from __future__ import annotations

from domain.game import Command


class TakeTurn(Command, frozen=True, kw_only=True, tag="take_turn"):
    """Take a turn by the rules: turn a card up and search it (TA-3). There is nothing to choose in it."""
