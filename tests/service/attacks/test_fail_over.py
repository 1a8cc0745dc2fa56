"""Failover: the database machine fails during writes, and its standby takes over.

With synchronous replication no acknowledged write is lost, even if the standby lagged at that moment.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import postgres
from tests.load_tests.kills import KillableServer, check_writes, create_users, run_writers

PATIENCE = 60.0
"""Seconds within which the standby must become synchronous."""

LAG = 0.5
"""Seconds for which the standby receives nothing before the primary fails. Without synchronous replication, the primary
acknowledges moves meanwhile that the standby does not have.
"""


def test_standby_takes_over_without_losing_acknowledged_writes(tmp_path: Path) -> None:
    with postgres.server() as primary, postgres.standby(primary) as standby:
        make_synchronous(primary)
        url = f"postgresql://postgres@/tested?host={primary.socket},{standby.socket}&target_session_attrs=read-write"
        tokens = create_users(url, writers=4)
        server = KillableServer(url, tmp_path)
        server.start()
        with run_writers(server.port, tokens) as people:
            people.await_writes(40)
            with replication_paused(standby):
                time.sleep(LAG)
                primary.stop("immediate")
            standby.promote()
            people.await_writes(40)
        findings = list(check_writes(people, url, server))
    assert all(finding.kept for finding in findings), findings
    assert sum(writer.repeated for writer in people.writers), "no client had to retry, so nothing failed"


def make_synchronous(primary: postgres.Server) -> None:
    """Make commits wait for the standby."""
    primary.execute("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
    primary.execute("SELECT pg_reload_conf()")
    deadline = time.monotonic() + PATIENCE
    while primary.execute("SELECT sync_state FROM pg_stat_replication") != [("sync",)]:
        assert time.monotonic() < deadline
        time.sleep(0.02)


@contextmanager
def replication_paused(standby: postgres.Server) -> Iterator[None]:
    """Stop the standby's process that receives the primary's data."""
    [(receiver,)] = standby.execute("SELECT pid FROM pg_stat_wal_receiver")
    os.kill(receiver, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(receiver, signal.SIGCONT)
