"""SVG as text: elements from small functions that escape all external text."""

from __future__ import annotations

from functools import lru_cache

from domain.graphics.lettering import breadth, halves, length

_REMEMBERED = 16384
"""Cached texts and elements: most of them occur in every drawing of a board."""

SMALLEST = 21.0
"""The smallest font size: telephones show a unit of a drawing as 0.53 pixels, which makes this 11 pixels."""

NAME_LETTER = 0.58
"""The average width of a letter of a name in bold type, relative to its size."""

TYPEFACE = (
    'font-family:"Daybook Sans",system-ui,"Segoe UI","Helvetica Neue",Arial,sans-serif;'
    "font-size-adjust:.519;font-variant-numeric:tabular-nums"
)
"""The site's typeface on its pages, and the system's elsewhere, with letters as high as those of Arial."""

_LETTER = 0.48
"""The average width of a letter in the site's typeface, which is narrower than most, relative to its size."""

_UNFIT = dict.fromkeys([*(set(range(0x20)) - set(b"\t\n\r")), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF])
_ESCAPES = _UNFIT | str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


@lru_cache(maxsize=_REMEMBERED)
def escape(words: str) -> str:
    """Escape a text for an element or an attribute, without characters that XML cannot hold."""
    return words.translate(_ESCAPES)


def element(name: str, *children: str, **attributes: str | float) -> str:
    """Return an element; ``class_`` stands for ``class``, ``_`` for ``-``. Children are SVG and are not escaped."""
    opening = _opening(name, **attributes)
    return f"<{opening}>{''.join(children)}</{name}>" if children else f"<{opening}/>"


def text(words: str, **attributes: str | float) -> str:
    """Return a text element."""
    return element("text", escape(words), **attributes)


def group(*children: str, **attributes: str | float) -> str:
    """Return a group of elements."""
    return element("g", *children, **attributes)


def marked(name: str, said: str, *children: str, class_: str = "part", **attributes: str) -> str:
    """Return a part of a drawing that users can select, with its ``data-element`` name and its description."""
    return group(element("title", escape(said)), *children, class_=class_, data_element=name, **attributes)


FOCUSABLE = {"tabindex": "0", "role": "img"}
"""Attributes of a part whose description is shown when it gets the focus."""


def fitted(
    words: str, width: float, size: float, *, letter: float, least: float = SMALLEST, **attributes: str | float
) -> str:
    """Return a text of this size, or smaller to fit a width; ``letter`` is the average width relative to the size.

    Text that would have to be smaller than ``least`` is condensed.
    """
    fitting = width / (letter * max(length(words), 1))
    if fitting < least:
        return text(words, font_size=least, **_condensed(words, width, least), **attributes)
    return text(words, font_size=min(size, fitting), **attributes)


def _condensed(words: str, width: float, size: float) -> dict[str, str | float]:
    """Return the attributes of a text that may be too wide. They do not stretch it in the site's typeface."""
    is_latin = length(words) == len(words)
    most = min(width, _LETTER * size * breadth(words)) if is_latin else width
    return {"textLength": most, "lengthAdjust": "spacingAndGlyphs"}


def name_lines(name: str, x: float, y: float, width: float, sizes: tuple[float, float], class_: str) -> str:
    """Return a whole name around a middle line: in one line, or in two lines of the smaller size if it is long."""
    large, small = sizes
    if breadth(name) * large * NAME_LETTER <= width:
        return text(name, x=x, y=y, font_size=large, class_=class_)
    lines = halves(name, width / (small * NAME_LETTER))
    height = small * 0.98
    parts = []
    for at, line in enumerate(lines):
        fits = breadth(line) * small * NAME_LETTER <= width
        condensed = {} if fits else _condensed(line, width, small)
        place = y + height * (at - (len(lines) - 1) / 2)
        parts.append(text(line, x=x, y=place, font_size=small, class_=class_, **condensed))
    return "".join(parts)


@lru_cache(maxsize=_REMEMBERED)
def _opening(name: str, **attributes: str | float) -> str:
    return name + "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"' for key, value in attributes.items()
    )


def _value(value: str | float) -> str:
    """Format a value. Negative zero becomes 0, because the cache takes 0.0 and -0.0 for the same."""
    return escape(value) if isinstance(value, str) else f"{round(value, 1) + 0.0:g}"
