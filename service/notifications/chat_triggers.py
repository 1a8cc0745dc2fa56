"""Notifications of chat messages: once until the user has read them. The log does not contain them.

They are told a little after it was said: who has the talk before them has read it by then.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from projections import game_list
from projections.db_protocol import Rows
from projections.game_list import Table
from service.accounts import blocks
from service.chat import messages, read_receipts
from service.chat.messages import Word
from service.notifications import delivery_schedule, inbox
from service.notifications.triggers import Occasion
from service.storage import Database

SETTLED = timedelta(minutes=1)
"""How long ago something was said before anybody is told."""

AT_A_TIME = 100
"""Words that are looked at in one transaction."""


def tell(database: Database, now: datetime) -> None:
    """Note whom to tell that others talk, each word exactly once."""
    before = now - SETTLED
    with database.reading() as rows:
        if not messages.untold(rows, before, 1):
            return
    with database.transaction() as rows:
        found = messages.untold(rows, before, AT_A_TIME)
        last = {word.stream: word for word in found if not word.removed}
        for table in game_list.some(rows, last):
            delivery_schedule.hold(
                rows, inbox.noted(rows, table.stream, _occasions(rows, table, last[table.stream]), now), now
            )
        messages.tell(rows, found)


def _occasions(rows: Rows, table: Table, word: Word) -> Iterable[Occasion]:
    """What was said last, for those who sit there and know of nothing that they have not read."""
    seat = next((seat.seat for seat in table.seats if seat.user == word.author), None)
    others = list(dict.fromkeys(seat.user for seat in table.seats if seat.user and seat.user != word.author))
    blocking = blocks.by_whom(rows, word.author, others)
    for user in others:
        if user not in blocking and read_receipts.tell(rows, table.stream, user, word.number):
            yield Occasion(user, "talk", word.version, seat, word.number)


def read(database: Database, stream: str, user: str, number: int, now: datetime) -> None:
    """Somebody has read the talk of a game up to a word, and what they were told of it they have seen."""
    with database.reading() as rows:
        if read_receipts.upto(rows, stream, user) >= number:
            return
    with database.async_commit() as rows:
        read_receipts.see(rows, stream, user, number)
        inbox.listened(rows, stream, user, now)
