"""Playing together: invitations by name, reserved seats and rematches, on both databases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.table.rulings import decisions
from service.notifications import invitations
from service.usecases import tables
from service.usecases.command_handler import CommandContext
from tests.service.sites import Person, Site, close, site_on

NOW = {"If-Match": "*"}


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    made = site_on(storage_url)
    yield made
    close(made)


def invited(person: Person) -> list[str]:
    return [each["game"] for each in person.get("/users/me/invitations").json]


def test_a_guest_sees_a_private_table_and_sits_on_the_seat_that_is_kept(site: Site) -> None:
    ada, ben, cleo = (site.person(name) for name in ("Ada", "Ben", "Cleo"))
    table = site.table(ada, seats=3, private=True)
    assert ben.get(f"/games/{table}").status_code == 404
    told = ada.post(f"/games/{table}/invitees", {"name": "ben", "seat": 1}, headers=NOW)
    assert [(each["name"], each["seat"], each["invited_by"]) for each in told.json] == [("Ben", 1, "Ada")]
    assert invited(ben) == [table]
    assert cleo.get(f"/games/{table}").status_code == 404
    assert ada.post(f"/games/{table}/bots", {"seat": 1, "bot": "random"}, headers=NOW).status_code == 409
    assert ben.post(f"/games/{table}/join", {}, headers=NOW).json["seats"][1]["name"] == "Ben"


def test_a_guest_declines_and_who_is_thrown_out_is_invited_no_more(site: Site) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    table = site.table(ada, private=True)
    for _ in range(2):
        assert ada.post(f"/games/{table}/invitees", {"name": "Ben", "seat": 0}, headers=NOW).status_code == 200
        assert ben.delete(f"/games/{table}/invitees/{ben.id}").status_code == 204
        assert ben.get(f"/games/{table}").status_code == 404
    ada.post(f"/games/{table}/invitees", {"name": "Ben"}, headers=NOW)
    assert ben.post(f"/games/{table}/join", {"seat": 0}, headers=NOW).status_code == 200
    assert ada.post(f"/games/{table}/leave", {"seat": 0}, headers=NOW).status_code == 200
    assert (invited(ben), ben.get(f"/games/{table}").status_code) == ([], 404)


def test_only_owners_invite_and_only_who_has_a_name_here(site: Site) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    table = site.table(ada)
    assert ben.post(f"/games/{table}/invitees", {"name": "Ada"}, headers=NOW).status_code == 403
    assert ben.get(f"/games/{table}/invitees").status_code == 403
    assert ada.post(f"/games/{table}/invitees", {"name": "Nobody"}, headers=NOW).status_code == 422
    assert ada.post(f"/games/{table}/invitees", {"name": "Ben", "seat": 7}, headers=NOW).status_code == 409
    game = site.game(ada, ben)
    assert ada.post(f"/games/{game}/invitees", {"name": "Ben"}, headers=NOW).status_code == 409


def test_a_rematch_is_one_table_with_the_same_people_one_seat_further(site: Site) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    table = site.table(ada, seats=3, undo="free", private=True)
    secret = ada.get(f"/games/{table}/invitation-link").json["invite"]
    for seat, person in enumerate((ada, ben)):
        person.post(f"/games/{table}/join", {"seat": seat, "invite": secret}, headers=NOW)
    ada.post(f"/games/{table}/bots", {"bot": "random"}, headers=NOW)
    ada.post(f"/games/{table}/start", headers=NOW)
    assert ben.post(f"/games/{table}/rematch").status_code == 409
    for person in (ada, ben):
        assert person.post(f"/games/{table}/abandon", {}, headers=NOW).status_code == 200
    again = ben.post(f"/games/{table}/rematch").json
    assert [seat["name"] for seat in again["seats"]] == ["Random 1", "", "Ben"]
    assert (again["undo"], again["private"], again["host"]) == ("free", True, ben.id)
    assert again["id"] != table
    assert ada.post(f"/games/{table}/rematch").json["id"] == again["id"]
    assert ada.post(f"/games/{again['id']}/join", {}, headers=NOW).json["seats"][1]["name"] == "Ada"
    assert site.person("Cleo").post(f"/games/{table}/rematch").status_code == 404


def test_after_a_withdrawn_rematch_there_may_be_another(site: Site) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    game = site.game(ada, ben)
    for person in (ada, ben):
        person.post(f"/games/{game}/abandon", {}, headers=NOW)
    first = ada.post(f"/games/{game}/rematch").json["id"]
    assert ada.post(f"/games/{first}/abandon", {}, headers=NOW).status_code == 200
    second = ben.post(f"/games/{game}/rematch").json
    assert (second["id"] != first, second["host"]) == (True, ben.id)


def test_a_rematch_is_for_who_was_stood_in_for_and_not_for_who_has_left(site: Site) -> None:
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
    again = cleo.post(f"/games/{game}/rematch", {}, headers={"If-Match": "*"})
    assert again.status_code in (200, 201), again.text
    table = again.json["id"]
    guests = cleo.get(f"/games/{table}/invitees").json
    assert [each["name"] for each in guests] == ["Ada"]
    invitations.tell(site.services.storage.database, handler.clock())
    site.catch_up()
    (notice, *_) = ada.get("/users/me/notifications").json["notifications"]
    assert notice["title"] == "Cleo invites you to Evening"
    assert ada.post(f"/games/{table}/join", {"seat": guests[0]["seat"]}, headers={"If-Match": "*"}).status_code == 200
