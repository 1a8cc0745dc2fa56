"""Playing the moves of a branch for real: as many as fit, in one write, after a preview."""

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


def line_of(person: Person, game: str, *moves: dict[str, Any]) -> str:
    """Return a what-if from the present of the game, in which these moves were made."""
    line = str(person.on_version(game, "branches", {"name": "What if"}).json["id"])
    for move in moves:
        answer = person.move(line, move)
        assert answer.status_code == 200, answer.text
    return line


def held(person: Person, game: str, seat: int = 0) -> str:
    return str(person.get(f"/games/{game}/state").json["state"]["hands"][seat][0])


def test_it_is_made_as_one_move_that_can_be_taken_back_at_once(any_site: Site) -> None:
    ada, ben = any_site.person("Ada"), any_site.person("Ben")
    game = any_site.game(ada, ben)
    line = line_of(ada, game, COINS, called(held(ada, game)))
    made = ada.on_version(game, "moves/from-branch", {"branch": line})
    assert (made.status_code, made.json["rejected"]) == (200, None)
    assert [event["data"]["topic"] for event in made.json["events"]] == ["toy.coins_taken", "toy.called"]
    assert {event["move"] for event in made.json["events"]} == {5}
    assert made.json["version"] == 6
    assert ada.get(f"/games/{game}/audit").json["identical"]
    assert ada.on_version(game, "undo", {}).json["head"] == 4


def test_a_dry_run_tells_the_same_and_writes_nothing(game: str, ada: Person) -> None:
    line = line_of(ada, game, COINS, COINS)
    tried = ada.on_version(game, "moves/from-branch?dry_run=true", {"branch": line})
    assert tried.status_code == 200, tried.text
    assert ada.get(f"/games/{game}").json["version"] == 4
    made = ada.on_version(game, "moves/from-branch", {"branch": line})
    assert [event["text"] for event in tried.json["events"]] == [e["text"] for e in made.json["events"]]
    assert tried.json["changes"] == [
        {"seat": 0, "name": "Ada", "account": "coins", "title": "Coins", "before": 3, "after": 7}
    ]


def test_moves_that_no_longer_fit_are_explained_with_their_rule(game: str, ada: Person) -> None:
    number = held(ada, game)
    line = line_of(ada, game, COINS, called(number), END)
    assert ada.move(game, called(number)).status_code == 200
    made = ada.on_version(game, "moves/from-branch", {"branch": line}).json
    assert [event["data"]["topic"] for event in made["events"]] == ["toy.coins_taken"]
    assert [move["data"]["topic"] for move in made["rejected"]["moves"]] == ["toy.called", "toy.turn_ended"]
    assert (made["rejected"]["rule"], made["rejected"]["detail"]) == ("TOY-3", "Both actions of the turn are done.")


def test_if_no_move_fits_the_rule_refuses_it(game: str, ada: Person) -> None:
    number = held(ada, game)
    line = line_of(ada, game, called(number, "low"))
    assert ada.move(game, called(number, "high")).status_code == 200
    refused = ada.on_version(game, "moves/from-branch", {"branch": line})
    assert (refused.status_code, refused.json["rule"]) == (422, "TOY-2")
    tried = ada.on_version(game, "moves/from-branch?dry_run=true", {"branch": line}).json
    assert (tried["events"], tried["rejected"]["rule"]) == ([], "TOY-2")
    assert ada.get(f"/games/{game}").json["version"] == 5


def test_moves_that_the_game_already_has_are_not_made_again(game: str, ada: Person) -> None:
    number = held(ada, game)
    line = line_of(ada, game, called(number), COINS)
    deeper = str(ada.on_version(line, "branches", {"name": "And then"}).json["id"])
    assert ada.move(deeper, END).status_code == 200
    assert ada.move(game, called(number)).status_code == 200
    made = ada.on_version(game, "moves/from-branch", {"branch": deeper}).json
    assert [event["data"]["topic"] for event in made["events"]][:2] == ["toy.coins_taken", "toy.turn_ended"]
    again = ada.on_version(game, "moves/from-branch", {"branch": deeper})
    assert (again.status_code, again.json["detail"]) == (
        409,
        "All your moves in this branch are already in the game.",
    )


