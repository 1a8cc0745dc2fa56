"""A table that fills: sit down, get up, bots, words for the chance, start."""

from __future__ import annotations

from flask import redirect, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from domain.table import SeatTaken
from service import access
from service.pages.blueprint import page_blueprint
from service.pages.forms import checked, tell, write_of
from service.services import services
from service.usecases import invitations
from service.usecases.sitting import bot_name, sitting_name
from service.web.problems import Problem
from service.web.schemas import AddingWords

blueprint = page_blueprint("seats", "/games/<stream:stream>")


@blueprint.post("/join")
def join(stream: str) -> Response:
    """Sit down on a free seat."""
    user = access.required_user()
    seen = access.look(stream, invitation=request.form.get("invite"))
    seat = _seat()
    taken = SeatTaken(seat=seat, name=sitting_name(seen.now.table, user.name, seat), user=user.id)
    services().daybook.take_seat(stream, write_of(seen), taken)
    return back(stream)


@blueprint.post("/leave")
def leave(stream: str) -> Response:
    """Get up; the owner of the table may free any seat."""
    acting = access.leaving(stream, _seat())
    sat = acting.game.table.chairs[acting.seat].user if acting.seat < len(acting.names) else None
    services().daybook.leave_seat(stream, write_of(acting))
    if acting.game.table.opened.private and sat not in (None, acting.user.id):
        tell("good", gettext("The seat is free, and the invitation link has changed: the old ones lead nowhere."))
    return back(stream)


@blueprint.post("/bots")
def add_bot(stream: str) -> Response:
    """Let a bot sit on a free seat."""
    seen = access.own(stream)
    seat, bot = _seat(), request.form.get("bot", "")
    if bot not in seen.now.ruleset.bots:
        raise Problem("invalid", gettext("There is no such bot."))
    taken = SeatTaken(seat=seat, name=bot_name(bot, seat), bot=bot)
    services().daybook.take_seat(stream, write_of(seen), taken)
    return back(stream)


@blueprint.post("/words")
def add_words(stream: str) -> Response:
    """Mix words of one's own into the chance of the game."""
    acting = access.act(stream, _seat())
    body, faults = checked(AddingWords(), {"words": request.form.get("words", "").strip()})
    if faults:
        raise Problem("invalid", faults["words"])
    services().daybook.add_words(stream, write_of(acting), body["words"])
    return back(stream)


@blueprint.post("/invitation")
def renew_invitation(stream: str) -> Response:
    """Make the links void that were given so far."""
    seen = access.own(stream)
    invitations.renew(services().storage.database, seen.now)
    tell("good", gettext("There is a new link; the old ones lead nowhere."))
    return back(stream)


@blueprint.post("/start")
def start(stream: str) -> Response:
    """Set the game up."""
    seen = access.own(stream)
    services().daybook.start(stream, write_of(seen))
    return back(stream)


@blueprint.post("/close")
def close(stream: str) -> Response:
    """Withdraw the table."""
    seen = access.own(stream)
    services().daybook.close_table(stream, write_of(seen))
    return back(stream)


def _seat() -> int:
    seat = request.form.get("seat", type=int)
    if seat is None:
        raise Problem("invalid", gettext("Say which seat."))
    return seat


def back(stream: str) -> Response:
    """To the page of the table."""
    return redirect(url_for("game.page", stream=stream, invite=request.form.get("invite") or None), 303)
