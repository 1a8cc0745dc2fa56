"""Notifications in a topic of ntfy, on ntfy.sh or a private server: ``https://ntfy.sh/topic``."""

from __future__ import annotations

from urllib.parse import urlsplit

import msgspec

from service.channels import safe_http
from service.channels.message import OutgoingMessage, Tools
from service.channels.safe_http import check
from service.user_text import shortened

__all__ = ["check", "send"]


LONGEST = 4096
"""Bytes of a message: the server turns a longer one into a file."""

LONGEST_TITLE = 250
"""Bytes of a title."""


def send(message: OutgoingMessage, tools: Tools) -> None:
    """Send a message in a request to the server that names the topic."""
    parts = urlsplit(message.channel.address)
    body = {
        "topic": parts.path.strip("/"),
        "title": shortened(message.subject, LONGEST_TITLE),
        "message": shortened(message.text, LONGEST),
        "click": message.link,
    }
    root = f"{parts.scheme}://{parts.netloc}/"
    safe_http.taken(safe_http.send(root, msgspec.json.encode(body), {"Content-Type": "application/json"}))
