"""The icons of the drawings, each drawn on a grid of 24 by 24."""

from __future__ import annotations

from functools import lru_cache

from domain.graphics.svg import element

PATHS = {
    "worker": "M12 2a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM4 22c0-6 3-9.500 8-9.500s8 3.500 8 9.500z",
    "machine": (
        "M10 1h4l.6 3 2.500 1 2.600-1.700 2.800 2.800L20.800 8.700l1 2.500 3 .6v4l-3 .6-1 2.500 1.700 2.600-2.800 2.800"
        "-2.600-1.700-2.500 1-.6 3h-4l-.6-3-2.500-1-2.600 1.700-2.800-2.800L3.200 18.900l-1-2.500-3-.6v-4l3-.6 1-2.500"
        "L1.500 6.100l2.800-2.800L6.900 5l2.500-1zM12 9.500a4.300 4.300 0 1 0 0 8.600 4.300 4.300 0 0 0 0-8.600z"
    ),
    "goods": (
        "M12 1l10 5v12l-10 5-10-5V6zM12 3.600L5.500 7 12 10.300 18.500 7zM4 9v7.800l7 3.500v-7.800z"
        "M20 9l-7 3.500v7.800l7-3.500z"
    ),
    "ship": "M11 2h2v3l6 8h-6v2h9l-3 6H5l-3-6h9v-2H4l7-8z",
    "food": "M7 2h2v6h1V2h2v6h1V2h2v7c0 2-1 3-2.500 3.500V22h-3v-9.500C8 12 7 11 7 9zM17 2c3 1 4 5 3.500 9H19v11h-2z",
    "clothes": "M8 2l4 3 4-3 6 4-2.500 5L17 10v12H7V10l-2.500 1L2 6z",
    "cutlery": "M17 2c4 4 4 9 1 12l-2-1L6 23l-3-2 10-10-1-2c0-3 2-6 5-7zM3 3l8 7-2 2-6-6z",
    "lamps": (
        "M12 2c4.500 0 7.500 3 7.500 7 0 3-2 5-3.500 7v2H8v-2c-1.500-2-3.500-4-3.500-7 0-4 3-7 7.500-7z"
        "M8.500 19.500h7V22h-7z"
    ),
    "up": "M12 3l9 18H3z",
    "down": "M12 21L3 3h18z",
    "appeal": (
        "M12 21.500C5 15.500 1.500 12 1.500 7.800 1.500 4.500 4 2.200 7 2.200c2 0 4 1.200 5 3 1-1.800 3-3 5-3 "
        "3 0 5.500 2.300 5.500 5.600 0 4.200-3.500 7.700-10.500 13.700z"
    ),
    "start": "M12 1l3 7.500 8 .5-6 5 2 8-7-4.500L5 22l2-8-6-5 8-.5z",
}


@lru_cache(maxsize=4096)
def icon(sign: str, x: float, y: float, size: float, look: str = "aw-icon") -> str:
    """Draw a sign of this size around a point."""
    scale = size / 24
    return element(
        "path",
        d=PATHS[sign],
        class_=look,
        transform=f"translate({x - size / 2:g} {y - size / 2:g}) scale({scale:.3g})",
    )
