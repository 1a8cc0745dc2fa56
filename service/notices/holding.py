"""What is noted is held until its time has come; then all that is due on a channel goes out as one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from uuid import uuid4

import msgspec

from projections.rows import Row, Rows, timestamp
from service.calendars.calendars import zones_of
from service.notices import channels
from service.notices.book import Notice
from service.notices.times import Times, after_quiet, due
from service.outbox import letters
from service.storage import Database

AT_A_TIME = 500
"""Notices that are let go in one transaction."""


def hold(rows: Rows, notices: Sequence[Notice], now: datetime) -> None:
    """Hold new notices for each channel on which they are wanted, in the transaction that notes them."""
    users = {notice.user_id for notice in notices}
    ways = channels.of_users(rows, users) if users else []
    if not ways:
        return
    times, zones = channels.times_of(rows, users), zones_of(rows, users)
    muted = channels.muted(rows, [way.id for way in ways])
    held = [
        _held(way, notice, due(now, times.get(way.user_id, Times()), zones[way.user_id], daily=way.daily))
        for notice in notices
        for way in ways
        if way.user_id == notice.user_id and notice.kind in way.wanted and (way.id, notice.stream) not in muted
    ]
    rows.insert("held_notices", held, "ON CONFLICT (channel, notice) DO NOTHING")


def _held(way: channels.Channel, notice: Notice, at: datetime) -> Row:
    return {"channel": way.id, "notice": notice.id, "user_id": notice.user_id, "due_at": timestamp(at)}


_DUE = (
    "SELECT channel, notice, held_notices.user_id, notices.seen_at, notice_channels.daily FROM held_notices"
    " LEFT JOIN notices ON notices.id = held_notices.notice"
    " LEFT JOIN notice_channels ON notice_channels.id = held_notices.channel"
    " WHERE due_at <= :now ORDER BY channel, notices.created_at, notice LIMIT :most"
)


def quiet_until(rows: Rows, way: channels.Channel, now: datetime) -> datetime | None:
    """When the quiet hours end because of which nothing goes out on a channel now; None where it may.

    What comes once a day comes when it was asked for.
    """
    return None if way.daily else _mornings(rows, {way.user_id}, now).get(way.user_id)


def _mornings(rows: Rows, users: Collection[str], now: datetime) -> dict[str, datetime]:
    """When the quiet hours end of those of these people who have them now."""
    times = channels.times_of(rows, users) if users else {}
    zones = zones_of(rows, times) if times else {}
    ends = {user: after_quiet(now, wanted, zones[user]) for user, wanted in times.items()}
    return {user: end for user, end in ends.items() if end is not None}


def let_go(database: Database, now: datetime) -> int:
    """Put what is due into the outbox, all of a channel as one, but for what was seen meanwhile; how much was due.

    Whoever looks late may come in somebody's quiet hours: then it is held until those are over.
    """
    with database.reading() as rows:
        if not rows.execute("SELECT 1 FROM held_notices WHERE due_at <= :now LIMIT 1", {"now": timestamp(now)}):
            return 0
    with database.transaction() as rows:
        found = rows.execute(_DUE, {"now": timestamp(now), "most": AT_A_TIME})
        mornings = _mornings(rows, {row["user_id"] for row in found if not row["daily"]}, now)
        for channel, group in groupby(found, key=itemgetter("channel")):
            held = list(group)
            if not held[0]["daily"] and (morning := mornings.get(held[0]["user_id"])):
                _hold_until(rows, channel, now, morning)
            else:
                _post(rows, channel, held, now)
    return len(found)


def _hold_until(rows: Rows, channel: str, now: datetime, morning: datetime) -> None:
    rows.execute(
        "UPDATE held_notices SET due_at = :morning WHERE channel = :channel AND due_at <= :now",
        {"channel": channel, "now": timestamp(now), "morning": timestamp(morning)},
    )


def _post(rows: Rows, channel: str, held: Sequence[Row], now: datetime) -> None:
    unseen = [row["notice"] for row in held if row["seen_at"] is None]
    if unseen:
        content = msgspec.json.encode(unseen).decode()
        letters.put(rows, uuid4().hex, "", content, now, channel, held[0]["user_id"])
    rows.execute_many(
        "DELETE FROM held_notices WHERE channel = :channel AND notice = :notice",
        [{"channel": channel, "notice": row["notice"]} for row in held],
    )
