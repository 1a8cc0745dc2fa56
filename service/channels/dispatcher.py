"""Dispatcher of the outbox: account emails by SMTP, notifications by their channel."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from importlib import import_module

import msgspec
from flask import Flask

from service.accounts import profiles
from service.accounts.display_names import Names
from service.channels import ending
from service.channels.message import OutgoingMessage, SendMessage, Tools
from service.http import i18n
from service.http.flask_app import Application
from service.notifications import channels, delivery_schedule, inbox
from service.notifications.channel_kinds import CHANNEL_KINDS
from service.outbox.errors import Deliver, NoLongerWanted, RetryLater, Send, email_sender
from service.outbox.queue import Waiting
from service.presenters.notifications import notification_texts
from service.storage import Storage
from service.storage.clock import Clock
from service.usecases.command_handler import CommandHandler


def sending(storage: Storage, deliver: Deliver, site: str, clock: Clock | None = None) -> Send:
    """Return the function that sends any outgoing message, with this delivery of emails; ``site`` is the site's URL."""
    now = clock or storage.clock
    send_email, tools = email_sender(deliver, now), Tools(storage, CommandHandler(storage), deliver)

    def send(waiting: Waiting) -> None:
        if not waiting.channel:
            send_email(waiting)
            return
        with (
            _rendering_app().app_context(),
            i18n.use_language(profiles.of_user(storage.database, waiting.user).language),
        ):
            message = _message(storage, waiting, site.rstrip("/"), now())
            try:
                sender(message.channel.kind)(message, tools)
            except Exception as error:
                if ending.is_end(storage.database, message.channel, error):
                    ending.end(storage.database, message.channel, now())
                raise

    return send


def check(kind: str, address: str) -> None:
    """Raise BadAddress if a channel of this kind cannot use the address."""
    import_module(CHANNEL_KINDS[kind].module).check(address)


def sender(kind: str) -> SendMessage:
    """Return the function that sends a message on this kind of channel."""
    found: Callable[..., None] = import_module(CHANNEL_KINDS[kind].module).send
    return found


def _message(storage: Storage, waiting: Waiting, site: str, now: datetime) -> OutgoingMessage:
    """Return the message to send. Raise NoLongerWanted if the channel was removed or paused, its browser's session has
    ended, or everything in it has been seen.

    Raise RetryLater in quiet hours, into which a second attempt may fall; a requested test is sent at any time.
    """
    with storage.database.reading() as rows:
        channel = channels.one(rows, waiting.channel)
        wanted = msgspec.json.decode(waiting.content, type=list[str])
        unseen = [notification for notification in inbox.some(rows, wanted) if notification.seen_at is None]
        logged_out = channels.logged_out(rows, [waiting.channel])
        quiet_end = delivery_schedule.quiet_until(rows, channel, now) if channel and wanted else None
    if quiet_end is not None:
        raise RetryLater(quiet_end)
    worded = notification_texts(storage.database, Names(storage.database), unseen)
    notifications = [each for each in worded if not each.is_over]
    if channel is None or logged_out or (wanted and (channel.paused or not notifications)):
        raise NoLongerWanted
    return OutgoingMessage(waiting.id, channel, notifications, site)


@cache
def _rendering_app() -> Flask:
    """Return an application with templates and languages only: the sender has no secret and answers no requests."""
    app = Application("service", template_folder="templates")
    i18n.register(app)
    return app
