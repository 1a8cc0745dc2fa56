"""Exactly-once writes: idempotency keys and simultaneous writes."""

from __future__ import annotations

from functools import partial
from threading import Barrier, Thread
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.app import create_app
from service.schemas.from_struct import schema_of
from service.schemas.play import Moved, MoveResponseSchema
from service.storage import Unavailable
from tests.service.sites import Person, Site, close

COINS = {"command": {"action": "take_coins"}}
CALL_FIRST = {"picks": ["call"]}
KEY = {"Idempotency-Key": "my-key-1"}


def same_response(first: TestResponse, again: TestResponse) -> bool:
    shown = ("Content-Type", "ETag", "Location")
    headers = [[response.headers.get(name) for name in shown] for response in (first, again)]
    return (first.status_code, first.data, headers[0]) == (again.status_code, again.data, headers[1])


def stored_responses(site: Site) -> int:
    """Return the number of stored responses for retries."""
    with site.services.storage.database.reading() as rows:
        return int(rows.execute("SELECT COUNT(*) AS kept FROM stored_responses")[0]["kept"])


def require_consistent(site: Site, person: Person, game: str, result: Any) -> None:
    """Require that the response to a move equals what everyone reads, also in a process with empty caches."""
    fresh = Site(create_app(site.services.config))
    for app in (site.app, fresh.app):
        reader = Person(app.test_client(), token=person.token)
        state = reader.get(f"/games/{game}/state").json
        assert state == {name: value for name, value in result.items() if name != "events"}
        happened = reader.get(f"/games/{game}/history?order=backward").json["events"]
        assert happened[: len(result["events"])] == result["events"][::-1]
    close(fresh)


