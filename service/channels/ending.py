"""Disabling of channels whose receiver requests it or has failed for days; the owner is notified and can retry them."""

from __future__ import annotations

from datetime import datetime

from service.notifications import delivery_schedule, inbox
from service.notifications.channels import Channel
from service.notifications.triggers import Occasion
from service.outbox import circuits
from service.outbox.circuits import ATTEMPTS
from service.outbox.errors import NoLongerWanted, ReceiverGone, Undeliverable
from service.storage import Database


def is_end(database: Database, channel: Channel, error: Exception) -> bool:
    """Return whether this failure disables a channel: at once, or as the last of many in a row.

    No email channel is disabled because the site's own mail server is unavailable.
    """
    if isinstance(error, ReceiverGone):
        return True
    if isinstance(error, NoLongerWanted) or (channel.kind == "email" and not isinstance(error, Undeliverable)):
        return False
    with database.reading() as rows:
        circuit = circuits.of_channels(rows, [channel.id]).get(channel.id)
    return circuit is not None and circuit.failures + 1 >= ATTEMPTS


def end(database: Database, channel: Channel, now: datetime) -> None:
    """Disable a channel, and notify its owner in the list of notifications and on their other channels."""
    with database.transaction() as rows:
        if circuits.end(rows, channel.id, now):
            ended = Occasion(channel.user_id, "channel_ended", 0, message=int(now.timestamp()))
            delivery_schedule.hold(rows, inbox.create(rows, channel.id, [ended], now), now)
