"""Sentences that a short preview can omit (``Ruleset.minor_sentences``)."""

from __future__ import annotations

MINOR = frozenset(
    {
        "brass.turn-order-set",
        "brass.round-began",
        "brass.coal-moved-to-market",
        "brass.iron-moved-to-market",
        "brass.flipped",
        "birmingham.sale-moved-income-marker",
        "birmingham.merchant-bonus-income",
        "birmingham.merchant-bonus-points",
        "birmingham.merchant-bonus-money",
        "birmingham.merchant-bonus-not-developed",
        "birmingham.merchants-refilled",
        "lancashire.gained-sale-income",
    }
)
