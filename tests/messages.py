"""The messages in the source, found without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("domain", "projections", "service")
TEXTS = {"message": 1, "counted": 2}
"""The functions that build messages, with the number of their texts."""


@cache
def messages() -> frozenset[tuple[str, str]]:
    """All ids and English texts, in the singular, of messages; raises ValueError unless all texts are literals."""
    return frozenset(_messages())


def _messages() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if path == ROOT / "domain/message.py":
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TEXTS:
                    yield _literals(node, path)


def _literals(call: ast.Call, path: Path) -> tuple[str, str]:
    match [each.value for each in call.args if isinstance(each, ast.Constant)]:
        case [str(id), str(text), *plurals] if len(call.args) == len(plurals) + 2 == TEXTS[call.func.id] + 1:
            return id, text
    raise ValueError(f"{path}:{call.lineno}: a message without a literal id and text")
