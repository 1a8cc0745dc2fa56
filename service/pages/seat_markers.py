"""Seat markers, as on the boards: a shape and a colour, or an emblem, so that no one has to rely on colours."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from html import escape
from typing import Any

from markupsafe import Markup

from domain.message import Listing, Message, Seat
from domain.presentation import Emblem
from service.http import messages
from service.http.i18n import Reader
from service.schemas.play import Event

_SHAPES = (
    '<circle r="5.5"/>',
    '<rect x="-5" y="-5" width="10" height="10"/>',
    '<path d="M0-6.5 6.5 0 0 6.5-6.5 0Z"/>',
    '<path d="M-6.5 0-3.3-5.6H3.3L6.5 0 3.3 5.6H-3.3Z"/>',
    '<path d="M0-6 6 5H-6Z"/>',
)


_MARK = "\ue000{}\ue001"
"""The place of a mark in a sentence, by seat: no user text contains these private characters."""
_PLACE = re.compile(_MARK.format(r"(\d+)"))


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


def named_seats(message: Message) -> list[int]:
    """Return the seats that a message names, each once, in the order of its parts."""
    found: dict[int, None] = {}
    _note_seats(message.parts.values(), found)
    return list(found)


def _note_seats(parts: Iterable[Any], found: dict[int, None]) -> None:
    for part in parts:
        if isinstance(part, Seat):
            found[part.seat] = None
        elif isinstance(part, Message):
            _note_seats(part.parts.values(), found)
        elif isinstance(part, Listing):
            _note_seats(part.items, found)


def marked_sentence(event: Event, names: Sequence[str], mark: Callable[[int], Markup], language: Reader) -> str:
    """Return the sentence of an event that is not a player's own move, such as a scoring, with each player's mark.

    A sentence about the seat that moved alone has its mark at the beginning, as the move has. A sentence with the names
    of former players stays as it is.
    """
    seats = named_seats(event.message)
    if not seats:
        return event.text
    if seats == [event.seat]:
        return mark(seats[0]) + event.text
    say = messages.saying([_MARK.format(seat) + name for seat, name in enumerate(names)], language)
    marked = say(event.message)
    if _PLACE.sub("", marked) != event.text:
        return event.text
    return Markup(_PLACE.sub(lambda found: mark(int(found[1])), escape(marked)))  # noqa: S704 - escaped here
