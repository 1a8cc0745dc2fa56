"""Notifications by services with fixed hosts, through apprise: Discord, Slack, Telegram."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from flask_babel import gettext

from service.channels.message import BadAddress, OutgoingMessage, Tools

SCHEMES = ("discord", "slack", "tgram")
"""The schemes of apprise that contact only the host of the service."""


def check(address: str) -> None:
    """Check an address in apprise's format, of a service with a fixed host: ``discord://ID/TOKEN``."""
    _service(address)


def send(message: OutgoingMessage, tools: Tools) -> None:
    """Send a message by the service; apprise reports only success or failure."""
    body = f"{message.text}\n{message.link}"
    if not _service(message.channel.address).notify(body=body, title=message.subject, body_format="text"):
        raise OSError(f"{urlsplit(message.channel.address).scheme} did not take it")


def _service(address: str) -> Any:
    """Return the service. Query parameters are refused, since they could lead to another host."""
    parts = urlsplit(address)
    from apprise import Apprise, AppriseAsset  # imported on demand, because the import is slow

    found = None
    if parts.scheme in SCHEMES and not parts.query and not parts.fragment:
        found = Apprise.instantiate(address, asset=AppriseAsset(http_redirects=False), suppress_exceptions=True)
    if found is None:
        raise BadAddress(gettext("Enter an address like discord://ID/TOKEN, slack://A/B/C or tgram://TOKEN/CHAT."))
    return found
