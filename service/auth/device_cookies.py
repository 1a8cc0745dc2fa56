"""Device cookies: browsers that have logged in under a name. Strangers who guess cannot lock these out.

Each of them keeps a cookie that proves it, signed for this one name, without telling which: OWASP calls it a device
cookie. It lets nobody in. It only has its bearer's wrong guesses counted apart from everybody else's.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from flask import Response, request
from itsdangerous import BadSignature, Signer

from service.accounts.users import folded
from service.auth import cookies
from service.container import services

_KEPT = timedelta(days=400)
"""The longest that browsers keep a cookie."""


def remember(answer: Response, name: str) -> None:
    """Let the browser that gets this answer prove that it is known under this name."""
    signer = _signer(name)
    proof = signer.sign(secrets.token_hex(16)).decode()
    cookies.keep(answer, _cookie(signer), proof, _KEPT)


def browser_of(name: str) -> str | None:
    """An id of the browser that sent this request, if it is known under this name."""
    signer = _signer(name)
    try:
        return signer.unsign(request.cookies.get(_cookie(signer), "")).decode()
    except BadSignature:
        return None


def _signer(name: str) -> Signer:
    purpose = f"known browser of {folded(name)}"
    return Signer(services().config.secret_key, salt=purpose, digest_method=hashlib.sha256)


def _cookie(signer: Signer) -> str:
    """A cookie of its own for each name: people who share a browser do not make it forget one another."""
    return f"known-{signer.get_signature(b'').decode()[:8]}"
