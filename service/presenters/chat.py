"""The chat of a game: reading and posting, for the API and the pages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from flask_babel import gettext

from domain.table.seating import seats_of
from projections.db_protocol import Rows
from service import auth
from service.auth import ViewerContext
from service.chat import change_feed as changing
from service.chat import messages, posting, read_receipts
from service.container import services
from service.http.problems import Problem
from service.notifications import chat_triggers
from service.schemas.chat import ChatMessage, ChatPage
from service.schemas.fields import LARGEST_VERSION


def chat_page(looking: ViewerContext, before: int | None, limit: int) -> ChatPage:
    """Return the last messages, or the last before a number, for this viewer. Refused for a branch."""
    posting.require_chat(looking.now)
    with services().storage.database.reading() as rows:
        found = messages.latest(rows, looking.now.id, before, limit + 1)
        unread = _unread(rows, looking)
    shown = found[-limit:]
    return ChatPage(
        messages=shown_messages(looking, shown),
        earlier=shown[0].number if len(found) > limit else None,
        unread=unread,
        can_post=can_post(looking),
    )


def shown_messages(looking: ViewerContext, found: list[messages.ChatMessage]) -> list[ChatMessage]:
    """Return messages with users' current names."""
    names = services().display_names.of_people({word.author for word in found if word.author})
    return [_chat_message(looking, word, names) for word in found]


def _chat_message(looking: ViewerContext, word: messages.ChatMessage, names: dict[str, str]) -> ChatMessage:
    return ChatMessage(
        number=word.number,
        user=word.author or None,
        name=names.get(word.author) or auth.former_player(),
        seat=next(iter(seats_of(looking.now.table, word.author)), None) if word.author else None,
        at=word.at,
        version=word.version,
        text=word.text,
        removed=word.removed,
        yours=looking.user is not None and word.author == looking.user.id,
    )


def say(looking: ViewerContext, text: str, command: str) -> ChatMessage:
    """Post a message."""
    author = auth.required_user().id
    storage = services().storage
    said = posting.post(storage.database, looking.now, author, text, storage.clock(), command)
    return shown_messages(looking, [said])[0]


def delete_own(looking: ViewerContext, number: int) -> None:
    """Delete your own message."""
    user = auth.required_user().id
    posting.delete_own(services().storage.database, word_of(looking.now.id, number), user)


def word_of(stream: str, number: int) -> messages.ChatMessage:
    """Return the message with a number. Raise Problem if there is none."""
    with services().storage.database.reading() as rows:
        found = messages.one(rows, stream, number) if number <= LARGEST_VERSION else None
    if found is None:
        raise Problem("not-found", gettext("This message doesn't exist."))
    return found


def read(looking: ViewerContext, number: int) -> None:
    """Record that a user has read up to a message, or to the last one if that number does not exist yet."""
    user, stream, storage = auth.required_user().id, looking.now.id, services().storage
    with storage.database.reading() as rows:
        last = messages.latest(rows, stream, number + 1, 1)
    if last:
        chat_triggers.read(storage.database, stream, user, last[0].number, storage.clock())


class Beside(NamedTuple):
    """The chat's summary on a page of a game."""

    can_post: bool
    unread: int
    changes: int
    """The change after which scripts listen for the next."""


def beside(looking: ViewerContext) -> Beside:
    """Return the summary: whether the user takes part in the chat, and the number of unread messages."""
    with services().storage.database.reading() as rows:
        changed = changing.numbers(rows, [looking.now.id])[looking.now.id]  # first, so that no change is missed
        return Beside(can_post(looking), _unread(rows, looking), changed)


def changes(streams: Collection[str]) -> Mapping[str, int]:
    """Return how often the chat of each of these games has changed."""
    with services().storage.database.reading() as rows:
        return changing.numbers(rows, streams)


def can_post(looking: ViewerContext) -> bool:
    """Return whether a user may post at this table; guests may not."""
    user = looking.user
    return user is not None and not user.trial and posting.may_post(looking.now, user.id)


def _unread(rows: Rows, looking: ViewerContext) -> int:
    """Return the number of unread messages; those at other players' tables do not count."""
    return read_receipts.unread(rows, looking.now.id, looking.user.id) if looking.user and can_post(looking) else 0
