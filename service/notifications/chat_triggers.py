"""Notifications of chat messages: once until the user has read them. The log does not contain chat.

Notifications are sent a minute after the message, because users who have the chat open have read it by then.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from projections import game_list
from projections.db_protocol import Rows
from projections.game_list import ListedGame
from service.accounts import blocks
from service.chat import messages, read_receipts
from service.chat.messages import ChatMessage
from service.notifications import delivery_schedule, inbox
from service.notifications.triggers import Occasion
from service.storage import Database

SETTLED = timedelta(minutes=1)
"""The age of a message before anyone is notified."""

AT_A_TIME = 100
"""Messages that are processed in one transaction."""


def notify(database: Database, now: datetime) -> None:
    """Create the notifications of chat messages, for each message exactly once."""
    before = now - SETTLED
    with database.reading() as rows:
        if not messages.not_yet_notified(rows, before, 1):
            return
    with database.transaction() as rows:
        found = messages.not_yet_notified(rows, before, AT_A_TIME)
        last = {word.stream: word for word in found if not word.removed}
        for table in game_list.some(rows, last):
            delivery_schedule.hold(
                rows, inbox.create(rows, table.stream, _occasions(rows, table, last[table.stream]), now), now
            )
        messages.mark_notified(rows, found)


def _occasions(rows: Rows, table: ListedGame, word: ChatMessage) -> Iterable[Occasion]:
    """Yield the latest message, for players who have not been notified of unread messages yet."""
    seat = next((seat.seat for seat in table.seats if seat.user == word.author), None)
    others = list(dict.fromkeys(seat.user for seat in table.seats if seat.user and seat.user != word.author))
    blocking = blocks.blockers_of(rows, word.author, others)
    for user in others:
        if user not in blocking and read_receipts.mark_notified(rows, table.stream, user, word.number):
            yield Occasion(user, "chat", word.version, seat, word.number)


def read(database: Database, stream: str, user: str, number: int, now: datetime) -> None:
    """Mark a chat as read up to a message, and its notifications as seen."""
    with database.reading() as rows:
        if read_receipts.upto(rows, stream, user) >= number:
            return
    with database.async_commit() as rows:
        read_receipts.see(rows, stream, user, number)
        inbox.see_chat(rows, stream, user, now)
