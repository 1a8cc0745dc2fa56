"""Paths as they may be written to a log: without the secrets in which some of them end."""

from __future__ import annotations

import re

_SECRET = re.compile(r"(.*/(?:new-password|mail-address|notices/stop)/).+", re.DOTALL | re.IGNORECASE)
"""Links in emails, mistyped ones too. Anyone who reads one of them can use it. ``deploy/nginx.conf`` masks the same."""


def loggable(path: str) -> str:
    """The path, with an ellipsis in the place of a secret."""
    return _SECRET.sub(r"\1…", path)
