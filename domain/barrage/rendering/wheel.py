"""A construction wheel: six segments, the open one at the top."""

from __future__ import annotations

import math

from domain.barrage.model.changes import Segment
from domain.barrage.narration import words
from domain.barrage.rendering.icons import icon
from domain.barrage.rendering.management import tile_face
from domain.barrage.rendering.sheet import Sheet
from domain.graphics.svg import element, marked, text
from domain.message import Message, message

RADIUS = 142.0
HUB = 30.0
LINE = 30.0


def wheel(drawn: Sheet, seat: int, x: float, y: float) -> str:
    """Draw the wheel of a seat around this point; it turns clockwise, so the next segment to open is left
    of the top.
    """
    segments = drawn.company(seat).wheel
    parts = [_segment(drawn, seat, number, len(segments), x, y) for number in reversed(range(len(segments)))]
    middle = element("circle", cx=x, cy=y, r=HUB, class_="ba-panel") + icon("wheel", x, y, 36, "ba-faint")
    return "".join(parts) + middle


def _segment(drawn: Sheet, seat: int, number: int, of: int, x: float, y: float) -> str:
    """Draw a segment with its contents; segment 0 is the open one."""
    half = math.pi / of
    angle = -math.pi / 2 - 2 * half * number
    corners = [_at(x, y, RADIUS, angle - half), _at(x, y, RADIUS, angle + half)]
    (left, top), (right, bottom) = corners
    path = f"M{x:.1f} {y:.1f}L{left:.1f} {top:.1f}A{RADIUS:g} {RADIUS:g} 0 0 1 {right:.1f} {bottom:.1f}Z"
    there = _at(x, y, RADIUS * 0.62, angle)
    content = drawn.company(seat).wheel[number]
    look = "ba-space ba-open" if number == 0 else "ba-space"
    return marked(
        f"segment:{seat}/{number}",
        drawn.say(_said(drawn, number, content)),
        element("path", d=path, class_=look),
        _turns(number, *_at(x, y, RADIUS * 0.86, angle + half * 0.7)),
        _content(drawn, content, *there),
    )


def _turns(number: int, x: float, y: float) -> str:
    """Draw at the rim how many rotations open a segment."""
    if not number:
        return ""
    return icon("wheel", x - 10, y, 18, "ba-faint") + text(str(number), x=x + 9, y=y, font_size=26, class_="ba-soft")


def _at(x: float, y: float, radius: float, angle: float) -> tuple[float, float]:
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def _content(drawn: Sheet, content: Segment, x: float, y: float) -> str:
    """Draw the tile above, the machinery below it, each in a line."""
    machinery = [(sign, count) for sign, count in _machinery(content) if count]
    line = y - LINE * (len(machinery) - (not content.tile)) / 2
    parts = []
    if content.tile:
        said = drawn.say(words.tile_effect(drawn.components, content.tile))
        parts.append(marked(f"tile:{content.tile}", said, tile_face(drawn, content.tile, x - 14, line)))
        line += LINE
    for place, (sign, count) in enumerate(machinery):
        below = line + LINE * place
        parts.append(icon(sign, x - 12, below, 28))
        parts.append(text(str(count), x=x + 6, y=below, font_size=27, class_="ba-start ba-strong"))
    return "".join(parts)


def _machinery(content: Segment) -> tuple[tuple[str, int], ...]:
    return ("excavators", content.excavators), ("mixers", content.mixers)


def _said(drawn: Sheet, number: int, content: Segment) -> Message:
    there = _contained(drawn, content)
    if not number:
        return message("barrage.wheel-open-segment", "Open segment of the wheel: {content}", content=there)
    if number == 1:
        return message(
            "barrage.wheel-next-segment", "Segment that opens at the next rotation: {content}", content=there
        )
    return message(
        "barrage.wheel-segment-after-turns",
        "Segment that opens after {turns} rotations: {content}",
        turns=number,
        content=there,
    )


def _contained(drawn: Sheet, content: Segment) -> Message:
    if content.empty:
        return message("barrage.wheel-segment-empty", "empty")
    tile = (
        words.tile(drawn.components, content.tile)
        if content.tile
        else message("barrage.wheel-segment-without-tile", "no tile")
    )
    return message(
        "barrage.wheel-segment-content",
        "{tile}, excavators: {excavators}, concrete mixers: {mixers}",
        tile=tile,
        excavators=content.excavators,
        mixers=content.mixers,
    )
