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

blueprint = Resource("health", __name__, url_prefix="/api/health", description="Health")

FAR_BEHIND = 1000
"""A read model that lags by more notification ids needs attention."""

SILENT = timedelta(minutes=1)
"""A worker that has not reported for longer needs attention."""


@blueprint.route("")
@blueprint.returns(200, Health)
@blueprint.alt_response(503, schema=schema_of(Health), description="Nothing can be written to the database")
def health() -> Health | Response:
    """Check the health of the service

    Every ten seconds the process makes a small test write and stores the result. This response uses that result and
    does not query the database. If nothing can be written, the status is 503: send players to another process.

    Games can be played while read models lag; lists and ledgers then update later. A failed game is one whose rules
    raised an error. Lists mark it and show it as it was before the error, which is in the log.

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
