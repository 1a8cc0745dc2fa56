"""Markdown as HTML. The parser is imported when it is first needed."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


def rendered(text: str) -> str:
    """Return HTML of CommonMark with tables; HTML in the text stays text. Wide content can be scrolled by
    keyboard too.
    """
    html: str = _parser().render(text)
    return html.replace("<table>", '<table tabindex="0">').replace("<pre>", '<pre tabindex="0">')


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table")
