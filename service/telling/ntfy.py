"""Notices to a topic of ntfy, on ntfy.sh or a server of one's own: ``https://ntfy.sh/topic``."""

from __future__ import annotations

from urllib.parse import urlsplit

import msgspec

from service.telling import guarded
from service.telling.guarded import check
from service.telling.message import Message, Tools

__all__ = ["check", "send"]


def send(message: Message, tools: Tools) -> None:
    """By a request to the server that names the topic."""
    parts = urlsplit(message.channel.address)
    told = {
        "topic": parts.path.strip("/"),
        "title": message.subject,
        "message": message.text,
        "click": message.link,
    }
    root = f"{parts.scheme}://{parts.netloc}/"
    guarded.taken(guarded.send(root, msgspec.json.encode(told), {"Content-Type": "application/json"}))
