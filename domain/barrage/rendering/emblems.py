"""Emblems of the companies: the colour of each company and its initial, which are unique."""

from __future__ import annotations

from domain.barrage.model import pieces
from domain.barrage.model.figures import of
from domain.barrage.model.state import State
from domain.presentation import Emblem

_DARK, _LIGHT = "#22262a", "#ffffff"
COLOURS = {
    "red": ("#cf3f36", _LIGHT),
    "black": ("#2b2b2e", _LIGHT),
    "green": ("#2a8247", _LIGHT),
    "white": ("#fdfdfb", _DARK),
    "orange": ("#ee8a26", _DARK),
}
"""The colours of pieces, and those of letters on them."""


def emblem(company: pieces.Company) -> Emblem:
    """Return the emblem of a company."""
    return Emblem(company.name[:1], *COLOURS[company.colour])


def emblems(view: State) -> tuple[Emblem | None, ...]:
    """Return the emblems of the seats' companies; seats without a company have none."""
    known = of(view.figures).company
    return tuple(emblem(known[each.company]) if each.company else None for each in view.companies)
