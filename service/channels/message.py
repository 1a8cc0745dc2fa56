"""The message that a channel sends: one or several notifications in words, or none for a test."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from flask_babel import gettext

from service.notifications.channels import Channel
from service.outbox.errors import Deliver
from service.presenters.notifications import Told
from service.storage import Storage
from service.usecases.command_handler import CommandHandler


class Message(msgspec.Struct, frozen=True):
    """Whoever gets it twice knows it by its id. ``site`` is where the site is, without a slash at the end."""

    id: str
    channel: Channel
    told: list[Told]
    site: str

    @property
    def subject(self) -> str:
        """In one line."""
        if not self.told:
            return str(gettext("This is a test: notices from Daybook reach you here"))
        first = self.told[0].title
        if len(self.told) == 1:
            return first
        return str(gettext("%(first)s, and %(more)s more", first=first, more=len(self.told) - 1))

    @property
    def text(self) -> str:
        """In some lines."""
        return "\n".join(self.line(each) for each in self.told) or self.subject

    @property
    def link(self) -> str:
        """Where it leads: to the game, or to the list of what is told."""
        return self.site + (self.told[0].path if len(self.told) == 1 else "/notices")

    @staticmethod
    def line(told: Told) -> str:
        """A notice in one line."""
        return f"{told.title}: {told.detail}" if told.detail else told.title


class BadAddress(Exception):
    """Nothing can be told at an address; the text says why."""


class Tools(msgspec.Struct, frozen=True):
    """What ways out work with."""

    storage: Storage
    handler: CommandHandler
    deliver: Deliver
    """How mails go out."""


SendMessage = Callable[[Message, Tools], None]
"""Sends a message. Raises OSError if a retry may succeed, or Undeliverable."""
