"""The messages in the source, found without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("domain", "projections", "service")


@cache
def messages() -> frozenset[tuple[str, str]]:
    """All ids and English texts of calls of ``message`` and ``counted``, the latter in the singular; raises ValueError
    unless all are literals.
    """
    return frozenset(_messages())


def _messages() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if path == ROOT / "domain/message.py":
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and _is_message(node.func.id, node):
                    yield _literals(node, path)


def _is_message(function: str, call: ast.Call) -> bool:
    """Return whether a function call builds a message; other functions called ``counted`` take no text."""
    return function == "message" or (
        function == "counted" and any(isinstance(each, ast.Constant) for each in call.args)
    )


def _literals(call: ast.Call, path: Path) -> tuple[str, str]:
    match call.args:
        case [ast.Constant(value=str(id)), ast.Constant(value=str(text))]:
            return id, text
        case [ast.Constant(value=str(id)), ast.Constant(value=str(one)), ast.Constant(value=str())]:
            return id, one
    raise ValueError(f"{path}:{call.lineno}: a message without a literal id and text")
