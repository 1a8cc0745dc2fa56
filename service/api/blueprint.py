"""The base of every resource's blueprint: strict JSON, versions as ETags, ids in URLs."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, wraps
from typing import Any, Generic, ParamSpec, TypeAlias, TypeVar

import msgspec
from flask import Response, current_app, jsonify, request
from flask_babel import gettext
from flask_smorest import Blueprint
from flask_smorest.etag import _get_etag_ctx
from marshmallow import RAISE, Schema, ValidationError
from webargs import multidictproxy
from webargs.flaskparser import FlaskParser
from werkzeug.routing import BaseConverter

from domain.data_faults import UNREADABLE, explained
from domain.table import seating
from projections.game_snapshot import Current
from service.accounts.users import digest
from service.auth import ViewerContext
from service.container import services
from service.http import messages, storable
from service.http.i18n import language
from service.http.problems import Problem
from service.schemas.from_struct import schema_of

_TAG = re.compile(r"(?:(?P<stream>[0-9a-f]{32})\.)?(?P<version>[0-9]{1,9})(?:\..*)?")


_ONLY_A_PICTURE = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}


def picture(drawing: str) -> Response:
    """Return a drawing as a response in which no script can run."""
    return Response(drawing, content_type="image/svg+xml; charset=utf-8", headers=_ONLY_A_PICTURE)


T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True)
class Rendered(Generic[T]):
    """A response that is already rendered as JSON."""

    json: bytes


Sent: TypeAlias = T | tuple[T, Mapping[str, str]] | Rendered[T] | Response
"""The result of a view: the response body, also with headers, as JSON, or a complete response."""


class HexIdConverter(BaseConverter):
    """The id of a game, a branch or an API token in a URL."""

    regex = "[0-9a-f]{32}"

    @staticmethod
    def described(converter: HexIdConverter) -> dict[str, str]:
        """Return its JSON Schema."""
        return {"type": "string", "pattern": f"^{converter.regex}$"}


class Parser(FlaskParser):
    """A strict parser: standard JSON (no NaN, no unpaired surrogates), and no unknown fields."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "query": RAISE}

    def parse(self, argmap: Any, req: Any = None, *, location: str | None = None, **more: Any) -> Any:
        """Return the data sent in a location of the request; without a query string there is nothing to parse."""
        if location == "query" and not request.query_string:
            with suppress(ValidationError):
                return dict(_without_query(argmap))
        return super().parse(argmap, req, location=location, **more)

    def _raw_load_json(self, req: Any) -> Any:
        data = req.get_data()
        try:
            return storable.decoded(data) if data else {}
        except UNREADABLE as error:
            raise Problem("malformed", messages.text(explained(error))) from error

    def load_querystring(self, req: Any, schema: Any) -> Any:
        """Return the query parameters; refuse a repeated parameter unless it is a list."""
        return multidictproxy.MultiDictProxy(req.args, schema)


@cache
def _without_query(schema: Schema) -> Mapping[str, Any]:
    """Return the default parameters of a request without a query; raise ValidationError if one is required."""
    loaded: Mapping[str, Any] = schema.load({})
    return loaded


