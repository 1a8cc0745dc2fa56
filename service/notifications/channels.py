"""A user's notification channels. Emails go to the confirmed address."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, time
from typing import Any, get_args
from urllib.parse import SplitResult, urlsplit
from uuid import uuid4

import msgspec

from projections.db_protocol import Row, Rows, listed, parsed, timestamp
from service.notifications import quiet_hours as clocks
from service.notifications.quiet_hours import Times
from service.notifications.triggers import Kind
from service.outbox import circuits, queue

KINDS = get_args(Kind)
"""The kinds of notifications."""

MOST = 20
"""The maximum of a user's channels."""


class Channel(msgspec.Struct, frozen=True, kw_only=True):
    """A user's notification channel.

    ``address`` is the destination: an address, or for web push the browser's subscription as JSON; ``""`` for email.
    ``secret`` signs a webhook, and is the end of the unsubscribe link in an email. ``events`` holds the kinds of
    notifications.
    """

    id: str
    user_id: str
    kind: str
    """One of :data:`service.notifications.channel_kinds.CHANNEL_KINDS`."""
    label: str
    address: str
    secret: str
    events: tuple[str, ...] = KINDS
    daily_digest: bool = False
    """Whether notifications are sent as a daily digest."""
    paused: bool = False
    created_at: datetime
    session_id: str = ""
    """The session in which a browser subscribed; the channel ends with it."""

    @property
    def host(self) -> str:
        """The host or service that receives the notifications, which is not secret; ``""`` for email."""
        parts = _parts(self.kind, self.address)
        return parts.scheme if self.kind == "apprise" else parts.hostname or ""


class TooMany(Exception):
    """A user has as many channels as are allowed."""


class UnknownChannel(Exception):
    """The user has no such channel; the text says so."""


class ChannelRefused(Exception):
    """A channel cannot be added; the text says why."""


def add(rows: Rows, user: str, kind: str, label: str, address: str, now: datetime, session_id: str = "") -> Channel:
    """Add a channel, or return the user's one at this address, which then belongs to this session; raise TooMany."""
    own = of_user(rows, user)
    for channel in own:
        if (channel.kind, channel.address) == (kind, address):
            renewed = {"id": channel.id, "session": session_id}
            rows.execute("UPDATE notification_channels SET session_id = :session WHERE id = :id", renewed)
            return msgspec.structs.replace(channel, session_id=session_id)
    if len(own) >= MOST:
        _make_room(rows, own)
    secret = secrets.token_urlsafe(32)
    made = Channel(
        id=uuid4().hex,
        user_id=user,
        kind=kind,
        label=label,
        address=address,
        secret=secret,
        created_at=now,
        session_id=session_id,
    )
    rows.insert("notification_channels", [_row(made)])
    return made


def _make_room(rows: Rows, own: Sequence[Channel]) -> None:
    """Remove the push channel that ended first: browsers renew their subscriptions. Raises TooMany without any."""
    found = circuits.of_channels(rows, [channel.id for channel in own if channel.kind == "push"])
    ended = {circuit.channel: circuit.ended_at for circuit in found.values() if circuit.ended_at}
    if not ended:
        raise TooMany
    first = min(ended, key=ended.__getitem__)
    remove(rows, next(channel for channel in own if channel.id == first))


def address_changed(rows: Rows, user: str, now: datetime) -> None:
    """Update the email channel after a change of address: add it if missing, and invalidate links in earlier emails."""
    with suppress(TooMany):
        channel = add(rows, user, "email", "", "", now)
        renewed = {"id": channel.id, "secret": secrets.token_urlsafe(32)}
        rows.execute("UPDATE notification_channels SET secret = :secret WHERE id = :id", renewed)
        queue.retry(rows, channel.id, now)


def of_user(rows: Rows, user: str) -> list[Channel]:
    """Return a user's channels, the oldest first."""
    found = rows.execute(
        "SELECT * FROM notification_channels WHERE user_id = :user ORDER BY created_at, id", {"user": user}
    )
    return [_channel(row) for row in found]


def of_users(rows: Rows, users: Collection[str]) -> list[Channel]:
    """Return the channels of these users that are neither paused nor ended."""
    among, params = listed("user", users)
    found = rows.execute(
        f"SELECT * FROM notification_channels WHERE user_id IN ({among}) AND NOT paused"  # noqa: S608
        " AND id NOT IN (SELECT channel FROM outbox_channels"
        f" WHERE user_id IN ({among}) AND ended_at IS NOT NULL) ORDER BY created_at, id",
        params,
    )
    return [_channel(row) for row in found]


def one(rows: Rows, id: str) -> Channel | None:
    """Return a channel by its id."""
    found = rows.execute("SELECT * FROM notification_channels WHERE id = :id", {"id": id})
    return _channel(found[0]) if found else None


def some(rows: Rows, ids: Collection[str]) -> list[Channel]:
    """Return these channels, without those that were removed."""
    among, params = listed("id", ids)
    return [_channel(row) for row in rows.execute(f"SELECT * FROM notification_channels WHERE id IN ({among})", params)]  # noqa: S608


