"""flask-smorest for the running application, which builds the OpenAPI document on request only."""

from __future__ import annotations

from flask import Response, json
from flask_smorest import Api, Blueprint

from service.api.openapi.document import document


class ServedApi(Api):
    """flask-smorest's without a document of its own, which takes longer to make than all else of an application."""

    def _init_spec(self, **settings: object) -> None:
        """Nothing."""

    def _register_error_handlers(self) -> None:
        """Errors are answered for the whole application elsewhere."""

    def register_blueprint(self, blp: Blueprint) -> None:
        """Serve a resource."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blp.name] = self
        self._app.register_blueprint(blp)

    def _openapi_json(self) -> Response:
        return Response(json.dumps(document(), sort_keys=False), mimetype="application/json")
