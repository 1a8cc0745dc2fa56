"""Errors: each is a problem document and changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from unittest import mock

import pytest
from eventsourcing.persistence import OperationalError
from werkzeug.exceptions import default_exceptions

from service.http.pagination import encode_cursor
from service.http.problems import KINDS
from service.presenters.errors import problem_of
from service.readmodels import failed_streams
from service.usecases.game_repository import GameRepository
from tests import toy
from tests.service.sites import Person, Site, close, site_on

GAME = "/games/" + "0" * 32


class TestErrors:
    @pytest.mark.parametrize(
        ("method", "path", "status", "kind"),
        [
            ("GET", "/api/nothing", 404, "not-found"),
            ("GET", "/api/games/xyz", 404, "not-found"),
            ("GET", f"/api{GAME}", 404, "not-found"),
            ("GET", f"/api{GAME}/state", 404, "not-found"),
            ("PUT", "/api/games", 405, "method-not-allowed"),
            ("GET", "/api/games?limit=0", 422, "invalid"),
            ("GET", "/api/games?limit=many", 422, "invalid"),
            ("GET", "/api/games?colour=red", 422, "invalid"),
            ("GET", "/api/users/me", 401, "not-logged-in"),
        ],
    )
    def test_errors_are_problem_details(self, site: Site, method: str, path: str, status: int, kind: str) -> None:
        response = site.app.test_client().open(path, method=method)
        assert (response.status_code, response.content_type) == (status, "application/problem+json")
        problem = response.json
        assert problem["type"] == f"/api/docs#{kind}"
        assert (problem["status"], problem["instance"]) == (status, path.partition("?")[0])
        assert problem["title"] == str(KINDS[kind].title)
        assert problem["detail"]
        assert "manually" not in problem["detail"]
        assert "method" not in problem["detail"]

    def test_unsupported_method_returns_the_allowed_methods(self, site: Site) -> None:
        allowed = site.app.test_client().put("/api/games").headers["Allow"]
        assert set(allowed.split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}

    @pytest.mark.parametrize(
        "body", [b"{", b"\xff", b'{"name": NaN}', b'{"name": "\\ud800"}', b"[1]", b'"text"', b"[" * 9000]
    )
    def test_body_that_is_not_a_json_object_is_refused(self, ada: Person, body: bytes) -> None:
        response = ada.send("/games", body, "application/json")
        assert response.status_code in (400, 422)
        assert response.content_type == "application/problem+json"
        korean = ada.send("/games", body, "application/json", headers={"Accept-Language": "ko"}).json["detail"]
        assert not re.search("[A-Za-z]{2}", re.sub("JSON|UTF-8", "", korean)), korean

    def test_framework_errors_use_the_language_of_the_request(self, site: Site) -> None:
        with site.app.test_request_context(headers={"Accept-Language": "ko"}):
            for error in default_exceptions.values():
                problem = problem_of(error())
                assert not re.search("[A-Za-z]{2}", problem.detail), problem.detail

    def test_deeply_nested_body_is_refused_at_login(self, site: Site) -> None:
        client = site.app.test_client()
        for path, status in (("/api/session", 400), ("/log-in", 422)):
            response = client.post(path, data=b'{"name":' * 7000, content_type="application/json")
            assert response.status_code == status

    @pytest.mark.parametrize(
        "query",
        [
            "?ruleset=%00",
            f"?cursor={encode_cursor(('2026', chr(0)))}",
            "{game}/history?cursor=" + encode_cursor(2**63),
            "{game}/history?order=backward&cursor=" + encode_cursor(-(2**70)),
            "{game}/ledger?cursor=" + encode_cursor((0, 10**30, "money")),
            "{game}/ledger?cursor=" + encode_cursor((0, 0, chr(0))),
            "{game}/ledger?account=%00",
        ],
    )
    def test_values_that_no_database_can_store_are_invalid(self, any_site: Site, query: str) -> None:
        ada = any_site.person("Ada")
        path = query.format(game="/" + any_site.game(ada, ada)) if "{game}" in query else query
        assert ada.get(f"/games{path}").status_code == 422

    def test_id_that_no_database_can_store_is_not_found(self, any_site: Site) -> None:
        assert any_site.person("Ada").delete("/tokens/" + "%00" * 32).status_code == 404

    def test_body_of_another_content_type_is_refused(self, ada: Person) -> None:
        response = ada.send("/games", b"ruleset=toy", "text/plain")
        assert (response.status_code, response.json["type"]) == (415, "/api/docs#not-json")

    def test_body_that_is_too_large_is_refused(self, tmp_path: Path) -> None:
        site = site_on(f"sqlite:///{tmp_path}/x.sqlite", largest_body=1000, largest_import=2000)
        ada = site.person("Ada")
        response = ada.post("/games", {"ruleset": "toy", "name": "x" * 1000, "seats": 2})
        assert (response.status_code, response.json["type"]) == (413, "/api/docs#too-large")
        assert ada.send_file(b"x" * 2001).status_code == 413
        assert ada.send_file(b"x" * 2000).status_code == 422
        close(site)

    @pytest.mark.parametrize(("path", "largest"), [("/games", 1000), ("/import", 2000)])
    def test_chunked_body_that_is_too_large_is_refused(self, tmp_path: Path, path: str, largest: int) -> None:
        site = site_on(f"sqlite:///{tmp_path}/x.sqlite", largest_body=1000, largest_import=2000)
        ada = site.person("Ada")
        whole = b'{"ruleset": "toy", "name": "Evening", "seats": 2}'
        statuses = [ada.send_in_chunks(path, whole.ljust(size)).status_code for size in (largest, largest + 1)]
        assert statuses == [201 if path == "/games" else 422, 413]
        close(site)

    def test_chunked_body_must_be_json(self, site: Site, ada: Person) -> None:
        assert ada.send_in_chunks("/games", b"{}", "text/plain").status_code == 415
        assert ada.send_in_chunks("/games", b"", "text/plain").status_code == 422

    def test_file_from_a_visitor_is_not_read(self, site: Site) -> None:
        body = BytesIO(b"{}")
        assert site.visitor().send_in_chunks("/import", body).status_code == 401
        assert body.tell() == 0

    @pytest.mark.parametrize(
        ("error", "queries"),
        [(OperationalError("the database is gone"), 0), (RuntimeError("the rules fail"), 1)],
        ids=["database", "rules"],
    )
    def test_failure_is_reported_as_a_problem_while_the_database_is_gone(
        self, site: Site, ada: Person, error: Exception, queries: int
    ) -> None:
        """Unless the database failed, the service queries whether the game has failed; that query may fail, too."""
        game = site.game(ada, ada)
        gone = OperationalError("the database is gone")
        with (
            mock.patch.object(GameRepository, "position", side_effect=error),
            mock.patch.object(failed_streams, "among", side_effect=gone) as among,
        ):
            response = ada.get(f"/games/{game}/state")
        assert (response.status_code, response.content_type) == (500, "application/problem+json")
        assert among.call_count == queries

    def test_internal_error_reveals_no_details(self, site: Site, ada: Person) -> None:
        game = site.game(ada, ada)
        with mock.patch.object(GameRepository, "position", side_effect=RuntimeError("the inside")):
            response = ada.get(f"/games/{game}/state")
        assert (response.status_code, response.content_type) == (500, "application/problem+json")
        assert "inside" not in response.text


class TestHeaders:
    @pytest.mark.parametrize("path", ["/api/games", "/api/docs", "/api/nothing"])
    def test_all_responses_have_security_headers(self, site: Site, path: str) -> None:
        headers = site.app.test_client().get(path).headers
        assert "script-src 'self'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"

    def test_responses_are_not_stored_in_shared_caches(self, ada: Person) -> None:
        headers = ada.get("/games").headers
        assert headers["Cache-Control"] == "no-store"
        assert Person(ada.client).get("/games").headers["Cache-Control"] == "private, no-cache"
        assert {"Authorization", "Cookie"} <= set(headers["Vary"].split(", "))


class TestFailedGame:
    """A game whose rules raise an error: every request for it reports the failure."""

    @pytest.fixture
    def games(self, any_site: Site) -> tuple[str, str]:
        """Return a game for two and one for three players; the read models lack the last move of each."""
        ada, ben, cleo = (any_site.person(name) for name in ("Ada", "Ben", "Cleo"))
        both = any_site.game(ada, ben), any_site.game(ada, ben, cleo)
        any_site.catch_up()
        for game in both:
            assert ada.move(game, {"command": {"action": "take_coins"}}).status_code == 200
        return both

    @pytest.fixture
    def visitor(self, games: tuple[str, str], storage_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Person]:
        """Yield a client after the service was restarted with rules that fail with three players."""
        toy.change(monkeypatch, apply=toy.refuse_three(toy.RULESET.apply))
        site = site_on(storage_url)
        site.catch_up()
        yield site.visitor()
        close(site)

    def test_health_counts_the_game_without_naming_it(self, visitor: Person, games: tuple[str, str]) -> None:
        health = visitor.get("/health")
        assert health.json["status"] == "failing"
        assert {model["failed"] for model in health.json["read_models"]} == {1}
        assert games[1] not in health.text

    def test_list_shows_where_the_game_failed(self, visitor: Person, games: tuple[str, str]) -> None:
        sound, broken = games
        listed = {game["id"]: game for game in visitor.get("/games").json["games"]}
        assert listed[sound]["failed_at"] is None
        assert listed[broken]["failed_at"] > listed[broken]["version"]

    def test_state_reports_where_the_game_failed(self, visitor: Person, games: tuple[str, str]) -> None:
        sound, broken = games
        assert visitor.get(f"/games/{sound}/state").status_code == 200
        response = visitor.get(f"/games/{broken}/state")
        assert response.status_code == 500
        assert f"failed at #{response.json['failed_at']}." in response.json["detail"]

    def test_pages_show_that_the_game_failed(self, visitor: Person, games: tuple[str, str]) -> None:
        lobby = visitor.client.get("/")
        assert lobby.text.count("This game failed at #") == 1
        page = visitor.client.get(f"/games/{games[1]}")
        assert page.status_code == 500
        assert "This game failed at #" in page.text

    def test_audit_page_warns_that_lists_are_outdated(
        self, any_site: Site, games: tuple[str, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Only the summary fails, which the audit does not need."""
        toy.change(monkeypatch, summary=toy.refuse_three(toy.RULESET.summary))
        any_site.catch_up()
        page = any_site.visitor().client.get(f"/games/{games[1]}/audit")
        assert page.status_code == 200
        assert "Game lists show the last working position." in page.text
