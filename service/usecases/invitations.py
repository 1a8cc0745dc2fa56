"""Invitation links of private tables: anyone with the link can see the table and take a seat.

A secret ends when the owner of the table renews it, and when they free the seat of somebody else: a link lets in by any
account or none, so one that was given to who was thrown out is void for everybody, and the owner gives the new one to
those who are still to come. Who sits at the table needs none. The secret is derived from the site's and from how often
either has happened; what is stored is the number of renewals, and the log tells who was thrown out.
"""

from __future__ import annotations

import hashlib
import hmac

from projections.game_snapshot import Current
from service.config import Config
from service.storage import Database


def secret_of(config: Config, database: Database, now: Current) -> str:
    """The secret that is valid now."""
    ended = _renewals(database, now), now.thrown_out
    text = f"invitation\n{now.id}" + (f"\n{ended}" if any(ended) else "")
    return hmac.new(config.secret_key.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]


def renew(database: Database, now: Current) -> None:
    """Make the secret void that was valid so far."""
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
