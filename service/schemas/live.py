"""Requests and responses about live updates: of one game, and of all games of a user."""

from __future__ import annotations

import re
from typing import Annotated, Any, NamedTuple

from flask_babel import lazy_gettext
from marshmallow import Schema, fields, validate
from msgspec import UNSET, Struct, UnsetType

from service.schemas.fields import LARGEST_VERSION, Look, code, described
from service.schemas.from_struct import about
from service.schemas.play import Event

_RESET = (
    "Present and true if your version or cursor is not in the log, for example after a backup was restored: reload"
    " everything"
)


class EventsQuery(Look):
    """Events after a version; with ``wait``, a long poll."""

    after = fields.Integer(
        validate=validate.Range(min=0, max=10**9),
        metadata=described("The version that you have (default: the current one)", 57),
    )
    wait = fields.Float(
        validate=validate.Range(min=0, max=60),
        metadata=described("The maximum number of seconds to wait for changes", 20),
    )


class UserEventsQuery(Schema):
    """Changes to your games since a cursor; with ``wait``, a long poll."""

    after = code(
        200,
        metadata=described("The cursor in the previous response", "WyIiLCIiXQ"),
    )
    wait = fields.Float(
        validate=validate.Range(min=0, max=60),
        metadata=described("The maximum number of seconds to wait for changes", 20),
    )


Reset = Annotated[bool | UnsetType, about(_RESET, True)]


class NewEvents(Struct):
    """Events after a version: at most 500."""

    version: Annotated[int, about("The version of the last event; send it as `after` in the next request", 57)]
    events: Annotated[list[Event], about("The events, at most 500", [])]
    reset: Reset = UNSET


class ChangedGame(Struct):
    """A game that has changed."""

    id: str
    version: int
    phase: str
    to_act: Annotated[list[int], about("Seats that must act now", [0])]
    your_turn: bool


class ChangedGames(Struct):
    """Your games that have changed since a cursor."""

    cursor: Annotated[str, about("Send this as `after` in the next request", "WyIiLCIiXQ")]
    games: list[ChangedGame]
    reset: Reset = UNSET


class Followed(NamedTuple):
    """A game that a client follows: its id, the version that the client has and, for a private game, the secret of its
    invitation link.
    """

    stream: str
    version: int
    invite: str | None
    chat: int | None = None
    """The number of changes of its chat that the client knows; None if it does not follow the chat."""


class FollowedField(fields.String):
    """``id:version`` or ``id:version:secret``."""

    default_error_messages = {"followed": lazy_gettext("Send `id:version` or `id:version:secret`.")}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        found = _FOLLOWED.fullmatch(super()._deserialize(value, attr, data, **kwargs) or "")
        if found is None or int(found[2]) > LARGEST_VERSION:
            raise self.make_error("followed")
        return Followed(found[1], int(found[2]), found[3])


_FOLLOWED = re.compile("([0-9a-f]{32}):([0-9]{1,10})(?::([^:]{1,100}))?", re.ASCII)


class Heard(NamedTuple):
    """A game whose chat a client follows, and the number of chat changes that the client knows about."""

    stream: str
    changes: int


class HeardField(fields.String):
    """``id:changes``."""

    default_error_messages = {"heard": lazy_gettext("Send `id:changes`.")}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        found = _FOLLOWED.fullmatch(super()._deserialize(value, attr, data, **kwargs) or "")
        if found is None or found[3] or int(found[2]) > LARGEST_VERSION:
            raise self.make_error("heard")
        return Heard(found[1], int(found[2]))


MOST_FOLLOWED = 40
"""The maximum number of games in one request."""


class GamesEventsQuery(Schema):
    """Changes to several games since known versions; with ``wait``, a long poll."""

    games = fields.List(
        FollowedField(),
        required=True,
        validate=validate.Length(min=1, max=MOST_FOLLOWED),
        metadata=described(
            "`id:version` for each game, with the version that you have; for a private game at which you have no seat,"
            " `id:version:secret`, with the secret of the invitation link",
            ["0123456789abcdef0123456789abcdef:57"],
        ),
    )
    chat = fields.List(
        HeardField(),
        load_default=list,
        validate=validate.Length(max=MOST_FOLLOWED),
        metadata=described(
            "`id:changes` for each game whose chat you follow, with the number of changes that you know about (0 for"
            " none)",
            ["0123456789abcdef0123456789abcdef:3"],
        ),
    )
    wait = fields.Float(
        validate=validate.Range(min=0, max=60),
        metadata=described("The maximum number of seconds to wait for changes", 20),
    )


class Version(Struct):
    """The version of a game."""

    id: str
    version: Annotated[
        int | None, about("The current version; null if the game doesn't exist or you have no access", 58)
    ]
    chat: Annotated[
        int | UnsetType,
        about("The number of changes to its chat, if you follow the chat: messages posted or deleted", 4),
    ] = UNSET
    reset: Reset = UNSET


class Versions(Struct):
    """Games that have changed."""

    games: list[Version]
