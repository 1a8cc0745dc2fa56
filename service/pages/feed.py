"""A feed of the games that are waiting for a user."""

from __future__ import annotations

import hashlib
import hmac

from flask import Response, render_template, request, url_for
from flask_babel import gettext

from projections import game_list
from service import queries
from service.accounts.display_names import Called
from service.accounts.users import User
from service.container import services
from service.http import messages
from service.http.problems import Problem
from service.pages.blueprint import page_blueprint
from service.presenters import listings
from service.user_text import without_controls

blueprint = page_blueprint("feed", "/users/<stream:user>")

SHOWN = 50


@blueprint.get("/waiting.atom")
def waiting(user: str) -> Response:
    """The games in which it is a user's turn, for who knows the key; every new turn is a new entry."""
    found = owner(user)
    with queries.latest("tables") as rows:
        waiting = game_list.find(rows, found.id, "my_turn", limit=SHOWN)
    known = listings.called(waiting)
    games = [(table, known[table.stream].title, _reason(table, known[table.stream], found)) for table in waiting]
    feed = without_controls(render_template("waiting.xml", user=found, games=games))
    return Response(feed, content_type="application/atom+xml")


def owner(user: str) -> User:
    """Whose private address this request names, with its key; a Problem where it is none."""
    found = services().accounts.user(user)
    if found is None or not hmac.compare_digest(request.args.get("key", "").encode(), key_of(found).encode()):
        raise Problem("not-found", gettext("There is no such feed, or its address has changed with a password."))
    return found


def address(user: User) -> str:
    """Where a user's feed is; it changes with the password, like everything that was given to somebody who knew it."""
    return url_for("feed.waiting", user=user.id, key=key_of(user), _external=True)


def key_of(user: User) -> str:
    """What a private address of a user ends with."""
    secret = services().config.secret_key.encode()
    return hmac.new(secret, f"feed\n{user.id}\n{user.stamp}".encode(), hashlib.sha256).hexdigest()[:32]


def _reason(table: game_list.ListedGame, called: Called, user: User) -> str:
    mine = (seat.to_act for seat in table.seats if seat.user == user.id and seat.to_act)
    return ", ".join(messages.text(to_act, called.seats) for to_act in mine)
