"""What comes over a connection and is no request, or no body: answered, like everything else, to whoever sent it."""

from __future__ import annotations

import io
from collections.abc import Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from gunicorn.http import errors
from werkzeug.exceptions import BadRequest, RequestTimeout

from service.cli.slow import TooSlow
from service.process import outermost

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_OURS = (errors.InvalidResponseHeader, errors.InvalidResponseHeaderName)  # type: ignore[attr-defined]
"""What is wrong with an answer, not with a request."""

_STATUS = {
    errors.LimitRequestLine: HTTPStatus.REQUEST_URI_TOO_LONG,
    errors.LimitRequestHeaders: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    errors.ExpectationFailed: HTTPStatus.EXPECTATION_FAILED,
    TooSlow: HTTPStatus.REQUEST_TIMEOUT,
}


def is_senders_fault(error: BaseException) -> bool:
    """What was sent is no request."""
    return isinstance(error, errors.ParseException) and not isinstance(error, _OURS)


def answer(path: str, error: BaseException) -> bytes:
    """What to send where no application has answered; the connection closes after it."""
    if is_senders_fault(error):
        status = _STATUS.get(type(error), HTTPStatus.BAD_REQUEST)
        kind = "too-slow" if isinstance(error, TooSlow) else "malformed"
        line, headers, body = outermost.last_answer(path, status, kind, str(error))
    else:
        line, headers, body = outermost.last_answer(path, HTTPStatus.INTERNAL_SERVER_ERROR, "internal")
    lines = [f"HTTP/1.1 {line}", *(f"{name}: {value}" for name, value in headers), "Connection: close", "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


class Body(io.RawIOBase):
    """The body of a request; what the server cannot read of it is the sender's fault, not ours."""

    def __init__(self, sent: Any, length: int) -> None:
        self._sent = sent
        self._missing = length

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Raises BadRequest for chunks that are none and where the sender has gone amid the body; RequestTimeout."""
        try:
            data: bytes = self._sent.read(len(buffer))
        except TooSlow as error:
            raise RequestTimeout(str(error)) from error
        except (errors.ParseException, errors.NoMoreData) as error:
            raise BadRequest(f"The body cannot be read: {error}.") from error
        self._missing -= len(data)
        if not data and self._missing > 0:
            raise BadRequest("The body is shorter than its Content-Length.")
        buffer[: len(data)] = data
        return len(data)


def bad_bodies_refused(application: WSGIApplication) -> WSGIApplication:
    """The application, to which a body that cannot be read is a bad request, and one that does not come a timeout."""

    def answered(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        length = int(environ.get("CONTENT_LENGTH") or 0)  # The server has refused what is no number; chunks have none.
        environ["wsgi.input"] = Body(environ["wsgi.input"], length)
        return application(environ, start_response)

    return answered
