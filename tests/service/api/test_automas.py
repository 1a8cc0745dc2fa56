"""Tables with automas in the API: their names, the ban on acting for them, and the awaited seats."""

from __future__ import annotations

from typing import Any

import pytest

from service.usecases import tables
from service.usecases.command_handler import CommandContext
from tests.service.sites import Person, Site

COINS, END = {"command": {"action": "take_coins"}}, {"command": {"action": "end_turn"}}
AUTOMA = "Seat 2 belongs to an automa."


def table_of(owner: Person, **settings: Any) -> str:
    wanted = {"ruleset": "toy", "name": "Evening", "seats": 2, "options": {"automas": ["keen"]}, **settings}
    reply = owner.post("/games", wanted)
    assert reply.status_code == 201, reply.text
    return str(reply.json["id"])


def game_of(owner: Person, **settings: Any) -> str:
    game = table_of(owner, **settings)
    assert owner.post(f"/games/{game}/join").status_code == 200
    assert owner.post(f"/games/{game}/start").status_code == 200
    return game


def test_table_lists_its_automas(any_site: Site) -> None:
    ada = any_site.person("Ada")
    game = table_of(ada, seats=3, options={"automas": ["keen", "gentle"]})
    seats = ada.get(f"/games/{game}").json["seats"]
    assert [(seat["name"], seat["automa"], seat["free"]) for seat in seats] == [
        ("", None, True),
        ("Automa 1", "keen", False),
        ("Automa 2", "gentle", False),
    ]
    any_site.catch_up()
    (listed,) = ada.get("/games?filter=open").json["games"]
    assert [(seat["name"], seat["automa"]) for seat in listed["seats"]] == [
        ("", None),
        ("Automa 1", "keen"),
        ("Automa 2", "gentle"),
    ]
    ada.post(f"/games/{game}/join")
    any_site.catch_up()
    assert ada.get("/games?filter=open").json["games"] == [], "no seat is free any more"


@pytest.mark.parametrize(
    ("settings", "status"),
    [
        ({"options": {"automas": ["mild"]}}, 422),
        ({"options": {"automas": "keen"}}, 422),
        ({"options": {"automas": ["keen"] * 3}, "seats": 3}, 422),
        ({"options": {"automas": ["keen", "keen"]}}, 409),
    ],
)
def test_invalid_automas_are_refused(ada: Person, settings: dict[str, Any], status: int) -> None:
    reply = ada.post("/games", {"ruleset": "toy", "name": "x", "seats": 2, **settings})
    assert reply.status_code == status
    assert reply.json["detail"]


def test_players_cannot_use_the_seat_of_an_automa(ada: Person, ben: Person) -> None:
    game = table_of(ada)
    ada.post(f"/games/{game}/join")
    for person, what, body in (
        (ben, "join", {}),
        (ben, "join", {"seat": 1}),
        (ada, "join", {"seat": 1}),
        (ada, "leave", {"seat": 1}),
        (ada, "bots", {"seat": 1, "bot": "best"}),
    ):
        reply = person.post(f"/games/{game}/{what}", body)
        assert reply.status_code == 409, (what, reply.text)
    assert reply.json["detail"] == AUTOMA
    for what, body in (
        ("seed-contribution", {"seed_contribution": "luck"}),
        ("turn-confirmation", {"automatic": True}),
    ):
        refused = ada.post(f"/games/{game}/{what}", {"seat": 1, **body})
        assert (refused.status_code, refused.json["detail"]) == (403, AUTOMA)
    ada.post(f"/games/{game}/start")
    refused = ada.move(game, {"seat": 1, **COINS})
    assert (refused.status_code, refused.json["detail"]) == (403, AUTOMA)
    viewed = ada.get(f"/games/{game}/state?seat=1")
    assert (viewed.status_code, viewed.json["detail"]) == (403, AUTOMA)


def test_automa_moves_follow_and_only_players_are_awaited(any_site: Site) -> None:
    ada = any_site.person("Ada")
    game = game_of(ada, undo="free")
    ada.move(game, COINS)
    ended = ada.move(game, END).json
    assert [(event["data"]["topic"], event["seat"]) for event in ended["events"]] == [
        ("toy.turn_ended", 0),
        ("toy.drawn", 0),
        ("toy.turn_begun", 0),
        ("toy.called", 1),
        ("toy.turn_ended", 1),
        ("toy.drawn", 1),
        ("toy.turn_begun", 1),
    ]
    assert ended["to_act"] == [{"seat": 0, "reason": "Ada is to act."}]
    assert ended["events"][5]["data"]["number"] == "hidden", "the hand of an automa is hidden like any other"
    any_site.catch_up()
    (waiting,) = ada.get("/games?filter=my_turn").json["games"]
    assert [bool(seat["to_act"]) for seat in waiting["seats"]] == [True, False]
    back = ada.on_version(game, "undo", {}).json
    assert (back["head"], len(back["state"]["hands"][1])) == (back["undo"][0] + 1, 2)
    again = ada.move(game, END).json
    assert [event["data"] for event in again["events"]] == [event["data"] for event in ended["events"]]


