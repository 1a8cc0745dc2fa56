"""The position, choices, moves by picks and by command, dry runs, and undo."""

from __future__ import annotations

from typing import Any

import pytest

from service.accounts.users import digest
from service.presenters import errors
from service.runtime import build_id
from tests.service.sites import Person, Site

COINS = {"command": {"action": "take_coins"}}
END = {"command": {"action": "end_turn"}}


@pytest.fixture
def game(site: Site, ada: Person, ben: Person) -> str:
    return site.game(ada, ben)


class TestState:
    def test_players_see_only_their_own_hands(self, site: Site, game: str, ada: Person, ben: Person) -> None:
        hands = [person.get(f"/games/{game}/state").json["state"]["hands"] for person in (ada, ben, site.visitor())]
        hidden = ["hidden", "hidden"]
        assert (hands[0][1], hands[1][0], hands[2]) == (hidden, hidden, [hidden, hidden])
        assert "hidden" not in hands[0][0] + hands[1][1]

    def test_state_shows_the_seat_to_act_and_the_standing(self, game: str, ben: Person) -> None:
        state = ben.get(f"/games/{game}/state").json
        assert state["to_act"] == [{"seat": 0, "reason": "Ada is to act."}]
        assert state["standing"]["points"] == [0, 0]
        assert (state["viewer"], state["phase"], state["version"], state["head"]) == (1, "running", 4, 4)

    def test_any_version_can_be_viewed(self, game: str, ada: Person) -> None:
        ada.move(game, COINS)
        ada.move(game, COINS)
        coins = [ada.get(f"/games/{game}/state?at={version}").json["state"]["coins"] for version in (4, 5, 6)]
        assert coins == [[3, 3], [5, 3], [7, 3]]
        assert ada.get(f"/games/{game}/state?at=4").json["version"] == 6

    @pytest.mark.parametrize("at", [0, 3, 5, 10**9 - 1])
    def test_version_without_a_position_is_not_found(self, game: str, ada: Person, at: int) -> None:
        assert ada.get(f"/games/{game}/state?at={at}").status_code == 404

    def test_finished_game_hides_nothing(self, site: Site, game: str, ada: Person, ben: Person) -> None:
        site.finish(game, ada, ben)
        state = site.visitor().get(f"/games/{game}/state?at=4").json
        assert state["viewer"] == "auditor"
        assert "hidden" not in str(state["state"])
        table = site.visitor().get(f"/games/{game}").json
        assert len(table["randomness"]["seed"]) == 64

    def test_viewing_as_the_seat_of_another_player_is_refused(self, game: str, ben: Person) -> None:
        response = ben.get(f"/games/{game}/state?seat=0")
        assert (response.status_code, response.json["detail"]) == (403, "Seat 1 isn't yours.")

    def test_board_is_an_svg_with_a_strict_content_policy(self, game: str, ada: Person) -> None:
        response = ada.get(f"/games/{game}/board.svg")
        assert response.content_type == "image/svg+xml; charset=utf-8"
        assert response.text.startswith("<svg")
        assert response.headers["Content-Security-Policy"].startswith("default-src 'none'")

    def test_listed_drawings_can_be_fetched(self, game: str, ada: Person) -> None:
        found = ada.get(f"/games/{game}/drawings").json
        summaries = [(each["name"], each["place"], each.get("seat")) for each in found]
        assert summaries == [("deck", "map", None), ("mat-0", "mat", 0), ("mat-1", "mat", 1)]
        for each in found:
            response = ada.get(each["link"].removeprefix("/api"))
            assert (response.status_code, response.text[:4]) == (200, "<svg")
        assert ada.get(f"/games/{game}/drawings/ledge.svg").status_code == 404


NAMES = digest("Evening\n\nAda\nBen")[:8]
"""The title and comment (of branches only) and the players' names, in the ETags of a table."""


