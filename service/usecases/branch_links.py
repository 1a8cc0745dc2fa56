"""Links that let anyone watch a branch as a spectator, even while its game runs.

Such a link shows the moves made in the branch, but no cards of its owner: see the README.

The secret is derived from the site's secret and from the number of revoked links of this branch, which is not in the
log.
"""

from __future__ import annotations

import hashlib
import hmac

from domain.aggregate import Game
from projections.db_protocol import Rows
from service.config import Config
from service.storage import Database, user_rows
from service.storage.user_rows import UserRows
from service.usecases.branches import require_owner

_SHARE = (
    "INSERT INTO branch_links (stream, author, shared, ended) VALUES (:stream, :author, TRUE, 0)"
    " ON CONFLICT (stream) DO UPDATE SET shared = TRUE, author = excluded.author"
)
_ENDED = "SELECT ended FROM branch_links WHERE stream = :stream AND shared = TRUE"
_END = "UPDATE branch_links SET shared = FALSE, ended = ended + 1 WHERE stream = :stream AND shared = TRUE"
_FORGET_EARLY = (
    "DELETE FROM branch_links WHERE author = ''"
    " AND (SELECT owner FROM branches WHERE branches.stream = branch_links.stream) = :author"
)
"""Links shared before their authors were stored; no more are added."""

_USER_ROWS = [UserRows("branch_links", key="stream", user="author")]


def share(database: Database, branch: Game, owner: str) -> None:
    """Let anyone with the link see a branch. Refused for games, and unless the user opened the branch."""
    params = {"stream": branch.id, "author": require_owner(branch, owner)}
    with database.transaction() as rows:
        rows.execute(_SHARE, params)


def end(database: Database, branch: Game, owner: str) -> None:
    """Revoke the link; the next one will be different. Refused as in :func:`share`."""
    require_owner(branch, owner)
    with database.transaction() as rows:
        rows.execute(_END, {"stream": branch.id})


def delete_user_data(rows: Rows, owner: str, most: int) -> bool:
    """Delete the links that a user shared, so that they no longer work."""
    rows.execute(_FORGET_EARLY, {"author": owner})
    return user_rows.delete_some(rows, _USER_ROWS, owner, most)


def secret_of(config: Config, database: Database, stream: str) -> str | None:
    """Return the secret of the link of a branch; None if it is not shared."""
    with database.reading() as rows:
        found = rows.execute(_ENDED, {"stream": stream})
    if not found:
        return None
    text = f"what-if\n{stream}\n{found[0]['ended']}"
    return hmac.new(config.secret_key.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]
