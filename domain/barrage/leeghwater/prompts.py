"""The prompts of the expansion: the rule behind each, and the short name of its choice."""

from __future__ import annotations

from domain.message import choice_names, message

PROMPTS = {
    "leeghwater.choose-tile-from-wheel": "BA-9.12",
    "leeghwater.choose-dam": "LP-5.6",
    "leeghwater.confirm-architect": "LP-7.4",
    "leeghwater.choose-external-work": "LP-3.1",
    "leeghwater.choose-machinery-for-work": "LP-7.2",
    "leeghwater.choose-private-building": "LP-5.1",
    "leeghwater.choose-advanced-tile": "LP-3.9",
    "leeghwater.choose-wheel-segment": "LP-5.7",
}

CHOICE_NAMES = choice_names(
    message("leeghwater.choose-tile-from-wheel.name", "Tile"),
    message("leeghwater.choose-dam.name", "Dam"),
    message("leeghwater.choose-machinery.name", "Machinery"),
    message("leeghwater.confirm-architect.name", "Architect"),
    message("leeghwater.choose-external-work.name", "External work"),
    message("leeghwater.choose-machinery-for-work.name", "Machinery"),
    message("leeghwater.choose-private-building.name", "Private building"),
    message("leeghwater.choose-advanced-tile.name", "Advanced tile"),
    message("leeghwater.choose-wheel-segment.name", "Segment"),
)
