"""The HTTP API: one blueprint per resource, errors as problem details."""

from __future__ import annotations

from flask import Flask

from service.api import idempotency
from service.api.openapi import docs
from service.api.openapi.document import register_id_converter
from service.api.openapi.served import ServedApi
from service.api.openapi.settings import SETTINGS
from service.api.registry import blueprints
from service.api.sse import events, games_events, user_events
from service.http import csrf
from service.presenters import errors


def register(app: Flask) -> None:
    """Serve the API and its documentation."""
    app.config.update(SETTINGS)
    register_id_converter(app)
    csrf.register(app)
    idempotency.register(app)
    errors.register(app)
    events.register(app)
    user_events.register(app)
    games_events.register(app)
    api = ServedApi(app)
    for blueprint in blueprints():
        api.register_blueprint(blueprint)
    app.register_blueprint(docs.blueprint)
