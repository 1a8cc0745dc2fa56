"""Text fields of the API and pages: each stores text as NFC or explains a refusal, and none causes a server error."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any
from urllib.parse import quote, urljoin

import msgspec
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.administration import roles
from service.transfer.record_of_play import record_of_play
from tests.service.attacks.texts import A_BODY, TEN_MEGABYTES, TEXTS, Form, Forms, Operation, operations, with_text
from tests.service.sites import Site, close, site_on

SAME_ORIGIN = {"Origin": "http://localhost"}
STORED = (
    "SELECT name, display_name FROM users",
    "SELECT text FROM typed_texts",
    "SELECT text FROM chat_messages",
    "SELECT label FROM api_tokens",
    "SELECT label, address FROM notification_channels",
    "SELECT title FROM tournaments",
)
"""Queries for stored text of users."""

RULES = {"ruleset": "toy", "seats": 2}


class World:
    """A site with a user who may do everything, and objects for every action."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.ada, self.ben = site.person("Ada"), site.person("Ben")
        roles.appoint(site.services.storage.database, self.ada.id)
        self.open = site.table(self.ada)
        assert self.ada.post(f"/games/{self.open}/join", {"seat": 0}).status_code == 200
        self.running = site.game(self.ada, self.ben)
        self.void = site.game(self.ada, self.ben)
        self.branch = self.ada.post(f"/games/{self.running}/branches", {}).json["id"]
        self.tournament = self.ada.post("/tournaments", {"title": "League", "rules": RULES}).json["id"]
        self.channel = self.ada.post(
            "/users/me/notifications/channels", {"kind": "webhook", "address": "https://example.org/hook"}
        ).json["id"]
        site.catch_up()

    def fill(self, path: str) -> str:
        """Return the path with its placeholders replaced, where possible by ids of existing objects."""
        for part, id in {
            "/tournaments/": self.tournament,
            "/channels/": self.channel,
            "/admin/games/": self.void,
            "{id}/bots": self.open,
            "{id}/seed-contribution": self.open,
            "{id}/invitees": self.open,
            "{id}/join": self.open,
            "{id}/name": self.branch,
            "{id}/comment": self.branch,
            "/games/": self.running,
        }.items():
            if part in path:
                path = path.replace("{id}", id)
                break
        return (
            path.replace("{id}", "0" * 32)
            .replace("{user}", "0" * 32)
            .replace("{number}", "1")
            .replace("{version}", "1")
            .replace("{name}", "map")
        )

    def browser(self) -> FlaskClient:
        """Return a browser in which Ada is logged in."""
        browser = self.site.app.test_client()
        body = {"name": "Ada", "password": "password of Ada"}
        assert browser.post("/api/session", json=body).status_code == 200
        return browser

    def forms(self) -> list[Form]:
        """Follow links from the start pages. Return one form of each kind that Ada or a visitor sees."""
        found: dict[tuple[str, str, tuple[str, ...]], Form] = {}
        for browser in (self.browser(), self.site.app.test_client()):
            streams = (f"/games/{game}" for game in (self.running, self.open, self.branch))
            waiting, seen = [*START_PAGES, *streams, f"/tournaments/{self.tournament}"], set[str]()
            while waiting:
                page = Forms(browser.get(address := waiting.pop(), follow_redirects=True).text)
                for form in page.forms:
                    to = form._replace(action=urljoin(address, form.action))
                    kind = (form.method, pattern(to.action), tuple(sorted({name for name, _ in form.fields})))
                    found.setdefault(kind, to)
                links = {urljoin(address, link).partition("#")[0] for link in page.links}
                for link in sorted(links):
                    if link.startswith("/") and pattern(link) not in seen and not link.startswith(("/static", "/api")):
                        seen.add(pattern(link))
                        waiting.append(link)
        return list(found.values())


GAME_FORMS = ("/games/new?ruleset=toy", "/tournaments/new?ruleset=toy")
START_PAGES = ("/", "/sign-up", "/forgot-password", "/account", "/account/notification-channels", "/admin", *GAME_FORMS)


