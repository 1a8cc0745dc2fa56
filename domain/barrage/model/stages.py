"""The stages of a game and of its rounds, as pending steps (BA-6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.barrage.model.pending import Pending

DRAFT = "draft"
ROUND = "round"
INCOME = "income"
ACTIONS = "actions"
TURN = "turn"
END_TURN = "end_turn"
FLOW = "flow"
ENERGY = "energy"
BONUS = "bonus"
END_ROUND = "end_round"
FINISH = "finish"


def of_draft(turn_order: Sequence[int], drafted: Iterable[Pending]) -> tuple[Pending, ...]:
    """Return the draft, in which the last seat of the first round picks first (BA-3.4), the steps after it, and round
    1.
    """
    return (*(Pending(kind=DRAFT, seat=seat) for seat in reversed(turn_order)), *drafted, Pending(kind=ROUND))


def of_round(turn_order: Sequence[int], with_income: Iterable[int]) -> tuple[Pending, ...]:
    """Return the incomes of these seats in reverse turn order (BA-7.5), then the headstreams and the other phases."""
    having = frozenset(with_income)
    incomes = (Pending(kind=INCOME, seat=seat) for seat in reversed(turn_order) if seat in having)
    return (*incomes, Pending(kind=ACTIONS))


def of_actions(first: int, last: Sequence[Pending]) -> tuple[Pending, ...]:
    """Return the first turn, then water flow and scoring, then the end of the round or, in the last one,
    of the game.
    """
    return (
        Pending(kind=TURN, seat=first),
        Pending(kind=FLOW),
        Pending(kind=ENERGY),
        Pending(kind=BONUS),
        *last,
    )


def of_first_actions(turn_order: Sequence[int]) -> tuple[Pending, ...]:
    """Return the action phase of round 1 and the steps after it, with which a beginner game begins."""
    return of_actions(turn_order[0], [Pending(kind=END_ROUND)])
