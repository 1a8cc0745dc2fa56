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
ENOUGH = 24
"""Random cards are the true ones now and then, but not so often in a row."""


@pytest.fixture
def people(any_site: Site) -> tuple[Person, Person, Person]:
    """Two players, the first of whom shares, and a spectator."""
    ada, ben, cleo = (any_site.person(name) for name in ("Ada", "Ben", "Cleo"))
    return ada, ben, cleo


def line_of(person: Person, origin: str, **body: Any) -> str:
    opened = person.post(f"/games/{origin}/branches", {"name": "What if", **body})
    assert opened.status_code == 201, opened.text
    return str(opened.json["id"])


def shared(person: Person, line: str) -> str:
    """Return the query of the link."""
    return f"?invite={person.put(f'/games/{line}/share-link', None).json['invite']}"


def continued(person: Person, line: str, query: str, **body: Any) -> str:
    opened = person.post(f"/games/{line}/branches{query}", {"name": "Further", **body})
    assert opened.status_code == 201, opened.text
    return str(opened.json["id"])


def by_page(person: Person, line: str, query: str) -> str:
    form = {"at": "1", "name": "Further", "invite": query.removeprefix("?invite=")}
    headers = {**person.authorization, "Origin": "http://localhost"}
    opened = person.client.post(f"/games/{line}/branch", data=form, headers=headers)
    return str(opened.headers["Location"].rpartition("/")[2])


def hand(person: Person, stream: str, query: str = "") -> list[str]:
    return list(person.get(f"/games/{stream}/state{query}").json["state"]["hands"][0])


class TestContinuedByOthers:
    @pytest.fixture
    def line(self, any_site: Site, people: tuple[Person, ...]) -> tuple[str, str]:
        """Ada's branch with some moves, and the query of its link."""
        ada, ben, _ = people
        line = line_of(ada, any_site.game(ada, ben))
        query = shared(ada, line)
        for move in (COINS, END):
            assert ada.move(line, move).status_code == 200
        return line, query

    @pytest.mark.parametrize("number", [1, 2], ids=["opponent", "spectator"])
    def test_the_hand_of_who_shared_it_is_made_up(
        self, people: tuple[Person, ...], line: tuple[str, str], number: int
    ) -> None:
        ada, reader = people[0], people[number]
        true = set(hand(ada, line[0]))
        for way in (continued, by_page, self._nested):
            hands = [hand(reader, way(reader, *line)) for _ in range(ENOUGH)]
            assert any(set(held) - true for held in hands), way

    def _nested(self, reader: Person, line: str, query: str) -> str:
        return line_of(reader, continued(reader, line, query))

    def test_their_own_what_if_stays_as_it_is_when_its_owner_continues_it(
        self, people: tuple[Person, ...], line: tuple[str, str]
    ) -> None:
        ada, ben, cleo = people
        mine = ada.get(f"/games/{line[0]}/state").json["state"]
        assert ada.get(f"/games/{line_of(ada, line[0])}/state").json["state"] == mine
        further = continued(cleo, *line)
        made_up = cleo.get(f"/games/{further}/state").json["state"]
        assert cleo.get(f"/games/{line_of(cleo, further)}/state").json["state"] == made_up
        query = shared(cleo, further)
        assert hand(ben, further, query) == [HIDDEN] * len(made_up["hands"][0])
        back = [sorted(hand(ada, continued(ada, further, query))) for _ in range(ENOUGH)]
        assert any(held != back[0] for held in back), "made up anew for the first owner, too"

    def test_nobody_continues_it_without_the_link(self, people: tuple[Person, ...], line: tuple[str, str]) -> None:
        ada, ben, cleo = people
        assert ada.delete(f"/games/{line[0]}/share-link").status_code == 204
        for reader in (ben, cleo):
            for query in ("", line[1]):
                assert reader.post(f"/games/{line[0]}/branches{query}", {"name": "Further"}).status_code == 404

    def test_all_of_them_are_verified_once_the_game_is_over(
        self, any_site: Site, people: tuple[Person, ...], line: tuple[str, str]
    ) -> None:
        ada, ben, cleo = people
        own, further = line_of(ada, line[0]), continued(cleo, *line)
        assert cleo.on_version(further, "moves/by-bot", {"bot": "random"}).status_code == 200
        last = continued(ben, further, shared(cleo, further))
        handler = any_site.services.handler
        root = handler.games.game(line[0]).origin.opened.origin  # type: ignore[union-attr]
        any_site.finish(root, ada, ben)
        for stream in (line[0], own, further, last):
            assert verify(export_lines(handler, handler.games.game(stream), "spectator")).problem is None
        after = cleo.get(f"/games/{line[0]}/state").json
        assert (after["viewer"], after["state"]["hands"]) == ("auditor", hands_of(ada, line[0]))


