"""Pending steps before the first turn, and in each round."""

from __future__ import annotations

from collections.abc import Sequence

from domain.arkwright.model.options import Options
from domain.arkwright.model.state import Awaiting


def opening(
    options: Options, order: Sequence[int], *, chosen_factories: bool, supervisors: Sequence[int]
) -> tuple[Awaiting, ...]:
    """Return the pending steps right after the set-up.

    ``order`` is the turn order from the start player on; ``chosen_factories``: starting factories and the bonus are
    chosen (AW-E.8, AW-E.9, AW-S.10, AW-S.13); ``supervisors``: seats whose bonus is a supervisor (AW-D.50).
    """
    first, last = tuple(order), tuple(reversed(order))
    solo = len(first) == 1
    pending: list[Awaiting] = []
    if chosen_factories:
        pending += (Awaiting("factory", seat) for seat in (*first, *last))
    if chosen_factories or solo:
        pending += (Awaiting("bonus", seat) for seat in last)
    pending += (Awaiting("supervisor", seat) for seat in supervisors)
    if options.buy_shares_at_start:
        pending += (Awaiting("shares", seat) for seat in first)
    return (*pending, *round_of(first, solo=solo))


def round_of(order: Sequence[int], *, solo: bool, opponents_first: bool = False) -> tuple[Awaiting, ...]:
    """Return the turns of a round and the steps after them (AW-3.4, AW-3.6); in the solo game the opponents' turn
    (AW-S.16).
    """
    turns = [Awaiting("action", seat) for seat in order]
    if solo:
        turns.insert(0 if opponents_first else len(turns), Awaiting("opponents"))
    return (*turns, Awaiting("begin_production"))
