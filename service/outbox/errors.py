"""The interface of senders, and how delivery can fail."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from service.outbox.queue import Letter, Waiting

PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
"""Ways to talk to a mail server, with their usual ports: with STARTTLS, with TLS from the start, and in the clear."""

TO_LOG = "log"
"""Print mails to the log instead, with their links: for development."""

Deliver = Callable[[Letter], None]
"""Deliver a letter; raises OSError (smtplib's errors among them) where that may go well later, or Undeliverable."""

Send = Callable[[Waiting], None]
"""The same for anything that is to go out; may raise NotNow and NotWanted, too."""


class NotNow(Exception):
    """It is not to be delivered before a moment; that was no attempt."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


class NotWanted(Exception):
    """Nothing of it is wanted any more; that was no attempt."""


class Undeliverable(Exception):
    """Nobody takes this, now or later."""


class Ended(Undeliverable):
    """The receiver takes nothing more by this channel."""


def of_letters(deliver: Deliver, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Send:
    """How letters go out; those to nobody go nowhere, and those whose link has expired are not sent."""

    def send(waiting: Waiting) -> None:
        if not waiting.recipient:
            raise NotWanted
        letter = waiting.letter
        if letter.expires_at is not None and letter.expires_at <= clock():
            raise Undeliverable(_expired(waiting.failure))
        deliver(letter)

    return send


EXPIRED = "The link in this email expired before it could be delivered."


def _expired(failure: str) -> str:
    """The reason for administrators, with the failure that made the letter wait."""
    return failure if failure.startswith(EXPIRED) else f"{EXPIRED} {failure}".strip()
