"""Invitations by name, reserved seats and rematches, on both databases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.table.rulings import decisions
from service.notifications import invitations
from service.usecases import tables
from service.usecases.command_handler import CommandContext
from tests.service.sites import Person, Site, close, site_on

ANY_VERSION = {"If-Match": "*"}


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    made = site_on(storage_url)
    yield made
    close(made)


def invitations_of(person: Person) -> list[str]:
    return [each["game"] for each in person.get("/users/me/invitations").json]


def test_invitee_sees_a_private_table_and_joins_at_the_reserved_seat(site: Site) -> None:
    ada, ben, cleo = (site.person(name) for name in ("Ada", "Ben", "Cleo"))
    table = site.table(ada, seats=3, private=True)
    assert ben.get(f"/games/{table}").status_code == 404
    response = ada.post(f"/games/{table}/invitees", {"name": "ben", "seat": 1}, headers=ANY_VERSION)
    assert [(each["name"], each["seat"], each["invited_by"]) for each in response.json] == [("Ben", 1, "Ada")]
    assert invitations_of(ben) == [table]
    assert cleo.get(f"/games/{table}").status_code == 404
    assert ada.post(f"/games/{table}/bots", {"seat": 1, "bot": "random"}, headers=ANY_VERSION).status_code == 409
    assert ben.post(f"/games/{table}/join", {}, headers=ANY_VERSION).json["seats"][1]["name"] == "Ben"


def test_declining_and_removal_end_an_invitation(site: Site) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    table = site.table(ada, private=True)
    for _ in range(2):
        assert ada.post(f"/games/{table}/invitees", {"name": "Ben", "seat": 0}, headers=ANY_VERSION).status_code == 200
        assert ben.delete(f"/games/{table}/invitees/{ben.id}").status_code == 204
        assert ben.get(f"/games/{table}").status_code == 404
    ada.post(f"/games/{table}/invitees", {"name": "Ben"}, headers=ANY_VERSION)
    assert ben.post(f"/games/{table}/join", {"seat": 0}, headers=ANY_VERSION).status_code == 200
    assert ada.post(f"/games/{table}/leave", {"seat": 0}, headers=ANY_VERSION).status_code == 200
    assert (invitations_of(ben), ben.get(f"/games/{table}").status_code) == ([], 404)


def test_only_the_host_can_invite_and_only_existing_users(site: Site) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    table = site.table(ada)
    assert ben.post(f"/games/{table}/invitees", {"name": "Ada"}, headers=ANY_VERSION).status_code == 403
    assert ben.get(f"/games/{table}/invitees").status_code == 403
    assert ada.post(f"/games/{table}/invitees", {"name": "Nobody"}, headers=ANY_VERSION).status_code == 422
    assert ada.post(f"/games/{table}/invitees", {"name": "Ben", "seat": 7}, headers=ANY_VERSION).status_code == 409
    game = site.game(ada, ben)
    assert ada.post(f"/games/{game}/invitees", {"name": "Ben"}, headers=ANY_VERSION).status_code == 409


def test_rematch_is_one_table_with_rotated_seats(site: Site) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    table = site.table(ada, seats=3, undo="free", private=True)
    secret = ada.get(f"/games/{table}/invitation-link").json["invite"]
    for seat, person in enumerate((ada, ben)):
        person.post(f"/games/{table}/join", {"seat": seat, "invite": secret}, headers=ANY_VERSION)
    ada.post(f"/games/{table}/bots", {"bot": "random"}, headers=ANY_VERSION)
    ada.post(f"/games/{table}/start", headers=ANY_VERSION)
    assert ben.post(f"/games/{table}/rematch").status_code == 409
    for person in (ada, ben):
        assert person.post(f"/games/{table}/abandon", {}, headers=ANY_VERSION).status_code == 200
    rematch = ben.post(f"/games/{table}/rematch").json
    assert [seat["name"] for seat in rematch["seats"]] == ["Random 1", "", "Ben"]
    assert (rematch["undo"], rematch["private"], rematch["host"]) == ("free", True, ben.id)
    assert rematch["id"] != table
    assert ada.post(f"/games/{table}/rematch").json["id"] == rematch["id"]
    assert ada.post(f"/games/{rematch['id']}/join", {}, headers=ANY_VERSION).json["seats"][1]["name"] == "Ada"
    assert site.person("Cleo").post(f"/games/{table}/rematch").status_code == 404


def test_new_rematch_is_possible_after_withdrawal(site: Site) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    game = site.game(ada, ben)
    for person in (ada, ben):
        person.post(f"/games/{game}/abandon", {}, headers=ANY_VERSION)
    first = ada.post(f"/games/{game}/rematch").json["id"]
    assert ada.post(f"/games/{first}/abandon", {}, headers=ANY_VERSION).status_code == 200
    second = ben.post(f"/games/{game}/rematch").json
    assert (second["id"] != first, second["host"]) == (True, ben.id)


def test_rematch_invites_substituted_players_but_not_deleted_users(site: Site) -> None:
    ada, ben, cleo = (site.person(name) for name in ("Ada", "Ben", "Cleo"))
    handler = site.services.handler
    game = site.game(ada, ben, cleo)
    site.catch_up()
    ben.delete("/users/me", json={"password": "password of Ben"})
    tables.rule_on_game(
        handler,
        game,
        CommandContext(actor="olga"),
        lambda now: decisions.stand_in(now.table, now.ruleset, [0], "random", now.tree.head, "absence"),
    )
    tables.rule_on_game(handler, game, CommandContext(actor="olga"), lambda now: decisions.void(now.table, "fault"))
    rematch = cleo.post(f"/games/{game}/rematch", {}, headers={"If-Match": "*"})
    assert rematch.status_code in (200, 201), rematch.text
    table = rematch.json["id"]
    invitees = cleo.get(f"/games/{table}/invitees").json
    assert [each["name"] for each in invitees] == ["Ada"]
    invitations.notify(site.services.storage.database, handler.clock())
    site.catch_up()
    (notification, *_) = ada.get("/users/me/notifications").json["notifications"]
    assert notification["title"] == "Cleo invites you to Evening"
    assert ada.post(f"/games/{table}/join", {"seat": invitees[0]["seat"]}, headers={"If-Match": "*"}).status_code == 200
