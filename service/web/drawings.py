"""Drawings of positions, each made once for all who see the same.

A drawing follows from a view, the names at the table and a language, and from nothing else. So it is kept under just
these: whoever knows something else has a view of their own, and with it drawings of their own, whoever they are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from flask_babel import get_locale

from domain.message import Say
from service.access import Seen
from service.services import services
from service.web import render


def board(seen: Seen, view: Any) -> str:
    """The board, as SVG."""
    draw = seen.now.ruleset.draw
    return _kept(seen, view, None, lambda say: draw(view, seen.names, say))


def area(seen: Seen, view: Any, seat: int) -> str:
    """What lies before a seat, as SVG."""
    draw = seen.now.ruleset.draw_seat
    return _kept(seen, view, seat, lambda say: draw(view, seat, seen.names, say))


def _kept(seen: Seen, view: Any, part: int | None, draw: Callable[[Say], str]) -> str:
    known = hashlib.blake2b(msgspec.json.encode(view, enc_hook=str)).digest()
    key = (seen.now.rules, known, tuple(seen.names), str(get_locale()), part)
    return services().drawings.get(key, lambda: draw(render.saying()))
