"""Errors: every one is a problem document and changes nothing."""

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
        answer = site.app.test_client().open(path, method=method)
        assert (answer.status_code, answer.content_type) == (status, "application/problem+json")
        problem = answer.json
        assert problem["type"] == f"/api/docs#{kind}"
        assert (problem["status"], problem["instance"]) == (status, path.partition("?")[0])
        assert problem["title"] == str(KINDS[kind].title)
        assert problem["detail"]
        assert "manually" not in problem["detail"]
        assert "method" not in problem["detail"]

    def test_a_method_that_is_not_there_names_those_that_are(self, site: Site) -> None:
        allowed = site.app.test_client().put("/api/games").headers["Allow"]
        assert set(allowed.split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}

    @pytest.mark.parametrize(
        "body", [b"{", b"\xff", b'{"name": NaN}', b'{"name": "\\ud800"}', b"[1]", b'"text"', b"[" * 9000]
    )
    def test_bodies_that_are_no_json_objects(self, ada: Person, body: bytes) -> None:
        answer = ada.send("/games", body, "application/json")
        assert answer.status_code in (400, 422)
        assert answer.content_type == "application/problem+json"
        korean = ada.send("/games", body, "application/json", headers={"Accept-Language": "ko"}).json["detail"]
        assert not re.search("[A-Za-z]{2}", re.sub("JSON|UTF-8", "", korean)), korean

    def test_errors_of_the_framework_are_in_the_language_of_the_request(self, site: Site) -> None:
        with site.app.test_request_context(headers={"Accept-Language": "ko"}):
            for error in default_exceptions.values():
                problem = problem_of(error())
                assert not re.search("[A-Za-z]{2}", problem.detail), problem.detail

    def test_a_body_nested_too_deeply_to_log_in_with(self, site: Site) -> None:
        client = site.app.test_client()
        for path, status in (("/api/session", 400), ("/log-in", 422)):
            answer = client.post(path, data=b'{"name":' * 7000, content_type="application/json")
            assert answer.status_code == status

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
    def test_values_that_no_database_can_store_are_not_looked_up(self, any_site: Site, query: str) -> None:
        ada = any_site.person("Ada")
        path = query.format(game="/" + any_site.game(ada, ada)) if "{game}" in query else query
        assert ada.get(f"/games{path}").status_code == 422

    def test_an_id_no_database_can_hold_is_not_looked_for(self, any_site: Site) -> None:
        assert any_site.person("Ada").delete("/tokens/" + "%00" * 32).status_code == 404

    def test_bodies_of_another_type(self, ada: Person) -> None:
        answer = ada.send("/games", b"ruleset=toy", "text/plain")
        assert (answer.status_code, answer.json["type"]) == (415, "/api/docs#not-json")

    def test_bodies_that_are_too_large(self, tmp_path: Path) -> None:
        site = site_on(f"sqlite:///{tmp_path}/x.sqlite", largest_body=1000, largest_import=2000)
        ada = site.person("Ada")
        answer = ada.post("/games", {"ruleset": "toy", "name": "x" * 1000, "seats": 2})
        assert (answer.status_code, answer.json["type"]) == (413, "/api/docs#too-large")
        assert ada.send_file(b"x" * 2001).status_code == 413
        assert ada.send_file(b"x" * 2000).status_code == 422
        close(site)

    @pytest.mark.parametrize(("path", "largest"), [("/games", 1000), ("/import", 2000)])
    def test_bodies_that_come_in_chunks_are_refused_too_instead_of_cut(
        self, tmp_path: Path, path: str, largest: int
    ) -> None:
        site = site_on(f"sqlite:///{tmp_path}/x.sqlite", largest_body=1000, largest_import=2000)
        ada = site.person("Ada")
        whole = b'{"ruleset": "toy", "name": "Evening", "seats": 2}'
        statuses = [ada.send_in_chunks(path, whole.ljust(size)).status_code for size in (largest, largest + 1)]
        assert statuses == [201 if path == "/games" else 422, 413]
        close(site)

    def test_bodies_that_come_in_chunks_are_json_as_all_others(self, site: Site, ada: Person) -> None:
        assert ada.send_in_chunks("/games", b"{}", "text/plain").status_code == 415
        assert ada.send_in_chunks("/games", b"", "text/plain").status_code == 422

    def test_a_file_is_not_read_for_somebody_who_has_not_logged_in(self, site: Site) -> None:
        body = BytesIO(b"{}")
        assert site.visitor().send_in_chunks("/import", body).status_code == 401
        assert body.tell() == 0

    def test_a_database_that_is_gone_is_told_without_asking_it(self, site: Site, ada: Person) -> None:
        game = site.game(ada, ada)
        gone = OperationalError("the database is gone")
        with (
            mock.patch.object(GameRepository, "position", side_effect=gone),
            mock.patch.object(failed_streams, "among", side_effect=gone),
        ):
            answer = ada.get(f"/games/{game}/state")
        assert (answer.status_code, answer.content_type) == (500, "application/problem+json")

    def test_an_error_of_ours_tells_nothing_of_the_inside(self, site: Site, ada: Person) -> None:
        game = site.game(ada, ada)
        with mock.patch.object(GameRepository, "position", side_effect=RuntimeError("the inside")):
            answer = ada.get(f"/games/{game}/state")
        assert (answer.status_code, answer.content_type) == (500, "application/problem+json")
        assert "inside" not in answer.text


