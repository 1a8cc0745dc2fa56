"""Visits of simulated users, who play, undo, send and answer requests, take vacations and replace each other."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from functools import partial

import msgspec

from domain import play, undo
from domain.aggregate import Game
from domain.game import Command, random_command
from domain.table.clock.extensions import extended
from domain.table.clock.facts import TimeRanOut
from domain.table.refusals import Refused
from domain.table.rulings import decisions as rulings
from domain.table.seat_changes.decisions import is_offered
from projections.db_protocol import timestamp
from service.accounts import profiles
from service.calendars import vacation_commands
from service.calendars.zones import today_of
from service.notifications import inbox
from service.usecases import clock_commands, moves, seat_changes, tables
from service.usecases.command_handler import CommandContext
from tests.simulation.checking import require
from tests.simulation.community import Away, Community, Person

ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC", "America/Sao_Paulo")

LONGEST_TURN = 12
"""The maximum number of moves in one visit to a game."""


def visit(site: Community, person: Person, *, closing: bool = False) -> None:
    """Let a user visit, look at their games and act."""
    chance = site.chance
    if not closing and chance.random() < (0.3 if person.crafty else 0.02):
        _plan(site, person)
    streams = [stream for stream in site.games if person.id in _players(site.handler.games.game(stream))]
    if person.waits_for_message:
        wanted = _with_message(site, person)
        streams = [stream for stream in streams if stream in wanted]
    for stream in streams:
        _at_game(site, person, stream, closing)
    if not person.waits_for_message and not closing:
        _replace(site, person)


def _players(game: Game) -> set[str]:
    return {chair.user for chair in game.table.chairs if chair.user}


def _with_message(site: Community, person: Person) -> set[str]:
    """Return games with a message since the user's last visit, or that the user left during their turn."""
    came = site.post.waiting_for.pop(person.id, set())
    with site.storage.database.reading() as rows:
        person.minds |= {notification.stream for notification in inbox.some(rows, sorted(came))}
    return person.minds


def _plan(site: Community, person: Person) -> None:
    """Let a user move to another time zone, or plan or cancel a vacation."""
    chance, now = site.chance, site.clock()
    if chance.random() < 0.5:
        zone = chance.choice(ZONES)
        with suppress(Refused):
            profiles.say(site.storage, person.id, profiles.Profile(time_zone=zone), now)
            person.zone = zone
            site.counts["changed zones"] += 1
        return
    if chance.random() < 0.3:
        _stay(site, person)
        return
    with site.storage.database.reading() as rows:
        first = today_of(rows, person.id, now) + timedelta(days=chance.randint(0, 5))
    last = first + timedelta(days=chance.choice([0, 2, 5, 9, 20]))
    try:
        vacation_commands.plan(site.storage, person.id, first, last, now)
    except Refused:
        return
    site.counts["vacations"] += 1


def _stay(site: Community, person: Person) -> None:
    """Cancel the rest of a vacation."""
    now = site.clock()
    planned, _ = vacation_commands.planned(site.storage, person.id, now)
    for vacation in planned[:1]:
        if vacation_commands.cancel(site.storage, person.id, vacation.first, now):
            _days_that_began_stay_spent(site, person, vacation.first, vacation.last)
            planned_at = "" if vacation.planned_at is None else timestamp(vacation.planned_at)
            site.given_back.append((person.id, Away(vacation.first, vacation.last, planned_at, now)))
            site.counts["vacations given back"] += 1


def _days_that_began_stay_spent(site: Community, person: Person, first: date, last: date) -> None:
    with site.storage.database.reading() as rows:
        begun = min(last, today_of(rows, person.id, site.clock()))
        kept = rows.execute(
            "SELECT last_day FROM vacations WHERE user_id = :user AND first_day = :first",
            {"user": person.id, "first": first.isoformat()},
        )
    require(
        first > begun or (kept and kept[0]["last_day"] >= begun.isoformat()), "a day that began is not spent", person
    )


def _at_game(site: Community, person: Person, stream: str, closing: bool) -> None:
    chance = site.chance
    if person.waits_for_message or chance.random() < 0.6:  # A message links to the game; others may see a list.
        site.look(person, stream)
    game = site.handler.games.game(stream)
    if game.table.phase != "running":
        person.minds.discard(stream)
        return
    seat = next(seat for seat, chair in enumerate(game.table.chairs) if chair.user == person.id)
    for act in _about_the_table(game, seat, person, chance, closing):
        write = _write(site, person, seat)
        site.write(stream, write, partial(act, site, stream))
    if closing or chance.random() < person.eager:
        _play(site, person, stream, seat, closing)
    (person.minds.add if _awaits(site, stream, person) else person.minds.discard)(stream)


