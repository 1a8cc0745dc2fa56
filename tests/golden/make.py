"""Creation of golden logs: ``python -m tests.golden.make NAME…``; without a name, the missing ones.

A golden log is never recreated: a new log would prove nothing about old ones. When facts change,
add a log under a new name, and upcasters that keep the old ones readable. ``python -m tests.golden.make --positions``
rewrites the hashes of the positions; use it only if the state has gained a field and nothing else has changed.

Bots play the games with fixed seeds, so that the same rules give the same log, byte for byte.
"""

from __future__ import annotations

import gzip
import random
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from domain import aggregate, play, undo
from domain.aggregate import Game
from domain.game import Bot, Command, Fact, Ruleset, random_command
from domain.table.clock.options import Bank, Clock, DaysPerTurn
from domain.table.facts import SeatTaken, UndoPolicy
from domain.table.rulings import decisions
from domain.table.seating import TableState
from service.transfer.export import export_lines
from service.usecases import clock_commands, moves, seat_changes, tables
from service.usecases.command_handler import CommandContext, CommandHandler
from tests import clocks
from tests.domain.barrage import playing as barrage_playing
from tests.golden.logs import DIRECTORY, LOGS, game_of, lines_of, positions, positions_file, written
from tests.service import playing

Restless = Callable[[CommandHandler, Game, random.Random], Game]


def main(names: list[str]) -> None:
    if names == ["--positions"]:
        for log in LOGS:
            positions_file(log).write_text(written(positions(game_of(lines_of(log)))))
        return
    for name, make in GOLDEN.items():
        log = DIRECTORY / f"{name}.ndjson.gz"
        if name in names or (not names and not log.exists()):
            lines = make(name)
            log.write_bytes(gzip.compress(b"".join(lines), mtime=0))
            positions_file(log).write_text(written(positions(game_of(lines))))
            print(f"{name}: {len(lines)} lines, {sum(map(len, lines))} bytes")


def sensible(ruleset: Ruleset[Any], view: Any, seat: int, numbers: random.Random) -> Command:
    """Choose mostly like the greedy bot, and sometimes at random."""
    bot = ruleset.bots["greedy"] if numbers.random() < 0.7 else random_command
    return bot(ruleset, view, seat, numbers)


def greedy(ruleset: Ruleset[Any], view: Any, seat: int, numbers: random.Random) -> Command:
    """Choose like the greedy bot."""
    return ruleset.bots["greedy"](ruleset, view, seat, numbers)


def lively(ruleset: Ruleset[Any], view: Any, seat: int, numbers: random.Random) -> Command:
    """Choose at random in Barrage, preferring commands with further decisions."""
    return barrage_playing.lively(ruleset.script(view, seat), numbers)


def game(
    rules: str, seats: int, undo: UndoPolicy, restless: Restless, choose: Bot = sensible, /, **options: Any
) -> Callable[[str], list[bytes]]:
    """Return a function that makes the log of a game."""

    def make(name: str) -> list[bytes]:
        with tempfile.TemporaryDirectory() as directory:
            handler = playing.new_daybook(Path(directory))
            numbers = random.Random(name)
            found = playing.open_table(handler, seats, rules=rules, name=name, undo=undo, options=options)
            found = _seated_again(handler, found)
            while found.table.phase == "running":
                found = restless(handler, _moved(handler, found, choose, numbers), numbers)
            return list(export_lines(handler, found, "spectator"))

    return make


def timed(
    agreed: Clock, seats: int, undo: UndoPolicy, restless: Restless | None = None
) -> Callable[[str], list[bytes]]:
    """Return a function that makes the log of a game of Brass: Birmingham with a clock and late players."""

    def make(name: str) -> list[bytes]:
        with tempfile.TemporaryDirectory() as directory:
            handler = playing.new_daybook(Path(directory))
            handler.clock = clocks.Clock()
            numbers = random.Random(name)
            found = playing.open_table(handler, seats, rules="brass-birmingham", name=name, undo=undo)
            found = tables.agree_on_clock(handler, found.id, playing.context_for(found, 0), agreed)
            found = _seated_again(handler, found)
            while found.table.phase == "running":
                found = (restless or late)(handler, _moved(handler, found, sensible, numbers), numbers)
            return list(export_lines(handler, found, "spectator"))

    return make


