"""The base of every fact after the set-up."""

from __future__ import annotations

from domain.arkwright.model.state import Awaiting
from domain.game import Fact


class LaterFact(Fact, frozen=True, kw_only=True):
    """Base of every fact after the set-up."""

    pending: tuple[Awaiting, ...]
    """The pending steps after it."""