def _write(site: Community, person: Person, seat: int | None, expected: int | None = None) -> CommandContext:
    return CommandContext(actor=person.id, seat=seat, expected=expected, command=f"{site.chance.getrandbits(64):016x}")


def _awaits(site: Community, stream: str, person: Person) -> bool:
    game = site.handler.games.game(stream)
    if game.table.phase != "running":
        return False
    mine = {seat for seat, chair in enumerate(game.table.chairs) if chair.user == person.id}
    asked = set(undo.asked_seats(game.table))
    waits = {act.seat for act in play.to_act(game.ruleset, game.table, site.handler.games.position(game))}
    return bool(mine & (asked | waits))


Act = Callable[[Community, str, CommandContext], Game]


def _about_the_table(game: Game, seat: int, person: Person, chance: random.Random, closing: bool) -> list[Act]:
    """Return the actions, other than moves, that a player takes on a visit."""
    table, dice, crafty = game.table, chance.random, person.crafty
    acts: list[Act] = []
    if table.chairs[seat].bot is not None:
        if table.clocks is not None and table.clocks.absent.get(seat) == 0:
            return [partial(_moved_on_an_old_page, seat)]
        back = closing or crafty or dice() < 0.5
        return [lambda site, stream, write: seat_changes.return_to_seat(site.handler, stream, write)] if back else []
    if table.chairs[seat].offered == "late" and crafty:
        acts.append(lambda site, stream, write: seat_changes.offer_seat(site.handler, stream, write, seat, False))
    if table.chairs[seat].stood_in and dice() < 0.2:
        to = table.chairs[seat].stood_in
        acts.append(lambda site, stream, write: site.handler.run(moves.request_undo(site.handler, stream, write, to)))
    if seat in undo.asked_seats(table):
        granted = dice() < 0.7
        acts.append(
            lambda site, stream, write: site.handler.run(moves.answer_undo(site.handler, stream, write, granted))
        )
    if table.swap is not None and seat not in table.swap.agreed:
        swaps = dice() < 0.5
        acts.append(lambda site, stream, write: seat_changes.answer_swap(site.handler, stream, write, swaps))
    if table.clocks is not None:
        acts += _about_time(game, seat, crafty, chance, closing)
    if not closing and dice() < 0.004:
        acts.append(lambda site, stream, write: seat_changes.offer_seat(site.handler, stream, write, seat, True))
    if not closing and dice() < 0.01:
        acts.append(partial(_replaced_by_ruling, seat))
        if dice() < 0.5:  # Before the bot moves.
            acts.append(lambda site, stream, write: seat_changes.return_to_seat(site.handler, stream, write))
    if table.chairs[seat].offered == "given_up" and (closing or dice() < 0.2):
        acts.append(lambda site, stream, write: seat_changes.offer_seat(site.handler, stream, write, seat, False))
    if not closing and dice() < 0.004:
        other = chance.randrange(len(table.chairs))
        acts.append(lambda site, stream, write: seat_changes.propose_swap(site.handler, stream, write, other))
    return acts


def _about_time(game: Game, seat: int, crafty: bool, chance: random.Random, closing: bool) -> list[Act]:
    clocks = game.table.clocks
    assert clocks is not None
    if clocks.paused:
        goes_on = closing or chance.random() < 0.3
        return (
            [lambda site, stream, write: clock_commands.agree_to_pause(site.handler, stream, write, False)]
            if goes_on
            else []
        )
    acts: list[Act] = []
    if not closing and chance.random() < (0.5 if clocks.pausing else 0.01):
        acts.append(lambda site, stream, write: clock_commands.agree_to_pause(site.handler, stream, write, True))
    waited_for = [each.seat for each in clocks.running if each.seat != seat]
    if waited_for and not closing and chance.random() < 0.02:
        other = chance.choice(waited_for)
        acts.append(partial(_extended, other, 7_200))
    for late in clocks.out:
        if late == seat and crafty and clocks.clock.ran_out == "end":
            acts.append(lambda site, stream, write: tables.agree_to_abandon(site.handler, stream, write, True))
        if late == seat or chance.random() < 0.5:
            continue
        match clocks.clock.ran_out:
            case "offer":
                acts.append(
                    lambda site, stream, write, late=late: seat_changes.offer_seat(
                        site.handler, stream, write, late, True
                    )
                )
            case "stand_in":
                acts.append(
                    lambda site, stream, write, late=late: seat_changes.substitute_bot(
                        site.handler, stream, write, late
                    )
                )
            case "end" if chance.random() < 0.3:
                acts.append(lambda site, stream, write: tables.agree_to_abandon(site.handler, stream, write, True))
            case "remind" if chance.random() < 0.2:
                acts.append(partial(_extended, late, 86_400))
    return acts


