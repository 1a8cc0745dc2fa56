"""Delivery schedule: holds notifications until they are due; all that are due on a channel form one message.

At most one message of a channel waits in the outbox. Notifications that arrive meanwhile or soon after wait for the
next message.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter, itemgetter
from uuid import uuid4

import msgspec

from projections.db_protocol import Row, Rows, timestamp
from service.calendars.zones import of_users as zones_of
from service.notifications import channels, pacing
from service.notifications.inbox import Notification
from service.notifications.pacing import Pace
from service.notifications.quiet_hours import Times, after_quiet, due
from service.outbox import circuits, queue
from service.outbox.circuits import Circuit
from service.storage import Database

AT_A_TIME = 500
"""The most rows, one per notification and channel, in one transaction and so in one message."""

BEHIND = timedelta(seconds=10)
"""The time between a waiting message's due time and the next check of its channel's held notifications."""

LOOK = timedelta(minutes=5)
"""The most time until the held notifications of a failing channel are checked again, because it may work by then."""

ENDED = timedelta(days=1)
"""The same for a channel that has ended."""


def hold(rows: Rows, notices: Sequence[Notification], now: datetime) -> None:
    """Hold new notifications for each channel on which they are wanted, in the transaction that notes them."""
    users = {notice.user_id for notice in notices}
    ways = channels.of_users(rows, users) if users else []
    if not ways:
        return
    times, zones = channels.times_of(rows, users), zones_of(rows, users)
    muted = channels.muted(rows, [way.id for way in ways])
    held = [
        _held(way, notice, due(now, times.get(way.user_id, Times()), zones[way.user_id], daily=way.daily_digest))
        for notice in notices
        for way in ways
        if way.user_id == notice.user_id and notice.kind in way.events and (way.id, notice.stream) not in muted
    ]
    rows.insert("held_notifications", held, "ON CONFLICT (channel, notification) DO NOTHING")


def _held(way: channels.Channel, notice: Notification, at: datetime) -> Row:
    return {"channel": way.id, "notification": notice.id, "user_id": notice.user_id, "due_at": timestamp(at)}


_DUE = (
    "SELECT channel, notification, held.user_id, notifications.stream, notifications.kind, notifications.created_at,"
    " notifications.seen_at"
    " FROM (SELECT * FROM held_notifications WHERE due_at <= :now ORDER BY due_at, channel LIMIT :most) AS held"
    " LEFT JOIN notifications ON notifications.id = held.notification"
    " ORDER BY channel, notifications.created_at, notification"
)


def quiet_until(rows: Rows, way: channels.Channel, now: datetime) -> datetime | None:
    """Return the end of the quiet hours that now hold back a channel's messages; None if it may send now.

    A daily digest is sent at its chosen time, regardless of quiet hours.
    """
    return None if way.daily_digest else _mornings(rows, {way.user_id}, now).get(way.user_id)


def _mornings(rows: Rows, users: Collection[str], now: datetime) -> dict[str, datetime]:
    """Return the end of the quiet hours of those of these people who have them now."""
    times = channels.times_of(rows, users) if users else {}
    zones = zones_of(rows, times) if times else {}
    ends = {user: after_quiet(now, wanted, zones[user]) for user, wanted in times.items()}
    return {user: end for user, end in ends.items() if end is not None}


def release_due(database: Database, now: datetime) -> int:
    """Put due notifications into the outbox, one message per channel, without those seen meanwhile; return how many
    were due.

    A late run may fall into a user's quiet hours: then the notifications are held until these end.
    """
    with database.reading() as rows:
        if not rows.execute("SELECT 1 FROM held_notifications WHERE due_at <= :now LIMIT 1", {"now": timestamp(now)}):
            return 0
    with database.transaction() as rows:
        found = rows.execute(_DUE, {"now": timestamp(now), "most": AT_A_TIME})
        users = {row["user_id"] for row in found}
        ways = {way.id: way for way in channels.of_users(rows, users)}
        muted = channels.muted(rows, ways)
        mornings = _mornings(rows, {way.user_id for way in ways.values() if not way.daily_digest}, now)
        fares, paces = circuits.of_channels(rows, {row["channel"] for row in found}), pacing.of_channels(rows, ways)
        for channel, group in groupby(found, key=itemgetter("channel")):
            held, way, circuit = list(group), ways.get(channel), fares.get(channel)
            if circuit is not None and circuit.ended_at is not None:
                _hold_until(rows, channel, now, now + ENDED)
                continue
            if way is None:  # it was removed meanwhile, or accepts nothing now
                _take_out(rows, held)
                continue
            morning, pace = None if way.daily_digest else mornings.get(way.user_id), paces.get(channel, Pace())
            until = morning or _not_before(way, circuit, pace, now)
            if until is not None and until > now:
                _hold_until(rows, channel, now, until)
            else:
                _post(rows, way, held, muted, pace, now)
    return len(found)


def _not_before(way: channels.Channel, circuit: Circuit | None, pace: Pace, now: datetime) -> datetime | None:
    """Return when a channel may get its next message: not while one waits, the channel fails, or one was just sent.

    If the reader has seen the last message, the next one goes out at once, except by email.
    """
    if circuit is not None and circuit.due_at is not None:
        return min(max(circuit.due_at, now) + BEHIND, now + LOOK)
    if circuit is not None and circuit.retry_at is not None and circuit.retry_at > now:
        return min(circuit.retry_at, now + LOOK)
    return None if pace.seen and way.kind != "email" else pace.next_at


def reschedule(rows: Rows, user: str, now: datetime) -> None:
    """Make a user's held notifications due as if they had been created now, after a change of their settings."""
    for way in sorted(channels.of_user(rows, user), key=attrgetter("id")):  # in the order of release_due
        reschedule_channel(rows, way, now)