class TestHeaders:
    @pytest.mark.parametrize("path", ["/api/games", "/api/docs", "/api/nothing"])
    def test_security_headers_are_everywhere(self, site: Site, path: str) -> None:
        headers = site.app.test_client().get(path).headers
        assert "script-src 'self'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"

    def test_answers_are_nobody_elses(self, ada: Person) -> None:
        headers = ada.get("/games").headers
        assert headers["Cache-Control"] == "no-store"
        assert Person(ada.client).get("/games").headers["Cache-Control"] == "private, no-cache"
        assert {"Authorization", "Cookie"} <= set(headers["Vary"].split(", "))


class TestAGameThatFails:
    """A game whose own rules raise an error: every request for it says so."""

    @pytest.fixture
    def games(self, any_site: Site) -> tuple[str, str]:
        """Return a game of two and a game of three, in which coins were taken; nothing of that is listed yet."""
        ada, ben, cleo = (any_site.person(name) for name in ("Ada", "Ben", "Cleo"))
        both = any_site.game(ada, ben), any_site.game(ada, ben, cleo)
        any_site.catch_up()
        for game in both:
            assert ada.move(game, {"command": {"action": "take_coins"}}).status_code == 200
        return both

    @pytest.fixture
    def visitor(self, games: tuple[str, str], storage_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Person]:
        """Yield a client after the service was restarted with rules that fail at tables of three."""
        toy.change(monkeypatch, apply=toy.refuse_three(toy.RULESET.apply))
        site = site_on(storage_url)
        site.catch_up()
        yield site.visitor()
        close(site)

    def test_health_counts_it_and_names_nobody(self, visitor: Person, games: tuple[str, str]) -> None:
        health = visitor.get("/health")
        assert health.json["status"] == "failing"
        assert {model["failed"] for model in health.json["read_models"]} == {1}
        assert games[1] not in health.text

    def test_the_list_says_since_when_it_stands_still(self, visitor: Person, games: tuple[str, str]) -> None:
        sound, broken = games
        listed = {game["id"]: game for game in visitor.get("/games").json["games"]}
        assert listed[sound]["failed_at"] is None
        assert listed[broken]["failed_at"] > listed[broken]["version"]

    def test_its_own_answer_says_since_when_it_fails(self, visitor: Person, games: tuple[str, str]) -> None:
        sound, broken = games
        assert visitor.get(f"/games/{sound}/state").status_code == 200
        answer = visitor.get(f"/games/{broken}/state")
        assert answer.status_code == 500
        assert f"failed at #{answer.json['failed_at']}." in answer.json["detail"]

    def test_pages_say_so_too(self, visitor: Person, games: tuple[str, str]) -> None:
        lobby = visitor.client.get("/")
        assert lobby.text.count("This game failed at #") == 1
        page = visitor.client.get(f"/games/{games[1]}")
        assert page.status_code == 500
        assert "This game failed at #" in page.text

    def test_the_visible_part_of_a_failed_game_warns_about_lists(
        self, any_site: Site, games: tuple[str, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Only the summary fails, which the audit does not need."""
        toy.change(monkeypatch, summary=toy.refuse_three(toy.RULESET.summary))
        any_site.catch_up()
        page = any_site.visitor().client.get(f"/games/{games[1]}/audit")
        assert page.status_code == 200
        assert "Game lists show the last working position." in page.text
