"""Positions of all parts of the drawn board, computed once for the component figures of a table."""

from __future__ import annotations

from functools import lru_cache

from domain.brass.birmingham.model.components import Components, Farm, Merchant, of
from domain.brass.rendering.geometry import Footprint, Geometry, lay_out, plate_width

BARRELS = 26.0
"""Height of the row of barrels beneath the merchant tiles."""
FARM_PLATE = 84.0
"""Width of a farm brewery's plate, which has one short word instead of a name."""


@lru_cache(maxsize=16)
def geometry(figures: str) -> Geometry:
    """Return the geometry of the board with these component figures."""
    components = of(figures)
    return lay_out(components, {place: _footprint(components, place) for place in components.places})


def _footprint(components: Components, place: str) -> Footprint:
    there = components.places[place]
    if isinstance(there, Farm):
        return Footprint(len(there.slots), FARM_PLATE)
    plate = plate_width(components.names[place])
    if isinstance(there, Merchant):
        return Footprint(there.spaces, plate, BARRELS)
    return Footprint(len(there.slots), plate)
