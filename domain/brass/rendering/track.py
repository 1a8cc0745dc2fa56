"""The progress track: its levels, the income marker of each seat, and the distance to the next level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from domain.brass import income_track
from domain.brass.model.components import IncomeTrack
from domain.brass.rendering.geometry import LETTERS
from domain.brass.rendering.icons import icon
from domain.brass.rendering.sheet import AnySheet
from domain.graphics.marks import shape
from domain.graphics.svg import element, group, marked, text
from domain.message import Message, counted, message
from domain.numerals import numeral

HEIGHT = 78.0
LEFT, RIGHT = 52.0, 984.0
"""The ends of the drawn track."""
RIBBON, THICK = 32.0, 16.0
"""The top of the row of spaces, and its height."""
LABELLED = 5
"""Every so many levels have a label."""
RADIUS = 11.0
APART = 27.0
"""The least distance between two marks; a line leads from each to its space."""


def track(drawn: AnySheet, top: float) -> str:
    """Draw the track with all markers."""
    figures = drawn.components.income_track
    said = drawn.say(
        message("brass.progress-track", "Progress track: income levels from {first} to {last}", **_ends(figures))
    )
    step = (RIGHT - LEFT) / (figures.last_space - figures.first_space + 1)
    spaces = {seat: _middle(figures, player.income_space, step) for seat, player in enumerate(drawn.view.players)}
    return group(
        marked("track", said, _ribbon(tuple(figures.levels.items()), figures.first_space, step)),
        *(_marker(drawn, seat, spaces[seat], x) for seat, x in spread(spaces.items())),
        transform=f"translate(0 {top:g})",
    )


def _ends(figures: IncomeTrack) -> dict[str, int]:
    return {"first": min(figures.levels), "last": max(figures.levels)}


def _middle(figures: IncomeTrack, space: int, step: float) -> float:
    return LEFT + step * (space - figures.first_space + 0.5)


@lru_cache(maxsize=16)
def _ribbon(levels: tuple[tuple[int, tuple[int, int]], ...], start: int, step: float) -> str:
    """Draw the spaces of even and of odd levels, each as one path, and the labels."""
    cells = {level: (LEFT + step * (first - start), step * (last - first + 1)) for level, (first, last) in levels}
    ways = [""] * 2
    for level, (x, width) in cells.items():
        ways[level % 2] += f"M{x:.1f} {RIBBON:g}h{width:.1f}v{THICK:g}h{-width:.1f}z"
    labels = (
        text(numeral(level), x=x + width / 2, y=RIBBON + THICK + 15, font_size=LETTERS, class_="bb-soft")
        for level, (x, width) in cells.items()
        if level % LABELLED == 0
    )
    even, odd = (element("path", d=way, class_=look) for way, look in zip(ways, ("bb-even", "bb-odd"), strict=True))
    return icon("income", 28, RIBBON + THICK / 2, 28, "bb-gold") + even + odd + "".join(labels)


def spread(spaces: Iterable[tuple[int, float]]) -> Sequence[tuple[int, float]]:
    """Return a position for the mark of each seat near its space: no two overlap, and all are on the track."""
    placed = list[tuple[int, float]]()
    free = LEFT + RADIUS
    for seat, x in sorted(spaces, key=lambda each: each[1]):
        placed.append((seat, max(x, free)))
        free = placed[-1][1] + APART
    most = RIGHT - RADIUS
    for place in reversed(range(len(placed))):
        placed[place] = (placed[place][0], min(placed[place][1], most))
        most = placed[place][1] - APART
    return placed


def _marker(drawn: AnySheet, seat: int, space: float, x: float) -> str:
    """Draw the mark of a seat above its space."""
    y = RADIUS + 4
    pin = element("path", d=f"M{x:.1f} {y:g}L{space:.1f} {RIBBON + THICK:g}", class_="bb-pin")
    look = f"bb-mark bb-fill-{seat}"
    return marked(f"income:{seat}", drawn.say(income(drawn, seat)), pin, shape(seat, x, y, RADIUS, look))


def income(drawn: AnySheet, seat: int) -> Message:
    """Tell the income level of a seat, and the distance of its marker to the next level."""
    figures, space = drawn.components.income_track, drawn.view.players[seat].income_space
    level = income_track.level(figures, space)
    if level == max(figures.levels):
        return message(
            "brass.income-highest", "{name}: income level {level}, the highest", name=drawn.names[seat], level=level
        )
    return counted(
        "brass.income-to-next-level",
        "{name}: income level {level}; {count} space to the next level",
        "{name}: income level {level}; {count} spaces to the next level",
        name=drawn.names[seat],
        level=level,
        count=income_track.to_next_level(figures, space),
    )
