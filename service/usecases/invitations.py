"""Invitation links of private tables: anyone with the link can see the table and take a seat.

A secret expires when the host renews it, and when they free another player's seat. Since a link works with
any account or none, the link of a removed player must stop working for everyone, and the host sends the new one to
those who have not joined yet. Seated players need no link. The secret is derived from the site's secret and the number
of renewals and removals: the renewals are stored, and the removals are in the log.
"""

from __future__ import annotations

import hashlib
import hmac

from projections.game_snapshot import Current
from service.config import Config
from service.storage import Database


def secret_of(config: Config, database: Database, now: Current) -> str:
    """Return the current secret."""
    ended = _renewals(database, now), now.thrown_out
    text = f"invitation\n{now.id}" + (f"\n{ended}" if any(ended) else "")
    return hmac.new(config.secret_key.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]


def renew(database: Database, now: Current) -> None:
    """Revoke the current secret."""
    with database.transaction() as rows:
        rows.execute(
            "INSERT INTO invitations VALUES (:stream, 1)"
            " ON CONFLICT (stream) DO UPDATE SET renewals = invitations.renewals + 1",
            {"stream": now.id},
        )


def _renewals(database: Database, now: Current) -> int:
    with database.reading() as rows:
        found = rows.execute("SELECT renewals FROM invitations WHERE stream = :stream", {"stream": now.id})
    return int(found[0]["renewals"]) if found else 0
