"""Fail-over: the database machine fails during writes, and its standby takes over.

With synchronous replication no answered write is lost, not even if the standby lagged when it happened.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import postgres
from tests.load_tests.kills import Mortal, crowd, left, prepared

PATIENCE = 60.0
"""Seconds after which the standby is synchronous, or something is broken."""

BLIND = 0.5
"""Seconds for which the standby hears nothing before the primary fails. Without synchronous replication, moves are
answered meanwhile that only the primary has.
"""


def test_a_standby_takes_over_and_nothing_that_was_answered_is_lost(tmp_path: Path) -> None:
    with postgres.server() as primary, postgres.standby(primary) as standby:
        make_synchronous(primary)
        url = f"postgresql://postgres@/tested?host={primary.socket},{standby.socket}&target_session_attrs=read-write"
        tokens = prepared(url, writers=4)
        server = Mortal(url, tmp_path)
        server.start()
        with crowd(server.port, tokens) as people:
            people.await_writes(40)
            with deaf(standby):
                time.sleep(BLIND)
                primary.stop("immediate")
            standby.promote()
            people.await_writes(40)
        findings = list(left(people, url, server))
    assert all(finding.kept for finding in findings), findings
    assert sum(writer.repeated for writer in people.writers), "nobody had to repeat anything: nothing failed"


def make_synchronous(primary: postgres.Server) -> None:
    """Commits wait for the standby from now on."""
    primary.execute("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
    primary.execute("SELECT pg_reload_conf()")
    deadline = time.monotonic() + PATIENCE
    while primary.execute("SELECT sync_state FROM pg_stat_replication") != [("sync",)]:
        assert time.monotonic() < deadline
        time.sleep(0.02)


@contextmanager
def deaf(standby: postgres.Server) -> Iterator[None]:
    """Stop the standby's process that receives the primary's data."""
    [(receiver,)] = standby.execute("SELECT pid FROM pg_stat_wal_receiver")
    os.kill(receiver, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(receiver, signal.SIGCONT)
