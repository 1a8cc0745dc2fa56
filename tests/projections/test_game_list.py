"""The lobby: the players of each table, the acting players, and visibility for each visitor."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import get_args

import msgspec

from domain.message import Seat, message
from domain.table.clock.options import Bank, Clock, DaysPerTurn
from domain.table.facts import SeatTaken
from projections import game_list
from projections.game_list import Filter, ListedGame, Pace
from service.accounts.display_names import NameQuery, Names
from service.storage import Storage
from service.usecases import branches, moves, tables
from service.usecases.command_handler import CommandContext, CommandHandler
from tests import toy
from tests.service.playing import context_for, open_table, play_to_end, start_game

Project = Callable[[], None]


def find(storage: Storage, user: str, which: Filter = "all", **more: str | int | tuple[str, str]) -> list[ListedGame]:
    with storage.database.reading() as rows:
        return game_list.find(rows, user, which, **more)  # type: ignore[arg-type]


def names(storage: Storage, user: str, which: Filter = "all") -> list[str]:
    return titles(storage, find(storage, user, which))


def titles(storage: Storage, found: list[ListedGame]) -> list[str]:
    asked = [NameQuery(table.stream, table.stream, table.seats) for table in found]
    return [called.title for called in Names(storage.database).of_games(asked, str)]


def one(storage: Storage, stream: str) -> ListedGame:
    with storage.database.reading() as rows:
        found = game_list.one(rows, stream)
    assert found is not None
    return found


def test_table_shows_its_settings_and_seats(handler: CommandHandler, storage: Storage, projected: Project) -> None:
    first = CommandContext(actor="ada", command="c")
    game = tables.open_table(handler, first, rules="toy", name="Evening", seats=2, options={"coins": 5}, undo="consent")
    game = tables.take_seat(handler, game.id, context_for(game, 0), SeatTaken(seat=0, user="ada"))
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
    game = tables.leave_seat(handler, game.id, context_for(game, 0))
    projected()
    assert one(storage, game.id).seats[0].user is None


def test_open_tables_are_found_by_their_pace(handler: CommandHandler, storage: Storage, projected: Project) -> None:
    clocks = {"Free": None, "Days": Clock(pace=DaysPerTurn()), "Bank": Clock(pace=Bank())}
    for name, clock in clocks.items():
        first = CommandContext(actor="ada", command=name)
        tables.open_table(
            handler, first, rules="toy", name=name, seats=2, options={}, private=name == "Bank", clock=clock
        )
    projected()
    for user in ("ada", "ben"):
        found = {pace: {t.stream for t in find(storage, user, "open", pace=pace)} for pace in get_args(Pace)}
        assert [len(found[pace]) for pace in ("none", "days_per_turn", "bank")] == [1, 1, user == "ada"]
        assert set.union(*found.values()) == {table.stream for table in find(storage, user, "open")}


def test_started_games_are_listed_with_a_glance(handler: CommandHandler, storage: Storage, projected: Project) -> None:
    """So nothing else has to be read for each of fifty games."""
    table = open_table(handler)
    game = start_game(handler)
    projected()
    assert {found.stream: found.glance is not None for found in find(storage, "")} == {table.id: False, game.id: True}
    glance = one(storage, game.id).glance
    assert glance is not None
    seen = game.ruleset.view(handler.games.position(game), "spectator")
    assert glance.points == game.ruleset.standing(seen).points
    assert glance.headline == game.ruleset.summary(seen).headline
    assert glance.emblems == game.ruleset.emblems(seen)


def test_list_shows_whose_turn_it_is_and_why(handler: CommandHandler, storage: Storage, projected: Project) -> None:
    game = start_game(handler)
    projected()
    waiting = {seat.seat: seat.to_act for seat in one(storage, game.id).seats}
    assert waiting == {0: message("test.is-to-act", "{seat} is to act.", seat=Seat(0)), 1: None}
    game = handler.run(moves.move(handler, game.id, context_for(game, 0), toy.TakeCoins()))
    game = handler.run(moves.move(handler, game.id, context_for(game, 0), toy.EndTurn()))
    projected()
    assert names(storage, "ada", "my_turn") == []
    assert names(storage, "ben", "my_turn") == ["Test"]
    with storage.database.reading() as rows:
        assert game_list.waiting_for(rows, "ben") == 1
        assert game_list.waiting_for(rows, "ada") == 0


def test_an_undo_request_is_open_until_it_is_answered(
    handler: CommandHandler, storage: Storage, projected: Project
) -> None:
    game = start_game(handler, undo="consent")
    game = handler.run(moves.move(handler, game.id, context_for(game, 0), toy.TakeCoins()))
    game = handler.run(moves.request_undo(handler, game.id, context_for(game, 0)))
    projected()
    request = one(storage, game.id).request
    assert request is not None
    assert (request.seat, request.granted) == (0, ())
    asked = one(storage, game.id).seats[1]
    assert asked.to_act == message("table.undo-requested", "{seat} requests an undo.", seat=Seat(0))
    assert [seat.plays for seat in one(storage, game.id).seats] == [True, False]
    game = handler.run(moves.answer_undo(handler, game.id, context_for(game, 1), True))
    projected()
    assert one(storage, game.id).request is None


def test_a_finished_table_shows_its_ranking_and_has_no_player_to_act(
    handler: CommandHandler, storage: Storage, projected: Project
) -> None:
    game = play_to_end(handler, start_game(handler))
    projected()
    table = one(storage, game.id)
    assert table.phase == "finished"
    assert table.ranking == game.ruleset.standing(handler.games.position(game)).ranking
    assert len(table.ranking) == 2
    assert all(seat.to_act is None for seat in table.seats)
    assert names(storage, "", "finished") == ["Test"]
    assert names(storage, "", "running") == []


def test_every_filter_shows_exactly_its_games(handler: CommandHandler, storage: Storage, projected: Project) -> None:
    start_game(handler, name="Running")
    open_table(handler, name="Full")
    free = CommandContext(actor="cleo", command="free")
    tables.open_table(handler, free, rules="toy", name="Free", seats=2, options={})
    projected()
    assert names(storage, "") == ["Free", "Full", "Running"]
    assert names(storage, "ben", "mine") == ["Full", "Running"]
    assert names(storage, "cleo", "mine") == ["Free"]
    assert names(storage, "", "open") == ["Free"]
    assert names(storage, "", "running") == ["Running"]
    assert titles(storage, find(storage, "", ruleset="toy")) == ["Free", "Full", "Running"]
    assert find(storage, "", ruleset="chess") == []


def test_a_private_table_is_shown_to_its_host_and_its_players(
    handler: CommandHandler, storage: Storage, projected: Project
) -> None:
    hidden = CommandContext(actor="ada", command="hidden")
    game = tables.open_table(handler, hidden, rules="toy", name="Hidden", seats=2, options={}, private=True)
    tables.take_seat(handler, game.id, context_for(game, 1), SeatTaken(seat=1, user="ben"))
    projected()
    assert names(storage, "ada") == names(storage, "ben", "open") == ["Hidden"]
    assert names(storage, "") == names(storage, "cleo", "open") == []


def test_a_private_table_without_a_host_is_hidden(
    handler: CommandHandler, storage: Storage, projected: Project
) -> None:
    """For example, one imported from the command line without a user."""
    tables.open_table(
        handler, CommandContext(actor=""), rules="toy", name="Nobody's", seats=2, options={}, private=True
    )
    projected()
    assert [names(storage, "", which) for which in ("all", "mine", "open")] == [[], [], []]


def test_pages_follow_each_other_without_gaps(handler: CommandHandler, storage: Storage, projected: Project) -> None:
    for number in range(5):
        tables.open_table(
            handler,
            CommandContext(actor="ada", command=str(number)),
            rules="toy",
            name=str(number),
            seats=2,
            options={},
        )
    projected()
    first = find(storage, "", limit=2)
    second = find(storage, "", limit=2, after=(first[-1].updated_at, first[-1].stream))
    third = find(storage, "", limit=2, after=(second[-1].updated_at, second[-1].stream))
    assert titles(storage, first + second + third) == ["4", "3", "2", "1", "0"]


def test_a_branch_is_not_listed_as_a_table(handler: CommandHandler, storage: Storage, projected: Project) -> None:
    game = start_game(handler, seats=3)
    branch = branches.open_branch(handler, game.id, context_for(game, 0), at=game.version, viewer=0, name="What if")
    handler.run(moves.move(handler, branch.id, context_for(branch, 0), toy.TakeCoins()))
    projected()
    assert [table.stream for table in find(storage, "ada")] == [game.id]
    with storage.database.reading() as rows:
        assert game_list.one(rows, branch.id) is None


def test_lobby_agrees_with_randomly_played_games(handler: CommandHandler, storage: Storage, projected: Project) -> None:
    """Phase, version and options are those of the games."""
    chance = random.Random(5)
    games = [play_to_end(handler, start_game(handler, seats=chance.choice([2, 3]), name=str(n)), n) for n in range(4)]
    projected()
    for game in games:
        table = one(storage, game.id)
        assert (table.phase, table.version) == (game.table.phase, game.version)
        assert msgspec.json.encode(table.options) == msgspec.json.encode(game.table.opened.options)


def test_playing_filter_excludes_finished_games(handler: CommandHandler, storage: Storage, projected: Project) -> None:
    play_to_end(handler, start_game(handler, name="Over"))
    start_game(handler, name="Running")
    open_table(handler, name="Open")
    projected()
    assert set(names(storage, "ada", "mine")) == {"Over", "Running", "Open"}
    assert set(names(storage, "ada", "playing")) == {"Running", "Open"}
