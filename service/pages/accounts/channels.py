"""Notification channels, quiet hours and muted games; the link in an email that stops notifications."""

from __future__ import annotations

from typing import Any

from flask import redirect, render_template, request, url_for
from flask_babel import gettext, lazy_gettext
from werkzeug.wrappers import Response

from projections import game_list
from service import queries
from service.accounts import profiles
from service.auth import required_user
from service.channels import preferences, web_push
from service.container import services
from service.http import limits, messages
from service.notifications.channel_kinds import CHANNEL_KINDS
from service.notifications.channels import KINDS
from service.notifications.quiet_hours import times_of
from service.pages.blueprint import page_blueprint
from service.pages.forms import flash_note, valid
from service.presenters import listings
from service.presenters.notifications import failure_text
from service.schemas.notifications import NewChannel, ScheduleSchema

blueprint = page_blueprint("channels")

SHOWN = 100
"""The maximum of games to mute."""

NAMES = {
    "turn": lazy_gettext("Your turn"),
    "reminder": lazy_gettext("Deadline reminder"),
    "reminded": lazy_gettext("Reminder from an organiser"),
    "ran_out": lazy_gettext("You are out of time"),
    "late": lazy_gettext("Another player is out of time"),
    "undo": lazy_gettext("Undo request"),
    "swap": lazy_gettext("Seat swap request"),
    "pause": lazy_gettext("Pause request"),
    "offer": lazy_gettext("Replacement wanted"),
    "handed_over": lazy_gettext("Replacement found"),
    "replaced": lazy_gettext("You have been replaced"),
    "stood_in": lazy_gettext("A substitute bot is playing for you"),
    "time": lazy_gettext("Extension or pause by an organiser"),
    "invited": lazy_gettext("Invitation to a table"),
    "entry": lazy_gettext("Invitation to a tournament"),
    "replacement": lazy_gettext("Request to be a replacement"),
    "joined": lazy_gettext("A player joined your table"),
    "chat": lazy_gettext("Chat messages"),
    "started": lazy_gettext("Game started"),
    "finished": lazy_gettext("Game finished"),
    "abandoned": lazy_gettext("Game abandoned"),
    "channel_ended": lazy_gettext("A notification channel stopped"),
}


@blueprint.get("/account/notification-channels")
def page() -> Any:
    """Show the user's channels, quiet hours and muted games."""
    user = required_user()
    found, muted = preferences.of_user(user)
    with queries.latest("tables") as rows:
        games = game_list.find(rows, user.id, "playing", limit=SHOWN)
    known = listings.called(games)
    return render_template(
        "accounts/channels.html",
        channels=found,
        circuits=preferences.circuits_of(found),
        failure_text=failure_text,
        muted=muted,
        games={table.stream: known[table.stream].title for table in games},
        times=preferences.times(user),
        zone=profiles.of_user(services().storage.database, user.id).time_zone or "UTC",
        kinds={kind: NAMES[kind] for kind in KINDS},
        channel_kinds=CHANNEL_KINDS,
        address=preferences.shown_address,
        push_key=web_push.public_key(services().storage.database),
        this_browser=messages.browser(request.headers.get("User-Agent", "")),
        mails=any(channel.kind == "email" for channel in found),
    )


@blueprint.post("/account/notification-channels")
def add() -> Response:
    """Add a channel."""
    user = required_user()
    body = valid(NewChannel(), {name: request.form.get(name, "").strip() for name in ("kind", "address")})
    preferences.add(user, body["kind"], body["address"], {})
    flash_note("good", gettext("Channel added. Send a test to check it."))
    return _back()


@blueprint.post("/account/notification-channels/<stream:id>")
def change(id: str) -> Response:
    """Change a channel's settings: kinds, games, daily digest, pause."""
    user, form = required_user(), request.form
    channel = preferences.own(user, id)
    wanted = {
        "events": tuple(kind for kind in KINDS if kind in form.getlist("events")),
        "daily_digest": "daily_digest" in form,
        "paused": "paused" in form,
        "muted": [stream for stream in form.getlist("game") if stream not in form.getlist("unmuted")],
    }
    preferences.change(channel, wanted)
    flash_note("good", gettext("Settings saved."))
    return _back()


@blueprint.post("/account/notification-channels/<stream:id>/remove")
def remove(id: str) -> Response:
    """Remove a channel."""
    preferences.remove(preferences.own(required_user(), id))
    return _back()


@blueprint.post("/account/notification-channels/<stream:id>/test")
@limits.tries
def test(id: str) -> Response:
    """Test a channel."""
    preferences.test(preferences.own(required_user(), id))
    flash_note("good", gettext("Daybook is sending a test notification."))
    return _back()


@blueprint.post("/account/notification-channels/<stream:id>/retry")
@limits.tries
def retry(id: str) -> Response:
    """Retry a channel that fails or has ended."""
    preferences.retry(preferences.own(required_user(), id))
    flash_note("good", gettext("Daybook is retrying this channel. Reload this page to see whether it works."))
    return _back()


@blueprint.post("/account/notification-channels/schedule")
def set_schedule() -> Response:
    """Set quiet hours."""
    user = required_user()
    names = ("quiet_from", "quiet_until", "daily_at")
    body = valid(ScheduleSchema(), {name: request.form.get(name, "").strip() for name in names})
    preferences.save_times(user, times_of(body))
    flash_note("good", gettext("Settings saved."))
    return _back()


def _back() -> Response:
    return redirect(url_for("channels.page"), 303)


# --------------------------------------------------------------------------------------------------------------------
# Links in emails
# --------------------------------------------------------------------------------------------------------------------


@blueprint.get("/notifications/unsubscribe/<secret>")
def unsubscribe_form(secret: str) -> str:
    """Show the button that stops emails. Programs that scan emails follow the link too, so only the button
    stops them.
    """
    return render_template("accounts/unsubscribe.html", stopped=False)


@blueprint.post("/notifications/unsubscribe/<secret>")
def unsubscribe(secret: str) -> str:
    """Stop emails: for the button, and for mail programs (RFC 8058), which send no cookies."""
    preferences.stop(secret)
    return render_template("accounts/unsubscribe.html", stopped=True)
