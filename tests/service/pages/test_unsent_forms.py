"""A form sent after the session has ended is kept for its user: after login, it is shown with what was typed,
except passwords. Nothing is sent automatically, and no one else sees it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from limits import RateLimitItemPerHour
from lxml import html

import service
from service.http import limits
from service.pages import unsent_forms
from service.runtime.rate_limit_store import LimitExceeded
from tests.service.pages.reading import Reader, create_game, create_table, text_of
from tests.service.pages.test_refused_forms import (
    ENDED,
    ORIGIN,
    TEXT,
    Forms,
    displayed_values,
    end_sessions,
    log_in,
    log_in_form,
    lost,
)
from tests.service.sites import Site, close, site_on

PROFILE = {"display_name": TEXT, "time_zone": "Asia/Seoul", "language": "ko"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = site_on(f"sqlite:///{tmp_path_factory.mktemp('unsent')}/x.sqlite")
    yield site
    close(site)


def registered(site: Site, name: str) -> Reader:
    return Reader(site, site.app.test_client()).registered(name)


def sent(reader: Reader, page: str, action: str, values: dict[str, Any]) -> Any:
    return reader.client.post(action, data=values, headers={**ORIGIN, "Referer": f"http://localhost{page}"})


def test_form_is_kept_while_login_attempts_fail(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = registered(site, "Ada")
    end_sessions(site, "Ada")
    shown = sent(ada, "/account", "/account/profile", PROFILE)
    shown = log_in(ada, shown, "Ada", "not the password")
    assert "Wrong username or password." in text_of(shown)
    assert ENDED in text_of(shown)
    with monkeypatch.context() as patched:
        patched.setattr(limits, "_reached", lambda *_: LimitExceeded(RateLimitItemPerHour(1), 700))
        shown = log_in(ada, shown, "Ada")
        assert shown.status_code == 429
    shown = log_in(ada, shown, "Ada")
    form = next(form for form in Forms(shown.text, "/account").found if form.action == "/account/profile")
    assert lost(PROFILE, displayed_values(form)) == {}
    assert 'data-address="/account"' in shown.text
    response = ada.client.post(form.action, data=PROFILE | {"display_name": "Ada of Seoul"}, headers=ORIGIN)
    assert response.status_code == 303


def test_form_section_with_typed_text_is_open(site: Site) -> None:
    hal = registered(site, "Hal")
    page = "/games/new?ruleset=toy"
    form = next(form for form in Forms(hal.get(page).text, page).found if "name" in form.fields)
    assert not is_open(hal.get(page))
    end_sessions(site, "Hal")
    response = log_in(hal, sent(hal, page, form.action, {**form.hidden, "name": "One evening"}), "Hal")
    assert 'value="One evening"' in response.text
    assert is_open(response)


def is_open(page: Any) -> bool:
    """Return whether the section of the form with the table's name is open."""
    [part] = html.document_fromstring(page.text).xpath("//details[.//input[@name='name']]")
    return "open" in part.attrib


def test_another_user_does_not_get_the_form(site: Site) -> None:
    ben, _ = registered(site, "Ben"), registered(site, "Zoe")
    end_sessions(site, "Ben")
    shown = sent(ben, "/account", "/account/profile", PROFILE)
    assert "Seoul" not in shown.text
    response = log_in(ben, shown, "Zoe")
    assert (response.status_code, response.location) == (303, "/account")
    page = ben.get("/account")
    assert "Another user is logged in now." in text_of(page)
    assert kept_profile(page)["display_name"] == ""


def kept_profile(page: Any) -> dict[str, Any]:
    return displayed_values(
        next(form for form in Forms(page.text, "/account").found if form.action == "/account/profile")
    )


def test_login_page_resent_after_logging_out_logs_no_one_in(site: Site) -> None:
    cyd = registered(site, "Cyd")
    end_sessions(site, "Cyd")
    shown = sent(cyd, "/account", "/account/profile", PROFILE)
    assert log_in(cyd, shown, "Cyd").status_code == 200
    assert lost(PROFILE, kept_profile(log_in(cyd, shown, "Cyd"))) == {}  # From another tab.
    cyd.send("/log-out")
    response = log_in(cyd, shown, "Cyd")
    assert response.status_code == 422
    assert "This page has expired." in text_of(response)
    assert cyd.get("/account").status_code == 303
    assert log_in(cyd, response, "Cyd").status_code == 303


