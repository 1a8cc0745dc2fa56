"""Delivery of emails: through a mail server, or, in development, to the log."""

from __future__ import annotations

import logging

from service.outbox.errors import TO_LOG, Deliver
from service.outbox.queue import Email

_log = logging.getLogger(__name__)


def delivery(url: str, sender: str) -> Deliver:
    """Return the function that delivers emails under these settings."""
    if not url:
        return without_server
    if url == TO_LOG:
        return to_log
    from service.outbox.smtp import by_smtp  # slow to import, so only for sites that need it

    return by_smtp(url, sender)


def to_log(email: Email) -> None:
    """Print an email where developers can read it. Its links are secret on any other site."""
    _log.info("Email to %s: %s\n%s", email.recipient, email.subject, email.text)


def without_server(email: Email) -> None:
    """Send nothing: the email waits, as if the server were unreachable, and the reason is logged."""
    raise OSError("No mail server is configured. Set DAYBOOK_SMTP_URL.")
