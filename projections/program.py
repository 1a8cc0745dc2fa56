"""The id of the running program, computed from its files: releases may derive different states from one log."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path


@cache
def digest_of_rules() -> str:
    """Return the digest of the code that positions depend on. It is the same in every process with the same files.

    Call it at the start, before the files can be replaced.
    """
    return digest_of(sorted({"domain", "projections"} | games()))


def games() -> set[str]:
    """Return the packages of the installed games."""
    return {point.module.partition(".")[0] for point in entry_points(group="daybook.rulesets")}


def digest_of(packages: Iterable[str]) -> str:
    """Return a short digest of all files of these packages, by their names within them."""
    found = hashlib.sha256()
    for package in packages:
        for name, digest in _files(package):
            found.update(f"{package}/{name}\n".encode())
            found.update(digest)
    return found.hexdigest()[:12]


def _files(package: str) -> tuple[tuple[str, bytes], ...]:
    """Return all files of a package by their names within it, and their digests."""
    spec = find_spec(package)
    found: list[tuple[str, bytes]] = []
    for folder in spec.submodule_search_locations or () if spec else ():
        for at, _, names in os.walk(folder):
            if not at.endswith("__pycache__"):
                found += [(f"{at}/{name}".removeprefix(f"{folder}/"), _digest(f"{at}/{name}")) for name in names]
    return tuple(sorted(found))


def _digest(file: str) -> bytes:
    return hashlib.sha256(Path(file).read_bytes()).digest()
