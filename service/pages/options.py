"""A ruleset's options as form fields, from the JSON Schema of its options type.

An array becomes as many fields as it can have items, each of them one value or none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, get_type_hints

import msgspec
from flask_babel import gettext, lazy_gettext

from domain.data_faults import explained
from domain.game import Ruleset
from domain.keyed_names import AUTOMAS, literals
from domain.table import decisions, refusals
from service.http import messages
from service.pages.forms import Faults

PREFIX = "option-"
"""The prefix of the names of these fields."""
_PART = "x-part-of"
"""Marks an option as a part of another one that chooses the whole."""
_RULE = re.compile(r"\b[A-Z]{2}-(?:[A-Z]\.)?\d+(?:\.\d+)*")
_RULES = re.compile(rf"\s*[(（][^()（）]*{_RULE.pattern}[^()（）]*[)）]")
"""The rules in a description, which has no ids on a page."""
_ITEMS = {AUTOMAS: lazy_gettext("Automa")}
"""The name of one item of an array."""


def fields(rules: Ruleset[Any]) -> list[dict[str, Any]]:
    """Return the form fields of the options: name, title, description, the first rule that it names, kind, values on
    offer, default; the whole it is part of.
    """
    return [_field(rules, name, described) for name, described in _properties(rules).items()]


def automas(rules: Ruleset[Any]) -> dict[str, Any] | None:
    """Return the field of the option that seats automas; None for a game without it."""
    return next((field for field in fields(rules) if field["name"] == PREFIX + AUTOMAS), None)


def _properties(rules: Ruleset[Any]) -> dict[str, Any]:
    return _properties_of(rules.options)


@cache
def _properties_of(options: type) -> dict[str, Any]:
    schema = msgspec.json.schema(options)
    named = schema["$ref"].rpartition("/")[2]
    found: dict[str, Any] = schema["$defs"][named].get("properties", {})
    return found


def _field(rules: Ruleset[Any], name: str, described: Mapping[str, Any]) -> dict[str, Any]:
    several = "enum" in described.get("items", {})
    values = literals(get_type_hints(rules.options)[name]) if several else described.get("enum")
    kind = "several" if several else "choice" if values else described.get("type", "string")
    title = gettext(described.get("title", name.replace("_", " ").capitalize()))
    description = gettext(described["description"]) if "description" in described else ""
    named = _RULE.search(description)
    return {
        "name": PREFIX + name,
        "part_of": PREFIX + described[_PART] if _PART in described else "",
        "title": title,
        "description": _RULES.sub("", description),
        "rule": named[0] if named else "",
        "kind": kind,
        "values": values or [],
        "item": str(_ITEMS.get(name, title)),
        "names": [f"{PREFIX}{name}-{number}" for number in range(1, described.get("maxItems", 0) + 1)],
        "least": described.get("minimum"),
        "most": described.get("maximum"),
        "default": list(described.get("default", ())) if several else described.get("default"),
    }


def wanted(rules: Ruleset[Any], form: Mapping[str, str]) -> dict[str, Any]:
    """Return the options that a form requests; empty ones, and the parts of a chosen whole, have their defaults."""
    found: dict[str, Any] = {}
    for name, described in _properties(rules).items():
        sent = form.get(PREFIX + name, "")
        if _PART in described and PREFIX + described[_PART] in form:
            continue
        if described.get("type") == "array":
            found[name] = _several(name, described, form)
        elif described.get("type") == "boolean":
            found[name] = sent != ""
        elif sent:
            found[name] = _number(sent) if described.get("type") == "integer" else sent
    return found


def _several(name: str, described: Mapping[str, Any], form: Mapping[str, str]) -> list[str]:
    numbers = range(1, described.get("maxItems", 0) + 1)
    return [sent for number in numbers if (sent := form.get(f"{PREFIX}{name}-{number}", ""))]


def _number(sent: str) -> int | str:
    """Return a number; leave other text to validation."""
    try:
        return int(sent)
    except ValueError:
        return sent


def faults(rules: Ruleset[Any], seats: int, chosen: dict[str, Any]) -> Faults:
    """Return the faults of the options, under ``options``."""
    return _faults(lambda: decisions.playable(rules, seats, chosen))


def solo_faults(rules: Ruleset[Any], chosen: dict[str, Any]) -> Faults:
    """Return the faults of the options for solo play against automas, under ``options``."""
    return _faults(lambda: decisions.playable(rules, decisions.seats_for(rules, 1, chosen), chosen))


def _faults(decide: Callable[[], object]) -> Faults:
    try:
        decide()
    except msgspec.ValidationError as error:
        return {"options": messages.text(explained(error))}
    except refusals.Refused as refusal:
        return {"options": messages.text(refusal.detail)}
    return {}


def has_solo_mode(rules: Ruleset[Any]) -> bool:
    """Return whether one player can play it, against automas at seats or in the rules."""
    return 1 in rules.seats or automas(rules) is not None


def chosen_options(rules: Ruleset[Any], chosen: Mapping[str, Any]) -> list[str]:
    """Describe the options that differ from their defaults."""
    return [
        _option_text(field, chosen[name])
        for field in fields(rules)
        if (name := field["name"].removeprefix(PREFIX)) in chosen and chosen[name] != field["default"]
    ]


def _option_text(field: Mapping[str, Any], value: Any) -> str:
    match field["kind"]:
        case "boolean":
            return str(field["title"])
        case "several":
            return f"{field['title']}: {', '.join(map(messages.level_name, value))}"
        case _:
            return f"{field['title']}: {messages.option_value(str(value))}"
