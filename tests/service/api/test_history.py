"""History, ledger, branches, audit, files."""

from __future__ import annotations

import json

import msgspec
import pytest

from service.presenters.history import filters, timeline
from service.transfer.record_of_play import record_of_play
from service.usecases import branch_quota
from tests.service.sites import Person, Site

COINS = {"command": {"action": "take_coins"}}
END = {"command": {"action": "end_turn"}}


@pytest.fixture
def game(site: Site, ada: Person, ben: Person) -> str:
    return site.game(ada, ben)


class TestHistory:
    def test_undone_moves_stay_as_inactive_events(self, game: str, ada: Person) -> None:
        ada.move(game, COINS)
        ada.on_version(game, "undo", {})
        ada.move(game, COINS)
        events = ada.get(f"/games/{game}/history").json["events"]
        actual = [(event["version"], event["text"], event["active"]) for event in events[-3:]]
        assert actual == [
            (5, "Ada takes 2 coins.", False),
            (6, "The game continued from position #4.", False),
            (7, "Ada takes 2 coins.", True),
        ]
        assert [event["is_move"] for event in events[-3:]] == [True, False, True]

    def test_events_of_one_move_are_grouped(self, game: str, ada: Person, ben: Person) -> None:
        ada.move(game, COINS)
        ada.move(game, END)
        events = ben.get(f"/games/{game}/history").json["events"]
        assert [(event["version"], event["move"]) for event in events[-4:]] == [(5, 5), (6, 6), (7, 6), (8, 6)]
        assert events[6]["text"] == "Ada draws hidden."
        assert events[0]["data"]["seed"] == "hidden"

    def test_event_decided_by_the_rules_has_an_explanation(self, ada: Person) -> None:
        alone = {"ruleset": "barrage", "name": "Alone", "options": {"automas": ["normal", "high_voltage"]}}
        game = ada.post("/games/solo", alone).json["id"]
        for _ in range(3):
            ada.move(game, ada.first_on_offer(game))
        events = ada.get(f"/games/{game}/history").json["events"]
        explained = [event for event in events if event["has_explanation"]]
        assert {event["data"]["topic"] for event in explained} >= {"barrage.automa_acted"}
        acted = next(event for event in explained if event["data"]["topic"] == "barrage.automa_acted")
        actual = ada.get(f"/games/{game}/history/{acted['version']}").json
        assert {name: actual[name] for name in acted} == acted
        assert all(step["text"].endswith(".") and step["rule"].startswith("TA-") for step in actual["explanation"])
        narrowed = [step for step in actual["explanation"] if step["candidates_before"]]
        assert all(set(step["candidates_after"]) <= set(step["candidates_before"]) for step in narrowed)
        drawing = ada.client.get(actual["drawing"], headers=ada.authorization)
        assert drawing.content_type == "image/svg+xml; charset=utf-8"
        assert drawing.text.startswith("<svg")

    def test_player_move_has_no_explanation(self, game: str, ada: Person) -> None:
        ada.move(game, COINS)
        actual = ada.get(f"/games/{game}/history/5").json
        assert (actual["text"], actual["has_explanation"], actual["explanation"], actual["drawing"]) == (
            "Ada takes 2 coins.",
            False,
            [],
            None,
        )
        assert ada.get(f"/games/{game}/history/5/drawing.svg").status_code == 404
        assert ada.get(f"/games/{game}/history/6").status_code == 404
        assert ada.get(f"/games/{game}/history/0").status_code == 404

    @pytest.mark.parametrize("order", ["forward", "backward"])
    def test_read_model_and_replay_give_the_same_pages(self, any_site: Site, order: str) -> None:
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)
        for _ in range(2):
            ada.move(game, COINS)

        def pages() -> list[list[int]]:
            found, cursor = [], {}
            while cursor is not None:
                page = ada.get(f"/games/{game}/history", query_string={"order": order, "limit": 3, **cursor}).json
                found.append([event["version"] for event in page["events"]])
                cursor = {"cursor": page["next"]} if page["next"] else None
            return found

        by_replay = pages()
        any_site.catch_up()
        assert pages() == by_replay
        versions = [version for page in by_replay for version in page]
        assert versions == sorted(range(1, 7), reverse=order == "backward")

    def test_history_before_a_version_starts_with_the_latest(self, any_site: Site) -> None:
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)
        for _ in range(2):
            ada.move(game, COINS)

        def versions(query: str) -> list[int]:
            events = ada.get(f"/games/{game}/history?order=backward&{query}").json["events"]
            return [event["version"] for event in events]

        for _ in range(2):
            assert versions("before=5&limit=2") == [4, 3]
            assert versions("before=6&kind=toy.coins_taken") == [5]
            assert versions("before=100&limit=1") == [6]
            assert versions("before=1") == []
            any_site.catch_up()
        first = ada.get(f"/games/{game}/history?order=backward&before=5&limit=2").json
        assert versions(f"before=5&limit=2&cursor={first['next']}") == [2, 1]
        for wrong in ("before=5", "order=backward&before=0", "order=backward&before=x"):
            response = ada.get(f"/games/{game}/history?{wrong}")
            assert response.status_code == 422, wrong
            assert "before" in str(response.json["errors"]), wrong


