"""Playing the moves of a branch in its game: as many as are legal, in one write, after a preview."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.sites import Person, Site

COINS = {"command": {"action": "take_coins"}}
END = {"command": {"action": "end_turn"}}


def called(number: str, call: str = "high") -> dict[str, Any]:
    return {"command": {"action": "call", "number": number, "call": call}}


@pytest.fixture
def game(site: Site, ada: Person, ben: Person) -> str:
    return site.game(ada, ben)


def branch_of(person: Person, game: str, *moves: dict[str, Any]) -> str:
    """Return a branch from the current position of the game, with these moves made."""
    branch_id = str(person.on_version(game, "branches", {"name": "What if"}).json["id"])
    for move in moves:
        response = person.move(branch_id, move)
        assert response.status_code == 200, response.text
    return branch_id


def held(person: Person, game: str, seat: int = 0) -> str:
    return str(person.get(f"/games/{game}/state").json["state"]["hands"][seat][0])


def test_branch_is_played_as_one_move_that_can_be_undone(any_site: Site) -> None:
    ada, ben = any_site.person("Ada"), any_site.person("Ben")
    game = any_site.game(ada, ben)
    branch_id = branch_of(ada, game, COINS, called(held(ada, game)))
    made = ada.on_version(game, "moves/from-branch", {"branch": branch_id})
    assert (made.status_code, made.json["rejected"]) == (200, None)
    assert [event["data"]["topic"] for event in made.json["events"]] == ["toy.coins_taken", "toy.called"]
    assert {event["move"] for event in made.json["events"]} == {5}
    assert made.json["version"] == 6
    assert ada.get(f"/games/{game}/audit").json["identical"]
    assert ada.on_version(game, "undo", {}).json["head"] == 4


def test_dry_run_shows_the_same_events_and_writes_nothing(game: str, ada: Person) -> None:
    branch_id = branch_of(ada, game, COINS, COINS)
    preview = ada.on_version(game, "moves/from-branch?dry_run=true", {"branch": branch_id})
    assert preview.status_code == 200, preview.text
    assert ada.get(f"/games/{game}").json["version"] == 4
    made = ada.on_version(game, "moves/from-branch", {"branch": branch_id})
    assert [event["text"] for event in preview.json["events"]] == [e["text"] for e in made.json["events"]]
    assert preview.json["changes"] == [
        {"seat": 0, "name": "Ada", "account": "coins", "title": "Coins", "before": 3, "after": 7}
    ]


def test_moves_that_became_illegal_are_rejected_with_their_rule(game: str, ada: Person) -> None:
    number = held(ada, game)
    branch_id = branch_of(ada, game, COINS, called(number), END)
    assert ada.move(game, called(number)).status_code == 200
    made = ada.on_version(game, "moves/from-branch", {"branch": branch_id}).json
    assert [event["data"]["topic"] for event in made["events"]] == ["toy.coins_taken"]
    assert [move["data"]["topic"] for move in made["rejected"]["moves"]] == ["toy.called", "toy.turn_ended"]
    assert (made["rejected"]["rule"], made["rejected"]["detail"]) == ("TOY-3", "Both actions of the turn are done.")


def test_request_is_refused_with_the_rule_if_no_move_is_legal(game: str, ada: Person) -> None:
    number = held(ada, game)
    branch_id = branch_of(ada, game, called(number, "low"))
    assert ada.move(game, called(number, "high")).status_code == 200
    refused = ada.on_version(game, "moves/from-branch", {"branch": branch_id})
    assert (refused.status_code, refused.json["rule"]) == (422, "TOY-2")
    preview = ada.on_version(game, "moves/from-branch?dry_run=true", {"branch": branch_id}).json
    assert (preview["events"], preview["rejected"]["rule"]) == ([], "TOY-2")
    assert ada.get(f"/games/{game}").json["version"] == 5


def test_moves_that_the_game_already_has_are_not_made_again(game: str, ada: Person) -> None:
    number = held(ada, game)
    branch_id = branch_of(ada, game, called(number), COINS)
    deeper = str(ada.on_version(branch_id, "branches", {"name": "And then"}).json["id"])
    assert ada.move(deeper, END).status_code == 200
    assert ada.move(game, called(number)).status_code == 200
    made = ada.on_version(game, "moves/from-branch", {"branch": deeper}).json
    assert [event["data"]["topic"] for event in made["events"]][:2] == ["toy.coins_taken", "toy.turn_ended"]
    again = ada.on_version(game, "moves/from-branch", {"branch": deeper})
    assert (again.status_code, again.json["detail"]) == (
        409,
        "All your moves in this branch are already in the game.",
    )


def test_play_stops_where_hidden_information_is_revealed(site: Site, ada: Person) -> None:
    """Whether the next move is legal would reveal the draw."""
    game = site.game(ada, ada)
    branch_id = branch_of(ada, game, COINS, END)
    drawn = ada.get(f"/games/{branch_id}/state").json["state"]["hands"][0][-1]
    for move in (COINS, END, called(drawn)):
        assert ada.move(branch_id, move).status_code == 200
    preview = ada.on_version(game, "moves/from-branch?dry_run=true", {"branch": branch_id, "seat": 0}).json
    assert [event["data"]["topic"] for event in preview["events"]] == ["toy.coins_taken", "toy.turn_ended"]
    assert preview["stopped"]
    assert preview["rejected"]["rule"] is None
    assert "reveals information" in preview["rejected"]["detail"]


def test_guessed_moves_of_other_players_are_not_played(game: str, ada: Person, ben: Person) -> None:
    """The branch cannot be played during another player's turn, only during the user's own."""
    branch_id = branch_of(ada, game, COINS, END, COINS, END, COINS)
    for person, move in ((ada, COINS), (ada, END)):
        assert person.move(game, move).status_code == 200
    waiting = ada.on_version(game, "moves/from-branch", {"branch": branch_id})
    assert (waiting.status_code, waiting.json["type"].rpartition("/")[2]) == (409, "docs#not-your-turn")
    for move in (COINS, COINS, END):
        assert ben.move(game, move).status_code == 200
    made = ada.on_version(game, "moves/from-branch", {"branch": branch_id}).json
    assert [event["data"]["topic"] for event in made["events"]] == ["toy.coins_taken"]


def test_play_requires_the_current_version_and_is_idempotent(game: str, ada: Person) -> None:
    branch_id = branch_of(ada, game, COINS)
    key = {"Idempotency-Key": "the-line-1"}
    first = ada.on_version(game, "moves/from-branch", {"branch": branch_id}, 4, **key)
    again = ada.on_version(game, "moves/from-branch", {"branch": branch_id}, 4, **key)
    assert (first.status_code, first.data) == (200, again.data)
    assert ada.get(f"/games/{game}").json["version"] == 5
    for path in ("moves/from-branch", "moves/from-branch?dry_run=true"):
        assert ada.on_version(game, path, {"branch": branch_id}, 4).status_code == 412


def test_branches_of_other_users_or_games_are_refused(site: Site, game: str, ada: Person, ben: Person) -> None:
    branch_id = branch_of(ada, game, COINS)
    assert ben.on_version(game, "moves/from-branch", {"branch": branch_id}).status_code in (403, 404)
    other = site.game(ada, ben)
    for wrong in (branch_id, other):
        refused = ada.on_version(other, "moves/from-branch", {"branch": wrong})
        assert (refused.status_code, refused.json["detail"]) == (409, "This branch doesn't belong to this game.")


def test_owner_can_rename_a_branch_without_changing_its_log(any_site: Site) -> None:
    ada, ben = any_site.person("Ada"), any_site.person("Ben")
    game = any_site.game(ada, ben)
    branch_id = branch_of(ada, game, COINS)
    before = ada.get(f"/games/{branch_id}").json["version"]
    assert ada.put(f"/games/{branch_id}/name", {"name": "Had I waited"}).json == {"name": "Had I waited"}
    shown = ada.get(f"/games/{branch_id}").json
    assert (shown["name"], shown["version"]) == ("Had I waited", before)
    assert ada.put(f"/games/{branch_id}/name", {"name": ""}).status_code == 422
    assert ben.put(f"/games/{branch_id}/name", {"name": "Mine"}).status_code in (403, 404)
    assert ada.put(f"/games/{game}/name", {"name": "No what-if"}).status_code == 409
    assert ada.get(f"/games/{branch_id}").json["name"] == "Had I waited"


@pytest.mark.parametrize(("what", "body"), [("name", {"name": "Another"}), ("comment", {"comment": "Too early"})])
def test_stale_changes_to_names_and_comments_are_refused(
    ada: Person, game: str, what: str, body: dict[str, str]
) -> None:
    branch_id = branch_of(ada, game, COINS)
    seen = {"If-Match": ada.get(f"/games/{branch_id}").headers["ETag"]}
    assert ada.put(f"/games/{branch_id}/{what}", body, headers=seen).status_code == 200
    refused = ada.put(f"/games/{branch_id}/{what}", {what: "As if it were not so"}, headers=seen)
    assert refused.status_code == 412
    assert ada.put(f"/games/{branch_id}/{what}", {what: "Seen"}, headers={"If-Match": "*"}).status_code == 200
