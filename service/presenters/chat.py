"""The chat of a game: reading and posting, for the API and the pages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from flask_babel import gettext

from domain.table.seating import seats_of
from projections.db_protocol import Rows
from service import auth
from service.auth import ViewerContext
from service.chat import change_feed as changing
from service.chat import messages, posting, read_receipts
from service.chat.messages import Word
from service.container import services
from service.http.problems import Problem
from service.notifications import chat_triggers as notices
from service.schemas.fields import LARGEST_VERSION


def told(looking: ViewerContext, before: int | None, limit: int) -> dict[str, Any]:
    """The last words, or the last ones before a number, as this viewer is told them; Refused of a what-if."""
    posting.require_talk(looking.now)
    with services().storage.database.reading() as rows:
        found = messages.latest(rows, looking.now.id, before, limit + 1)
        unread = _unread(rows, looking)
    shown = found[-limit:]
    return {
        "words": in_words(looking, shown),
        "earlier": shown[0].number if len(found) > limit else None,
        "unread": unread,
        "may_say": may_say(looking),
    }


def in_words(looking: ViewerContext, found: list[Word]) -> list[dict[str, Any]]:
    """Words with the names that people have now."""
    names = services().display_names.of_people({word.author for word in found if word.author})
    return [_told(looking, word, names) for word in found]


def _told(looking: ViewerContext, word: Word, names: dict[str, str]) -> dict[str, Any]:
    return {
        "number": word.number,
        "user": word.author or None,
        "name": names.get(word.author) or auth.former_player(),
        "seat": next(iter(seats_of(looking.now.table, word.author)), None) if word.author else None,
        "at": word.at,
        "version": word.version,
        "text": word.text,
        "removed": word.removed,
        "yours": looking.user is not None and word.author == looking.user.id,
    }


def say(looking: ViewerContext, text: str, command: str) -> dict[str, Any]:
    """Somebody says something."""
    author = auth.required_user().id
    storage = services().storage
    said = posting.say(storage.database, looking.now, author, text, storage.clock(), command)
    return in_words(looking, [said])[0]


def take_back(looking: ViewerContext, number: int) -> None:
    """Somebody takes back what they said."""
    user = auth.required_user().id
    posting.take_back(services().storage.database, word_of(looking.now.id, number), user)


def word_of(stream: str, number: int) -> Word:
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


def beside(looking: ViewerContext) -> dict[str, Any]:
    """What a page of the game itself tells of its talk: whether its reader takes part, how much is unread, and after
    which change of it scripts listen for the next.
    """
    with services().storage.database.reading() as rows:
        changed = changing.numbers(rows, [looking.now.id])[looking.now.id]  # First, so that no change is missed.
        return {"may_say": may_say(looking), "unread": _unread(rows, looking), "changes": changed}


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
