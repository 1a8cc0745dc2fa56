"""A minimal notification channel, which appends to a list. It follows service/channels/README.md."""

from __future__ import annotations

from service.channels.message import BadAddress, OutgoingMessage, Tools

received: list[tuple[str, str]] = []
"""The address and the subject of each message."""


def check(address: str) -> None:
    """Raise BadAddress unless the address starts with ``toy:``."""
    if not address.startswith("toy:"):
        raise BadAddress("A toy address begins with toy:")


def send(message: OutgoingMessage, tools: Tools) -> None:
    """Append the message to :data:`received`."""
    received.append((message.channel.address, message.subject))
