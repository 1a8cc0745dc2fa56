"""Contact between users by invitations, joins and messages: rarely, and never after a block."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from service.notifications import chat_triggers, invitations
from service.notifications.contacts import MOST
from tests.service.channels.conftest import Teller
from tests.service.sites import Person, Site

BLOCKS = "/users/me/blocks"
SECOND = timedelta(seconds=1)


def kinds(person: Person) -> list[str]:
    return [told["kind"] for told in person.get("/users/me/notifications").json["notifications"]]


def pass_by(teller: Teller, moments: int, each: timedelta = SECOND) -> None:
    """Let time pass, with the notifier and the sender at work."""
    for _ in range(moments):
        invitations.tell(teller.site.services.storage.database, teller.now)
        chat_triggers.tell(teller.site.services.storage.database, teller.now)
        teller.tell(each)


def joined_and_left(person: Person, table: str) -> None:
    for what in ("join", "leave"):
        answer = person.post(f"/games/{table}/{what}", {"seat": 1}, headers={"If-Match": "*"})
        assert answer.status_code == 200, answer.text


def names(person: Person) -> list[str]:
    return [blocked["name"] for blocked in person.get(BLOCKS).json]


def test_sixty_invitations_within_a_minute_send_few_emails(
    site: Site, ada: Person, ben: Person, teller: Teller
) -> None:
    teller.has_address(ben)
    for _ in range(60):
        assert ada.post(f"/games/{site.table(ada)}/invitees", {"name": "Ben"}).status_code == 200
        pass_by(teller, 1)
    pass_by(teller, 60, timedelta(minutes=1))
    assert 1 <= len(teller.mailbox.mails) <= 3
    assert kinds(ben) == ["invited"] * MOST
    assert len(ben.get("/users/me/invitations").json) == 50, "they are listed as before"


def test_joining_and_leaving_again_and_again_is_told_once(site: Site, ada: Person, ben: Person, teller: Teller) -> None:
    teller.has_address(ben)
    table = site.table(ben)
    for _ in range(20):
        joined_and_left(ada, table)
        pass_by(teller, 1)
    pass_by(teller, 10, timedelta(minutes=5))
    assert kinds(ben) == ["joined"]
    assert len(teller.mailbox.mails) == 1


def test_many_events_come_in_one_email(site: Site, ada: Person, ben: Person, teller: Teller) -> None:
    teller.has_address(ben)
    people = [site.person(f"Guest{number}") for number in range(8)]
    tables = [site.table(ben) for _ in people]
    for person, table in zip(people, tables, strict=True):
        assert person.post(f"/games/{table}/join", {"seat": 1}, headers={"If-Match": "*"}).status_code == 200
        pass_by(teller, 5)
    pass_by(teller, 10, timedelta(minutes=5))
    assert sorted(kinds(ben)) == ["joined"] * 8
    assert len(teller.mailbox.mails) == 2, "one at once, and one for all others"


def test_pausing_again_and_again_is_told_once_until_it_is_seen(
    site: Site, ada: Person, ben: Person, teller: Teller
) -> None:
    game = site.game(ada, ben, clock={"pace": {"kind": "days_per_turn"}})
    pass_by(teller, 1)
    for agrees in (True, False) * 5:
        answer = ada.post(f"/games/{game}/pause", {"agrees": agrees}, headers={"If-Match": "*"})
        assert answer.status_code == 200, answer.text
        pass_by(teller, 1)
    assert kinds(ben).count("pause") == 1


def test_joins_within_one_batch_are_told_once(site: Site, ada: Person, ben: Person, teller: Teller) -> None:
    table = site.table(ben)
    for _ in range(10):
        joined_and_left(ada, table)
    pass_by(teller, 1)
    assert kinds(ben) == ["joined"]


class TestBlocks:
    def test_a_blocked_user_invites_nobody_who_blocked_them(
        self, site: Site, ada: Person, ben: Person, teller: Teller
    ) -> None:
        assert [each["name"] for each in ben.post(BLOCKS, {"name": "Ada"}).json] == ["Ada"]
        refused = ada.post(f"/games/{site.table(ada)}/invitees", {"name": "Ben"})
        assert (refused.status_code, refused.json["detail"]) == (
            409,
            "These users don't accept invitations from you: Ben.",
        )
        announced = ada.post("/tournaments", {"title": "League", "rules": {"ruleset": "toy", "seats": 2}}).json
        assert (
            ada.post(
                f"/tournaments/{announced['id']}/entrants", {"names": ["Ben"]}, headers={"If-Match": "*"}
            ).status_code
            == 409
        )
        assert ben.post(f"/games/{site.table(ben)}/invitees", {"name": "Ada"}).status_code == 200, "not the other way"
        assert ben.get("/users/me/invitations").json == []

    def test_a_blocked_user_joins_no_table_of_the_other(self, site: Site, ada: Person, ben: Person) -> None:
        table = site.table(ben)
        ben.post(BLOCKS, {"name": "Ada"})
        refused = ada.post(f"/games/{table}/join", {"seat": 1}, headers={"If-Match": "*"})
        assert (refused.status_code, refused.json["detail"]) == (409, "You can't join this user's tables.")
        assert ben.delete(f"{BLOCKS}/{ada.id}").status_code == 204
        joined_and_left(ada, table)

    def test_a_blocked_user_takes_over_no_seat_at_a_table_of_the_other(
        self, site: Site, ada: Person, ben: Person
    ) -> None:
        eve, anybody = site.person("Eve"), {"If-Match": "*"}
        game = site.game(ada, ben)
        assert ben.post(f"/games/{game}/seat-offer", {"seat": 1}, headers=anybody).status_code == 200
        ada.post(BLOCKS, {"name": "Eve"})
        refused = eve.post(f"/games/{game}/takeover", {"seat": 1}, headers=anybody)
        assert (refused.status_code, refused.json["detail"]) == (409, "You can't join this user's tables.")
        ada.delete(f"{BLOCKS}/{eve.id}")
        assert eve.post(f"/games/{game}/takeover", {"seat": 1}, headers=anybody).status_code == 200

    def test_messages_of_a_blocked_user_are_no_reason_to_notify(
        self, site: Site, ada: Person, ben: Person, teller: Teller
    ) -> None:
        game = site.game(ada, ben)
        pass_by(teller, 1)
        before = kinds(ben)
        ben.post(BLOCKS, {"name": "Ada"})
        ada.post(f"/games/{game}/chat", {"text": "Hello"})
        teller.now += timedelta(minutes=5)
        pass_by(teller, 3)
        assert kinds(ben) == before
        ben.delete(f"{BLOCKS}/{ada.id}")
        ben.get(f"/games/{game}/chat")
        ada.post(f"/games/{game}/chat", {"text": "Hello again"})
        teller.now += timedelta(minutes=5)
        pass_by(teller, 3)
        assert "chat" in kinds(ben)

    def test_a_rematch_with_somebody_who_blocked_does_not_notify(
        self, site: Site, ada: Person, ben: Person, teller: Teller
    ) -> None:
        game = site.game(ada, ben)
        site.finish(game, ada, ben)
        ben.post(BLOCKS, {"name": "Ada"})
        pass_by(teller, 1)
        before = kinds(ben)
        assert ada.post(f"/games/{game}/rematch").status_code == 200
        pass_by(teller, 3)
        assert kinds(ben) == before
        assert ben.get("/users/me/invitations").json == []

    @pytest.mark.parametrize(
        ("name", "status"), [("Ada", 200), ("Ben", 409), ("Nobody", 422), ("", 422), ("a\0b", 422)]
    )
    def test_names_are_checked(self, ada: Person, ben: Person, name: str, status: int) -> None:
        assert ben.post(BLOCKS, {"name": name}).status_code == status
        assert names(ben) == (["Ada"] if status == 200 else [])

    def test_blocks_are_private_and_go_with_the_account(self, site: Site, ada: Person, ben: Person) -> None:
        ben.post(BLOCKS, {"name": "Ada"})
        assert names(ada) == []
        assert site.visitor().get(BLOCKS).status_code == 401
        assert ada.delete("/users/me", json={"password": "password of Ada"}).status_code == 204
        assert ben.get(BLOCKS).json == []

    def test_the_account_page_lists_them(self, ada: Person, ben: Person) -> None:
        origin: dict[str, Any] = {"headers": {"Origin": "http://localhost"}}
        credentials = {"name": "Ben", "password": "password of Ben"}
        ben.client.post("/log-in", data=credentials, **origin)
        assert ben.client.post("/account/blocks", data={"name": "Ada"}, **origin).status_code == 303
        assert "Unblock" in ben.client.get("/account").text
        assert ben.client.post(f"/account/blocks/{ada.id}/remove", **origin).status_code == 303
        assert "Unblock" not in ben.client.get("/account").text
