"""Paying costs: funds first, then emergency loans (AW-14.3 to AW-14.6)."""

from __future__ import annotations

from domain.arkwright.facts import EmergencyLoans
from domain.arkwright.market import half
from domain.arkwright.position import Position


def payment(position: Position, funds: int, cost: int) -> tuple[EmergencyLoans | None, int]:
    """Emergency loans taken one at a time while funds are less than the cost, and what is paid (AW-D.24).

    Less than the cost is paid only by a player who is bankrupt then.
    """
    each = half(position.player.share_value)
    free = position.components.constants.loan_tokens - position.player.loans
    loans = 0
    while funds + loans * each < cost and loans < free:
        loans += 1
    taken = EmergencyLoans(loans=loans, each=each, money=loans * each) if loans else None
    return taken, min(cost, funds + loans * each)
