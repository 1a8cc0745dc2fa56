"""The mark of a seat: a shape and a colour, so that no reader depends on the colour. The games' boards use the same."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

_SHAPES = (
    '<circle r="5.5"/>',
    '<rect x="-5" y="-5" width="10" height="10"/>',
    '<path d="M0-6.5 6.5 0 0 6.5-6.5 0Z"/>',
    '<path d="M-6.5 0-3.3-5.6H3.3L6.5 0 3.3 5.6H-3.3Z"/>',
    '<path d="M0-6 6 5H-6Z"/>',
)


def shape(seat: int) -> str:
    """SVG of the seat's shape around the origin, about 12 units wide."""
    return f'<g class="mark seat-{seat % len(_SHAPES)}">{_SHAPES[seat % len(_SHAPES)]}</g>'


@cache
def seat_mark(seat: int) -> Markup:
    """The mark as a small picture that flows with text; the seat's name stands beside it."""
    return Markup(f'<svg class="seatmark" viewBox="-8 -8 16 16" aria-hidden="true">{shape(seat)}</svg>')  # noqa: S704