def _play(site: Community, person: Person, stream: str, seat: int, closing: bool) -> None:
    """Make moves until it is another player's turn; sometimes undo one, or leave the rest for later."""
    chance = site.chance
    for _ in range(LONGEST_TURN):
        game = site.handler.games.game(stream)
        if game.table.phase != "running" or game.table.chairs[seat].user != person.id:
            return
        position = site.handler.games.position(game)
        if all(act.seat != seat for act in play.to_act(game.ruleset, game.table, position)):
            break
        if not closing and chance.random() < 0.08:
            return
        command = play.chosen(game.ruleset, random_command, position, seat, chance)
        write = _write(site, person, seat, game.version)
        if site.write(stream, write, partial(_moved, site, stream, command)) is None:
            return
        site.counts["moves"] += 1
        if not closing and chance.random() < 0.1:
            _take_back(site, person, stream, seat)
    if not closing and chance.random() < 0.03:
        _take_back(site, person, stream, seat)


def _take_back(site: Community, person: Person, stream: str, seat: int) -> None:
    game = site.handler.games.game(stream)
    if game.table.phase != "running":
        return
    asks = game.table.opened.undo == "consent" and site.chance.random() < 0.5
    # If undo is free, players also undo the turns of others.
    targets = undo.back_targets(game, seat) if game.table.opened.undo == "free" else []
    to = site.chance.choice(targets) if targets and site.chance.random() < 0.3 else None
    act = partial(_asked_back, site, stream) if asks else partial(_gone_back, site, stream, to)
    if site.write(stream, _write(site, person, seat), act) is not None:
        site.counts["taken back, or asked for it"] += 1


# Writes may be sent again to a later process, so these functions look up its handler.


def _moved(site: Community, stream: str, command: Command, write: CommandContext) -> Game:
    return site.handler.run(moves.move(site.handler, stream, write, command))


def _extended(seat: int, seconds: int, site: Community, stream: str, write: CommandContext) -> Game:
    return site.handler.record(stream, write, lambda game: extended(game.table, seat, seconds))


def _replaced_by_ruling(seat: int, site: Community, stream: str, write: CommandContext) -> Game:
    """Let an administrator substitute a bot for an absent player, who may have time left."""
    ruling = msgspec.structs.replace(write, actor="olga", seat=None)
    return tables.rule_on_game(
        site.handler,
        stream,
        ruling,
        lambda game: rulings.stand_in(game.table, game.ruleset, [seat], "random", game.tree.head, "absence"),
    )


def _moved_on_an_old_page(seat: int, site: Community, stream: str, write: CommandContext) -> Game:
    """Move on a page that was loaded before the time ran out and a bot took the seat."""
    game = site.handler.games.game(stream)
    flags = [record for record in game.records[:] if isinstance(record.fact, TimeRanOut) and record.fact.seat == seat]
    position = site.handler.games.position(game)
    command = play.chosen(game.ruleset, random_command, position, seat, site.chance)
    late = msgspec.structs.replace(write, expected=flags[-1].originator_version - 1)
    moved = site.handler.run(moves.move(site.handler, stream, late, command))
    site.counts["moves on an old page"] += 1
    return moved


def _gone_back(site: Community, stream: str, to: int | None, write: CommandContext) -> Game:
    return site.handler.run(moves.undo(site.handler, stream, write, to))


def _asked_back(site: Community, stream: str, write: CommandContext) -> Game:
    return site.handler.run(moves.request_undo(site.handler, stream, write))


def _taken_over(site: Community, stream: str, seat: int, write: CommandContext) -> Game:
    return seat_changes.take_over(site.handler, stream, write, seat)


def _replace(site: Community, person: Person) -> None:
    """Let a user take over offered seats in other players' games."""
    for stream in site.games:
        game = site.handler.games.game(stream)
        if game.table.phase != "running" or person.id in _players(game):
            continue
        for seat in range(len(game.table.chairs)):
            if is_offered(game.table, seat) and site.chance.random() < 0.3:
                write = msgspec.structs.replace(_write(site, person, None), expected=game.version)
                if site.write(stream, write, partial(_taken_over, site, stream, seat)):
                    site.counts["hand-overs"] += 1
                break
