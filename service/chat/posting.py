"""Posting and deleting messages. Players may post; callers check who may see the chat."""

from __future__ import annotations

from datetime import datetime

from domain.message import message
from domain.table.refusals import Refused
from domain.table.seating import seats_of
from projections.db_protocol import Rows
from projections.game_snapshot import Current
from service.accounts import idempotency_store, mentions
from service.chat import messages
from service.chat.messages import ChatMessage, Removed
from service.storage import Database
from service.storage.user_rows import AT_A_TIME


def post(database: Database, now: Current, author: str, text: str, at: datetime, command: str) -> ChatMessage:
    """Post a message, once for each command. Refused without a seat at the table."""
    require_chat(now)
    if not may_post(now, author):
        raise Refused(message("chat.not-seated", "Only players can write in this chat. You can read it."))
    word = ChatMessage(stream=now.id, number=0, author=author, at=at, version=now.version, text=text)
    with database.transaction() as rows:
        return messages.add(rows, word, command)


def delete_own(database: Database, word: ChatMessage, user: str) -> None:
    """Delete your own message. Refused for another user's."""
    if word.author != user:
        raise Refused(message("chat.not-author", "You can only delete your own messages."))
    if word.removed:
        return
    with database.transaction() as rows:
        delete(rows, word, "author")


def delete(rows: Rows, word: ChatMessage, why: Removed) -> None:
    """Delete the text everywhere, also from the stored response to its author, almost the only one that contains it."""
    idempotency_store.forget_text(rows, mentions.of_word(word.stream, word.number), AT_A_TIME)
    messages.remove(rows, word, why)


def may_post(now: Current, user: str) -> bool:
    """Return whether a user has a seat at this table; a branch has no chat."""
    return now.origin is None and bool(seats_of(now.table, user))


def require_chat(now: Current) -> None:
    """Raise Refused for a branch."""
    if now.origin is not None:
        raise Refused(
            message(
                "chat.branch-without-chat",
                "Branches have no chat. Use the game's chat.",
            )
        )
