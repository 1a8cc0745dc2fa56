"""Settings of the OpenAPI document: marshmallow schemas by flask-smorest, and the structs of every ruleset."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from apispec import APISpec
from flask_smorest import Api
from flask_smorest.utils import prepare_response

from domain.game import Ruleset, ruleset, rulesets
from domain.log import BranchOpened, HeadMoved
from domain.table.facts import TABLE_FACTS
from service.http.problems import KINDS, MEDIA_TYPE
from service.runtime.admission_control import SESSION_COOKIE
from service.schemas.fields import A_GAME, described
from service.schemas.tables import ProblemSchema

SETTINGS = {
    "API_TITLE": "Daybook",
    "API_VERSION": "1",
    "OPENAPI_VERSION": "3.1.0",
    "OPENAPI_URL_PREFIX": "/api",
    "API_SPEC_OPTIONS": {
        "info": {
            "description": (
                "Daybook keeps the logs of board games that people play over the web. A game is a log of events. You "
                "can read its position at any version, undo moves, and create branches anywhere.\n\n"
                "**Writing.** Send an API token (`Authorization: Bearer …`). Requests that change a game name the "
                "version that you have seen: send the ETag of the position, or the version in quotes, in `If-Match`. "
                "Without it the response is 428. If the version is not the latest, the response is 412 with the events "
                "since. You can send an `Idempotency-Key` with any write. If you repeat the request with the same key, "
                "you get the first response again and nothing happens twice.\n\n"
                "**Live updates.** `/api/games/{id}/events`, `/api/games/events` and `/api/events` send server-sent "
                "events or, with `wait`, answer long polls. After a backup was restored, you may know more than the "
                'log. The next response then says so at once (`"reset": true`; the streams of one game and of all your '
                "games send an event of type `reset`). Discard what you know and load it again. A `cursor` ahead of "
                "the log is refused with 422.\n\n"
                "**Caching.** Responses to a session or a token are `no-store`: send `If-None-Match` yourself.\n\n"
                "**Notifications.** A channel of kind `webhook` has an https address that accepts POST requests with "
                "JSON: "
                "`id` (of this message; it stays the same if the message is sent again), `test`, `text`, `link`, "
                "and "
                "`notifications`, each with `id`, `kind`, `game` (null if it is about a channel), `channel`, "
                "`name`, "
                "`version`, `title`, `detail`, `link` and `at`. "
                "`Daybook-Signature` is `sha256=` and the hexadecimal HMAC-SHA-256, under the channel's `secret`, of "
                "`Daybook-Timestamp` (seconds since 1970), a full stop and the body. Refuse messages that are older "
                "than some minutes. Answer with a status of 200 to 299. After 408, 425, 429 and 500 to 599, Daybook "
                "retries for two days. A 410 ends the channel at once; two days of failures end it too. Its owner is "
                "notified and can retry it. While a message waits, and for some minutes after an unread message, "
                "further notifications are collected into the next one. Daybook follows no redirects, and sends "
                "nothing to addresses outside the public internet. Addresses of other kinds: `push` has the browser's "
                "subscription, as JSON; `ntfy` the address of a topic (`https://ntfy.sh/topic`); `matrix` a room with "
                "an access token (`https://TOKEN@matrix.org/!room:matrix.org`); `apprise` an Apprise address: "
                "`discord://ID/TOKEN`, `slack://A/B/C`, `tgram://TOKEN/CHAT`.\n\n"
                "**Errors** are problem details (RFC 9457)."
            )
        },
        "components": {
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": SESSION_COOKIE},
            }
        },
        "security": [{"token": []}, {"session": []}, {}],
    },
}

IDEMPOTENCY_PARAMETER = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$", "examples": ["7d1"]},
    "description": "A text of your choice for this write. If you repeat the key, you get the first response again.",
}


class DescribedApi(Api):
    """flask-smorest with problem details for errors (their handlers are in :mod:`service.http.problems`)."""

    ERROR_SCHEMA = ProblemSchema

    def _register_error_handlers(self) -> None:
        """Do nothing: errors are handled for the whole application elsewhere."""

    def _register_pagination_header(self) -> None:
        """Do nothing: pages have a cursor in the response."""

    def _register_responses(self) -> None:
        statuses = {str(kind.status) for kind in KINDS.values()}
        for status in ("DEFAULT_ERROR", *_STATUS_NAMES):
            response: dict[str, Any] = {"description": status.replace("_", " ").capitalize()}
            if _STATUS_NAMES.get(status, "default") in (*statuses, "default"):
                response["schema"] = ProblemSchema
            prepare_response(response, self.spec, MEDIA_TYPE)
            self.spec.components.response(status, response, lazy=True)


_STATUS_NAMES = {
    "NOT_MODIFIED": "304",
    "PRECONDITION_FAILED": "412",
    "UNPROCESSABLE_ENTITY": "422",
    "UNPROCESSABLE_CONTENT": "422",
    "PRECONDITION_REQUIRED": "428",
}


def add_structs(spec: APISpec) -> None:
    """Describe facts, commands, states and options of every ruleset, and the facts of tables."""
    for name in rulesets():
        spec.components.schemas |= _of_ruleset(name)
    spec.components.schemas |= _schemas("daybook.", [*TABLE_FACTS, HeadMoved, BranchOpened])


@cache
def _of_ruleset(name: str) -> dict[str, Any]:
    rules: Ruleset[Any] = ruleset(name)
    return _schemas(f"{name}.", [rules.state, rules.options, *rules.facts, *rules.commands])


def _schemas(prefix: str, types: list[type]) -> dict[str, Any]:
    _, components = msgspec.json.schema_components(types, ref_template=f"#/components/schemas/{prefix}{{name}}")
    # Two games have a State each: generators name their classes by the title.
    return {prefix + name: _generatable(schema) | {"title": prefix + name} for name, schema in components.items()}


def _generatable(schema: Any) -> Any:
    """Adapt a schema of msgspec's to generators, and add an example to each described field.

    The ``items: false`` of a tuple is removed: generators expect an object there, and ``maxItems`` says the same.
    """
    if isinstance(schema, list):
        return [_generatable(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: _generatable(part) for key, part in schema.items() if (key, part) != ("items", False)}
    if "description" in kept and "default" in kept:
        kept["examples"] = [kept["default"]]
    return kept


def component(rules: Ruleset[Any], struct: type) -> str:
    """Return the reference to a ruleset's Struct in the document."""
    return f"#/components/schemas/{rules.name}.{struct.__name__}"


