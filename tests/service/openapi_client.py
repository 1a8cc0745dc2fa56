"""Validation of every response in tests against the OpenAPI document: no violations, and nothing undocumented."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any
from urllib.parse import quote, urlsplit

import jsonschema_rs
from flask.testing import FlaskClient
from werkzeug.datastructures import Headers
from werkzeug.test import TestResponse, run_wsgi_app
from werkzeug.wsgi import get_current_url

from service.api.openapi.document import document

_CONVERTED = re.compile(r"<(?:[^:<>]+:)?(\w+)>")
_RULE = "tests.rule"
_validators: dict[tuple[str, str, int], Any] = {}


class Client(FlaskClient):
    """A client that fails where an answer is not as the document has it.

    Without cookies, it does not work out for which URLs they would be.
    """

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        if answer.mimetype == "application/json" and answer.status_code < 300:
            _hold(answer)
        return answer

    def run_wsgi_app(self, environ: dict[str, Any], buffered: bool = False) -> tuple[Iterable[bytes], str, Headers]:
        """Send a request, and note its rule."""
        if self._cookies:
            self._add_cookies_to_wsgi(environ)
        elif self._cookies is not None:
            environ.pop("HTTP_COOKIE", None)
        received = environ

        def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
            nonlocal received
            received = environ
            return self.application(environ, start_response)

        answer = run_wsgi_app(application, environ, buffered)
        environ[_RULE] = getattr(received.get("werkzeug.request"), "url_rule", None)
        if cookies := answer[2].getlist("Set-Cookie"):
            url = urlsplit(get_current_url(environ))
            self._update_cookies_from_response(url.hostname or "localhost", url.path, cookies)
        return answer


def _hold(answer: TestResponse) -> None:
    rule = answer.request.environ[_RULE]
    if rule is None:
        return
    key = (_documented(rule.rule), answer.request.method.lower(), answer.status_code)
    if key not in _validators:
        _validators[key] = _validator(*key)
    if _validators[key] is not None:
        _validators[key].validate(answer.json)


@cache
def _documented(rule: str) -> str:
    """Return the path as the document writes it."""
    return _CONVERTED.sub(r"{\1}", rule)


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
    """A document that is read once for any number of validators."""
    return jsonschema_rs.Registry([(DOCUMENT, document)])


def validator_at(registry: jsonschema_rs.Registry, *place: str) -> Any:
    """The validator of a schema in the document, by the keys that lead to it."""
    pointer = "/".join(quote(key.replace("~", "~0").replace("/", "~1")) for key in place)
    return jsonschema_rs.validator_for({"$ref": f"{DOCUMENT}#/{pointer}"}, registry=registry)


def _closed(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document, in which answers of the API's own have no fields but those that are described."""
    schemas = document["components"]["schemas"]
    closed = {name: {"additionalProperties": False, **schema} for name, schema in schemas.items() if "." not in name}
    return {**document, "components": {"schemas": {**schemas, **closed}}}