def _seated_again(handler: CommandHandler, game: Game) -> Game:
    """Let the last player leave and rejoin, two players add words, and one turn off confirmation; start the game."""
    last = _people(game)[-1]
    game = tables.leave_seat(handler, game.id, playing.context_for(game, last))
    taken = SeatTaken(seat=last, user=playing.USERS[last])
    game = tables.take_seat(handler, game.id, playing.context_for(game, last), taken)
    for seat, words in ((0, "coal and iron"), (last, "beer")):
        game = playing.add_seed_contribution(handler, game, seat, words)
    game = tables.set_turn_confirmation(handler, game.id, playing.context_for(game, last), True)
    return tables.start(handler, game.id, playing.context_for(game, 0))


def _people(game: Game) -> list[int]:
    """Return the seats of players, as opposed to automas."""
    return [seat for seat, chair in enumerate(game.table.chairs) if chair.user is not None]


def _moved(handler: CommandHandler, found: Game, choose: Bot, numbers: random.Random) -> Game:
    seat = playing.seat_to_act(handler, found)
    command = play.chosen(found.ruleset, choose, handler.games.position(found), seat, numbers)
    return handler.run(moves.move(handler, found.id, playing.context_for(found, seat), command))


# --------------------------------------------------------------------------------------------------------------------
# Events between the moves
# --------------------------------------------------------------------------------------------------------------------


def own_turn(handler: CommandHandler, game: Game, numbers: random.Random) -> Game:
    """Undo a move of this turn as any player who can, and sometimes redo it."""
    for seat in _people(game):
        if game.table.phase == "running" and undo.back_targets(game, seat) and numbers.random() < 0.25:
            game = handler.run(moves.undo(handler, game.id, playing.context_for(game, seat)))
            if numbers.random() < 0.4:
                game = handler.run(moves.redo(handler, game.id, playing.context_for(game, seat)))
    return game


def any_time(handler: CommandHandler, game: Game, numbers: random.Random) -> Game:
    """Let a random player occasionally undo some moves, and sometimes redo one."""
    if game.table.phase == "running" and numbers.random() < 0.06:
        seat = numbers.choice(_people(game))
        targets = undo.back_targets(game, seat)
        game = handler.run(moves.undo(handler, game.id, playing.context_for(game, seat), numbers.choice(targets[:8])))
        if numbers.random() < 0.4:
            game = handler.run(moves.redo(handler, game.id, playing.context_for(game, seat)))
    return game


def by_consent(handler: CommandHandler, game: Game, numbers: random.Random) -> Game:
    """Let a player occasionally request an undo, which the others grant or one of them refuses."""
    if game.table.phase != "running" or numbers.random() > 0.08:
        return game
    seats = _people(game)
    numbers.shuffle(seats)
    asker, *others = seats
    targets = aggregate.move_ends(game)[-2::-1]
    if not targets:
        return game
    game = handler.run(
        moves.request_undo(handler, game.id, playing.context_for(game, asker), numbers.choice(targets[:5]))
    )
    for seat in others:
        if game.table.request is not None:
            game = handler.run(
                moves.answer_undo(handler, game.id, playing.context_for(game, seat), numbers.random() < 0.8)
            )
    return game


def nearly_abandoned(handler: CommandHandler, game: Game, numbers: random.Random) -> Game:
    """Act as in ``any_time``; sometimes a player also agrees to abandon the game, and withdraws the agreement."""
    if game.table.phase == "running" and numbers.random() < 0.02:
        for agrees in (True, False):
            write = CommandContext(
                actor=playing.USERS[0], seat=0, expected=game.version, command=f"stop-{game.version}"
            )
            game = tables.agree_to_abandon(handler, game.id, write, agrees)
    return any_time(handler, game, numbers)


def late(handler: CommandHandler, game: Game, numbers: random.Random) -> Game:
    """Advance the time: bots substitute for players out of time, who return at once; sometimes all players pause."""
    handler.clock.advance(minutes=numbers.choice([1, 20, 300, 1200]))  # type: ignore[attr-defined]
    for seat in _people(game):
        game = clock_commands.flag(handler, game.id, seat)
    game = [game, *moves.bots_played(handler, game)][-1]
    for seat, chair in enumerate(game.table.chairs):
        if game.table.phase == "running" and chair.stood_in and not chair.present:
            game = seat_changes.return_to_seat(handler, game.id, playing.context_for(game, seat))
    if game.table.phase == "running" and numbers.random() < 0.05:
        for seat in _people(game):
            game = clock_commands.agree_to_pause(handler, game.id, playing.context_for(game, seat), True)
        handler.clock.advance(days=3)  # type: ignore[attr-defined]
        game = clock_commands.agree_to_pause(handler, game.id, playing.context_for(game, 0), False)
    return own_turn(handler, game, numbers)


