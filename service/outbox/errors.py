"""The interface of senders, and the errors of delivery."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from service.outbox.queue import Email, Waiting

PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
"""Protocols of mail servers, with their usual ports: with STARTTLS, with TLS from the start, and unencrypted."""

TO_LOG = "log"
"""Prints emails to the log instead, with their links: for development."""

Deliver = Callable[[Email], None]
"""Deliver an email; raise OSError (which includes smtplib's errors) if a retry may succeed, or Undeliverable."""

Send = Callable[[Waiting], None]
"""Deliver any message; may also raise RetryLater and NoLongerWanted."""


class RetryLater(Exception):
    """The message must not be delivered before a time; this does not count as an attempt."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


class NoLongerWanted(Exception):
    """Nothing in the message is wanted any more; this does not count as an attempt."""


class Undeliverable(Exception):
    """The message will never be accepted."""


class ReceiverGone(Undeliverable):
    """The receiver accepts no further messages by this channel."""


def email_sender(deliver: Deliver, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Send:
    """Return the function that sends emails, except dummy emails and those whose link has expired."""

    def send(waiting: Waiting) -> None:
        if not waiting.recipient:
            raise NoLongerWanted
        email = waiting.email
        if email.expires_at is not None and email.expires_at <= clock():
            raise Undeliverable(_expired(waiting.failure))
        deliver(email)

    return send


EXPIRED = "The link in this email expired before it could be delivered."


def _expired(failure: str) -> str:
    """Return the reason for administrators, with the failure that made the email wait."""
    return failure if failure.startswith(EXPIRED) else f"{EXPIRED} {failure}".strip()
