"""Refusal of text that no database can store: NUL and lone surrogates, anywhere in a request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from flask import Flask, request
from flask_babel import gettext

from service import text_files, user_text
from service.container import services
from service.http import json_provider, messages, request_bodies
from service.http.problems import Problem
from service.text_files import UnreadableFile
from service.user_text import Unfit

_URLENCODED = "application/x-www-form-urlencoded"


def register(app: Flask) -> None:
    """Check each request as soon as its body has arrived; JSON and files are checked when they are read."""
    app.before_request(_require_storable)


def _require_storable() -> None:
    if "\0" in request.path:
        raise Problem("not-found", gettext("The address contains the NUL character (U+0000). Remove it."))
    if any("\0" in value for value in request.headers.values()) or "\0" in "".join(request.cookies.values()):
        raise Problem("malformed", gettext("A header contains the character NUL. Remove it."))
    if request.query_string:
        _require_utf8(request.query_string)
        _require_all((f"query.{name}", value) for name, value in request.args.items(multi=True))
    if not request_bodies.brings_file():
        _require_storable_form()


def _require_storable_form() -> None:
    if request.mimetype == _URLENCODED:
        _require_utf8(request.get_data())
    if request.mimetype in (_URLENCODED, "multipart/form-data"):
        _require_all(request.form.items(multi=True))


def _require_utf8(encoded: bytes) -> None:
    """Refuse bytes that are not UTF-8, including halves of characters, which would otherwise be stored."""
    try:
        (unquote_to_bytes(encoded) if b"%" in encoded else encoded).decode()
    except UnicodeDecodeError:
        raise Problem("malformed", gettext("The request contains text that isn't UTF-8. Encode it as UTF-8.")) from None


def text_in(file: IO[bytes]) -> str:
    """Return the text of an uploaded file. Raise Problem if it cannot be read or stored."""
    try:
        text = text_files.text(file.read(), services().config.largest_body)
        user_text.require_storable(text)
    except (UnreadableFile, Unfit) as refused:
        raise Problem("invalid", messages.text(refused.detail)) from refused
    return text


def decoded(written: bytes | str) -> Any:
    """Decode a JSON document from a client. Raises msgspec.DecodeError, UnicodeDecodeError, RecursionError, or a
    Problem.
    """
    document = json_provider.document(written)
    if b"\\u0000" in (written.encode() if isinstance(written, str) else written):
        _require_all(_texts(document))
    return document


def _require_all(texts: Iterable[tuple[str, str]]) -> None:
    errors = []
    for path, text in texts:
        try:
            user_text.require_storable(path)
            user_text.require_storable(text)
        except Unfit as unfit:
            errors.append({"path": path.replace("\0", ""), "detail": messages.text(unfit.detail)})
    if errors:
        raise Problem("invalid", errors[0]["detail"], errors=errors)


def _texts(document: Any) -> Iterator[tuple[str, str]]:
    """Yield every text in a JSON document with its path, including keys."""
    waiting: list[tuple[str, Any]] = [("json", document)]
    while waiting:
        path, part = waiting.pop()
        match part:
            case str():
                yield path, part
            case dict():
                waiting += [(f"{path}.{key}", value) for key, value in part.items()]
                yield from ((f"{path}.{key}", "") for key, value in part.items() if not isinstance(value, str))
            case list():
                waiting += [(f"{path}.{number}", value) for number, value in enumerate(part)]
