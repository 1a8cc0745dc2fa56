"""The id of the running program: another release may draw or narrate the same log differently."""

from __future__ import annotations

import re
from functools import cache

from projections.program import digest_of, digest_of_rules


@cache
def digest() -> str:
    """Return the id, equal in every process with equal files. Call this at the start, before files are replaced."""
    return digest_of_rules() + digest_of(["service"])


def is_digest(name: str) -> bool:
    """Return whether a name has the form of a program's id, this one's or another's."""
    return re.fullmatch("[0-9a-f]{24}", name) is not None
