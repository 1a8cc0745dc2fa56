"""Icons of the expansion, and the symbols that they stand for."""

from __future__ import annotations

from domain.barrage.leeghwater.setup import BUILDINGS, WORKS
from domain.barrage.model.leeghwater.components import without_energy
from domain.barrage.model.pieces import Effect
from domain.barrage.rendering.icons import ICONS
from domain.barrage.rendering.legend import SIGNS, Sign
from domain.barrage.rendering.symbols import LOOKS, NUMBER, PER, nothing
from domain.barrage.rendering.track import BONUS_SIGNS
from domain.message import message


def _without_energy(symbol: Effect) -> str:
    most = without_energy(symbol).max_requirement
    return "✓" if most is None else f"≤{most}✓"


BUILDING = "building"
"""The icon of a building."""

ICONS |= {
    # A tower: a building.
    BUILDING: "M3 22.5V9h7V2h11v20.5zM5.5 12v2.5h2.5V12zm0 5v2.5h2.5V17zM13 5v2.5h2V5zm4 0v2.5h2V5z"
    "m-4 5v2.5h2V10zm4 0v2.5h2V10zm-4 5v2.5h2V15zm4 0v2.5h2V15z",
    # A shovel and a ruler: an external work.
    "work": "M2 15l13-13 7 7L9 22H2zM15 6l-1.5 1.5 3 3L18 9zM9 12l-1.5 1.5 3 3L12 15z",
}
LOOKS |= {
    "take_advanced_tile": ("patent", "ba-icon"),
    "fulfil_contract": ("contract", "ba-gold"),
    "water_on_dam": ("drop", "ba-drop"),
    "building_action": (BUILDING, "ba-icon"),
    "tile_from_wheel": ("wheel", "ba-gold"),
    "half_of_a_segment": ("machinery", "ba-gold"),
    "fulfil_external_work": ("work", "ba-icon"),
}
NUMBER |= {
    "take_advanced_tile": nothing,
    "fulfil_contract": _without_energy,
    "building_action": nothing,
    "tile_from_wheel": nothing,
    "half_of_a_segment": lambda symbol: "½",
}
PER["building_vp"] = BUILDING
BONUS_SIGNS |= {"external_works": "work", "buildings": BUILDING}
SIGNS |= {
    BUILDING: Sign(
        message("leeghwater.sign-private-building", "private building"), seen=lambda view: BUILDINGS in view.displays
    ),
    "work": Sign(message("leeghwater.external-works", "external works"), seen=lambda view: WORKS in view.displays),
}