def replaced_for_a_while(handler: CommandHandler, game: Game, numbers: random.Random) -> Game:
    """Act as in ``late``; sometimes an organiser also substitutes a bot for a player, who returns in the same turn."""
    if game.table.phase == "running" and numbers.random() < 0.1:
        seats = [act.seat for act in play.to_act(game.ruleset, game.table, handler.games.position(game))]
        handler.clock.advance(minutes=50)  # type: ignore[attr-defined]
        write = CommandContext(actor="olga", command=f"olga-{game.version}")
        at = game.tree.head
        game = tables.rule_on_game(
            handler,
            game.id,
            write,
            lambda now: decisions.stand_in(now.table, now.ruleset, seats, "greedy", at, "absence"),
        )
        game = seat_changes.return_to_seat(handler, game.id, playing.context_for(game, seats[0]))
    return late(handler, game, numbers)


def organised(end: Callable[[TableState], list[Fact]]) -> Restless:
    """Return a function by which an organiser without a seat reminds the players, and ends the game before they do."""

    def restless(handler: CommandHandler, game: Game, numbers: random.Random) -> Game:
        game = own_turn(handler, game, numbers)
        write = CommandContext(actor="olga", command=f"olga-{game.version}")
        if game.version > 120:
            return tables.rule_on_game(handler, game.id, write, lambda now: end(now.table))
        if numbers.random() < 0.2:
            return tables.rule_on_game(handler, game.id, write, lambda now: decisions.remind(now.table, "absence"))
        return game

    return restless


birmingham, lancashire = partial(game, "brass-birmingham"), partial(game, "brass-lancashire")
arkwright, barrage = partial(game, "arkwright"), partial(game, "barrage")
expert = partial(
    arkwright,
    open_card_pool=True,
    era_limits=True,
    free_start=True,
    no_ships_at_start=True,
    buy_shares_at_start=True,
    extra_production=True,
    early_shipping=True,
    expert_card_texts=True,
)
leeghwater = partial(barrage, external_works=True, private_buildings=True, netherlands=True, leeghwater_officers=True)

