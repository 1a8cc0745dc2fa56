"""Validation of every response in tests against the OpenAPI document: no violations, and nothing undocumented."""

from __future__ import annotations

import re
from functools import cache
from typing import Any
from urllib.parse import quote

import jsonschema_rs
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from service.api.openapi.document import document

_CONVERTED = re.compile(r"<(?:[^:<>]+:)?(\w+)>")
_validators: dict[tuple[str, str, int], Any] = {}


class Client(FlaskClient):
    """A client that fails if a successful JSON response does not match the document."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        if answer.mimetype == "application/json" and answer.status_code < 300:
            _hold(self.application, answer)
        return answer


def _hold(app: Flask, answer: TestResponse) -> None:
    try:
        rule, _ = app.url_map.bind("").match(answer.request.path, answer.request.method, return_rule=True)
    except HTTPException:
        return
    key = (_CONVERTED.sub(r"{\1}", rule.rule), answer.request.method.lower(), answer.status_code)
    if key not in _validators:
        _validators[key] = _validator(*key)
    if _validators[key] is not None:
        _validators[key].validate(answer.json)


def _validator(path: str, method: str, status: int) -> Any:
    described, registry = _described()
    if path not in described["paths"]:
        return None
    if "content" not in described["paths"][path][method]["responses"][str(status)]:
        return None
    place = ("paths", path, method, "responses", str(status), "content", "application/json", "schema")
    return validator_at(registry, *place)


@cache
def _described() -> tuple[dict[str, Any], jsonschema_rs.Registry]:
    described = _closed(document())
    return described, registry_of(described)


DOCUMENT = "urn:daybook"


def registry_of(document: dict[str, Any]) -> jsonschema_rs.Registry:
    """Return a registry that parses the document once for any number of validators."""
    return jsonschema_rs.Registry([(DOCUMENT, document)])


def validator_at(registry: jsonschema_rs.Registry, *place: str) -> Any:
    """Return the validator of the schema at these keys of the document."""
    pointer = "/".join(quote(key.replace("~", "~0").replace("/", "~1")) for key in place)
    return jsonschema_rs.validator_for({"$ref": f"{DOCUMENT}#/{pointer}"}, registry=registry)


def _closed(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document, in which the API's own schemas (names without a dot) forbid undocumented fields."""
    schemas = document["components"]["schemas"]
    closed = {name: {"additionalProperties": False, **schema} for name, schema in schemas.items() if "." not in name}
    return {**document, "components": {"schemas": {**schemas, **closed}}}
