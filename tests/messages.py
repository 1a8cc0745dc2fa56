"""The messages in the source, found by parsing it."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests import shared_files

ROOT = Path(__file__).parents[1]
PACKAGES = ("domain", "projections", "service")
TEXTS = {"message": 1, "counted": 2}
"""The functions that build messages, and the number of texts that each of them takes."""


@cache
def messages() -> frozenset[tuple[str, str]]:
    """Return the id and the English singular text of each message; raise ValueError if one is not a literal."""
    found = shared_files.made("messages.json", lambda path: path.write_text(json.dumps(list(_messages()))))
    return frozenset((id, text) for id, text in json.loads(found.read_text()))


def _messages() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if path == ROOT / "domain/message.py":
                continue
            yield from _messages_in(ast.parse(path.read_text()), path)


def _messages_in(module: ast.Module, path: Path) -> Iterator[tuple[str, str]]:
    nodes = list(ast.walk(module))
    imports = (node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == "domain.message")
    builders = {name.name for each in imports for name in each.names} & TEXTS.keys()
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in builders:
            yield _literals(node, TEXTS[node.func.id], path)


def _literals(call: ast.Call, texts: int, path: Path) -> tuple[str, str]:
    literals = [each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    if len(literals) == len(call.args) == 1 + texts:
        return literals[0], literals[1]
    raise ValueError(f"{path}:{call.lineno}: a message without a literal id and text")