def test_a_message_to_a_private_game_is_kept(site: Site) -> None:
    dan = registered(site, "Dan")
    table = create_table(dan, seats=2, ruleset="toy", private="on")
    end_sessions(site, "Dan")
    shown = sent(dan, table, f"{table}/chat", {"text": TEXT})
    assert shown.status_code == 401
    response = log_in(dan, shown, "Dan")
    forms = Forms(response.text, table).found
    assert next(form for form in forms if form.action == f"{table}/chat").fields["text"]["value"] == TEXT


def test_password_fields_have_known_names() -> None:
    written = "".join(path.read_text() for path in (Path(service.__file__).parent / "templates").rglob("*.html"))
    fields = [field for field in re.findall(r"<input[^>]*>", written) if 'type="password"' in field]
    assert fields
    assert all(re.search(r'name="(password|old)"', field) for field in fields)


def test_address_of_the_login_page_replaces_that_of_the_form(site: Site) -> None:
    ivy = registered(site, "Ivy")
    end_sessions(site, "Ivy")
    assert 'data-address="/log-in?next=/account"' in sent(ivy, "/account", "/account/profile", PROFILE).text


def test_form_that_cannot_be_restored_does_not_prevent_login(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    jim = registered(site, "Jim")
    end_sessions(site, "Jim")
    shown = sent(jim, "/account", "/account/profile", PROFILE)
    monkeypatch.setattr(unsent_forms, "filled", Mock(side_effect=ValueError))
    response = log_in(jim, shown, "Jim")
    assert (response.status_code, response.location) == (303, "/account")
    assert jim.get("/account").status_code == 200


def test_another_user_can_log_in_from_an_earlier_login_page(site: Site) -> None:
    kim, lee = registered(site, "Kim"), registered(site, "Lee")
    end_sessions(site, "Kim")
    shown = sent(kim, "/account", "/account/profile", PROFILE)
    assert log_in(kim, shown, "Kim").status_code == 200
    assert log_in(kim, shown, "Lee", "not the password").status_code == 422
    assert log_in(kim, shown, "Lee").status_code == 303
    assert "Another user is logged in now." in text_of(kim.get("/account"))
    assert lee.get("/account").status_code == 200


def test_guests_are_not_asked_to_log_in_again(site: Site) -> None:
    guest = Reader(site, site.app.test_client())
    game = guest.send("/play-as-guest", ruleset="brass-birmingham", guided="yes").request.path
    with site.app.app_context():
        user = site.services.handler.games.game(game.rpartition("/")[2]).table.chairs[0].user
        site.services.sessions.end_all(site.services.accounts.user(user))
    response = sent(guest, game, f"{game}/chat", {"text": TEXT})
    assert response.status_code != 401
    assert ENDED not in text_of(response)


def test_forged_and_altered_text_is_ignored(site: Site) -> None:
    eve = registered(site, "Eve")
    end_sessions(site, "Eve")
    form = log_in_form(sent(eve, "/account", "/account/profile", PROFILE))
    [written] = form.hidden["unsent"]
    for text in ("x" + written, written[:-1], "é" + written[1:], "\u202e"):
        values = {"unsent": text, "name": "Eve", "password": "password of Eve"}
        response = eve.client.post(form.action, data=values, headers=ORIGIN)
        assert (response.status_code, response.location) == (303, "/account"), text


def test_visitors_and_buttons_are_redirected_to_the_login_page(site: Site) -> None:
    visitor = Reader(site, site.app.test_client())
    response = sent(visitor, "/account", "/account/profile", PROFILE)
    assert (response.status_code, response.location) == (303, "/log-in?next=/account")
    fay, gus = registered(site, "Fay"), registered(site, "Gus")
    game = create_game(fay, gus, ruleset="toy")
    end_sessions(site, "Fay")
    response = sent(fay, game, f"{game}/undo", {"version": "4", "seat": "0"})
    assert (response.status_code, response.location) == (303, f"/log-in?next={game}")
