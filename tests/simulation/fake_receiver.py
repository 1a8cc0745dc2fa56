"""A fake receiver of messages: it may be down for hours or accept messages without confirming, and stores them."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime

import msgspec

from service.outbox.queue import Waiting
from tests.clocks import Clock
from tests.simulation.fault_injection import Fate


@dataclass(frozen=True)
class Received:
    """A received message, possibly a duplicate."""

    id: str
    channel: str
    user: str
    notifications: tuple[str, ...]
    created_at: datetime
    at: datetime


@dataclass
class Post:
    """The receiver: its state, and all messages that it has received."""

    clock: Clock
    chance: random.Random
    fate: Fate
    down_until: datetime | None = None
    received: list[Received] = field(default_factory=list)
    waiting_for: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Notifications that users have received and not yet seen."""
    unthankful: float = 0.03
    """The probability that a message is accepted without confirmation, so that it comes again."""
    refused: int = 0

    def send(self, waiting: Waiting) -> None:
        """Receive a message, or raise OSError before or after this; the sender may die at both points."""
        self.fate.step()
        if self.down_until is not None and self.clock() < self.down_until:
            self.refused += 1
            raise OSError("the receiver is down")
        notifications = tuple(msgspec.json.decode(waiting.content, type=list[str]))
        received = Received(waiting.id, waiting.channel, waiting.user, notifications, waiting.created_at, self.clock())
        self.received.append(received)
        self.waiting_for[waiting.user].update(notifications)
        self.fate.step()
        if self.chance.random() < self.unthankful:
            raise OSError("the connection broke before the confirmation")
