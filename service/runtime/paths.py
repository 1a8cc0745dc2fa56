"""Paths for logs, without the secrets that some of them contain."""

from __future__ import annotations

import re

_SECRET = re.compile(r"\A(.*/(?:reset-password|confirm-email|notifications/unsubscribe)/).+", re.DOTALL | re.IGNORECASE)
"""Links in emails, even mistyped ones: anyone who reads one can use it. ``deploy/nginx.conf`` masks the same paths.

It matches at the start only: tried at each character, a path of 64 kB without a secret would take seconds."""


def loggable(path: str) -> str:
    """Return the path with an ellipsis in place of a secret."""
    return _SECRET.sub(r"\1…", path)
