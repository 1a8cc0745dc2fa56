"""The chat of a table: a page of its own, which scripts load into the game's page."""

from __future__ import annotations

import re
from functools import partial

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.wrappers import Response

from service import auth
from service.auth import ViewerContext
from service.pages.blueprint import page_blueprint
from service.pages.forms import checked, command_id
from service.pages.template_context import game_at
from service.presenters import chat
from service.schemas.chat import NewMessage
from service.schemas.fields import LARGEST_VERSION

blueprint = page_blueprint("chat_pages", "/games/<stream:stream>/chat")

SHOWN = 50
"""Messages on a page."""


@blueprint.get("")
def page(stream: str) -> str:
    """Show the latest messages, or those ``?before=`` a number. Showing the latest marks them as read."""
    seen = auth.view_game(stream)
    return _page(seen, auth.invitation_borne(seen.now), _before())


def _page(seen: ViewerContext, invite: str | None, before: int | None = None, text: str = "", fault: str = "") -> str:
    changes = chat.changes([seen.now.id])[seen.now.id]  # first, so that no change is missed
    talk = chat.chat_page(seen, before, SHOWN)
    if talk.messages and before is None and auth.is_looking(seen):
        chat.read(seen, talk.messages[-1].number)
        talk.unread = 0
    return render_template(
        "game/chat.html",
        stream=seen.now.id,
        version=seen.now.version,
        title=seen.title,
        started=seen.now.started,
        chosen_seat=request.args.get("seat", type=int),
        invite=invite,
        talk=talk,
        linked=partial(_linked, seen),
        changes=changes,
        before=before,
        text=text,
        fault=fault,
    )


def _before() -> int | None:
    before = request.args.get("before", type=int)
    return None if before is None else max(0, min(before, LARGEST_VERSION))


_POSITION = re.compile(r"(?<![\w#])#([1-9][0-9]{0,8})(?!\w)")


def _linked(seen: ViewerContext, text: str) -> Markup:
    """Return a text in which ``#57`` links to that position of the game, if there is one."""
    parts: list[str] = _POSITION.split(text)
    parts[1::2] = [_position(seen, int(number)) for number in parts[1::2]]
    return Markup().join(parts)


def _position(seen: ViewerContext, number: int) -> str:
    if not (seen.now.started and seen.now.first <= number <= seen.now.version):
        return f"#{number}"
    address = game_at(seen.now.id, number, request.args.get("seat", type=int), auth.invitation_borne(seen.now))
    return Markup('<a data-live href="{}">#{}</a>').format(address, number)


@blueprint.post("")
def post_message(stream: str) -> ResponseReturnValue:
    """Post a message; an invalid one is shown again in the form."""
    auth.required_user()
    seen = _look(stream)
    body, faults = checked(NewMessage(), {"text": _sent()})
    if faults:
        return _page(seen, request.form.get("invite"), text=_sent(), fault=faults["text"]), 422
    chat.say(seen, body["text"], command_id())
    return _back(stream)


@blueprint.post("/<int:number>/removal")
def remove_message(stream: str, number: int) -> Response:
    """Delete your own message."""
    auth.required_user()
    chat.delete_own(_look(stream), number)
    return _back(stream)


def _look(stream: str) -> ViewerContext:
    return auth.view_game(stream, invitation=request.form.get("invite"))


def _sent() -> str:
    """Return the typed text, with normalised line ends."""
    return request.form.get("text", "").replace("\r\n", "\n").strip()


def _back(stream: str) -> Response:
    return redirect(url_for("chat_pages.page", stream=stream, invite=request.form.get("invite") or None), 303)
