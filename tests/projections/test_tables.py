"""The lobby: who sits where, whose turn it is, what each visitor may see."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import get_args

import msgspec

from domain.clock.options import Bank, Clock, DaysPerTurn
from domain.message import Seat, message
from domain.table.facts import SeatTaken
from projections import tables
from projections.tables import Filter, Pace, Table
from service.people.names import Asked, Names
from service.storage import Storage
from service.usecases.daybook import Daybook
from service.usecases.writing import Write
from tests import toy
from tests.service.playing import opened, played_out, started, write

Project = Callable[[], None]


def find(storage: Storage, user: str, which: Filter = "all", **more: str | int | tuple[str, str]) -> list[Table]:
    with storage.database.reading() as rows:
        return tables.find(rows, user, which, **more)  # type: ignore[arg-type]


def names(storage: Storage, user: str, which: Filter = "all") -> list[str]:
    return titles(storage, find(storage, user, which))


def titles(storage: Storage, found: list[Table]) -> list[str]:
    asked = [Asked(table.stream, table.stream, table.seats) for table in found]
    return [called.title for called in Names(storage.database).of_games(asked, str)]


def one(storage: Storage, stream: str) -> Table:
    with storage.database.reading() as rows:
        found = tables.one(rows, stream)
    assert found is not None
    return found


def test_a_table_shows_its_seats_and_what_it_waits_for(daybook: Daybook, storage: Storage, projected: Project) -> None:
    first = Write(actor="ada", command="c")
    game = daybook.open_table(first, rules="toy", name="Evening", seats=2, options={"coins": 5}, undo="consent")
    game = daybook.take_seat(game.id, write(game, 0), SeatTaken(seat=0, user="ada"))
    projected()
    table = one(storage, game.id)
    assert (table.ruleset, table.owner, table.phase, table.undo) == (
        "toy",
        "ada",
        "open",
        "consent",
    )
    assert table.options["coins"] == 5
    assert [(seat.free, seat.user, seat.to_act) for seat in table.seats] == [(False, "ada", None), (True, None, None)]
    assert table.version == game.version
    game = daybook.leave_seat(game.id, write(game, 0))
    projected()
    assert one(storage, game.id).seats[0].user is None


def test_open_tables_are_found_by_their_pace(daybook: Daybook, storage: Storage, projected: Project) -> None:
    clocks = {"Free": None, "Days": Clock(pace=DaysPerTurn()), "Bank": Clock(pace=Bank())}
    for name, clock in clocks.items():
        first = Write(actor="ada", command=name)
        daybook.open_table(first, rules="toy", name=name, seats=2, options={}, private=name == "Bank", clock=clock)
    projected()
    for user in ("ada", "ben"):
        found = {pace: {t.stream for t in find(storage, user, "open", pace=pace)} for pace in get_args(Pace)}
        assert [len(found[pace]) for pace in ("none", "days_per_turn", "bank")] == [1, 1, user == "ada"]
        assert set.union(*found.values()) == {table.stream for table in find(storage, user, "open")}


def test_a_list_brings_along_how_a_game_looks_at_a_glance(
    daybook: Daybook, storage: Storage, projected: Project
) -> None:
    """Nothing else is read for it, for each of fifty games."""
    table = opened(daybook)
    game = started(daybook)
    projected()
    assert {found.stream: found.glance is not None for found in find(storage, "")} == {table.id: False, game.id: True}
    glance = one(storage, game.id).glance
    assert glance is not None
    seen = game.ruleset.view(daybook.position(game), "spectator")
    assert glance.points == game.ruleset.standing(seen).points
    assert glance.headline == game.ruleset.summary(seen).headline
    assert glance.emblems == game.ruleset.emblems(seen)


def test_whose_turn_it_is_and_why(daybook: Daybook, storage: Storage, projected: Project) -> None:
    game = started(daybook)
    projected()
    waiting = {seat.seat: seat.to_act for seat in one(storage, game.id).seats}
    assert waiting == {0: message("{seat} is to act.", seat=Seat(0)), 1: None}
    game = daybook.move(game.id, write(game, 0), toy.TakeCoins())
    game = daybook.move(game.id, write(game, 0), toy.EndTurn())
    projected()
    assert names(storage, "ada", "my_turn") == []
    assert names(storage, "ben", "my_turn") == ["Test"]
    with storage.database.reading() as rows:
        assert tables.waiting_for(rows, "ben") == 1
        assert tables.waiting_for(rows, "ada") == 0


def test_a_request_to_take_back_stands_until_it_is_answered(
    daybook: Daybook, storage: Storage, projected: Project
) -> None:
    game = started(daybook, undo="consent")
    game = daybook.move(game.id, write(game, 0), toy.TakeCoins())
    game = daybook.request_undo(game.id, write(game, 0))
    projected()
    request = one(storage, game.id).request
    assert request is not None
    assert (request.seat, request.granted) == (0, ())
    assert one(storage, game.id).seats[1].to_act == message("{seat} asks to take back moves.", seat=Seat(0))
    game = daybook.answer_undo(game.id, write(game, 1), True)
    projected()
    assert one(storage, game.id).request is None


def test_a_finished_table_shows_its_ranking_and_waits_for_nobody(
    daybook: Daybook, storage: Storage, projected: Project
) -> None:
    game = played_out(daybook, started(daybook))
    projected()
    table = one(storage, game.id)
    assert table.phase == "finished"
    assert table.ranking == game.ruleset.standing(daybook.position(game)).ranking
    assert len(table.ranking) == 2
    assert all(seat.to_act is None for seat in table.seats)
    assert names(storage, "", "finished") == ["Test"]
    assert names(storage, "", "running") == []


def test_every_filter_shows_what_it_says(daybook: Daybook, storage: Storage, projected: Project) -> None:
    started(daybook, name="Running")
    opened(daybook, name="Full")
    free = Write(actor="cleo", command="free")
    daybook.open_table(free, rules="toy", name="Free", seats=2, options={})
    projected()
    assert names(storage, "") == ["Free", "Full", "Running"]
    assert names(storage, "ben", "mine") == ["Full", "Running"]
    assert names(storage, "cleo", "mine") == ["Free"]
    assert names(storage, "", "open") == ["Free"]
    assert names(storage, "", "running") == ["Running"]
    assert titles(storage, find(storage, "", ruleset="toy")) == ["Free", "Full", "Running"]
    assert find(storage, "", ruleset="chess") == []


def test_a_private_table_is_shown_to_its_owner_and_to_who_sits_there(
    daybook: Daybook, storage: Storage, projected: Project
) -> None:
    hidden = Write(actor="ada", command="hidden")
    game = daybook.open_table(hidden, rules="toy", name="Hidden", seats=2, options={}, private=True)
    daybook.take_seat(game.id, write(game, 1), SeatTaken(seat=1, user="ben"))
    projected()
    assert names(storage, "ada") == names(storage, "ben", "open") == ["Hidden"]
    assert names(storage, "") == names(storage, "cleo", "open") == []


def test_a_private_table_of_nobody_is_shown_to_nobody(daybook: Daybook, storage: Storage, projected: Project) -> None:
    """Brought in from the command line, for instance, in no user's name."""
    daybook.open_table(Write(actor=""), rules="toy", name="Nobody's", seats=2, options={}, private=True)
    projected()
    assert [names(storage, "", which) for which in ("all", "mine", "open")] == [[], [], []]


