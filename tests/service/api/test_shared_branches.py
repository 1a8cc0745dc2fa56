"""Branches shared while their game runs: what other users see of them and can do with them."""

from __future__ import annotations

from typing import Any

import pytest

from domain.game import HIDDEN
from service.transfer.export import export_lines
from service.transfer.verification import verify
from tests.service.noninterference import LANCASHIRE
from tests.service.sites import Person, Site

COINS = {"command": {"action": "take_coins"}}
END = {"command": {"action": "end_turn"}}
ATTEMPTS = 24
"""Random cards equal the real ones now and then, but not this often in a row."""


@pytest.fixture
def people(any_site: Site) -> tuple[Person, Person, Person]:
    """Two players, the first of whom shares, and a spectator."""
    ada, ben, cleo = (any_site.person(name) for name in ("Ada", "Ben", "Cleo"))
    return ada, ben, cleo


def open_branch(person: Person, origin: str, **body: Any) -> str:
    opened = person.post(f"/games/{origin}/branches", {"name": "What if", **body})
    assert opened.status_code == 201, opened.text
    return str(opened.json["id"])


def share(person: Person, line: str) -> str:
    """Share a branch, and return the query of its link."""
    return f"?invite={person.put(f'/games/{line}/share-link', None).json['invite']}"


def continue_branch(person: Person, line: str, query: str, **body: Any) -> str:
    opened = person.post(f"/games/{line}/branches{query}", {"name": "Further", **body})
    assert opened.status_code == 201, opened.text
    return str(opened.json["id"])


def continue_on_page(person: Person, line: str, query: str) -> str:
    form = {"at": "1", "name": "Further", "invite": query.removeprefix("?invite=")}
    headers = {**person.authorization, "Origin": "http://localhost"}
    opened = person.client.post(f"/games/{line}/branch", data=form, headers=headers)
    return str(opened.headers["Location"].rpartition("/")[2])


def hand(person: Person, stream: str, query: str = "") -> list[str]:
    return list(person.get(f"/games/{stream}/state{query}").json["state"]["hands"][0])


class TestContinuationsByOthers:
    @pytest.fixture
    def line(self, any_site: Site, people: tuple[Person, ...]) -> tuple[str, str]:
        """Ada's branch with some moves, and the query of its link."""
        ada, ben, _ = people
        line = open_branch(ada, any_site.game(ada, ben))
        query = share(ada, line)
        for move in (COINS, END):
            assert ada.move(line, move).status_code == 200
        return line, query

    @pytest.mark.parametrize("number", [1, 2], ids=["opponent", "spectator"])
    def test_hand_of_the_sharer_is_made_up_for_others(
        self, people: tuple[Person, ...], line: tuple[str, str], number: int
    ) -> None:
        ada, reader = people[0], people[number]
        true = set(hand(ada, line[0]))
        for method in (continue_branch, continue_on_page, self._nested):
            hands = [hand(reader, method(reader, *line)) for _ in range(ATTEMPTS)]
            assert any(set(held) - true for held in hands), method

    def _nested(self, reader: Person, line: str, query: str) -> str:
        return open_branch(reader, continue_branch(reader, line, query))

    def test_hidden_cards_stay_the_same_for_the_owner_of_a_branch(
        self, people: tuple[Person, ...], line: tuple[str, str]
    ) -> None:
        ada, ben, cleo = people
        mine = ada.get(f"/games/{line[0]}/state").json["state"]
        assert ada.get(f"/games/{open_branch(ada, line[0])}/state").json["state"] == mine
        further = continue_branch(cleo, *line)
        made_up = cleo.get(f"/games/{further}/state").json["state"]
        assert cleo.get(f"/games/{open_branch(cleo, further)}/state").json["state"] == made_up
        query = share(cleo, further)
        assert hand(ben, further, query) == [HIDDEN] * len(made_up["hands"][0])
        back = [sorted(hand(ada, continue_branch(ada, further, query))) for _ in range(ATTEMPTS)]
        assert any(held != back[0] for held in back), "made up anew for the first owner, too"

    def test_continuing_a_branch_requires_a_valid_link(self, people: tuple[Person, ...], line: tuple[str, str]) -> None:
        ada, ben, cleo = people
        assert ada.delete(f"/games/{line[0]}/share-link").status_code == 204
        for reader in (ben, cleo):
            for query in ("", line[1]):
                assert reader.post(f"/games/{line[0]}/branches{query}", {"name": "Further"}).status_code == 404

    def test_exports_of_all_branches_are_valid_after_the_game(
        self, any_site: Site, people: tuple[Person, ...], line: tuple[str, str]
    ) -> None:
        ada, ben, cleo = people
        own, further = open_branch(ada, line[0]), continue_branch(cleo, *line)
        assert cleo.on_version(further, "moves/by-bot", {"bot": "random"}).status_code == 200
        last = continue_branch(ben, further, share(cleo, further))
        handler = any_site.services.handler
        root = handler.games.game(line[0]).origin.opened.origin  # type: ignore[union-attr]
        any_site.finish(root, ada, ben)
        for stream in (line[0], own, further, last):
            assert verify(export_lines(handler, handler.games.game(stream), "spectator")).problem is None
        after = cleo.get(f"/games/{line[0]}/state").json
        assert (after["viewer"], after["state"]["hands"]) == ("auditor", hands_of(ada, line[0]))


