"""Personal data in the plain tables: the columns that a user's archive contains, and the reasons for leaving out
others.

A test compares this list with the schema of both databases, so every new table and column has to be classified here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from projections.db_protocol import Row, Rows
from service.notifications import channels


class PersonalTable(NamedTuple):
    """A table with rows about users. Each column is exported, or left out for a reason."""

    people: Sequence[str]
    """Columns with user ids: the rows of a user have the user's id in one of them."""
    exported: Sequence[str]
    left_out: Mapping[str, str] = {}
    """Reasons by column."""
    also: str = ""
    """A further condition, by which an index finds the rows."""


_HASH = "A hash by which the site recognises a secret."
_STAMP = "Internal: it decides which links, sessions and tokens are valid."
_KEY = "A request key: with the author's credentials it repeats the request."
_DERIVED = "Follows from an exported column."

HELD: Mapping[str, PersonalTable] = {
    "api_tokens": PersonalTable(
        ("user_id",), ("id", "user_id", "label", "created_at"), {"digest": _HASH, "password_stamp": _STAMP}
    ),
    "blocks": PersonalTable(("user_id",), ("user_id", "blocked", "blocked_at")),
    "branch_counts": PersonalTable(("owner",), ("root", "owner", "opened")),
    "branch_links": PersonalTable(("author",), ("stream", "author", "shared", "ended")),
    "branches": PersonalTable(
        ("owner",),
        ("stream", "root", "origin", "at_version", "owner", "shared", "version", "opened_at", "updated_at"),
        dict.fromkeys(("viewer", "imagined", "imported", "from_file"), "Follows from the file of the branch."),
        "root IN (SELECT root FROM branch_counts WHERE owner = :user)",
    ),
    "changed_calendars": PersonalTable(("user_id",), ("user_id", "journal")),
    "tournament_entries": PersonalTable(("user_id",), ("user_id", "stream")),
    "tournaments": PersonalTable(("owner", "author"), ("stream", "owner", "author", "title", "opened_at", "closed")),
    "deadlines": PersonalTable(("user_id",), ("stream", "seat", "user_id", "remind_at", "deadline")),
    "entrant_invitations": PersonalTable(
        ("user_id", "invited_by"), ("stream", "user_id", "invited_by", "invited_at", "notified")
    ),
    "guests": PersonalTable(
        ("user_id", "invited_by"), ("stream", "user_id", "seat", "invited_by", "invited_at", "notified")
    ),
    "held_notifications": PersonalTable(("user_id",), ("channel", "notification", "user_id", "due_at")),
    "hidden_branches": PersonalTable(("author",), ("stream", "author")),
    "last_seen": PersonalTable(("user_id",), ("stream", "user_id", "version")),
    "mail_addresses": PersonalTable(
        ("user_id",), ("user_id", "address", "wanted"), {"folded_address": _DERIVED, "stamp": _STAMP}
    ),
    "muted_games": PersonalTable(("user_id",), ("channel", "stream", "user_id")),
    "name_keys": PersonalTable(("user_id",), ("key", "user_id", "made_by")),
    "notification_channels": PersonalTable(
        ("user_id",),
        ("id", "user_id", "kind", "label", "address", "unwanted", "daily", "paused", "created_at", "session_id"),
        {"secret": "It signs webhooks and ends the link that stops emails."},
    ),
    "notification_times": PersonalTable(("user_id",), ("user_id", "quiet_from", "quiet_until", "daily_at")),
    "notifications": PersonalTable(
        ("user_id",),
        ("id", "user_id", "stream", "kind", "version", "seat", "created_at", "seen_at", "by_user", "reason"),
    ),
    "opened_streams": PersonalTable(("actor",), ("actor", "stream"), {"command": _KEY}),
    "audit_trail": PersonalTable(
        ("actor", "user_id"),
        ("id", "at", "act", "user_id", "stream", "reason"),
        {"actor": "Only administrators see which administrator acted."},
    ),
    "administrators": PersonalTable(("user_id",), ("user_id", "appointed_at")),
    "outbox": PersonalTable(
        ("user_id",),
        ("id", "recipient", "created_at", "attempts", "due_at", "channel", "user_id"),
        {
            "content": "Emails about the account contain links that set a password or confirm an address.",
            "failure": "A receiver may repeat the secret address that it was reached at.",
        },
    ),
    "outbox_channels": PersonalTable(
        ("user_id",),
        (
            "channel",
            "user_id",
            "prompt",
            "due_at",
            "failures",
            "failure",
            "failed_at",
            "retry_at",
            "ended_at",
            "notified_at",
            "last_notified",
            "pace",
        ),
    ),
    "rematches": PersonalTable(("actor",), ("stream", "actor"), {"command": _KEY}),
    "replacement_requests": PersonalTable(
        ("user_id", "replaced", "asked_by"),
        ("stream", "user_id", "seat", "replaced", "version", "reason", "note", "asked_by", "asked_at", "notified"),
    ),
    "sessions": PersonalTable(
        ("user_id",),
        ("id", "user_id", "browser", "created_at", "seen_at"),
        {"digest": _HASH, "password_stamp": _STAMP},
    ),
    "suspensions": PersonalTable(("user_id",), ("user_id", "since", "reason")),
    "table_people": PersonalTable(
        ("user_id",),
        ("stream", "user_id", "shelf", "ruleset", "pace", "listed", "playing", "waiting", "updated_at"),
        {"shown": "In the file of the game."},
    ),
    "chat_messages": PersonalTable(
        ("author",), ("stream", "number", "author", "at", "version", "text", "removed", "notified"), {"command": _KEY}
    ),
    "chat_read_receipts": PersonalTable(("user_id",), ("stream", "user_id", "number", "notified")),
    "turn_notifications": PersonalTable(("user_id",), ("stream", "user_id", "version", "remind_at", "reminded")),
    "typed_texts": PersonalTable(
        ("author",),
        ("stream", "what", "seat", "author", "text"),
        {"salt": "In the file of the game, where it verifies the seed contribution."},
    ),
    "users": PersonalTable(
        ("id",),
        ("id", "name", "created_at", "display_name", "time_zone", "language"),
        {"password": _HASH, "folded_name": _DERIVED, "folded_display_name": _DERIVED},
    ),
    "time_zones": PersonalTable(("user_id",), ("user_id", "since", "zone")),
    "vacations": PersonalTable(("user_id",), ("user_id", "first_day", "last_day", "by_itself", "planned_at")),
}
"""Tables with rows about users."""