class TestIdempotency:
    def test_refusals_to_visitors_are_not_stored(self, site: Site) -> None:
        visitor = site.visitor()
        for path, body in (("/nothing", {}), ("/users", {}), ("/games", {}), ("/games/" + "0" * 32 + "/start", {})):
            assert visitor.post(path, body, headers=KEY).status_code >= 400
        assert stored_responses(site) == 0
        ada = {"name": "Ada", "password": "password of Ada"}
        responses = [visitor.post("/users", ada, headers=KEY) for _ in range(2)]
        assert [response.status_code for response in responses] == [201, 201]
        assert stored_responses(site) == 1

    def test_repeated_move_returns_the_stored_response(self, any_site: Site) -> None:
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)
        first = ada.move(game, COINS, version=4, **KEY)
        ada.move(game, COINS)
        again = ada.move(game, COINS, version=4, **KEY)
        assert same_response(first, again)
        assert again.headers["Idempotency-Replayed"] == "true"
        assert ada.get(f"/games/{game}").json["version"] == 6

    def test_retry_after_a_lost_response_does_not_repeat_the_move(self, any_site: Site) -> None:
        """The process died after the append, before it stored the response."""
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)
        first = ada.move(game, {"picks": ["take_coins"]}, version=4, **KEY)
        with any_site.services.storage.database.transaction() as rows:
            rows.execute("DELETE FROM stored_responses")
        ada.move(game, COINS)
        again = ada.move(game, {"picks": ["take_coins"]}, version=4, **KEY)
        assert same_response(first, again)
        assert "Idempotency-Replayed" not in again.headers
        assert ada.get(f"/games/{game}").json["version"] == 6

    def test_retry_of_a_refused_move_returns_the_same_refusal(self, site: Site, ada: Person, ben: Person) -> None:
        game = site.game(ada, ben)
        first = ben.move(game, COINS, **KEY)
        for command in ("take_coins", "end_turn"):
            ada.move(game, {"command": {"action": command}})
        assert same_response(first, ben.move(game, COINS, **KEY))
        assert first.status_code == 409

    def test_key_of_another_request_is_refused(self, site: Site, ada: Person) -> None:
        game = site.game(ada, ada)
        ada.move(game, COINS, **KEY)
        for again in (ada.move(game, CALL_FIRST, **KEY), ada.on_version(game, "undo", {}, **KEY)):
            assert (again.status_code, again.json["type"]) == (422, "/api/docs#key-reused")
        assert ada.get(f"/games/{game}").json["version"] == 5

    def test_users_can_use_the_same_key_independently(self, site: Site, ada: Person, ben: Person) -> None:
        made = [person.post("/tokens", {}, headers=KEY).json["id"] for person in (ada, ben)]
        assert made[0] != made[1]

    def test_visitors_with_the_same_key_get_their_own_responses(self, any_site: Site) -> None:
        """Many visitors use a simple key; no one gets, or is blocked by, another's response."""
        people = [{"name": name, "password": f"password of {name}"} for name in ("Ada", "Ben")]
        first = [any_site.visitor().post("/users", body, headers=KEY) for body in people]
        assert [response.status_code for response in first] == [201, 201]
        again = [any_site.visitor().post("/users", body, headers=KEY) for body in people]
        assert all(map(same_response, first, again))
        guessed = any_site.visitor().post("/users", {**people[0], "password": "a guess at hers"}, headers=KEY)
        assert (guessed.status_code, guessed.json["type"]) == (409, "/api/docs#name-taken")

    def test_request_without_a_version_does_not_use_up_the_key(self, site: Site, ada: Person) -> None:
        game = site.game(ada, ada)
        assert ada.post(f"/games/{game}/moves", COINS, headers=KEY).status_code == 428
        assert ada.move(game, COINS, **KEY).status_code == 200

    @pytest.mark.parametrize("key", ["", "two words", "x" * 201, "schlüssel"])
    def test_malformed_key_is_refused(self, ada: Person, key: str) -> None:
        response = ada.post("/tokens", {}, headers={"Idempotency-Key": key})
        assert response.status_code == 422

    def test_retried_writes_return_the_first_response(self, any_site: Site) -> None:
        ada, ben = any_site.person("Ada"), any_site.person("Ben")
        visitor = any_site.visitor()

        def twice(person: Person, path: str, body: Any, **headers: str) -> Any:
            headers = {"Idempotency-Key": f"key-for-{path.replace('/', '-')}-{body}".replace(" ", ""), **headers}
            first, again = (person.post(path, body, headers=headers) for _ in range(2))
            assert first.status_code in (200, 201), (path, first.text)
            assert same_response(first, again), path
            return first.json

        twice(visitor, "/users", {"name": "Cleo", "password": "a long password"})
        game = twice(ada, "/games", {"ruleset": "toy", "name": "G", "seats": 3, "undo": "consent"})["id"]
        for person in (ada, ben):
            twice(person, f"/games/{game}/join", {})
        twice(ben, f"/games/{game}/leave", {})
        twice(ben, f"/games/{game}/join", {"seat": 1})
        twice(ada, f"/games/{game}/bots", {"bot": "best"})
        twice(ben, f"/games/{game}/seed-contribution", {"seed_contribution": "abc"})
        twice(ben, f"/games/{game}/turn-confirmation", {"automatic": True})
        twice(ada, f"/games/{game}/invitation-link", {})
        twice(ada, f"/games/{game}/start", {})
        version = twice(ada, f"/games/{game}/moves", COINS, **{"If-Match": '"9"'})["version"]
        requested = twice(ada, f"/games/{game}/undo-requests", {}, **{"If-Match": f'"{version}"'})["version"]
        responses = f"/games/{game}/undo-requests/responses"
        twice(ben, responses, {"granted": True}, **{"If-Match": f'"{requested}"'})
        branch = twice(ada, f"/games/{game}/branches", {})["id"]
        twice(ada, f"/games/{branch}/moves", COINS, **{"If-Match": '"1"'})
        twice(ada, f"/games/{branch}/undo", {}, **{"If-Match": '"2"'})
        twice(ada, f"/games/{branch}/redo", {}, **{"If-Match": '"3"'})
        twice(ada, f"/games/{game}/abandon", {})
        assert any_site.services.handler.games.game(game).version == 14
        assert any_site.services.handler.games.game(branch).version == 4

    def test_response_is_stored_together_with_the_events_of_a_move(
        self, any_site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """If the process dies right after the append, nothing is left to do."""
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)
        append = any_site.services.storage.append

        def append_and_die(*given: Any) -> int:
            append(*given)
            raise KeyboardInterrupt

        with monkeypatch.context() as died, pytest.raises(KeyboardInterrupt):
            died.setattr(any_site.services.storage, "append", append_and_die)
            ada.move(game, COINS, version=4, **KEY)
        again = ada.move(game, COINS, version=4, **KEY)
        assert (again.status_code, again.headers["Idempotency-Replayed"]) == (200, "true")
        assert same_response(again, ada.move(game, COINS, version=4, **KEY))
        assert any_site.services.handler.games.game(game).version == 5

    def test_events_of_a_failed_write_are_discarded(self, any_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)

        def fail(*_: Any) -> int:
            raise Unavailable("no room")

        with monkeypatch.context() as full:
            full.setattr(any_site.services.storage, "append", fail)
            assert ada.move(game, COINS, version=4, **KEY).status_code == 503
        assert stored_responses(any_site) == 0
        other = ada.move(game, ada.first_on_offer(game), version=4, **KEY)
        assert other.status_code == 200
        require_consistent(any_site, ada, game, other.json)

    def test_losing_writers_get_the_events_of_the_winning_move(self, any_site: Site) -> None:
        """The losing writers had already rendered a move that was not written."""
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)
        clients = [Person(any_site.app.test_client(), token=ada.token) for _ in range(4)]
        bodies = (COINS, ada.first_on_offer(game)) * 2
        responses = in_parallel(
            *(partial(each.move, game, body, 4) for each, body in zip(clients, bodies, strict=True))
        )
        made = next(response.json for response in responses if response.status_code == 200)
        require_consistent(any_site, ada, game, made)
        for stale in (response.json for response in responses if response.status_code == 412):
            assert [event["text"] for event in stale["since"]] == [event["text"] for event in made["events"]]

    def test_responses_to_moves_match_their_schemas(self, site: Site, ada: Person) -> None:
        """These responses are not serialised by the schemas, so this test checks that they conform."""
        game = site.game(ada, ada, undo="free")
        move, undo, redo = ada.move(game, COINS), ada.on_version(game, "undo", {}), ada.on_version(game, "redo", {})
        for response, schema in (
            (move, MoveResponseSchema()),
            (move, schema_of(Moved)),
            (undo, schema_of(Moved)),
            (redo, schema_of(Moved)),
        ):
            assert schema.dump(response.json) == response.json
            assert not schema.validate(response.json)

    def test_heartbeat_deletes_old_responses(self, any_site: Site) -> None:
        ada = any_site.person("Ada")
        database = any_site.services.storage.database
        for key in ("old", "young"):
            ada.post("/tokens", {}, headers={"Idempotency-Key": key})
        with database.transaction() as rows:
            rows.execute("UPDATE stored_responses SET created_at = '2020' WHERE idempotency_key = 'old'")
        any_site.services.heartbeat.beat()
        with database.reading() as rows:
            stored_responses = rows.execute("SELECT idempotency_key FROM stored_responses ORDER BY idempotency_key")
        assert [row["idempotency_key"] for row in stored_responses] == ["young"]


