"""The chat of a table."""

from __future__ import annotations

from typing import Any

from service import auth
from service.api import idempotency
from service.api.blueprint import Resource
from service.presenters import chat
from service.schemas.chat import ChatMessage, ChatPage, ChatQuery, NewMessage, ReadReceipt
from service.schemas.fields import Look

blueprint = Resource("chat", __name__, url_prefix="/api/games/<stream:id>/chat", description="Chat")


@blueprint.route("")
@blueprint.etag
@blueprint.arguments(ChatQuery, location="query")
@blueprint.returns(200, ChatPage)
def messages(query: dict[str, Any], id: str) -> ChatPage:
    """List chat messages

    The newest come last. Everyone who can see the game can read its chat. The log contains no messages. Branches
    have no chat.
    """
    page = chat.chat_page(auth.view_game(id, query.get("seat")), query.get("before"), query["limit"])
    last = page.messages[-1].number if page.messages else 0
    return blueprint.show_content(id, last, page)


@blueprint.route("", methods=["POST"])
@blueprint.arguments(Look, location="query")
@blueprint.arguments(NewMessage)
@blueprint.returns(201, ChatMessage)
def post_message(query: dict[str, Any], body: dict[str, Any], id: str) -> ChatMessage:
    """Post a message

    The current players can always post, even when the game is over.
    """
    user = auth.required_user()
    return chat.say(auth.view_game(id), body["text"], idempotency.command_id(user.id))


@blueprint.route("/read", methods=["PUT"])
@blueprint.arguments(ReadReceipt)
@blueprint.response(204)
def mark_read(body: dict[str, Any], id: str) -> None:
    """Mark messages as read"""
    auth.required_user()
    chat.read(auth.view_game(id), body["number"])


@blueprint.route("/<int:number>", methods=["DELETE"])
@blueprint.response(204)
def delete_message(id: str, number: int) -> None:
    """Delete your message

    A note remains in its place, without the text.
    """
    auth.required_user()
    chat.delete_own(auth.view_game(id), number)
