"""Who is asked to change places, and that a replacement is wanted or has come, is told and counted."""

from __future__ import annotations

import pytest

from domain.absence.decisions import usual_bot
from domain.authority import decisions
from domain.clock.options import Clock as Agreed
from domain.clock.options import DaysPerTurn
from domain.table.refusals import Refused
from projections import tables
from service.notices import book
from service.notices.follower import follow
from service.readmodels.projector import catch_up
from service.storage import Storage
from service.usecases.daybook import Daybook
from service.usecases.writing import Write
from tests.clocks import Clock
from tests.service.playing import opened, started, write


def told(daybook: Daybook, user: str) -> list[str]:
    catch_up(daybook.storage)
    follow(daybook.storage, daybook.clock())
    with daybook.storage.database.reading() as rows:
        return sorted(notice.kind for notice in book.of_user(rows, user) if notice.seen_at is None)


def waiting(daybook: Daybook, user: str) -> int:
    with daybook.storage.database.reading() as rows:
        return tables.waiting_for(rows, user)


def test_who_is_asked_to_change_places_is_told_and_counted(storage: Storage) -> None:
    daybook = Daybook(storage, Clock())
    game = started(daybook)
    assert (told(daybook, "ben"), waiting(daybook, "ben")) == (["started"], 0)
    daybook.propose_swap(game.id, write(game, 0), 1)
    assert (told(daybook, "ben"), waiting(daybook, "ben")) == (["started", "swap"], 1)
    daybook.answer_swap(game.id, write(daybook.game(game.id), 1), False)
    assert (told(daybook, "ben"), waiting(daybook, "ben")) == ([], 0)


def test_replacements_are_told_to_the_others(storage: Storage) -> None:
    daybook = Daybook(storage, Clock())
    game = started(daybook)
    daybook.offer_seat(game.id, write(game, 0), 0, True)
    assert told(daybook, "ben") == ["offer", "started"]
    daybook.take_over(game.id, Write(actor="cleo"), 0)
    assert told(daybook, "ben") == ["handed_over", "offer", "started"]
    assert told(daybook, "cleo") == []


def test_who_is_put_in_somebody_s_place_is_told_of_their_turn_and_nobody_is_wanted_any_more(storage: Storage) -> None:
    daybook = Daybook(storage, Clock())
    game = started(daybook)
    told(daybook, "ben")
    organiser = Write(actor="olga")
    daybook.decide_over(game.id, organiser, lambda now: decisions.substitute(now.table, [0], "cleo", "absence"))
    assert told(daybook, "ada") == ["replaced"]
    assert told(daybook, "ben") == ["handed_over", "started"]
    assert told(daybook, "cleo") == ["turn"]


def test_what_an_organiser_does_about_time_is_told_to_all(storage: Storage) -> None:
    daybook = Daybook(storage, Clock())
    game = opened(daybook)
    game = daybook.agree_on_clock(game.id, write(game, 0), Agreed(pace=DaysPerTurn(days=4)))
    daybook.start(game.id, write(game, 0))
    before = {user: told(daybook, user) for user in ("ada", "ben")}
    daybook.decide_over(game.id, Write(actor="olga"), lambda now: decisions.pause(now.table, "absence"))
    for user in ("ada", "ben"):
        assert told(daybook, user) == sorted([*before[user], "time"])
    with pytest.raises(Refused, match="stand still"):
        daybook.decide_over(game.id, Write(actor="olga"), lambda now: decisions.remind(now.table, "absence"))


def test_who_is_asked_for_a_pause_is_told_once_and_counted_until_it_begins(storage: Storage) -> None:
    daybook = Daybook(storage, Clock())
    game = opened(daybook, 3)
    game = daybook.agree_on_clock(game.id, write(game, 0), Agreed(pace=DaysPerTurn(days=4)))
    game = daybook.start(game.id, write(game, 0))
    told(daybook, "ben")
    game = daybook.agree_to_pause(game.id, write(game, 0), True)
    assert (told(daybook, "ben"), waiting(daybook, "ben")) == (["pause", "started"], 1)
    game = daybook.agree_to_pause(game.id, write(game, 2), True)
    assert (told(daybook, "ben"), waiting(daybook, "ben")) == (["pause", "started"], 1)
    assert [notice for notice in told(daybook, "cleo") if notice == "pause"] == []
    daybook.agree_to_pause(game.id, write(game, 1), True)
    assert told(daybook, "ben").count("pause") == 0, "who acts has seen it"
    assert [waiting(daybook, name) for name in ("ada", "ben", "cleo")] == [1, 0, 0]


def test_who_is_stood_in_for_is_not_reminded_of_a_turn(storage: Storage) -> None:
    daybook = Daybook(storage, Clock())
    game = started(daybook)
    told(daybook, "ada")
    organiser = Write(actor="olga")
    bot = usual_bot(game.ruleset)
    daybook.decide_over(
        game.id, organiser, lambda now: decisions.stand_in(now.table, now.ruleset, [0], bot, now.tree.head, "absence")
    )
    daybook.decide_over(game.id, organiser, lambda now: decisions.remind(now.table, "absence"))
    assert "reminded" not in told(daybook, "ada")
