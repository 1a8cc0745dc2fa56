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
    ActingOn,
    CompetitionsPage,
    Entering,
    EntrantStanding,
    FromCompetition,
    InvitationToEnter,
    NamingOrganiser,
    NewCompetition,
    OpeningRound,
    Outcome,
    Replacement,
    RunningGame,
    WhichStage,
    Withdrawing,
)
from service.tournaments import commands, rounds
from service.tournaments.invitations import withdraw as withdraw_invitation
from service.transfer.tournament import export_competition
from service.usecases.command_handler import CommandContext

blueprint = Resource(
    "tournaments", __name__, url_prefix="/api/tournaments", description="Competitions: rounds, entrants, standings"
)

Written = tuple[responses.Competition, dict[str, str]]
"""A tournament after a write, and its ETag as a header."""


@blueprint.route("")
@blueprint.arguments(FromCompetition, location="query")
@blueprint.returns(200, CompetitionsPage)
def tournament_list(query: dict[str, Any]) -> CompetitionsPage:
    """Find competitions

    The latest first.
    """
    return tournaments.listing(query.get("cursor"))


@blueprint.route("", methods=["POST"])
@blueprint.arguments(NewCompetition)
@blueprint.returns(201, responses.Competition)
def create(body: dict[str, Any]) -> Written:
    """Announce a competition

    You organise it. Nothing of its rules changes later.
    """
    user = auth.required_user()
    write = CommandContext(actor=user.id, command=idempotency.command_id(user.id))
    rules = tournaments.rules_of(body["rules"])
    found = commands.open_competition(services().handler, write, body["title"], rules)
    told, tag = _written(found.id)
    return told, tag | {"Location": url_for("tournaments.one", id=found.id)}


@blueprint.route("/<stream:id>")
@blueprint.etag
@blueprint.returns(200, responses.Competition)
def one(id: str) -> responses.Competition:
    """One competition

    Its rules, who has entered, its stages and rounds with their games. The ETag changes with results and names, too;
    `If-Match` takes it as long as the log of the competition is the same.
    """
    told = _told(id)
    return blueprint.show_content(id, told.version, told)


@blueprint.route("/<stream:id>/standings")
@blueprint.etag
@blueprint.arguments(WhichStage, location="query")
@blueprint.returns(200, list[EntrantStanding])
def standings(query: dict[str, Any], id: str) -> list[EntrantStanding]:
    """How everybody stands

    Computed from the log of the competition and those of its games; `daybook competition standings` computes the same
    from their files.
    """
    found, _ = tournaments.looked_up(id)
    told = tournaments.standings(found, tournaments.tables_of(found), query.get("stage"))
    return blueprint.show_content(id, found.version, told)


@blueprint.route("/<stream:id>/export")
@blueprint.response(200, {"type": "string"}, content_type=NDJSON)
def export(id: str) -> Any:
    """The log of the competition as a file

    It names people by their ids, and its games. With their exports `daybook competition standings` computes its
    standings again, offline.
    """
    tournaments.looked_up(id)
    name = f'attachment; filename="daybook-tournament-{id}.ndjson"'
    lines = b"".join(export_competition(services().handler, id))
    return Response(lines, content_type=NDJSON, headers={"Content-Disposition": name})