def test_preview_stops_at_hidden_information(ada: Person) -> None:
    game = game_of(ada)
    ada.move(game, COINS)
    preview = ada.get(f"/games/{game}/choices?picks=end_turn").json["preview"]
    assert preview["stopped"]


def test_only_player_undoes_and_abandons_without_consent(ada: Person) -> None:
    game = game_of(ada, undo="consent")
    ada.move(game, COINS)
    ada.move(game, END)
    assert ada.on_version(game, "undo-request", {}).json.get("undo_request") is None
    assert ada.get(f"/games/{game}/state").json["state"]["turn"] == 0
    assert ada.post(f"/games/{game}/abandon", {"agrees": True}).json["phase"] == "abandoned"


def test_rules_play_automas_in_a_branch(ada: Person) -> None:
    game = game_of(ada)
    at = ada.get(f"/games/{game}").json["version"]
    branch = ada.post(f"/games/{game}/branches", {"at": at, "name": "What if"}).json["id"]
    assert [seat["automa"] for seat in ada.get(f"/games/{branch}").json["seats"]] == [None, "keen"]
    ada.move(branch, COINS)
    assert {event["seat"] for event in ada.move(branch, END).json["events"]} == {0, 1}


def test_users_cannot_take_the_name_of_an_automa(site: Site) -> None:
    for name in ("Automa", "automa 2", "AUTOMA-1"):
        reply = site.visitor().post("/users", {"name": name, "password": "long enough"})
        assert (reply.status_code, "This name is reserved for automas." in reply.text) == (422, True), reply.text


class TestSolo:
    WANTED = {"ruleset": "toy", "name": "Me against the machine", "options": {"automas": ["keen", "gentle"]}}

    def test_one_request_opens_joins_and_starts_a_game(self, any_site: Site) -> None:
        ada = any_site.person("Ada")
        reply = ada.post("/games/solo", self.WANTED)
        assert reply.status_code == 201
        table = reply.json
        assert reply.headers["Location"] == f"/api/games/{table['id']}"
        assert [(seat["name"], seat["yours"]) for seat in table["seats"]] == [
            ("Ada", True),
            ("Automa 1", False),
            ("Automa 2", False),
        ]
        assert (table["phase"], table["undo"], table["viewer"]) == ("running", "free", 0)
        assert table["to_act"] == [{"seat": 0, "reason": "Ada is to act."}]
        assert ada.move(table["id"], COINS).status_code == 200

    def test_repeated_request_opens_no_other_game(self, site: Site, ada: Person) -> None:
        keyed = {"Idempotency-Key": "once"}
        first, again = (ada.post("/games/solo", self.WANTED, headers=keyed) for _ in range(2))
        assert first.json == again.json
        site.catch_up()
        assert [game["id"] for game in ada.get("/games").json["games"]] == [first.json["id"]]

    def test_repetition_completes_a_half_finished_request(self, site: Site, ada: Person) -> None:
        handler = site.services.handler
        wanted = {"rules": "toy", "name": "x", "options": {"automas": ["keen"]}, "undo": "free"}
        opened = tables.open_table(
            handler,
            CommandContext(actor=ada.id, command="half"),
            seats=2,
            **wanted,  # type: ignore[arg-type]
        )
        whole = tables.open_solo(
            handler,
            CommandContext(actor=ada.id, command="half"),
            **wanted,  # type: ignore[arg-type]
        )
        assert (whole.id, whole.table.phase) == (opened.id, "running")

    @pytest.mark.parametrize(
        ("change", "status"),
        [
            ({"options": {}}, 409),
            ({"options": {"automas": ["keen"] * 3}}, 422),
            ({"options": {"automas": ["mild"]}}, 422),
            ({"ruleset": "brass-birmingham", "options": {}}, 409),
            ({"seats": 2}, 422),
        ],
    )
    def test_options_that_cannot_be_played_solo_are_refused(
        self, site: Site, ada: Person, change: dict[str, Any], status: int
    ) -> None:
        reply = ada.post("/games/solo", self.WANTED | change)
        assert (reply.status_code, bool(reply.json["detail"])) == (status, True)
        site.catch_up()
        assert ada.get("/games").json["games"] == [], "nothing is left behind"

    def test_game_starts_if_its_automas_have_no_seats(self, ada: Person) -> None:
        table = ada.post("/games/solo", {"ruleset": "arkwright", "name": "x"}).json
        assert (table["phase"], len(table["seats"])) == ("running", 1)

    def test_visitors_are_refused(self, site: Site) -> None:
        assert site.visitor().post("/games/solo", self.WANTED).status_code == 401
