"""Accounts to try the site with go after a while, as if their owners had deleted them."""

from __future__ import annotations

import logging

from projections import tables
from service.calendars import outages
from service.departure import departing, late, seats
from service.people import trials
from service.usecases.daybook import Daybook

AT_A_TIME = 20
"""Accounts that go at once; the timekeeper comes back for the others."""

_log = logging.getLogger(__name__)


def expire(daybook: Daybook) -> None:
    """Delete those that are old enough, whatever is wrong with any of them; then see to who left before.

    Days on which the site was down do not count.
    """
    with daybook.storage.database.reading() as rows:
        now = daybook.clock()
        found = trials.old(rows, now - outages.lost(rows, now - trials.KEPT, now), AT_A_TIME)
    for user in found:
        try:
            _delete(daybook, user.id)
        except Exception:
            _log.exception("The account %s could not be deleted", user.id)
    late.finish(daybook)


def _delete(daybook: Daybook, user: str) -> None:
    database = daybook.storage.database
    with database.reading() as rows:  # After days the read model knows all of it.
        streams = tables.streams_played(rows, user)
    seats.give_up(daybook, user, streams)
    departing.close(daybook, user)
