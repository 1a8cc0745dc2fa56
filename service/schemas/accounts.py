"""Schemas of accounts, email addresses, sessions and API tokens."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, Any
from zoneinfo import available_timezones

from flask_babel import gettext, lazy_gettext
from marshmallow import Schema, ValidationError, fields, validate, validates
from msgspec import Struct

from service.schemas.fields import Text, code, described, display_name, new_name, new_password, text, user_name
from service.schemas.from_struct import about, when


class Credentials(Schema):
    """The name and password of an account."""

    name = user_name(required=True)
    password = fields.String(required=True, load_only=True, validate=validate.Length(min=1, max=200))


class NewAccount(Schema):
    """A new account: a name that no other account has, and a password of at least 8 characters."""

    name = new_name(required=True)
    password = new_password(required=True)


class User(Struct):
    """A user."""

    id: str
    name: str


_LANGUAGE = re.compile(r"[a-z]{2,3}([_-][A-Za-z0-9]{2,4}){0,2}")


class ProfileSchema(Schema):
    """Your display name, time zone and language."""

    display_name = display_name(
        metadata=described("The name that other users see; empty: your username", "Ada of Birmingham"),
    )
    time_zone = text(
        64,
        0,
        metadata=described("The IANA name of your time zone; empty: UTC", "Europe/London"),
    )
    language = text(
        12,
        0,
        metadata=described("The code of your language; empty: the language of your browser", "en"),
    )

    @validates("language")
    def _require_tag(self, name: str, **_: Any) -> None:
        if name and not _LANGUAGE.fullmatch(name):
            raise ValidationError(gettext("Unknown language code."))

    @validates("time_zone")
    def _require_known(self, name: str, **_: Any) -> None:
        if name and name not in available_timezones():
            raise ValidationError(gettext("Unknown time zone."))


class AccountDeletion(Schema):
    """Your password, to confirm the deletion of your account."""

    password = fields.String(
        required=True, validate=validate.Length(max=200), metadata=described("Your password", "correct horse")
    )


class EmailAddress(Struct):
    """Your email address."""

    address: Annotated[str | None, about("The confirmed address; null if there is none", "ada@example.org")]
    pending_address: Annotated[
        str | None, about("The address that is not confirmed yet; null if there is none", "ada@example.net")
    ]


class NewEmailAddress(Schema):
    """A new email address, and your password. Anyone who can read email sent to the address can reset the password."""

    address = Text(
        "address",
        254,
        required=True,
        also=[
            validate.Email(),
            validate.ContainsNoneOf('"\\', error=lazy_gettext("Leave out quotation marks and backslashes.")),
        ],
        metadata={"format": "email"} | described("The new email address", "ada@example.org"),
    )
    password = fields.String(required=True, load_only=True, validate=validate.Length(min=1, max=200))


class NewBlock(Schema):
    """The user to block."""

    name = user_name(required=True)


class Block(Struct):
    """A user that you have blocked."""

    user: str
    name: Annotated[str, about("The user's display name", "Ben")]
    blocked_at: Annotated[datetime, when("The time when you blocked them")]


class LinkToken(Schema):
    """The token of a link in an email."""

    token = code(1000, required=True)


class PasswordResetRequest(Schema):
    """The account that needs a new password."""

    name = Text(
        "search",
        254,
        required=True,
        metadata=described("Your username or your confirmed email address", "ada@example.org"),
    )


class PasswordReset(LinkToken):
    """The token of a link in an email, and a new password of at least 8 characters."""

    password = new_password(required=True)


class Session(Struct):
    """A browser in which you are logged in."""

    id: str
    browser: Annotated[str, about("The browser and its operating system", "Firefox on Linux")]
    created_at: Annotated[datetime, when("The time of the login")]
    seen_at: Annotated[datetime, when("The time of last use, rounded to half an hour")]
    current: Annotated[bool, about("True for the session of this request", True)]


class CurrentSession(Struct):
    """The session of this request."""

    id: Annotated[str | None, about("Null for visitors and API tokens", "0" * 31 + "1")]


class NewToken(Schema):
    """A new API token."""

    label = text(60, load_default="API", metadata=described("The name of the token", "my script"))


class ListedToken(Struct):
    """An API token without its secret text."""

    id: str
    label: str
    created_at: Annotated[datetime, when("The time when the token was created")]


class Token(ListedToken):
    """A new API token. Only this response contains its secret text."""

    token: Annotated[
        str | None,
        about(
            "The secret text; send it in the header `Authorization: Bearer …`. Null if this is a repeated request",
            "dbk_9fJx2kQ…",
        ),
    ]
