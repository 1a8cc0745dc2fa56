"""The health check."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from flask import Response, jsonify

from service.api.blueprint import Resource
from service.container import services
from service.http.problems import RETRY_AFTER
from service.runtime.heartbeat import OVERDUE
from service.schemas.from_struct import schema_of
from service.schemas.tables import Health, ModelHealth

blueprint = Resource("health", __name__, url_prefix="/api/health", description="Whether the service can do its work")

FAR_BEHIND = 1000
"""A read model that lags by more notification ids needs attention."""

SILENT = timedelta(minutes=1)
"""A worker that has not reported for longer needs attention."""


@blueprint.route("")
@blueprint.returns(200, Health)
@blueprint.alt_response(503, schema=schema_of(Health), description="Nothing can be written")
def health() -> Health | Response:
    """Whether everything can be done, and how far the read models have come

    Every ten seconds the process writes something small and notes what comes of it; this answers from the note, without
    asking the database. Where nothing can be written the answer has the status 503: send players elsewhere.

    Games can be played while read models are behind; lists and ledgers then answer a little later. A game that failed
    is one whose own rules raised an error: the lists show it as it was before and say so, and the log says why.

    Workers update the lists, watch the clocks, run the bots and send notifications. If no worker has reported for a
    minute, the status is `behind`: their work has stopped.
    """
    beat = services().heartbeat.last()
    healthy = beat.written and beat.age < OVERDUE
    behind = _behind(beat.lags) or (beat.worker or timedelta()) > SILENT
    body = Health(
        status="failing" if not healthy or beat.failed else "behind" if behind else "ok",
        writes=healthy,
        age=round(beat.age, 1),
        worker_age=None if beat.worker is None else round(beat.worker.total_seconds(), 1),
        journal=beat.journal,
        read_models=[ModelHealth(name, lag, beat.failed[name]) for name, lag in beat.lags.items()],
    )
    return body if healthy else _failing(body)


def _failing(body: Health) -> Response:
    response = jsonify(body)
    response.status_code = 503
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def _behind(lags: Mapping[str, int]) -> bool:
    return max(lags.values(), default=0) > FAR_BEHIND
