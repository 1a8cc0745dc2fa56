"""Notifications and their channels."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import request
from flask_babel import gettext

from service.accounts.users import User
from service.api.blueprint import Resource, content_tag
from service.auth import required_user
from service.channels import preferences, web_push
from service.container import services
from service.http import limits, pagination
from service.http.problems import Problem
from service.notifications import channels as stored
from service.notifications import inbox, quiet_hours
from service.outbox.circuits import Circuit
from service.presenters.notifications import NotificationText, failure_text, notification_texts
from service.schemas.notifications import (
    Channel,
    ChannelChanges,
    NewChannel,
    Notification,
    NotificationsPage,
    NotificationsQuery,
    PushKey,
    Schedule,
    ScheduleSchema,
)

blueprint = Resource("notifications", __name__, url_prefix="/api/users/me/notifications", description="Notifications")


@blueprint.route("")
@blueprint.arguments(NotificationsQuery, location="query")
@blueprint.returns(200, NotificationsPage)
def notifications(query: dict[str, Any]) -> NotificationsPage:
    """List your notifications

    The latest come first. Opening a game marks its notifications as read.
    """
    user = required_user()
    after = pagination.decode_cursor(query.get("cursor"), inbox.START, inbox.Cursor)
    with services().storage.database.reading() as rows:
        found = inbox.of_user(rows, user.id, after=after, limit=query["limit"])
        unread = inbox.unseen(rows, user.id)
    shown = notification_texts(services().storage.database, services().display_names, found)
    return NotificationsPage(
        unread=unread,
        notifications=[_shown(each) for each in shown],
        next=pagination.encode_cursor(inbox.cursor(found[-1])) if len(found) == query["limit"] else None,
    )


def _shown(each: NotificationText) -> Notification:
    notification = each.notification
    return Notification(
        id=notification.id,
        kind=notification.kind,
        game=each.stream,
        channel=None if each.stream else notification.stream,
        name=each.game,
        version=notification.version,
        title=each.title,
        detail=each.detail,
        created_at=notification.created_at,
        read=notification.seen_at is not None,
    )


@blueprint.route("/read", methods=["POST"])
@blueprint.response(204)
def mark_all_read() -> None:
    """Mark all notifications as read"""
    inbox.see_all(services().storage.database, required_user().id, datetime.now(UTC))


# --------------------------------------------------------------------------------------------------------------------
# Channels and preferences
# --------------------------------------------------------------------------------------------------------------------


@blueprint.route("/channels")
@blueprint.etag
@blueprint.returns(200, list[Channel])
def channels() -> list[Channel]:
    """List your notification channels

    Channels deliver notifications outside the site.
    """
    return blueprint.show_content("channels", 0, _channels(required_user()))


@blueprint.route("/channels", methods=["POST"])
@blueprint.arguments(NewChannel)
@blueprint.returns(201, Channel)
def add_channel(body: dict[str, Any]) -> Channel:
    """Add a notification channel

    If you already have a channel with this address, the response is that channel. The introduction describes what
    each kind sends, and how webhooks are signed.
    """
    made = preferences.add(required_user(), body.pop("kind"), body.pop("address"), body)
    return _channel(made, set(), preferences.circuit_of(made))


@blueprint.route("/channels/<stream:id>", methods=["PUT"])
@blueprint.arguments(ChannelChanges)
@blueprint.returns(200, Channel)
def change_channel(body: dict[str, Any], id: str) -> Channel:
    """Change a notification channel

    Send `If-Match` with the ETag of the list of channels to make the change only if no channel has changed since.
    If one has, the response is 412.
    """
    user = required_user()
    _require_unchanged("channels", _channels(user))
    changed = preferences.change(preferences.own(user, id), body)
    return _channel(changed, preferences.of_user(user)[1], preferences.circuit_of(changed))


@blueprint.route("/channels/<stream:id>", methods=["DELETE"])
@blueprint.response(204)
def remove_channel(id: str) -> None:
    """Remove a notification channel"""
    preferences.remove(preferences.own(required_user(), id))


@blueprint.route("/channels/<stream:id>/tests", methods=["POST"])
@limits.tries
@blueprint.response(202)
def test_channel(id: str) -> None:
    """Test a notification channel

    Daybook sends a test message as soon as possible.
    """
    preferences.test(preferences.own(required_user(), id))


@blueprint.route("/channels/<stream:id>/retries", methods=["POST"])
@limits.tries
@blueprint.response(202)
def retry_channel(id: str) -> None:
    """Retry a failed notification channel

    As soon as possible, Daybook resends the messages that the channel did not accept, together with a test message.
    """
    preferences.retry(preferences.own(required_user(), id))


@blueprint.route("/push-key")
@blueprint.returns(200, PushKey)
def push_key() -> PushKey:
    """Get the key for web push

    Use it as `applicationServerKey` to subscribe the browser. The subscription, as JSON, is the channel's address.
    """
    return PushKey(web_push.public_key(services().storage.database))


@blueprint.route("/schedule")
@blueprint.etag
@blueprint.returns(200, Schedule, ScheduleSchema())
def schedule() -> Schedule:
    """Get your notification schedule"""
    return blueprint.show_content("times", 0, _times(preferences.times(required_user())))


@blueprint.route("/schedule", methods=["PUT"])
@blueprint.arguments(ScheduleSchema)
@blueprint.returns(200, Schedule, ScheduleSchema())
def set_schedule(body: dict[str, Any]) -> Schedule:
    """Change your notification schedule

    Send `If-Match` to make the change only if the schedule has not changed since. If it has, the response is 412.
    """
    user, wanted = required_user(), quiet_hours.times_of(body)
    _require_unchanged("times", _times(preferences.times(user)))
    preferences.save_times(user, wanted)
    return _times(wanted)


def _require_unchanged(name: str, content: Any) -> None:
    """Raise Problem if If-Match is sent and names something other than the present response."""
    tags = request.if_match
    if tags and not tags.star_tag and content_tag(name, 0, content) not in tags.as_set(include_weak=True):
        raise Problem("stale", gettext("This was changed elsewhere. Reload it and try again."))


def _channels(user: User) -> list[Channel]:
    found, muted = preferences.of_user(user)
    circuits = preferences.circuits_of(found)
    return [_channel(each, muted, circuits[each.id]) for each in found]


def _channel(channel: stored.Channel, muted: set[tuple[str, str]], circuit: Circuit) -> Channel:
    return Channel(
        id=channel.id,
        kind=channel.kind,
        label=channel.label,
        address=preferences.shown_address(channel),
        events=channel.events,
        daily_digest=channel.daily_digest,
        paused=channel.paused,
        muted=preferences.muted_on(channel, muted),
        secret=channel.secret if channel.kind == "webhook" else None,
        created_at=channel.created_at,
        state=circuit.state,
        failure=failure_text(circuit) or None,
        failed_at=circuit.failed_at,
        retry_at=circuit.retry_at,
        ended_at=circuit.ended_at,
    )


def _times(times: quiet_hours.Times) -> Schedule:
    return Schedule(
        quiet_from=times.quiet_from.isoformat("minutes"),
        quiet_until=times.quiet_until.isoformat("minutes"),
        daily_at=times.daily_at.isoformat("minutes"),
    )
