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
from service.notifications import chat_triggers as notices
from service.schemas.chat import TalkPage, Word
from service.schemas.fields import LARGEST_VERSION


def told(looking: ViewerContext, before: int | None, limit: int) -> TalkPage:
    """The last words, or the last ones before a number, as this viewer is told them; Refused of a what-if."""
    posting.require_talk(looking.now)
    with services().storage.database.reading() as rows:
        found = messages.latest(rows, looking.now.id, before, limit + 1)
        unread = _unread(rows, looking)
    shown = found[-limit:]
    return TalkPage(
        words=in_words(looking, shown),
        earlier=shown[0].number if len(found) > limit else None,
        unread=unread,
        may_say=may_say(looking),
    )


def in_words(looking: ViewerContext, found: list[messages.ChatMessage]) -> list[Word]:
    """Words with the names that people have now."""
    names = services().display_names.of_people({word.author for word in found if word.author})
    return [_told(looking, word, names) for word in found]


def _told(looking: ViewerContext, word: messages.ChatMessage, names: dict[str, str]) -> Word:
    return Word(
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


def say(looking: ViewerContext, text: str, command: str) -> Word:
    """Somebody says something."""
    author = auth.required_user().id
    storage = services().storage
    said = posting.say(storage.database, looking.now, author, text, storage.clock(), command)
    return in_words(looking, [said])[0]


def take_back(looking: ViewerContext, number: int) -> None:
    """Somebody takes back what they said."""
    user = auth.required_user().id
    posting.take_back(services().storage.database, word_of(looking.now.id, number), user)


def word_of(stream: str, number: int) -> messages.ChatMessage:
    """The word of a number; a Problem where nobody said it."""
    with services().storage.database.reading() as rows:
        found = messages.one(rows, stream, number) if number <= LARGEST_VERSION else None
    if found is None:
        raise Problem("not-found", gettext("Nobody has said that here."))
    return found


def read(looking: ViewerContext, number: int) -> None:
    """Somebody has read up to a word, or to the last one where there is none of that number yet."""
    user, stream, storage = auth.required_user().id, looking.now.id, services().storage
    with storage.database.reading() as rows:
        last = messages.latest(rows, stream, number + 1, 1)
    if last:
        notices.read(storage.database, stream, user, last[0].number, storage.clock())


class Beside(NamedTuple):
    """What a page of a game tells of its chat."""

    may_say: bool
    unread: int
    changes: int
    """The change after which scripts listen for the next."""


def beside(looking: ViewerContext) -> Beside:
    """Tell whether the reader takes part in the chat, and how much of it is unread."""
    with services().storage.database.reading() as rows:
        changed = changing.numbers(rows, [looking.now.id])[looking.now.id]  # First, so that no change is missed.
        return Beside(may_say(looking), _unread(rows, looking), changed)


def changes(streams: Collection[str]) -> Mapping[str, int]:
    """How often the talk of each of these games has changed."""
    with services().storage.database.reading() as rows:
        return changing.numbers(rows, streams)


def may_say(looking: ViewerContext) -> bool:
    """Whether somebody talks at this table; guests of the site do not."""
    user = looking.user
    return user is not None and not user.trial and posting.may_say(looking.now, user.id)


def _unread(rows: Rows, looking: ViewerContext) -> int:
    """What is said at other people's tables is not counted."""
    return read_receipts.unread(rows, looking.now.id, looking.user.id) if looking.user and may_say(looking) else 0