class TestETags:
    def test_unchanged_resource_returns_304(self, game: str, ada: Person) -> None:
        for path in ("state", "history", "board.svg", "ledger", "choices", "export", "audit"):
            first = ada.get(f"/games/{game}/{path}")
            again = ada.get(f"/games/{game}/{path}", headers={"If-None-Match": first.headers["ETag"]})
            assert (first.status_code, again.status_code, again.data) == (200, 304, b""), path

    def test_etag_contains_the_version_and_the_viewer(self, site: Site, game: str, ada: Person, ben: Person) -> None:
        by = f"{NAMES}.en.{build_id.digest()}"
        assert ada.get(f"/games/{game}/state").headers["ETag"] == f'"{game}.4.0.{by}"'
        assert ben.get(f"/games/{game}/state").headers["ETag"] == f'"{game}.4.1.{by}"'
        assert site.visitor().get(f"/games/{game}/state").headers["ETag"] == f'"{game}.4.spectator.{by}"'

    def test_etag_depends_on_the_viewer_of_an_abandoned_game(self, game: str, ada: Person, ben: Person) -> None:
        for person in (ada, ben):
            person.post(f"/games/{game}/abandon", {"agrees": True})
        seen = [person.get(f"/games/{game}") for person in (ada, ben)]
        assert seen[0].json["phase"] == seen[1].json["phase"] == "abandoned"
        assert seen[0].headers["ETag"] != seen[1].headers["ETag"]

    def test_move_requires_a_version(self, game: str, ada: Person) -> None:
        response = ada.post(f"/games/{game}/moves", COINS)
        assert (response.status_code, response.json["type"]) == (428, "/api/docs#version-needed")

    @pytest.mark.parametrize("tag", ['"4"', '"{game}.4.0.en"', '"{game}.4.1.en"', "*"])
    def test_move_with_the_current_version_is_accepted(self, game: str, ada: Person, tag: str) -> None:
        response = ada.post(f"/games/{game}/moves", COINS, headers={"If-Match": tag.format(game=game)})
        assert response.status_code == 200

    @pytest.mark.parametrize("tag", ['"3"', '"99"', '""', '"nonsense"', f'"{"0" * 32}.4.0.en"'])
    def test_move_with_another_version_is_refused(self, game: str, ada: Person, tag: str) -> None:
        response = ada.post(f"/games/{game}/moves", COINS, headers={"If-Match": tag})
        assert (response.status_code, response.json["type"]) == (412, "/api/docs#stale")
        assert ada.get(f"/games/{game}").json["version"] == 4

    def test_response_to_a_stale_move_contains_newer_events(self, game: str, ada: Person, ben: Person) -> None:
        for command in (COINS, COINS, END):
            ada.move(game, command)
        response = ben.move(game, COINS, version=5)
        assert response.json["version"] == 9
        assert [event["version"] for event in response.json["since"]] == [6, 7, 8, 9]
        assert response.json["since"][2]["data"]["number"] == "hidden"
        assert response.json["since"][0]["text"] == "Ada takes 2 coins."

    def test_newer_events_for_a_stale_move_are_limited(
        self, game: str, ada: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(errors, "MOST_SINCE", 2)
        for command in (COINS, COINS, END):
            ada.move(game, command)
        response = ben.move(game, COINS, version=5)
        assert response.json["version"] == 9
        assert [event["version"] for event in response.json["since"]] == [6, 7]


class TestChoices:
    def test_picks_lead_to_a_command_and_its_preview(self, game: str, ada: Person) -> None:
        first = ada.get(f"/games/{game}/choices").json
        assert first["prompt"] == "What do you do?"
        assert [option["value"] for option in first["options"]] == ["call", "take_coins"]
        hand = ada.get(f"/games/{game}/state").json["state"]["hands"][0]
        second = ada.get(f"/games/{game}/choices?picks=call").json
        assert [option["value"] for option in second["options"]] == hand
        last = ada.get(f"/games/{game}/choices?picks=call&picks={hand[0]}&picks=high").json
        assert last["command"] == {"action": "call", "number": hand[0], "call": "high"}
        assert last["preview"]["events"][0]["text"] == f"Ada calls {hand[0]} high."

    def test_pick_that_is_not_offered_is_refused(self, game: str, ada: Person) -> None:
        response = ada.get(f"/games/{game}/choices?picks=call&picks=77")
        assert (response.status_code, response.json["type"], response.json["index"]) == (422, "/api/docs#bad-pick", 1)
        assert response.json["offered"]

    def test_preview_stops_before_anything_is_revealed(self, game: str, ada: Person) -> None:
        ada.move(game, COINS)
        preview = ada.get(f"/games/{game}/choices?picks=end_turn").json["preview"]
        assert [event["data"]["topic"] for event in preview["events"]] == ["toy.turn_ended"]
        assert preview["stopped"]
        assert preview["to_act"][0]["seat"] == 0

    def test_preview_drawings_equal_those_after_the_move(self, game: str, ada: Person) -> None:
        predicted = ada.get(f"/games/{game}/preview-drawings?picks=take_coins").json
        assert predicted["version"] == ada.get(f"/games/{game}/state").json["version"]
        ada.move(game, COINS)
        for drawing in predicted["drawings"]:
            assert ada.get(f"/games/{game}/drawings/{drawing['name']}.svg").text == drawing["svg"]

    def test_refusal_out_of_turn_names_the_player_to_act(self, game: str, ben: Person) -> None:
        response = ben.get(f"/games/{game}/choices")
        assert (response.status_code, response.json["type"]) == (409, "/api/docs#not-your-turn")
        assert response.json["detail"] == "It's Ada's turn."

    def test_board_elements_lead_to_their_moves(self, game: str, ada: Person) -> None:
        selectable = ada.get(f"/games/{game}/board-elements").json
        hand = ada.get(f"/games/{game}/state").json["state"]["hands"][0]
        assert selectable["elements"] == [f"number:{number}" for number in hand]
        choice = ada.get(f"/games/{game}/board-choices?elements={selectable['elements'][0]}").json
        assert choice["picks"] == [option["value"] for option in choice["taken"]] == ["call", hand[0]]
        assert [option["value"] for option in choice["options"]] == ["high", "low"]
        complete = ada.get(
            f"/games/{game}/board-choices?elements=number:{hand[0]}&picks=call&picks={hand[0]}&picks=low"
        ).json
        assert complete["command"] == {"action": "call", "number": hand[0], "call": "low"}
        assert complete["preview"]["events"]

    def test_element_without_moves_is_refused(self, game: str, ada: Person) -> None:
        response = ada.get(f"/games/{game}/board-choices?elements=moon")
        assert (response.status_code, response.json["type"]) == (422, "/api/docs#bad-pick")
        assert response.json["elements"] == ["moon"]

    def test_board_choices_accept_picks_without_elements(self, game: str, ada: Person) -> None:
        choice = ada.get(f"/games/{game}/board-choices?picks=take_coins").json
        assert (choice["picks"], choice["command"]["action"]) == (["take_coins"], "take_coins")

    def test_impossible_moves_have_reasons(self, game: str, ada: Person) -> None:
        impossible = ada.get(f"/games/{game}/board-elements").json["impossible"]
        assert [option["value"] for option in impossible] == ["end_turn"]
        (reason,) = ada.get(f"/games/{game}/refusals?element=action:end_turn").json["reasons"]
        assert (reason["rule"], reason["detail"]) == ("TOY-4", "At least one action comes first.")
        assert reason["rule_text"]
        assert ada.get(f"/games/{game}/refusals?element=action:take_coins").json["reasons"] == []
        assert ada.get(f"/games/{game}/refusals?element=moon").json["reasons"] == []
        assert ada.get(f"/games/{game}/refusals").status_code == 422

    def test_spectators_cannot_get_choices(self, site: Site, game: str) -> None:
        assert site.visitor().get(f"/games/{game}/choices").status_code == 401
        assert site.person("Cleo").get(f"/games/{game}/choices").status_code == 403


class TestMoves:
    def test_picks_make_a_move(self, game: str, ada: Person) -> None:
        response = ada.move(game, {"picks": ["take_coins"]})
        assert (response.status_code, response.headers["ETag"]) == (
            200,
            f'"{game}.5.0.{NAMES}.en.{build_id.digest()}"',
        )
        assert (response.json["version"], response.json["state"]["coins"]) == (5, [5, 3])
        assert [event["text"] for event in response.json["events"]] == ["Ada takes 2 coins."]
        assert response.json["undo"] == [4]

    def test_command_makes_a_move(self, game: str, ada: Person) -> None:
        assert ada.move(game, COINS).json["state"]["coins"] == [5, 3]

    def test_a_refused_move_names_the_rule(self, game: str, ada: Person) -> None:
        number = next(n for n in "123456789" if n not in ada.get(f"/games/{game}/state").json["state"]["hands"][0])
        response = ada.move(game, {"command": {"action": "call", "number": number, "call": "high"}})
        assert (response.status_code, response.content_type) == (422, "application/problem+json")
        assert response.json["rule"] == "TOY-2"
        assert response.json["rule_text"] == "A seat plays numbers that it holds."
        assert response.json["detail"] == f"Ada does not hold {number}."

    @pytest.mark.parametrize(
        ("body", "path"),
        [
            ({"command": {"action": "call", "number": 5, "call": "high"}}, "command.number"),
            ({"command": {"action": "call", "number": "5"}}, "command"),
            ({"command": {"action": "dance"}}, "command.action"),
            ({"command": {"action": "take_coins", "coins": 100}}, "command"),
            ({"command": {}}, "command"),
            ({"command": []}, "json.command"),
            ({"picks": ["take_coins"], "command": {"action": "take_coins"}}, "json._schema"),
            ({}, "json._schema"),
            ({"picks": "take_coins"}, "json.picks"),
            ({"picks": [1]}, "json.picks.0"),
            ({"picks": ["take_coins"], "coins": 100}, "json.coins"),
            ({"picks": ["take_coins"], "seat": "0"}, "json.seat"),
        ],
    )
    def test_invalid_move_names_the_field(self, game: str, ada: Person, body: Any, path: str) -> None:
        response = ada.move(game, body)
        assert (response.status_code, response.json["type"]) == (422, "/api/docs#invalid")
        assert [error["path"] for error in response.json["errors"]] == [path]
        assert ada.get(f"/games/{game}").json["version"] == 4

    def test_incomplete_picks_are_refused_with_the_next_prompt(self, game: str, ada: Person) -> None:
        response = ada.move(game, {"picks": ["call"]})
        assert (response.status_code, response.json["type"]) == (422, "/api/docs#incomplete")
        assert response.json["detail"] == "Which number?"

    def test_move_by_another_player_or_user_is_refused(self, site: Site, game: str, ada: Person, ben: Person) -> None:
        kinds = [
            ben.move(game, COINS),
            ben.move(game, {**COINS, "seat": 0}),
            ben.move(game, {**COINS, "seat": 9}),
            site.person("Cleo").move(game, COINS),
            site.visitor().move(game, COINS),
        ]
        assert [response.status_code for response in kinds] == [409, 403, 403, 403, 401]
        assert kinds[0].json["type"] == "/api/docs#not-your-turn"
        assert ada.get(f"/games/{game}").json["version"] == 4

    def test_finished_game_accepts_no_moves(self, site: Site, game: str, ada: Person, ben: Person) -> None:
        site.finish(game, ada, ben)
        response = ada.move(game, COINS)
        assert (response.status_code, response.json["detail"]) == (409, "The game is over.")

    def test_one_user_acts_for_all_seats_of_a_hotseat_game(self, site: Site, ada: Person) -> None:
        game = site.game(ada, ada)
        for _ in range(2):
            ada.move(game, COINS)
        assert ada.move(game, {**END, "seat": 0}).json["to_act"][0]["seat"] == 1
        assert ada.move(game, COINS).json["state"]["coins"] == [7, 5]
        assert ada.get(f"/games/{game}/state").json["viewer"] == 1
        assert ada.get(f"/games/{game}/state?seat=0").json["viewer"] == 0

    def test_seats_of_a_hotseat_game_have_different_names(self, site: Site, ada: Person) -> None:
        game = site.game(ada, ada)
        assert [seat["name"] for seat in ada.get(f"/games/{game}").json["seats"]] == ["Ada", "Ada 2"]


class TestDryRuns:
    def test_returns_the_resulting_state_and_writes_nothing(self, game: str, ada: Person) -> None:
        tried = ada.on_version(game, "moves?dry_run=true", COINS).json
        assert tried["state"]["coins"] == [5, 3]
        change = {"seat": 0, "name": "Ada", "account": "coins", "title": "Coins", "before": 3, "after": 5}
        assert tried["changes"] == [change]
        assert tried["version"] == ada.get(f"/games/{game}").json["version"] == 4

    def test_move_can_end_the_turn_if_no_other_move_is_left(self, game: str, ada: Person) -> None:
        assert not ada.on_version(game, "moves?dry_run=true", COINS).json["ending"]
        ada.move(game, COINS)
        by_hand = ada.get(f"/games/{game}/board-choices?picks=take_coins").json["preview"]
        assert by_hand["ending"]
        with_it = ada.on_version(game, "moves?dry_run=true", COINS | {"ends_turn": True}).json
        assert not with_it["ending"]
        assert len(with_it["events"]) == len(by_hand["events"]) + 1
        assert ada.move(game, COINS | {"ends_turn": True}).json["to_act"][0]["seat"] == 1

    def test_stops_before_a_card_is_drawn(self, game: str, ada: Person) -> None:
        ada.move(game, COINS)
        tried = ada.on_version(game, "moves?dry_run=true", END).json
        assert (len(tried["events"]), tried["stopped"]) == (1, True)
        assert len(tried["state"]["deck"]) == 5

    def test_is_refused_if_the_move_would_be_refused(self, game: str, ada: Person, ben: Person) -> None:
        assert ada.on_version(game, "moves?dry_run=true", END).json["rule"] == "TOY-4"
        assert ben.on_version(game, "moves?dry_run=true", COINS).status_code == 409
        assert ada.on_version(game, "moves?dry_run=true", COINS, version=2).status_code == 412

    def test_has_the_etag_of_the_current_state(self, game: str, ada: Person) -> None:
        tried = ada.on_version(game, "moves?dry_run=true", COINS)
        assert tried.headers["ETag"] == ada.get(f"/games/{game}/state").headers["ETag"]

    def test_never_reveals_the_seed_even_for_the_last_move(
        self, site: Site, game: str, ada: Person, ben: Person
    ) -> None:
        tried = []
        while (acting := site.acting(game, ada, ben)) is not None:
            move = acting.first_on_offer(game)
            tried.append(acting.on_version(game, "moves?dry_run=true", move).text)
            acting.move(game, move)
        seed = ada.get(f"/games/{game}").json["randomness"]["seed"]
        assert "toy.game_ended" in tried[-1]
        assert all(seed not in response for response in tried)


class TestUndo:
    def test_undo_and_redo_change_the_state(self, game: str, ada: Person) -> None:
        ada.move(game, COINS)
        back = ada.on_version(game, "undo", {})
        assert (back.status_code, back.json["state"]["coins"], back.json["redo"]) == (200, [3, 3], [5])
        assert back.json["events"][0]["text"] == "The game continued from position #4."
        assert ada.on_version(game, "redo", {}).json["state"]["coins"] == [5, 3]

    def test_undo_accepts_only_versions_within_reach(self, game: str, ada: Person) -> None:
        for _ in range(2):
            ada.move(game, COINS)
        assert ada.on_version(game, "undo", {"to": 4}).json["state"]["coins"] == [3, 3]
        assert ada.on_version(game, "undo", {"to": 1}).status_code == 409

    def test_undo_is_refused_after_a_reveal(self, game: str, ada: Person) -> None:
        ada.move(game, COINS)
        ada.move(game, END)
        response = ada.on_version(game, "undo", {})
        assert response.status_code == 409
        assert "hidden information was revealed" in response.json["detail"]

    def test_granted_request_undoes_the_moves(self, site: Site, ada: Person, ben: Person) -> None:
        game = site.game(ada, ben, undo="consent")
        ada.move(game, COINS)
        ada.move(game, END)
        refused = ada.on_version(game, "undo", {})
        assert refused.status_code == 409
        assert "Ask the other players" in refused.json["detail"]
        ada.on_version(game, "undo-requests", {"to": 4})
        assert ben.get(f"/games/{game}").json["undo_request"] == {"seat": 0, "to": 4, "granted": []}
        granted = ben.on_version(game, "undo-requests/responses", {"granted": True}).json
        assert granted["state"]["coins"] == [3, 3]
        assert [event["data"]["topic"] for event in granted["events"]] == ["table.undo_answered", "log.head_moved"]

    def test_undo_before_the_turn_ends_needs_no_consent(self, site: Site, ada: Person, ben: Person) -> None:
        game = site.game(ada, ben, undo="consent")
        ada.move(game, COINS)
        assert ada.get(f"/games/{game}/state").json["undo"] == [4]
        assert ada.on_version(game, "undo", {}).json["state"]["coins"] == [3, 3]
        assert ada.on_version(game, "redo", {}).json["state"]["coins"] == [5, 3]

    def test_game_with_an_undo_request_is_listed_as_my_turn(self, site: Site, ada: Person, ben: Person) -> None:
        game = site.game(ada, ben, undo="consent")
        ada.move(game, COINS)
        site.catch_up()
        assert ben.get("/games", query_string={"filter": "my_turn"}).json["games"] == []
        assert "(1)" not in ben.client.get("/", headers=ben.authorization).text
        ada.on_version(game, "undo-requests", {})
        site.catch_up()
        (listed,) = ben.get("/games", query_string={"filter": "my_turn"}).json["games"]
        assert [seat["to_act"] for seat in listed["seats"]][1] == "Ada requests an undo."
        assert "(1)" in ben.client.get("/", headers=ben.authorization).text
        ben.on_version(game, "undo-requests/responses", {"granted": False})
        site.catch_up()
        assert ben.get("/games", query_string={"filter": "my_turn"}).json["games"] == []

    def test_request_can_be_refused_or_withdrawn(self, site: Site, ada: Person, ben: Person) -> None:
        game = site.game(ada, ben, undo="consent")
        ada.move(game, COINS)
        for responder in (ben, ada):
            ada.on_version(game, "undo-requests", {})
            responder.on_version(game, "undo-requests/responses", {"granted": False})
            assert ada.get(f"/games/{game}").json["undo_request"] is None
        assert ada.get(f"/games/{game}/state").json["state"]["coins"] == [5, 3]

    def test_undo_redo_and_requests_require_a_version(self, game: str, ada: Person) -> None:
        for what in ("undo", "redo", "undo-requests", "undo-requests/responses"):
            assert ada.post(f"/games/{game}/{what}", {}).status_code == 428
