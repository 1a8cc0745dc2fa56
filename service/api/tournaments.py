"""Tournaments: create, enter, pair and open rounds, standings."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, url_for

from domain.tournament.tournament import Tournament
from service import auth
from service.api import idempotency
from service.api.blueprint import Resource, content_tag, expected
from service.api.files import NDJSON
from service.container import services
from service.presenters import organisers, tournaments
from service.schemas import tournaments as responses
from service.schemas.tournaments import (
    EntrantStanding,
    EntrantWithdrawal,
    GamesAction,
    InvitationToEnter,
    NewEntrants,
    NewOrganiser,
    NewRound,
    NewTournament,
    Outcome,
    Replacement,
    RunningGame,
    StandingsQuery,
    TournamentsPage,
    TournamentsQuery,
)
from service.tournaments import commands, rounds
from service.tournaments.invitations import withdraw as withdraw_invitation
from service.transfer.tournament import export_tournament
from service.usecases.command_handler import CommandContext

blueprint = Resource("tournaments", __name__, url_prefix="/api/tournaments", description="Tournaments")

Written = tuple[responses.Tournament, dict[str, str]]
"""A tournament after a write, and its ETag as a header."""


@blueprint.route("")
@blueprint.arguments(TournamentsQuery, location="query")
@blueprint.returns(200, TournamentsPage)
def tournament_list(query: dict[str, Any]) -> TournamentsPage:
    """List tournaments

    The latest come first.
    """
    return tournaments.listing(query.get("cursor"))


@blueprint.route("", methods=["POST"])
@blueprint.arguments(NewTournament)
@blueprint.returns(201, responses.Tournament)
def create(body: dict[str, Any]) -> Written:
    """Create a tournament

    You become its organiser. Its rules cannot change later.
    """
    user = auth.required_user()
    write = CommandContext(actor=user.id, command=idempotency.command_id(user.id))
    rules = tournaments.rules_of(body["rules"])
    found = commands.open_tournament(services().handler, write, body["title"], rules)
    response, tag = _written(found.id)
    return response, tag | {"Location": url_for("tournaments.one", id=found.id)}


@blueprint.route("/<stream:id>")
@blueprint.etag
@blueprint.returns(200, responses.Tournament)
def one(id: str) -> responses.Tournament:
    """Get a tournament

    The response contains its rules, its entrants, and its stages and rounds with their games. The ETag also changes
    when results or names change. `If-Match` accepts it as long as the tournament's log has not changed.
    """
    response = _tournament(id)
    return blueprint.show_content(id, response.version, response)


@blueprint.route("/<stream:id>/standings")
@blueprint.etag
@blueprint.arguments(StandingsQuery, location="query")
@blueprint.returns(200, list[EntrantStanding])
def standings(query: dict[str, Any], id: str) -> list[EntrantStanding]:
    """Get the standings

    The standings are computed from the logs of the tournament and its games. `daybook tournament standings` computes
    the same standings from exported files.
    """
    found, _ = tournaments.looked_up(id)
    response = tournaments.standings(found, tournaments.tables_of(found), query.get("stage"))
    return blueprint.show_content(id, found.version, response)


@blueprint.route("/<stream:id>/export")
@blueprint.response(200, {"type": "string"}, content_type=NDJSON)
def export(id: str) -> Any:
    """Export a tournament

    The file contains the log of the tournament, with the ids of users and games. `daybook tournament standings`
    computes the standings offline from this file and the exports of the games.
    """
    tournaments.looked_up(id)
    name = f'attachment; filename="daybook-tournament-{id}.ndjson"'
    lines = b"".join(export_tournament(services().handler, id))
    return Response(lines, content_type=NDJSON, headers={"Content-Disposition": name})


@blueprint.route("/<stream:id>/entrants", methods=["POST"])
@blueprint.arguments(NewEntrants)
@blueprint.returns(200, responses.Tournament)
def enter(body: dict[str, Any], id: str) -> Written:
    """Enter a tournament, or invite entrants

    Both are possible before it starts. Without `names` and `csv`, you enter yourself. With one of them, the
    organiser invites users. They are notified, and take part once they enter.
    """
    user = auth.required_user()
    if "names" in body or "csv" in body:
        found, _ = tournaments.organised(id)
        tournaments.invite(found, user.id, body.get("names", []), body.get("csv", ""))
        return _written(id)
    found, _ = tournaments.looked_up(id)
    commands.enter(services().handler, id, _write(found))
    return _written(id)


@blueprint.route("/invitations")
@blueprint.returns(200, list[InvitationToEnter])
def invitations() -> list[InvitationToEnter]:
    """List your tournament invitations

    The response lists the latest 50 tournaments to which you have been invited and that have not started. To accept an
    invitation, enter the tournament.
    """
    return tournaments.invitations_of(auth.required_user().id)


@blueprint.route("/replacements")
@blueprint.returns(200, list[Replacement])
def replacements() -> list[Replacement]:
    """List your replacement requests

    The response lists the latest 50 requests from organisers for running games. `POST /games/{id}/replacement` accepts
    a request; `DELETE` declines it.
    """
    return tournaments.replacements_of(auth.required_user().id)


@blueprint.route("/<stream:id>/invitations/<stream:user>", methods=["DELETE"])
@blueprint.response(204)
def uninvite(id: str, user: str) -> None:
    """Withdraw or decline a tournament invitation

    The organiser withdraws invitations; invitees decline their own.
    """
    if auth.required_user().id != user:
        tournaments.organised(id)
    withdraw_invitation(services().storage.database, id, user)


@blueprint.route("/<stream:id>/withdrawals", methods=["POST"])
@blueprint.arguments(EntrantWithdrawal)
@blueprint.returns(200, responses.Tournament)
def withdraw(body: dict[str, Any], id: str) -> Written:
    """Withdraw an entrant

    You can withdraw yourself; the organiser can withdraw anyone. Running games continue.
    """
    user = auth.required_user()
    person = body.get("user", user.id)
    found, _ = tournaments.looked_up(id) if person == user.id else tournaments.organised(id)
    commands.withdraw(services().handler, id, _write(found), person, body["reason"])
    return _written(id)


@blueprint.route("/<stream:id>/rounds", methods=["POST"])
@blueprint.etag
@blueprint.arguments(NewRound)
@blueprint.returns(200, responses.Tournament)
def open_round(body: dict[str, Any], id: str) -> Written:
    """Start the next round

    Entrants with similar standings are paired, without repeated pairings if possible. All games are created and
    started in one step. The games of the previous round must be over first, unless `early` is true. In `If-Match`, send
    the tournament's ETag as you last received it. Only the organiser can do this.
    """
    found, _ = tournaments.organised(id)
    came_to = tournaments.results_of(tournaments.tables_of(found))
    rounds.open_round(services().handler, id, _write(found), came_to, body["early"])
    return _written(id)


@blueprint.route("/<stream:id>/organiser", methods=["PUT"])
@blueprint.etag
@blueprint.arguments(NewOrganiser)
@blueprint.returns(200, responses.Tournament)
def name_organiser(body: dict[str, Any], id: str) -> Written:
    """Change the organiser

    The new organiser gets all rights and the previous one loses them. In `If-Match`, send the tournament's ETag as you
    last received it. Only the organiser or an administrator can do this. An administrator does so, for instance, if the
    organiser has left; the audit trail records it.
    """
    auth.required_user()
    found, _ = tournaments.looked_up(id)
    tournaments.name_organiser(found, _write(found), body["name"])
    return _written(id)


@blueprint.route("/<stream:id>/close", methods=["POST"])
@blueprint.etag
@blueprint.returns(200, responses.Tournament)
def close(id: str) -> Written:
    """End a tournament

    After this, no one can enter or withdraw, and no round can start. In `If-Match`, send the tournament's ETag as
    you last received it. Only the organiser can do this.
    """
    found, _ = tournaments.organised(id)
    commands.close(services().handler, id, _write(found))
    return _written(id)


def _write(found: Tournament) -> CommandContext:
    """Write to a tournament as the current user, on the version that If-Match names."""
    user = auth.required_user()
    version = expected(found.id, found.version)
    return CommandContext(actor=user.id, expected=version, command=idempotency.command_id(user.id))


def _tournament(id: str) -> responses.Tournament:
    found, listed = tournaments.looked_up(id)
    return tournaments.tournament_response(found, listed, tournaments.tables_of(found))


def _written(id: str) -> Written:
    """Return the tournament after a write, and its ETag."""
    response = _tournament(id)
    return response, {"ETag": f'"{content_tag(id, response.version, response)}"'}


# --------------------------------------------------------------------------------------------------------------------
# Many games at once
# --------------------------------------------------------------------------------------------------------------------


@blueprint.route("/<stream:id>/running-games")
@blueprint.etag
@blueprint.returns(200, list[RunningGame])
def running_games(id: str) -> list[RunningGame]:
    """List running games

    Games in which a player is out of time come first, then those with the earliest deadlines, then those that have been
    inactive for longest. Only the organiser can see them.
    """
    found, _ = tournaments.organised(id)
    response = organisers.running(found, tournaments.tables_of(found), tournaments.names_of(list(found.entrants)))
    return blueprint.show_content(id, found.version, response)


@blueprint.route("/<stream:id>/actions", methods=["POST"])
@blueprint.arguments(GamesAction)
@blueprint.returns(200, list[Outcome])
def apply_action(body: dict[str, Any], id: str) -> list[Outcome]:
    """Apply an action to several games

    The action is recorded in each game as an event with a reason. If one game refuses it, it still applies to the
    others. In `If-Match`, send the tournament's ETag as you last received it. Only the organiser can do this.
    """
    found, _ = tournaments.organised(id)
    write = _write(found)
    if write.expected not in (None, found.version):
        raise commands.Overtaken(found.version)
    # Each game has its own version: the action applies to its latest one.
    write = msgspec.structs.replace(write, expected=None)
    return organisers.done(found, body, write)
