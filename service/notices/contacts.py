"""Notices that one user causes another to get by contacting them: none from users whom they have blocked, and few from
anybody else, however many tables somebody opens, joins and leaves.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from projections.rows import Rows, timestamp
from service.notices.occasions import Occasion
from service.people import blocks

KINDS = ("invited", "entry", "replacement", "joined")
"""Kinds of notices that are limited. Others cannot be caused at will, or are told only once until they are read."""

MOST = 10
"""Such notices that one user causes another to get within ``WITHIN``."""

WITHIN = timedelta(days=1)


def welcome(rows: Rows, stream: str, occasions: Iterable[Occasion], now: datetime) -> list[Occasion]:
    """These occasions without those that their receivers have blocked, or that are too many."""
    return [each for each in occasions if each.kind not in KINDS or _is_welcome(rows, stream, each, now)]


def _is_welcome(rows: Rows, stream: str, occasion: Occasion, now: datetime) -> bool:
    if blocks.by_whom(rows, occasion.by, [occasion.user]):
        return False
    found = rows.execute(
        "SELECT stream, kind FROM notices WHERE by_user <> '' AND by_user = :by AND user_id = :user"
        " AND created_at > :since",
        {"by": occasion.by, "user": occasion.user, "since": timestamp(now - WITHIN)},
    )
    earlier = [(row["stream"], row["kind"]) for row in found if row["kind"] in KINDS]
    return (stream, occasion.kind) not in earlier and len(earlier) < MOST
