"""Branches: comments, hiding, and bots that continue them."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

from domain.game import HIDDEN
from tests.service.sites import Person, Site


def branch_of(person: Person, game: str) -> str:
    """Return a branch from the current position of the game."""
    return str(person.on_version(game, "branches", {"name": "What if"}).json["id"])


def tree(person: Person, game: str, query: str = "") -> dict[str, dict[str, Any]]:
    return {branch["id"]: branch for branch in person.get(f"/games/{game}/branches{query}").json["branches"]}


@pytest.fixture
def game(site: Site, ada: Person, ben: Person) -> str:
    return site.game(ada, ben)


def test_owner_can_set_and_clear_a_comment(any_site: Site) -> None:
    ada, ben = any_site.person("Ada"), any_site.person("Ben")
    game = any_site.game(ada, ben)
    branch_id = branch_of(ada, game)
    before = ada.get(f"/games/{branch_id}").json["version"]
    assert ada.put(f"/games/{branch_id}/comment", {"comment": "Too early"}).json == {"comment": "Too early"}
    any_site.catch_up()
    assert tree(ada, game)[branch_id]["comment"] == "Too early"
    assert ada.get(f"/games/{branch_id}").json["version"] == before
    assert ben.put(f"/games/{branch_id}/comment", {"comment": "Mine"}).status_code in (403, 404)
    assert ada.put(f"/games/{game}/comment", {"comment": "No what-if"}).status_code == 409
    assert ada.put(f"/games/{branch_id}/comment", {"comment": "x" * 501}).status_code == 422
    ada.put(f"/games/{branch_id}/comment", {"comment": ""})
    assert tree(ada, game)[branch_id]["comment"] == ""


def test_owner_can_hide_and_show_a_branch(any_site: Site) -> None:
    ada, ben = any_site.person("Ada"), any_site.person("Ben")
    game = any_site.game(ada, ben)
    branch_id = branch_of(ada, game)
    any_site.catch_up()
    assert ada.put(f"/games/{branch_id}/hidden", {"hidden": True}).json == {"hidden": True}
    assert tree(ada, game) == {}
    assert tree(ada, game, "?hidden=true")[branch_id]["hidden"]
    assert ada.get(f"/games/{branch_id}/state").status_code == 200
    assert ben.put(f"/games/{branch_id}/hidden", {"hidden": False}).status_code in (403, 404)
    ada.put(f"/games/{branch_id}/hidden", {"hidden": False})
    assert not tree(ada, game)[branch_id]["hidden"]


def test_a_continued_branch_cannot_be_hidden(site: Site, game: str, ada: Person) -> None:
    branch_id = branch_of(ada, game)
    further = branch_of(ada, branch_id)
    site.catch_up()
    refused = ada.put(f"/games/{branch_id}/hidden", {"hidden": True})
    assert (refused.status_code, refused.json["detail"]) == (
        409,
        "You can't hide this branch, because other branches continue it.",
    )
    assert ada.put(f"/games/{further}/hidden", {"hidden": True}).status_code == 200
    assert list(tree(ada, game)) == [branch_id]


def test_comments_are_exported_and_deleted_with_the_account(site: Site, game: str, ada: Person, ben: Person) -> None:
    branch_id = branch_of(ada, game)
    ada.put(f"/games/{branch_id}/comment", {"comment": "Too early"})
    ada.put(f"/games/{branch_id}/hidden", {"hidden": True})
    with ZipFile(BytesIO(ada.get("/users/me/data-export").data)) as archive:
        assert "Too early" in archive.read("account.json").decode()
    ada.delete("/users/me", json={"password": "password of Ada"})
    with site.services.storage.database.reading() as rows:
        assert rows.execute("SELECT text FROM typed_texts WHERE what = 'comment'", {}) == []
        assert [row["author"] for row in rows.execute("SELECT author FROM hidden_branches", {})] == [""]


@pytest.mark.parametrize("rules", ["brass-birmingham", "barrage"])
def test_a_bot_makes_the_moves_of_one_turn(site: Site, ada: Person, ben: Person, rules: str) -> None:
    game = site.game(ada, ben, ruleset=rules)
    branch_id = branch_of(ada, game)
    before = ada.get(f"/games/{branch_id}/state").json["to_act"][0]["seat"]
    made = ada.on_version(branch_id, "moves/by-bot", {"bot": "greedy"})
    assert made.status_code == 200, made.text
    assert {event["seat"] for event in made.json["events"]} <= {before, None}
    assert len({event["move"] for event in made.json["events"]}) == 1
    assert ada.get(f"/games/{branch_id}/state").json["to_act"][0]["seat"] != before
    assert ada.get(f"/games/{branch_id}/audit").json["identical"]


def test_unknown_bots_and_bots_outside_branches_are_refused(game: str, ada: Person) -> None:
    refused = ada.on_version(game, "moves/by-bot", {"bot": "random"})
    assert (refused.status_code, refused.json["detail"]) == (409, "A bot can play your turn only in a branch.")
    branch_id = branch_of(ada, game)
    unknown = ada.on_version(branch_id, "moves/by-bot", {"bot": "nobody"})
    assert (unknown.status_code, unknown.json["detail"]) == (409, "This game has no bot called nobody.")


def test_link_shows_a_branch_as_to_a_spectator_until_revoked(any_site: Site) -> None:
    ada, ben, cleo = (any_site.person(name) for name in ("Ada", "Ben", "Cleo"))
    game = any_site.game(ada, ben)
    branch_id = branch_of(ada, game)
    assert cleo.get(f"/games/{branch_id}").status_code == 404
    link = ada.put(f"/games/{branch_id}/share-link", None).json
    assert ada.put(f"/games/{branch_id}/share-link", None).json == link
    query = f"?invite={link['invite']}"
    for viewer in (cleo, ben):
        shown = viewer.get(f"/games/{branch_id}/state{query}")
        assert shown.status_code == 200
        assert {card for hand in shown.json["state"]["hands"] for card in hand} == {HIDDEN}
        opened = viewer.get(f"/games/{branch_id}/history{query}").json["events"][0]["data"]
        assert {card for hand in opened["imagined"]["hands"] for card in hand} == {HIDDEN}
        veiled, first, *_ = map(json.loads, viewer.get(f"/games/{branch_id}/export{query}").data.splitlines())
        assert veiled["viewer"] == "spectator"
        assert first["fact"] == opened
    assert ben.put(f"/games/{branch_id}/share-link{query}", None).status_code == 409
    assert cleo.get(f"/games/{branch_id}?invite={'0' * 32}").status_code == 404
    assert cleo.get(f"/games/{branch_of(ada, game)}{query}").status_code == 404
    assert ada.delete(f"/games/{branch_id}/share-link").status_code == 204
    assert cleo.get(f"/games/{branch_id}{query}").status_code == 404
    assert ada.put(f"/games/{branch_id}/share-link", None).json["invite"] != link["invite"]
    assert ada.put(f"/games/{game}/share-link", None).status_code == 409


def test_branch_is_offered_when_its_guesses_are_correct(any_site: Site) -> None:
    ada, ben = any_site.person("Ada"), any_site.person("Ben")
    game = any_site.game(ada, ben)
    coins, end = {"command": {"action": "take_coins"}}, {"command": {"action": "end_turn"}}
    branch_id = branch_of(ada, game)
    for move in (coins, coins, end, coins, coins, end, coins):
        assert ada.move(branch_id, move).status_code == 200
    offered = f"/games/{game}/branches/playable"
    any_site.catch_up()
    assert [branch["id"] for branch in ada.get(offered).json["branches"]] == [branch_id]
    for player, move in ((ada, coins), (ada, coins), (ada, end), (ben, coins)):
        assert player.move(game, move).status_code == 200
    any_site.catch_up()
    assert ada.get(offered).json["branches"] == []
    for move in (coins, end):
        assert ben.move(game, move).status_code == 200
    any_site.catch_up()
    (found,) = ada.get(offered).json["branches"]
    assert (found["id"], found["name"]) == (branch_id, "What if")
    assert ben.get(offered).json["branches"] == []
