"""Ids of future writes: no one can take one, however predictable the write is."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

from service.transfer.record_of_play import record_of_play
from tests.service.sites import Person, Site
from tests.service.transfer.tampering import tampered_export

KEY = "game-1"
"""An Idempotency-Key as a script would choose it."""
NEW = {"ruleset": "toy", "name": "Mine", "seats": 2}


@pytest.fixture
def ada(any_site: Site) -> Person:
    return any_site.person("Ada")


@pytest.fixture
def eve(any_site: Site) -> Person:
    return any_site.person("Eve")


@pytest.fixture
def ended(any_site: Site, eve: Person) -> list[bytes]:
    """Return the export of a game that was withdrawn: all that a forger needs."""
    table = any_site.table(eve, name="Forged")
    assert eve.post(f"/games/{table}/abandon").status_code == 200
    return lines_of(eve, table)


def lines_of(person: Person, game: str) -> list[bytes]:
    return person.get(f"/games/{game}/export").data.splitlines(keepends=True)


def digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def command_of(person: Person, key: str = KEY) -> str:
    return digest(person.id, key)


def post_with_key(person: Person, path: str, body: Any, key: str = KEY) -> Any:
    return person.post(path, body, headers={"Idempotency-Key": key})


def delete_stored_responses(site: Site) -> None:
    """Delete stored responses, as if the processes had died before storing them."""
    with site.services.storage.database.transaction() as rows:
        rows.execute("DELETE FROM stored_responses")


def test_forged_game_cannot_take_the_id_of_a_future_table(
    any_site: Site, ada: Person, eve: Person, ended: list[bytes]
) -> None:
    """Ids used to be derived from the user's id and the key, both of which others can know."""
    predicted = digest(ada.id, command_of(ada))

    def as_ada(records: list[Any]) -> None:
        records[0] |= {"actor": ada.id, "command": command_of(ada)}
        records[0]["fact"] |= {"owner": ada.id, "ruleset": NEW["ruleset"], "seats": NEW["seats"]}

    assert eve.send_file(b"".join(tampered_export(ended, as_ada, predicted))).status_code == 201
    response = post_with_key(ada, "/games", NEW)
    assert (response.status_code, response.json["host"], response.json["phase"]) == (201, ada.id, "open")
    assert response.json["id"] != predicted


def test_forged_game_cannot_take_the_id_of_a_future_branch(
    any_site: Site, ada: Person, eve: Person, ended: list[bytes]
) -> None:
    game = any_site.game(ada, ada)
    assert eve.send_file(b"".join(tampered_export(ended, stream=digest(ada.id, command_of(ada))))).status_code == 201
    branch = post_with_key(ada, f"/games/{game}/branches", {})
    assert (branch.status_code, branch.json["owner"], branch.json["origin"]) == (201, ada.id, game)


def test_forged_game_cannot_take_the_id_of_a_future_import(
    any_site: Site, ada: Person, eve: Person, ended: list[bytes]
) -> None:
    game = any_site.game(eve, eve)
    any_site.finish(game, eve, eve)
    record = msgspec.json.encode(record_of_play(any_site.services.handler, any_site.services.handler.games.game(game)))
    predicted = digest(ada.id, hashlib.sha256(record).hexdigest())
    assert eve.send_file(b"".join(tampered_export(ended, stream=predicted))).status_code == 201
    imported = ada.send("/import", record, "application/json")
    assert (imported.status_code, imported.json["host"]) == (201, ada.id)
    again = ada.send("/import", record, "application/json")
    assert (again.status_code, again.json["game"]) == (409, f"/api/games/{imported.json['id']}")


@pytest.mark.parametrize("stream", [f"figures-{'0' * 64}", "0" * 31, "../" + "0" * 29])
def test_file_with_an_invalid_game_id_is_refused(eve: Person, ended: list[bytes], stream: str) -> None:
    assert eve.send_file(b"".join(tampered_export(ended, stream=stream))).status_code == 422


