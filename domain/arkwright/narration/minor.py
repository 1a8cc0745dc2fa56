"""Sentences that a short preview can omit (``Ruleset.minor_sentences``)."""

from __future__ import annotations

MINOR = frozenset(
    {
        "arkwright.factory-token-moved",
        "arkwright.no-arrow-crossed",
        "arkwright.demand-stayed-at-limit",
        "arkwright.demand-moved",
        "arkwright.sales-limit",
        "arkwright.sales-limit-with-patron",
        "arkwright.sales-limit-patron-without-effect",
        "arkwright.sold-at-home",
        "arkwright.sold-from-warehouses",
        "arkwright.trading-office-spared-tokens",
        "arkwright.contract-paid",
        "arkwright.received-income",
        "arkwright.factory-costs",
        "arkwright.production-began",
        "arkwright.production-began-without-factories",
        "arkwright.no-share-value-rose",
        "arkwright.appeal-tie-without-bonus",
        "arkwright.share-value-rose",
        "arkwright.share-value-stayed-at-limit",
        "arkwright.no-distribution-worn",
        "arkwright.round-began",
        "arkwright.round-began-opponents-first",
        "arkwright.era-began",
        "arkwright.cards-made-ready",
        "arkwright.markers-returned-to-bag",
        "arkwright.neutral-appeal-rose",
        "arkwright.achievements-reached",
    }
)
