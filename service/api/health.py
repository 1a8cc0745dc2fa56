"""Whether the service can do its work."""

from __future__ import annotations

from typing import Any

from service import failures
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

    Games can be played while they are behind; lists and ledgers then answer a little later. A game that failed is one
    whose own rules raised an error: the lists show it as it was before and say so, and the log says why.
    """
    storage = services().storage
    journal = storage.last_id()
    lags, failed = lag(storage), failures.counted(storage.database)
    behind = max(lags.values()) > FAR_BEHIND
    return {
        "status": "behind" if behind else "failing" if failed else "ok",
        "journal": journal,
        "read_models": [{"name": name, "lag": lags[name], "failed": failed[name]} for name in lags],
    }
