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
from service.pages.forms import checked, tell
from service.schemas.notifications import NewChannel, TimesSchema

blueprint = page_blueprint("channels")

SHOWN = 100
"""The maximum of games to mute."""

NAMES = {
    "turn": lazy_gettext("My turn"),
    "reminder": lazy_gettext("It still is, and most of my time is over"),
    "reminded": lazy_gettext("An organiser reminds me of my turn"),
    "ran_out": lazy_gettext("My time has run out"),
    "late": lazy_gettext("Another player is out of time"),
    "undo": lazy_gettext("Somebody asks to take back moves"),
    "swap": lazy_gettext("Somebody asks to change places"),
    "pause": lazy_gettext("Somebody asks for a pause"),
    "offer": lazy_gettext("A replacement is wanted for somebody"),
    "handed_over": lazy_gettext("A replacement has come"),
    "replaced": lazy_gettext("Somebody else comes in my place"),
    "stood_in": lazy_gettext("A bot plays for me"),
    "time": lazy_gettext("An organiser gives time or stops the clocks"),
    "invited": lazy_gettext("I am invited to a table"),
    "entry": lazy_gettext("I am invited to enter a competition"),
    "replacement": lazy_gettext("I am asked to be a replacement"),
    "joined": lazy_gettext("Somebody sits down at my table"),
    "talk": lazy_gettext("Others talk at my table"),
    "started": lazy_gettext("A game has begun"),
    "finished": lazy_gettext("A game has come to its end"),
    "abandoned": lazy_gettext("A game was given up"),
    "channel_ended": lazy_gettext("A notification channel has ended"),
}


@blueprint.get("/account/notification-channels")
def page() -> Any:
    """Show the user's channels, quiet hours and muted games."""
    user = required_user()
    found, muted = preferences.of_user(user)
    with queries.latest("tables") as rows:
        games = game_list.find(rows, user.id, "playing", limit=SHOWN)
    return render_template(
        "accounts/channels.html",
        channels=found,
        circuits=preferences.circuits_of(found),
        muted=muted,
        games=games,
        times=preferences.times(user),
        zone=profiles.of_user(services().storage.database, user.id).time_zone or "UTC",
        kinds={kind: NAMES[kind] for kind in KINDS},
        channel_kinds=CHANNEL_KINDS,
        address=preferences.shown_address,
        push_key=web_push.public_key(services().storage.database),
        this_browser=messages.browser(request.headers.get("User-Agent", "")),
        mails=any(channel.kind == "mail" for channel in found),
    )


@blueprint.post("/account/notification-channels")
def add() -> Response:
    """Add a channel."""
    user = required_user()
    body, faults = checked(NewChannel(), {name: request.form.get(name, "").strip() for name in ("kind", "address")})
    if faults:
        tell("wrong", " ".join(faults.values()))
    else:
        preferences.add(user, body["kind"], body["address"], {})
        tell("good", gettext("You will be told there. Try it."))
    return _back()


@blueprint.post("/account/notification-channels/<stream:id>")
def change(id: str) -> Response:
    """Change a channel's settings: kinds, games, daily digest, pause."""
    user, form = required_user(), request.form
    channel = preferences.own(user, id)
    wanted = {
        "wanted": tuple(kind for kind in KINDS if kind in form.getlist("wanted")),
        "daily": "daily" in form,
        "paused": "paused" in form,
        "muted": [stream for stream in form.getlist("game") if stream not in form.getlist("told")],
    }
    preferences.change(channel, wanted)
    tell("good", gettext("This is how you will be told."))
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
    tell("good", gettext("A test is on its way."))
    return _back()


@blueprint.post("/account/notification-channels/<stream:id>/retry")
@limits.tries
def retry(id: str) -> Response:
    """Retry a channel that fails or has ended."""
    preferences.retry(preferences.own(required_user(), id))
    tell("good", gettext("Daybook is retrying this channel. Reload this page to see whether it works."))
    return _back()


@blueprint.post("/account/notification-channels/schedule")
def set_schedule() -> Response:
    """Set quiet hours."""
    user = required_user()
    names = ("quiet_from", "quiet_until", "daily_at")
    body, faults = checked(TimesSchema(), {name: request.form.get(name, "").strip() for name in names})
    if faults:
        tell("wrong", " ".join(faults.values()))
    else:
        preferences.keep_times(user, times_of(body))
        tell("good", gettext("This is when you will be told."))
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