def complete(spec: APISpec) -> None:
    """Add the idempotency key that every write accepts, and describe URL parameters and headers."""
    for path, operations in spec._paths.items():
        for method, operation in operations.items():
            if method in ("post", "put", "patch", "delete"):
                operation.setdefault("parameters", []).append(IDEMPOTENCY_PARAMETER)
        for parameter in operations.get("parameters", []):
            about = _BY_NAME.get(parameter["name"])
            _describe(parameter, about or next(about for start, about in _IN_PATHS.items() if path.startswith(start)))
    for name, about in _HEADERS.items():
        _describe(spec.components.parameters[name], about)


_BY_NAME = {
    "number": described("The number of a message", 12),
    "version": described("The version of an event", 57),
    "user": described("The id of a user", A_GAME),
}
_IN_PATHS = {
    "/api/games/": described("The id of a game or a branch", A_GAME),
    "/api/tournaments/": described("The id of a tournament", A_GAME),
    "/api/admin/games/": described("The id of a game", A_GAME),
    "/api/rulesets/": described("The name of an available game", "brass-birmingham"),
    "/api/sessions/": described("The id of one of your sessions", A_GAME),
    "/api/users/me/notifications/": described("The id of one of your notification channels", A_GAME),
    "/api/tokens/": described("The id of one of your API tokens", A_GAME),
}

_HEADERS = {
    "IF_MATCH": described("The version that you have seen: an ETag, or the version in quotes", '"56"'),
    "IF_NONE_MATCH": described("The ETag that you have; the response is 304 if it is still current", f'"{A_GAME}.56"'),
}


def _describe(parameter: dict[str, Any], about: dict[str, Any]) -> None:
    parameter["description"] = about["description"]
    parameter["schema"] = {**parameter["schema"], "examples": about["examples"]}
