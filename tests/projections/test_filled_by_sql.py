"""Sites that benchmarks fill by SQL: they support every query that is measured on them."""

from __future__ import annotations

from functools import partial

from projections.registry import READ_MODELS
from tests.benchmarks.scale.games import fill
from tests.benchmarks.scale.questions import APPEND, LISTS, OF_A_GAME
from tests.benchmarks.scale.sites import bytes_of, site

GAMES = 60


def test_filled_sites_answer_the_measured_queries(postgres_server: str) -> None:
    """The games consist of random moves, which cost less than those of bots that look ahead."""
    with site(postgres_server, GAMES, partial(fill, strategy="random")) as filled:
        for question in (*LISTS, *OF_A_GAME, APPEND):
            filled.asks[question]()
        with filled.storage.database.reading() as rows:
            ends = {filled.storage.tracking.position(rows, name) for name in READ_MODELS}
        assert len(ends) == 1
        assert min(bytes_of(filled).values()) > 0
