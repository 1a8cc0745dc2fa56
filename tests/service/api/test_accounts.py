"""Signing up, logging in and out, API tokens, and their protection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest import mock

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.accounts.sessions import Sessions
from service.runtime.admission_control import SESSION_COOKIE
from tests.service.sites import Person, Site, close, site_on

ADA = {"name": "Ada", "password": "a long password"}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def logged_in(site: Site) -> FlaskClient:
    client = site.app.test_client()
    assert client.post("/api/users", json=ADA).status_code == 201
    assert client.post("/api/session", json=ADA).status_code == 200
    return client


def with_copied_cookie(site: Site, client: FlaskClient) -> FlaskClient:
    """Return another browser with the same session cookie."""
    cookie = client.get_cookie(SESSION_COOKIE)
    assert cookie is not None
    other = site.app.test_client()
    other.set_cookie(SESSION_COOKIE, cookie.value)
    return other


class TestSignUp:
    def test_sign_up_creates_a_user_without_logging_in(self, any_site: Site) -> None:
        client = any_site.app.test_client()
        response = client.post("/api/users", json=ADA)
        assert response.status_code == 201
        assert response.json["name"] == "Ada"
        assert set(response.json) == {"id", "name"}
        assert client.get("/api/users/me").status_code == 401

    @pytest.mark.parametrize("name", ["Ada", "ADA", "ａｄａ"])
    def test_a_name_that_looks_the_same_is_taken(self, any_site: Site, name: str) -> None:
        client = any_site.app.test_client()
        client.post("/api/users", json=ADA)
        response = client.post("/api/users", json={**ADA, "name": name})
        assert (response.status_code, response.json["type"]) == (409, "/api/docs#name-taken")

    @pytest.mark.parametrize(
        "body",
        [
            {"name": "", "password": "a long password"},
            {"name": "Ada\u3164", "password": "a long password"},
            {"name": "A\x00da", "password": "a long password"},
            {"name": "Ad\u0430", "password": "a long password"},
            {"name": "Ada\tL", "password": "a long password"},
            {"name": "Ada", "password": "short"},
            {"name": "Ada", "password": "a long password", "admin": True},
            {"name": 7, "password": "a long password"},
            {},
        ],
    )
    def test_invalid_input_is_refused(self, site: Site, body: object) -> None:
        response = site.app.test_client().post("/api/users", json=body)
        assert (response.status_code, response.json["type"]) == (422, "/api/docs#invalid")
        assert response.json["errors"]

    @pytest.mark.parametrize("name", ["Ада", "아다", "愛田 Ada", "Zoë-M. O'Neil", "Ἀδα", "Ada_7"])
    def test_names_in_other_scripts_are_accepted(self, site: Site, name: str) -> None:
        response = site.app.test_client().post("/api/users", json={"name": name, "password": "a long password"})
        assert response.status_code == 201

    def test_passwords_are_stored_only_as_argon2_hashes(self, site: Site) -> None:
        site.app.test_client().post("/api/users", json=ADA)
        with site.services.storage.database.reading() as rows:
            kept = rows.execute("SELECT password FROM users")[0]["password"]
        assert kept.startswith("$argon2id$")
        assert ADA["password"] not in kept


class TestSessions:
    def test_log_in_and_out(self, any_site: Site) -> None:
        client = logged_in(any_site)
        assert client.get("/api/users/me").json["name"] == "Ada"
        response = client.delete("/api/session")
        assert (response.status_code, response.data) == (204, b"")
        assert client.get("/api/users/me").status_code == 401

    @pytest.mark.parametrize("body", [{**ADA, "password": "another password"}, {**ADA, "name": "Eve"}])
    def test_wrong_password_and_unknown_name_get_the_same_response(self, site: Site, body: dict[str, str]) -> None:
        client = site.app.test_client()
        client.post("/api/users", json=ADA)
        response = client.post("/api/session", json=body)
        assert response.status_code == 401
        assert response.json["detail"] == "Wrong username or password."
        assert "Set-Cookie" not in response.headers

    def test_session_cookie_is_http_only_and_same_site(self, site: Site) -> None:
        client = site.app.test_client()
        client.post("/api/users", json=ADA)
        cookie = client.post("/api/session", json=ADA).headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie

    def test_a_copied_cookie_is_invalid_after_logging_out(self, any_site: Site) -> None:
        client = logged_in(any_site)
        thief = with_copied_cookie(any_site, client)
        assert thief.get("/api/users/me").status_code == 200
        client.delete("/api/session")
        assert thief.get("/api/users/me").status_code == 401

    def test_logging_in_again_ends_the_previous_session(self, site: Site) -> None:
        client = logged_in(site)
        thief = with_copied_cookie(site, client)
        client.post("/api/session", json=ADA)
        assert client.get("/api/users/me").status_code == 200
        assert thief.get("/api/users/me").status_code == 401

    def test_users_stay_logged_in_if_the_clock_is_set_back(self, site: Site) -> None:
        client = logged_in(site)
        before = datetime.now(UTC) - timedelta(days=2)
        own = site.services
        earlier = replace(own, sessions=Sessions(own.storage.database, timedelta(days=90), lambda: before))
        site.app.extensions["daybook"] = earlier
        with mock.patch("time.time", before.timestamp):
            assert client.get("/api/users/me").status_code == 200

    def test_sessions_are_listed_and_ended_one_by_one(self, any_site: Site) -> None:
        here, there = logged_in(any_site), any_site.app.test_client()
        there.post("/api/session", json=ADA, headers={"User-Agent": FIREFOX})
        listed = here.get("/api/sessions").json
        assert {(found["current"], found["browser"]) for found in listed} == {
            (False, "Firefox on Linux"),
            (True, "Unknown browser"),
        }
        (other,) = (found["id"] for found in listed if not found["current"])
        assert here.delete(f"/api/sessions/{other}").status_code == 204
        assert there.get("/api/users/me").status_code == 401
        assert here.delete(f"/api/sessions/{other}").status_code == 404
        assert [found["current"] for found in here.get("/api/sessions").json] == [True]

    def test_users_cannot_see_or_end_sessions_of_others(self, site: Site, ben: Person) -> None:
        ada = logged_in(site)
        (own,) = ada.get("/api/sessions").json
        assert ben.get("/sessions").json == []
        assert ben.delete(f"/sessions/{own['id']}").status_code == 404
        assert ben.delete("/sessions").status_code == 204
        assert ada.get("/api/users/me").status_code == 200

    def test_all_other_sessions_can_be_ended_at_once(self, any_site: Site) -> None:
        here, others = logged_in(any_site), [any_site.app.test_client() for _ in range(2)]
        for other in others:
            other.post("/api/session", json=ADA)
        assert here.delete("/api/sessions").status_code == 204
        assert [other.get("/api/users/me").status_code for other in others] == [401, 401]
        assert here.get("/api/users/me").status_code == 200

    def test_sessions_and_tokens_are_not_interchangeable(self, site: Site, ben: Person) -> None:
        cookie = logged_in(site).get_cookie(SESSION_COOKIE)
        assert cookie is not None
        assert Person(site.app.test_client(), token=cookie.value).get("/users/me").status_code == 401
        client = site.app.test_client()
        client.set_cookie(SESSION_COOKIE, ben.token)
        assert client.get("/api/users/me").status_code == 401

    def test_a_new_password_ends_existing_sessions(self, site: Site) -> None:
        client = logged_in(site)
        user = site.services.accounts.named("ada")
        assert user is not None
        site.services.accounts.set_password(user, "a better password")
        assert client.get("/api/users/me").status_code == 401


class TestCrossSiteRequests:
    """With a session cookie, an unsafe request must come from this site and be JSON."""

    @pytest.mark.parametrize(
        "origin", ["https://evil.example", "http://localhost.evil.example", "null", "", "http://["]
    )
    def test_a_request_from_another_origin_is_refused(self, site: Site, origin: str) -> None:
        client = logged_in(site)
        response = client.post("/api/tokens", json={}, headers={"Origin": origin})
        assert (response.status_code, response.json["type"]) == (403, "/api/docs#other-origin")
        assert client.get("/api/tokens").json == []

    @pytest.mark.parametrize("where", ["cross-site", "same-site"])
    def test_a_request_from_another_site_is_refused(self, site: Site, where: str) -> None:
        response = logged_in(site).post("/api/tokens", json={}, headers={"Sec-Fetch-Site": where})
        assert response.status_code == 403

    def test_a_request_from_this_origin_is_accepted(self, site: Site) -> None:
        response = logged_in(site).post("/api/tokens", json={}, headers={"Origin": "http://localhost"})
        assert response.status_code == 201

    @pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
    def test_a_request_that_a_form_can_send_is_refused(self, site: Site, kind: str) -> None:
        client = logged_in(site)
        assert client.post("/api/tokens", data="{}", content_type=kind).status_code == 415
        assert client.post("/api/tokens", content_type=kind).status_code == 415

    def test_a_token_is_accepted_from_any_origin(self, ada: Person) -> None:
        assert ada.post("/tokens", {}, headers={"Origin": "https://script.example"}).status_code == 201


class TestTokens:
    def test_a_token_is_shown_once_and_stored_as_a_hash(self, any_site: Site) -> None:
        ada = any_site.person("Ada")
        made = ada.post("/tokens", {"label": "my script"}).json
        assert Person(ada.client, token=made["token"]).get("/users/me").json["name"] == "Ada"
        listed = ada.get("/tokens").json
        assert [token["label"] for token in listed] == ["tests", "my script"]
        assert all("token" not in token for token in listed)
        with any_site.services.storage.database.reading() as rows:
            assert made["token"] not in str(rows.execute("SELECT * FROM api_tokens"))

    def test_a_revoked_token_is_refused(self, ada: Person) -> None:
        made = ada.post("/tokens", {}).json
        assert ada.delete(f"/tokens/{made['id']}").status_code == 204
        response = Person(ada.client, token=made["token"]).get("/users/me")
        assert (response.status_code, response.headers["WWW-Authenticate"]) == (401, 'Bearer realm="daybook"')
        assert ada.delete(f"/tokens/{made['id']}").status_code == 404

    def test_a_new_password_revokes_all_tokens_of_the_user(self, any_site: Site) -> None:
        ada, ben = any_site.person("Ada"), any_site.person("Ben")
        user = any_site.services.accounts.named("Ada")
        assert user is not None
        any_site.services.accounts.set_password(user, "a better password")
        assert ada.get("/users/me").status_code == 401
        assert ben.get("/users/me").status_code == 200

    def test_users_cannot_revoke_tokens_of_others(self, ada: Person, ben: Person) -> None:
        made = ada.post("/tokens", {}).json
        assert ben.delete(f"/tokens/{made['id']}").status_code == 404
        assert Person(ada.client, token=made["token"]).get("/users/me").status_code == 200

    def test_stored_response_does_not_contain_the_token(self, any_site: Site) -> None:
        ada = any_site.person("Ada")
        first = ada.post("/tokens", {}, headers={"Idempotency-Key": "k1"}).json
        again = ada.post("/tokens", {}, headers={"Idempotency-Key": "k1"}).json
        assert again == {**first, "token": None}
        assert len(ada.get("/tokens").json) == 2
        with any_site.services.storage.database.reading() as rows:
            assert first["token"] not in str(rows.execute("SELECT * FROM stored_responses"))

    def test_a_wrong_token_is_refused_even_where_visitors_are_allowed(self, site: Site) -> None:
        response = Person(site.app.test_client(), token="dbk_nonsense").get("/games")
        assert (response.status_code, response.json["type"]) == (401, "/api/docs#not-logged-in")


class TestPasswordGuessing:
    """Wrong passwords are counted by name and address, by address, and by name; correct ones hardly count."""

    @pytest.fixture
    def guarded(self, tmp_path: Path) -> Iterator[Callable[..., Site]]:
        made = []

        def make(**limits: str) -> Site:
            site = site_on(f"sqlite:///{tmp_path}/{len(made)}.sqlite", **limits)
            made.append(site)
            site.app.test_client().post("/api/users", json=ADA)
            return site

        yield make
        for site in made:
            close(site)

    def test_a_name_is_limited_only_for_the_guessing_address(self, guarded: Callable[..., Site]) -> None:
        client = guarded(log_in_limit="3 per minute").app.test_client()
        responses = [guess(client) for _ in range(4)]
        assert [response.status_code for response in responses] == [401, 401, 401, 429]
        assert responses[-1].json["type"] == "/api/docs#too-many"
        assert 0 < int(responses[-1].headers["Retry-After"]) <= 60
        form = {**ADA, "name": f" {ADA['name'].upper()}\t"}
        assert client.post("/log-in", data=form).status_code == 429, "the pages and the limit ignore spaces"
        assert guess(client, name="Eve").status_code == 401
        assert log_in(client, "10.0.0.9").status_code == 200

    def test_an_address_is_limited_across_all_names(self, guarded: Callable[..., Site]) -> None:
        client = guarded(log_in_limit_by_address="3 per minute").app.test_client()
        assert [guess(client, name=f"Eve{number}").status_code for number in range(4)] == [401, 401, 401, 429]

    def test_a_name_is_limited_across_addresses_except_in_known_browsers(self, guarded: Callable[..., Site]) -> None:
        site = guarded(log_in_limit_by_name="5 per hour")
        known, other_name = site.app.test_client(), site.app.test_client()
        log_in(known, "10.0.0.1")
        known.delete("/api/session")
        other_name.post("/api/users", json={**ADA, "name": "Ben"})
        other_name.post("/api/session", json={**ADA, "name": "Ben"})
        stranger = site.app.test_client()
        responses = [guess(stranger, f"10.0.1.{number}").status_code for number in range(6)]
        assert responses == [401] * 5 + [429]
        assert log_in(site.app.test_client(), "10.0.0.1").status_code == 429, "strangers are counted together"
        assert log_in(other_name, "10.0.0.1").status_code == 429, "the browser is known under another name"
        assert guess(known, "10.0.0.1").status_code == 401
        assert log_in(known, "10.0.0.1").status_code == 200

    def test_guesses_in_a_known_browser_are_counted_too(self, guarded: Callable[..., Site]) -> None:
        site = guarded(log_in_limit_by_name="3 per hour")
        known = site.app.test_client()
        log_in(known, "10.0.0.1")
        responses = [guess(known, f"10.0.1.{number}").status_code for number in range(4)]
        assert responses == [401, 401, 401, 429]
        assert log_in(site.app.test_client(), "10.0.0.1").status_code == 200, (
            "guesses in one browser do not count for others"
        )

    def test_a_forged_cookie_does_not_make_a_browser_known(self, guarded: Callable[..., Site]) -> None:
        site = guarded(log_in_limit_by_name="1 per hour")
        known, forger = site.app.test_client(), site.app.test_client()
        cookie = log_in(known, "10.0.0.1").headers.getlist("Set-Cookie")[1]
        assert ADA["name"] not in cookie
        name, _, value = cookie.partition(";")[0].partition("=")
        for number, forged in enumerate(("", "x", value.upper(), f"{'0' * 32}.{value.partition('.')[2]}")):
            forger.set_cookie(name, forged)
            assert guess(forger, f"10.0.1.{number}").status_code == (401 if number == 0 else 429)

    def test_a_user_with_the_right_password_is_not_limited(self, guarded: Callable[..., Site]) -> None:
        site = guarded(log_in_limit="2 per minute", log_in_limit_by_name="2 per hour")
        for _ in range(3):
            client = site.app.test_client()
            assert guess(client).status_code == 401
            assert log_in(client, "127.0.0.1").status_code == 200

    def test_simultaneous_guesses_do_not_bypass_the_limit(self, guarded: Callable[..., Site]) -> None:
        site = guarded(log_in_limit="5 per minute")
        with ThreadPoolExecutor(20) as pool:
            responses = list(pool.map(lambda _: guess(site.app.test_client()).status_code, range(20)))
        assert sorted(responses) == [401] * 5 + [429] * 15


def guess(client: FlaskClient, address: str = "127.0.0.1", name: str = "Ada") -> TestResponse:
    wrong = {"name": name, "password": "a wrong password"}
    return client.post("/api/session", json=wrong, environ_base={"REMOTE_ADDR": address})


def log_in(client: FlaskClient, address: str) -> TestResponse:
    return client.post("/api/session", json=ADA, environ_base={"REMOTE_ADDR": address})


class TestLimits:
    def test_guesses_at_the_old_password_are_limited(self, tmp_path: Path) -> None:
        site = site_on(f"sqlite:///{tmp_path}/x.sqlite", log_in_limit="2 per minute")
        client = logged_in(site)
        form = {"old": "a guess", "password": "a password of mine"}
        responses = [
            client.post("/account/password", data=form, headers={"Origin": "http://localhost"}) for _ in range(3)
        ]
        assert [response.status_code for response in responses] == [422, 422, 429]
        close(site)

    def test_new_accounts_are_limited_per_address(self, tmp_path: Path) -> None:
        site = site_on(f"sqlite:///{tmp_path}/x.sqlite", register_limit="2 per hour")
        client = site.app.test_client()
        tries = [client.post("/api/users", json={**ADA, "name": f"Ada{number}"}) for number in range(3)]
        assert [response.status_code for response in tries] == [201, 201, 429]
        close(site)

    def test_refused_sign_ups_do_not_count(self, tmp_path: Path) -> None:
        site = site_on(f"sqlite:///{tmp_path}/x.sqlite", register_limit="2 per hour")
        client = site.app.test_client()
        short, taken = {**ADA, "name": "Ben", "password": "x"}, ADA
        tries = [client.post("/api/users", json=body) for body in (short, ADA, taken, taken, {})]
        assert [response.status_code for response in tries] == [422, 201, 409, 409, 422]
        form, origin = {"name": "Ada", "password": "a password of mine"}, {"Origin": "http://localhost"}
        assert client.post("/sign-up", data=form, headers=origin).status_code == 422
        last = [client.post("/api/users", json={**ADA, "name": name}).status_code for name in ("Cleo", "Dora")]
        assert last == [201, 429]
        close(site)

    def test_imports_are_limited_per_user(self, tmp_path: Path) -> None:
        site = site_on(f"sqlite:///{tmp_path}/x.sqlite", import_limit="2 per hour")
        ada, ben = site.person("Ada"), site.person("Ben")
        assert [ada.send_file(b"{}").status_code for _ in range(3)] == [422, 422, 429]
        assert ben.send_file(b"{}").status_code == 422
        close(site)

    def test_writes_of_every_kind_are_limited_per_user(self, tmp_path: Path) -> None:
        site = site_on(f"sqlite:///{tmp_path}/x.sqlite", write_limit="4 per minute")
        ada, ben = site.person("Ada"), site.person("Ben")
        table = site.table(ada)
        responses = [ada.post(f"/games/{table}/join"), ada.post(f"/games/{table}/leave"), ada.post("/tokens")]
        assert [response.status_code for response in responses] == [200, 200, 201]
        refused = ada.delete(f"/tokens/{responses[-1].json['id']}")
        assert (refused.status_code, refused.json["type"]) == (429, "/api/docs#too-many")
        assert 0 < int(refused.headers["Retry-After"]) <= 60
        assert f"Try again in {refused.headers['Retry-After']} seconds." in refused.json["detail"]
        on_pages = {"Authorization": f"Bearer {ada.token}"}
        assert (
            ada.client.post("/games/new", data={"ruleset": "toy", "seat-2": "player"}, headers=on_pages).status_code
            == 429
        )
        assert ada.get(f"/games/{table}").status_code == 200, "reads are not limited"
        assert ben.post(f"/games/{table}/join").status_code == 200, "other users are not limited"
        close(site)
