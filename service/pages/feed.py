"""A feed of the games that are waiting for a user."""

from __future__ import annotations

import hashlib
import hmac

from flask import Response, render_template, request, url_for
from flask_babel import gettext

from projections import game_list
from service import queries
from service.accounts import profiles
from service.accounts.display_names import ResolvedNames
from service.accounts.users import User
from service.container import services
from service.http import i18n, messages
from service.http.problems import Problem
from service.pages.blueprint import page_blueprint
from service.presenters import listings
from service.user_text import without_controls

blueprint = page_blueprint("feed", "/users/<stream:user>")

SHOWN = 50


@blueprint.get("/your-turn.atom")
def your_turn(user: str) -> Response:
    """Return a feed of the games waiting for a user, for holders of its key; every new turn is a new entry."""
    found = owner(user)
    with queries.latest("tables") as rows:
        waiting = game_list.find(rows, found.id, "my_turn", limit=SHOWN)
    known = listings.called(waiting)
    games = [(table, known[table.stream].title, _reason(table, known[table.stream], found)) for table in waiting]
    feed = without_controls(render_template("lobby/your_turn.xml", user=found, games=games))
    return Response(feed, content_type="application/atom+xml")


def owner(user: str) -> User:
    """Return the user of the private URL requested. Raise Problem if there is none."""
    found = services().accounts.user(user)
    if found is None or not hmac.compare_digest(request.args.get("key", "").encode(), key_of(found).encode()):
        raise Problem(
            "not-found",
            gettext("Feed not found. If you changed your password, copy the new address from your account page."),
        )
    i18n.prefer(profiles.of_user(services().storage.database, found.id).language)
    return found


def address(user: User) -> str:
    """Return the URL of a user's feed; it changes with the password, like everything given to its holders."""
    return url_for("feed.your_turn", user=user.id, key=key_of(user), _external=True)


def key_of(user: User) -> str:
    """Return the key at the end of a user's private URLs."""
    secret = services().config.secret_key.encode()
    return hmac.new(secret, f"feed\n{user.id}\n{user.stamp}".encode(), hashlib.sha256).hexdigest()[:32]


def _reason(table: game_list.ListedGame, called: ResolvedNames, user: User) -> str:
    mine = (seat.to_act for seat in table.seats if seat.user == user.id and seat.to_act)
    return ", ".join(messages.text(to_act, called.seats) for to_act in mine)
