"""The OpenAPI document of the whole API, built when it is first requested."""

from __future__ import annotations

from functools import cache
from typing import Any

from flask import Flask

from service.api.blueprint import HexIdConverter
from service.api.openapi.settings import SETTINGS, DescribedApi, add_structs, complete
from service.api.registry import blueprints


def register_id_converter(app: Flask) -> None:
    """Declare the URL converter for game ids."""
    app.url_map.converters["stream"] = HexIdConverter


@cache
def document() -> dict[str, Any]:
    """Build the document. It is the same for every application, whatever the site's configuration."""
    app = Flask("service")
    app.config.update(SETTINGS)
    register_id_converter(app)
    api = DescribedApi(app)
    api.register_converter(HexIdConverter, HexIdConverter.described)
    for blueprint in blueprints():
        api.register_blueprint(blueprint)
    add_structs(api.spec)
    complete(api.spec)
    described: dict[str, Any] = api.spec.to_dict()
    return described
