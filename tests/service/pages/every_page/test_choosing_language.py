"""The language of a request: the account's, else the one chosen in the footer, else the browser's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.channels.mails import moment_in
from service.http import i18n
from service.runtime.recent_pages import _key
from tests.service.fake_catalogue import write_catalogue
from tests.service.pages.reading import Reader
from tests.service.sites import Person, Site, close, site_on

WORDS = {
    "ko": {"Log in": "로그인", "Keys": "단축키"},
    "zh_Hant_TW": {"Log in": "登入", "Keys": "快速鍵"},
}
ORIGIN = {"Origin": "http://localhost"}


@pytest.fixture
def site(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    for language, words in WORDS.items():
        write_catalogue(tmp_path, language, words)
    monkeypatch.setattr(i18n, "CATALOGUES", str(tmp_path))
    made = site_on(sqlite_url)
    yield made
    close(made)


def lang(client: FlaskClient, path: str = "/", accepted: str = "") -> str:
    """Return the language of a page."""
    page = client.get(path, headers={"Accept-Language": accepted} if accepted else {})
    (found,) = re.findall(r'<html lang="([^"]+)"', page.text)
    assert page.headers.get("Content-Language", found) == found
    return str(found)


def choose(client: FlaskClient, language: str, page: str = "/keyboard-shortcuts") -> str:
    headers = {**ORIGIN, "Referer": f"http://localhost{page}"}
    response = client.post("/language", data={"language": language}, headers=headers)
    assert response.status_code == 303
    return response.location


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("ko", "ko"),
        ("ko-KR,ko;q=0.9,en-US;q=0.8", "ko"),
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant-TW"),
        ("zh-HK", "zh-Hant-TW"),
        ("zh-Hant", "zh-Hant-TW"),
        ("zh-CN,zh;q=0.9", "en"),
        ("en-GB,ko;q=0.5", "en"),
        ("fr,ko;q=0.5", "ko"),
        ("nonsense, !, *", "en"),
        ("", "en"),
    ],
)
def test_browser_gets_its_best_available_language(site: Site, accepted: str, language: str) -> None:
    assert lang(site.app.test_client(), "/", accepted) == language


def test_footer_offers_every_language_in_its_own_name(site: Site) -> None:
    foot = site.app.test_client().get("/").text.partition("<footer")[2]
    shown = re.findall(r'value="([^"]+)"\s+lang="([^"]+)"[^>]*>([^<]+)', foot)
    assert shown == [("en", "en", "English"), ("ko", "ko", "한국어"), ("zh-Hant-TW", "zh-Hant-TW", "繁體中文")]
    assert foot.count("aria-current") == 1


def test_visitors_choice_overrides_browser_language(site: Site) -> None:
    visitor = site.app.test_client()
    assert choose(visitor, "zh-Hant-TW", "/keyboard-shortcuts?a=1") == "/keyboard-shortcuts?a=1"
    assert lang(visitor, "/", "ko") == "zh-Hant-TW"
    assert "登入" in visitor.get("/", headers={"Accept-Language": "ko"}).text
    choose(visitor, "en")
    assert lang(visitor, "/", "ko") == "en"


def test_unknown_languages_and_foreign_origins_are_refused(site: Site) -> None:
    visitor = site.app.test_client()
    assert visitor.post("/language", data={"language": "de"}, headers=ORIGIN).status_code == 422
    foreign = visitor.post("/language", data={"language": "ko"}, headers={"Origin": "http://elsewhere"})
    assert foreign.status_code == 403
    assert "Set-Cookie" not in foreign.headers


def test_users_choice_applies_to_every_page_and_session(site: Site) -> None:
    ada = Reader(site, site.app.test_client()).registered("Ada")
    choose(ada.client, "ko")
    elsewhere = site.app.test_client()
    elsewhere.post("/log-in", data={"name": "Ada", "password": "password of Ada"}, headers=ORIGIN)
    for page in ("/", "/account", "/keyboard-shortcuts", "/rules/toy", "/games/" + "0" * 32):
        assert lang(elsewhere, page, "zh-TW") == "ko", page
    choose(elsewhere, "zh-Hant-TW")
    assert lang(ada.client, "/", "ko") == "zh-Hant-TW", "the account has priority over the cookie"
    assert re.search(r'<option value="zh-Hant-TW"\s+lang="zh-Hant-TW"\s+selected>', ada.client.get("/account").text)


def test_new_account_keeps_language_of_sign_up_form(site: Site) -> None:
    client = site.app.test_client()
    choose(client, "ko")
    Reader(site, client).registered("Ada")
    client.delete_cookie("language")
    assert lang(client) == "ko"


@pytest.fixture
def ada(site: Site) -> Person:
    return site.person("Ada")


@pytest.fixture
def game(site: Site, ada: Person) -> str:
    return site.game(ada, site.person("Ben"))


def test_each_visitor_sees_a_public_game_in_their_language(site: Site, game: str) -> None:
    for language in ("ko", "zh-Hant-TW", "en", "ko"):
        visitor = site.app.test_client()
        assert lang(visitor, f"/games/{game}", language) == language
        choose(visitor, "zh-Hant-TW")
        assert lang(visitor, f"/games/{game}", language) == "zh-Hant-TW"


def test_page_cache_varies_by_language_and_skips_logged_in_users() -> None:
    def key(**headers: str) -> tuple[str, ...] | None:
        return _key({"REQUEST_METHOD": "GET", "PATH_INFO": "/", **headers})

    keys = [key(), key(HTTP_ACCEPT_LANGUAGE="ko"), key(HTTP_COOKIE="language=ko"), key(HTTP_COOKIE="language=en")]
    assert len({*keys, None}) == 5
    assert key(HTTP_COOKIE="language=ko; login=x") is None
    assert key(HTTP_COOKIE="login=x") is None


def test_etags_differ_by_language(site: Site, ada: Person, game: str) -> None:
    for path in (f"/api/games/{game}", f"/api/games/{game}/history", f"/api/games/{game}/drawings"):
        client = site.app.test_client()
        tags = {}
        for language in ("en", "ko"):
            tags[language] = client.get(path, headers={"Accept-Language": language}).headers["ETag"]
        assert tags["en"] != tags["ko"]
        for sent in ("en", "ko"):
            headers = {"Accept-Language": "ko", "If-None-Match": tags[sent]}
            assert client.get(path, headers=headers).status_code == (304 if sent == "ko" else 200)


def test_repeated_request_gets_its_response_in_original_language(site: Site, ada: Person) -> None:
    body = {"ruleset": "nothing", "name": "Evening", "seats": 2}
    said = []
    for language in ("en", "ko"):
        ada._send("PATCH", "/users/me/profile", json={"language": language})
        said.append(ada._send("POST", "/games", json=body, headers={"Idempotency-Key": "once"}).text)
    assert said[0] == said[1]


def test_feed_and_calendar_use_language_of_their_user(site: Site, ada: Person, game: str) -> None:
    said = ada._send("PATCH", "/users/me/profile", json={"language": "zh-Hant-TW"})
    assert said.status_code == 200
    page = Reader(site, site.app.test_client())
    page.send("/log-in", name="Ada", password="password of Ada")
    feeds = re.findall(r'http://localhost(/users/[^"&<]+\?key=\w+)', page.get("/account").text)
    assert {path.rpartition("/")[2].partition("?")[0] for path in feeds} == {"your-turn.atom", "deadlines.ics"}
    for path in feeds:
        response = site.app.test_client().get(path, headers={"Accept-Language": "ko"})
        assert response.headers["Content-Language"] == "zh-Hant-TW"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Tuesday, 3 March 2026, 20:05 (Europe/Paris)"),
        ("ko", "2026년 3월 3일 화요일 20:05 (Europe/Paris)"),
        ("zh-Hant-TW", "2026年3月3日 星期二 20:05 (Europe/Paris)"),
    ],
)
def test_emails_format_times_by_language(site: Site, language: str, said: str) -> None:
    with site.app.test_request_context(headers={"Accept-Language": language}):
        assert moment_in(datetime(2026, 3, 3, 19, 5, tzinfo=UTC), "Europe/Paris") == said
