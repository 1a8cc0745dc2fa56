"""Points of automas: points instead of credits (TA-1.1 to TA-1.5), and their points on the objective tile (TA-21.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from domain.barrage import scoring
from domain.barrage.engine.course import Exchange
from domain.barrage.engine.parts import ObjectivePlaces
from domain.barrage.engine.position import Position
from domain.barrage.model.automa.components import automa
from domain.barrage.model.changes import AnyChange, Gained, Paid
from domain.barrage.model.state import State


def _in_points(state: State, change: AnyChange) -> Iterator[AnyChange]:
    """Convert an automa's credits to points; players' payments to it go to the general supply (TA-1.4)."""
    match change:
        case Gained(credits=credits) if credits and _has_points(state, change.seat):
            yield msgspec.structs.replace(change, credits=0, vp=change.vp + credits)
        case Paid() if change.credits and _has_points(state, change.seat):
            yield from _paid_in_points(state, change)
        case Paid(to=int(to)) if change.credits and _has_points(state, to):
            yield msgspec.structs.replace(change, to=None)
            yield Gained(seat=to, vp=change.credits)
        case _:
            yield change


def _paid_in_points(state: State, change: Paid) -> Iterator[AnyChange]:
    """Yield an automa's payment in points, and the recipient's gain in credits or points (TA-1.5)."""
    yield Gained(seat=change.seat, vp=-change.credits)
    if change.excavators or change.mixers:
        yield msgspec.structs.replace(change, credits=0)
    if change.to is not None:
        yield from _in_points(state, Gained(seat=change.to, credits=change.credits))


def _has_points(state: State, seat: int) -> bool:
    return bool(state.companies[seat].automa)


def _objective_places(position: Position) -> Sequence[int]:
    """Score automas by their own table; on a tie everyone shares by their own table (TA-1.11, TA-21.5)."""
    if position.by_rules:
        return automa(position.components).objective_vp
    return scoring.OBJECTIVE_PLACES.of(position)


POINTS_FOR_CREDITS = Exchange("points_for_credits", _in_points)
OBJECTIVE_PLACES = ObjectivePlaces(scoring.OBJECTIVE_PLACES.name, _objective_places, replaces=scoring.OBJECTIVE_PLACES)
