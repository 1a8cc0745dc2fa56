"""Notifications by web push, encrypted for one browser (RFC 8030, 8291, 8292)."""

from __future__ import annotations

import base64
import time
from typing import Any
from urllib.parse import urlsplit

import msgspec
from flask_babel import gettext

from service.channels import safe_http
from service.channels.message import BadAddress, OutgoingMessage, Tools
from service.notifications.site_keys import get_or_create
from service.storage import Database
from service.user_text import shortened

TTL = 2 * 24 * 3600
"""Seconds for which a push service keeps undelivered messages: a notification of a turn is useless after days."""

CLAIM = 12 * 3600
"""Seconds for which a signature is valid."""

MOST = 3993
"""Bytes of a payload: a push has 4096 (RFC 8030), of which its encryption takes 103 (RFC 8291)."""

LONGEST_TITLE = 300
"""Bytes of a title."""

_GONE = (404, 410)


class Keys(msgspec.Struct, frozen=True):
    """The keys with which a browser decrypts."""

    p256dh: str
    auth: str


class PushSubscription(msgspec.Struct, frozen=True):
    """The push subscription that a browser sends."""

    endpoint: str
    keys: Keys


def check(address: str) -> None:
    """Check a browser's subscription, given as JSON."""
    try:
        said = msgspec.json.decode(address, type=PushSubscription)
        safe_http.check(said.endpoint)
        _encrypted(b"{}", said.keys)
    except Exception as error:  # The libraries raise many kinds of errors.
        raise BadAddress(gettext("This isn't a valid browser push subscription.")) from error


def send(message: OutgoingMessage, tools: Tools) -> None:
    """Send a message by the browser's push service, which also reports when a subscription has ended for good."""
    database = tools.storage.database
    said = msgspec.json.decode(message.channel.address, type=PushSubscription)
    body = _encrypted(_payload(message), said.keys)
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL),
        "Topic": message.id,
        **_signed(database, said.endpoint, message.site),
    }
    safe_http.taken(safe_http.send(said.endpoint, body, headers), _GONE)


def public_key(database: Database) -> str:
    """Return the public key from which browsers accept pushes."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    public = _vapid(database).public_key
    return _encoded(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _payload(message: OutgoingMessage) -> bytes:
    """Return JSON for the browser, with the text shortened so that the whole payload fits."""
    path, title, text = message.link.removeprefix(message.site), shortened(message.subject, LONGEST_TITLE), message.text
    made = msgspec.json.encode({"id": message.id, "title": title, "text": text, "path": path})
    while len(made) > MOST:
        text = shortened(text, len(text.encode()) * MOST // len(made))
        made = msgspec.json.encode({"id": message.id, "title": title, "text": text, "path": path})
    return made


def _signed(database: Database, endpoint: str, site: str) -> dict[str, str]:
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + CLAIM,
        "sub": site if site.startswith("https://") else "mailto:nobody@example.org",
    }
    signed: dict[str, str] = _vapid(database).sign(claims)
    return signed


def _vapid(database: Database) -> Any:
    """Return the signing key of this site."""
    from py_vapid import Vapid02  # slow to import, so only in processes that push

    return Vapid02.from_raw(get_or_create(database, "vapid", _drawn).encode())


def _drawn() -> str:
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    return _encoded(vapid.private_key.private_numbers().private_value.to_bytes(32, "big"))


def _encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _encrypted(payload: bytes, keys: Keys) -> bytes:
    """Encrypt a payload for one browser (RFC 8291), each with a key of its own; raise ValueError for bad keys."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    auth = _decoded(keys.auth)
    if not auth:  # http-ece would encrypt without it, and no browser could read that
        raise ValueError("The push subscription has no authentication secret.")
    encrypted: bytes = http_ece.encrypt(
        payload,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_decoded(keys.p256dh),
        auth_secret=auth,
        version="aes128gcm",
    )
    return encrypted
