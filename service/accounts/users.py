"""Users: names, passwords and API tokens. Of a token (256 random bits), only the SHA-256 is stored."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from uuid import uuid4

import msgspec
from eventsourcing.persistence import IntegrityError

from projections.db_protocol import Row, Rows
from service.accounts import idempotency_store, mentions, name_keys, suspensions
from service.accounts.idempotency_store import StoredResponse
from service.accounts.name_keys import NameTaken as NameTaken
from service.accounts.passwords import Passwords
from service.outbox import circuits, queue
from service.storage import Database

_BEARER = (
    "SELECT users.id, users.name, users.password, users.language,"  # noqa: S608
    f" api_tokens.password_stamp, {suspensions.COLUMNS}, {idempotency_store.COLUMNS} FROM api_tokens"
    f" JOIN users ON users.id = api_tokens.user_id{idempotency_store.BESIDE} WHERE api_tokens.digest = :digest"
)

_NEW_API_ACCESS = (
    "INSERT INTO api_tokens (id, user_id, label, digest, created_at, password_stamp)"
    " VALUES (:id, :user, :label, :digest, :now, :stamp)"
)

_END_LINKS = (
    "UPDATE mail_addresses SET wanted = NULL, stamp = :next WHERE user_id = :id"
    " AND (stamp = :link OR CAST(:link AS TEXT) IS NULL) RETURNING user_id"
)
"""Invalidates all links in account emails; with a link's stamp, only if that link is still valid."""

_SET_PASSWORD = "UPDATE users SET password = :password WHERE id = :id AND password = :before RETURNING id"  # noqa: S105

_END_SESSIONS = "DELETE FROM sessions WHERE user_id = :id AND digest <> :but RETURNING id"

_INSERT = (
    "INSERT INTO users (id, name, folded_name, password, created_at) VALUES (:id, :name, :folded, :password, :now)"
)

_KEEP = "UPDATE users SET name = :name, folded_name = :folded, password = :password WHERE id = :id AND password = ''"

_HANDLE = " #"
"""Separates a name from the beginning of an id. No name contains it."""

TOKEN_PREFIX = "dbk_"  # noqa: S105 - not a secret: what tokens begin with, so that leaked ones can be found


class LinkExpired(Exception):
    """The link was used, or the password or the address of its account has changed since it was sent."""


class PasswordChanged(Exception):
    """The password was changed meanwhile, by another request."""


class User(msgspec.Struct, frozen=True):
    """An account. ``stamp`` changes with the password, which invalidates everything issued under the old one."""

    id: str
    name: str
    stamp: str
    language: str = ""
    """The user's language setting; known for the sender of a request."""
    trial: bool = False
    """Whether this is a guest account (see ``guest_accounts.py``)."""


class Bearer(msgspec.Struct, frozen=True):
    """The user of an API token, and their stored response under a key."""

    user: User
    answer: StoredResponse | None
    suspended: bool = False
    administrator: bool = False


class Token(msgspec.Struct, frozen=True):
    """An API token as listed; only its owner knows its text."""

    id: str
    label: str
    created_at: datetime