@blueprint.route("/<stream:id>/entrants", methods=["POST"])
@blueprint.arguments(Entering)
@blueprint.returns(200, responses.Competition)
def enter(body: dict[str, Any], id: str) -> Written:
    """Enter, or invite people to enter

    Before it begins. Without `names` and `csv` you enter yourself. With one of them the organiser invites people: they
    are notified, and take part once they enter themselves.
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
    """Which competitions am I invited to?

    The latest 50 that have not begun. Enter one to accept.
    """
    return tournaments.invitations_of(auth.required_user().id)


@blueprint.route("/replacements")
@blueprint.returns(200, list[Replacement])
def replacements() -> list[Replacement]:
    """In which games am I asked to take over a seat?

    The latest 50 requests by organisers, of games that run. `POST /games/{id}/replacement` accepts one, `DELETE`
    declines it.
    """
    return tournaments.replacements_of(auth.required_user().id)


@blueprint.route("/<stream:id>/invitations/<stream:user>", methods=["DELETE"])
@blueprint.response(204)
def uninvite(id: str, user: str) -> None:
    """Decline an invitation, or take it back

    You decline your own; the organiser takes back anyone's.
    """
    if auth.required_user().id != user:
        tournaments.organised(id)
    withdraw_invitation(services().storage.database, id, user)


@blueprint.route("/<stream:id>/withdrawals", methods=["POST"])
@blueprint.arguments(Withdrawing)
@blueprint.returns(200, responses.Competition)
def withdraw(body: dict[str, Any], id: str) -> Written:
    """Withdraw

    You withdraw yourself; the organiser can withdraw anybody. The games that are played go on.
    """
    user = auth.required_user()
    person = body.get("user", user.id)
    found, _ = tournaments.looked_up(id) if person == user.id else tournaments.organised(id)
    commands.withdraw(services().handler, id, _write(found), person, body["reason"])
    return _written(id)


@blueprint.route("/<stream:id>/rounds", methods=["POST"])
@blueprint.etag
@blueprint.arguments(OpeningRound)
@blueprint.returns(200, responses.Competition)
def open_round(body: dict[str, Any], id: str) -> Written:
    """Open the next round

    Those who stand close are paired, and nobody with whom they have played if that can be; all games are opened and
    started in one step. It waits for the games of the round before. `If-Match` names the competition as you saw it.
    Only the organiser can do this.
    """
    found, _ = tournaments.organised(id)
    came_to = tournaments.results_of(tournaments.tables_of(found))
    rounds.open_round(services().handler, id, _write(found), came_to, body["early"])
    return _written(id)


@blueprint.route("/<stream:id>/organiser", methods=["PUT"])
@blueprint.etag
@blueprint.arguments(NamingOrganiser)
@blueprint.returns(200, responses.Competition)
def name_organiser(body: dict[str, Any], id: str) -> Written:
    """Let somebody else organise it

    From now on they can do all that the organiser can, and who could before cannot. `If-Match` names the competition as
    you saw it. Only the organiser can do this, and operators, for instance where the organiser has left: their act is
    recorded.
    """
    auth.required_user()
    found, _ = tournaments.looked_up(id)
    tournaments.name_organiser(found, _write(found), body["name"])
    return _written(id)


@blueprint.route("/<stream:id>/close", methods=["POST"])
@blueprint.etag
@blueprint.returns(200, responses.Competition)
def close(id: str) -> Written:
    """End a competition

    Nobody enters or withdraws any more, and there are no more rounds. `If-Match` names the competition as you saw it.
    Only the organiser can do this.
    """
    found, _ = tournaments.organised(id)
    commands.close(services().handler, id, _write(found))
    return _written(id)


def _write(found: Tournament) -> CommandContext:
    """Write to a tournament as the current user, on the version that If-Match names."""
    user = auth.required_user()
    version = expected(found.id, found.version)
    return CommandContext(actor=user.id, expected=version, command=idempotency.command_id(user.id))


def _told(id: str) -> responses.Competition:
    found, listed = tournaments.looked_up(id)
    return tournaments.told(found, listed, tournaments.tables_of(found))


def _written(id: str) -> Written:
    """Return the tournament after a write, and its ETag."""
    told = _told(id)
    return told, {"ETag": f'"{content_tag(id, told.version, told)}"'}


# --------------------------------------------------------------------------------------------------------------------
# Many games at once
# --------------------------------------------------------------------------------------------------------------------


@blueprint.route("/<stream:id>/running-games")
@blueprint.etag
@blueprint.returns(200, list[RunningGame])
def running_games(id: str) -> list[RunningGame]:
    """Games that are not over

    Those first whose time has run out or will next, then those in which nothing has happened for longest. Only the
    organiser can ask.
    """
    found, _ = tournaments.organised(id)
    told = organisers.running(found, tournaments.tables_of(found), tournaments.names_of(list(found.entrants)))
    return blueprint.show_content(id, found.version, told)


@blueprint.route("/<stream:id>/actions", methods=["POST"])
@blueprint.arguments(ActingOn)
@blueprint.returns(200, list[Outcome])
def apply_action(body: dict[str, Any], id: str) -> list[Outcome]:
    """Do something about many games

    Each act is a fact of its game with its reason; where one game refuses it the others do not. `If-Match` names the
    competition as you saw it. Only the organiser can do this.
    """
    found, _ = tournaments.organised(id)
    write = _write(found)
    if write.expected not in (None, found.version):
        raise commands.Overtaken(found.version)
    # Each game has its own version: the action applies to its latest one.
    write = msgspec.structs.replace(write, expected=None)
    return organisers.done(found, body, write)
