"""Sentences that a short preview can omit (``Ruleset.minor_sentences``)."""

from __future__ import annotations

MINOR = frozenset(
    {
        "barrage.gained",
        "barrage.drops-flowed-into-dam",
        "barrage.drops-flowed-off-map",
        "barrage.items-turned-face-up",
        "barrage.drops-placed-on-headstream",
        "barrage.drops-added-to-dam",
        "barrage.contract-limit-restored",
        "barrage.contract-pile-renewed",
        "barrage.card-pile-renewed",
        "barrage.wheel-turned",
        "barrage.returned-from-wheel",
        "barrage.took-off-wheel",
        "barrage.round-began",
        "barrage.action-phase-began",
        "barrage.gained-incomes",
        "barrage.effect-followed",
        "barrage.described-effect-followed",
        "barrage.water-flowed",
        "barrage.scored-energy",
        "barrage.scored-bonus-tile",
        "barrage.round-ended",
        "barrage.scored-objective",
        "barrage.scored-resources",
        "barrage.scored-water-drops",
        "barrage.turn-played-by-automa-rules",
    }
)
