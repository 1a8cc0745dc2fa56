"""Schemas of accounts, email addresses, sessions and API tokens."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, Any
from zoneinfo import available_timezones

from flask_babel import gettext
from marshmallow import Schema, ValidationError, fields, validate, validates
from msgspec import Struct

from service.schemas.fields import Text, code, described, display_name, new_name, new_password, text, user_name
from service.schemas.from_struct import about, when


class Credentials(Schema):
    """A name and its password."""

    name = user_name(required=True)
    password = fields.String(required=True, load_only=True, validate=validate.Length(min=1, max=200))


class NewAccount(Schema):
    """A name nobody has yet, and a password of at least 8 characters."""

    name = new_name(required=True)
    password = new_password(required=True)


class User(Struct):
    """A user."""

    id: str
    name: str


_LANGUAGE = re.compile(r"[a-z]{2,3}([_-][A-Za-z0-9]{2,4}){0,2}")


class ProfileSchema(Schema):
    """What you say of yourself."""

    display_name = display_name(
        metadata=described("What you are called where others see you; empty: your name", "Ada of Birmingham"),
    )
    time_zone = text(
        64,
        0,
        metadata=described("Where you live: the IANA name of the zone; empty: UTC", "Europe/London"),
    )
    language = text(
        12,
        0,
        metadata=described("What you read; empty: what your browser asks for", "en"),
    )

    @validates("language")
    def _require_tag(self, name: str, **_: Any) -> None:
        if name and not _LANGUAGE.fullmatch(name):
            raise ValidationError(gettext("This is no tag of a language."))

    @validates("time_zone")
    def _require_known(self, name: str, **_: Any) -> None:
        if name and name not in available_timezones():
            raise ValidationError(gettext("There is no such time zone."))


class Leaving(Schema):
    """What deletes an account."""

    password = fields.String(
        required=True, validate=validate.Length(max=200), metadata=described("Your password", "correct horse")
    )


class MailAddress(Struct):
    """Where you get mail."""

    address: Annotated[str | None, about("The confirmed one; null for none", "ada@example.org")]
    wanted: Annotated[
        str | None, about("The one that waits for its link to be followed; null for none", "ada@example.net")
    ]


class NewMailAddress(Schema):
    """Where you want mail, and your password: whoever reads your mail can set a new one."""

    address = Text(
        "address",
        254,
        required=True,
        also=[validate.Email(), validate.ContainsNoneOf('"\\', error="Leave out quotation marks and backslashes.")],
        metadata={"format": "email"} | described("Where mail reaches you", "ada@example.org"),
    )
    password = fields.String(required=True, load_only=True, validate=validate.Length(min=1, max=200))


class Blocking(Schema):
    """The user to block."""

    name = user_name(required=True)


class Block(Struct):
    """A user whom you have blocked."""

    user: str
    name: Annotated[str, about("The name that others see", "Ben")]
    blocked_at: Annotated[datetime, when("When you blocked them")]


class Followed(Schema):
    """The end of a link that came by mail."""

    token = code(1000, required=True)


class Forgotten(Schema):
    """Who has forgotten the password: a name, or a confirmed address."""

    name = Text(
        "search",
        254,
        required=True,
        metadata=described("Your name here, or your address", "ada@example.org"),
    )


class NewPassword(Followed):
    """The end of the link that came by mail, and a new password of at least 8 characters."""

    password = new_password(required=True)


class Session(Struct):
    """A browser in which you are logged in."""

    id: str
    browser: Annotated[str, about("What it says it is, in words", "Firefox on Linux")]
    created_at: Annotated[datetime, when("When you logged in there")]
    seen_at: Annotated[datetime, when("When it was last used, to half an hour")]
    current: Annotated[bool, about("This request was sent in this session", True)]


class CurrentSession(Struct):
    """The session that a request is sent in."""

    id: Annotated[str | None, about("null for visitors and API tokens", "0" * 31 + "1")]


class NewToken(Schema):
    """What the token is for."""

    label = text(60, load_default="API", metadata=described("What you will know it by", "my script"))


class ListedToken(Struct):
    """An API token, without its text."""

    id: str
    label: str
    created_at: Annotated[datetime, when("When it was made")]


class Token(ListedToken):
    """A new API token. Its text is shown once, in this answer."""

    token: Annotated[str | None, about("Send it as: Authorization: Bearer …", "dbk_9fJx2kQ…")]
