"""The shortest time between two messages on a channel: events between them share one message.

The first message is sent at once. The next message follows after at least a minute, and each later message after twice
as long, up to 15 minutes. The pace is reset once the user has seen the last message, or after an hour.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from projections.db_protocol import Rows, listed, parsed, timestamp

SHORTEST = timedelta(minutes=1)
LONGEST = timedelta(minutes=15)
QUIET = timedelta(hours=1)
"""After so long without a message the next one goes out at once, as if it were the first."""


class Pace(NamedTuple):
    """The time of the last message on a channel, how long the next one waits, and whether the last one was seen."""

    notified_at: datetime | None = None
    wait: timedelta = timedelta(0)
    seen: bool = False

    @property
    def next_at(self) -> datetime | None:
        """When the next message may be sent; None if at any time."""
        return None if self.notified_at is None else self.notified_at + self.wait

    def following(self, now: datetime) -> timedelta:
        """How long the next message waits if one is sent now."""
        first = self.notified_at is None or self.seen or now - self.notified_at > QUIET
        return SHORTEST if first else min(self.wait * 2, LONGEST)


def of_channels(rows: Rows, channels: Collection[str]) -> dict[str, Pace]:
    """Return the pace of these channels."""
    among, params = listed("channel", channels)
    found = rows.execute(
        "SELECT channel, notified_at, pace, seen_at FROM outbox_channels"  # noqa: S608
        f" LEFT JOIN notifications ON notifications.id = last_notified WHERE channel IN ({among})",
        params,
    )
    return {
        row["channel"]: Pace(
            parsed(row["notified_at"]) if row["notified_at"] else None,
            timedelta(seconds=row["pace"]),
            row["seen_at"] is not None,
        )
        for row in found
    }


def note(rows: Rows, channel: str, before: Pace, last: str, now: datetime) -> None:
    """Record that a message is sent on a channel now, and the last notification in it."""
    rows.execute(
        "UPDATE outbox_channels SET notified_at = :now, last_notified = :last, pace = :pace WHERE channel = :channel",
        {
            "channel": channel,
            "now": timestamp(now),
            "last": last,
            "pace": int(before.following(now).total_seconds()),
        },
    )
