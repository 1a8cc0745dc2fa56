"""Reading of request bodies: small bodies at once, files when the queue has room. Queues for long work.

A slow or silent sender delays no one: a request enters admission control only when its body has arrived, and enters the
queue only when its file has arrived. A file waits on disk until it is processed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from tempfile import SpooledTemporaryFile
from typing import TypeVar

from flask import Flask, g, request
from flask_babel import gettext
from werkzeug.exceptions import RequestEntityTooLarge

from service.auth import rate_limit_key, required_user
from service.container import services
from service.runtime.work_queue import Queue

Made = TypeVar("Made")

IMPORT_PATH = "/api/import"
_IMPORT_PATHS = (IMPORT_PATH, "/games/import")
_PIECE = 64 * 1024


def register(app: Flask) -> None:
    """Read bodies before anything else."""
    app.before_request(_take_in)
    app.teardown_request(_drop_file)


def length() -> int:
    """Return the length of the body; read the body if its length is not stated."""
    return len(request.get_data()) if request.content_length is None else request.content_length


def brings_file() -> bool:
    """Return whether this request imports a game, whose file waits in the queue."""
    return request.path in _IMPORT_PATHS and request.method == "POST"


def _take_in() -> None:
    """Require the body: a body with a stated length was received before its request (``service/server``), or is refused
    unread.
    """
    if not brings_file():
        with services().admission_control.released() if "Transfer-Encoding" in request.headers else nullcontext():
            _limit(services().config.largest_body)
            request.get_data()


def take_in_file() -> None:
    """Read a user's file, if the request has one and there is room. Raises QueueFull."""
    if not brings_file():
        return
    required_user()
    with services().admission_control.released(), services().work_queue.arriving.taken(rate_limit_key()):
        _put_aside(services().config.largest_import)


def _put_aside(largest: int) -> None:
    """Store the body in a file, from which it can be read."""
    request.max_content_length = largest + 1
    if (request.content_length or 0) > largest:
        raise _too_large(largest)
    file = g.file = SpooledTemporaryFile(services().config.largest_body)  # noqa: SIM115 - closed with the request
    while file.tell() <= largest and (piece := request.stream.read(_PIECE)):
        file.write(piece)
    if file.tell() > largest:
        raise _too_large(largest)
    request.content_length = file.tell()
    file.seek(0)
    request.stream = file


def _limit(largest: int) -> None:
    # Of a chunked body without a stated length, Werkzeug reads this much and ignores the rest.
    request.max_content_length = largest + 1
    if length() > largest:
        raise _too_large(largest)


def _too_large(largest: int) -> RequestEntityTooLarge:
    return RequestEntityTooLarge(gettext("The request body can be at most {kib} KiB.").format(kib=largest // 1024))


def _drop_file(error: BaseException | None) -> None:
    if "file" in g:
        g.pop("file").close()


@contextmanager
def work_slot() -> Iterator[None]:
    """Do long work for this request when its turn comes; raise QueueFull."""
    turns = services().work_queue
    queue = turns.files if brings_file() else turns.audits
    with queue.taken(rate_limit_key()), ExitStack() as held:
        with services().admission_control.released():
            held.enter_context(queue.turn())
        yield


def run_queued(queue: Queue, work: Callable[[], Made]) -> Made:
    """Do long work that needs no database, outside of admission control, when its turn comes; raise QueueFull."""
    with queue.taken(rate_limit_key()), services().admission_control.released(), queue.turn():
        return work()
