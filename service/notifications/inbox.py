"""The inbox: notifications of users, what they have seen, and which turns were announced."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

import msgspec

from projections.db_protocol import Rows, listed, parsed, timestamp
from service.notifications import contacts
from service.notifications.triggers import Effects, Occasion
from service.storage import Database, Storage, sweeping, user_rows
from service.storage.user_rows import UserRows

MANY = 50
"""The limit up to which unseen notifications are counted."""

KEPT = timedelta(days=90)
"""The time for which a notification is kept."""

SWEPT = 100
"""Old notifications that one statement removes, ..."""

SWEEPS = 10
"""... and how many of these follow each other."""


class Notification(msgspec.Struct, frozen=True, kw_only=True):
    """A notification to a user about a game. Names and sentences are added when it is shown."""

    id: str
    user_id: str
    stream: str
    kind: str
    version: int
    seat: int | None
    by_user: str = ""
    """The user who caused it (see :class:`Occasion`); ``""`` also if their account is deleted."""
    reason: str = ""
    created_at: datetime
    seen_at: datetime | None


# --------------------------------------------------------------------------------------------------------------------
# Writes in the transaction of the log's follower
# --------------------------------------------------------------------------------------------------------------------


def notified_turns(rows: Rows, streams: Collection[str]) -> dict[str, dict[str, int]]:
    """Return by game the users who were notified of a turn and have not acted since, with the version at that time."""
    among, params = listed("stream", streams)
    found = rows.execute(f"SELECT * FROM turn_notifications WHERE stream IN ({among})", params)  # noqa: S608
    notified: dict[str, dict[str, int]] = {stream: {} for stream in streams}
    for row in found:
        notified[row["stream"]][row["user_id"]] = row["version"]
    return notified


def write(rows: Rows, stream: str, version: int, effects: Effects, now: datetime) -> list[Notification]:
    """Create the notifications that facts of a game require, and return those not seen yet."""
    rows.execute_many(
        "DELETE FROM turn_notifications WHERE stream = :stream AND user_id = :user",
        [{"stream": stream, "user": user} for user in sorted(effects.done)],
    )
    rows.execute_many(
        "INSERT INTO turn_notifications (stream, user_id, version)"
        " SELECT :stream, id, :version FROM users WHERE id = :user",
        [{"stream": stream, "user": user, "version": version} for user in sorted(effects.awaited)],
    )
    seen = _last_seen(rows, stream) if effects.occasions else {}
    unseen = [each for each in effects.occasions if seen.get(each.user, 0) < each.version]
    begun = {each.user for each in unseen if each.kind == "turn"} & effects.awaited
    again = _notified_and_unseen(rows, stream, begun)
    return create(rows, stream, [each for each in unseen if each.kind != "turn" or each.user not in again], now)


def _notified_and_unseen(rows: Rows, stream: str, users: Collection[str]) -> set[str]:
    """Return the users with an unseen notification of a turn in a game, who need no notification of another turn."""
    if not users:
        return set()
    among, params = listed("user", users)
    found = rows.execute(
        "SELECT user_id FROM notifications WHERE stream = :stream AND kind = 'turn' AND seen_at IS NULL"  # noqa: S608
        f" AND user_id IN ({among})",
        params | {"stream": stream},
    )
    return {row["user_id"] for row in found}


def create(rows: Rows, stream: str, occasions: Iterable[Occasion], now: datetime) -> list[Notification]:
    """Create notifications of occasions in a game, for users who have not seen them."""
    made = [_created(stream, each, now) for each in contacts.allowed(rows, stream, occasions, now)]
    rows.execute_many(_INSERT, [_row(notification) for notification in made])
    return made


_INSERT = (
    "INSERT INTO notifications (id, user_id, stream, kind, version, seat, by_user, reason, created_at, seen_at)"
    " SELECT :id, id, :stream, :kind, :version, :seat, :by_user, :reason, :created_at, :seen_at"
    " FROM users WHERE id = :user_id"
    " ON CONFLICT (id) DO NOTHING"
)
"""Users whose account was deleted get no notifications, even if the log names them."""


def _last_seen(rows: Rows, stream: str) -> Mapping[str, int]:
    found = rows.execute("SELECT user_id, version FROM last_seen WHERE stream = :stream", {"stream": stream})
    return {row["user_id"]: row["version"] for row in found}


def seen(rows: Rows, stream: str, user: str) -> int | None:
    """Return the version of a game that a user last saw."""
    found = rows.execute(
        "SELECT version FROM last_seen WHERE stream = :stream AND user_id = :user", {"stream": stream, "user": user}
    )
    return int(found[0]["version"]) if found else None


def _created(stream: str, occasion: Occasion, now: datetime) -> Notification:
    """Return a notification with an id derived from its content: after a power failure, a follower repeats the id."""
    content = f"{stream}\n{occasion.user}\n{occasion.kind}\n{occasion.version}\n{occasion.seat}"
    if occasion.message is not None:
        content += f"\n{occasion.message}"
    return Notification(
        id=hashlib.blake2b(content.encode(), digest_size=16).hexdigest(),
        user_id=occasion.user,
        stream=stream,
        kind=occasion.kind,
        version=occasion.version,
        seat=occasion.seat,
        by_user=occasion.by,
        reason=occasion.reason,
        created_at=now,
        seen_at=None,
    )


def _row(notification: Notification) -> dict[str, object]:
    return msgspec.structs.asdict(notification) | {"created_at": timestamp(notification.created_at)}


# --------------------------------------------------------------------------------------------------------------------
# Reading and seeing
# --------------------------------------------------------------------------------------------------------------------

Cursor = tuple[str, str]
"""``created_at`` and the id of the last notification shown."""

START: Cursor = ("9999", "")
"""Before the latest notification."""


def of_user(rows: Rows, user: str, *, after: Cursor = START, limit: int = 50) -> list[Notification]:
    """Return the notifications of a user, the latest first."""
    found = rows.execute(
        "SELECT * FROM notifications WHERE user_id = :user AND (created_at, id) < (:created_at, :id)"
        " ORDER BY created_at DESC, id DESC LIMIT :limit",
        {"user": user, "created_at": after[0], "id": after[1], "limit": limit},
    )
    return [_notification(row) for row in found]


def some(rows: Rows, ids: Sequence[str]) -> list[Notification]:
    """Return these notifications, the oldest first, without those that no longer exist."""
    among, params = listed("id", ids)
    found = rows.execute(f"SELECT * FROM notifications WHERE id IN ({among}) ORDER BY created_at, id", params)  # noqa: S608
    return [_notification(row) for row in found]


def cursor(notification: Notification) -> Cursor:
    """Return the cursor after a notification."""
    return timestamp(notification.created_at), notification.id


def unseen(rows: Rows, user: str, but: str = "") -> int:
    """Return the number of a user's unseen notifications, except for one game; at most :data:`MANY` plus one.

    Notifications about turns that have ended are not counted.
    """
    found = rows.execute(
        "SELECT COUNT(*) AS unseen FROM"
        " (SELECT id FROM notifications WHERE user_id = :user AND seen_at IS NULL AND stream <> :but"
        " AND (kind NOT IN ('turn', 'reminder', 'reminded') OR EXISTS (SELECT 1 FROM turn_notifications AS turns"
        " WHERE turns.stream = notifications.stream AND turns.user_id = notifications.user_id)) LIMIT :limit)"
        " AS found",
        {"user": user, "but": but, "limit": MANY + 1},
    )
    return int(found[0]["unseen"])


def see_all(database: Database, user: str, now: datetime) -> None:
    """Mark all notifications of a user as seen."""
    with database.transaction() as rows:
        rows.execute(
            "UPDATE notifications SET seen_at = :now WHERE user_id = :user AND seen_at IS NULL",
            {"user": user, "now": timestamp(now)},
        )


class SeenVersion(msgspec.Struct, frozen=True):
    """A version of a game that a user has seen."""

    stream: str
    user: str
    version: int


def record_seen(rows: Rows, versions: Iterable[SeenVersion], now: datetime) -> None:
    """Record the versions that users have seen: notifications up to these are seen, even if created later."""
    params = [{**msgspec.structs.asdict(each), "now": timestamp(now)} for each in versions]
    rows.execute_many(
        "INSERT INTO last_seen (stream, user_id, version) SELECT :stream, id, :version FROM users WHERE id = :user"
        " ON CONFLICT (stream, user_id) DO UPDATE SET version = excluded.version"
        " WHERE last_seen.version < excluded.version",
        params,
    )
    rows.execute_many(
        "UPDATE notifications SET seen_at = :now"
        " WHERE user_id = :user AND stream = :stream AND seen_at IS NULL AND version <= :version AND kind <> 'chat'",
        params,
    )


def see_chat(rows: Rows, stream: str, user: str, now: datetime) -> None:
    """Mark the chat notifications of a game as seen."""
    rows.execute(
        "UPDATE notifications SET seen_at = :now"
        " WHERE user_id = :user AND stream = :stream AND seen_at IS NULL AND kind = 'chat'",
        {"user": user, "stream": stream, "now": timestamp(now)},
    )


def see_channel(rows: Rows, user: str, channel: str, now: datetime) -> None:
    """Mark the notification that a channel has ended as seen."""
    rows.execute(
        "UPDATE notifications SET seen_at = :now WHERE user_id = :user AND stream = :channel AND seen_at IS NULL",
        {"user": user, "channel": channel, "now": timestamp(now)},
    )


def sweep(storage: Storage, rows: Rows, now: datetime) -> None:
    """Delete old notifications, seen or not."""
    old = "SELECT id FROM notifications WHERE created_at < :before ORDER BY created_at"
    values = {"before": timestamp(now - KEPT)}
    sweeping.sweep(storage, rows, "notifications", "id", old, values, size=SWEPT, batches=SWEEPS)


HELD = [
    UserRows("outbox_channels", key="channel"),
    UserRows("notifications", key="id"),
    UserRows("notifications", "id", "by_user <> '' AND by_user", "by_user = ''"),  # as in the condition of its index
    UserRows("turn_notifications", key="stream, user_id"),
    UserRows("last_seen", key="stream, user_id"),
    UserRows("notification_channels", key="id"),
    UserRows("notification_times", key="user_id"),
    UserRows("muted_games", key="channel, stream"),
    UserRows("held_notifications", key="channel, notification"),
    UserRows("outbox", key="id"),
]


def forget_addresses(rows: Rows, user: str) -> None:
    """Delete emails to a user's addresses, while these are still known."""
    addresses = "SELECT address FROM mail_addresses WHERE user_id = :user"
    wanted = "SELECT wanted FROM mail_addresses WHERE user_id = :user"
    rows.execute(f"DELETE FROM outbox WHERE recipient IN ({addresses} UNION {wanted})", {"user": user})  # noqa: S608


def delete_user_data(rows: Rows, user: str, most: int) -> bool:
    """Delete all notifications of a user, sent or not."""
    return user_rows.delete_some(rows, HELD, user, most)


def _notification(row: Mapping[str, object]) -> Notification:
    times: dict[str, object] = {
        name: None if row[name] is None else parsed(str(row[name])) for name in ("created_at", "seen_at")
    }
    return msgspec.convert({**row, **times}, Notification)
