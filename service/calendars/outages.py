"""When the service could not be played on: found out by whoever writes first again."""

from __future__ import annotations

from datetime import datetime, timedelta

from domain.clock.counting import Interval
from projections.rows import Rows, parsed, timestamp

SHORTEST = timedelta(seconds=30)
"""What is shorter is none: whoever beats does so every ten seconds."""


def found_out(rows: Rows, last: datetime | None, now: datetime) -> None:
    """Note an outage where nobody has written for too long. Several who find it out note it once."""
    if last is not None and now - last > SHORTEST:
        rows.execute(
            "INSERT INTO outages VALUES (:began, :ended) ON CONFLICT DO NOTHING",
            {"began": timestamp(last), "ended": timestamp(now)},
        )


def after(rows: Rows, moment: datetime, until: datetime) -> list[Interval]:
    """Outages that ended between two moments, in order."""
    found = rows.execute(
        "SELECT began, ended FROM outages WHERE ended > :moment AND ended <= :until ORDER BY ended",
        {"moment": timestamp(moment), "until": timestamp(until)},
    )
    return [(parsed(row["began"]), parsed(row["ended"])) for row in found]