def pattern(address: str) -> str:
    """Return a URL without its query, with ids and numbers replaced."""
    return re.sub(r"[0-9a-f]{32}|\d+", "…", address.partition("?")[0])


@cache
def _quoted(value: str) -> str:
    return quote(value.encode(errors="surrogatepass"))


def submit(browser: FlaskClient, form: Form, name: str, text: str) -> TestResponse:
    """Send the form as a browser does, with a text in one of its fields."""
    fields = {**dict(form.fields), "command": "", name: text}  # Each submission is a separate command.
    sent = "&".join(f"{field}={_quoted(value)}" for field, value in fields.items())
    if form.method == "GET":
        return browser.get(form.action.partition("?")[0], query_string=sent[:20_000])
    kind = "application/x-www-form-urlencoded"
    return browser.post(form.action, data=sent.encode(), content_type=kind, headers=SAME_ORIGIN)


@pytest.fixture
def world(storage_url: str) -> Iterator[World]:
    made = site_on(storage_url)
    yield World(made)
    close(made)


def send(world: World, operation: Operation, place: Any, text: str) -> TestResponse:
    path, query, body = with_text(operation, place, text)
    sent: dict[str, Any] = {"data": body, "content_type": "application/json"} if operation.method != "GET" else {}
    return world.ada.client.open(
        world.fill(path),
        method=operation.method,
        query_string=query,
        headers={**world.ada.authorization, "If-Match": "*"},
        **sent,
    )


def strings(found: Any) -> Iterator[str]:
    match found:
        case str():
            yield found
        case dict():
            for key, value in found.items():
                yield key
                yield from strings(value)
        case list():
            for value in found:
                yield from strings(value)


def fault(result: TestResponse) -> str:
    """Return the fault of a response, if any."""
    if result.status_code >= 500:
        return f"{result.status_code}: {result.text[:300]}"
    if result.status_code >= 400:
        if result.mimetype != "application/problem+json":
            return f"The {result.status_code} response is not a problem document: {result.mimetype}"
        detail = result.json["detail"]
        return (
            "" if re.fullmatch(r"\w+ .*\w.*[.:?].*", detail, re.DOTALL) else f"The detail is not a sentence: {detail}"
        )
    if result.mimetype == "application/json" and result.data:
        odd = [text for text in strings(result.json) if text != unicodedata.normalize("NFC", text) or "\0" in text]
        return f"not in NFC: {odd}" if odd else ""
    return ""


def test_api_text_fields_store_nfc_or_explain_refusal(world: World) -> None:
    asked, faults = 0, []
    for operation in operations():
        for place in operation.places:
            long = {"a whole body": A_BODY} if place[0] == "body" else {"20 kB": A_BODY[:20_000]}
            for about, text in {**TEXTS, **long}.items():
                asked += 1
                if problem := fault(send(world, operation, place, text)):
                    faults.append(f"{operation.method} {operation.path} {place} {about}: {problem}")
        if bodies := [place for place in operation.places if place[0] == "body"]:
            result = send(world, operation, bodies[0], TEN_MEGABYTES)
            if result.status_code != 413:
                faults.append(f"{operation.method} {operation.path}: {result.status_code}")
    assert not faults, "\n".join(faults)
    assert asked > 1000, "the OpenAPI document still lists the text fields"
    assert_stored_as_nfc(world)


def test_page_forms_store_nfc_or_refuse_text(world: World) -> None:
    forms = world.forms()
    for form in forms:
        browser = world.browser()
        for name in dict(form.fields):  # Radio buttons share one.
            for about, text in {**TEXTS, "a whole body": A_BODY}.items():
                result = submit(browser, form, name, text)
                assert result.status_code < 500, f"{form.method} {form.action} {name} {about}: {result.text[:2000]}"
                assert result.status_code != 200 or about not in ("NUL", "lone surrogate") or form.method == "GET"
                assert result.status_code < 400 or result.mimetype == "text/html"
        if form.method == "POST":
            result = submit(browser, form, "command", TEN_MEGABYTES)
            assert result.status_code in (413, 422, 303), "too large, or not a file, or redirected with a message"
    taken = {name for form in forms for name, _ in form.fields}
    assert taken >= {
        "name",
        "display_name",
        "title",
        "text",
        "seed_contribution",
        "csv",
        "address",
        "password",
        "reason",
        "label",
    }
    assert_stored_as_nfc(world)


