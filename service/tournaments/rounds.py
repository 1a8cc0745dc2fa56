"""The next round of a tournament: one write pairs the round, and opens, seats and starts all of its games."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import uuid4

import msgspec
from eventsourcing.persistence import StoredEvent

from domain import aggregate, play
from domain.game import Fact, Ruleset, ruleset
from domain.table import decisions
from domain.table.clock.facts import ClockAgreed
from domain.table.facts import SeatTaken, TableOpened
from domain.tournament import tournament
from domain.tournament.facts import Drawn, RoundOpened, Withdrawn
from domain.tournament.standings import Result
from domain.tournament.tournament import Tournament
from domain.verifiable_random import commitment
from service.accounts import suspensions, user_texts
from service.accounts.display_names import Names
from service.accounts.user_texts import Text
from service.storage import Database, Statement
from service.storage.mapper import stored_hash
from service.tournaments import commands, invitations, registry
from service.usecases.command_handler import CommandContext, CommandHandler, Decision


def open_round(
    handler: CommandHandler,
    stream: str,
    made: CommandContext,
    results: Mapping[str, Result],
    early: bool = False,
) -> Tournament:
    """Pair the next round and open its games, titled by tournament, round and number.

    ``results`` are of all finished games. Entrants whose account is deleted or suspended are withdrawn.
    """
    database = handler.storage.database

    def decide(found: Tournament) -> list[Fact]:
        gone = _gone(database, found)
        staying = msgspec.structs.replace(found, entrants=found.entrants | {fact.person: False for fact in gone})
        return [*gone, *tournament.next_round(staying, results, _ids(), early)]

    def beside(found: Tournament, facts: Sequence[Fact]) -> tuple[list[StoredEvent], list[Statement]]:
        (opened,) = (fact for fact in facts if isinstance(fact, RoundOpened))
        number = 1 + sum(len(stage.rounds) for stage in found.stages)
        listed = registry.one(database, stream)
        title, author = (listed.title, listed.author) if listed is not None else ("", "")
        stored: list[StoredEvent] = []
        also: list[Statement] = [invitations.ending(stream)]
        for at, drawn in enumerate(opened.tables, start=1):
            stored += _started(handler, found, made, drawn)
            called = Text(what="title", author=author, text=f"{title} {number}.{at}".strip())
            also += [registry.belonging(stream, drawn.game), *user_texts.kept(drawn.game, [called])]
        return stored, also

    handler.store_figures(*_figures(commands.load(handler, stream)))
    return commands.write(handler, stream, made, decide, beside)


def _gone(database: Database, found: Tournament) -> list[Withdrawn]:
    """Return entrants to pair whose account was deleted or suspended."""
    there = Names(database).of_people(found.staying)
    closed = {each.user for each in suspensions.all_suspended(database)}
    left: list[Withdrawn] = [
        Withdrawn(person=person, reason="agreement") for person in found.staying if person not in there
    ]
    return left + [Withdrawn(person=person, reason="conduct") for person in found.staying if person in closed]


def _figures(found: Tournament) -> tuple[Ruleset[Any], str]:
    rules = ruleset(found.rules.ruleset)
    return rules, rules.current_figures()


def _ids() -> Iterator[str]:
    while True:
        yield uuid4().hex


def _started(handler: CommandHandler, found: Tournament, made: CommandContext, drawn: Drawn) -> list[StoredEvent]:
    """Return the beginning of a game, as stored. It has no host: the tournament's organiser is in charge."""
    rules, figures = _figures(found)
    seed = secrets.token_bytes(32)
    opened = TableOpened(
        ruleset=rules.name,
        figures=figures,
        owner="",
        seats=len(drawn.seats),
        options=decisions.playable(rules, len(drawn.seats), found.rules.options),
        undo=found.rules.undo,
        private=False,
        commitment=commitment(seed),
        seed=seed.hex(),
    )
    clock = [] if found.rules.clock is None else [ClockAgreed(clock=found.rules.clock)]
    records, stored = handler.to_stored_events(drawn.game, 0, "", [(fact, None) for fact in (opened, *clock)], made)
    game = aggregate.rebuilt(drawn.game, records, stored_hash(stored[-1]))
    seats = [SeatTaken(seat=seat, user=user) for seat, user in enumerate(drawn.seats)]
    # Verification of a game decides it command by command.
    for taken in seats:
        write = msgspec.structs.replace(made, command=f"{made.command}-{taken.seat}")
        game, more = handler.with_events(game, Decision([(taken, taken.seat)]), write)
        stored += more
    write = msgspec.structs.replace(made, command=f"{made.command}-start")
    return [*stored, *handler.with_events(game, Decision(play.begin(game, None)), write)[1]]
