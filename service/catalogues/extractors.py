"""Extractors for gettext beside Babel's own: texts of games (``messages.cfg``) and documentation (``docs.cfg``)."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib import import_module
from typing import IO, Any

import msgspec

from domain import keyed_names
from domain.rules import player_aid as aid

Found = tuple[int, str, Any, list[str]]
"""Line, function, message, comments, as Babel's extractors return them."""

_DOCUMENTED = ("help", "short_help", "epilog", "description", "summary")
"""The arguments that contain documentation."""

_DOCUMENTING = ("described", "about", "moment", "game_object", "text", "say", "NotFound", "Wrong")
"""The functions whose texts are documentation or messages of the command line."""


def python(
    fileobj: IO[bytes], keywords: Mapping[str, Any], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Yield the messages in Python. Unlike Babel's extractor, this one finds a message within another one."""
    for node in ast.walk(ast.parse(fileobj.read())):
        if isinstance(node, ast.Call) and (name := _name(node)) in keywords and node.args:
            texts = tuple(map(_literal, node.args))
            yield node.lineno, name, texts if len(texts) > 1 else texts[0], []


def _name(call: ast.Call) -> str:
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def _literal(argument: ast.expr) -> str | None:
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


def figures(
    fileobj: IO[bytes], keywords: Mapping[str, Any], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Yield the texts with these ``keys`` in a TOML file of a game: of places, tiles, cards, worked examples."""
    for text in _shown(tomllib.loads(fileobj.read().decode()), options["keys"].split()):
        yield 1, "Term", text, []


def _shown(part: Any, keys: Sequence[str]) -> Iterator[str]:
    if isinstance(part, list):
        for each in part:
            yield from _shown(each, keys)
    if isinstance(part, dict):
        for key, each in part.items():
            if isinstance(each, str) and key in keys:
                yield each
            else:
                yield from _shown(each, keys)


def player_aid(
    fileobj: IO[bytes], keywords: Mapping[str, Any], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Yield the headings, sentences, list items and table cells of a player aid."""
    for text in aid.texts(fileobj.read().decode()):
        yield 1, "Term", text, []


def rulesets(
    fileobj: IO[bytes], keywords: Mapping[str, Any], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Yield the texts that only the games in ``pyproject.toml`` know: of options, and names made from keys."""
    project = tomllib.loads(fileobj.read().decode())["project"]
    for place in project["entry-points"]["daybook.rulesets"].values():
        module, _, name = place.partition(":")
        rules = getattr(import_module(module), name)
        for text in option_texts(rules.options):
            yield 1, "Term", text, []
        for named in keyed_names.of_ruleset(rules):
            yield 1, "pgettext", (named.id, named.text), []


def option_texts(options: type) -> Iterator[str]:
    """Yield the titles and descriptions of options."""
    schema = msgspec.json.schema(options)
    for described in schema["$defs"][options.__name__]["properties"].values():
        yield from (described[part] for part in ("title", "description") if part in described)


def documentation(
    fileobj: IO[bytes], keywords: Mapping[str, Any], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Yield the texts of API and command line: docstrings, descriptions, help and output."""
    for node in ast.walk(ast.parse(fileobj.read())):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            if text := ast.get_docstring(node):
                yield node.lineno, "Term", text, []
        elif isinstance(node, ast.Call):
            yield from ((node.lineno, "Term", text, []) for text in _documented(node))


def _documented(call: ast.Call) -> Iterator[str]:
    arguments = call.args[:1] if _name(call) in _DOCUMENTING else []
    for argument in (*arguments, *(each.value for each in call.keywords if each.arg in _DOCUMENTED)):
        if text := _literal(argument):
            yield text
