"""The terrain of the map: mountains with snow, hills with contour lines, fields with trees. All of it is ornament."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from domain.graphics.svg import element

_PEAKS = (
    (58, 300, 118, 128), (250, 306, 150, 150), (184, 300, 96, 84), (505, 306, 190, 182), (420, 304, 90, 96),
    (590, 306, 100, 104), (748, 306, 160, 150), (690, 302, 84, 78), (935, 306, 130, 158), (850, 304, 92, 88),
)  # fmt: skip
"""The middle of each mountain's foot, its width and its height."""
_MOUNDS = (
    (20, 592, 190, 92), (150, 594, 210, 74), (180, 440, 120, 60), (440, 420, 150, 62), (470, 592, 220, 66),
    (690, 440, 130, 66), (700, 593, 200, 84), (905, 592, 190, 98), (960, 420, 150, 80),
)  # fmt: skip
"""The middle of each hill's foot, its width and its height."""
_FIELDS = (
    (30, 790, 70), (275, 735, 90), (300, 905, 110), (560, 720, 90), (590, 860, 100), (880, 700, 90), (860, 860, 96),
)  # fmt: skip
"""The top left corner of each field, and its width."""
_TREES = (
    (70, 900), (94, 908), (40, 910), (250, 700), (262, 930), (560, 690), (600, 1050), (622, 1056), (900, 820),
    (928, 812), (940, 1050), (918, 1044), (60, 1052), (84, 1046), (110, 1054), (520, 970),
)  # fmt: skip
"""The feet of trees."""


@cache
def terrain() -> str:
    """Draw the terrain, which is the same in every position."""
    return "".join(
        (
            _path("ba-ridge", (_face(*peak) for peak in _PEAKS)),
            _path("ba-scarp", (_scarp(*peak) for peak in _PEAKS)),
            _path("ba-snow", (_snow(*peak) for peak in _PEAKS)),
            _path("ba-mound", (f"M{x - w / 2:g} {y}q{w / 2:g}-{h * 2} {w} 0z" for x, y, w, h in _MOUNDS)),
            _path("ba-contour", (_contour(*mound, part) for mound in _MOUNDS for part in (0.7, 0.42))),
            _path("ba-field", (f"M{x} {y}h{w}l-16 48h-{w}z" for x, y, w in _FIELDS)),
            _path("ba-furrow", (f"M{x + dx} {y}l-16 48" for x, y, w in _FIELDS for dx in range(14, w - 4, 14))),
            _path("ba-tree", (f"M{x} {y}m-9-8a9 9 0 1 1 18 0a9 9 0 1 1-18 0" for x, y in _TREES)),
            _path("ba-trunk", (f"M{x} {y - 4}v9" for x, y in _TREES)),
        )
    )


def _path(look: str, parts: Iterable[str]) -> str:
    return element("path", d="".join(parts), class_=look)


def _face(x: float, foot: float, width: float, height: float) -> str:
    """Return the lit face of a mountain."""
    return f"M{x - width / 2:g} {foot}l{width * 0.46:g}-{height}L{x + width * 0.1:g} {foot}z"


def _scarp(x: float, foot: float, width: float, height: float) -> str:
    """Return the face of a mountain in the shade."""
    return f"M{x - width * 0.04:g} {foot - height}L{x + width / 2:g} {foot}H{x + width * 0.1:g}z"


def _snow(x: float, foot: float, width: float, height: float) -> str:
    """Return the snow on a mountain: a cap with a jagged edge."""
    right, jag = width * 0.162, width * 0.075
    back = width * 0.3 - 3 * jag
    peak = f"M{x - width * 0.04:g} {foot - height}l{right:g} {height * 0.3:g}"
    return f"{peak}l{-jag:g}-7l{-jag:g} 9l{-jag:g}-9l{-back:g} 7z"


def _contour(x: float, foot: float, width: float, height: float, part: float) -> str:
    """Return a contour line of a hill."""
    left, up = x - width * part / 2, foot - height * (1 - part) * 0.9
    return f"M{left:g} {up:g}q{width * part / 2:g}-{height * part * 1.8:g} {width * part:g} 0"
