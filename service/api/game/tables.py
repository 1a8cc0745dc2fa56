"""Tables: open, find, join, invite, start, resign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from flask import url_for
from flask_babel import gettext

from domain.aggregate import Game
from domain.game import Ruleset, ruleset
from domain.table.facts import SeatTaken
from projections import game_list
from projections.db_protocol import parsed
from service import auth, queries
from service.accounts.display_names import ResolvedNames
from service.accounts.users import User
from service.api import idempotency
from service.api.blueprint import Resource, tagged
from service.api.commands import command_context
from service.auth import ViewerContext
from service.container import services
from service.http import messages, pagination
from service.http.problems import Problem
from service.presenters import errors, listings
from service.presenters import games as game_presenter
from service.readmodels import failed_streams
from service.schemas.fields import Look
from service.schemas.tables import (
    AbandonAgreement,
    GameListing,
    GamesPage,
    GamesQuery,
    Imported,
    InvitationLink,
    JoinRequest,
    ListedGame,
    ListedSeat,
    NewBot,
    NewGame,
    NewSeedContribution,
    NewSoloGame,
    SeatSelection,
    Table,
    TurnConfirmation,
)
from service.schemas.time import ClockAgreement
from service.usecases import invitations, invitees, tables, visibility
from service.usecases.command_handler import CommandContext

blueprint = Resource("games", __name__, url_prefix="/api/games", description="Tables and games")

Tagged = tuple[Table, dict[str, str]]
"""A table, and its ETag as a header."""


@blueprint.route("")
@blueprint.arguments(GamesQuery, location="query")
@blueprint.returns(200, GamesPage)
def games(query: dict[str, Any]) -> GamesPage:
    """List games

    You can list the games in the lobby, or your own. The most recently changed come first.
    """
    user = auth.current_user()
    after = pagination.decode_cursor(query.get("cursor"), game_list.START, game_list.Cursor)
    which, rules, limit = query["filter"], query.get("ruleset"), query["limit"]
    with queries.latest("tables") as rows:
        found = game_list.find(
            rows, user.id if user else "", which, ruleset=rules, pace=query.get("pace"), after=after, limit=limit
        )
    failed = failed_streams.among(services().storage.database, (table.stream for table in found))
    importers, called = listings.importers_of(found), listings.called(found)
    full = len(found) == limit
    return GamesPage(
        games=[
            _listed(
                table,
                called[table.stream],
                user.id if user else None,
                failed_at=failed.get(table.stream),
                imported=listings.arrival(table, importers),
            )
            for table in found
        ],
        next=pagination.encode_cursor((found[-1].updated_at, found[-1].stream)) if full else None,
    )


def _listed(
    table: game_list.ListedGame,
    called: ResolvedNames,
    user: str | None,
    failed_at: int | None,
    imported: Imported | None,
) -> ListedGame:
    return ListedGame(
        id=table.stream,
        version=table.version,
        name=called.title,
        ruleset=table.ruleset,
        options=table.options,
        host=table.owner,
        private=table.private,
        imported=imported,
        listed=table.listed,
        pace=table.pace,
        undo=table.undo,
        phase=table.phase,
        seats=[_seated(seat, called.seats, user) for seat in table.seats],
        headline=messages.text(table.glance.headline, called.seats) if table.glance else None,
        points=table.glance.points if table.glance else [],
        ranking=table.ranking,
        opened_at=parsed(table.opened_at),
        changed_at=parsed(table.updated_at),
        failed_at=failed_at,
    )


def _seated(seat: game_list.ListedSeat, names: Sequence[str], user: str | None) -> ListedSeat:
    return ListedSeat(
        seat=seat.seat,
        name=names[seat.seat],
        bot=seat.bot,
        automa=seat.automa or None,
        yours=user is not None and seat.user == user,
        to_act=messages.text(seat.to_act, names) if seat.to_act else None,
        deadline=parsed(seat.deadline) if seat.deadline else None,
        late=seat.late,
        offered=seat.offered,
    )


@blueprint.route("", methods=["POST"])
@blueprint.arguments(NewGame)
@blueprint.returns(201, Table)
def open_table(body: dict[str, Any]) -> Tagged:
    """Create a table

    Daybook draws a secret seed and publishes its SHA-256 hash, the commitment. All seats are free at first.
    """
    user = auth.required_user()
    rules = ruleset(body.pop("ruleset"))
    check_options(rules, body["options"])
    write = CommandContext(actor=user.id, command=idempotency.command_id(user.id))
    return made(user, tables.open_table(services().handler, write, rules=rules.name, **body))


def made(user: User, game: Game) -> Tagged:
    """Return a new table with its location."""
    now = queries.current_by_replay(game)
    seen = ViewerContext(user, now, auth.viewer_of(user, now))
    return game_presenter.seated(seen), tagged(seen) | {"Location": url_for("games.one", id=game.id)}


@blueprint.route("/solo", methods=["POST"])
@blueprint.arguments(NewSoloGame)
@blueprint.returns(201, Table)
def open_solo_game(body: dict[str, Any]) -> Tagged:
    """Start a solo game

    One request creates a table, gives you its first seat and starts the game against automas. The options choose
    the automas in the other seats. Responses to your moves include the moves of the automas. You can undo freely
    unless `undo` says otherwise. The game has no clock.
    """
    user = auth.required_user()
    rules = ruleset(body.pop("ruleset"))
    check_options(rules, body["options"])
    write = CommandContext(actor=user.id, command=idempotency.command_id(user.id))
    return made(user, tables.open_solo(services().handler, write, rules=rules.name, **body))


def check_options(rules: Ruleset[Any], options: dict[str, Any]) -> None:
    """Raise Problem for options that the ruleset does not have."""
    try:
        msgspec.convert(options, rules.options)
    except msgspec.ValidationError as error:
        raise errors.invalid_options(error, "options") from error


@blueprint.route("/<stream:id>")
@blueprint.etag
@blueprint.arguments(Look, location="query")
@blueprint.returns(200, Table)
def one(query: dict[str, Any], id: str) -> Table:
    """Get a table

    The response describes a table, a game or a branch: its seats, its options and whose turn it is.
    """
    seen = auth.view_game(id, query.get("seat"))
    auth.record_last_seen(seen)
    blueprint.show_version(seen)
    return game_presenter.seated(seen)


# --------------------------------------------------------------------------------------------------------------------
# Seats
# --------------------------------------------------------------------------------------------------------------------


@blueprint.route("/<stream:id>/join", methods=["POST"])
@blueprint.arguments(JoinRequest)
@blueprint.returns(200, Table)
def join(body: dict[str, Any], id: str) -> Tagged:
    """Join a table

    To join a private table you need its invitation link.
    """
    user = auth.required_user()
    seen = auth.view_game(id, invitation=body.get("invite"))
    seat = body.get("seat", _seat_for(seen, user.id))
    taken = SeatTaken(seat=seat, user=user.id)
    return seated(seen, tables.take_seat(services().handler, id, command_context(seen), taken))


@blueprint.route("/<stream:id>/bots", methods=["POST"])
@blueprint.arguments(NewBot)
@blueprint.returns(200, Table)
def add_bot(body: dict[str, Any], id: str) -> Tagged:
    """Add a bot

    The bot takes a free seat. Only the host can do this.
    """
    seen = auth.require_owner(id)
    bot, seat = body["bot"], body.get("seat", _seat_for(seen, ""))
    if bot not in seen.now.ruleset.bots:
        raise Problem("invalid", gettext("This game has no such bot."), errors=[{"path": "bot", "detail": bot}])
    taken = SeatTaken(seat=seat, bot=bot)
    return seated(seen, tables.take_seat(services().handler, id, command_context(seen), taken))


def _seat_for(seen: ViewerContext, user: str) -> int:
    return invitees.seat_for(seen.now.table, invitees.of_table(services().storage.database, seen.now.id), user)


@blueprint.route("/<stream:id>/leave", methods=["POST"])
@blueprint.arguments(SeatSelection)
@blueprint.returns(200, Table)
def leave(body: dict[str, Any], id: str) -> Tagged:
    """Leave a table

    You can leave before the start. The host can free any seat. When the host frees another player's seat, the
    invitation link changes.
    """
    seen = auth.leaving(id, body.get("seat"))
    return seated(seen, tables.leave_seat(services().handler, id, command_context(seen)))


@blueprint.route("/<stream:id>/seed-contribution", methods=["POST"])
@blueprint.arguments(NewSeedContribution)
@blueprint.returns(200, Table)
def contribute_to_seed(body: dict[str, Any], id: str) -> Tagged:
    """Contribute to the seed

    You can do this before the start. All shuffles depend on your text as well, so even someone who knows the seed
    cannot have chosen it to their advantage.
    """
    acting = auth.authorize_seat(id, body.get("seat"))
    return seated(
        acting, tables.add_seed_contribution(services().handler, id, command_context(acting), body["seed_contribution"])
    )


@blueprint.route("/<stream:id>/turn-confirmation", methods=["POST"])
@blueprint.arguments(TurnConfirmation)
@blueprint.returns(200, Table)
def set_turn_confirmation(body: dict[str, Any], id: str) -> Tagged:
    """Set how your turns end

    Your turns end automatically, or you confirm the end of each turn.
    """
    acting = auth.authorize_seat(id, body.get("seat"))
    return seated(
        acting, tables.set_turn_confirmation(services().handler, id, command_context(acting), body["automatic"])
    )


@blueprint.route("/<stream:id>/invitation-link")
@blueprint.arguments(Look, location="query")
@blueprint.returns(200, InvitationLink)
def invitation_link(query: dict[str, Any], id: str) -> InvitationLink:
    """Get the invitation link

    Anyone with this link can see the private table and take one seat. The link stops working when the host renews it or
    frees another player's seat. Only the host can get it.
    """
    return game_presenter.invitation(auth.require_owner(id))


@blueprint.route("/<stream:id>/invitation-link", methods=["POST"])
@blueprint.returns(200, InvitationLink)
def renew_invitation_link(id: str) -> InvitationLink:
    """Renew the invitation link

    Earlier links stop working. Players at the table keep their seats. Only the host can do this.
    """
    seen = auth.require_owner(id)
    invitations.renew(services().storage.database, seen.now)
    return game_presenter.invitation(seen)


@blueprint.route("/<stream:id>/clock", methods=["PUT"])
@blueprint.arguments(ClockAgreement)
@blueprint.returns(200, Table)
def agree_on_clock(body: dict[str, Any], id: str) -> Tagged:
    """Set or remove the clock

    Only the host can do this, before the start.
    """
    seen = auth.require_owner(id)
    return seated(seen, tables.agree_on_clock(services().handler, id, command_context(seen), body["clock"]))


# --------------------------------------------------------------------------------------------------------------------
# Games from files
# --------------------------------------------------------------------------------------------------------------------


@blueprint.route("/<stream:id>/listing")
@blueprint.response(200, GameListing)
def listing(id: str) -> Any:
    """Check whether an imported game is listed

    An unlisted game appears only in its host's own lists, but anyone with its URL can see it. Only the host can
    do this.
    """
    return {"listed": visibility.is_listed(services().storage.database, auth.require_owner(id).now.id)}


@blueprint.route("/<stream:id>/listing", methods=["PUT"])
@blueprint.arguments(GameListing)
@blueprint.response(200, GameListing)
def set_listing(body: dict[str, Any], id: str) -> Any:
    """List or unlist an imported game

    Everyone can find and see a listed game. It is marked as imported. Only the host can do this.
    """
    visibility.set_listed(services().storage, auth.require_owner(id).game, body["listed"])
    return body


# --------------------------------------------------------------------------------------------------------------------
# Start and end
# --------------------------------------------------------------------------------------------------------------------


@blueprint.route("/<stream:id>/start", methods=["POST"])
@blueprint.returns(200, Table)
def start(id: str) -> Tagged:
    """Start the game

    All seats must be taken. Only the host can do this.
    """
    seen = auth.require_owner(id)
    return seated(seen, tables.start(services().handler, id, command_context(seen)))


@blueprint.route("/<stream:id>/abandon", methods=["POST"])
@blueprint.arguments(AbandonAgreement)
@blueprint.returns(200, Table)
def abandon(body: dict[str, Any], id: str) -> Tagged:
    """Agree to abandon the game

    The game ends without a result when all human players agree. Before the start, the host can close the table instead.
    """
    handler = services().handler
    if auth.view_game(id).now.table.phase == "open":
        seen = auth.require_owner(id)
        return seated(seen, tables.close_table(handler, id, command_context(seen)))
    acting = auth.authorize_seat(id, body.get("seat"))
    return seated(acting, tables.agree_to_abandon(handler, id, command_context(acting), body["agrees"]))


def seated(before: ViewerContext, game: Game) -> Tagged:
    """Return the table after a write, and its ETag."""
    after = auth.seen_again(before, game)
    return game_presenter.seated(after), tagged(after)
