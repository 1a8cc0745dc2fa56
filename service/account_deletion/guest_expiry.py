"""Expiry of guest accounts: they are deleted as if by their owners."""

from __future__ import annotations

import logging

from projections import game_list
from service.account_deletion import deferred_seats, delete_account, seats
from service.accounts import guest_accounts
from service.calendars import outages
from service.usecases.command_handler import CommandHandler

AT_A_TIME = 20
"""Accounts deleted at a time; the deadline worker returns for the others."""

_log = logging.getLogger(__name__)


def expire(handler: CommandHandler) -> None:
    """Delete expired accounts, even if one fails; then continue with accounts deleted before.

    Days on which the site was down do not count.
    """
    with handler.storage.database.reading() as rows:
        now = handler.clock()
        found = guest_accounts.old(rows, now - outages.lost(rows, now - guest_accounts.KEPT, now), AT_A_TIME)
    for user in found:
        try:
            _delete(handler, user.id)
        except Exception:
            _log.exception("The account %s could not be deleted", user.id)
    deferred_seats.finish(handler)


def _delete(handler: CommandHandler, user: str) -> None:
    database = handler.storage.database
    with database.reading() as rows:  # after days the read model knows all of it
        streams = game_list.streams_played(rows, user)
    seats.give_up(handler, user, streams)
    delete_account.close(handler, user)
