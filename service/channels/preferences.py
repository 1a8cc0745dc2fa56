"""Notification preferences: channels, quiet hours and muted games, for API and pages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from flask_babel import gettext

from service.accounts.users import User
from service.auth import current_session
from service.channels.dispatcher import check
from service.channels.message import BadAddress
from service.container import services
from service.http import limits
from service.notifications import channels, delivery_schedule, inbox
from service.notifications.channels import Channel, ChannelRefused, UnknownChannel
from service.notifications.quiet_hours import Times
from service.outbox import circuits, queue
from service.outbox.circuits import Circuit

LOGGED_OUT = "Logged out"
"""The reason for the end of a channel whose browser's session has ended."""


def of_user(user: User) -> tuple[list[Channel], set[tuple[str, str]]]:
    """Return a user's channels, and the muted games: pairs of a channel and a game."""
    with services().storage.database.reading() as rows:
        found = channels.of_user(rows, user.id)
        return found, channels.muted(rows, [channel.id for channel in found])


def own(user: User, id: str) -> Channel:
    """Return a channel of the user. Raises UnknownChannel."""
    with services().storage.database.reading() as rows:
        found = channels.one(rows, id)
    if found is None or found.user_id != user.id:
        raise UnknownChannel(gettext("Notification channel not found."))
    return found


def add(user: User, kind: str, address: str, wanted: dict[str, Any]) -> Channel:
    """Add a channel. Raises ChannelRefused.

    A browser's subscription belongs to the session of the request; one added with an API token belongs to none.
    """
    session = current_session() if kind == "push" else None
    try:
        check(kind, address)
    except BadAddress as error:
        raise ChannelRefused(str(error)) from error
    if kind == "email" and not services().email_addresses.confirmed(user.id):
        raise ChannelRefused(gettext("Confirm an email address first."))
    try:
        with services().storage.database.counting(user.id) as rows:
            made = channels.add(
                rows, user.id, kind, wanted.get("label", ""), address, datetime.now(UTC), session.id if session else ""
            )
    except channels.TooMany:
        raise ChannelRefused(
            gettext("You can have at most %(most)s channels. Remove one first.", most=channels.MOST)
        ) from None
    if circuit_of(made).ended_at is not None:
        limits.count_try()
        retry(made)
    return change(made, wanted)


def circuits_of(found: Sequence[Channel]) -> dict[str, Circuit]:
    """Return the circuits of channels, by their ids."""
    ids = [channel.id for channel in found]
    with services().storage.database.reading() as rows:
        known, logged_out = circuits.of_channels(rows, ids), channels.logged_out(rows, ids)
    shown = {channel.id: known.get(channel.id) or Circuit(channel.id, channel.user_id) for channel in found}
    for channel in found:
        if channel.id in logged_out:
            ended_at = shown[channel.id].ended_at or channel.created_at
            shown[channel.id] = msgspec.structs.replace(
                shown[channel.id], ended_at=ended_at, failure=LOGGED_OUT, logged_out=True
            )
    return shown


def circuit_of(channel: Channel) -> Circuit:
    """Return the circuit of a channel."""
    return circuits_of([channel])[channel.id]


def retry(channel: Channel) -> None:
    """Retry a channel that fails or has ended at once, with all its waiting messages and a test.

    Raises ChannelRefused if its browser's session has ended: another user may use the browser now.
    """
    if circuit_of(channel).logged_out:
        raise ChannelRefused(gettext("You are logged out in that browser. Log in there and turn on notifications."))
    now = datetime.now(UTC)
    with services().storage.database.transaction() as rows:
        queue.retry(rows, channel.id, now)
        queue.put_test(rows, channel.id, channel.user_id, now)
        delivery_schedule.reschedule_channel(rows, channel, now)
        inbox.see_channel(rows, channel.user_id, channel.id, now)


def change(channel: Channel, wanted: dict[str, Any]) -> Channel:
    """Change the settings of a channel, and return it."""
    fields = ("label", "events", "daily_digest", "paused")
    changed = msgspec.structs.replace(channel, **{name: wanted[name] for name in fields if name in wanted})
    with services().storage.database.transaction() as rows:
        channels.change(rows, changed)
        if "muted" in wanted:
            channels.mute(rows, changed, wanted["muted"])
        if changed.daily_digest != channel.daily_digest:
            delivery_schedule.reschedule(rows, channel.user_id, datetime.now(UTC))
    return changed


def remove(channel: Channel) -> None:
    """Delete a channel."""
    with services().storage.database.transaction() as rows:
        channels.remove(rows, channel)


def test(channel: Channel) -> None:
    """Send a test to a channel at once."""
    if circuit_of(channel).state != "working":
        retry(channel)
        return
    with services().storage.database.transaction() as rows:
        queue.put_test(rows, channel.id, channel.user_id, datetime.now(UTC))


def times(user: User) -> Times:
    """Return the delivery times of a user."""
    with services().storage.database.reading() as rows:
        return channels.times_of(rows, [user.id]).get(user.id, Times())


def save_times(user: User, wanted: Times) -> None:
    """Store the delivery times of a user."""
    with services().storage.database.transaction() as rows:
        channels.save_times(rows, user.id, wanted)
        delivery_schedule.reschedule(rows, user.id, datetime.now(UTC))


def stop(secret: str) -> None:
    """Pause the channel with this secret, which is in every email to it. Raises UnknownChannel."""
    with services().storage.database.transaction() as rows:
        found = channels.by_secret(rows, secret)
        if found is None:
            raise UnknownChannel(gettext("This link has expired."))
        channels.change(rows, msgspec.structs.replace(found, paused=True))


def shown_address(channel: Channel) -> str:
    """Return the address of a channel, without anything that gives access to it."""
    if channel.kind == "email":
        return services().email_addresses.confirmed(channel.user_id)
    return channels.shown_address(channel.kind, channel.address)


def muted_on(channel: Channel, muted: set[tuple[str, str]]) -> Sequence[str]:
    """Return the muted games of a channel."""
    return sorted(stream for id, stream in muted if id == channel.id)