GOLDEN = {
    "birmingham-2-seats": birmingham(2, "turn", own_turn),
    "birmingham-3-seats": birmingham(3, "consent", by_consent),
    "birmingham-4-seats": birmingham(4, "free", nearly_abandoned),
    "birmingham-introductory": birmingham(3, "turn", own_turn, introductory=True),
    "birmingham-2-seats-nearest-coal": birmingham(2, "turn", own_turn),
    "birmingham-3-seats-nearest-coal": birmingham(3, "consent", by_consent),
    "birmingham-4-seats-nearest-coal": birmingham(4, "free", nearly_abandoned),
    "birmingham-adjudicated": birmingham(
        3, "turn", organised(lambda table: decisions.adjudicate(table, [2, 1, 2], "absence"))
    ),
    "birmingham-void": birmingham(2, "turn", organised(lambda table: decisions.void(table, "fault"))),
    "birmingham-days-per-turn": timed(
        Clock(pace=DaysPerTurn(days=1), weekends_off=True, ran_out="stand_in", by_itself=True), 3, "turn"
    ),
    "birmingham-bank": timed(
        Clock(pace=Bank(start=40, increment=6, cap=60), ran_out="stand_in", by_itself=True), 2, "turn"
    ),
    "birmingham-time-kept": timed(
        Clock(pace=Bank(start=40, increment=6, cap=60), ran_out="stand_in", by_itself=True),
        3,
        "turn",
        replaced_for_a_while,
    ),
    "lancashire-2-seats": lancashire(2, "turn", own_turn),
    "lancashire-2-seats-sealed-words": lancashire(2, "consent", by_consent),
    "lancashire-3-seats": lancashire(3, "consent", by_consent),
    "lancashire-4-seats": lancashire(4, "free", nearly_abandoned),
    "lancashire-introductory-game": lancashire(3, "turn", own_turn, introductory_game=True),
    "lancashire-virtual-link": lancashire(2, "free", any_time, virtual_link=True),
    "lancashire-classic-deck": lancashire(4, "turn", own_turn, classic_deck=True),
    "lancashire-no-cash-scoring": lancashire(3, "turn", own_turn, no_cash_scoring=True),
    "lancashire-classic-cotton-mill-1": lancashire(2, "turn", own_turn, classic_cotton_mill_1=True),
    "lancashire-3-seats-income-seat-by-seat-0": lancashire(3, "turn", own_turn),
    "arkwright-2-seats": arkwright(2, "turn", own_turn),
    "arkwright-3-seats": arkwright(3, "consent", by_consent),
    "arkwright-4-seats": arkwright(4, "free", nearly_abandoned),
    "arkwright-2-seats-expert": expert(2, "free", any_time),
    "arkwright-4-seats-expert": expert(4, "turn", own_turn),
    "arkwright-solo": arkwright(1, "free", any_time),
    "arkwright-solo-expert": expert(1, "turn", own_turn, choose_achievements=True),
    "arkwright-3-seats-expert-by-chance-7": expert(3, "free", any_time, random_command),
    "arkwright-solo-random-factories-0": arkwright(1, "free", any_time, random_factories=True),
    "arkwright-solo-achievements-5": arkwright(
        1, "free", any_time, greedy, choose_achievements=True, extra_production=True
    ),
    "arkwright-3-seats-given-start-player": arkwright(3, "free", any_time, start_player="2"),
    "arkwright-solo-uses-and-shippings-26": arkwright(1, "turn", own_turn, random_command, early_shipping=True),
    "barrage-2-seats-beginner": barrage(2, "turn", own_turn, rules="beginner"),
    "barrage-4-seats-beginner": barrage(4, "free", nearly_abandoned, rules="beginner"),
    "barrage-2-seats": barrage(2, "free", any_time),
    "barrage-3-seats": barrage(3, "consent", by_consent),
    "barrage-4-seats": barrage(4, "turn", own_turn),
    "barrage-2-seats-leeghwater": leeghwater(2, "turn", own_turn, one_advanced_tile_less=True),
    "barrage-3-seats-leeghwater": leeghwater(3, "free", any_time),
    "barrage-4-seats-leeghwater": leeghwater(4, "consent", by_consent),
    "barrage-4-seats-leeghwater-by-chance": leeghwater(4, "free", any_time, lively),
    "barrage-3-seats-leeghwater-whole": barrage(3, "free", any_time, lively, leeghwater=True),
    "barrage-4-seats-leeghwater-by-chance-h": leeghwater(4, "free", any_time, lively),
    "barrage-automa-low-voltage": barrage(2, "free", own_turn, automas=["low_voltage"]),
    "barrage-automa-normal": barrage(2, "free", own_turn, automas=["normal"]),
    "barrage-automa-high-voltage": barrage(2, "free", any_time, automas=["high_voltage"]),
    "barrage-automa-overpowered": barrage(2, "free", own_turn, automas=["overpowered"]),
    "barrage-automa-low-voltage-leeghwater": barrage(2, "free", own_turn, automas=["low_voltage"], leeghwater=True),
    "barrage-automa-normal-leeghwater": barrage(3, "turn", own_turn, automas=["normal"], leeghwater=True),
    "barrage-automa-high-voltage-leeghwater": barrage(
        3, "consent", by_consent, automas=["high_voltage"], leeghwater=True
    ),
    "barrage-automa-overpowered-leeghwater": barrage(
        2, "free", any_time, lively, automas=["overpowered"], leeghwater=True
    ),
    "barrage-2-people-2-automas": barrage(4, "turn", own_turn, automas=["normal", "overpowered"]),
    "barrage-automa-contracts-at-once-7": barrage(2, "free", own_turn, automas=["overpowered"], leeghwater=True),
    "barrage-automa-several-contracts-96": barrage(2, "free", own_turn, automas=["overpowered"], leeghwater=True),
    "barrage-3-automas-leeghwater": barrage(4, "free", any_time, automas=["overpowered"] * 3, leeghwater=True),
}

if __name__ == "__main__":
    main(sys.argv[1:])
