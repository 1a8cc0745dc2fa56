"""SVG as text: elements from small functions, with all text from outside escaped."""

from __future__ import annotations

from functools import lru_cache

_REMEMBERED = 16384
"""Words and elements that are remembered as they are written: boards have most of them in every drawing."""

SMALLEST = 21.0
"""The least size of letters: on a telephone pages show a unit of a drawing as 0.53 pixels, which makes this 11."""

_UNFIT = dict.fromkeys([*(set(range(0x20)) - set(b"\t\n\r")), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF])
_ESCAPES = _UNFIT | str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


@lru_cache(maxsize=_REMEMBERED)
def escape(words: str) -> str:
    """Words fit to stand in an element or an attribute; characters that XML cannot hold are left out."""
    return words.translate(_ESCAPES)


def element(name: str, *children: str, **attributes: str | float) -> str:
    """An element; ``class_`` stands for ``class`` and ``_`` for ``-``. Children are SVG text and are not escaped."""
    opening = _opening(name, **attributes)
    return f"<{opening}>{''.join(children)}</{name}>" if children else f"<{opening}/>"


def text(words: str, **attributes: str | float) -> str:
    """A text element."""
    return element("text", escape(words), **attributes)


def group(*children: str, **attributes: str | float) -> str:
    """A group of elements."""
    return element("g", *children, **attributes)


def marked(name: str, said: str, *children: str, class_: str = "part") -> str:
    """A part of a drawing that can be pointed at: its ``data-element`` name and what it is, in words."""
    return group(element("title", escape(said)), *children, class_=class_, data_element=name)


def fitted(
    words: str, width: float, size: float, *, letter: float, least: float = SMALLEST, **attributes: str | float
) -> str:
    """A text of this size, or smaller to fit into a width; letters are as wide as this part of their size on average.

    Words that would have to be smaller than ``least`` are drawn closer together.
    """
    fitting = width / (letter * max(len(words), 1))
    if fitting < least:
        return text(words, font_size=least, textLength=width, lengthAdjust="spacingAndGlyphs", **attributes)
    return text(words, font_size=min(size, fitting), **attributes)


def shortened(words: str, most: int) -> str:
    """Words of at most so many characters."""
    return words if len(words) <= most else words[: most - 1] + "…"


@lru_cache(maxsize=_REMEMBERED)
def _opening(name: str, **attributes: str | float) -> str:
    return name + "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"' for key, value in attributes.items()
    )


def _value(value: str | float) -> str:
    """As it is written; there is only one zero, since 0.0 and -0.0 are remembered as the same."""
    return escape(value) if isinstance(value, str) else f"{round(value, 1) + 0.0:g}"
