"""Extractors for gettext: texts in component figures and options of games (see ``service/babel.cfg``)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import IO, Any

from babel.messages.extract import extract_python

_NAME = re.compile(r'\b(?:name|title)\s*=\s*"([^"\\]+)"')

Found = tuple[int, str, str, list[str]]
"""Line, function, message, comments, as Babel's extractors return them."""


def component_names(
    fileobj: IO[bytes], keywords: Mapping[str, Any], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Yield the names of places, tiles and cards in a TOML file."""
    for number, line in enumerate(fileobj.read().decode().splitlines(), start=1):
        for name in _NAME.findall(line.partition("#")[0]):
            yield number, "Term", name, []


def python_with_options(
    fileobj: IO[bytes], keywords: Iterable[str], comment_tags: Collection[str], options: Any
) -> Iterator[Any]:
    """Yield Babel's messages in Python, and the titles and descriptions of options, which are in ``msgspec.Meta``."""
    for line, function, told, comments in extract_python(
        fileobj, dict.fromkeys([*keywords, "Meta"]), comment_tags, options
    ):
        if function != "Meta":
            yield line, function, told, comments
        else:  # a bound alone has no text
            yield from ((line, "Term", words, comments) for words in told or () if words)
