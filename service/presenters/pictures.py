"""A small picture of a board, for emails."""

from __future__ import annotations

import re

WIDTH = 560
"""Pixels."""

LONGEST = 1.55
"""The maximum height of a picture, relative to its width."""

FONT = "DejaVu Sans"
"""The font; on a machine without it, a picture has no text."""

_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_STYLE = re.compile(r"(<style[^>]*>)(.*?)(</style>)", re.DOTALL)
_ELSEWHERE = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_SETTING = re.compile(r"(--[\w-]+)\s*:\s*([^;{}]+)")
_USE = re.compile(r"var\((--[\w-]+)\)")


def literal(drawing: str) -> str:
    """Replace the variables in a drawing by the colours of the light scheme: the renderer knows no variables."""
    sheets = [_ELSEWHERE.sub("", found[1]) for found in _STYLE.findall(drawing)]
    colours = dict(pair for sheet in sheets for pair in _SETTING.findall(sheet))
    plain = _STYLE.sub(lambda style: style[1] + _ELSEWHERE.sub("", style[2]) + style[3], drawing)
    while _USE.search(plain):
        plain = _USE.sub(lambda use: colours.get(use[1], "none").strip(), plain)
    return plain


def png(drawing: str) -> bytes:
    """Return a drawing as a PNG."""
    from resvg_py import svg_to_bytes  # slow to import, so only in processes that make pictures

    drawn = _BOX.sub(_top, literal(drawing), count=1)
    return bytes(svg_to_bytes(svg_string=drawn, width=WIDTH, background="#ffffff", font_family=FONT))


def _top(box: re.Match[str]) -> str:
    """Return the upper part of a long drawing, where the board is."""
    width, height = float(box[1]), float(box[2])
    return f'viewBox="0 0 {width:g} {min(height, LONGEST * width):g}"'
