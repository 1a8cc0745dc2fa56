"""Accounts to try the site with go after a while, as if their owners had deleted them."""

from __future__ import annotations

import logging

from projections import tables
from service.departure import late, seats
from service.departure.departing import forget
from service.people import trials
from service.people.accounts import User
from service.usecases.daybook import Daybook

AT_A_TIME = 20
"""Accounts that go at once; the timekeeper comes back for the others."""

_log = logging.getLogger(__name__)


def expire(daybook: Daybook) -> None:
    """Delete those that are old enough, whatever is wrong with any of them; then see to who left before."""
    with daybook.storage.database.reading() as rows:
        found = trials.old(rows, daybook.clock(), AT_A_TIME)
    for user in found:
        try:
            _delete(daybook, user)
        except Exception:
            _log.exception("The account %s could not be deleted", user.id)
    late.give_up_late(daybook)


def _delete(daybook: Daybook, user: User) -> None:
    database = daybook.storage.database
    with database.reading() as rows:  # After days the read model knows all of it.
        streams = tables.streams_played(rows, user.id)
    seats.give_up(daybook, user.id, streams)
    with database.transaction() as rows:
        forget(rows, user)
