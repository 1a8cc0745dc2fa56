"""Partial pages: a browser names the parts that it already shows, and the response leaves them out.

Scripts send the digests of the parts that they show with every page that they load (``partial_reload.js``), and fill
the gaps with these parts. The server does not record what it sent: the digest of a part follows from its content.
"""

from __future__ import annotations

import base64
import hashlib
import sys
from typing import NamedTuple

from flask import g, request
from markupsafe import Markup

HEADER = "Daybook-Known"
"""The request's header with digests, separated by spaces."""


class Fragment(NamedTuple):
    """Markup, and a short digest by which a browser recognises it."""

    markup: Markup
    digest: str

    @property
    def unless_known(self) -> Markup:
        """Return the markup, or nothing if the browser has it."""
        return Markup() if self.digest in known() else self.markup


def weight(part: Fragment) -> int:
    """Return the bytes of memory."""
    return sys.getsizeof(part.markup)


def fragment(markup: str) -> Fragment:
    """Return markup that can be left out; it must be safe."""
    digest = hashlib.blake2b(markup.encode(), digest_size=6).digest()
    return Fragment(Markup(markup), base64.urlsafe_b64encode(digest).decode())  # noqa: S704 - see above


def known() -> frozenset[str]:
    """Return the digests of the parts that the requesting browser shows."""
    if "known_fragments" not in g:
        g.known_fragments = frozenset(request.headers.get(HEADER, "").split())
    found: frozenset[str] = g.known_fragments
    return found
