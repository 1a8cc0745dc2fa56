"""Responses that depend on the user: never stored in a cache."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from tests.service.sites import Site

PUBLIC = {f"social_preview.{name}" for name in ("board", "miniature", "animation_frame", "animation")}
"""Pictures of a public game, which are the same for everyone."""
IMMUTABLE = {"rulebook.picture"}
"""Pictures of rulesets, whose URLs change with each version of the program."""


@pytest.fixture
def browser(any_site: Site) -> FlaskClient:
    """Return a browser in which Ada is logged in."""
    any_site.person("Ada")
    client = any_site.app.test_client()
    assert client.post("/api/session", json={"name": "Ada", "password": "password of Ada"}).status_code == 200
    return client


def urls(site: Site, game: str) -> dict[str, str]:
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
    return "public, max-age=31536000, immutable" if endpoint in IMMUTABLE else "no-store"


def test_responses_to_users_are_not_cached(any_site: Site, browser: FlaskClient) -> None:
    player = any_site.person("Ben")
    game = any_site.game(player, player)
    any_site.catch_up()
    for endpoint, url in urls(any_site, game).items():
        response = browser.get(url)
        assert response.headers["Cache-Control"] == _expected(endpoint, response.status_code), url
        response.close()
    for path in ("/nowhere", "/api/nowhere", "/games/x"):
        assert browser.get(path).headers["Cache-Control"] == "no-store"
    assert browser.post("/api/games", json={}).headers["Cache-Control"] == "no-store"
    assert player.get("/users/me").headers["Cache-Control"] == "no-store"


def test_pictures_of_a_private_table_are_not_cached(any_site: Site, browser: FlaskClient) -> None:
    ben = any_site.person("Ben")
    game = any_site.game(ben, ben, private=True)
    invite = ben.get(f"/games/{game}/invitation-link").json["invite"]
    version = ben.get(f"/games/{game}?invite={invite}").json["version"]
    for picture in ("board.png", "animation/1.svg", "miniature.webp"):
        response = browser.get(f"/games/{game}/{picture}?invite={invite}&v={version}")
        assert (response.status_code, response.headers["Cache-Control"]) == (200, "no-store")


def test_logout_clears_the_cache_of_the_browser(any_site: Site, browser: FlaskClient) -> None:
    response = browser.delete("/api/session")
    assert response.headers["Clear-Site-Data"] == '"cache"'


def test_pages_and_api_identify_the_current_session(any_site: Site, browser: FlaskClient) -> None:
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
