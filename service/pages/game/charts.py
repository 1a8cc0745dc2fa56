"""Line charts as SVG text, by pure functions: one stepped line per seat over the versions of a game.

Seats are distinguished by colour, by dashes and by their marks at the end of the lines, beside their names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from domain.graphics.lettering import halves
from domain.numerals import numeral
from domain.presentation import Emblem
from service.http.isolation import isolated
from service.pages.seat_markers import shape

WIDTH, HEIGHT = 320, 200
"""A chart is about as wide on a phone, so its letters have their size there."""
LEFT, RIGHT, TOP, BOTTOM = 30, 122, 12, 22
LABEL_HEIGHT = 15
LINE_HEIGHT = 12
LONGEST_LINE = 13
"""The letters of a name on a line; longer names have two lines."""

_WIDE = "mw"
LETTER, WIDER = 6.2, 4.0
"""The width of a letter, and what a wide one takes more."""

DASHES = ("none", "8 4", "2 4", "10 4 2 4", "16 4")


@dataclass(frozen=True)
class Series:
    """One seat's line: its values from each version on, in order of the versions."""

    seat: int
    name: str
    points: Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Scale:
    """The scale of versions and values in the picture."""

    first: int
    last: int
    low: int
    high: int

    def x(self, version: int) -> float:
        """Return the x coordinate of a version."""
        return round(LEFT + (version - self.first) * (WIDTH - LEFT - RIGHT) / max(self.last - self.first, 1), 1)

    def y(self, value: float) -> float:
        """Return the y coordinate of a value."""
        return round(TOP + (self.high - value) * (HEIGHT - TOP - BOTTOM) / max(self.high - self.low, 1), 1)


def line_chart(
    title: str, series: Sequence[Series], span: tuple[int, int], emblems: Sequence[Emblem | None] = ()
) -> str:
    """Return SVG of the series over the versions of ``span``; empty without data. Seats have their emblems, if there
    are any.
    """
    values = [value for line in series for _, value in line.points]
    if not values:
        return ""
    ticks = round_ticks(min(0, *values), max(values))
    scale = Scale(*span, ticks[0], ticks[-1])
    known = {line.seat: emblems[line.seat] if line.seat < len(emblems) else None for line in series}
    parts = [
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">',
        *_grid(scale, ticks),
        *(_curve(scale, line, known[line.seat]) for line in series),
        *_names(scale, series, known),
        "</svg>",
    ]
    return "".join(parts)


def mark_at(version: int | None, span: tuple[int, int]) -> str:
    """Return SVG of the same size to lay over a chart of the span: a line at the current version.

    It is separate because the charts are the same at every position.
    """
    if version is None or not span[0] <= version < span[1]:
        return ""
    x = Scale(*span, 0, 1).x(version)
    line = f'<path class="now" d="M{x} {TOP}V{HEIGHT - BOTTOM}"/>'
    return f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{line}</svg>'


def round_ticks(low: int, high: int) -> list[int]:
    """Return round values that span low..high in equal steps of 1, 2 or 5 times a power of ten, in five or six steps at
    most.
    """
    span = max(high - low, 1)
    size = 1
    while span > 5 * size:
        size *= 10
    step = next(step for step in (size // 5, size // 2, size) if step and span <= 5 * step)
    start, end = low // step * step, -(-high // step) * step
    return list(range(start, max(end, start + step) + 1, step))


def _grid(scale: Scale, ticks: Sequence[int]) -> Iterator[str]:
    right = WIDTH - RIGHT
    for tick in ticks:
        kind = "zero" if tick == 0 else "grid"
        yield f'<path class="{kind}" d="M{LEFT} {scale.y(tick)}H{right}"/>'
        yield f'<text x="{LEFT - 6}" y="{scale.y(tick) + 3.5}" text-anchor="end">{numeral(tick)}</text>'
    yield f'<text x="{LEFT}" y="{HEIGHT - 5}">{scale.first}</text>'
    yield f'<text x="{right}" y="{HEIGHT - 5}" text-anchor="end">{scale.last}</text>'


def _curve(scale: Scale, line: Series, emblem: Emblem | None) -> str:
    """Draw the line twice: a dark one below gives light colours an edge."""
    first, value = line.points[0]
    path = [f"M{scale.x(first)} {scale.y(value)}"]
    for version, value in line.points[1:]:
        path.append(f"H{scale.x(version)}V{scale.y(value)}")
    path.append(f"H{scale.x(scale.last)}")
    drawn = f'd="{"".join(path)}" stroke-dasharray="{DASHES[line.seat % len(DASHES)]}"'
    colour = f'style="stroke:{emblem.ground}" ' if emblem else ""
    return f'<path class="edge" {drawn}/><path class="curve seat-{line.seat}" {colour}{drawn}/>'


def _names(scale: Scale, series: Sequence[Series], emblems: Mapping[int, Emblem | None]) -> Iterator[str]:
    """Draw marks and names at the ends of the lines, moved apart where they would overlap."""
    end = scale.x(scale.last)
    ordered = sorted(series, key=lambda line: -line.points[-1][1])
    names = [halves(line.name, LONGEST_LINE) for line in ordered]
    tops = _apart([scale.y(line.points[-1][1]) for line in ordered], [LINE_HEIGHT * (len(each) - 1) for each in names])
    for line, lines, top in zip(ordered, names, tops, strict=True):
        value = numeral(line.points[-1][1])
        yield f'<g transform="translate({end + 8} {top:.1f})">{shape(line.seat, emblems[line.seat])}</g>'
        for number, words in enumerate(lines):
            after = f" {value}" if number == len(lines) - 1 else ""
            y = top + 4 + LINE_HEIGHT * number
            text = f"{escape(isolated(words))}{after}"
            yield f'<text class="name" x="{end + 18}" y="{y:.1f}"{_room(words + after)}>{text}</text>'


def _apart(wanted: Sequence[float], further: Sequence[float]) -> list[float]:
    """Move the first lines of names down and then up, so that all lines are apart and in the picture; ``further`` is
    the height of a name's other lines.
    """
    tops, above = [], -float(LABEL_HEIGHT)
    for top, rest in zip(wanted, further, strict=True):
        tops.append(max(top, above + LABEL_HEIGHT))
        above = tops[-1] + rest
    below = float(HEIGHT + LABEL_HEIGHT - 7)
    for place in reversed(range(len(tops))):
        tops[place] = min(tops[place], below - LABEL_HEIGHT - further[place])
        below = tops[place]
    return tops


def _room(words: str) -> str:
    """Return the attributes that condense a long line, or one of wide letters."""
    wide = sum(letter in _WIDE or letter.isupper() or not letter.isascii() for letter in words)
    if LETTER * len(words) + WIDER * wide <= RIGHT - 20:
        return ""
    return f' textLength="{RIGHT - 20}" lengthAdjust="spacingAndGlyphs"'
