"""Delivery of the outbox without threads, so that a test knows when every message has been tried."""

from __future__ import annotations

from service.outbox.errors import Send
from service.outbox.queue import Outbox, Waiting
from service.workers.sender import AT_A_TIME, deliver


def due(outbox: Outbox, most: int = AT_A_TIME) -> list[Waiting]:
    """Return the due messages of all queues: the first to each address, and the first of each channel."""
    return [
        *outbox.due_emails(most),
        *outbox.due_notifications(most, prompt=True),
        *outbox.due_notifications(most, prompt=False),
    ]


def deliver_due(outbox: Outbox, send: Send) -> int:
    """Try to deliver all due messages, one after another; return their number."""
    found = due(outbox)
    for waiting in found:
        deliver(outbox, send, waiting)
    return len(found)
