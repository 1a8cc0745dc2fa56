"""Responses that depend on the user: never stored in a cache."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from tests.service.sites import Site

PUBLIC = {f"social_preview.{name}" for name in ("board", "miniature", "animation_frame", "animation")}
"""Pictures of a public game, which are the same for everyone."""
PRINTED = {"rulebook.picture"}
"""Pictures of rulesets, whose addresses change with the program."""


@pytest.fixture
def browser(any_site: Site) -> FlaskClient:
    """Return a browser in which Ada is logged in."""
    any_site.person("Ada")
    client = any_site.app.test_client()
    assert client.post("/api/session", json={"name": "Ada", "password": "password of Ada"}).status_code == 200
    return client


def addresses(site: Site, game: str) -> dict[str, str]:
    """Return the URLs that a browser can request, by endpoint, with any text and number in their parameters."""
    rules = [rule for rule in site.app.url_map.iter_rules() if "GET" in (rule.methods or ()) and not is_static(rule)]
    adapter = site.app.url_map.bind("localhost")
    values = dict.fromkeys(("stream", "id"), game) | dict.fromkeys(
        ("version", "number", "frame", "player_seat", "step"), 1
    )
    other = dict.fromkeys(("name", "which", "part", "account", "token", "secret"), "toy")
    streams = dict.fromkeys(("user", "branch", "game"), game)
    given = values | other | streams
    return {
        rule.endpoint: adapter.build(rule.endpoint, {name: given[name] for name in rule.arguments}) for rule in rules
    }


def is_static(rule: Rule) -> bool:
    return rule.endpoint == "static" or rule.endpoint == "pwa.service_worker"


def _expected(endpoint: str, status: int) -> str:
    if status == 200 and endpoint in PUBLIC:
        return "private, max-age=300"
    return "public, max-age=31536000, immutable" if endpoint in PRINTED else "no-store"


def test_whatever_a_user_is_answered_is_kept_by_no_cache(any_site: Site, browser: FlaskClient) -> None:
    ada = any_site.person("Ben")
    game = any_site.game(ada, ada)
    any_site.catch_up()
    for endpoint, address in addresses(any_site, game).items():
        answer = browser.get(address)
        assert answer.headers["Cache-Control"] == _expected(endpoint, answer.status_code), address
        answer.close()
    for path in ("/nowhere", "/api/nowhere", "/games/x"):
        assert browser.get(path).headers["Cache-Control"] == "no-store"
    assert browser.post("/api/games", json={}).headers["Cache-Control"] == "no-store"
    assert ada.get("/users/me").headers["Cache-Control"] == "no-store"


def test_pictures_of_a_private_table_are_kept_by_no_cache(any_site: Site, browser: FlaskClient) -> None:
    ben = any_site.person("Ben")
    game = any_site.game(ben, ben, private=True)
    invite = ben.get(f"/games/{game}/invitation-link").json["invite"]
    version = ben.get(f"/games/{game}?invite={invite}").json["version"]
    for picture in ("board.png", "animation/1.svg", "miniature.webp"):
        answer = browser.get(f"/games/{game}/{picture}?invite={invite}&v={version}")
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")


def test_a_session_that_has_ended_leaves_nothing_in_caches(any_site: Site, browser: FlaskClient) -> None:
    answer = browser.delete("/api/session")
    assert answer.headers["Clear-Site-Data"] == '"cache"'


def test_pages_and_the_api_tell_which_session_it_is(any_site: Site, browser: FlaskClient) -> None:
    here = next(found["id"] for found in browser.get("/api/sessions").json if found["current"])
    assert browser.get("/api/session").json == {"id": here}
    page = browser.get("/")
    assert page.headers["Daybook-Session"] == here
    assert f'data-session="{here}"' in page.text
    any_site.services.sessions.end_all(any_site.services.accounts.named("Ada"))  # type: ignore[arg-type]
    assert browser.get("/api/session").json == {"id": None}
    page = browser.get("/")
    assert page.headers["Daybook-Session"] == ""
    assert "data-session" not in page.text
    assert any_site.visitor().get("/session").json == {"id": None}
