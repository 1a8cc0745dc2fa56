"""Deletion of an account: one short transaction, then all other rows about the user, a few at a time."""

from __future__ import annotations

import logging

from eventsourcing.persistence import PersistenceError

from projections.db_protocol import timestamp
from service.account_deletion import seats
from service.accounts import blocks, idempotency_store, user_texts, users
from service.accounts.users import User
from service.administration import audit_trail
from service.calendars import vacations
from service.chat import messages
from service.container import Services
from service.notifications import inbox
from service.storage import Storage, user_rows
from service.storage.user_rows import DeleteUserData
from service.tournaments import invitations, registry, replacements
from service.usecases import branch_links, branch_quota, branches, invitees, rematch, stream_ids
from service.usecases.command_handler import CommandHandler

USER_DATA: tuple[DeleteUserData, ...] = (
    idempotency_store.delete_user_data,
    user_texts.delete_user_data,
    blocks.delete_user_data,
    vacations.delete_user_data,
    inbox.delete_user_data,
    messages.delete_user_data,
    registry.delete_user_data,
    invitations.delete_user_data,
    replacements.delete_user_data,
    audit_trail.delete_user_data,
    invitees.delete_user_data,
    stream_ids.delete_user_data,
    branch_quota.delete_user_data,
    rematch.delete_user_data,
    branches.delete_user_data,
    branch_links.delete_user_data,
)
"""The functions that delete a user's data outside of the log, by package."""

_log = logging.getLogger(__name__)


def delete_user(services: Services, user: User) -> None:
    """Delete an account with everything stored about its user; games remain.

    Repeat it after an interruption while the account exists; after that
    :mod:`service.account_deletion.deferred_seats` continues.
    """
    seats.give_up_all(services.handler, user.id)
    close(services.handler, user.id)
    services.display_names.changed()
    try:
        delete_user_data(services.storage, user.id)
        services.storage.erase()
    except PersistenceError as error:
        _log.warning("The remaining data of a deleted account will be deleted later: %s", error)


def close(handler: CommandHandler, user: str) -> None:
    """Delete the account, and record that all other rows are to be deleted."""
    storage, now = handler.storage, timestamp(handler.clock())
    with storage.database.transaction() as rows:
        rows.execute(
            "INSERT INTO deleted_accounts (user_id, journal, deleted_at) VALUES (:user, :journal, :now)"
            " ON CONFLICT DO NOTHING",
            {"user": user, "journal": storage.tracking.end(rows), "now": now},
        )
        inbox.forget_addresses(rows, user)
        users.close(rows, user)


def delete_user_data(storage: Storage, user: str) -> None:
    """Delete all rows about a user outside of the logs."""
    user_rows.delete_all(storage.database, user, *USER_DATA)
