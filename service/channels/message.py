"""The message that a channel sends: one or several notifications in words, or none for a test."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from flask_babel import gettext, ngettext

from service.notifications.channels import Channel
from service.outbox.errors import Deliver
from service.presenters.notifications import NotificationText
from service.storage import Storage
from service.usecases.command_handler import CommandHandler


class OutgoingMessage(msgspec.Struct, frozen=True):
    """A message; receivers recognise a duplicate by its id. ``site`` is the site's URL, without a trailing slash."""

    id: str
    channel: Channel
    notifications: list[NotificationText]
    site: str

    @property
    def subject(self) -> str:
        """The message in one line."""
        if not self.notifications:
            return str(gettext("Test notification from Daybook"))
        first = self.notifications[0].title
        if len(self.notifications) == 1:
            return first
        return str(
            ngettext(
                "%(first)s, and %(num)s more", "%(first)s, and %(num)s more", len(self.notifications) - 1, first=first
            )
        )

    @property
    def text(self) -> str:
        """The message in several lines."""
        return "\n".join(self.line(each) for each in self.notifications) or self.subject

    @property
    def link(self) -> str:
        """The link: to the game, or to the list of notifications."""
        return self.site + (self.notifications[0].path if len(self.notifications) == 1 else "/notifications")

    @staticmethod
    def line(notification: NotificationText) -> str:
        """Return a notification in one line."""
        if not notification.detail:
            return notification.title
        return str(gettext("%(title)s: %(detail)s", title=notification.title, detail=notification.detail))


class BadAddress(Exception):
    """An address cannot be used; the text says why."""


class Tools(msgspec.Struct, frozen=True):
    """The objects that channels use."""

    storage: Storage
    handler: CommandHandler
    deliver: Deliver
    """The delivery of emails."""


SendMessage = Callable[[OutgoingMessage, Tools], None]
"""Sends a message. Raises OSError if a retry may succeed, or Undeliverable."""
