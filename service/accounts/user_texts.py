"""Texts by users, stored outside the log: titles and comments of tables and branches, names of players in imported
games, seed contributions, reasons of organisers.

Each text can be deleted with its author; values derived from it stay.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from domain.verifiable_random import sealed
from projections.db_protocol import Row, Rows, listed
from service.accounts import mentions
from service.storage import Statement, user_rows
from service.storage.user_rows import UserRows

What = Literal["title", "comment", "seat", "words", "why"]

_INSERT = (
    "INSERT INTO typed_texts (stream, what, seat, author, text, salt)"
    " VALUES (:stream, :what, :seat, :author, :text, :salt) ON CONFLICT (stream, what, seat)"
    " DO UPDATE SET author = excluded.author, text = excluded.text, salt = excluded.salt"
)


class Text(msgspec.Struct, frozen=True, kw_only=True):
    """A text of a stream. ``seat`` is that of a name or a seed contribution, and for a reason the version of its fact;
    ``salt`` belongs to a contribution; ``author`` is a user's id, ``""`` for the operator.
    """

    what: What
    author: str
    text: str
    seat: int = 0
    salt: str = ""

    @property
    def digest(self) -> str:
        """The digest of a seed contribution, as in the log."""
        return sealed(self.salt, self.text)


def words(author: str, seat: int, text: str) -> Text:
    """Return a seed contribution with an unpredictable salt."""
    return Text(what="words", author=author, text=text, seat=seat, salt=secrets.token_hex(16))


def kept(stream: str, texts: Iterable[Text]) -> list[Statement]:
    """Return the statements that store texts in the transaction of their facts."""
    return [Statement(_INSERT, {"stream": stream, **msgspec.structs.asdict(text)}) for text in texts]


def of_stream(rows: Rows, stream: str) -> list[Text]:
    """Return all texts of a stream."""
    return of_streams(rows, [stream]).get(stream, [])


def of_streams(rows: Rows, streams: Iterable[str]) -> dict[str, list[Text]]:
    """Return all texts of these streams, by stream."""
    among, params = listed("stream", list(streams))
    found: dict[str, list[Text]] = {}
    for row in rows.execute(
        f"SELECT stream, what, seat, author, text, salt FROM typed_texts WHERE stream IN ({among})",  # noqa: S608
        params,
    ):
        found.setdefault(row["stream"], []).append(of_row(row))
    for stream, typed in found.items():
        mention(stream, typed)
    return found


def mention(stream: str, typed: Iterable[Text]) -> None:
    """Note that texts of a stream are read for a response."""
    for text in typed:
        mentions.note(stream, text.author)


def of_author(rows: Rows, author: str) -> list[tuple[str, Text]]:
    """Return all texts by an author, each with its stream."""
    found = rows.execute(
        "SELECT stream, what, seat, author, text, salt FROM typed_texts WHERE author = :author"
        " ORDER BY stream, what, seat",
        {"author": author},
    )
    return [(row["stream"], of_row(row)) for row in found]


def of_row(row: Row) -> Text:
    """Return the text in a row of ``typed_texts``."""
    return Text(what=row["what"], author=row["author"], text=row["text"], seat=int(row["seat"]), salt=row["salt"])


def words_by_seat(texts: Iterable[Text]) -> Mapping[int, str]:
    """Return the seed contributions among texts, by seat."""
    return {text.seat: text.text for text in texts if text.what == "words"}


def reasons_by_version(texts: Iterable[Text]) -> Mapping[int, str]:
    """Return the reasons of organisers among texts, by the version of the fact."""
    return {text.seat: text.text for text in texts if text.what == "why"}


def remove(rows: Rows, stream: str, what: What) -> None:
    """Delete all texts of a stream."""
    rows.execute("DELETE FROM typed_texts WHERE stream = :stream AND what = :what", {"stream": stream, "what": what})


def delete_user_data(rows: Rows, author: str, most: int) -> bool:
    """Delete all texts of an author."""
    return user_rows.delete_some(rows, _USER_ROWS, author, most)


_USER_ROWS = [UserRows("typed_texts", key="stream, what, seat", user="author")]
