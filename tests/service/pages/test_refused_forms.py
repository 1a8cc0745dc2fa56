"""A refused form keeps what was typed, except passwords, and says why: every form of the site, for every kind of
refusal. Limits also say when to try again.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from limits import RateLimitItemPerHour

from service.administration import roles
from service.http import limits
from service.pages import refused_forms, unsent_forms
from service.runtime.rate_limit_store import LimitExceeded
from tests.service.pages.reading import Reader, create_game, create_table, text_of
from tests.service.sites import Site, close, site_on

TEXT = 'Ada\'s "own" <text> & 가나다'
PASSWORD = "a secret that no page shows"


@dataclass
class Form:
    """A form: its attributes, the fields that a user fills in, and those that they do not."""

    action: str
    fields: dict[str, dict[str, Any]] = field(default_factory=dict)
    hidden: dict[str, list[str]] = field(default_factory=dict)


class Forms(HTMLParser):
    """The forms of a page that have fields, and what is in the fields, as a browser would see them."""

    def __init__(self, page: str, address: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._form: Form | None = None
        self._list: dict[str, Any] | None = None
        self._area: dict[str, Any] | None = None
        self._option: bool | None = None
        self._address = address
        self.feed(page)
        self.found = [form for form in self.found if form.fields]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, kind = given.get("name") or "", given.get("type") or "text"
        if tag == "form" and given.get("method") == "post":
            self._form = Form(given.get("action") or self._address)
            self.found.append(self._form)
        elif self._form is None:
            return
        elif tag == "input" and kind == "hidden":
            self._form.hidden.setdefault(name, []).append(given.get("value") or "")
        elif tag == "input" and name and kind in ("checkbox", "radio"):
            known = self._form.fields.setdefault(name, {"type": kind, "values": [], "value": []})
            known["values"].append(given.get("value") or "on")
            if "checked" in given:
                known["value"].append(given.get("value") or "on")
        elif tag == "input" and name and kind not in ("submit", "file"):
            self._form.fields[name] = {"type": kind, "value": given.get("value") or ""}
        elif tag == "textarea":
            self._area = self._form.fields[name] = {"type": tag, "value": ""}
        elif tag == "select":
            self._list = self._form.fields.setdefault(name, {"type": tag, "values": [], "value": [], "lists": 0})
            self._list["lists"] += 1
        elif tag == "option" and self._list is not None:
            self._option = "selected" in given
            if (value := given.get("value")) is not None:
                self._choose(value)

    def _choose(self, value: str) -> None:
        """Take the value of an option: its own, or its text."""
        assert self._list is not None
        self._list["values"].append(value)
        if self._option:
            self._list["value"].append(value)
        self._option = None

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._area["value"] += data.removeprefix("\n") if not self._area["value"] else data
        elif self._list is not None and self._option is not None and data.strip():
            self._choose(data.strip())

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._list = None
        elif tag == "textarea":
            self._area = None


def changed_values(form: Form) -> dict[str, Any]:
    """Return a value for each field that differs from the current one, where possible."""
    made: dict[str, Any] = {}
    for name, known in form.fields.items():
        if known["type"] == "password":
            made[name] = PASSWORD
        elif known["type"] == "radio":
            made[name] = known["values"][-1]
        elif known["type"] == "select":
            made[name] = [known["values"][-1]] * known["lists"]
        elif known["type"] == "checkbox":
            made[name] = [value for value in known["values"] if value not in known["value"]]
        elif known["type"] == "number":
            made[name] = "7"
        elif known["type"] == "date":
            made[name] = "2031-01-02"
        elif known["type"] == "time":
            made[name] = "03:04"
        elif known["type"] == "email":
            made[name] = "ada@example.org"
        else:
            made[name] = TEXT
    return made


def displayed_values(form: Form) -> dict[str, Any]:
    return {name: "" if known["type"] == "password" else known["value"] for name, known in form.fields.items()}


def lost(sent: dict[str, Any], shown: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that do not show what was sent; passwords are not shown."""

    def plain(value: Any) -> list[str]:
        return sorted(value) if isinstance(value, list) else [value or ""]

    return {
        name: (value, shown[name])
        for name, value in sent.items()
        if value != PASSWORD and plain(value) != plain(shown[name])
    }


