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
from service.storage import Storage, held
from service.storage.held import Forget
from service.tournaments import invitations, registry, replacements
from service.usecases import branch_links, branch_quota, branches, invitees, rematch, stream_ids
from service.usecases.command_handler import CommandHandler

ROOMS: tuple[Forget, ...] = (
    idempotency_store.forget,
    user_texts.forget,
    blocks.forget_person,
    vacations.forget,
    inbox.forget,
    messages.forget,
    registry.forget_person,
    invitations.forget_person,
    replacements.forget_person,
    audit_trail.forget_person,
    invitees.forget_person,
    stream_ids.forget,
    branch_quota.forget,
    rematch.forget,
    branches.forget,
    branch_links.forget,
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
        forget(services.storage, user.id)
        services.storage.erase()
    except PersistenceError as error:
        _log.warning("The rest of what is held about a deleted account is deleted later: %s", error)


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


def forget(storage: Storage, user: str) -> None:
    """Delete all rows about a user outside of the logs."""
    held.in_batches(storage.database, user, *ROOMS)
