"""Limits on the notifications that one user can cause for another by invitations, joins and requests."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from projections.db_protocol import Rows, timestamp
from service.accounts import blocks
from service.notifications.triggers import Occasion

KINDS = ("invited", "entry", "replacement", "joined")
"""Notifications of contacts: none from users whom the recipient has blocked, and few from any other user."""

REQUESTS = ("undo", "swap", "pause", "offer", "time")
"""Notifications of requests in a running game: another one follows only once the recipient has seen the last one."""

MOST = 10
"""Notifications of contacts from one user to another within ``WITHIN``."""

WITHIN = timedelta(days=1)


def allowed(rows: Rows, stream: str, occasions: Iterable[Occasion], now: datetime) -> list[Occasion]:
    """Return these occasions, except those by users whom the recipient has blocked and those above the limit."""
    chosen: list[Occasion] = []
    for each in occasions:
        if each.kind not in (*KINDS, *REQUESTS) or (
            not _is_among(chosen, each)
            and (_is_allowed(rows, stream, each, now) if each.kind in KINDS else not _is_unseen(rows, stream, each))
        ):
            chosen.append(each)
    return chosen


def _is_among(chosen: Iterable[Occasion], occasion: Occasion) -> bool:
    """Return whether the same event of this game is among those chosen."""
    event = (occasion.user, occasion.kind, occasion.by or occasion.seat)
    return any((each.user, each.kind, each.by or each.seat) == event for each in chosen)


def _is_unseen(rows: Rows, stream: str, occasion: Occasion) -> bool:
    found = rows.execute(
        "SELECT seat FROM notifications WHERE user_id = :user AND stream = :stream AND kind = :kind"
        " AND seen_at IS NULL",
        {"user": occasion.user, "stream": stream, "kind": occasion.kind},
    )
    return any(row["seat"] == occasion.seat for row in found)


def _is_allowed(rows: Rows, stream: str, occasion: Occasion, now: datetime) -> bool:
    if blocks.blockers_of(rows, occasion.by, [occasion.user]):
        return False
    found = rows.execute(
        "SELECT stream, kind FROM notifications WHERE by_user <> '' AND by_user = :by AND user_id = :user"
        " AND created_at > :since",
        {"by": occasion.by, "user": occasion.user, "since": timestamp(now - WITHIN)},
    )
    earlier = [(row["stream"], row["kind"]) for row in found if row["kind"] in KINDS]
    return (stream, occasion.kind) not in earlier and len(earlier) < MOST
