"""Recovery of the command that led to a fact, for audits."""

from __future__ import annotations

from typing import Any

from domain.barrage.model.facts import Move
from domain.game import Command


def recover(fact: Any) -> Command | None:
    """Return the command, or None for a fact that followed from another."""
    return fact.command if isinstance(fact, Move) else None