class TestLedger:
    def test_changes_add_up_to_the_state(self, any_site: Site) -> None:
        ada = any_site.person("Ada")
        game = any_site.game(ada, ada)
        ada.move(game, COINS)
        ada.on_version(game, "undo", {})
        any_site.finish(game, ada, ada)
        state = ada.get(f"/games/{game}/state").json["state"]
        by_replay = ada.get(f"/games/{game}/ledger").json
        any_site.catch_up()
        ledger = ada.get(f"/games/{game}/ledger").json
        assert ledger == by_replay
        assert ledger["balances"] == {"points": state["points"], "coins": state["coins"]}
        counted = [entry for entry in ledger["entries"] if entry["active"]]
        assert sum(entry["change"] for entry in counted if entry["account"] == "coins") == sum(state["coins"])
        assert len(counted) < len(ledger["entries"])

    def test_entries_of_one_seat_and_account_are_paginated(self, game: str, ada: Person) -> None:
        for _ in range(2):
            ada.move(game, COINS)
        first = ada.get(f"/games/{game}/ledger?player_seat=0&account=coins&limit=2").json
        rest = ada.get(f"/games/{game}/ledger?player_seat=0&account=coins&limit=2&cursor={first['next']}").json
        assert [entry["balance"] for entry in first["entries"] + rest["entries"]] == [3, 5, 7]
        assert rest["next"] is None


