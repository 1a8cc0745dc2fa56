"""Email addresses. A new address is used once its owner has confirmed it; until then the former address stays in use.

Links in account emails name the stamp of the account's addresses. Each change of an address or of the password draws
another stamp in its own transaction, which invalidates all links sent before.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from eventsourcing.persistence import IntegrityError

from projections.db_protocol import Rows
from service.accounts.users import LinkExpired, User, digest, folded, user_of
from service.outbox import queue
from service.storage import Database

_OF_USER = "SELECT address, wanted FROM mail_addresses WHERE user_id = :user"
_WANT = (
    "INSERT INTO mail_addresses (user_id, wanted, stamp) VALUES (:user, :wanted, :stamp)"
    " ON CONFLICT (user_id) DO UPDATE SET wanted = excluded.wanted, stamp = excluded.stamp"
)
_CONFIRM = (
    "UPDATE mail_addresses SET address = wanted, folded_address = :folded, wanted = NULL, stamp = :next"
    " WHERE user_id = :user AND wanted = :address AND stamp = :stamp RETURNING user_id"
)
_CONFIRMED = "SELECT user_id FROM mail_addresses WHERE user_id = :user AND address = :address AND stamp = :next"
_REACHED = (
    "SELECT users.id, users.name, users.password, users.language, address, stamp FROM users"
    " JOIN mail_addresses ON mail_addresses.user_id = users.id"
    " WHERE address IS NOT NULL AND (folded_name = :folded OR folded_address = :folded)"
    " ORDER BY folded_address = :folded DESC LIMIT 1"
)
_RECOVERING = "SELECT user_id FROM mail_addresses WHERE user_id = :user AND stamp = :stamp AND address IS NOT NULL"


class AddressTaken(Exception):
    """Another account has this address."""


class MailAddress(msgspec.Struct, frozen=True):
    """A user's addresses: the confirmed one, and one that is not confirmed yet; ``""`` for none."""

    confirmed: str = ""
    wanted: str = ""


class Reached(NamedTuple):
    """A user, their address, and the stamp for links in emails to it."""

    user: User
    address: str
    stamp: str


class Addresses:
    """The email addresses of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_user(self, user: User) -> MailAddress:
        """Return a user's addresses."""
        with self._database.reading() as rows:
            found = rows.execute(_OF_USER, {"user": user.id})
        return MailAddress(found[0]["address"] or "", found[0]["wanted"] or "") if found else MailAddress()

    def confirmed(self, user_id: str) -> str:
        """Return a user's confirmed address; ``""`` for none."""
        with self._database.reading() as rows:
            found = rows.execute(_OF_USER, {"user": user_id})
        return found[0]["address"] or "" if found else ""

    def want(self, user: User, address: str, stamp: str) -> None:
        """Store a new address, to be used once a link with this stamp confirms it."""
        with self._database.transaction() as rows:
            rows.execute(_WANT, {"user": user.id, "wanted": address, "stamp": stamp})
            queue.withdraw(rows, user.id)

    def confirm(self, rows: Rows, user_id: str, address: str, stamp: str) -> bool:
        """Confirm an address by a link's stamp. Return False if the link was used before and nothing has changed since.

        Raises LinkExpired and AddressTaken.
        """
        # The next stamp follows from this one, so that a repetition is recognised.
        values = {"user": user_id, "address": address, "folded": folded(address), "stamp": stamp, "next": digest(stamp)}
        try:
            changed = rows.execute(_CONFIRM, values)
        except IntegrityError:
            raise AddressTaken(address) from None
        if changed:
            queue.withdraw(rows, user_id)
        elif not rows.execute(_CONFIRMED, values):
            raise LinkExpired
        return bool(changed)

    def remove(self, user: User) -> None:
        """Remove a user's addresses."""
        with self._database.transaction() as rows:
            rows.execute("DELETE FROM mail_addresses WHERE user_id = :user", {"user": user.id})
            queue.withdraw(rows, user.id)

    def reached(self, name_or_address: str) -> Reached | None:
        """Return the user with this name or confirmed address."""
        with self._database.reading() as rows:
            found = rows.execute(_REACHED, {"folded": folded(name_or_address)})
        return Reached(user_of(found[0]), found[0]["address"], found[0]["stamp"]) if found else None

    def recovering(self, user_id: str, stamp: str) -> bool:
        """Return whether a link with this stamp can still set the user's password."""
        with self._database.reading() as rows:
            return bool(rows.execute(_RECOVERING, {"user": user_id, "stamp": stamp}))
