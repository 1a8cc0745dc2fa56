"""Sources of points (shares times their value): more shares, or a higher value through each good."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from domain.arkwright.model import facts
from domain.arkwright.model.state import State
from domain.arkwright.narration.words import names_at
from domain.message import Message, message

_SHARES = (facts.StockTraded, facts.SharesBoughtAtStart, facts.BrokerUsed)


def scored(state: State, fact: Any) -> Iterable[tuple[Message, Sequence[int] | None]]:
    """Assign all points of a fact to one category."""
    if isinstance(fact, _SHARES):
        return [(message("arkwright.source-shares-bought", "Shares bought"), None)]
    if isinstance(fact, facts.SharesValued):
        return [
            (
                message(
                    "arkwright.source-share-value",
                    "Share value from {good}",
                    good=names_at(state).good(fact.good),
                ),
                None,
            )
        ]
    if isinstance(fact, facts.GameEnded):
        return [(message("arkwright.source-game-end", "Final scoring"), None)]
    return [(message("arkwright.source-other", "Other"), None)]