def pages_with_forms(site: Site) -> list[tuple[Reader, str]]:
    """Return every page that has a form with fields, with a user who sees it."""
    visitor, ada, ben, olga = (Reader(site, site.app.test_client()) for _ in range(4))
    ada.registered("Ada")
    ben.registered("Ben")
    olga.registered("Olga")
    administrator = site.services.accounts.named("Olga")
    assert administrator is not None
    roles.appoint(site.services.storage.database, administrator.id)
    ada.send("/account/notification-channels", kind="webhook", address="https://example.org/hook")
    table, game = create_table(ada, seats=3, ruleset="toy"), create_game(ada, ben, ruleset="toy")
    branch = ada.client.post(f"{game}/branch", data={"name": "Line"}, headers=ORIGIN).location
    cup = {"ruleset": "toy", "title": "Cup", "seats": "2", "rounds-0": "1", "points": "2 1", "undo": "turn"}
    tournament = ada.client.post("/tournaments/new", data=cup, headers=ORIGIN).location
    for reader in (ada, ben):
        reader.send(f"{tournament}/entrants")
    running = ada.client.post("/tournaments/new", data=cup, headers=ORIGIN).location
    for reader in (ada, ben):
        reader.send(f"{running}/entrants")
    ada.send(f"{running}/rounds")
    return [
        (visitor, "/log-in"),
        (visitor, "/sign-up"),
        (visitor, "/forgot-password"),
        (ada, "/account"),
        (ada, "/account/notification-channels"),
        *((ada, f"/games/new?ruleset={rules}") for rules in ("toy", "brass-birmingham", "barrage")),
        (ada, "/games/solo"),
        (ada, "/tournaments/new?ruleset=toy"),
        (ada, table),
        (ada, game),
        (ada, f"{game}/chat"),
        (ada, branch),
        (ada, tournament),
        (ada, running),
        (ada, f"{running}/games"),
        (olga, "/admin"),
    ]


ORIGIN = {"Origin": "http://localhost"}


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[tuple[Reader, str, Form]]]:
    path: Path = tmp_path_factory.mktemp("forms") / "x.sqlite"
    site = site_on(f"sqlite:///{path}")
    found = [(reader, page) for reader, page in pages_with_forms(site)]
    yield [(reader, page, form) for reader, page in found for form in Forms(reader.get(page).text, page).found]
    close(site)


def sent(reader: Reader, page: str, form: Form, values: dict[str, Any]) -> Any:
    headers = {**ORIGIN, "Referer": f"http://localhost{page}"}
    return reader.client.post(form.action, data={**form.hidden, **values}, headers=headers)


def same_form(form: Form, response: Any, page: str) -> Form:
    """Return the same form in a response: the one with the same address and hidden fields."""
    lasting = {name: value for name, value in form.hidden.items() if name != "command"}
    for shown in Forms(response.text, page).found:
        if shown.action == form.action and lasting.items() <= shown.hidden.items():
            return shown
    raise AssertionError(f"{form.action}: {text_of(response)[:300]}")


