"""Finds what people read in the component figures of games, for gettext: see ``service/babel.cfg``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

_NAME = re.compile(r'\b(?:name|title)\s*=\s*"([^"\\]+)"')

Found = tuple[int, str, str, list[str]]
"""Line, function, message, comments; as Babel's extraction methods give them."""


def component_names(
    fileobj: IO[bytes], keywords: Mapping[str, Any], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """The names of places, tiles and cards in a TOML file."""
    for number, line in enumerate(fileobj.read().decode().splitlines(), start=1):
        for name in _NAME.findall(line.partition("#")[0]):
            yield number, "Term", name, []
