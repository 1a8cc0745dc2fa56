"""Invitation notifications: one per invited user, and none for users who join by link."""

from __future__ import annotations

from service.notifications import inbox, invitations
from service.readmodels.projection import catch_up
from service.storage import Storage
from service.usecases import invitees
from service.usecases.command_handler import CommandHandler
from tests.clocks import Clock
from tests.service.playing import open_table, register


def notification_kinds(handler: CommandHandler, user: str) -> list[str]:
    catch_up(handler.storage)
    invitations.notify(handler.storage.database, handler.clock())
    with handler.storage.database.reading() as rows:
        return [notification.kind for notification in inbox.of_user(rows, user)]


def test_invited_user_is_notified_once(storage: Storage) -> None:
    handler = CommandHandler(storage, Clock())
    table = open_table(handler)
    invitees.invite(storage.database, table.id, "ben", 1, "ada")
    invitees.invite(storage.database, table.id, "cleo", None, "ada", notified=True)
    for _ in range(2):
        assert notification_kinds(handler, "ben") == ["invited"]
    assert notification_kinds(handler, "cleo") == []
    invitees.invite(storage.database, table.id, "ben", None, "ada")
    assert notification_kinds(handler, "ben") == ["invited"]


def test_remaining_invitations_are_announced_in_next_batch(storage: Storage) -> None:
    handler = CommandHandler(storage, Clock())
    register(handler, [f"guest {guest}" for guest in range(40)])
    for number in range(3):
        table = open_table(handler, name=f"Table {number}")
        for guest in range(40):
            invitees.invite(storage.database, table.id, f"guest {guest}", None, "ada")
    assert notification_kinds(handler, "guest 39") != notification_kinds(handler, "guest 39") == ["invited"] * 3
