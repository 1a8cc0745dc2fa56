"""How letters are delivered: by a mail server, or, where none is configured, to the log."""

from __future__ import annotations

import logging

from service.outbox.delivering import Deliver
from service.outbox.letters import Letter

_log = logging.getLogger(__name__)


def delivery(url: str, sender: str) -> Deliver:
    """How letters are delivered where these are the settings."""
    if not url:
        return to_log
    from service.outbox.smtp import by_smtp  # Which is work to import, for the sites that need it.

    return by_smtp(url, sender)


def to_log(letter: Letter) -> None:
    """Print a letter where whoever runs the site can read it."""
    _log.info("Mail to %s: %s\n%s", letter.recipient, letter.subject, letter.text)
