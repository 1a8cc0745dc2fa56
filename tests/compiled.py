"""Compiled URL rules and templates, shared by the applications of a test process because compiling is slow."""

from __future__ import annotations

from types import CodeType
from typing import Any

from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

from service.http.flask_app import Application

_compile_rule = Rule.compile

_rules: dict[tuple[Any, ...], Rule] = {}


def share() -> None:
    """Compile each rule and each template once for all applications."""
    Rule.compile = _compile_once  # type: ignore[assignment, method-assign]
    Application.jinja_options = {**Application.jinja_options, "bytecode_cache": _Templates()}


def _compile_once(rule: Rule) -> None:
    """Compile a rule, or reuse the result of another rule with the same path."""
    if rule.defaults or rule.map.host_matching:
        _compile_rule(rule)
        return
    key = (rule.rule, rule.subdomain, rule.merge_slashes, *rule.map.converters.items())
    if key not in _rules:
        _compile_rule(rule)
        _rules[key] = rule
        return
    compiled = _rules[key]
    rule._parts, rule._trace, rule._converters = compiled._parts, compiled._trace, compiled._converters
    rule.arguments = set(compiled.arguments)
    rule._build = compiled._build.__func__.__get__(rule, None)  # type: ignore[attr-defined]
    rule._build_unknown = compiled._build_unknown.__func__.__get__(rule, None)  # type: ignore[attr-defined]


class _Templates(BytecodeCache):
    """Compiled templates by name and source."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self._kept[bucket.key, bucket.checksum] = bucket.code
