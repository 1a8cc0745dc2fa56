"""Commands on a tournament: read its log, decide, and append at the version that was decided on."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress

from eventsourcing.persistence import IntegrityError, StoredEvent

from domain.game import Fact
from domain.message import message
from domain.table.refusals import Refused
from domain.tournament import tournament
from domain.tournament.facts import Entered, TournamentClosed, TournamentOpened, Withdrawal
from domain.tournament.rules import Rules, playable
from domain.tournament.tournament import Tournament
from service.accounts import suspensions
from service.storage import Statement
from service.tournaments import invitations, registry
from service.usecases import stream_ids
from service.usecases.command_handler import CommandContext, CommandHandler

_ATTEMPTS = 20
"""The number of attempts at a write without a version that other writers overtake."""


class UnknownTournament(KeyError):
    """No tournament has this id."""


class Overtaken(Exception):
    """The write was decided on a version that is no longer the latest, which is this one."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


Decide = Callable[[Tournament], Sequence[Fact]]
Beside = Callable[[Tournament, Sequence[Fact]], tuple[list[StoredEvent], list[Statement]]]
"""Events for other streams, and further rows, to be written in the same transaction."""


def _nothing(found: Tournament, facts: Sequence[Fact]) -> tuple[list[StoredEvent], list[Statement]]:
    closed = any(isinstance(fact, TournamentClosed) for fact in facts)
    return [], [registry.closing(found.id), invitations.ending(found.id)] if closed else []


def _entries(stream: str, facts: Sequence[Fact]) -> list[Statement]:
    return [registry.entering(stream, fact.person) for fact in facts if isinstance(fact, Entered)]


def load(handler: CommandHandler, stream: str) -> Tournament:
    """Return the current state of a tournament; raise UnknownTournament."""
    records, tip = handler.storage.application.read(stream)
    if not records or not isinstance(records[0].fact, TournamentOpened):
        raise UnknownTournament(stream)
    return tournament.folded(records, tip)


def write(
    handler: CommandHandler, stream: str, write: CommandContext, decide: Decide, beside: Beside = _nothing
) -> Tournament:
    """Decide on the version that the write names and append; once for each command. Raises Overtaken and Refused."""
    for _ in range(_ATTEMPTS):
        found = load(handler, stream)
        if (write.actor, write.command) in found.commands:
            return found
        if write.expected not in (None, found.version):
            raise Overtaken(found.version)
        facts = decide(found)
        if not facts:
            return found
        stored = handler.to_stored_events(stream, found.version, found.tip, [(fact, None) for fact in facts], write)[1]
        others, also = beside(found, facts)
        try:
            handler.storage.append([*stored, *others], [*also, *_entries(stream, facts)])
        except IntegrityError:
            continue
        return load(handler, stream)
    raise Overtaken(load(handler, stream).version)


def open_tournament(handler: CommandHandler, made: CommandContext, title: str, rules: Rules) -> Tournament:
    """Create a tournament; once for each command. Raises what :func:`domain.tournament.rules.playable` raises."""
    stream = stream_ids.stream_of(handler.storage.database, made.actor, made.command)
    fact = TournamentOpened(owner=made.actor, rules=playable(rules), seed=secrets.token_hex(32))
    _, stored = handler.to_stored_events(stream, 0, "", [(fact, None)], made)
    with suppress(IntegrityError):  # a repetition finds the tournament that the first one created
        handler.storage.append(stored, [registry.naming(stream, made.actor, title)])
    return load(handler, stream)


def enter(handler: CommandHandler, stream: str, made: CommandContext) -> Tournament:
    """Enter the current user: no one enters anyone else. This accepts an invitation to them."""
    answered = [invitations.withdrawing(stream, made.actor)]

    def decide(found: Tournament) -> Sequence[Fact]:
        tournament.require_entries_left(found, [made.actor])
        return tournament.enter(found, [made.actor])

    return write(handler, stream, made, decide, lambda *_: ([], answered))


def withdraw(handler: CommandHandler, stream: str, made: CommandContext, person: str, reason: Withdrawal) -> Tournament:
    """Withdraw an entrant."""
    return write(handler, stream, made, lambda found: tournament.withdraw(found, person, reason))


def name_organiser(
    handler: CommandHandler, stream: str, made: CommandContext, person: str, also: Sequence[Statement] = ()
) -> Tournament:
    """Name another organiser; ``also`` is written in the same transaction. Refused if their account is suspended."""
    if suspensions.of(handler.storage.database, person) is not None:
        raise Refused(
            message("tournament.organiser-account-closed", "This user's account is suspended. Choose someone else.")
        )
    naming = [registry.organising(stream, person), *also]
    return write(handler, stream, made, lambda found: tournament.name_organiser(found, person), lambda *_: ([], naming))


def close(handler: CommandHandler, stream: str, made: CommandContext) -> Tournament:
    """Close a tournament."""
    return write(handler, stream, made, tournament.close)
