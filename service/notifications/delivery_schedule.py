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
from service.notifications.channels import Channel
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

RECHECK = timedelta(minutes=5)
"""The most time until the held notifications of a failing channel are checked again, because it may work by then."""

ENDED = timedelta(days=1)
"""The same for a channel that has ended."""


def hold(rows: Rows, notifications: Sequence[Notification], now: datetime) -> None:
    """Hold new notifications for each channel on which they are wanted, in the transaction that creates them."""
    users = {notification.user_id for notification in notifications}
    receiving = channels.of_users(rows, users) if users else []
    if not receiving:
        return
    times, zones = channels.times_of(rows, users), zones_of(rows, users)
    muted = channels.muted(rows, [channel.id for channel in receiving])
    held = [
        _held(channel, notification, due(now, times.get(user, Times()), zones[user], daily=channel.daily_digest))
        for notification in notifications
        for channel in receiving
        if (user := channel.user_id) == notification.user_id
        and notification.kind in channel.events
        and (channel.id, notification.stream) not in muted
    ]
    rows.insert("held_notifications", held, "ON CONFLICT (channel, notification) DO NOTHING")


def _held(channel: Channel, notification: Notification, at: datetime) -> Row:
    return {
        "channel": channel.id,
        "notification": notification.id,
        "user_id": notification.user_id,
        "due_at": timestamp(at),
    }


_DUE = (
    "SELECT channel, notification, held.user_id, notifications.stream, notifications.kind, notifications.created_at,"
    " notifications.seen_at"
    " FROM (SELECT * FROM held_notifications WHERE due_at <= :now ORDER BY due_at, channel LIMIT :most) AS held"
    " LEFT JOIN notifications ON notifications.id = held.notification"
    " ORDER BY channel, notifications.created_at, notification"
)


def quiet_until(rows: Rows, channel: Channel, now: datetime) -> datetime | None:
    """Return the end of the quiet hours that now hold back a channel's messages; None if it may send now.

    A daily digest is sent at its chosen time, regardless of quiet hours.
    """
    return None if channel.daily_digest else _ends_of_quiet_hours(rows, {channel.user_id}, now).get(channel.user_id)


def _ends_of_quiet_hours(rows: Rows, users: Collection[str], now: datetime) -> dict[str, datetime]:
    """Return the end of the quiet hours of those of these users who have them now."""
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
        receiving = {channel.id: channel for channel in channels.of_users(rows, users)}
        muted = channels.muted(rows, receiving)
        without_digest = {channel.user_id for channel in receiving.values() if not channel.daily_digest}
        quiet_ends = _ends_of_quiet_hours(rows, without_digest, now)
        states = circuits.of_channels(rows, {row["channel"] for row in found})
        paces = pacing.of_channels(rows, receiving)
        for id, group in groupby(found, key=itemgetter("channel")):
            held, channel, circuit = list(group), receiving.get(id), states.get(id)
            if circuit is not None and circuit.ended_at is not None:
                _hold_until(rows, id, now, now + ENDED)
                continue
            if channel is None:  # it was removed meanwhile, or accepts nothing now
                _take_out(rows, held)
                continue
            quiet_end = None if channel.daily_digest else quiet_ends.get(channel.user_id)
            pace = paces.get(id, Pace())
            until = quiet_end or _not_before(channel, circuit, pace, now)
            if until is not None and until > now:
                _hold_until(rows, id, now, until)
            else:
                _post(rows, channel, held, muted, pace, now)
    return len(found)


def _not_before(channel: Channel, circuit: Circuit | None, pace: Pace, now: datetime) -> datetime | None:
    """Return when a channel may get its next message: not while one waits, the channel fails, or one was just sent.

    If the reader has seen the last message, the next one goes out at once, except by email.
    """
    if circuit is not None and circuit.due_at is not None:
        return min(max(circuit.due_at, now) + BEHIND, now + RECHECK)
    if circuit is not None and circuit.retry_at is not None and circuit.retry_at > now:
        return min(circuit.retry_at, now + RECHECK)
    return None if pace.seen and channel.kind != "email" else pace.next_at


def reschedule(rows: Rows, user: str, now: datetime) -> None:
    """Make a user's held notifications due as if they had been created now, after a change of their settings."""
    for channel in sorted(channels.of_user(rows, user), key=attrgetter("id")):  # in the order of release_due
        reschedule_channel(rows, channel, now)


def reschedule_channel(rows: Rows, channel: Channel, now: datetime) -> None:
    """Make the held notifications of a channel due as if they had been created now."""
    queue.send_held(rows, channel.id, now)
    times, zones = channels.times_of(rows, {channel.user_id}), zones_of(rows, {channel.user_id})
    at = due(now, times.get(channel.user_id, Times()), zones[channel.user_id], daily=channel.daily_digest)
    rows.execute(
        "UPDATE held_notifications SET due_at = :at WHERE channel = :channel",
        {"channel": channel.id, "at": timestamp(at)},
    )


def _hold_until(rows: Rows, channel: str, now: datetime, until: datetime) -> None:
    rows.execute(
        "UPDATE held_notifications SET due_at = :until WHERE channel = :channel AND due_at <= :now",
        {"channel": channel, "now": timestamp(now), "until": timestamp(until)},
    )


def _post(
    rows: Rows, channel: Channel, held: Sequence[Row], muted: Set[tuple[str, str]], pace: Pace, now: datetime
) -> None:
    """Put the notifications that are still wanted on a channel into the outbox."""
    wanted = [row["notification"] for row in held if _is_wanted(channel, row, muted)]
    if wanted:
        queue.put(rows, uuid4().hex, "", msgspec.json.encode(wanted).decode(), now, channel.id, channel.user_id)
        pacing.note(rows, channel.id, pace, wanted[-1], now)
    _take_out(rows, held)


def _take_out(rows: Rows, held: Sequence[Row]) -> None:
    rows.execute_many(
        "DELETE FROM held_notifications WHERE channel = :channel AND notification = :notification",
        [{"channel": row["channel"], "notification": row["notification"]} for row in held],
    )


def _is_wanted(channel: Channel, row: Row, muted: Set[tuple[str, str]]) -> bool:
    unseen = row["stream"] is not None and row["seen_at"] is None
    return unseen and row["kind"] in channel.events and (channel.id, row["stream"]) not in muted
