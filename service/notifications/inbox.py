"""The inbox: notifications of users, what they have seen, and which turns were announced."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

import msgspec

from projections.db_protocol import Rows, listed, parsed, timestamp
from service.notifications import contacts
from service.notifications.triggers import Occasion, Waking
from service.storage import Database, Storage, held, sweeping
from service.storage.held import Held

MANY = 50
"""Unseen notices are counted up to here."""

KEPT = timedelta(days=90)
"""How long a notice is kept."""

SWEPT = 100
"""Old notices that one statement removes, ..."""

SWEEPS = 10
"""... and how many of these follow each other."""


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody is told of a game. Names and sentences are added where it is shown."""

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
# Writing, in the transaction of whoever follows the log
# --------------------------------------------------------------------------------------------------------------------


def told_turns(rows: Rows, streams: Collection[str]) -> dict[str, dict[str, int]]:
    """Of games: who has been told of a turn and has not acted since, with the version they were told at."""
    among, params = listed("stream", streams)
    found = rows.execute(f"SELECT * FROM turn_notifications WHERE stream IN ({among})", params)  # noqa: S608
    told: dict[str, dict[str, int]] = {stream: {} for stream in streams}
    for row in found:
        told[row["stream"]][row["user_id"]] = row["version"]
    return told


def write(rows: Rows, stream: str, version: int, waking: Waking, now: datetime) -> list[Notice]:
    """Note what facts of a game called for, and answer the notices of what was not seen already."""
    rows.execute_many(
        "DELETE FROM turn_notifications WHERE stream = :stream AND user_id = :user",
        [{"stream": stream, "user": user} for user in sorted(waking.done)],
    )
    rows.execute_many(
        "INSERT INTO turn_notifications (stream, user_id, version)"
        " SELECT :stream, id, :version FROM users WHERE id = :user",
        [{"stream": stream, "user": user, "version": version} for user in sorted(waking.awaited)],
    )
    seen = _looks(rows, stream) if waking.occasions else {}
    unseen = [each for each in waking.occasions if seen.get(each.user, 0) < each.version]
    begun = {each.user for each in unseen if each.kind == "turn"} & waking.awaited
    again = _told_and_unseen(rows, stream, begun)
    return noted(rows, stream, [each for each in unseen if each.kind != "turn" or each.user not in again], now)


def _told_and_unseen(rows: Rows, stream: str, users: Collection[str]) -> set[str]:
    """Those of the users who were told of a turn in a game and have not seen it: they need not be told of another."""
    if not users:
        return set()
    among, params = listed("user", users)
    found = rows.execute(
        "SELECT user_id FROM notifications WHERE stream = :stream AND kind = 'turn' AND seen_at IS NULL"  # noqa: S608
        f" AND user_id IN ({among})",
        params | {"stream": stream},
    )
    return {row["user_id"] for row in found}


def noted(rows: Rows, stream: str, occasions: Iterable[Occasion], now: datetime) -> list[Notice]:
    """Note what is to be told of a game, to whoever has not seen it."""
    made = [_notice(stream, each, now) for each in contacts.welcome(rows, stream, occasions, now)]
    rows.execute_many(_NOTE, [_row(notice) for notice in made])
    return made


_NOTE = (
    "INSERT INTO notifications (id, user_id, stream, kind, version, seat, by_user, reason, created_at, seen_at)"
    " SELECT :id, id, :stream, :kind, :version, :seat, :by_user, :reason, :created_at, :seen_at"
    " FROM users WHERE id = :user_id"
    " ON CONFLICT (id) DO NOTHING"
)
"""Nobody is told anything whose account was deleted, wherever the log names them."""


def _looks(rows: Rows, stream: str) -> Mapping[str, int]:
    found = rows.execute("SELECT user_id, version FROM last_seen WHERE stream = :stream", {"stream": stream})
    return {row["user_id"]: row["version"] for row in found}


def seen(rows: Rows, stream: str, user: str) -> int | None:
    """The version of a game that somebody looked at last."""
    found = rows.execute(
        "SELECT version FROM last_seen WHERE stream = :stream AND user_id = :user", {"stream": stream, "user": user}
    )
    return int(found[0]["version"]) if found else None