class TestBranches:
    def test_branch_of_a_running_game_is_imagined_and_private(self, any_site: Site) -> None:
        ada, ben = any_site.person("Ada"), any_site.person("Ben")
        game = any_site.game(ada, ben)
        ada.move(game, COINS)
        response = ada.post(f"/games/{game}/branches", {"at": 4, "name": "What if I called?"})
        branch = response.json
        assert (response.status_code, branch["at"], branch["imagined"]) == (201, 4, True)
        any_site.catch_up()
        assert [found["id"] for found in ada.get(f"/games/{game}/branches").json["branches"]] == [branch["id"]]
        assert ben.get(f"/games/{game}/branches").json["branches"] == []
        for path in ("", "/state", "/history", "/export", "/events?after=0", "/board.svg", "/branches"):
            assert ben.get(f"/games/{branch['id']}{path}").status_code == 404, path

    def test_owner_plays_all_seats_and_can_undo_moves(self, game: str, ada: Person) -> None:
        hand = ada.get(f"/games/{game}/state").json["state"]["hands"][0]
        branch = ada.post(f"/games/{game}/branches", {}).json["id"]
        state = ada.get(f"/games/{branch}/state").json
        assert (state["viewer"], state["state"]["hands"][0]) == ("auditor", hand)
        assert "hidden" not in str(state["state"])
        ada.move(branch, COINS)
        assert ada.move(branch, END).json["to_act"][0]["seat"] == 1
        assert ada.move(branch, COINS).json["state"]["coins"] == [5, 5]
        assert ada.on_version(branch, "undo", {"to": 0}).json["state"]["coins"] == [3, 3]
        assert ada.get(f"/games/{game}").json["version"] == 4

    def test_every_version_of_a_branch_can_be_viewed(self, game: str, ada: Person) -> None:
        """This includes version 0: the initial position, to which the first move can be undone."""
        branch = ada.post(f"/games/{game}/branches", {}).json["id"]
        ada.move(branch, COINS)
        ada.on_version(branch, "undo", {"to": 0})
        states = [ada.get(f"/games/{branch}/state?at={at}").json for at in range(4)]
        assert [state["head"] for state in states] == [0, 0, 2, 0]
        assert states[0]["state"] == states[1]["state"] == states[3]["state"] != states[2]["state"]
        for what in ("board.svg", "audit"):
            assert [ada.get(f"/games/{branch}/{what}?at={at}").status_code for at in range(5)] == [200] * 4 + [404]

    def test_branch_never_reveals_the_seed_of_the_game(self, site: Site, game: str, ada: Person) -> None:
        branch = ada.post(f"/games/{game}/branches", {}).json["id"]
        seed = site.services.handler.games.game(game).table.opened.seed
        for path in ("", "/state", "/history", "/export", "/events?after=0"):
            assert seed not in ada.get(f"/games/{branch}{path}").text, path

    def test_branches_of_a_finished_game_are_public_and_not_imagined(
        self, site: Site, game: str, ada: Person, ben: Person
    ) -> None:
        site.finish(game, ada, ben)
        branch = ben.post(f"/games/{game}/branches", {"at": 4}).json
        assert not branch["imagined"]
        true = ada.get(f"/games/{game}/state?at=4").json["state"]
        assert ada.get(f"/games/{branch['id']}/state").json["state"] == true
        assert ada.move(branch["id"], COINS).status_code == 403
        nested = ben.post(f"/games/{branch['id']}/branches", {"name": "Further"}).json
        site.catch_up()
        listed = [*ada.get(f"/games/{game}/branches").json["branches"], *ada.get("/games").json["games"]]
        assert {listing[when][-1] for listing in listed for when in ("opened_at", "changed_at")} == {"Z"}
        tree = ada.get(f"/games/{nested['id']}/branches").json
        assert tree["root"] == game
        assert [(found["name"], found["origin"]) for found in tree["branches"]] == [
            ("What if", game),
            ("Further", branch["id"]),
        ]

    @pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
    def test_tree_is_paginated(self, any_site: Site, over: bool) -> None:
        ada, ben = any_site.person("Ada"), any_site.person("Ben")
        game = any_site.game(ada, ben)
        if over:
            any_site.finish(game, ada, ben)
        opened = [user.post(f"/games/{game}/branches", {}).json["id"] for user in (ada, ben, ada, ada, ben)]
        any_site.catch_up()
        listed: list[list[str]] = []
        cursor: dict[str, str] | None = {}
        while cursor is not None:
            tree = ada.get(f"/games/{game}/branches", query_string={"limit": 2, **cursor}).json
            listed.append([branch["id"] for branch in tree["branches"]])
            cursor = {"cursor": tree["next"]} if tree["next"] else None
        known = opened if over else [opened[number] for number in (0, 2, 3)]
        assert listed == [known[at : at + 2] for at in range(0, len(known), 2)]

    def test_branches_per_user_are_limited(self, game: str, ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(branch_quota, "MOST", 2)
        key = {"Idempotency-Key": "sent-twice"}
        for headers in ({}, key, key):
            assert ada.post(f"/games/{game}/branches", {}, headers=headers).status_code == 201
        response = ada.post(f"/games/{game}/branches", {})
        assert (response.status_code, response.json["type"]) == (409, "/api/docs#refused")
        assert response.json["detail"] == "You can have at most 2 branches per game."

    @pytest.mark.parametrize("at", [0, 3, 5])
    def test_branch_requires_a_position(self, game: str, ada: Person, at: int) -> None:
        assert ada.post(f"/games/{game}/branches", {"at": at}).status_code == 409


class TestAudit:
    def test_every_command_is_decided_again(self, game: str, ada: Person) -> None:
        ada.move(game, COINS)
        audit = ada.get(f"/games/{game}/audit").json
        assert audit["identical"]
        assert [(found["version"], found["verdict"]) for found in audit["findings"]] == [
            (4, "identical"),
            (5, "identical"),
        ]


class TestFiles:
    def test_exported_game_is_recognised_on_import(self, site: Site, game: str, ada: Person, ben: Person) -> None:
        site.finish(game, ada, ben)
        exported = ben.get(f"/games/{game}/export")
        assert exported.content_type == "application/x-ndjson"
        assert f'filename="daybook-{game}.ndjson"' in exported.headers["Content-Disposition"]
        again = ada.send_file(exported.data)
        assert (again.status_code, again.json["game"]) == (409, f"/api/games/{game}")

    def test_export_of_a_running_game_hides_secrets(self, game: str, ada: Person, ben: Person) -> None:
        lines = [json.loads(line) for line in ben.get(f"/games/{game}/export").text.splitlines()]
        assert lines[0]["line"] == "veiled"
        assert lines[4]["fact"]["hands"][0] == ["hidden", "hidden"]
        assert "hash" not in str(lines)

    def test_tampered_line_of_an_export_is_reported(self, site: Site, game: str, ada: Person, ben: Person) -> None:
        site.finish(game, ada, ben)
        content = ada.get(f"/games/{game}/export").data
        tampered = content.replace(b'"coins":2', b'"coins":3', 1)
        assert tampered != content
        before = site.services.storage.last_id()
        response = ada.send_file(tampered)
        assert (response.status_code, response.json["type"]) == (422, "/api/docs#illegal-record")
        assert response.json["line"] > 1
        assert site.services.storage.last_id() == before, "nothing is stored"

    def test_record_of_play_is_imported_as_a_game(self, site: Site, game: str, ada: Person, ben: Person) -> None:
        site.finish(game, ada, ben)
        record = msgspec.to_builtins(record_of_play(site.services.handler, site.services.handler.games.game(game)))
        response = ada.post("/import", json=record)
        assert (response.status_code, response.json["host"]) == (201, ada.id)
        here, there = (ada.get(f"/games/{stream}/state").json for stream in (response.json["id"], game))
        assert here["state"] == there["state"]

    def test_first_illegal_move_of_a_record_is_reported(self, site: Site, game: str, ada: Person, ben: Person) -> None:
        site.finish(game, ada, ben)
        record = msgspec.to_builtins(record_of_play(site.services.handler, site.services.handler.games.game(game)))
        record["moves"][2]["command"] = {"action": "call", "number": "0", "call": "high"}
        response = ada.post("/import", json=record)
        assert (response.status_code, response.json["line"], response.json["rule"]) == (422, 3, "TOY-2")

    def test_import_requires_login(self, site: Site) -> None:
        assert site.visitor().post("/import", {}).status_code == 401


class TestFilters:
    def matching_texts(self, person: Person, game: str, **query: object) -> list[str]:
        """Return the texts of the matching events of all pages."""
        actual, cursor = [], {}
        while True:
            page = person.get(f"/games/{game}/history", query_string={**query, **cursor}).json
            actual += [event["text"] for event in page["events"]]
            if page["next"] is None:
                return actual
            cursor = {"cursor": page["next"]}

    def test_events_are_filtered_by_seat_and_kind(self, game: str, ada: Person, ben: Person) -> None:
        for person in (ada, ben):
            person.move(game, COINS)
            person.move(game, END)
        taken = ["Ada takes 2 coins.", "Ben takes 2 coins."]
        assert self.matching_texts(ada, game, kind="toy.coins_taken") == taken
        assert self.matching_texts(ada, game, kind="toy.coins_taken", order="backward", limit=1) == taken[::-1]
        assert self.matching_texts(ada, game, kind="toy.coins_taken", player_seat=1) == taken[1:]
        assert self.matching_texts(ada, game, kind="nothing.of_the_kind") == []

    def test_number_of_events_searched_per_page_is_limited(
        self, game: str, ada: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for person in (ada, ben):
            person.move(game, COINS)
            person.move(game, END)
        monkeypatch.setattr(filters, "LOOKED_AT", 4)
        monkeypatch.setattr(filters, "_AT_ONCE", 2)
        first = ada.get(f"/games/{game}/history?kind=toy.coins_taken").json
        assert (first["events"], bool(first["next"])) == ([], True)
        assert len(self.matching_texts(ada, game, kind="toy.coins_taken")) == 2

    def test_filter_by_place_reveals_nothing_hidden(self, game: str, ada: Person, ben: Person) -> None:
        ada.move(game, COINS)
        ada.move(game, END)
        numbers = [f"number:{number}" for number in range(1, 10)]
        of_ada, of_ben = ([self.matching_texts(user, game, place=each) for each in numbers] for user in (ada, ben))
        assert sum(map(len, of_ada)) == 1
        assert of_ben == [[]] * 9


class TestTimeline:
    def test_timeline_shows_phases_turns_and_undone_moves(self, game: str, ada: Person, ben: Person) -> None:
        ada.move(game, COINS)
        ada.on_version(game, "undo", {})
        ada.move(game, COINS)
        ada.move(game, END)
        ben.move(game, COINS)
        actual = ben.get(f"/games/{game}/timeline").json
        assert actual["phases"] == [{"version": 4, "kind": "era", "name": "The numbers are dealt"}]
        spans = [(each["first"], each["last"], each["seat"], each["active"]) for each in actual["segments"]]
        assert spans == [(1, 4, None, True), (5, 6, 0, False), (7, 10, 0, True), (11, 11, 1, True)]
        assert actual["next"] is None

    def test_pages_of_a_long_game_cover_every_version(
        self, game: str, ada: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for person in (ada, ben, ada):
            person.move(game, COINS)
            person.move(game, END)
        whole = ada.get(f"/games/{game}/timeline").json
        monkeypatch.setattr(timeline, "AT_ONCE", 5)
        covered, cursor = [], {}
        while True:
            page = ben.get(f"/games/{game}/timeline", query_string=cursor).json
            covered += [range(each["first"], each["last"] + 1) for each in page["segments"]]
            if page["next"] is None:
                break
            cursor = {"cursor": page["next"]}
        assert [version for span in covered for version in span] == list(range(1, whole["version"] + 1))
