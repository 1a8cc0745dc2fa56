"""The page with the API's documentation, rendered from the OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from flask import Blueprint, render_template
from markupsafe import Markup

from service.api.openapi.document import document
from service.http.problems import KINDS
from service.presenters.markdown import rendered

blueprint = Blueprint("api_docs", __name__, url_prefix="/api", template_folder="templates")


@blueprint.get("/docs")
def docs() -> str:
    """Show the page."""
    described = document()
    return render_template(
        "api/docs.html",
        info=described["info"],
        groups=[(tag, list(_operations(described, tag["name"]))) for tag in described["tags"]],
        families=_families(described["components"]["schemas"]),
        problems=KINDS,
    )


def _families(schemas: dict[str, Any]) -> list[tuple[str, list[tuple[str, Any]]]]:
    """Return schemas by name: the API's own, then those of tables and of each ruleset, whose name is a prefix."""
    prefixes = sorted({_prefix(name) for name in schemas})
    return [(prefix, [pair for pair in sorted(schemas.items()) if _prefix(pair[0]) == prefix]) for prefix in prefixes]


def _prefix(name: str) -> str:
    return name.rpartition(".")[0]


def _operations(document: dict[str, Any], tag: str) -> Iterator[dict[str, Any]]:
    for path, operations in document["paths"].items():
        shared = operations.get("parameters", [])
        for method, operation in operations.items():
            if method != "parameters" and tag in operation["tags"]:
                parameters = [_resolved(document, part) for part in (*shared, *operation.get("parameters", []))]
                responses = {status: _resolved(document, part) for status, part in operation["responses"].items()}
                known = {"path": path, "method": method.upper(), "parameters": parameters, "responses": responses}
                yield operation | known


def _resolved(document: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in part:
        return part
    found: Any = document
    for key in part["$ref"].removeprefix("#/").split("/"):
        found = found[key]
    return dict(found)


@blueprint.app_template_filter("markdown")
def markdown(text: str) -> Markup:
    """Render a CommonMark description in the document. HTML in it is shown as text."""
    return Markup(rendered(text))  # noqa: S704


@blueprint.app_template_filter("as_json")
def as_json(value: Any) -> str:
    """Return a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


@blueprint.app_template_filter("shape")
def shape(schema: dict[str, Any]) -> Markup:
    """Describe the type that a schema allows, with links to the schemas it refers to."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return Markup('<a href="#schema-{0}">{0}</a>').format(name)
    if "enum" in schema:
        return _OR.join(Markup("<code>{}</code>").format(as_json(value)) for value in schema["enum"])
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return _OR.join(shape(part) for part in schema[key])
    if "prefixItems" in schema:
        return Markup("[{}]").format(Markup(", ").join(shape(part) for part in schema["prefixItems"]))
    types = schema.get("type", "any value")
    return _OR.join(_of_type(kind, schema) for kind in ([types] if isinstance(types, str) else types))


_OR = Markup(" or ")


def _of_type(kind: str, schema: dict[str, Any]) -> Markup:
    inner = {"array": schema.get("items"), "object": schema.get("additionalProperties")}.get(kind)
    if inner:
        return Markup("{} of {}").format(kind, shape(inner))
    return Markup("{}").format(f"{kind} ({schema['format']})" if "format" in schema and kind == "string" else kind)


@blueprint.app_template_filter("bounds")
def bounds(schema: dict[str, Any]) -> list[tuple[str, str]]:
    """Return a schema's further constraints and its default, each as a label and a value."""
    return [(word, as_json(schema[key])) for key, word in _BOUNDS.items() if key in schema]


_BOUNDS = {
    "minimum": "minimum",
    "maximum": "maximum",
    "minLength": "minimum length",
    "maxLength": "maximum length",
    "minItems": "minimum items",
    "maxItems": "maximum items",
    "pattern": "pattern",
    "default": "default",
}
