"""Which program this is, told by its own files: a new release gives the same log other drawings and other words."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path


@cache
def digest() -> str:
    """The same in every process with the same files. To be asked for at the start, before somebody replaces them."""
    games = {point.module.partition(".")[0] for point in entry_points(group="daybook.rulesets")}
    return digest_of(sorted({"domain", "projections", "service"} | games))


def digest_of(packages: Iterable[str]) -> str:
    """A short digest of all files of these packages, by their names within them."""
    found = hashlib.sha256()
    for package in packages:
        for name, file in _files(package):
            found.update(f"{package}/{name}\n".encode())
            found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()[:12]


def _files(package: str) -> Iterator[tuple[str, Path]]:
    spec = find_spec(package)
    for folder in spec.submodule_search_locations or () if spec else ():
        files = (path for path in Path(folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        yield from sorted((path.relative_to(folder).as_posix(), path) for path in files)
