"""Notifications by email: the text, a picture of the board, and a link that stops them with one click."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_date, format_datetime
from flask import render_template
from flask_babel import get_locale, gettext

from service.accounts import profiles
from service.accounts.email_addresses import Addresses
from service.channels.message import BadAddress, OutgoingMessage, Tools
from service.http.i18n import page_language
from service.outbox.errors import NoLongerWanted
from service.outbox.queue import Email, picture_id
from service.presenters.notifications import OF_TURNS
from service.presenters.recap import Story, since_last_move

DESCRIBED_GAMES = 3
"""Games whose events one email describes; the picture is of the first one."""


def check(address: str) -> None:
    """Refuse any address: email goes only to the confirmed one."""
    if address:
        raise BadAddress(gettext("Email goes to your confirmed address. Leave this field empty."))


def send(message: OutgoingMessage, tools: Tools) -> None:
    """Send a message by email to the confirmed address; raise NoLongerWanted if there is none any more."""
    address = Addresses(tools.storage.database).confirmed(message.channel.user_id)
    if not address:
        raise NoLongerWanted
    tools.deliver(compose_email(message, tools, address))


def compose_email(message: OutgoingMessage, tools: Tools, address: str) -> Email:
    """Return the email. Mail programs send the POST of RFC 8058 to unsubscribe; people follow the link to a button."""
    turns = [each for each in message.notifications if each.notification.kind in OF_TURNS][:DESCRIBED_GAMES]
    stories = {
        each.notification.id: since_last_move(tools.handler, each.notification.stream, message.channel.user_id)
        for each in turns
    }
    picture = next((story.picture for story in stories.values()), b"")
    stop = f"{message.site}/notifications/unsubscribe/{message.channel.secret}"
    zone = profiles.of_user(tools.storage.database, message.channel.user_id).time_zone
    shown = {
        "language": page_language(),
        "message": message,
        "stories": stories,
        "stop": stop,
        "nothing": Story([], b""),
        "deadline": lambda at: moment_in(at, zone or "UTC"),
        "picture_id": picture_id(message.id),
    }
    return Email(
        id=message.id,
        recipient=address,
        subject=message.subject,
        text=render_template("mail/notifications.txt", **shown),
        html=render_template("mail/notifications.html", **shown, pictured=next(iter(stories), "") if picture else ""),
        picture=picture,
        headers={"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )


def moment_in(at: datetime, zone: str) -> str:
    """Format a moment in a time zone, with the day of the week and the name of the zone."""
    local, locale = at.astimezone(ZoneInfo(zone)), get_locale() or Locale("en")
    if locale.language == "en":
        return f"{format_datetime(local, 'EEEE, d MMMM y, HH:mm', locale=locale)} ({zone})"
    return f"{format_date(local, 'full', locale=locale)} {local:%H:%M} ({zone})"
