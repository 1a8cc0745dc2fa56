"""Notifications by signed webhooks; the API's documentation describes the body."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from service.channels import safe_http
from service.channels.message import OutgoingMessage, Tools
from service.channels.safe_http import check
from service.presenters.notifications import NotificationText

__all__ = ["check", "send", "signature"]


def send(message: OutgoingMessage, tools: Tools) -> None:
    """Send a message in a request signed with its time, so that no one can forge it, or replay it later."""
    body = msgspec.json.encode(_payload(message))
    safe_http.taken(safe_http.send(message.channel.address, body, _headers(message, body, datetime.now(UTC))))


def signature(secret: str, at: str, body: bytes) -> str:
    """Return the HMAC-SHA-256 of the time, a full stop and the body."""
    return hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()


def _headers(message: OutgoingMessage, body: bytes, now: datetime) -> Mapping[str, str]:
    at = str(int(now.timestamp()))
    return {
        "Content-Type": "application/json",
        "User-Agent": "Daybook",
        "Daybook-Message": message.id,
        "Daybook-Timestamp": at,
        "Daybook-Signature": f"sha256={signature(message.channel.secret, at, body)}",
    }


def _payload(message: OutgoingMessage) -> dict[str, Any]:
    return {
        "id": message.id,
        "test": not message.notifications,
        "text": message.text,
        "link": message.link,
        "notifications": [_notification(message, each) for each in message.notifications],
    }


def _notification(message: OutgoingMessage, text: NotificationText) -> dict[str, Any]:
    notification = text.notification
    return {
        "id": notification.id,
        "kind": notification.kind,
        "game": text.stream,
        "channel": None if text.stream else notification.stream,
        "name": text.game,
        "version": notification.version,
        "title": text.title,
        "detail": text.detail,
        "link": message.site + text.path,
        "at": notification.created_at,
    }
