"""Seat markers, as on the boards: a shape and a colour, or an emblem, so that no one has to rely on colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from html import escape

from markupsafe import Markup

from domain.presentation import Emblem

_SHAPES = (
    '<circle r="5.5"/>',
    '<rect x="-5" y="-5" width="10" height="10"/>',
    '<path d="M0-6.5 6.5 0 0 6.5-6.5 0Z"/>',
    '<path d="M-6.5 0-3.3-5.6H3.3L6.5 0 3.3 5.6H-3.3Z"/>',
    '<path d="M0-6 6 5H-6Z"/>',
)


def shape(seat: int, emblem: Emblem | None) -> str:
    """Return SVG of the seat's mark around the origin, about 12 units wide."""
    if emblem is None:
        return f'<g class="mark seat-{seat % len(_SHAPES)}">{_SHAPES[seat % len(_SHAPES)]}</g>'
    return (
        f'<circle class="mark" r="6.8" style="fill:{emblem.ground}"/>'
        f'<text class="character" y="3.8" fill="{emblem.ink}">{escape(emblem.character)}</text>'
    )


@cache
def seat_mark(seat: int, emblem: Emblem | None = None) -> Markup:
    """Return the mark as a small inline picture; the seat's name is beside it."""
    drawn = shape(seat, emblem)
    return Markup(f'<svg class="seatmark" viewBox="-8 -8 16 16" aria-hidden="true">{drawn}</svg>')  # noqa: S704


def marking(emblems: Sequence[Emblem | None]) -> Callable[[int], Markup]:
    """Return the function that gives the marks of a game's seats."""
    return lambda seat: seat_mark(seat, emblems[seat] if seat < len(emblems) else None)
