"""A finding of an attack."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """A count or a measure, and whether it is as it must be."""

    what: str
    found: str
    kept: bool = True
