"""A minimal notification channel, which appends to a list. It follows service/channels/README.md."""

from __future__ import annotations

from service.channels.message import BadAddress, OutgoingMessage, Tools

received: list[tuple[str, str]] = []
"""Address and subject of each message."""


def check(address: str) -> None:
    """Raises BadAddress."""
    if not address.startswith("toy:"):
        raise BadAddress("A toy address begins with toy:")


def send(message: OutgoingMessage, tools: Tools) -> None:
    """Keep the message."""
    received.append((message.channel.address, message.subject))
