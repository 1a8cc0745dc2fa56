"""The rule behind each prompt of the expansion."""

from __future__ import annotations

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
