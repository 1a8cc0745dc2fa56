"""A table before the start: joining, leaving, bots, seed contributions, start."""

from __future__ import annotations

from flask import redirect, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from domain.table.facts import SeatTaken
from service import auth
from service.container import services
from service.http.problems import Problem
from service.pages.blueprint import page_blueprint
from service.pages.forms import command_context, flash_note, valid
from service.presenters import people
from service.schemas.tables import NewInvitee, NewSeedContribution
from service.usecases import invitations, invitees, tables
from service.usecases.rematch import rematch as opened_rematch

blueprint = page_blueprint("seats", "/games/<stream:stream>")


@blueprint.post("/join")
def join(stream: str) -> Response:
    """Take a free seat."""
    user = auth.required_user()
    seen = auth.view_game(stream, invitation=request.form.get("invite"))
    taken = SeatTaken(seat=chosen_seat(), user=user.id)
    tables.take_seat(services().handler, stream, command_context(seen), taken)
    return back(stream)


@blueprint.post("/leave")
def leave(stream: str) -> Response:
    """Leave a seat; the host may free any seat."""
    acting = auth.leaving(stream, chosen_seat())
    sat = acting.game.table.chairs[acting.seat].user if acting.seat < len(acting.names) else None
    tables.leave_seat(services().handler, stream, command_context(acting))
    if acting.game.table.opened.private and sat not in (None, acting.user.id):
        flash_note("good", gettext("Player removed. The invitation link was renewed, so old links no longer work."))
    return back(stream)


@blueprint.post("/bots")
def add_bot(stream: str) -> Response:
    """Give a free seat to a bot."""
    seen = auth.require_owner(stream)
    seat, bot = chosen_seat(), request.form.get("bot", "")
    if bot not in seen.now.ruleset.bots:
        raise Problem("invalid", gettext("This game has no such bot. Choose another one."))
    taken = SeatTaken(seat=seat, bot=bot)
    tables.take_seat(services().handler, stream, command_context(seen), taken)
    return back(stream)


@blueprint.post("/seed-contribution")
def contribute_to_seed(stream: str) -> Response:
    """Contribute your own text to the seed of the game."""
    acting = auth.authorize_seat(stream, chosen_seat())
    body = valid(NewSeedContribution(), {"seed_contribution": request.form.get("seed_contribution", "").strip()})
    tables.add_seed_contribution(services().handler, stream, command_context(acting), body["seed_contribution"])
    return back(stream)


@blueprint.post("/invitation")
def renew_invitation(stream: str) -> Response:
    """Revoke the invitation links shared so far."""
    seen = auth.require_owner(stream)
    invitations.renew(services().storage.database, seen.now)
    flash_note("good", gettext("Link renewed. Old links no longer work."))
    return back(stream)


@blueprint.post("/invitees")
def invite(stream: str) -> Response:
    """Invite a user by name, and keep a seat for them if requested."""
    seen = auth.require_owner(stream)
    body = valid(NewInvitee(only=["name"]), {"name": request.form.get("name", "")})
    people.invite(seen, body["name"], request.form.get("seat", type=int))
    flash_note("good", gettext("Invitation sent."))
    return back(stream)


@blueprint.post("/invitees/<stream:user>/remove")
def uninvite(stream: str, user: str) -> Response:
    """Withdraw an invitation, or decline it."""
    declined = auth.required_user().id == user
    if not declined:
        auth.require_owner(stream)
    invitees.uninvite(services().storage.database, stream, user)
    return redirect(url_for("lobby.page"), 303) if declined else back(stream)


@blueprint.post("/rematch")
def rematch(stream: str) -> Response:
    """Open a rematch with the same players, each one seat further on."""
    user = auth.required_user()
    again = opened_rematch(services().handler, auth.view_game(stream).game, user.id)
    return redirect(url_for("game.page", stream=again.id), 303)


@blueprint.post("/start")
def start(stream: str) -> Response:
    """Start the game."""
    seen = auth.require_owner(stream)
    tables.start(services().handler, stream, command_context(seen))
    return back(stream)


@blueprint.post("/close")
def close_table(stream: str) -> Response:
    """Withdraw the table."""
    seen = auth.require_owner(stream)
    tables.close_table(services().handler, stream, command_context(seen))
    return back(stream)


def chosen_seat() -> int:
    """Return the seat that a form names. Raise Problem if it names none."""
    seat = request.form.get("seat", type=int)
    if seat is None:
        raise Problem("invalid", gettext("Choose a seat."))
    return seat


def back(stream: str) -> Response:
    """Redirect to the page of the table."""
    return redirect(url_for("game.page", stream=stream, invite=request.form.get("invite") or None), 303)
