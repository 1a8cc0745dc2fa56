"""An account goes."""

from __future__ import annotations

from projections.rows import Rows
from service.calendars import vacations
from service.competitions import titles
from service.departure import late, seats
from service.notices import book
from service.operators import record
from service.people import accounts, answers, texts
from service.people.accounts import User
from service.services import Services
from service.talk import words
from service.usecases import branch_counts, guests, links, openings, rematch, what_ifs


def depart(services: Services, user: User) -> None:
    """Delete an account with all that is held about the person; games stay. May be repeated after an interruption."""
    seats.give_up_all(services.daybook, user.id)
    with services.storage.database.transaction() as rows:
        late.note(services.storage, rows, user.id)
        forget(rows, user)
    services.names.changed()


def forget(rows: Rows, user: User) -> None:
    """Everything about a person that is in no log."""
    names = accounts.names_of(rows, user.id)
    answers.forget(rows, user.id, names, (text.text for _, text in texts.of_author(rows, user.id)))
    for room in (texts, vacations, book, words):
        room.forget(rows, user.id)
    for place in (titles, record, guests):
        place.forget_person(rows, user.id)
    for use_case in (openings, branch_counts, rematch, what_ifs, links):
        use_case.forget(rows, user.id)
    accounts.forget(rows, user.id)
