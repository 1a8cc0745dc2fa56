r"""The format of an export: newline-delimited JSON that can be verified without Daybook's database.

A **header** (line 1) names the stream and the ruleset and holds the component figures with their SHA-256. An **event**
line follows for every fact from version 1 on, and an **end** with the hash of the last one and the points by seat; a
branch comes after the streams that it continues, the oldest first. A **names** line after each end has the names of
the stream and its players, and their seed contributions. No hash covers it, because names may change or be deleted
before the next export. ``record`` holds the fact in its envelope byte for
byte as it is stored; ``hash`` is the SHA-256 of

    stream \n version \n topic \n record

and the next record of the stream contains it as ``previous`` (the first record has ``""``). The **trailer**
has the SHA-256 of all lines before it. Every line has only one form, without spaces, and ends with a
newline, so that no byte of a line can change unnoticed. A byte order mark, other line endings, blank lines and gzip
do not change lines: :mod:`service.text_files` removes them first.

While a game is running, its export is **veiled**: it omits everything that its reader may not see, the seed and all
hashes: if a value has few possibilities, its hash reveals it. Such a file is for reading; it cannot be verified.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec

Format = Literal["daybook.export/2"]


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="line"):
    """Base of all lines."""


class Header(Line, frozen=True, kw_only=True, tag="header"):
    """Line 1 of a complete export."""

    format: Format = "daybook.export/2"
    stream: str
    ruleset: str
    figures: str
    """Hexadecimal SHA-256 of ``content``."""
    content: str


class TournamentHeader(Line, frozen=True, kw_only=True, tag="competition"):
    """Line 1 of the file of a tournament: see :mod:`service.transfer.tournament`."""

    format: Literal["daybook.competition/1"] = "daybook.competition/1"
    stream: str


class Event(Line, frozen=True, kw_only=True, tag="event"):
    """One stored fact."""

    stream: str
    version: int
    topic: str
    hash: str
    record: msgspec.Raw


class End(Line, frozen=True, kw_only=True, tag="end"):
    """The end of a stream: the hash of its last fact, and the points by seat, null if the game never started."""

    stream: str
    tip: str
    points: list[int] | None


class Words(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat's contribution to the seed, with the salt that makes its digest in the log."""

    seat: int
    salt: str
    words: str


class Names(Line, frozen=True, kw_only=True, tag="names"):
    """The names of a stream and its players (``""``: unknown), and the seed contributions."""

    stream: str
    title: str
    seats: list[str]
    words: list[Words]


class Trailer(Line, frozen=True, kw_only=True, tag="trailer"):
    """The last line of a complete export."""

    sha256: str


class VeiledHeader(Line, frozen=True, kw_only=True, tag="veiled"):
    """Line 1 of the export of a running game."""

    format: Format = "daybook.export/2"
    stream: str
    ruleset: str
    figures: str
    viewer: int | str


class VeiledEvent(Line, frozen=True, kw_only=True, tag="veiled_event"):
    """One fact as its reader may see it."""

    version: int
    at: datetime
    seat: int | None
    fact: Any


AnyLine = Header | TournamentHeader | Event | End | Names | Trailer | VeiledHeader | VeiledEvent

_decoder: msgspec.json.Decoder[AnyLine] = msgspec.json.Decoder(AnyLine)
_encode = msgspec.json.Encoder().encode


def decode(line: bytes) -> AnyLine:
    """Decode one line, with or without its newline. Raises msgspec.MsgspecError."""
    return _decoder.decode(line)


def encode(line: Line) -> bytes:
    """Encode a line in its only form."""
    return _encode(line) + b"\n"
