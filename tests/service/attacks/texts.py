"""Every place where a request can contain text: found in the OpenAPI document and in the forms of the pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import quote

from service.api.openapi.document import document

TEN_MEGABYTES = "x" * (10 * 2**20)
A_BODY = "x" * 60_000

TEXTS = {
    "NUL": "a\0b",
    "lone surrogate": "a\ud800b",
    "newline": "a\nb",
    "escape": "a\x1b[2Jb",
    "RTL override": "a\u202eb",
    "ZWJ emoji": "👩‍🚀 night",
    "combining marks": "Zoe\u0308 आदित्य",
}
"""Unusual texts, by their peculiarity. ``TEN_MEGABYTES`` is sent only once to each address that accepts a body; fields
get ``A_BODY``, which is as long as a body may be.
"""


# --------------------------------------------------------------------------------------------------------------------
# The API
# --------------------------------------------------------------------------------------------------------------------


class Operation(NamedTuple):
    """A request to the API, and the places for text in it: ``path`` and ``query`` by name, ``body`` by keys."""

    method: str
    path: str
    body: dict[str, Any]
    query: dict[str, str]
    places: list[tuple[str, tuple[str, ...]]]


def operations() -> Iterator[Operation]:
    """Yield all requests that may have text."""
    described = document()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            if method in ("get", "post", "put", "patch", "delete"):
                yield _operation(
                    described,
                    method,
                    path,
                    [*methods.get("parameters", []), *operation.get("parameters", [])],
                    operation,
                )


def _operation(
    described: dict[str, Any], method: str, path: str, parameters: list[dict[str, Any]], operation: dict[str, Any]
) -> Operation:
    found = [_resolved(described, each) for each in parameters]
    content = _resolved(described, operation.get("requestBody", {})).get("content", {})
    schema = _resolved(described, content.get("application/json", {}).get("schema", {}))
    required = {
        each["name"]: _example(described, each["schema"], each)
        for each in found
        if each["in"] == "query" and each.get("required")
    }
    places = [
        (each["in"], (each["name"],))
        for each in found
        if each["in"] in ("path", "query") and _is_text(described, each["schema"])
    ]
    places += [("body", place) for place in _texts(described, schema)]
    return Operation(method.upper(), path, _example(described, schema, {}) or {}, required, places)


def _resolved(described: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in part:
        found: Any = described
        for key in part["$ref"].split("/")[1:]:
            found = found[key]
        part = found
    if "allOf" in part and len(part["allOf"]) == 1:
        return {**_resolved(described, part["allOf"][0]), **{key: part[key] for key in part if key != "allOf"}}
    return part


def _is_text(described: dict[str, Any], schema: dict[str, Any]) -> bool:
    found = _resolved(described, schema)
    kinds = found.get("type", "object")
    return "string" in kinds or ("array" in kinds and _is_text(described, found.get("items", {"type": "integer"})))


def _texts(described: dict[str, Any], schema: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for name, inner in schema.get("properties", {}).items():
        found = _resolved(described, inner)
        if _is_text(described, found):
            yield (name,)
        elif found.get("properties"):
            yield from ((name, *place) for place in _texts(described, found))
        elif "object" in found.get("type", "object"):
            yield from ((name, "anything"), (name,))


def _example(described: dict[str, Any], schema: dict[str, Any], about: dict[str, Any]) -> Any:
    """Return a valid value: the document's own example, or an object with its required fields."""
    found = _resolved(described, schema)
    if "properties" in found:
        needed = found.get("required", [])
        return {name: _example(described, found["properties"][name], {}) for name in needed}
    for given in (about, found):
        if given.get("examples"):
            return (
                next(iter(given["examples"].values()))["value"]
                if isinstance(given["examples"], dict)
                else given["examples"][0]
            )
        if "example" in given:
            return given["example"]
    kind = found.get("type", "object")
    return {"string": (found.get("enum") or ["a long text"])[0], "integer": 1, "boolean": True, "array": []}.get(
        kind if isinstance(kind, str) else kind[0], {}
    )


def with_text(operation: Operation, place: tuple[str, tuple[str, ...]], text: str) -> tuple[str, str, bytes]:
    """Return the path, the query and the body of a request with the text in a place."""
    where, keys = place
    path, query, body = operation.path, dict(operation.query), deepcopy(operation.body)
    if where == "path":
        path = path.replace(f"{{{keys[0]}}}", _quoted(text))
    elif where == "query":
        query[keys[0]] = text
    else:
        part = body
        for key in keys[:-1]:
            part = part.setdefault(key, {})
        part[keys[-1]] = [_PLACE] if isinstance(part.get(keys[-1]), list) else _PLACE
    sent = json.dumps(body).encode().replace(_in_json(_PLACE), _in_json(text))
    return path, "&".join(f"{name}={_quoted(str(value))}" for name, value in query.items()), sent


_PLACE = "the place of the text"


@cache
def _in_json(text: str) -> bytes:
    """Return the text as JSON; it is cached, since ten megabytes take long to encode."""
    return json.dumps(text).encode()


def _quoted(text: str) -> str:
    return quote(text.encode(errors="surrogatepass"), safe="")


# --------------------------------------------------------------------------------------------------------------------
# Pages
# --------------------------------------------------------------------------------------------------------------------


class Form(NamedTuple):
    """A form of a page: its method and address, the values of its fields, and the names of its file fields."""

    method: str
    action: str
    fields: tuple[tuple[str, str], ...]
    files: tuple[str, ...]


class Forms(HTMLParser):
    """The forms and the links of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect links, forms and their fields; a button with a name is a field, too."""
        said = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.add(said.get("href", ""))
        elif tag == "form":
            self.forms.append(Form(said.get("method", "get").upper(), said.get("action", ""), (), ()))
        elif tag in ("input", "textarea", "select", "button") and self.forms and said.get("name"):
            form = self.forms[-1]
            if said.get("type") == "file":
                self.forms[-1] = form._replace(files=(*form.files, said["name"]))
            else:
                self.forms[-1] = form._replace(fields=(*form.fields, (said["name"], said.get("value", ""))))
