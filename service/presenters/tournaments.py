"""Tournaments as the API and the pages show them, and the actions that the viewer may take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

import msgspec
from flask_babel import gettext

from domain.game import UnknownRuleset
from domain.message import message
from domain.tournament import tournament
from domain.tournament.facts import Drawn
from domain.tournament.rules import Rules, playable
from domain.tournament.standings import Result, Round
from domain.tournament.tournament import Tournament
from projections import game_list as tables_by_stream
from projections.db_protocol import parsed
from projections.game_list import ListedGame
from service import auth, queries
from service.administration import actions
from service.auth import Forbidden
from service.container import services
from service.http import messages, pagination
from service.http.problems import Problem
from service.presenters import errors, people
from service.presenters.listings import called
from service.schemas import tournaments as responses
from service.schemas.tournaments import (
    Entrant,
    EntrantStanding,
    InvitationToEnter,
    InvitedEntrant,
    ListedTournament,
    Replacement,
    RoundTable,
    StartedStage,
    TournamentsPage,
)
from service.text_files import UnreadableFile, first_cells
from service.tournaments import commands, invitations, registry, replacements, results
from service.tournaments.registry import Listed
from service.usecases.command_handler import CommandContext
from service.user_text import Unfit, cleaned

SHOWN = 50
"""Tournaments in a list."""


# --------------------------------------------------------------------------------------------------------------------
# Permissions
# --------------------------------------------------------------------------------------------------------------------


def looked_up(stream: str) -> tuple[Tournament, Listed]:
    """Return a tournament and its title; everyone may see it. Raise Problem if there is none."""
    listed = registry.one(services().storage.database, stream)
    if listed is None:
        raise Problem("not-found", gettext("Tournament not found."))
    return commands.load(services().handler, stream), listed


def organised(stream: str) -> tuple[Tournament, Listed]:
    """Return a tournament for its organiser. Raises NotLoggedIn and NotYours."""
    auth.required_user()
    found, listed = looked_up(stream)
    if not is_organiser(found):
        raise Forbidden(message("site.organiser-only", "Only the tournament's organiser can do this."))
    return found, listed


def is_organiser(found: Tournament) -> bool:
    """Return whether the current user organises it."""
    user = auth.current_user()
    return user is not None and user.id == found.owner


def name_organiser(found: Tournament, made: CommandContext, name: str) -> None:
    """Name another organiser. Only its organiser may, and administrators, whose action is recorded."""
    person = people.id_of(name)
    if is_organiser(found):
        commands.name_organiser(services().handler, found.id, made, person)
    elif auth.is_administrator():
        actions.name_organiser(services().handler, found.id, made, person)
    else:
        raise Forbidden(
            message(
                "site.organiser-or-administrators-only",
                "Only the tournament's organiser and administrators can do this.",
            )
        )


def rules_of(body: dict[str, Any]) -> Rules:
    """Return the rules in a request body. Raise Problem if the game has no such options."""
    try:
        return playable(msgspec.convert(body, Rules))
    except msgspec.ValidationError as error:
        raise errors.invalid_options(error, "rules.options") from error
    except UnknownRuleset as error:
        raise Problem("invalid", gettext("This site doesn't have this ruleset.")) from error


def people_named(names: Iterable[str], *listed: str) -> list[str]:
    """Return the ids of users by their names, and by those in the first column of CSV.

    Raises a Problem that lists all unknown names, or says that there are none.
    """
    try:
        wanted = [*names, *chain.from_iterable(map(_named_in, listed))]
    except (Unfit, UnreadableFile) as refused:
        raise Problem("invalid", messages.text(refused.detail)) from refused
    if not wanted:
        detail = gettext("The list contains no names. Add one name per line.")
        raise Problem("invalid", detail, errors=[{"path": "names", "detail": detail}])
    return people.ids_of(wanted, "names")


def _named_in(listed: str) -> list[str]:
    """Return the names in CSV, without its heading."""
    cells = first_cells(cleaned(listed, "file"))
    return cells[1:] if cells and cells[0].casefold() == "name" else cells


# --------------------------------------------------------------------------------------------------------------------
# Presentation
# --------------------------------------------------------------------------------------------------------------------


def tables_of(found: Tournament) -> dict[str, ListedGame]:
    """Return its games as in lists of games."""
    with queries.latest("tables") as rows:
        return results.tables_of(rows, found.games)


def results_of(tables: dict[str, ListedGame]) -> dict[str, Result]:
    """Return the results of its finished games."""
    return results.of_tables(tables.values())


def listing(cursor: str | None) -> TournamentsPage:
    """Return a page of tournaments, and the cursor of the next."""
    after = pagination.decode_cursor(cursor, registry.LATEST, tuple[str, str])
    found = registry.latest(services().storage.database, after, SHOWN)
    names = services().display_names.of_people({each.owner for each in found})
    full = len(found) == SHOWN
    return TournamentsPage(
        tournaments=[_listed(each, names) for each in found],
        next=pagination.encode_cursor((found[-1].opened_at, found[-1].stream)) if full else None,
    )


def _listed(each: Listed, names: dict[str, str]) -> ListedTournament:
    return ListedTournament(
        id=each.stream,
        title=each.title,
        organiser=names.get(each.owner),
        opened_at=parsed(each.opened_at),
        closed=each.closed,
    )


def tournament_response(found: Tournament, listed: Listed, tables: dict[str, ListedGame]) -> responses.Tournament:
    """Return a whole tournament: its rules, its entrants, and its rounds with their games."""
    names = services().display_names.of_people({found.owner, *found.entrants})
    entrants = [Entrant(person, names.get(person, ""), not stays) for person, stays in found.entrants.items()]
    again = iter(tournament.met_again(found))
    stages = [
        StartedStage(stage.entrants, [_round(each, next(again), tables) for each in stage.rounds])
        for stage in found.stages
    ]
    return responses.Tournament(
        **msgspec.structs.asdict(_listed(listed, names)),
        version=found.version,
        is_organiser=is_organiser(found),
        rules=found.rules,
        entrants=entrants,
        invited=_invited(found) if is_organiser(found) else [],
        stages=stages,
    )


def _invited(found: Tournament) -> list[InvitedEntrant]:
    invited = invitations.of_tournament(services().storage.database, found.id)
    names = services().display_names.of_people(each.user for each in invited)
    return [InvitedEntrant(each.user, names.get(each.user, ""), parsed(each.invited_at)) for each in invited]


def invitations_of(user: str) -> list[InvitationToEnter]:
    """Return the tournaments that a user is invited to, the latest invitation first."""
    database = services().storage.database
    with database.reading() as rows:
        found = invitations.of_person(rows, user)
    titled = registry.some(database, [each.stream for each in found])
    names = services().display_names.of_people(each.invited_by for each in found)
    return [
        InvitationToEnter(
            tournament=each.stream,
            title=titled[each.stream].title,
            invited_by=names.get(each.invited_by, ""),
            invited_at=parsed(each.invited_at),
        )
        for each in found
        if each.stream in titled
    ]


def replacements_of(user: str) -> list[Replacement]:
    """Return the running games in which a user is requested to take over a seat, the latest request first."""
    with services().storage.database.reading() as rows:
        found = replacements.of_person(rows, user)
    with queries.latest("tables") as rows:
        running = {
            table.stream: table
            for table in tables_by_stream.some(rows, {each.stream for each in found})
            if table.phase == "running"
        }
    titled = called(list(running.values()))
    names = services().display_names.of_people(each.asked_by for each in found)
    return [
        Replacement(
            game=each.stream,
            title=titled[each.stream].title,
            seat=each.seat,
            reason=each.reason,
            note=each.note,
            asked_by=names.get(each.asked_by, ""),
            asked_at=parsed(each.asked_at),
        )
        for each in found
        if each.stream in running
    ]


def invite(found: Tournament, by: str, names: Iterable[str], *listed: str) -> None:
    """Invite users to enter. Raises Refused or Problem."""
    invited = people_named(names, *listed)
    people.require_welcome(by, invited)
    invitations.invite(services().storage.database, found, by, invited)


def _round(each: Round, again: list[tuple[str, str]], tables: dict[str, ListedGame]) -> responses.Round:
    return responses.Round(
        tables=[_table(drawn, tables.get(drawn.game)) for drawn in each.tables],
        byes=each.byes,
        repeated_pairings=again,
    )


def _table(drawn: Drawn, table: ListedGame | None) -> RoundTable:
    """Return a game's row; a game that the lists do not show yet has just begun."""
    return RoundTable(
        game=drawn.game,
        seats=drawn.seats,
        phase=table.phase if table else "running",
        ranking=table.ranking if table else [],
    )


def standings(found: Tournament, tables: dict[str, ListedGame], stage: int | None) -> list[EntrantStanding]:
    """Return the standings."""
    if stage is not None and stage >= len(found.stages):
        raise Problem("not-found", gettext("This stage has not started."))
    stood = tournament.standing(found, results_of(tables), stage)
    names = services().display_names.of_people({each.person for each in stood})
    return [
        EntrantStanding(
            place=each.place,
            user=each.person,
            name=names.get(each.person, ""),
            points=_rounded(each.points),
            tiebreaks=[_rounded(value) for value in each.tie_breaks],
            played=each.played,
            withdrawn=not found.entrants[each.person],
        )
        for each in stood
    ]


def _rounded(value: Fraction) -> float:
    return round(float(value), 3)


def names_of(people: Sequence[str]) -> dict[str, str]:
    """Return users' current names."""
    return services().display_names.of_people(people)
