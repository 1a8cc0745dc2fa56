"""Compiled URL rules and templates, shared by the applications of a test process because compiling is slow.

Applications with the same rules also share the state machine that finds the rule of a URL.
"""

from __future__ import annotations

from types import CodeType
from typing import Any, ClassVar

from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule
from werkzeug.routing import map as maps
from werkzeug.routing.matcher import State, StateMachineMatcher

from service.http.flask_app import Application

_compile_rule = Rule.compile

_rules: dict[tuple[Any, ...], tuple[Rule, dict[str, Any]]] = {}
"""Compiled rules, and the converters with which they were compiled."""


def share() -> None:
    """Compile each rule and each template once for all applications."""
    Rule.compile = _compile_once  # type: ignore[assignment, method-assign]
    maps.StateMachineMatcher = _Matcher  # type: ignore[misc]
    Application.jinja_options = {**Application.jinja_options, "bytecode_cache": _Templates()}


def _compile_once(rule: Rule) -> None:
    """Compile a rule, or reuse the result of another rule with the same path."""
    if rule.defaults or rule.map.host_matching:
        _compile_rule(rule)
        return
    key = (rule.rule, rule.subdomain, rule.merge_slashes)
    compiled, converters = _rules.get(key, (rule, None))
    if converters != rule.map.converters:
        _compile_rule(rule)
        _rules[key] = rule, dict(rule.map.converters)
        return
    rule._parts, rule._trace, rule._converters = compiled._parts, compiled._trace, compiled._converters
    rule.arguments = set(compiled.arguments)
    rule._build = compiled._build.__func__.__get__(rule, None)  # type: ignore[attr-defined]
    rule._build_unknown = compiled._build_unknown.__func__.__get__(rule, None)  # type: ignore[attr-defined]


class _Matcher(StateMachineMatcher):
    """A matcher that takes over the state machine of another one with the same rules."""

    _roots: ClassVar[dict[tuple[Any, ...], State]] = {}

    def __init__(self, merge_slashes: bool) -> None:
        super().__init__(merge_slashes)
        self._added: list[Rule] = []

    def add(self, rule: Rule) -> None:
        self._added.append(rule)

    def update(self) -> None:
        """Build the state machine, or reuse one; maps call this before they match."""
        key = tuple(_identity(rule) for rule in self._added)
        if key not in self._roots:
            made = StateMachineMatcher(self.merge_slashes)
            for rule in self._added:
                made.add(rule)
            made.update()
            self._roots[key] = made._root
        self._root = self._roots[key]


def _identity(rule: Rule) -> tuple[Any, ...]:
    """Return all that matters for matching; a rule that was not shared is only like itself."""
    if rule.defaults or rule.redirect_to or rule.alias or rule.map.host_matching:
        return (id(rule),)
    methods = None if rule.methods is None else frozenset(rule.methods)
    return id(rule._parts), rule.endpoint, methods, rule.strict_slashes, rule.websocket


class _Templates(BytecodeCache):
    """Compiled templates by name and source."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self._kept[bucket.key, bucket.checksum] = bucket.code
