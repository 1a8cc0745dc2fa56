"""Positions for stories about The Leeghwater Project."""

from __future__ import annotations

from typing import Any, Self

from domain.barrage.leeghwater.setup import BUILDINGS, WORKS
from tests.domain.barrage import builder
from tests.domain.barrage.builder import components
from tests.domain.barrage.playing import EVERYTHING

ROWS = ("cofferdam", "financial_division", "energy_relay_field", "wind_farm", "control_station")


class Game(builder.Game):
    """An expert game with all modules; these private buildings lie in rows 1 to 5, and external works a1 to a3."""

    def __init__(self, seats: int = 4, **options: Any) -> None:
        super().__init__(seats, **({"rules": "expert"} | EVERYTHING | options))
        if BUILDINGS in self.state.displays:
            self.state.displays[BUILDINGS] = list(ROWS)
        self.works("work-a1", "work-a2", "work-a3")
        for company in self.state.companies:
            company.tiles = [tile for tile in company.tiles if tile.startswith("basic")]

    def rows(self, *buildings: str) -> Self:
        """Return the private buildings of the first rows."""
        self.state.displays[BUILDINGS][: len(buildings)] = buildings
        return self

    def works(self, *works: str) -> Self:
        """Return the external works on offer, from the first slot on; the others are empty."""
        if WORKS in self.state.displays:
            self.state.displays[WORKS] = [*works, "", "", ""][:3]
        return self

    def building(self, *sites: str, owner: int = 0) -> Self:
        return self._built("building", components.leeghwater.building_site, sites, owner)
