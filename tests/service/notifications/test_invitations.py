"""Invitation notifications: one per invited user, and none for users who come by a link."""

from __future__ import annotations

from service.notifications import inbox, invitations
from service.readmodels.projection import catch_up
from service.storage import Storage
from service.usecases import invitees
from service.usecases.command_handler import CommandHandler
from tests.clocks import Clock
from tests.service.playing import opened, register


def told(handler: CommandHandler, user: str) -> list[str]:
    catch_up(handler.storage)
    invitations.tell(handler.storage.database, handler.clock())
    with handler.storage.database.reading() as rows:
        return [notice.kind for notice in inbox.of_user(rows, user)]


def test_an_invitation_is_announced_once(storage: Storage) -> None:
    handler = CommandHandler(storage, Clock())
    table = opened(handler)
    invitees.invite(storage.database, table.id, "ben", 1, "ada")
    invitees.invite(storage.database, table.id, "cleo", None, "ada", knows=True)
    for _ in range(2):
        assert told(handler, "ben") == ["invited"]
    assert told(handler, "cleo") == []
    invitees.invite(storage.database, table.id, "ben", None, "ada")
    assert told(handler, "ben") == ["invited"]


def test_more_than_are_told_at_once_are_told_next(storage: Storage) -> None:
    handler = CommandHandler(storage, Clock())
    register(handler, [f"guest {guest}" for guest in range(40)])
    for number in range(3):
        table = opened(handler, name=f"Table {number}")
        for guest in range(40):
            invitees.invite(storage.database, table.id, f"guest {guest}", None, "ada")
    assert told(handler, "guest 39") != told(handler, "guest 39") == ["invited"] * 3
