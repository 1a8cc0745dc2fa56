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


def same_answer(first: TestResponse, again: TestResponse) -> bool:
    shown = ("Content-Type", "ETag", "Location")
    headers = [[answer.headers.get(name) for name in shown] for answer in (first, again)]
    return (first.status_code, first.data, headers[0]) == (again.status_code, again.data, headers[1])


def kept(site: Site) -> int:
    """Return the number of stored responses for retries."""
    with site.services.storage.database.reading() as rows:
        return int(rows.execute("SELECT COUNT(*) AS kept FROM stored_responses")[0]["kept"])


def require_true(site: Site, person: Person, game: str, told: Any) -> None:
    """Require that the response to a move equals what everyone reads, also in a process with empty caches."""
    fresh = Site(create_app(site.services.config))
    for app in (site.app, fresh.app):
        reader = Person(app.test_client(), token=person.token)
        state = reader.get(f"/games/{game}/state").json
        assert state == {name: value for name, value in told.items() if name != "events"}
        happened = reader.get(f"/games/{game}/history?order=backward").json["events"]
        assert happened[: len(told["events"])] == told["events"][::-1]
    close(fresh)


class TestIdempotency:
    def test_refusals_to_visitors_do_not_fill_the_database(self, site: Site) -> None:
        visitor = site.visitor()
        for path, body in (("/nothing", {}), ("/users", {}), ("/games", {}), ("/games/" + "0" * 32 + "/start", {})):
            assert visitor.post(path, body, headers=KEY).status_code >= 400
        assert kept(site) == 0
        ada = {"name": "Ada", "password": "password of Ada"}
        answers = [visitor.post("/users", ada, headers=KEY) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [201, 201]
        assert kept(site) == 1

    def test_a_repeated_move_is_answered_as_the_first_time(self, any_site: Site) -> None:
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)
        first = ada.move(game, COINS, version=4, **KEY)
        ada.move(game, COINS)
        again = ada.move(game, COINS, version=4, **KEY)
        assert same_answer(first, again)
        assert again.headers["Idempotency-Replayed"] == "true"
        assert ada.get(f"/games/{game}").json["version"] == 6

    def test_a_move_whose_answer_was_lost_is_not_made_again(self, any_site: Site) -> None:
        """The process died after the append and before it kept the answer."""
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)
        first = ada.move(game, {"picks": ["take_coins"]}, version=4, **KEY)
        with any_site.services.storage.database.transaction() as rows:
            rows.execute("DELETE FROM stored_responses")
        ada.move(game, COINS)
        again = ada.move(game, {"picks": ["take_coins"]}, version=4, **KEY)
        assert same_answer(first, again)
        assert "Idempotency-Replayed" not in again.headers
        assert ada.get(f"/games/{game}").json["version"] == 6

    def test_a_refusal_is_repeated_too(self, site: Site, ada: Person, ben: Person) -> None:
        game = site.game(ada, ben)
        first = ben.move(game, COINS, **KEY)
        for command in ("take_coins", "end_turn"):
            ada.move(game, {"command": {"action": command}})
        assert same_answer(first, ben.move(game, COINS, **KEY))
        assert first.status_code == 409

    def test_another_request_needs_another_key(self, site: Site, ada: Person) -> None:
        game = site.game(ada, ada)
        ada.move(game, COINS, **KEY)
        for again in (ada.move(game, CALL_FIRST, **KEY), ada.on_version(game, "undo", {}, **KEY)):
            assert (again.status_code, again.json["type"]) == (422, "/api/docs#key-reused")
        assert ada.get(f"/games/{game}").json["version"] == 5

    def test_keys_of_two_people_have_nothing_to_do_with_each_other(self, site: Site, ada: Person, ben: Person) -> None:
        made = [person.post("/tokens", {}, headers=KEY).json["id"] for person in (ada, ben)]
        assert made[0] != made[1]

    def test_visitors_who_take_the_same_key_do_not_meet(self, any_site: Site) -> None:
        """Many visitors use a simple key; no one gets, or is blocked by, another's response."""
        people = [{"name": name, "password": f"password of {name}"} for name in ("Ada", "Ben")]
        first = [any_site.visitor().post("/users", body, headers=KEY) for body in people]
        assert [answer.status_code for answer in first] == [201, 201]
        again = [any_site.visitor().post("/users", body, headers=KEY) for body in people]
        assert all(map(same_answer, first, again))
        guessed = any_site.visitor().post("/users", {**people[0], "password": "a guess at hers"}, headers=KEY)
        assert (guessed.status_code, guessed.json["type"]) == (409, "/api/docs#name-taken")

    def test_a_request_that_was_not_let_in_does_not_use_the_key_up(self, site: Site, ada: Person) -> None:
        game = site.game(ada, ada)
        assert ada.post(f"/games/{game}/moves", COINS, headers=KEY).status_code == 428
        assert ada.move(game, COINS, **KEY).status_code == 200

    @pytest.mark.parametrize("key", ["", "two words", "x" * 201, "schlüssel"])
    def test_a_key_is_printable_and_short(self, ada: Person, key: str) -> None:
        answer = ada.post("/tokens", {}, headers={"Idempotency-Key": key})
        assert answer.status_code == 422

    def test_every_write_can_be_repeated(self, any_site: Site) -> None:
        ada, ben = any_site.person("Ada"), any_site.person("Ben")
        visitor = any_site.visitor()

        def twice(person: Person, path: str, body: Any, **headers: str) -> Any:
            headers = {"Idempotency-Key": f"key-for-{path.replace('/', '-')}-{body}".replace(" ", ""), **headers}
            first, again = (person.post(path, body, headers=headers) for _ in range(2))
            assert first.status_code in (200, 201), (path, first.text)
            assert same_answer(first, again), path
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
        answers = f"/games/{game}/undo-requests/responses"
        twice(ben, answers, {"granted": True}, **{"If-Match": f'"{requested}"'})
        branch = twice(ada, f"/games/{game}/branches", {})["id"]
        twice(ada, f"/games/{branch}/moves", COINS, **{"If-Match": '"1"'})
        twice(ada, f"/games/{branch}/undo", {}, **{"If-Match": '"2"'})
        twice(ada, f"/games/{branch}/redo", {}, **{"If-Match": '"3"'})
        twice(ada, f"/games/{game}/abandon", {})
        assert any_site.services.handler.games.game(game).version == 14
        assert any_site.services.handler.games.game(branch).version == 4

    def test_the_answer_to_a_move_is_there_when_its_facts_are(
        self, any_site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The process dies right after the append: nothing is left to be done then."""
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
        assert same_answer(again, ada.move(game, COINS, version=4, **KEY))
        assert any_site.services.handler.games.game(game).version == 5

    def test_events_of_an_unwritten_move_reach_no_one(self, any_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)

        def fail(*_: Any) -> int:
            raise Unavailable("no room")

        with monkeypatch.context() as full:
            full.setattr(any_site.services.storage, "append", fail)
            assert ada.move(game, COINS, version=4, **KEY).status_code == 503
        assert kept(any_site) == 0
        other = ada.move(game, ada.first_on_offer(game), version=4, **KEY)
        assert other.status_code == 200
        require_true(any_site, ada, game, other.json)

    def test_the_slower_writer_gets_the_present_position(self, any_site: Site) -> None:
        """The slower one had already rendered a move that was not made."""
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)
        clients = [Person(any_site.app.test_client(), token=ada.token) for _ in range(4)]
        bodies = (COINS, ada.first_on_offer(game)) * 2
        answers = at_once(*(partial(each.move, game, body, 4) for each, body in zip(clients, bodies, strict=True)))
        made = next(answer.json for answer in answers if answer.status_code == 200)
        require_true(any_site, ada, game, made)
        for stale in (answer.json for answer in answers if answer.status_code == 412):
            assert [event["text"] for event in stale["since"]] == [event["text"] for event in made["events"]]

    def test_answers_to_moves_are_what_their_schemas_say(self, site: Site, ada: Person) -> None:
        """They are not copied by their schemas on the way out, so here is where these are held to."""
        game = site.game(ada, ada, undo="free")
        move, undo, redo = ada.move(game, COINS), ada.on_version(game, "undo", {}), ada.on_version(game, "redo", {})
        for answer, schema in (
            (move, MoveResponseSchema()),
            (move, schema_of(Moved)),
            (undo, schema_of(Moved)),
            (redo, schema_of(Moved)),
        ):
            assert schema.dump(answer.json) == answer.json
            assert not schema.validate(answer.json)

    def test_old_answers_are_forgotten_by_health(self, any_site: Site) -> None:
        ada = any_site.person("Ada")
        database = any_site.services.storage.database
        for key in ("old", "young"):
            ada.post("/tokens", {}, headers={"Idempotency-Key": key})
        with database.transaction() as rows:
            rows.execute("UPDATE stored_responses SET created_at = '2020' WHERE idempotency_key = 'old'")
        any_site.services.heartbeat.beat()
        with database.reading() as rows:
            kept = rows.execute("SELECT idempotency_key FROM stored_responses ORDER BY idempotency_key")
        assert [row["idempotency_key"] for row in kept] == ["young"]


def at_once(*writes: Any) -> list[TestResponse]:
    """Run writes at the same time."""
    barrier = Barrier(len(writes))
    answers: list[Any] = [None] * len(writes)

    def run(number: int, write: Any) -> None:
        barrier.wait()
        answers[number] = write()

    threads = [Thread(target=run, args=pair) for pair in enumerate(writes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


class TestSimultaneousWrites:
    def test_of_two_moves_exactly_one_wins(self, any_site: Site) -> None:
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)
        for version in range(4, 10):
            what, body = ("undo", {}) if version % 2 else ("moves", COINS)
            clients = [Person(any_site.app.test_client(), token=ada.token) for _ in range(2)]
            answers = at_once(*(partial(client.on_version, game, what, body, version) for client in clients))
            assert sorted(answer.status_code for answer in answers) == [200, 412]
            stale = next(answer for answer in answers if answer.status_code == 412).json
            assert [event["version"] for event in stale["since"]] == [version + 1]
            assert any_site.services.handler.games.game(game).version == version + 1

    def test_another_process_s_write_is_known_before_anything_is_refused(self, any_site: Site) -> None:
        """A process decides on the game as it knows it: it knows too little, and the client as little or more."""
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

    def test_the_weak_tag_of_a_compressed_answer_names_its_version(self, any_site: Site) -> None:
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)
        for tag, status in (('W/"3"', 412), ('W/"4"', 200)):
            assert ada.post(f"/games/{game}/moves", COINS, headers={"If-Match": tag}).status_code == status

    def test_the_same_move_sent_twice_at_once_is_made_once(self, any_site: Site) -> None:
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)
        clients = [Person(any_site.app.test_client(), token=ada.token) for _ in range(3)]
        answers = at_once(*((lambda client=client: client.move(game, COINS, 4, **KEY)) for client in clients))
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.data for answer in answers}) == 1
        assert any_site.services.handler.games.game(game).version == 5

    def test_writes_that_name_no_version_all_go_through(self, any_site: Site) -> None:
        people = [any_site.person(f"Person{number}") for number in range(3)]
        game = any_site.table(people[0], seats=3)
        answers = at_once(
            *(
                (lambda seat=seat, person=person: person.post(f"/games/{game}/join", {"seat": seat}))
                for seat, person in enumerate(people)
            )
        )
        assert [answer.status_code for answer in answers] == [200, 200, 200]

    def test_one_seat_is_taken_once(self, any_site: Site) -> None:
        people = [any_site.person(f"Person{number}") for number in range(3)]
        game = any_site.table(people[0])
        answers = at_once(
            *((lambda person=person: person.post(f"/games/{game}/join", {"seat": 0})) for person in people)
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409]

    def test_an_invitation_that_is_used_twice_at_once_gives_one_seat(self, any_site: Site) -> None:
        ada, ben = any_site.person("Ada"), any_site.person("Ben")
        for _ in range(4):
            game = any_site.table(ada, private=True, seats=3)
            invitation = ada.get(f"/games/{game}/invitation-link").json["invite"]
            clients = [Person(any_site.app.test_client(), token=ben.token) for _ in range(3)]
            answers = at_once(
                *(
                    partial(client.post, f"/games/{game}/join", {"seat": seat, "invite": invitation})
                    for seat, client in enumerate(clients)
                )
            )
            assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
