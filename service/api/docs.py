"""The API's documentation as a page, rendered here from the OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from flask import Blueprint, current_app, render_template
from markdown_it import MarkdownIt
from markupsafe import Markup

from service.web.problems import KINDS

_COMMONMARK = MarkdownIt("commonmark", {"html": False})

blueprint = Blueprint("api_docs", __name__, url_prefix="/api", template_folder="templates")


@blueprint.get("/docs")
def docs() -> str:
    """The page."""
    document = current_app.extensions["daybook.api"].spec.to_dict()
    return render_template(
        "api/docs.html",
        info=document["info"],
        groups=[(tag, list(_operations(document, tag["name"]))) for tag in document["tags"]],
        schemas=sorted(document["components"]["schemas"].items()),
        problems=KINDS,
    )


def _operations(document: dict[str, Any], tag: str) -> Iterator[dict[str, Any]]:
    for path, operations in document["paths"].items():
        shared = operations.get("parameters", [])
        for method, operation in operations.items():
            if method != "parameters" and tag in operation["tags"]:
                parameters = [_resolved(document, part) for part in (*shared, *operation.get("parameters", []))]
                yield {**operation, "path": path, "method": method.upper(), "parameters": parameters}


def _resolved(document: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in part:
        return part
    found: Any = document
    for key in part["$ref"].removeprefix("#/").split("/"):
        found = found[key]
    return dict(found)


@blueprint.app_template_filter("markdown")
def markdown(text: str) -> Markup:
    """A description of the document; they are CommonMark, as OpenAPI has it. HTML in it is shown as text."""
    return Markup(_COMMONMARK.render(text))  # noqa: S704


@blueprint.app_template_filter("as_json")
def as_json(value: Any) -> str:
    """A part of the document, indented."""
    return json.dumps(value, indent=2, ensure_ascii=False)
