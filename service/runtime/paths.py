"""Paths for logs, without the secrets that some of them contain."""

from __future__ import annotations

import re

_SECRET = re.compile(r"\A(.*/(?:new-password|mail-address|notices/stop)/).+", re.DOTALL | re.IGNORECASE)
"""Links in emails, mistyped ones too. Anyone who reads one of them can use it. ``deploy/nginx.conf`` masks the same.

Matched at the start only: tried at each character, a path of 64 kB without a secret would take seconds."""


def loggable(path: str) -> str:
    """Return the path, with an ellipsis in the place of a secret."""
    return _SECRET.sub(r"\1…", path)
