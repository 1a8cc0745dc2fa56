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
from service.storage.held import AT_A_TIME


def say(database: Database, now: Current, author: str, text: str, at: datetime, command: str) -> ChatMessage:
    """Say something at a table, once for each command; Refused to whoever does not sit there."""
    require_talk(now)
    if not may_say(now, author):
        raise Refused(message("Those who sit at the table talk here. You may read what they say."))
    word = ChatMessage(stream=now.id, number=0, author=author, at=at, version=now.version, text=text)
    with database.transaction() as rows:
        return messages.add(rows, word, command)


def take_back(database: Database, word: ChatMessage, user: str) -> None:
    """Take back what one said; Refused of what somebody else said."""
    if word.author != user:
        raise Refused(message("Only who said something can take it back."))
    if word.removed:
        return
    with database.transaction() as rows:
        unsay(rows, word, "author")


def unsay(rows: Rows, word: ChatMessage, why: Removed) -> None:
    """Remove the text everywhere, also from the response that its author was given: hardly any quote it but that."""
    idempotency_store.forget_text(rows, mentions.of_word(word.stream, word.number), AT_A_TIME)
    messages.remove(rows, word, why)


def may_say(now: Current, user: str) -> bool:
    """Whether somebody sits at this table; a what-if has no talk of its own."""
    return now.origin is None and bool(seats_of(now.table, user))


def require_talk(now: Current) -> None:
    """Refused of a what-if."""
    if now.origin is not None:
        raise Refused(message("A what-if has no talk of its own: talk beside the game that it goes back to."))