class Resource(Blueprint):
    """A blueprint whose ETags identify a version and whose writes to a game require If-Match."""

    ARGUMENTS_PARSER = Parser()
    METHODS_NEEDING_CHECK_ETAG = ["POST", "PUT"]

    def arguments(self, schema: Any, **settings: Any) -> Any:
        """Declare arguments as flask-smorest does, but with one schema for all requests instead of one for each."""
        return super().arguments(schema() if isinstance(schema, type) else schema, **settings)

    def returns(
        self, status_code: int, answer: type[T], schema: Schema | None = None
    ) -> Callable[[Callable[P, Sent[T]]], Callable[P, Response]]:
        """Send the view's result (a struct or a list of structs) unchanged, and document it.

        ``schema`` documents data that is returned as it was received. Nothing is copied through a schema, because that
        would take as long as the rest of the request. The tests check every response against the document.
        """
        documented = self.response(status_code, schema or schema_of(answer))
        return lambda view: documented(_sending(status_code, view))

    def _is_etag_enabled(self) -> bool:
        """Return True: ETags are always on."""
        return True

    def _verify_check_etag(self) -> None:
        """Do nothing: the use case checks the version, because it knows the events since."""

    def _set_etag_in_response(self, response: Response) -> None:
        """Do nothing: views that make their whole response have tagged it."""
        if "ETag" not in response.headers:
            super()._set_etag_in_response(response)

    def show_version(self, seen: ViewerContext) -> str:
        """Tag the response and return the tag; a GET whose If-None-Match names it gets a 304 at once."""
        tag = version_tag(seen)
        self._check_not_modified(tag)
        _get_etag_ctx()["etag"] = tag
        return tag

    def show_content(self, stream: str, version: int, content: T) -> T:
        """Tag a response that depends on more than a log at a version; otherwise, this works like
        :meth:`show_version`.
        """
        tag = content_tag(stream, version, content)
        self._check_not_modified(tag)
        _get_etag_ctx()["etag"] = tag
        return content

    def kept(self, seen: ViewerContext, what: Hashable, make: Callable[[], T]) -> Rendered[T]:
        """Return a response that depends only on its tag and on ``what``, cached for everyone with the same view."""
        key = (what, self.show_version(seen))
        return Rendered(services().response_cache.get(key, lambda: current_app.json.dumps(make()).encode()))


def _sending(status_code: int, view: Callable[P, Sent[T]]) -> Callable[P, Response]:
    @wraps(view)
    def sent(*args: P.args, **given: P.kwargs) -> Response:
        answer = view(*args, **given)
        if isinstance(answer, Response):
            return answer
        content, headers = answer if isinstance(answer, tuple) else (answer, {})
        response = jsonify(msgspec.Raw(content.json) if isinstance(content, Rendered) else content)
        response.status_code = status_code
        response.headers.update(headers)
        return response

    return sent


def version_tag(seen: ViewerContext) -> str:
    """Return the ETag of everything that this program shows this viewer at a version. It depends on no hidden
    information.

    It includes the user's seats, because users see which seats are theirs even if everything is visible to all. Names
    may change while the version does not.
    """
    mine = seating.seats_of(seen.now.table, seen.user.id) if seen.user else []
    eyes = "-".join(map(str, dict.fromkeys([seen.viewer, *mine])))
    names = digest("\n".join(seen.beside))[:8]
    return f"{seen.now.id}.{seen.now.version}.{eyes}.{names}.{language()}.{services().build_id}"


def content_tag(stream: str, version: int, content: Any) -> str:
    """Return an ETag of the content of a response. It changes with every name and result in the response."""
    return f"{stream}.{version}.{digest(current_app.json.dumps(content))[:16]}"


def tagged(seen: ViewerContext) -> dict[str, str]:
    """Return the ETag as a header."""
    return {"ETag": f'"{version_tag(seen)}"'}


def require_as_seen(seen: ViewerContext) -> None:
    """For data outside a log, raise Problem if If-Match is sent and does not match the stream as it is shown now."""
    tags = request.if_match.as_set(include_weak=True)
    if not tags or request.if_match.star_tag or tags & {version_tag(seen), str(seen.now.version)}:
        return
    raise Problem("stale", gettext("This was changed elsewhere. Reload it and try again."))


def expected_version(now: Current) -> int | None:
    """Return the version of a game that If-Match names; see :func:`expected`."""
    return expected(now.id, now.version)


def expected(stream: str, version: int) -> int | None:
    """Return the version that If-Match names; None for ``*`` and if the header is not sent. ``version`` is the latest
    version.

    Accept the ETag of any response about the stream, for any viewer, language or program, or simply the version's
    number in quotes. A tag of something else counts as a version that does not exist, which is refused like any version
    that is not the latest.
    """
    tags = request.if_match
    if tags.star_tag or not tags:
        return None
    named = named_versions(stream)
    return version if version in named else min(named, default=0)


def named_versions(stream: str) -> set[int]:
    """Return the versions of a stream that If-Match names, except ``*``. Weak tags count too; compressed responses have
    them.
    """
    # An empty tag, ``""``, is parsed to None.
    tags = (_TAG.fullmatch(tag or "") for tag in request.if_match.as_set(include_weak=True))
    return {int(found["version"]) for found in tags if found and found["stream"] in (None, stream)}
