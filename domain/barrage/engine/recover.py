"""The command a fact came from, so that an audit can decide it again."""

from __future__ import annotations

from typing import Any

from domain.barrage.model.facts import Move
from domain.game import Command


def recover(fact: Any) -> Command | None:
    """The command, or None for a fact that followed from another."""
    return fact.command if isinstance(fact, Move) else None
