"""Device cookies: mark browsers that have logged in under a name, so that strangers who guess cannot lock them out.

Such a browser keeps a signed cookie for this one name, without the name itself; OWASP calls it a device cookie. The
cookie does not log anyone in: wrong passwords from its browser are only counted separately from all others.
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
    """Set the cookie that proves that the browser is known under this name."""
    signer = _signer(name)
    proof = signer.sign(secrets.token_hex(16)).decode()
    cookies.keep(answer, _cookie(signer), proof, _KEPT)


def browser_of(name: str) -> str | None:
    """Return an id of the browser that sent this request, if it is known under this name."""
    signer = _signer(name)
    try:
        return signer.unsign(request.cookies.get(_cookie(signer), "")).decode()
    except BadSignature:
        return None


def _signer(name: str) -> Signer:
    purpose = f"known browser of {folded(name)}"
    return Signer(services().config.secret_key, salt=purpose, digest_method=hashlib.sha256)


def _cookie(signer: Signer) -> str:
    """Return a cookie name for each user name, so that people who share a browser do not overwrite each other's."""
    return f"known-{signer.get_signature(b'').decode()[:8]}"
