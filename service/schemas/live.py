"""Requests and responses about live updates: of one game, and of all games of a user."""

from __future__ import annotations

import re
from typing import Annotated, Any, NamedTuple

from marshmallow import Schema, fields, validate
from msgspec import UNSET, Struct, UnsetType

from service.schemas.fields import LARGEST_VERSION, Look, code, described
from service.schemas.from_struct import about
from service.schemas.play import Event

_RESET = (
    "Present and true if the log does not have what you know, for instance after a backup was restored: load everything"
    " again"
)


class Following(Look):
    """News after a version; with ``wait``, one answer when there is some."""

    after = fields.Integer(
        validate=validate.Range(min=0, max=10**9), metadata=described("The version you have seen (default: now)", 57)
    )
    wait = fields.Float(
        validate=validate.Range(min=0, max=60), metadata=described("Seconds to wait for news at most", 20)
    )


class FollowingAll(Schema):
    """News of one's games after a cursor; with ``wait``, one answer when there is some."""

    after = code(
        200,
        metadata=described("The cursor of the last answer", "WyIiLCIiXQ"),
    )
    wait = fields.Float(
        validate=validate.Range(min=0, max=60), metadata=described("Seconds to wait for news at most", 20)
    )


Reset = Annotated[bool | UnsetType, about(_RESET, True)]


class News(Struct):
    """What happened after a version, perhaps nothing, and no more than 500 facts at a time."""

    version: Annotated[int, about("Ask again after this one: there may be more", 57)]
    events: Annotated[list[Event], about("At most 500", [])]
    reset: Reset = UNSET


class OwnGame(Struct):
    """A game that has changed."""

    id: str
    version: int
    phase: str
    to_act: Annotated[list[int], about("Seats that are to act", [0])]
    your_turn: bool


class OwnNews(Struct):
    """Your games that have changed after a cursor, perhaps none."""

    cursor: Annotated[str, about("Ask again after this one", "WyIiLCIiXQ")]
    games: list[OwnGame]
    reset: Reset = UNSET


class Followed(NamedTuple):
    """A game that somebody follows: its id, the version they have seen, and what opens it where it is private."""

    stream: str
    version: int
    invite: str | None
    chat: int | None = None
    """How often its talk has changed as far as they know; None where they do not listen to it."""


class FollowedField(fields.String):
    """``id:version`` or ``id:version:invitation``."""

    default_error_messages = {"followed": "Not an id, a colon and a version, perhaps one more and an invitation."}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        found = _FOLLOWED.fullmatch(super()._deserialize(value, attr, data, **kwargs) or "")
        if found is None or int(found[2]) > LARGEST_VERSION:
            raise self.make_error("followed")
        return Followed(found[1], int(found[2]), found[3])


_FOLLOWED = re.compile("([0-9a-f]{32}):([0-9]{1,10})(?::([^:]{1,100}))?", re.ASCII)


class Heard(NamedTuple):
    """A game whose talk somebody listens to, and how often it has changed as far as they know."""

    stream: str
    changes: int


class HeardField(fields.String):
    """``id:changes``."""

    default_error_messages = {"heard": "Not an id, a colon and a number."}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        found = _FOLLOWED.fullmatch(super()._deserialize(value, attr, data, **kwargs) or "")
        if found is None or found[3] or int(found[2]) > LARGEST_VERSION:
            raise self.make_error("heard")
        return Heard(found[1], int(found[2]))


MOST_FOLLOWED = 40
"""Games that are followed on one line."""


class FollowingSeveral(Schema):
    """News of games after the versions that are named; with ``wait``, one answer when there is some."""

    games = fields.List(
        FollowedField(),
        required=True,
        validate=validate.Length(min=1, max=MOST_FOLLOWED),
        metadata=described(
            "The id of each, a colon, the version you have seen, and where you need an invitation to see it another"
            " colon and the secret of its link",
            ["0123456789abcdef0123456789abcdef:57"],
        ),
    )
    chat = fields.List(
        HeardField(),
        load_default=list,
        validate=validate.Length(max=MOST_FOLLOWED),
        metadata=described(
            "Those of the games whose talk you listen to: the id of each, a colon, and how often it has changed as far"
            " as you know (0 if you know nothing)",
            ["0123456789abcdef0123456789abcdef:3"],
        ),
    )
    wait = fields.Float(
        validate=validate.Range(min=0, max=60), metadata=described("Seconds to wait for news at most", 20)
    )


class Version(Struct):
    """The version of a game."""

    id: str
    version: Annotated[int | None, about("null where you may not see it, or there is none", 58)]
    chat: Annotated[
        int | UnsetType,
        about("How often its talk has changed, by something said or taken back; where you listen to it", 4),
    ] = UNSET
    reset: Reset = UNSET


class Versions(Struct):
    """Games that have changed, perhaps none."""

    games: list[Version]