_GAMES = "Games: the archive has a file for each."
_RUNNING = "How the service runs: no data about people."

NOT_HELD: Mapping[str, str] = {
    "response_mentions": "Whom these responses name.",
    "stored_responses": "Responses are kept for a week, for requests that are sent again. They may contain secrets.",
    "tournament_games": "Which tournament a game belongs to; the files of the tournaments say it.",
    "deleted_accounts": "Accounts that are deleted: their archive cannot be asked for.",
    "failed_streams": _RUNNING,
    "heartbeats": _RUNNING,
    "history": _GAMES,
    "invitations": "How often the owner of a table renewed its invitation link.",
    "ledger": _GAMES,
    "limits": "Counts under hashed keys, which end within days.",
    "listed_games": _GAMES,
    "migration_steps": _RUNNING,
    "notification_tracking": _RUNNING,
    "outages": _RUNNING,
    "packed_streams": _GAMES,
    "positions": _GAMES,
    "read_models": _RUNNING,
    "site_keys": "Secrets of the site.",
    "snapshots": _GAMES,
    "stored_events": _GAMES,
    "tables": _GAMES,
    "chat_changes": "How often the chat of a game changed.",
    "time_marks": _RUNNING,
    "tracking": _RUNNING,
}
"""Tables that the archive leaves out, and the reasons."""


def rows_about(rows: Rows, user: str) -> dict[str, list[Row]]:
    """Return the exported columns of all rows about a user, by table, sorted by these columns."""
    return {
        table: [_shown(table, row) for row in rows.execute(_query(held, table), {"user": user})]
        for table, held in HELD.items()
    }


def _query(held: PersonalTable, table: str) -> str:
    about = " OR ".join(f"{column} = :user" for column in held.people)
    also = f" AND {held.also}" if held.also else ""
    columns = ", ".join(held.exported)
    return f"SELECT {columns} FROM {table} WHERE ({about}){also} ORDER BY {columns}"  # noqa: S608


def _shown(table: str, row: Row) -> Row:
    if table == "notification_channels":
        return row | {"address": channels.shown_address(row["kind"], row["address"])}
    return row
