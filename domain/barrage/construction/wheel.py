"""The construction wheel (BA-9.11 to BA-9.16)."""

from __future__ import annotations

from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import EffectRule, Following, Grant
from domain.barrage.model.changes import PutOnWheel, WheelTurned
from domain.barrage.model.facts import EffectFollowed
from domain.barrage.model.pending import Pending


def put(course: Course, seat: int, tile: str, excavators: int, mixers: int) -> None:
    """Put a tile (or none) and machinery into the open segment."""
    if tile or excavators or mixers:
        course.change(PutOnWheel(seat=seat, tile=tile, excavators=excavators, mixers=mixers))


def turn(course: Course, seat: int, steps: int) -> None:
    """Turn the wheel; contents of the opening return to the personal supply after each step (BA-9.12)."""
    wheel = course.state.companies[seat].wheel
    reached = (wheel[step % len(wheel)] for step in range(1, min(steps, len(wheel)) + 1))
    returned = tuple(segment for segment in reached if not segment.empty)
    course.change(WheelTurned(seat=seat, steps=steps, returned=returned))


def _grant_rotation(course: Course, grant: Grant) -> None:
    """Turn the wheel, unless earlier parts of the same reward are still to be decided (BA-23.9)."""
    if course.opened:
        course.open(Pending(kind=ROTATION.name, seat=grant.seat, source=grant.source, amount=grant.amount))
    else:
        turn(course, grant.seat, grant.amount)


def _follow_rotation(course: Course, pending: Pending) -> None:
    """Turn the wheel after the earlier parts of its reward."""
    turn(course, pending.seat, pending.amount)
    course.settle(EffectFollowed, seat=pending.seat, source=pending.source)


ROTATION = Following("rotate", _follow_rotation)
ROTATE_WHEEL = EffectRule("rotate_wheel", _grant_rotation)
