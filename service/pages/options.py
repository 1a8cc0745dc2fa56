"""A ruleset's options as form fields, from the JSON Schema of its options type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from flask_babel import gettext

from domain import table
from domain.game import Ruleset
from service.pages.forms import Faults
from service.web import render

PREFIX = "option-"
"""What the names of these fields begin with."""
_PART = "x-part-of"
"""Says of an option that it is a part of what another one chooses as a whole."""


def fields(rules: Ruleset[Any]) -> list[dict[str, Any]]:
    """What a form needs of each option: name, title, description, kind, values on offer, default; whose part it is."""
    return [_field(name, described) for name, described in _properties(rules).items()]


def _properties(rules: Ruleset[Any]) -> dict[str, Any]:
    schema = msgspec.json.schema(rules.options)
    named = schema["$ref"].rpartition("/")[2]
    found: dict[str, Any] = schema["$defs"][named].get("properties", {})
    return found


def _field(name: str, described: Mapping[str, Any]) -> dict[str, Any]:
    values = described.get("enum")
    return {
        "name": PREFIX + name,
        "part_of": PREFIX + described[_PART] if _PART in described else "",
        "title": gettext(described.get("title", name.replace("_", " ").capitalize())),
        "description": gettext(described["description"]) if "description" in described else "",
        "kind": "choice" if values else described.get("type", "string"),
        "values": values or [],
        "least": described.get("minimum"),
        "most": described.get("maximum"),
        "default": described.get("default"),
    }


def wanted(rules: Ruleset[Any], form: Mapping[str, str]) -> dict[str, Any]:
    """The options that a form asks for; what it leaves empty, and each part of a chosen whole, has its default."""
    found: dict[str, Any] = {}
    for name, described in _properties(rules).items():
        sent = form.get(PREFIX + name, "")
        if _PART in described and PREFIX + described[_PART] in form:
            continue
        if described.get("type") == "boolean":
            found[name] = sent != ""
        elif sent:
            found[name] = _number(sent) if described.get("type") == "integer" else sent
    return found


def _number(sent: str) -> int | str:
    """What is no number is left to be found at fault with the other options."""
    try:
        return int(sent)
    except ValueError:
        return sent


def faults(rules: Ruleset[Any], seats: int, chosen: dict[str, Any]) -> Faults:
    """What is wrong with the options, under ``options``."""
    try:
        table.playable(rules, seats, chosen)
    except msgspec.ValidationError as error:
        return {"options": str(error)}
    except table.Refused as refusal:
        return {"options": render.text(refusal.detail)}
    return {}


def told(rules: Ruleset[Any], chosen: Mapping[str, Any]) -> list[str]:
    """The options in words that differ from their defaults."""
    return [
        field["title"] if field["kind"] == "boolean" else f"{field['title']}: {chosen[name]}"
        for field in fields(rules)
        if (name := field["name"].removeprefix(PREFIX)) in chosen and chosen[name] != field["default"]
    ]
