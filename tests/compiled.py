"""Compiled URL rules and templates, shared by the applications of a test process because compiling is slow."""

from __future__ import annotations

from types import CodeType
from typing import Any

from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

from service.http.flask_app import Application

_compile_rule = Rule._compile_builder

_rules: dict[tuple[Any, ...], Any] = {}


def share() -> None:
    """Compile each rule and each template once for all applications."""
    Rule._compile_builder = _compiled_rule  # type: ignore[method-assign]
    Application.jinja_options = {**Application.jinja_options, "bytecode_cache": _Templates()}


def _compiled_rule(rule: Rule, append_unknown: bool = True) -> Any:
    """Return the function that builds URLs of this rule. It keeps only the rule's parts."""
    if rule.defaults:
        return _compile_rule(rule, append_unknown)
    key = (tuple(rule._trace), append_unknown)
    if key not in _rules:
        _rules[key] = _compile_rule(rule, append_unknown)
    return _rules[key]


class _Templates(BytecodeCache):
    """Compiled templates by their names and what they say."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self._kept[bucket.key, bucket.checksum] = bucket.code
