"""A finding of a load test."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """A count or a measurement, and whether it is acceptable."""

    what: str
    found: str
    kept: bool = True