def test_entrant_lists_explain_unusable_names(world: World) -> None:
    browser = world.browser()
    for name in ("file", "csv"):
        for about, text in TEXTS.items():
            content = f"name\n{text}\n".encode(errors="surrogatepass")
            data = {"csv": "", "file": (BytesIO(content), "entrants.csv")} if name == "file" else {"csv": content}
            address = f"/tournaments/{world.tournament}/invitations"
            result = browser.post(address, data=data, headers=SAME_ORIGIN, follow_redirects=True)
            assert result.status_code in (200, 422), (name, about)
            assert re.search(r"No user is called|Remove it|Type the (original )?character again|UTF-8", result.text), (
                name,
                about,
            )
            assert world.ada.get(f"/tournaments/{world.tournament}").json["entrants"] == []


def test_records_of_play_store_or_refuse_odd_texts(world: World) -> None:
    handler = world.site.services.handler
    record = msgspec.to_builtins(record_of_play(handler, handler.games.game(world.running)))
    taken = 0
    for about, text in TEXTS.items():
        for changed in ({"name": text}, {"names": [text, "Ben"]}, {"options": {text: text}}, {"chance": {text: text}}):
            result = world.ada.send_file(json.dumps(record | changed).encode())
            assert result.status_code in (201, 422), f"{about} {changed}: {result.text}"
            taken += result.status_code == 201
    assert taken == 4, "a title and a name, each with emoji and with combining marks"
    assert_stored_as_nfc(world)


HEADERS = (
    {"Idempotency-Key": "a\0b"},
    {"User-Agent": "a\0b"},
    {"Accept-Language": "a\0b"},
    {"Authorization": "Bearer a\0b"},
    {"Cookie": 'session="a\\000b"; known="a\\000b"'},
    {"Last-Event-ID": "a\0b"},
    {"If-Match": '"a\0b"'},
)


def test_headers_with_nul_are_refused(world: World) -> None:
    for headers in HEADERS:
        for method, path in (("GET", "/api/games"), ("POST", "/api/session"), ("GET", "/"), ("GET", "/api/events")):
            result = world.site.app.test_client(use_cookies=False).open(path, method=method, headers=headers)
            assert result.status_code in (400, 415), f"{headers} {method} {path}: {result.status_code}"


PATHS = (
    "/notifications/unsubscribe/{}",
    "/confirm-email/{}",
    "/reset-password/{}",
    "/rules/{}",
    "/games/{}",
    "/static/{}",
)


def test_urls_with_free_text_cause_no_server_error(world: World) -> None:
    """URLs with free text, for any user."""
    for path in PATHS:
        for about, text in TEXTS.items():
            for method in ("GET", "POST"):
                sent = quote(text.encode(errors="surrogatepass"))
                result = world.site.app.test_client().open(path.format(sent), method=method, headers=SAME_ORIGIN)
                assert result.status_code < 500, f"{method} {path} {about}"


def assert_stored_as_nfc(world: World) -> None:
    """Require that stored text is NFC, without NUL, escape, bidi override or surrogate."""
    with world.site.services.storage.database.reading() as rows:
        found = [text for query in STORED for row in rows.execute(query) for text in row.values()]
    assert any("👩\u200d🚀" in text for text in found), "something was accepted"
    assert any("आदित्य" in text for text in found), "something was accepted"
    for text in found:
        assert text == unicodedata.normalize("NFC", text)
        assert not set(text) & set("\0\x1b\u202e\ud800")
