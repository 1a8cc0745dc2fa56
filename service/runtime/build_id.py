"""The id of the running program: a new release may draw and word the same log differently."""

from __future__ import annotations

import re
from functools import cache

from projections.program import digest_of, digest_of_rules


@cache
def digest() -> str:
    """The same in every process with the same files. To be asked for at the start, before somebody replaces them."""
    return digest_of_rules() + digest_of(["service"])


def is_digest(name: str) -> bool:
    """Whether this is how a program is called, this one or another."""
    return re.fullmatch("[0-9a-f]{24}", name) is not None