def in_parallel(*writes: Any) -> list[TestResponse]:
    """Run writes at the same time."""
    barrier = Barrier(len(writes))
    responses: list[Any] = [None] * len(writes)

    def run(number: int, write: Any) -> None:
        barrier.wait()
        responses[number] = write()

    threads = [Thread(target=run, args=pair) for pair in enumerate(writes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return responses


class TestSimultaneousWrites:
    def test_exactly_one_of_two_writes_on_a_version_succeeds(self, any_site: Site) -> None:
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)
        for version in range(4, 10):
            what, body = ("undo", {}) if version % 2 else ("moves", COINS)
            clients = [Person(any_site.app.test_client(), token=ada.token) for _ in range(2)]
            responses = in_parallel(*(partial(client.on_version, game, what, body, version) for client in clients))
            assert sorted(response.status_code for response in responses) == [200, 412]
            stale = next(response for response in responses if response.status_code == 412).json
            assert [event["version"] for event in stale["since"]] == [version + 1]
            assert any_site.services.handler.games.game(game).version == version + 1

    def test_writes_of_another_process_are_loaded_before_a_refusal(self, any_site: Site) -> None:
        """The process has an outdated version of the game; the client's version is the same or newer."""
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada, undo="free")
        other = Site(create_app(any_site.services.config))
        there = Person(other.app.test_client(), token=ada.token)
        assert there.move(game, COINS, 4).status_code == 200
        stale = ada.move(game, COINS, 4)
        assert stale.status_code == 412
        assert [event["version"] for event in stale.json["since"]] == [5]
        assert there.on_version(game, "undo", {}, 5).status_code == 200
        assert ada.move(game, COINS, 6).json["version"] == 7
        assert there.on_version(game, "undo", {}).json["version"] == 8
        assert ada.post(f"/games/{game}/moves?dry_run=true", COINS, headers={"If-Match": '"7"'}).status_code == 412
        assert ada.move(game, COINS, 8).json["version"] == 9
        close(other)

    def test_weak_etag_in_if_match_names_the_version(self, any_site: Site) -> None:
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)
        for tag, status in (('W/"3"', 412), ('W/"4"', 200)):
            assert ada.post(f"/games/{game}/moves", COINS, headers={"If-Match": tag}).status_code == status

    def test_requests_with_one_key_make_the_move_once(self, any_site: Site) -> None:
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)
        clients = [Person(any_site.app.test_client(), token=ada.token) for _ in range(3)]
        responses = in_parallel(*((lambda client=client: client.move(game, COINS, 4, **KEY)) for client in clients))
        assert {response.status_code for response in responses} == {200}
        assert len({response.data for response in responses}) == 1
        assert any_site.services.handler.games.game(game).version == 5

    def test_writes_without_a_version_all_succeed(self, any_site: Site) -> None:
        people = [any_site.person(f"Person{number}") for number in range(3)]
        game = any_site.table(people[0], seats=3)
        responses = in_parallel(
            *(
                (lambda seat=seat, person=person: person.post(f"/games/{game}/join", {"seat": seat}))
                for seat, person in enumerate(people)
            )
        )
        assert [response.status_code for response in responses] == [200, 200, 200]

    def test_only_one_user_can_take_a_seat(self, any_site: Site) -> None:
        people = [any_site.person(f"Person{number}") for number in range(3)]
        game = any_site.table(people[0])
        responses = in_parallel(
            *((lambda person=person: person.post(f"/games/{game}/join", {"seat": 0})) for person in people)
        )
        assert sorted(response.status_code for response in responses) == [200, 409, 409]

    def test_user_gets_only_one_seat_with_an_invitation(self, any_site: Site) -> None:
        ada, ben = any_site.person("Ada"), any_site.person("Ben")
        for _ in range(4):
            game = any_site.table(ada, private=True, seats=3)
            invitation = ada.get(f"/games/{game}/invitation-link").json["invite"]
            clients = [Person(any_site.app.test_client(), token=ben.token) for _ in range(3)]
            responses = in_parallel(
                *(
                    partial(client.post, f"/games/{game}/join", {"seat": seat, "invite": invitation})
                    for seat, client in enumerate(clients)
                )
            )
            assert sorted(response.status_code for response in responses) == [200, 409, 409]
