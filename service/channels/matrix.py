"""Notifications in a Matrix room: ``https://TOKEN@matrix.example.org/!room:example.org``, as the token's user."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

import msgspec
from flask_babel import gettext

from service.channels import safe_http
from service.channels.message import BadAddress, OutgoingMessage, Tools


class Room(NamedTuple):
    """A room, its server, and the access token."""

    server: str
    room: str
    token: str


def check(address: str) -> None:
    """Check that an address has a server, a room and an access token."""
    try:
        safe_http.check(_room(address).server)
    except (ValueError, BadAddress) as error:
        raise BadAddress(gettext("Enter an address like https://TOKEN@matrix.org/!room:matrix.org.")) from error


def send(message: OutgoingMessage, tools: Tools) -> None:
    """Send a message as an event with its id as the transaction, so that the server accepts repetitions only once."""
    room = _room(message.channel.address)
    path = f"/_matrix/client/v3/rooms/{quote(room.room, safe='')}/send/m.room.message/{message.id}"
    body = msgspec.json.encode({"msgtype": "m.text", "body": f"{message.text}\n{message.link}"})
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {room.token}"}
    safe_http.taken(safe_http.send(room.server + path, body, headers, "PUT"))


def _room(address: str) -> Room:
    """Return the parts of an address; raise ValueError if one is missing."""
    parts = urlsplit(address)
    room = unquote(parts.path.strip("/"))
    if not parts.username or not room or not parts.hostname or not unquote(parts.username).isprintable():
        raise ValueError(address)
    return Room(f"https://{parts.netloc.rpartition('@')[2]}", room, unquote(parts.username))
