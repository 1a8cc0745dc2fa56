"""Messages to users: English sentences with named placeholders, which gettext translates when they are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

import msgspec

from domain.numerals import numeral


class Seat(msgspec.Struct, frozen=True, tag_field="part", tag="seat"):
    """A part that stands for the player of a seat."""

    seat: int


class Term(msgspec.Struct, frozen=True, tag_field="part", tag="term"):
    """A part that is itself a translatable name: a town, an industry, a card."""

    text: str


class Moment(msgspec.Struct, frozen=True, tag_field="part", tag="moment"):
    """A part that is a moment, formatted for the reader."""

    at: datetime


class Listing(msgspec.Struct, frozen=True, tag_field="part", tag="list"):
    """A part that is a list, joined as usual in the reader's language."""

    items: tuple[Seat | Term | Moment | Message | str | int, ...]


class Message(msgspec.Struct, frozen=True, tag_field="part", tag="message"):
    """An English sentence with ``{named}`` placeholders, their values, and an id that outlives rewording.

    Code recognises messages by ``id``, never by ``text``. For gettext, the id is the context and the text the msgid.
    A message with a ``plural`` has the part ``count``; ``text`` is its singular.
    """

    id: str
    text: str
    parts: dict[str, Seat | Term | Moment | Listing | Message | str | int] = {}
    plural: str | msgspec.UnsetType = msgspec.UNSET


def message(id: str, text: str, /, **parts: Seat | Term | Moment | Listing | Message | str | int) -> Message:
    """Build a message; ``id`` and ``text`` must be literals so that gettext extraction finds them."""
    return Message(id, text, parts)


def counted(id: str, one: str, many: str, /, **parts: Seat | Term | Moment | Listing | Message | str | int) -> Message:
    """Build a message with a singular and a plural; the part ``count``, an integer, chooses between them.

    All three texts must be literals, as for ``message``. Messages for ``previews`` have no parts.
    """
    return Message(id, one, parts, many)


Part = Seat | Term | Moment | Listing | Message | str | int
"""The value of a placeholder."""

PREVIEW = ".preview"
"""The suffix of the id of a message in the future tense."""

NAME = ".name"
"""The suffix of the id of the short name of a choice."""

Say = Callable[[Message], str]
"""Renders a message in the reader's language."""


def plain(said: Message) -> str:
    """Return the English text of a message, for drawings without a reader; seats count from 1."""
    text = said.plural if said.plural and said.parts["count"] != 1 else said.text
    return text.format(**{name: _plain_part(part) for name, part in said.parts.items()})


def _plain_part(part: object) -> str:
    if isinstance(part, Term):
        return part.text
    if isinstance(part, Moment):
        return part.at.isoformat(sep=" ", timespec="minutes")
    if isinstance(part, Listing):
        return ", ".join(_plain_part(item) for item in part.items)
    if isinstance(part, Seat):
        return str(part.seat + 1)
    if isinstance(part, int):
        return numeral(part)
    return plain(part) if isinstance(part, Message) else str(part)


def previews(*future: Message) -> dict[str, Message]:
    """Index messages in the future tense by the id of the message about the past: ``passed`` for ``passed.preview``."""
    return {each.id.removesuffix(PREVIEW): each for each in future}


def choice_names(*names: Message) -> dict[str, Message]:
    """Index the short names of choices by the ids of their prompts: ``choose-site`` for ``choose-site.name``."""
    return {each.id.removesuffix(NAME): each for each in names}


def named(prompt: Message, names: Mapping[str, Message]) -> Message:
    """Return the short name of the choice that a prompt asks for; without one, the prompt."""
    name = names.get(prompt.id)
    return prompt if name is None else Message(name.id, name.text, prompt.parts)


def in_future_tense(past: Message, futures: Mapping[str, Message]) -> Message:
    """Put a message about the past, and the messages within it, into the future tense, if they have one."""

    def part(each: Part) -> Part:
        if isinstance(each, Message):
            return in_future_tense(each, futures)
        if isinstance(each, Listing):
            return Listing(
                tuple(in_future_tense(item, futures) if isinstance(item, Message) else item for item in each.items)
            )
        return each

    future = futures.get(past.id, past)
    return Message(future.id, future.text, {name: part(each) for name, each in past.parts.items()}, future.plural)


def joined(first: Message, then: Message) -> Message:
    """Join two sentences."""
    return message("game.consecutive-sentences", "{first} {then}", first=first, then=then)


def sentences(said: Message) -> Iterator[Message]:
    """Yield the messages that :func:`joined` joined; any other message has only itself."""
    if said.id != _JOINED:
        yield said
        return
    for part in ("first", "then"):
        inner = said.parts[part]
        assert isinstance(inner, Message)
        yield from sentences(inner)


_JOINED = joined(Message("", ""), Message("", "")).id
"""Taken from the message, because messages are extracted only with literal ids."""
