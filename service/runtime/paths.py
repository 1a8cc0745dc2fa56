"""Paths for logs, without the secrets that some of them contain."""

from __future__ import annotations

import re

_SECRET = re.compile(r"(.*/(?:new-password|mail-address|notices/stop)/).+", re.DOTALL | re.IGNORECASE)
"""Links in emails, even mistyped ones: anyone who reads one can use it. ``deploy/nginx.conf`` masks the same paths."""


def loggable(path: str) -> str:
    """Return the path with an ellipsis in place of a secret."""
    return _SECRET.sub(r"\1…", path)