def test_pages_follow_each_other_without_gaps(daybook: Daybook, storage: Storage, projected: Project) -> None:
    for number in range(5):
        daybook.open_table(Write(actor="ada", command=str(number)), rules="toy", name=str(number), seats=2, options={})
    projected()
    first = find(storage, "", limit=2)
    second = find(storage, "", limit=2, after=(first[-1].updated_at, first[-1].stream))
    third = find(storage, "", limit=2, after=(second[-1].updated_at, second[-1].stream))
    assert titles(storage, first + second + third) == ["4", "3", "2", "1", "0"]


def test_a_branch_is_no_table(daybook: Daybook, storage: Storage, projected: Project) -> None:
    game = started(daybook, seats=3)
    branch = daybook.open_branch(game.id, write(game, 0), at=game.version, viewer=0, name="What if")
    daybook.move(branch.id, write(branch, 0), toy.TakeCoins())
    projected()
    assert [table.stream for table in find(storage, "ada")] == [game.id]
    with storage.database.reading() as rows:
        assert tables.one(rows, branch.id) is None


def test_the_lobby_survives_games_of_chance(daybook: Daybook, storage: Storage, projected: Project) -> None:
    """Whatever happens, the lobby agrees with the games."""
    chance = random.Random(5)
    games = [played_out(daybook, started(daybook, seats=chance.choice([2, 3]), name=str(n)), n) for n in range(4)]
    projected()
    for game in games:
        table = one(storage, game.id)
        assert (table.phase, table.version) == (game.table.phase, game.version)
        assert msgspec.json.encode(table.options) == msgspec.json.encode(game.table.opened.options)


def test_games_that_are_over_are_not_among_those_being_played(
    daybook: Daybook, storage: Storage, projected: Project
) -> None:
    played_out(daybook, started(daybook, name="Over"))
    started(daybook, name="Running")
    opened(daybook, name="Open")
    projected()
    assert set(names(storage, "ada", "mine")) == {"Over", "Running", "Open"}
    assert set(names(storage, "ada", "playing")) == {"Running", "Open"}
