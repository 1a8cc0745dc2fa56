"""The catalogue of all texts that users read, extracted by the command of ``make messages``."""

from __future__ import annotations

import shlex
import subprocess
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

from tests import shared_files

ROOT = Path(__file__).parents[1]


@cache
def extracted(domain: str = "messages") -> Catalog:
    """Return the texts of a domain, extracted from the source once per test run."""
    with shared_files.made(f"{domain}.pot", lambda path: _extract(domain, path)).open("rb") as file:
        return read_po(file)


def _extract(domain: str, path: Path) -> None:
    steps = subprocess.check_output(["make", "--dry-run", "messages"], cwd=ROOT, text=True).replace("\\\n", "")
    command = shlex.split(next(line for line in steps.splitlines() if f"{domain}.cfg" in line))
    command[command.index("-o") + 1] = str(path)
    command[command.index("-F") + 1] = str(ROOT / command[command.index("-F") + 1])
    command[-1] = str(ROOT)
    CommandLineInterface().run(["pybabel", *command[1:]])


@cache
def texts() -> frozenset[tuple[str, str]]:
    """Return the context and the text of each message, singular and plural."""
    each = ((message.context or "", message.id) for message in extracted() if message.id)
    return frozenset(
        (context, text) for context, found in each for text in ((found,) if isinstance(found, str) else found)
    )