def test_rate_limited_forms_keep_input_and_say_when_to_try_again(
    forms: list[tuple[Reader, str, Form]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_reached", lambda *_: LimitExceeded(RateLimitItemPerHour(1), 700))
    for reader, page, form in forms:
        values = changed_values(form)
        response = sent(reader, page, form, values)
        assert (response.status_code, response.headers["Retry-After"]) == (429, "700"), form.action
        assert "Try again in 12 minutes." in text_of(response), form.action
        assert PASSWORD not in response.text, form.action
        assert lost(values, displayed_values(same_form(form, response, page))) == {}, form.action


def test_forms_keep_refused_text(forms: list[tuple[Reader, str, Form]]) -> None:
    refused = 0
    for reader, page, form in forms:
        texts = [name for name, known in form.fields.items() if known["type"] in ("text", "textarea")]
        values = {**changed_values(form), **dict.fromkeys(texts, TEXT + "x" * 5_000)}
        if texts:
            response = sent(reader, page, form, values)
            assert 400 <= response.status_code < 500, form.action
            shown = same_form(form, response, page)
            assert lost(values, displayed_values(shown)) == {}, form.action
            assert 'class="fault"' in response.text or 'class="note wrong"' in response.text, form.action
            refused += 1
    assert refused > 15


def test_control_characters_are_removed_from_kept_text(forms: list[tuple[Reader, str, Form]]) -> None:
    reader, page, form = next(each for each in forms if each[2].action == "/account/tokens")
    response = sent(reader, page, form, {"label": "my\x01 script"})
    assert 400 <= response.status_code < 500
    assert same_form(form, response, page).fields["label"]["value"] == "my script"


ENDED = "Your session has ended. Log in to continue: your choices and your text are kept."


def end_sessions(site: Site, name: str) -> None:
    user = site.services.accounts.named(name)
    assert user is not None
    site.services.sessions.end_all(user)


def log_in(reader: Reader, shown: Any, name: str, password: str = "") -> Any:
    """Fill in the login page and submit it."""
    form = log_in_form(shown)
    values = {**form.hidden, "name": name, "password": password or f"password of {name}"}
    return reader.client.post(form.action, data=values, headers=ORIGIN)


def log_in_form(shown: Any) -> Form:
    return next(form for form in Forms(shown.text, "/log-in").found if "password" in form.fields)


def test_forms_are_kept_until_the_user_logs_in_again(
    forms: list[tuple[Reader, str, Form]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_reached", lambda *_: None)
    shown = 0
    for reader, page, form in forms:
        known = re.search('class="reader-name"[^>]*>([^<]*)<', reader.get("/account").text)
        if known is None or {*form.fields, *form.hidden} - {"password", "old"} <= refused_forms.OF_BUTTONS:
            continue
        values = changed_values(form)
        end_sessions(reader.site, known[1])
        response = sent(reader, page, form, values)
        assert response.status_code == 401, form.action
        assert ENDED in text_of(response), form.action
        [unsent] = log_in_form(response).hidden["unsent"]
        with reader.site.app.app_context():
            stored = unsent_forms.decrypted(unsent)
        assert stored is not None and PASSWORD not in dict(stored.values).values(), form.action
        response = log_in(reader, response, known[1])
        assert response.status_code == 200, form.action
        assert "Check the form, then send it." in text_of(response), form.action
        assert lost(values, displayed_values(same_form(form, response, page))) == {}, form.action
        shown += 1
    assert shown > 20


def test_input_from_another_site_is_not_kept(
    forms: list[tuple[Reader, str, Form]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_reached", lambda *_: LimitExceeded(RateLimitItemPerHour(1), 700))
    reader, _, form = next(each for each in forms if each[1] == "/sign-up")
    response = reader.client.post(form.action, data={"name": "Mallory"}, headers={"Origin": "https://elsewhere.test"})
    assert response.status_code in (403, 429)
    assert "Mallory" not in response.text


ELSEWHERE = {
    "email_pages.reset_password",  # only passwords
    "calendar.cancel_vacation",  # a button
    "channels.unsubscribe",  # a button
    "imports.upload",  # a file, which no page can fill in
    "dashboard.adjudicate",
    "seat_changes.swap",
    "seats.add_bot",
}
"""Forms whose fields are not on the pages above."""


def test_no_form_with_fields_is_left_out(forms: list[tuple[Reader, str, Form]]) -> None:
    """The forms above include those of every view that reads a field other than those of buttons."""
    site = forms[0][0].site
    urls = site.app.url_map.bind("localhost")
    known = {urls.match(form.action.partition("?")[0], "POST")[0] for _, _, form in forms}
    rules = [rule for rule in site.app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    pages = {rule.endpoint for rule in rules if not rule.rule.startswith("/api")}
    fielded = {name for name in pages if _reads_fields(site.app.view_functions[name])}
    assert fielded - known - ELSEWHERE == set()


def _reads_fields(view: Any) -> bool:
    read = set(re.findall(r'request\.form\.get(?:list)?\(\s*"(\w+)"', inspect.getsource(inspect.unwrap(view))))
    return bool(read - OF_BUTTONS)


OF_BUTTONS = {
    *("agrees", "bot", "granted", "hidden", "invite", "listed", "offered", "seat", "shared", "to", "version"),
    *("language", "ruleset"),
}
