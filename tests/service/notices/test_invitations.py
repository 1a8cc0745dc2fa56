"""Who is invited to a table is told so, once; not so who came by a link of their own accord."""

from __future__ import annotations

from service.notices import book, invitations
from service.readmodels.projector import catch_up
from service.storage import Storage
from service.usecases import guests
from service.usecases.daybook import Daybook
from tests.clocks import Clock
from tests.service.playing import opened, register


def told(daybook: Daybook, user: str) -> list[str]:
    catch_up(daybook.storage)
    invitations.tell(daybook.storage.database, daybook.clock())
    with daybook.storage.database.reading() as rows:
        return [notice.kind for notice in book.of_user(rows, user)]


def test_who_is_invited_is_told_once(storage: Storage) -> None:
    daybook = Daybook(storage, Clock())
    table = opened(daybook)
    guests.invite(storage.database, table.id, "ben", 1, "ada")
    guests.invite(storage.database, table.id, "cleo", None, "ada", knows=True)
    for _ in range(2):
        assert told(daybook, "ben") == ["invited"]
    assert told(daybook, "cleo") == []
    guests.invite(storage.database, table.id, "ben", None, "ada")
    assert told(daybook, "ben") == ["invited"]


def test_more_than_are_told_at_once_are_told_next(storage: Storage) -> None:
    daybook = Daybook(storage, Clock())
    register(daybook, [f"guest {guest}" for guest in range(40)])
    for number in range(3):
        table = opened(daybook, name=f"Table {number}")
        for guest in range(40):
            guests.invite(storage.database, table.id, f"guest {guest}", None, "ada")
    assert told(daybook, "guest 39") != told(daybook, "guest 39") == ["invited"] * 3
