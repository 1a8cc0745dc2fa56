"""Turn order by the money spent in the round."""

from __future__ import annotations

from collections.abc import Sequence


def by_money_spent(order: Sequence[int], spent: Sequence[int]) -> list[int]:
    """Return the seats, least money spent first; equal spenders keep their order. ``spent`` is in pounds by seat."""
    return sorted(order, key=spent.__getitem__)
