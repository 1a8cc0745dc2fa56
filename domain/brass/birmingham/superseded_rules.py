"""Former versions of corrected rules (the catalogue's Corrections), for audits of old logs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from domain.brass import turns
from domain.brass.birmingham.decide import act
from domain.brass.birmingham.engine.position import Position
from domain.brass.birmingham.rounds import EDITION
from domain.brass.connections import Distances
from domain.brass.engine.position import place_of


class _CoalFromAnywhere(Position):
    """Once a connected mine was found, unconnected mines counted as equally near (BB-8.2)."""

    def nearest_mines(self, mines: Iterable[str], distances: Distances) -> list[str]:
        nearest: list[str] = []
        least = len(self.components.places)
        for slot in mines:
            distance = distances.get(place_of(slot), least)
            if distance < least:
                nearest, least = [slot], distance
            elif distance == least and nearest:
                nearest.append(slot)
        return nearest


FORMERLY = {"BB-8.2": partial(turns.decide, EDITION, partial(act, _CoalFromAnywhere))}
"""Former decisions of a seat's command, by the id of the corrected rule."""