def hands_of(person: Person, stream: str) -> Any:
    return person.get(f"/games/{stream}/state").json["state"]["hands"]


def test_every_hidden_card_of_a_real_game_is_made_up_for_others(any_site: Site, people: tuple[Person, ...]) -> None:
    """In a real game so many cards are hidden that the true hand does not come out again."""
    ada, ben, cleo = people
    line = line_of(ada, any_site.game(ada, ben, ruleset=LANCASHIRE.rules))
    query = shared(ada, line)
    true = sorted(ada.get(f"/games/{line}/state").json["state"]["players"][0]["hand"])
    for reader in (ben, cleo):
        further = continued(reader, line, query)
        held = reader.get(f"/games/{further}/state").json["state"]["players"][0]["hand"]
        assert len(held) == len(true)
        assert sorted(held) != true


def test_the_misfit_of_another_users_branch_shows_no_cards(any_site: Site, people: tuple[Person, ...]) -> None:
    """Played for real by an opponent, by way of a what-if of their own that continues it."""
    ada, ben, _ = people
    game = any_site.game(ada, ben, ruleset=LANCASHIRE.rules)
    first = ada.get(f"/games/{game}/state").json["to_act"][0]["seat"]
    opponent = (ada, ben)[1 - first]
    sharer = (ada, ben)[first]
    line = line_of(sharer, game)
    query = shared(sharer, line)
    for _ in range(4):
        assert sharer.on_version(line, "moves/by-bot", {"bot": "random"}).status_code == 200
    further = continued(opponent, line, query)
    for _ in range(2):
        assert opponent.on_version(further, "moves/by-bot", {"bot": "random"}).status_code == 200
    tried = opponent.on_version(game, "moves/from-branch?dry_run=true", {"branch": further})
    assert tried.status_code == 200, tried.text
    drawn = [move["data"]["drawn"] for move in tried.json["rejected"]["moves"] if move["data"].get("drawn")]
    assert drawn
    assert all(set(cards) == {HIDDEN} for cards in drawn)


def test_nobody_takes_a_seat_in_it(any_site: Site, people: tuple[Person, ...]) -> None:
    ada, ben, cleo = people
    line = line_of(ada, any_site.game(ada, ben))
    query = shared(ada, line)
    refused = ada.post(f"/games/{line}/seat-offer", {"seat": 0})
    assert (refused.status_code, refused.json["detail"]) == (
        409,
        "You can't do this in a branch. Do it in the game.",
    )
    assert cleo.post(f"/games/{line}/takeover{query}", {"seat": 0}).status_code == 409
    assert hand(cleo, line, query) == [HIDDEN] * 2


def test_a_link_to_it_opens_nothing_of_its_private_game(any_site: Site, people: tuple[Person, ...]) -> None:
    """Nor does a page rendered for an opponent, who has the same link and can also see the game."""
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
    line = line_of(ada, game)
    query = shared(ada, line)
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


def test_the_links_in_an_answer_are_those_of_its_asker(any_site: Site, people: tuple[Person, ...]) -> None:
    """An invited spectator does not get the link of another one."""
    ada, ben, cleo = people
    game = any_site.table(ada, seats=2, private=True)
    invitation = ada.get(f"/games/{game}/invitation-link").json["invite"]
    for seat, player in enumerate((ada, ben)):
        assert player.post(f"/games/{game}/join", {"seat": seat, "invite": invitation}).status_code == 200
    assert ada.post(f"/games/{game}/invitees", {"name": "Cleo"}).status_code in (200, 201, 204)
    assert ada.post(f"/games/{game}/start").status_code == 200
    assert invitation in any_site.visitor().get(f"/games/{game}/drawings?invite={invitation}").text
    told = cleo.get(f"/games/{game}/drawings")
    assert told.status_code == 200
    assert invitation not in told.text