def hands_of(person: Person, stream: str) -> Any:
    return person.get(f"/games/{stream}/state").json["state"]["hands"]


def test_hidden_hand_in_a_real_game_is_made_up_for_others(any_site: Site, people: tuple[Person, ...]) -> None:
    """A real game has so many hidden cards that the true hand does not come up again by chance."""
    ada, ben, cleo = people
    line = open_branch(ada, any_site.game(ada, ben, ruleset=LANCASHIRE.rules))
    query = share(ada, line)
    true = sorted(ada.get(f"/games/{line}/state").json["state"]["players"][0]["hand"])
    for reader in (ben, cleo):
        further = continue_branch(reader, line, query)
        held = reader.get(f"/games/{further}/state").json["state"]["players"][0]["hand"]
        assert len(held) == len(true)
        assert sorted(held) != true


def test_opponent_plays_their_moves_of_a_branch_by_its_link(any_site: Site, people: tuple[Person, ...]) -> None:
    ada, ben, cleo = people
    game = any_site.game(ada, ben)
    line = open_branch(ada, game)
    query = share(ada, line)
    for move in (COINS, END, COINS):
        assert ada.move(line, move).status_code == 200
    for move in (COINS, END):
        assert ada.move(game, move).status_code == 200
    body = {"branch": line}
    assert ben.on_version(game, "moves/from-branch", body).status_code == 404
    assert ben.on_version(game, "moves/from-branch?invite=wrong", body).status_code == 404
    assert cleo.on_version(game, f"moves/from-branch{query}", body).status_code == 403
    preview = ben.on_version(game, f"moves/from-branch{query}&dry_run=true", body)
    assert preview.status_code == 200, preview.text
    made = ben.on_version(game, f"moves/from-branch{query}", body)
    assert made.status_code == 200, made.text
    for response in (preview, made):
        assert [event["data"]["topic"] for event in response.json["events"]] == ["toy.coins_taken"]
    assert ben.get(f"/games/{game}").json["version"] == made.json["version"]


