"""Positions of all parts of the drawn board, computed once for the component figures of a table."""

from __future__ import annotations

from functools import lru_cache

from domain.brass.lancashire.model.components import of
from domain.brass.model.components import Town
from domain.brass.rendering.geometry import Footprint, Geometry, lay_out, plate_width

ICONS = 26.0
"""Height of the row of printed icons above the plate of an outside place."""


@lru_cache(maxsize=16)
def geometry(figures: str) -> Geometry:
    """Return the geometry of the board with these component figures."""
    components = of(figures)
    return lay_out(
        components,
        {
            there.id: Footprint(
                len(there.slots) if isinstance(there, Town) else 0, plate_width(there.name), _row(there)
            )
            for there in components.places.values()
        },
    )


def _row(there: object) -> float:
    return 0.0 if isinstance(there, Town) else ICONS
