"""The idempotency key of a request."""

from __future__ import annotations

import re

from flask import request

HEADER = "Idempotency-Key"

_KEY = re.compile(r"[\x21-\x7e]{1,200}")


def key() -> str:
    """Return the key; empty if none was sent, or none that is valid."""
    sent = request.headers.get(HEADER, "")
    return sent if _KEY.fullmatch(sent) else ""
