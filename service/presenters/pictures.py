"""A small picture of a board, for emails, social previews and animations."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from service import typeface
from service.http import i18n

WIDTH = 560
"""Pixels."""

LONGEST = 1.55
"""The maximum height of a picture, relative to its width."""

FONT = "DejaVu Sans"
"""The font of letters that the site's typeface does not have; on a machine without it, a picture lacks them."""

FONTS = {"ko": "Noto Sans CJK KR", "zh_Hant_TW": "Noto Sans CJK TC"}
"""The fonts of languages that neither covers (Debian's ``fonts-noto-cjk``). Each is used alone, for Latin letters too:
otherwise the renderer would mix Chinese and Japanese letters at random.
"""

_SAMPLES = {"ko": ("한글", "읽기"), "zh_Hant_TW": ("中文", "字體")}
"""Two different words: without a font, both look alike."""

_log = logging.getLogger(__name__)

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


def png(drawing: str, language: str = "", width: int = WIDTH) -> bytes:
    """Return a drawing in this language as a PNG."""
    drawn = _BOX.sub(_top, literal(drawing), count=1)
    return _painted(drawn, width, FONTS.get(language, FONT))


def _painted(drawn: str, width: int, font: str) -> bytes:
    from resvg_py import svg_to_bytes  # slow to import, so only in processes that make pictures

    painted = svg_to_bytes(
        svg_string=drawn,
        width=width,
        background="#ffffff",
        font_family=font,
        sans_serif_family=font,
        font_files=typeface.picture_files() if font == FONT else [],
    )
    return bytes(painted)


@contextmanager
def legible() -> Iterator[None]:
    """Draw in English within the block if this machine has no font for the language."""
    if has_font(i18n.language()):
        yield
    else:
        with i18n.use_language(i18n.ENGLISH):
            yield


@cache
def has_font(language: str) -> bool:
    """Return whether this machine has the letters of a language."""
    if language not in FONTS:
        return True
    one, other = (_painted(_text(sample), 40, FONTS[language]) for sample in _SAMPLES[language])
    if one == other:
        _log.warning("Pictures for %s are in English: install a font (Debian's fonts-noto-cjk)", i18n.tag(language))
    return one != other


def _text(words: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><text y="15">{words}</text></svg>'


def _top(box: re.Match[str]) -> str:
    """Return the upper part of a long drawing, where the board is."""
    width, height = float(box[1]), float(box[2])
    return f'viewBox="0 0 {width:g} {min(height, LONGEST * width):g}"'
