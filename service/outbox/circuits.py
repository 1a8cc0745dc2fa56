"""Circuit breakers of channels: the state of each channel, and when its next message is due.

The state is in the database, so that it applies to every process. A transaction that changes the messages of a channel
first locks the channel's row, so that two transactions on one channel run one after the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from projections.db_protocol import Row, Rows, listed, parsed, timestamp

FIRST_WAIT = timedelta(seconds=30)
"""The wait until the second attempt; each wait is twice as long as the one before it, ..."""

LONGEST_WAIT = timedelta(hours=6)
"""... up to this one."""

ATTEMPTS = 18
"""The number of attempts, over about two days."""

State = Literal["working", "failing", "ended"]


class Circuit(msgspec.Struct, frozen=True):
    """The state of a channel: its failures in a row, when and why it last failed, and when it ended."""

    channel: str
    user: str
    due_at: datetime | None = None
    """When its next message is due; None if none waits."""
    failures: int = 0
    failure: str = ""
    failed_at: datetime | None = None
    retry_at: datetime | None = None
    """When a failing channel is tried again, if a message waits then."""
    ended_at: datetime | None = None
    logged_out: bool = False
    """Its browser's session has ended: only that browser can open it again, by subscribing in another session."""

    @property
    def state(self) -> State:
        """The state that its owner sees."""
        if self.ended_at is not None:
            return "ended"
        return "failing" if self.failures else "working"


def wait_after(failures: int) -> timedelta:
    """Return how long to wait after this number of failures in a row."""
    return min(FIRST_WAIT * (1 << min(failures - 1, ATTEMPTS)), LONGEST_WAIT)


def of_channels(rows: Rows, channels: Collection[str]) -> dict[str, Circuit]:
    """Return the circuits of these channels, without those that have never sent anything."""
    among, params = listed("channel", channels)
    found = rows.execute(f"SELECT * FROM outbox_channels WHERE channel IN ({among})", params)  # noqa: S608
    return {row["channel"]: _circuit(row) for row in found}


def due(
    rows: Rows, now: datetime, *, prompt: bool, but: Collection[str], but_users: Collection[str], most: int
) -> list[str]:
    """Return channels with a due message, those that have waited longest first.

    ``prompt`` selects those that responded quickly last time. Some channels, and all channels of some users, are left
    out.
    """
    channels, params = listed("channel", but)
    users, more = listed("user", but_users)
    others = f"AND channel NOT IN ({channels})" if but else ""
    others += f" AND user_id NOT IN ({users})" if but_users else ""
    found = rows.execute(
        "SELECT channel FROM outbox_channels"  # noqa: S608
        f" WHERE prompt = :prompt AND due_at <= :now {others} ORDER BY due_at, channel LIMIT :most",
        {"prompt": prompt, "now": timestamp(now), "most": most, **params, **more},
    )
    return [row["channel"] for row in found]


def remove(rows: Rows, channel: str) -> None:
    """Delete a channel's circuit, with its waiting messages."""
    for table in ("outbox_channels", "outbox"):
        rows.execute(f"DELETE FROM {table} WHERE channel = :channel", {"channel": channel})  # noqa: S608


def take(rows: Rows, channel: str) -> bool:
    """Lock the row of a channel, a new one if it has none, until the end of the transaction; return False if the
    channel was removed.
    """
    return bool(rows.execute(_TAKE, {"channel": channel}))


_TAKE = (
    "INSERT INTO outbox_channels (channel, user_id, prompt, failures, failure)"
    " SELECT id, user_id, FALSE, 0, '' FROM notification_channels WHERE id = :channel"
    " ON CONFLICT (channel) DO UPDATE SET user_id = excluded.user_id RETURNING channel"
)


@contextmanager
def changing(rows: Rows, channel: str) -> Iterator[bool]:
    """Change the waiting messages of a channel within the block; the channel is scheduled at its end.

    Yield False if the channel was removed. Account emails have no channel (``""``), and their own due time.
    """
    there = not channel or take(rows, channel)
    yield there
    if channel and there:
        schedule(rows, channel)


_FIRST = "SELECT due_at FROM outbox WHERE channel = :channel AND due_at IS NOT NULL ORDER BY due_at, id LIMIT 1"


def schedule(rows: Rows, channel: str) -> None:
    """Recalculate when the next message of a channel is due: at its own time, but not before the next retry."""
    first = rows.execute(_FIRST, {"channel": channel})
    rows.execute(
        "UPDATE outbox_channels SET due_at = CASE WHEN ended_at IS NOT NULL THEN NULL"
        " WHEN retry_at > CAST(:first AS TEXT) THEN retry_at ELSE CAST(:first AS TEXT) END WHERE channel = :channel",
        {"channel": channel, "first": first[0]["due_at"] if first else None},
    )


def worked(rows: Rows, channel: str, *, prompt: bool) -> None:
    """Record that a channel has accepted a message."""
    rows.execute(
        "UPDATE outbox_channels SET prompt = :prompt, failures = 0, failure = '', failed_at = NULL, retry_at = NULL"
        " WHERE channel = :channel",
        {"channel": channel, "prompt": prompt},
    )


def failed(rows: Rows, channel: str, failure: str, now: datetime) -> None:
    """Record a failure of a channel. The next attempt waits twice as long after each failure."""
    found = rows.execute(
        "UPDATE outbox_channels SET prompt = FALSE, failures = failures + 1, failure = :failure, failed_at = :now"
        " WHERE channel = :channel RETURNING failures",
        {"channel": channel, "failure": failure, "now": timestamp(now)},
    )
    for row in found:
        rows.execute(
            "UPDATE outbox_channels SET retry_at = :retry_at WHERE channel = :channel",
            {"channel": channel, "retry_at": timestamp(now + wait_after(row["failures"]))},
        )


def end(rows: Rows, channel: str, now: datetime) -> bool:
    """Disable a channel. Waiting messages stay until its owner retries it. Return False if it already was disabled."""
    return bool(
        rows.execute(
            "UPDATE outbox_channels SET ended_at = :now, due_at = NULL"
            " WHERE channel = :channel AND ended_at IS NULL RETURNING channel",
            {"channel": channel, "now": timestamp(now)},
        )
    )


def end_with_sessions(rows: Rows, sessions: Collection[str], now: datetime) -> None:
    """End the push channels of sessions that end, in the caller's transaction."""
    if sessions:
        among, params = listed("session", sessions)
        found = rows.execute(
            f"SELECT id FROM notification_channels WHERE session_id <> '' AND session_id IN ({among}) ORDER BY id",  # noqa: S608
            params,
        )
        for row in found:
            if take(rows, row["id"]):
                end(rows, row["id"], now)


def reopen(rows: Rows, channel: str) -> None:
    """Retry a channel that fails or has ended. Its last failure is shown until it accepts a message."""
    rows.execute(
        "UPDATE outbox_channels SET ended_at = NULL, retry_at = NULL, failures = 0 WHERE channel = :channel",
        {"channel": channel},
    )
    schedule(rows, channel)


def _circuit(row: Row) -> Circuit:
    moments = (parsed(row[name]) if row[name] else None for name in ("due_at", "failed_at", "retry_at", "ended_at"))
    due_at, failed_at, retry_at, ended_at = moments
    return Circuit(
        row["channel"], row["user_id"], due_at, row["failures"], row["failure"], failed_at, retry_at, ended_at
    )