def reschedule_channel(rows: Rows, way: channels.Channel, now: datetime) -> None:
    """Make the held notifications of a channel due as if they had been created now."""
    queue.send_held(rows, way.id, now)
    times, zones = channels.times_of(rows, {way.user_id}), zones_of(rows, {way.user_id})
    at = due(now, times.get(way.user_id, Times()), zones[way.user_id], daily=way.daily_digest)
    rows.execute(
        "UPDATE held_notifications SET due_at = :at WHERE channel = :channel", {"channel": way.id, "at": timestamp(at)}
    )


def _hold_until(rows: Rows, channel: str, now: datetime, morning: datetime) -> None:
    rows.execute(
        "UPDATE held_notifications SET due_at = :morning WHERE channel = :channel AND due_at <= :now",
        {"channel": channel, "now": timestamp(now), "morning": timestamp(morning)},
    )


def _post(
    rows: Rows, way: channels.Channel, held: Sequence[Row], muted: Set[tuple[str, str]], pace: Pace, now: datetime
) -> None:
    """Put the notifications that are still wanted on a channel into the outbox."""
    told = [row["notification"] for row in held if _is_wanted(way, row, muted)]
    if told:
        queue.put(rows, uuid4().hex, "", msgspec.json.encode(told).decode(), now, way.id, way.user_id)
        pacing.note(rows, way.id, pace, told[-1], now)
    _take_out(rows, held)


def _take_out(rows: Rows, held: Sequence[Row]) -> None:
    rows.execute_many(
        "DELETE FROM held_notifications WHERE channel = :channel AND notification = :notification",
        [{"channel": row["channel"], "notification": row["notification"]} for row in held],
    )


def _is_wanted(way: channels.Channel, row: Row, muted: Set[tuple[str, str]]) -> bool:
    unseen = row["stream"] is not None and row["seen_at"] is None
    return unseen and row["kind"] in way.events and (way.id, row["stream"]) not in muted
