"""The HTTP API: one blueprint per resource, their schemas beside them, errors as problem details."""

from __future__ import annotations

from flask import Flask

from service.api import docs, events, files, games, health, idempotency, past, play, rulesets, session
from service.api.blueprint import StreamConverter
from service.api.openapi import SETTINGS, DaybookApi, add_structs, complete
from service.web import guard, problems

RESOURCES = (session, rulesets, games, play, past, files, events, health)


def register(app: Flask) -> None:
    """Serve the API and its documentation."""
    app.config.update(SETTINGS)
    app.url_map.converters["stream"] = StreamConverter
    guard.register(app)
    idempotency.register(app)
    problems.register(app)
    events.register(app)
    api = DaybookApi(app)
    api.register_converter(StreamConverter, StreamConverter.described)
    for resource in RESOURCES:
        api.register_blueprint(resource.blueprint)
    add_structs(api.spec)
    complete(api.spec)
    app.extensions["daybook.api"] = api
    app.register_blueprint(docs.blueprint)