def test_different_game_with_an_imported_id_is_refused(eve: Person, ended: list[bytes]) -> None:
    def renamed(records: list[Any]) -> None:
        records[0]["fact"]["private"] = True

    game, another = (b"".join(tampered_export(ended, change, "e" * 32)) for change in (lambda records: None, renamed))
    assert eve.send_file(game).status_code == 201
    assert eve.send_file(game).json["game"] == f"/api/games/{'e' * 32}"
    response = eve.send_file(another)
    assert (response.status_code, response.json["type"], "game" in response.json) == (
        422,
        "/api/docs#illegal-record",
        False,
    )


def test_forged_file_cannot_pass_for_a_write_made_here(
    any_site: Site, ada: Person, eve: Person, ended: list[bytes]
) -> None:
    def as_ada(records: list[Any]) -> None:
        records[1] |= {"actor": ada.id, "command": command_of(ada)}

    game = eve.send_file(b"".join(tampered_export(ended, as_ada, "f" * 32))).json["id"]
    response = post_with_key(ada, f"/games/{game}/join", {})
    assert (response.status_code, response.json["type"]) == (409, "/api/docs#game-over")


def test_id_chosen_by_another_user_does_not_block_a_token(any_site: Site, ada: Person) -> None:
    """A form of the account page contains its id, which anyone can fill in."""
    browser = any_site.app.test_client()
    here = {"Origin": "http://localhost"}
    browser.post("/sign-up", data={"name": "Eve", "password": "password of Eve"}, headers=here)
    browser.post("/account/tokens", data={"label": "x", "command": command_of(ada)}, headers=here)
    made = post_with_key(ada, "/tokens", {"label": "mine"})
    assert made.status_code == 201
    assert made.json["token"]


class TestRetries:
    """Ids are random, but a retried write still finds the id of its first attempt."""

    def test_retry_after_a_lost_response_finds_the_same_id(self, any_site: Site, ada: Person) -> None:
        game = any_site.game(ada, ada)
        for path, body in (("/games", NEW), (f"/games/{game}/branches", {"name": "What if"}), ("/tokens", {})):
            first = post_with_key(ada, path, body, key=path)
            delete_stored_responses(any_site)
            assert post_with_key(ada, path, body, key=path).json["id"] == first.json["id"]

    def test_retry_finds_the_branch_after_the_game_has_moved_on(self, any_site: Site, ada: Person) -> None:
        game = any_site.game(ada, ada)
        first = post_with_key(ada, f"/games/{game}/branches", {})
        ada.move(game, ada.first_on_offer(game))
        delete_stored_responses(any_site)
        again = post_with_key(ada, f"/games/{game}/branches", {})
        assert (again.json["id"], again.json["at"]) == (first.json["id"], first.json["at"])

    def test_failed_write_does_not_block_its_retry(
        self, any_site: Site, ada: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def died(*_: object) -> None:
            raise ConnectionError

        monkeypatch.setattr(any_site.services.storage, "append", died)
        assert post_with_key(ada, "/games", NEW).status_code == 500
        monkeypatch.undo()
        assert post_with_key(ada, "/games", NEW).status_code == 201

    def test_other_requests_with_the_key_of_a_table_are_refused(self, any_site: Site, ada: Person) -> None:
        """Stored responses expire, but tables and branches do not."""
        game = any_site.game(ada, ada)
        post_with_key(ada, "/games", NEW)
        others = [{"name": "Another"}, {"seats": 3}, {"private": True}, {"options": {"coins": 9}}, {"undo": "free"}]
        for path, body in [("/games", NEW | other) for other in others] + [(f"/games/{game}/branches", {})]:
            delete_stored_responses(any_site)
            response = post_with_key(ada, path, body)
            assert (response.status_code, response.json["type"]) == (409, "/api/docs#refused"), body