def test_rejected_moves_of_a_branch_show_no_hidden_cards(any_site: Site, people: tuple[Person, ...]) -> None:
    """An opponent continues the branch in one of their own, and plays its moves in the game."""
    ada, ben, _ = people
    game = any_site.game(ada, ben, ruleset=LANCASHIRE.rules)
    first = ada.get(f"/games/{game}/state").json["to_act"][0]["seat"]
    opponent = (ada, ben)[1 - first]
    sharer = (ada, ben)[first]
    line = open_branch(sharer, game)
    query = share(sharer, line)
    for _ in range(4):
        assert sharer.on_version(line, "moves/by-bot", {"bot": "random"}).status_code == 200
    further = continue_branch(opponent, line, query)
    for _ in range(2):
        assert opponent.on_version(further, "moves/by-bot", {"bot": "random"}).status_code == 200
    tried = opponent.on_version(game, "moves/from-branch?dry_run=true", {"branch": further})
    assert tried.status_code == 200, tried.text
    drawn = [move["data"]["drawn"] for move in tried.json["rejected"]["moves"] if move["data"].get("drawn")]
    assert drawn
    assert all(set(cards) == {HIDDEN} for cards in drawn)


def test_seats_of_a_branch_cannot_be_offered_or_taken(any_site: Site, people: tuple[Person, ...]) -> None:
    ada, ben, cleo = people
    line = open_branch(ada, any_site.game(ada, ben))
    query = share(ada, line)
    refused = ada.post(f"/games/{line}/seat-offer", {"seat": 0})
    assert (refused.status_code, refused.json["detail"]) == (
        409,
        "You can't do this in a branch. Do it in the game.",
    )
    assert cleo.post(f"/games/{line}/takeover{query}", {"seat": 0}).status_code == 409
    assert hand(cleo, line, query) == [HIDDEN] * 2


def test_branch_link_reveals_nothing_of_its_private_game(any_site: Site, people: tuple[Person, ...]) -> None:
    """This holds after a page was rendered for an opponent, who has the same link and can also see the game."""
    ada, ben, cleo = people
    game = any_site.table(ada, seats=2, private=True, name="Secret evening", ruleset=LANCASHIRE.rules)
    invitation = ada.get(f"/games/{game}/invitation-link").json["invite"]
    for seat, player in enumerate((ada, ben)):
        assert player.post(f"/games/{game}/join", {"seat": seat, "invite": invitation}).status_code == 200
    assert (
        ada.post(f"/games/{game}/seed-contribution", {"seat": 0, "seed_contribution": "our secret words"}).status_code
        == 200
    )
    assert ada.post(f"/games/{game}/start").status_code == 200
    line = open_branch(ada, game)
    query = share(ada, line)
    state = ada.get(f"/games/{line}/state").json
    card = state["state"]["players"][state["to_act"][0]["seat"]]["hand"][0]
    assert ada.move(line, {"command": {"action": "loan", "card": card, "money": 30}}).status_code == 200
    any_site.catch_up()
    for reader, knows in ((ben, True), (cleo, False), (any_site.visitor(), False)):
        page, tree = (
            reader.client.get(f"/games/{line}{path}{query}", headers=reader.authorization).text
            for path in ("", "/branches")
        )
        for text in (page, tree):
            assert ("Secret evening" in text) == knows
        assert ("In the game: " in page) == knows
        assert ("our secret words" in reader.get(f"/games/{line}{query}").text) == knows


def test_responses_contain_only_links_of_the_requesting_user(any_site: Site, people: tuple[Person, ...]) -> None:
    """Invited spectators do not get each other's invitation links."""
    ada, ben, cleo = people
    game = any_site.table(ada, seats=2, private=True)
    invitation = ada.get(f"/games/{game}/invitation-link").json["invite"]
    for seat, player in enumerate((ada, ben)):
        assert player.post(f"/games/{game}/join", {"seat": seat, "invite": invitation}).status_code == 200
    assert ada.post(f"/games/{game}/invitees", {"name": "Cleo"}).status_code in (200, 201, 204)
    assert ada.post(f"/games/{game}/start").status_code == 200
    assert invitation in any_site.visitor().get(f"/games/{game}/drawings?invite={invitation}").text
    response = cleo.get(f"/games/{game}/drawings")
    assert response.status_code == 200
    assert invitation not in response.text
