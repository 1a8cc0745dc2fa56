"""Where people get mail. An address counts when its owner has confirmed it; until then the one before it does."""

from __future__ import annotations

import msgspec
from eventsourcing.persistence import IntegrityError

from service.people.accounts import User, folded, user_of
from service.storage import Database

_OF_USER = "SELECT address, wanted FROM mail_addresses WHERE user_id = :user"
_WANT = (
    "INSERT INTO mail_addresses (user_id, wanted) VALUES (:user, :wanted)"
    " ON CONFLICT (user_id) DO UPDATE SET wanted = excluded.wanted"
)
_CONFIRM = (
    "UPDATE mail_addresses SET address = wanted, folded_address = :folded, wanted = NULL"
    " WHERE user_id = :user AND wanted = :address RETURNING user_id"
)
_CONFIRMED = "SELECT user_id FROM mail_addresses WHERE user_id = :user AND address = :address"
_REACHED = (
    "SELECT users.id, users.name, users.password, users.language, address FROM users"
    " JOIN mail_addresses ON mail_addresses.user_id = users.id"
    " WHERE address IS NOT NULL AND (folded_name = :folded OR folded_address = :folded)"
    " ORDER BY folded_address = :folded DESC LIMIT 1"
)


class AddressTaken(Exception):
    """Another account has this address."""


class MailAddress(msgspec.Struct, frozen=True):
    """Of a user: the address that is confirmed, and the one that is not yet; ``""`` for none."""

    confirmed: str = ""
    wanted: str = ""


class Addresses:
    """The mail addresses of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_user(self, user: User) -> MailAddress:
        """Where a user gets mail."""
        with self._database.reading() as rows:
            found = rows.execute(_OF_USER, {"user": user.id})
        return MailAddress(found[0]["address"] or "", found[0]["wanted"] or "") if found else MailAddress()

    def confirmed(self, user_id: str) -> str:
        """Where a user gets mail; ``""`` for nowhere."""
        with self._database.reading() as rows:
            found = rows.execute(_OF_USER, {"user": user_id})
        return found[0]["address"] or "" if found else ""

    def want(self, user: User, address: str) -> None:
        """The user wants mail there, once that is confirmed."""
        with self._database.transaction() as rows:
            rows.execute(_WANT, {"user": user.id, "wanted": address})

    def confirm(self, user_id: str, address: str) -> bool:
        """The address reaches this user, who still wants it or has confirmed it before; raises AddressTaken."""
        values = {"user": user_id, "address": address, "folded": folded(address)}
        try:
            with self._database.transaction() as rows:
                return bool(rows.execute(_CONFIRM, values) or rows.execute(_CONFIRMED, values))
        except IntegrityError:
            raise AddressTaken(address) from None

    def remove(self, user: User) -> None:
        """Send this user no mail."""
        with self._database.transaction() as rows:
            rows.execute("DELETE FROM mail_addresses WHERE user_id = :user", {"user": user.id})

    def reached(self, name_or_address: str) -> tuple[User, str] | None:
        """The user who goes by this name or confirmed address, and the address."""
        with self._database.reading() as rows:
            found = rows.execute(_REACHED, {"folded": folded(name_or_address)})
        return (user_of(found[0]), found[0]["address"]) if found else None