def test_it_ends_where_something_hidden_comes_to_light(site: Site, ada: Person) -> None:
    """Whether the next move fits would reveal the draw."""
    game = site.game(ada, ada)
    line = line_of(ada, game, COINS, END)
    drawn = ada.get(f"/games/{line}/state").json["state"]["hands"][0][-1]
    for move in (COINS, END, called(drawn)):
        assert ada.move(line, move).status_code == 200
    tried = ada.on_version(game, "moves/from-branch?dry_run=true", {"branch": line, "seat": 0}).json
    assert [event["data"]["topic"] for event in tried["events"]] == ["toy.coins_taken", "toy.turn_ended"]
    assert tried["stopped"]
    assert tried["rejected"]["rule"] is None
    assert "reveals information" in tried["rejected"]["detail"]


def test_the_others_answers_that_were_guessed_are_nobodys_moves(game: str, ada: Person, ben: Person) -> None:
    """Made during another player's turn; playable as soon as it is the user's own."""
    line = line_of(ada, game, COINS, END, COINS, END, COINS)
    for person, move in ((ada, COINS), (ada, END)):
        assert person.move(game, move).status_code == 200
    waiting = ada.on_version(game, "moves/from-branch", {"branch": line})
    assert (waiting.status_code, waiting.json["type"].rpartition("/")[2]) == (409, "docs#not-your-turn")
    for move in (COINS, COINS, END):
        assert ben.move(game, move).status_code == 200
    made = ada.on_version(game, "moves/from-branch", {"branch": line}).json
    assert [event["data"]["topic"] for event in made["events"]] == ["toy.coins_taken"]


def test_it_is_written_on_a_version_and_once(game: str, ada: Person) -> None:
    line = line_of(ada, game, COINS)
    key = {"Idempotency-Key": "the-line-1"}
    first = ada.on_version(game, "moves/from-branch", {"branch": line}, 4, **key)
    again = ada.on_version(game, "moves/from-branch", {"branch": line}, 4, **key)
    assert (first.status_code, first.data) == (200, again.data)
    assert ada.get(f"/games/{game}").json["version"] == 5
    for path in ("moves/from-branch", "moves/from-branch?dry_run=true"):
        assert ada.on_version(game, path, {"branch": line}, 4).status_code == 412


def test_a_line_of_somebody_else_or_of_another_game(site: Site, game: str, ada: Person, ben: Person) -> None:
    line = line_of(ada, game, COINS)
    assert ben.on_version(game, "moves/from-branch", {"branch": line}).status_code in (403, 404)
    other = site.game(ada, ben)
    for wrong in (line, other):
        refused = ada.on_version(other, "moves/from-branch", {"branch": wrong})
        assert (refused.status_code, refused.json["detail"]) == (409, "This branch doesn't belong to this game.")


def test_its_maker_renames_it_and_its_log_stays(any_site: Site) -> None:
    ada, ben = any_site.person("Ada"), any_site.person("Ben")
    game = any_site.game(ada, ben)
    line = line_of(ada, game, COINS)
    before = ada.get(f"/games/{line}").json["version"]
    assert ada.put(f"/games/{line}/name", {"name": "Had I waited"}).json == {"name": "Had I waited"}
    shown = ada.get(f"/games/{line}").json
    assert (shown["name"], shown["version"]) == ("Had I waited", before)
    assert ada.put(f"/games/{line}/name", {"name": ""}).status_code == 422
    assert ben.put(f"/games/{line}/name", {"name": "Mine"}).status_code in (403, 404)
    assert ada.put(f"/games/{game}/name", {"name": "No what-if"}).status_code == 409
    assert ada.get(f"/games/{line}").json["name"] == "Had I waited"


@pytest.mark.parametrize(("what", "body"), [("name", {"name": "Another"}), ("comment", {"comment": "Too early"})])
def test_comments_from_two_pages_are_not_lost(ada: Person, game: str, what: str, body: dict[str, str]) -> None:
    line = line_of(ada, game, COINS)
    seen = {"If-Match": ada.get(f"/games/{line}").headers["ETag"]}
    assert ada.put(f"/games/{line}/{what}", body, headers=seen).status_code == 200
    refused = ada.put(f"/games/{line}/{what}", {what: "As if it were not so"}, headers=seen)
    assert refused.status_code == 412
    assert ada.put(f"/games/{line}/{what}", {what: "Seen"}, headers={"If-Match": "*"}).status_code == 200
