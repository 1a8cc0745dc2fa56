"""Login sessions. The browser keeps a random token, the database its SHA-256. The token also contains the
user's id, so that a form sent after the session has ended is shown to no one else; the id proves no identity.

A session ends on request (by logging out or from another session), when the password changes, or when it expires. Its
age is computed so that none ends if the clock is set back.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import msgspec
from eventsourcing.persistence import PersistenceError

from projections.db_protocol import Row, Rows, timestamp
from service.accounts import idempotency_store, suspensions
from service.accounts.idempotency_store import StoredResponse
from service.accounts.users import User, digest, user_of
from service.outbox import circuits
from service.storage import Database, Storage, sweeping

SEEN_EVERY = timedelta(minutes=30)
"""The precision of the last use of a session: reading a page causes a write only once in this time."""

MOST = 50
"""The maximum of a user's sessions; another one ends the session that was unused for the longest time."""

_SWEPT = 100
"""Expired sessions of any users that one sweep deletes."""

_SELECT = (
    "SELECT users.id, users.name, users.password, users.language, sessions.id AS session, password_stamp, browser,"  # noqa: S608
    f" sessions.created_at, seen_at, {suspensions.COLUMNS}, {idempotency_store.COLUMNS}"
    " FROM sessions JOIN users ON users.id = sessions.user_id"
    f"{idempotency_store.BESIDE}"
)
_INSERT = "INSERT INTO sessions VALUES (:id, :user, :digest, :stamp, :browser, :now, :now)"
_REPLACE = "DELETE FROM sessions WHERE digest = :digest RETURNING id, user_id"
_MOVE_CHANNELS = "UPDATE notification_channels SET session_id = :id WHERE session_id = :former AND session_id <> ''"
_TOO_MANY = (
    "user_id = :user AND id NOT IN"
    " (SELECT id FROM sessions WHERE user_id = :user ORDER BY seen_at DESC, created_at DESC LIMIT :others)"
)


class Session(msgspec.Struct, frozen=True):
    """An open session; only its browser knows its token."""

    id: str
    user: User
    browser: str
    """The browser's User-Agent when the session was opened."""
    created_at: datetime
    seen_at: datetime
    """The time of its last use, to :data:`SEEN_EVERY`."""
    answer: StoredResponse | None = None
    """The response stored for the user under the key requested with the token."""
    administrator: bool = False
    """Whether the user is an administrator of the site."""


class Sessions:
    """The sessions of one database."""

    def __init__(
        self, database: Database, longest: timedelta, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._database = database
        self._longest = longest
        self._clock = clock

    def open(self, user: User, browser: str, former: str = "") -> str:
        """Open a session for a user who has just authenticated; return its token.

        It replaces the session with the token ``former`` in the same browser. If that belongs to the same user, the
        browser keeps receiving notifications.
        """
        token = f"{user.id}.{secrets.token_urlsafe(32)}"
        now = self._clock()
        row = {
            "id": uuid4().hex,
            "user": user.id,
            "digest": digest(token),
            "stamp": user.stamp,
            "browser": browser,
            "now": timestamp(now),
        }
        with self._database.counting(user.id) as rows:
            for gone in rows.execute(_REPLACE, {"digest": digest(former)}):
                if gone["user_id"] == user.id:
                    rows.execute(_MOVE_CHANNELS, {"former": gone["id"], "id": row["id"]})
                circuits.end_with_sessions(rows, [gone["id"]], now)
            end(rows, _TOO_MANY, {"user": user.id, "others": MOST - 1}, now)
            rows.execute(_INSERT, row)
        return token

    def sweep(self, storage: Storage, rows: Rows, now: datetime) -> None:
        """End expired sessions, a few at a time."""
        old = "SELECT id FROM sessions WHERE created_at < :before ORDER BY created_at"
        values = {"before": timestamp(now - self._longest)}
        gone = sweeping.sweep(storage, rows, "sessions", "id", old, values, size=_SWEPT)
        circuits.end_with_sessions(rows, [row["id"] for row in gone], now)

    def of_token(self, token: str, key: str = "") -> Session | None:
        """Return the open session with this token, with the user's stored response under a key, and record its use.

        Visitors have no session, and cost no query.
        """
        if not token:
            return None
        with self._database.reading() as rows:
            found = self._open_ones(rows, "sessions.digest = :digest", {"digest": digest(token), "key": key})
        if not found:
            return None
        now = self._clock()
        if abs(now - found[0].seen_at) >= SEEN_EVERY:
            self._note_use(found[0].id, now)
        return found[0]

    def of_user(self, user: User) -> list[Session]:
        """Return the user's open sessions, the last used first."""
        with self._database.reading() as rows:
            return self._open_ones(
                rows, "sessions.user_id = :user ORDER BY seen_at DESC, sessions.id", {"user": user.id, "key": ""}
            )

    def end(self, user: User, session_id: str) -> bool:
        """End a session of this user. Return False if the user has no such session."""
        values = {"user": user.id, "id": session_id}
        with self._database.transaction() as rows:
            return end(rows, "user_id = :user AND id = :id", values, self._clock())

    def end_all(self, user: User, but: str = "") -> None:
        """End the user's sessions except the one with this token."""
        values = {"user": user.id, "digest": digest(but)}
        with self._database.transaction() as rows:
            end(rows, "user_id = :user AND digest <> :digest", values, self._clock())

    def close(self, token: str) -> None:
        """End the session with this token, if there is one."""
        if token:
            with self._database.transaction() as rows:
                end(rows, "digest = :digest", {"digest": digest(token)}, self._clock())

    def _open_ones(self, rows: Rows, condition: str, values: dict[str, str]) -> list[Session]:
        now = self._clock()
        found = rows.execute(f"{_SELECT} WHERE {condition}", values)
        sessions = [(_session_of(row), row["password_stamp"]) for row in found if not row["suspended"]]
        # A login with an old password fails if the password was changed meanwhile, or the account suspended.
        return [
            session
            for session, stamp in sessions
            if now - session.created_at < self._longest and stamp == session.user.stamp
        ]

    def _note_use(self, session_id: str, now: datetime) -> None:
        # A database that cannot be written to must not prevent reading.
        with suppress(PersistenceError), self._database.async_commit() as rows:
            rows.execute("UPDATE sessions SET seen_at = :now WHERE id = :id", {"now": timestamp(now), "id": session_id})


def named_by(token: str) -> str:
    """Return the id of the user whom a token names, also after the session has ended; empty if it names none."""
    return token.rpartition(".")[0]


def end(rows: Rows, condition: str, values: Mapping[str, Any], now: datetime) -> bool:
    """End sessions and the push channels of their browsers. Return False if there are no such sessions."""
    gone = [row["id"] for row in rows.execute(f"DELETE FROM sessions WHERE {condition} RETURNING id", values)]  # noqa: S608
    circuits.end_with_sessions(rows, gone, now)
    return bool(gone)


def _session_of(row: Row) -> Session:
    created_at, seen_at = (datetime.fromisoformat(row[name]) for name in ("created_at", "seen_at"))
    administrator = bool(row["administrator"])
    return Session(
        row["session"], user_of(row), row["browser"], created_at, seen_at, idempotency_store.in_row(row), administrator
    )
