"""Sites of a given number of games: filling, querying and measuring their size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import islice
from time import process_time
from typing import NamedTuple

from deploy.private_postgres import create_database
from projections.registry import READ_MODELS
from service.readmodels.parallel_rebuild import processes
from service.storage import Storage, connect
from tests.benchmarks.scale.games import FILLED, PLAYED
from tests.benchmarks.scale.questions import Ask, questions
from tests.benchmarks.scale.server import Meter, drop_database
from tests.benchmarks.timing import milliseconds

ASKED = 200
"""The number of repetitions of each query."""

REBUILT = 400
"""The number of games whose read models are rebuilt."""

PROCESSES = 2

WEIGHED = (*FILLED, "tables", "table_people")


class Site(NamedTuple):
    """A site with a number of games, its queries, and a meter of its server's work."""

    url: str
    games: int
    storage: Storage
    asks: dict[str, Ask]
    meter: Meter


@contextmanager
def site(server: str, games: int, fill: Callable[[Storage, int], None]) -> Iterator[Site]:
    """Yield a new, filled site; free its disk space afterwards."""
    name = f"games_{games}"
    url = create_database(server, name)
    try:
        with ExitStack() as stack:
            storage = stack.enter_context(closing(connect(url)))
            storage.migrate()
            fill(storage, games)
            asks = stack.enter_context(questions(storage, url, games))
            yield Site(url, games, storage, asks, stack.enter_context(closing(Meter(url))))
    finally:
        drop_database(server, name)


class Cost(NamedTuple):
    """The cost of one response."""

    pages: float
    cpu: float
    milliseconds: float


def costs(sites: Sequence[Site], question: str) -> list[list[Cost]]:
    """Return the costs of a query for each site; they take turns, so that other programs affect all of them equally."""
    for each in sites:
        each.asks[question]()  # This opens connections and fills the caches.
        each.meter.meet()
    rounds = [[_cost(site, site.asks[question]) for site in sites] for _ in range(ASKED)]
    return list(map(list, zip(*rounds, strict=True)))


def _cost(site: Site, ask: Ask) -> Cost:
    before, began = site.meter.read(), process_time()
    took = milliseconds(ask)
    own, after = process_time() - began, site.meter.read()
    return Cost(after.pages - before.pages, (own + after.seconds - before.seconds) * 1000, took)


def bytes_of(site: Site) -> dict[str, float]:
    """Return the bytes per fact of each table, including its indexes."""
    with site.storage.database.reading() as rows:
        facts = site.storage.tracking.end(rows)
        found = rows.execute(
            "SELECT relname AS place, pg_total_relation_size(oid) AS size FROM pg_class"
            " WHERE relkind = 'r' AND relnamespace = 'public'::REGNAMESPACE AND relname NOT LIKE 'template%'"
        )
    sizes = {row["place"]: row["size"] / facts for row in found}
    return {**{table: sizes[table] for table in WEIGHED}, "all tables": sum(sizes.values())}


def rebuilt(site: Site) -> float:
    """Return the facts per second of a rebuild of all read models for some games, by parallel processes."""
    models = list(READ_MODELS.values())
    ends = list(islice(site.storage.stream_ends(site.storage.last_id()), len(PLAYED) + 2 + REBUILT))[len(PLAYED) :]
    with processes(PROCESSES, partial(connect, site.url)) as work:
        list(work(models, [ends[:1], ends[1:2]]))  # This starts the processes.
        took = milliseconds(lambda: list(work(models, [ends[at : at + 2] for at in range(2, len(ends), 2)])))
    return sum(end.version for end in ends[2:]) / took * 1000
