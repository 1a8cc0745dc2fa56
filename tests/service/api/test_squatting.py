"""Ids of future writes: no one can take one, however predictable the write is."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

from service.transfer.record_of_play import record_of_play
from tests.service.sites import Person, Site
from tests.service.transfer.tampering import forged

KEY = "game-1"
"""An Idempotency-Key as scripts choose them."""
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


def opened(person: Person, path: str, body: Any, key: str = KEY) -> Any:
    return person.post(path, body, headers={"Idempotency-Key": key})


def forget_answers(site: Site) -> None:
    """Delete stored responses, as if the processes had died before storing them."""
    with site.services.storage.database.transaction() as rows:
        rows.execute("DELETE FROM stored_responses")


def test_a_forged_game_does_not_wait_under_the_id_of_a_table_to_be_opened(
    any_site: Site, ada: Person, eve: Person, ended: list[bytes]
) -> None:
    """The id was made from the user's id and the key, both of which can be known."""
    foretold = digest(ada.id, command_of(ada))

    def as_hers(records: list[Any]) -> None:
        records[0] |= {"actor": ada.id, "command": command_of(ada)}
        records[0]["fact"] |= {"owner": ada.id, "ruleset": NEW["ruleset"], "seats": NEW["seats"]}

    assert eve.send_file(b"".join(forged(ended, as_hers, foretold))).status_code == 201
    answer = opened(ada, "/games", NEW)
    assert (answer.status_code, answer.json["host"], answer.json["phase"]) == (201, ada.id, "open")
    assert answer.json["id"] != foretold


def test_a_forged_game_does_not_wait_under_the_id_of_a_what_if_to_be_opened(
    any_site: Site, ada: Person, eve: Person, ended: list[bytes]
) -> None:
    game = any_site.game(ada, ada)
    assert eve.send_file(b"".join(forged(ended, stream=digest(ada.id, command_of(ada))))).status_code == 201
    branch = opened(ada, f"/games/{game}/branches", {})
    assert (branch.status_code, branch.json["owner"], branch.json["origin"]) == (201, ada.id, game)


def test_a_forged_game_does_not_wait_under_the_id_of_a_record_of_play(
    any_site: Site, ada: Person, eve: Person, ended: list[bytes]
) -> None:
    game = any_site.game(eve, eve)
    any_site.finish(game, eve, eve)
    record = msgspec.json.encode(record_of_play(any_site.services.handler, any_site.services.handler.games.game(game)))
    foretold = digest(ada.id, hashlib.sha256(record).hexdigest())
    assert eve.send_file(b"".join(forged(ended, stream=foretold))).status_code == 201
    brought = ada.send("/import", record, "application/json")
    assert (brought.status_code, brought.json["host"]) == (201, ada.id)
    again = ada.send("/import", record, "application/json")
    assert (again.status_code, again.json["game"]) == (409, f"/api/games/{brought.json['id']}")


@pytest.mark.parametrize("stream", [f"figures-{'0' * 64}", "0" * 31, "../" + "0" * 29])
def test_a_file_bears_the_id_of_a_game_and_nothing_else(eve: Person, ended: list[bytes], stream: str) -> None:
    assert eve.send_file(b"".join(forged(ended, stream=stream))).status_code == 422


def test_another_game_under_the_id_of_a_file_is_not_taken_for_it(eve: Person, ended: list[bytes]) -> None:
    def renamed(records: list[Any]) -> None:
        records[0]["fact"]["private"] = True

    game, another = (b"".join(forged(ended, change, "e" * 32)) for change in (lambda records: None, renamed))
    assert eve.send_file(game).status_code == 201
    assert eve.send_file(game).json["game"] == f"/api/games/{'e' * 32}"
    answer = eve.send_file(another)
    assert (answer.status_code, answer.json["type"], "game" in answer.json) == (422, "/api/docs#illegal-record", False)


def test_a_forged_file_cannot_pass_for_a_write_made_here(
    any_site: Site, ada: Person, eve: Person, ended: list[bytes]
) -> None:
    def as_hers(records: list[Any]) -> None:
        records[1] |= {"actor": ada.id, "command": command_of(ada)}

    game = eve.send_file(b"".join(forged(ended, as_hers, "f" * 32))).json["id"]
    answer = opened(ada, f"/games/{game}/join", {})
    assert (answer.status_code, answer.json["type"]) == (409, "/api/docs#game-over")


def test_a_token_is_made_whatever_ids_others_have_chosen_for_theirs(any_site: Site, ada: Person) -> None:
    """A form of the account page contains its id, which anyone can fill in."""
    browser = any_site.app.test_client()
    here = {"Origin": "http://localhost"}
    browser.post("/sign-up", data={"name": "Eve", "password": "password of Eve"}, headers=here)
    browser.post("/account/tokens", data={"label": "x", "command": command_of(ada)}, headers=here)
    made = opened(ada, "/tokens", {"label": "mine"})
    assert made.status_code == 201
    assert made.json["token"]


class TestRepetitions:
    """The ids are drawn by chance, and a write that is sent again finds its own all the same."""

    def test_after_a_lost_answer_the_same_stream_is_found(self, any_site: Site, ada: Person) -> None:
        game = any_site.game(ada, ada)
        for path, body in (("/games", NEW), (f"/games/{game}/branches", {"name": "What if"}), ("/tokens", {})):
            first = opened(ada, path, body, key=path)
            forget_answers(any_site)
            assert opened(ada, path, body, key=path).json["id"] == first.json["id"]

    def test_a_what_if_is_found_again_when_the_game_has_moved_on(self, any_site: Site, ada: Person) -> None:
        game = any_site.game(ada, ada)
        first = opened(ada, f"/games/{game}/branches", {})
        ada.move(game, ada.first_on_offer(game))
        forget_answers(any_site)
        again = opened(ada, f"/games/{game}/branches", {})
        assert (again.json["id"], again.json["at"]) == (first.json["id"], first.json["at"])

    def test_a_process_that_died_before_it_opened_anything_leaves_nothing_in_the_way(
        self, any_site: Site, ada: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def died(*_: object) -> None:
            raise ConnectionError

        monkeypatch.setattr(any_site.services.storage, "append", died)
        assert opened(ada, "/games", NEW).status_code == 500
        monkeypatch.undo()
        assert opened(ada, "/games", NEW).status_code == 201

    def test_another_wish_under_a_key_that_opened_a_table_is_refused(self, any_site: Site, ada: Person) -> None:
        """Answers are kept for a while, what was opened for ever."""
        game = any_site.game(ada, ada)
        opened(ada, "/games", NEW)
        others = [{"name": "Another"}, {"seats": 3}, {"private": True}, {"options": {"coins": 9}}, {"undo": "free"}]
        for path, body in [("/games", NEW | other) for other in others] + [(f"/games/{game}/branches", {})]:
            forget_answers(any_site)
            answer = opened(ada, path, body)
            assert (answer.status_code, answer.json["type"]) == (409, "/api/docs#refused"), body
