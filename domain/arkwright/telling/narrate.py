"""What happened in Arkwright, in complete sentences: a fact, veiled or not, with all its figures as one message."""

from __future__ import annotations

from typing import Any

from domain.arkwright.telling import rounds as telling_rounds
from domain.arkwright.telling import turns as telling_turns
from domain.arkwright.telling.words import Names
from domain.arkwright.vocabulary.components import Components
from domain.message import Message

_TELL = telling_turns.TELL | telling_rounds.TELL


def narrate(fact: Any, known: Components) -> Message:
    """Tell a fact; things are called by the figures of its table."""
    return _TELL[type(fact)](Names(known), fact)
