"""flask-smorest for the running application, which builds the OpenAPI document on request only."""

from __future__ import annotations

from flask import Response, json
from flask_smorest import Api, Blueprint

from service.api.openapi.document import document


class ServedApi(Api):
    """flask-smorest without its own OpenAPI document, which takes longer to build than the rest of an application."""

    def _init_spec(self, **settings: object) -> None:
        """Do nothing."""

    def _register_error_handlers(self) -> None:
        """Do nothing: errors are handled for the whole application elsewhere."""

    def register_blueprint(self, blp: Blueprint) -> None:
        """Register a resource."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blp.name] = self
        self._app.register_blueprint(blp)

    def _openapi_json(self) -> Response:
        return Response(json.dumps(document(), sort_keys=False), mimetype="application/json")
