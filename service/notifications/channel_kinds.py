"""The kinds of notification channels: one entry for each kind, with the module that sends."""

from __future__ import annotations

from typing import NamedTuple

from flask_babel import LazyString, lazy_gettext


class ChannelKind(NamedTuple):
    """A kind of channel, as its owner sees it."""

    module: str
    """The module with ``check`` and ``send`` (``service/channels/README.md``); imported when first needed."""
    name: LazyString
    takes_address: bool = True
    """Whether the owner types an address; emails go to the confirmed address, and browsers send their own."""


CHANNEL_KINDS = {
    "email": ChannelKind("service.channels.mails", lazy_gettext("Email"), takes_address=False),
    "push": ChannelKind("service.channels.web_push", lazy_gettext("Browser"), takes_address=False),
    "webhook": ChannelKind("service.channels.webhooks", lazy_gettext("Webhook")),
    "matrix": ChannelKind("service.channels.matrix", lazy_gettext("Matrix")),
    "ntfy": ChannelKind("service.channels.ntfy", lazy_gettext("ntfy")),
    "apprise": ChannelKind("service.channels.apprise", lazy_gettext("Discord, Slack or Telegram")),
}
"""The kinds of channels, by the name that the API and the database use."""