def logged_out(rows: Rows, ids: Collection[str]) -> set[str]:
    """Return those of these channels whose browser's session has ended."""
    among, params = listed("id", ids)
    found = rows.execute(
        f"SELECT id FROM notification_channels WHERE id IN ({among}) AND session_id <> ''"  # noqa: S608
        " AND session_id NOT IN (SELECT id FROM sessions)",
        params,
    )
    return {row["id"] for row in found}


def by_secret(rows: Rows, secret: str) -> Channel | None:
    """Return a channel by its secret, which anyone who received its messages may have."""
    found = rows.execute("SELECT * FROM notification_channels WHERE secret = :secret", {"secret": secret})
    return _channel(found[0]) if found else None


def change(rows: Rows, channel: Channel) -> None:
    """Store a user's changes to a channel."""
    rows.execute(
        "UPDATE notification_channels SET label = :label, unwanted = :unwanted, daily = :daily, paused = :paused"
        " WHERE id = :id",
        {name: _row(channel)[name] for name in ("id", "label", "unwanted", "daily", "paused")},
    )


def remove(rows: Rows, channel: Channel) -> None:
    """Delete a channel."""
    circuits.remove(rows, channel.id)
    for table in ("held_notifications", "muted_games"):
        rows.execute(f"DELETE FROM {table} WHERE channel = :id", {"id": channel.id})  # noqa: S608
    rows.execute(
        "DELETE FROM notifications WHERE user_id = :user AND stream = :id", {"user": channel.user_id, "id": channel.id}
    )
    rows.execute("DELETE FROM notification_channels WHERE id = :id", {"id": channel.id})


def shown_address(kind: str, address: str) -> str:
    """Return the part of an address that gives no access: the server, or for services the service. Everything else,
    such as a path, a topic or a token, may let its holder send or read messages. Email channels store no address.
    """
    if kind == "email":
        return ""
    parts = _parts(kind, address)
    return f"{parts.scheme}://{'' if kind == 'apprise' else parts.hostname or ''}/…"


def _parts(kind: str, address: str) -> SplitResult:
    return urlsplit(str(msgspec.json.decode(address)["endpoint"]) if kind == "push" else address)


# --------------------------------------------------------------------------------------------------------------------
# Muted games
# --------------------------------------------------------------------------------------------------------------------


def mute(rows: Rows, channel: Channel, streams: Collection[str]) -> None:
    """Mute exactly these games on a channel."""
    rows.execute("DELETE FROM muted_games WHERE channel = :id", {"id": channel.id})
    muted = sorted(set(streams))
    rows.insert(
        "muted_games", [{"channel": channel.id, "stream": stream, "user_id": channel.user_id} for stream in muted]
    )


def muted(rows: Rows, channels: Collection[str]) -> set[tuple[str, str]]:
    """Return the muted games of these channels: pairs of a channel and a game."""
    among, params = listed("channel", channels)
    found = rows.execute(f"SELECT channel, stream FROM muted_games WHERE channel IN ({among})", params)  # noqa: S608
    return {(row["channel"], row["stream"]) for row in found}


# --------------------------------------------------------------------------------------------------------------------
# Times
# --------------------------------------------------------------------------------------------------------------------


def times_of(rows: Rows, users: Collection[str]) -> dict[str, Times]:
    """Return the delivery times of these users, without those who have set none."""
    among, params = listed("user", users)
    found = rows.execute(f"SELECT * FROM notification_times WHERE user_id IN ({among})", params)  # noqa: S608
    return {row["user_id"]: clocks.times_of(row) for row in found}


def save_times(rows: Rows, user: str, times: Times) -> None:
    """Store a user's delivery times."""
    clock: Mapping[str, Any] = {
        name: value.isoformat("minutes") if isinstance(value, time) else value
        for name, value in msgspec.structs.asdict(times).items()
    }
    rows.execute("DELETE FROM notification_times WHERE user_id = :user", {"user": user})
    rows.insert("notification_times", [{"user_id": user, **clock}])


def _row(channel: Channel) -> Row:
    """Return the row of a channel, which stores unwanted kinds, so that future kinds of notifications are on."""
    row = msgspec.structs.asdict(channel)
    events, daily = row.pop("events"), row.pop("daily_digest")
    unwanted = [kind for kind in KINDS if kind not in events]
    return row | {
        "unwanted": msgspec.json.encode(unwanted).decode(),
        "daily": daily,
        "created_at": timestamp(channel.created_at),
    }


def _channel(row: Row) -> Channel:
    unwanted = msgspec.json.decode(row["unwanted"], type=list[str])
    known = {
        "events": tuple(kind for kind in KINDS if kind not in unwanted),
        "daily_digest": bool(row["daily"]),
        "paused": bool(row["paused"]),
        "created_at": parsed(row["created_at"]),
    }
    return msgspec.convert(
        {name: value for name, value in row.items() if name not in ("unwanted", "daily")} | known, Channel
    )