def _notice(stream: str, occasion: Occasion, now: datetime) -> Notice:
    """The id follows from what it tells: a follower that a power failure has put back writes the same again."""
    told = f"{stream}\n{occasion.user}\n{occasion.kind}\n{occasion.version}\n{occasion.seat}"
    if occasion.word is not None:
        told += f"\n{occasion.word}"
    return Notice(
        id=hashlib.blake2b(told.encode(), digest_size=16).hexdigest(),
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


def _row(notice: Notice) -> dict[str, object]:
    return msgspec.structs.asdict(notice) | {"created_at": timestamp(notice.created_at)}


# --------------------------------------------------------------------------------------------------------------------
# Reading and seeing
# --------------------------------------------------------------------------------------------------------------------

Cursor = tuple[str, str]
"""``created_at`` and id of the last notice shown."""

START: Cursor = ("9999", "")
"""Before the latest notice."""


def of_user(rows: Rows, user: str, *, after: Cursor = START, limit: int = 50) -> list[Notice]:
    """What somebody was told, the latest first."""
    found = rows.execute(
        "SELECT * FROM notifications WHERE user_id = :user AND (created_at, id) < (:created_at, :id)"
        " ORDER BY created_at DESC, id DESC LIMIT :limit",
        {"user": user, "created_at": after[0], "id": after[1], "limit": limit},
    )
    return [_told(row) for row in found]


def some(rows: Rows, ids: Sequence[str]) -> list[Notice]:
    """These notices, the oldest first; those that are not there any more are left out."""
    among, params = listed("id", ids)
    found = rows.execute(f"SELECT * FROM notifications WHERE id IN ({among}) ORDER BY created_at, id", params)  # noqa: S608
    return [_told(row) for row in found]


def cursor(notice: Notice) -> Cursor:
    """What comes after this one."""
    return timestamp(notice.created_at), notice.id


def unseen(rows: Rows, user: str, but: str = "") -> int:
    """How much somebody was told of games but one and has not seen; one more than :data:`MANY` where that is more."""
    found = rows.execute(
        "SELECT COUNT(*) AS notices FROM"
        " (SELECT id FROM notifications WHERE user_id = :user AND seen_at IS NULL AND stream <> :but LIMIT :limit)"
        " AS found",
        {"user": user, "but": but, "limit": MANY + 1},
    )
    return int(found[0]["notices"])


def see_all(database: Database, user: str, now: datetime) -> None:
    """Somebody has seen all that they were told."""
    with database.transaction() as rows:
        rows.execute(
            "UPDATE notifications SET seen_at = :now WHERE user_id = :user AND seen_at IS NULL",
            {"user": user, "now": timestamp(now)},
        )


class Look(msgspec.Struct, frozen=True):
    """Somebody has looked at a game of theirs, as it was at a version."""

    stream: str
    user: str
    version: int


def looked(rows: Rows, looks: Iterable[Look], now: datetime) -> None:
    """People have looked at games of theirs: what they were told of these is seen, and what comes late as well."""
    params = [{**msgspec.structs.asdict(look), "now": timestamp(now)} for look in looks]
    rows.execute_many(
        "INSERT INTO last_seen (stream, user_id, version) SELECT :stream, id, :version FROM users WHERE id = :user"
        " ON CONFLICT (stream, user_id) DO UPDATE SET version = excluded.version"
        " WHERE last_seen.version < excluded.version",
        params,
    )
    rows.execute_many(
        "UPDATE notifications SET seen_at = :now"
        " WHERE user_id = :user AND stream = :stream AND seen_at IS NULL AND version <= :version AND kind <> 'talk'",
        params,
    )


def listened(rows: Rows, stream: str, user: str, now: datetime) -> None:
    """Somebody has read the talk of a game."""
    rows.execute(
        "UPDATE notifications SET seen_at = :now"
        " WHERE user_id = :user AND stream = :stream AND seen_at IS NULL AND kind = 'talk'",
        {"user": user, "stream": stream, "now": timestamp(now)},
    )


def see_channel(rows: Rows, user: str, channel: str, now: datetime) -> None:
    """Mark the notice that a channel has ended as seen."""
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
    Held("outbox_channels", key="channel"),
    Held("notifications", key="id"),
    Held("notifications", "id", "by_user <> '' AND by_user", "by_user = ''"),  # As the condition of its index says.
    Held("turn_notifications", key="stream, user_id"),
    Held("last_seen", key="stream, user_id"),
    Held("notification_channels", key="id"),
    Held("notification_times", key="user_id"),
    Held("muted_games", key="channel, stream"),
    Held("held_notifications", key="channel, notification"),
    Held("outbox", key="id"),
]


def forget_addresses(rows: Rows, user: str) -> None:
    """Delete letters to the addresses of a person, which are known still."""
    addresses = "SELECT address FROM mail_addresses WHERE user_id = :user"
    wanted = "SELECT wanted FROM mail_addresses WHERE user_id = :user"
    rows.execute(f"DELETE FROM outbox WHERE recipient IN ({addresses} UNION {wanted})", {"user": user})  # noqa: S608


def forget(rows: Rows, user: str, most: int) -> bool:
    """Delete everything that a person was told or was to be told."""
    return held.forget(rows, HELD, user, most)


def _told(row: Mapping[str, object]) -> Notice:
    times: dict[str, object] = {
        name: None if row[name] is None else parsed(str(row[name])) for name in ("created_at", "seen_at")
    }
    return msgspec.convert({**row, **times}, Notice)
