"""Whether the service can do its work."""

from __future__ import annotations

from typing import Any

from service.api.blueprint import Resource
from service.api.schemas import HealthSchema
from service.projector import lag
from service.services import services

blueprint = Resource("health", __name__, url_prefix="/api/health", description="Whether the service can do its work")

FAR_BEHIND = 1000
"""A read model that lags by more notification ids than this needs somebody's attention."""


@blueprint.route("")
@blueprint.response(200, HealthSchema)
def health() -> Any:
    """How far the read models have come

    Games can be played while they are behind; lists and ledgers then answer a little later.
    """
    storage = services().storage
    journal = storage.last_id()
    lags = lag(storage)
    return {
        "status": "behind" if max(lags.values()) > FAR_BEHIND else "ok",
        "journal": journal,
        "read_models": [{"name": name, "lag": behind} for name, behind in lags.items()],
    }