class Accounts:
    """The accounts of one database."""

    def __init__(
        self,
        database: Database,
        memory_cost: int = 65536,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        released: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self._database = database
        self._passwords = Passwords(memory_cost, released)
        self._clock = clock

    # ----------------------------------------------------------------------------------------------------------------
    # Users
    # ----------------------------------------------------------------------------------------------------------------

    def register(self, name: str, password: str) -> User:
        """Create an account. Raises NameTaken and Busy."""
        row = {
            "id": uuid4().hex,
            "name": name,
            "folded": folded(name),
            "password": self._passwords.hash(password),
            "now": self._clock().isoformat(),
        }
        try:
            with self._database.transaction() as rows:
                rows.execute(_INSERT, row)
                name_keys.claim(rows, row["id"], name)
        except IntegrityError:
            raise NameTaken(name) from None
        return user_of(row)

    def keep(self, user: User, name: str, password: str) -> User:
        """Give a guest account a name and a password. Raises NameTaken and Busy."""
        row = {"id": user.id, "name": name, "folded": folded(name), "password": self._passwords.hash(password)}
        try:
            with self._database.transaction() as rows:
                rows.execute(_KEEP, row)
                name_keys.claim(rows, user.id, name)
        except IntegrityError:
            raise NameTaken(name) from None
        return user_of(row)

    def authenticated(self, name: str, password: str) -> User | None:
        """Return the user with this name and password; unknown names take as long as wrong passwords. Raise Busy, and
        Suspended if the password is right.
        """
        found = self._users("folded_name = :value", folded(name))
        fits = self._passwords.verify(password, found[0]["password"] if found else None)
        if not fits:
            return None
        suspensions.require_open(self._database, found[0]["id"])
        return user_of(found[0])

    def is_own(self, user: User, password: str) -> bool:
        """Return whether the user knows the password of the account that they are logged in to; a guest account has
        none.
        """
        return user.trial or self.authenticated(user.name, password) is not None

    def set_password(self, user: User, password: str, link: str | None = None, session: str = "") -> User:
        """Set a password and return the changed user; ``link`` is the stamp in the link of an email.

        Raises Busy, LinkExpired and PasswordChanged: of simultaneous requests with the same link or old password one
        succeeds. Ends all sessions, API tokens and links in emails: anyone who knew the old password may have one. The
        row of the session with the token ``session`` stays until another session replaces it
        (:meth:`service.accounts.sessions.Sessions.open`).
        """
        values = {"id": user.id, "password": self._passwords.hash(password)}
        with self._database.transaction() as rows:
            ended = rows.execute(_END_LINKS, {"id": user.id, "link": link, "next": secrets.token_hex(16)})
            if link is not None and not ended:
                raise LinkExpired
            found = rows.execute("SELECT id, name, password FROM users WHERE id = :id", values)
            before = found[0]["password"] if found and user_of(found[0]).stamp == user.stamp else None
            if before is None or not rows.execute(_SET_PASSWORD, {**values, "before": before}):
                raise PasswordChanged
            rows.execute("DELETE FROM api_tokens WHERE user_id = :id", values)
            gone = rows.execute(_END_SESSIONS, {"id": user.id, "but": digest(session)})
            circuits.end_with_sessions(rows, [row["id"] for row in gone], self._clock())
            queue.withdraw(rows, user.id)
        return user_of({**values, "name": user.name})

    def user(self, user_id: str) -> User | None:
        """Return the user with this id."""
        found = self._users("id = :value", user_id)
        return user_of(found[0]) if found else None

    def registered_at(self, user: User) -> datetime:
        """Return the time at which the account was created."""
        with self._database.reading() as rows:
            found = rows.execute("SELECT created_at FROM users WHERE id = :id", {"id": user.id})
        return datetime.fromisoformat(found[0]["created_at"])

    def named(self, name: str) -> User | None:
        """Return the user with this name."""
        found = self._users("folded_name = :value", folded(name))
        return user_of(found[0]) if found else None

    def called(self, name: str) -> list[User]:
        """Return the users that a typed name may mean: those displayed under it, and the one who logs in with it.

        ``Ann #1f0c2b3a`` means the one whose id begins like this, of several called Ann (see :func:`handle`).
        """
        wanted, _, start = name.partition(_HANDLE)
        with self._database.reading() as rows:
            found = rows.execute(
                "SELECT id, name, password FROM users WHERE folded_display_name = :folded"
                " UNION SELECT id, name, password FROM users WHERE folded_name = :folded ORDER BY id",
                {"folded": folded(wanted)},
            )
        return [user_of(row) for row in found if row["id"].startswith(start)]

    def all_users(self) -> list[User]:
        """Return all users by name."""
        with self._database.reading() as rows:
            return [user_of(row) for row in rows.execute("SELECT id, name, password FROM users ORDER BY folded_name")]

    def _users(self, condition: str, value: str) -> list[Row]:
        with self._database.reading() as rows:
            return rows.execute(f"SELECT id, name, password FROM users WHERE {condition}", {"value": value})  # noqa: S608

    # ----------------------------------------------------------------------------------------------------------------
    # API tokens
    # ----------------------------------------------------------------------------------------------------------------

    def add_token(self, user: User, label: str, command: str) -> tuple[Token, str | None]:
        """Return a new token and its text, which is not stored; no text if this command of the user created a token
        before.
        """
        token_id = digest(f"{user.id}\n{command}")[:32]  # within the user's own: no one else can have taken it
        text = TOKEN_PREFIX + secrets.token_urlsafe(32)
        row = {
            "id": token_id,
            "user": user.id,
            "label": label,
            "digest": digest(text),
            "now": self._clock().isoformat(),
            "stamp": "" if user.trial else user.stamp,  # tokens of a guest remain valid when the guest signs up
        }
        try:
            with self._database.transaction() as rows:
                rows.execute(_NEW_API_ACCESS, row)
        except IntegrityError:
            return next(token for token in self.tokens(user) if token.id == token_id), None
        return Token(token_id, label, datetime.fromisoformat(row["now"])), text

    def tokens(self, user: User) -> list[Token]:
        """Return the user's tokens, the oldest first."""
        with self._database.reading() as rows:
            found = rows.execute(
                "SELECT id, label, created_at FROM api_tokens WHERE user_id = :user ORDER BY created_at, id",
                {"user": user.id},
            )
        return [Token(row["id"], row["label"], datetime.fromisoformat(row["created_at"])) for row in found]

    def revoke(self, user: User, token_id: str) -> bool:
        """Revoke a token of this user. Return False if the user has no such token."""
        values = {"user": user.id, "id": token_id}
        with self._database.transaction() as rows:
            mine = rows.execute("SELECT id FROM api_tokens WHERE user_id = :user AND id = :id", values)
            rows.execute("DELETE FROM api_tokens WHERE user_id = :user AND id = :id", values)
        return bool(mine)

    def of_token(self, text: str, key: str = "") -> Bearer | None:
        """Return the user of this token, and their stored response under a key, by one query."""
        with self._database.reading() as rows:
            found = rows.execute(_BEARER, {"digest": digest(text), "key": key})
        if not found:
            return None
        row, user = found[0], user_of(found[0])
        if row["password_stamp"] not in ("", user.stamp):  # created by a request that the new password overtook
            return None
        return Bearer(user, idempotency_store.in_row(row), bool(row["suspended"]), bool(row["administrator"]))


def handle(name: str, user: User) -> str:
    """Return the text to type for one of several users with the same display name."""
    return f"{name.partition(_HANDLE)[0]}{_HANDLE}{user.id[:8]}"


def folded(name: str) -> str:
    """Return a name or an address in the form used for look-ups."""
    return unicodedata.normalize("NFKC", name).casefold()


def digest(text: str) -> str:
    """Return the digest of a token: enough to recognise it, and useless to a thief."""
    return hashlib.sha256(text.encode()).hexdigest()


def user_of(row: Row) -> User:
    """Return the user in a row with the columns ``id``, ``name`` and ``password`` of ``users``."""
    mentions.note(row["id"])
    trial = row["password"] == ""
    return User(row["id"], row["name"], digest(row["password"])[:16], row.get("language", ""), trial)


def close(rows: Rows, user_id: str) -> None:
    """Delete an account with its address, its tokens and its sessions."""
    for statement in (
        "DELETE FROM api_tokens WHERE user_id = :id",
        "DELETE FROM sessions WHERE user_id = :id",
        "DELETE FROM mail_addresses WHERE user_id = :id",
        "DELETE FROM name_keys WHERE user_id = :id",
        "DELETE FROM users WHERE id = :id",
    ):
        rows.execute(statement, {"id": user_id})
