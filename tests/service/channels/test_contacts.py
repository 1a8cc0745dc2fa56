"""Notifications of invitations, joins and messages: limited in number, and never from a blocked user."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from service.notifications import chat_triggers, invitations
from service.notifications.contacts import MOST
from tests.service.channels.conftest import NotificationRunner
from tests.service.sites import Person, Site

BLOCKS = "/users/me/blocks"
SECOND = timedelta(seconds=1)


def kinds(person: Person) -> list[str]:
    return [notification["kind"] for notification in person.get("/users/me/notifications").json["notifications"]]


def advance(runner: NotificationRunner, steps: int, each: timedelta = SECOND) -> None:
    """Advance the clock step by step, running the notifier and the sender at each step."""
    for _ in range(steps):
        invitations.notify(runner.site.services.storage.database, runner.now)
        chat_triggers.notify(runner.site.services.storage.database, runner.now)
        runner.notify(each)


def join_and_leave(person: Person, table: str) -> None:
    for what in ("join", "leave"):
        response = person.post(f"/games/{table}/{what}", {"seat": 1}, headers={"If-Match": "*"})
        assert response.status_code == 200, response.text


def blocked_names(person: Person) -> list[str]:
    return [blocked["name"] for blocked in person.get(BLOCKS).json]


def test_sixty_invitations_within_a_minute_send_few_emails(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    runner.add_email_channel(ben)
    for _ in range(60):
        assert ada.post(f"/games/{site.table(ada)}/invitees", {"name": "Ben"}).status_code == 200
        advance(runner, 1)
    advance(runner, 60, timedelta(minutes=1))
    assert 1 <= len(runner.mailbox.mails) <= 3
    assert kinds(ben) == ["invited"] * MOST
    assert len(ben.get("/users/me/invitations").json) == 50, "invitations are still listed"


def test_repeated_joining_and_leaving_notifies_once(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    runner.add_email_channel(ben)
    table = site.table(ben)
    for _ in range(20):
        join_and_leave(ada, table)
        advance(runner, 1)
    advance(runner, 10, timedelta(minutes=5))
    assert kinds(ben) == ["joined"]
    assert len(runner.mailbox.mails) == 1


def test_later_events_are_combined_into_one_email(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    runner.add_email_channel(ben)
    people = [site.person(f"Guest{number}") for number in range(8)]
    tables = [site.table(ben) for _ in people]
    for person, table in zip(people, tables, strict=True):
        assert person.post(f"/games/{table}/join", {"seat": 1}, headers={"If-Match": "*"}).status_code == 200
        advance(runner, 5)
    advance(runner, 10, timedelta(minutes=5))
    assert sorted(kinds(ben)) == ["joined"] * 8
    assert len(runner.mailbox.mails) == 2, "one at once, and one for all later events"


def test_repeated_pause_requests_notify_once_until_they_are_seen(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    game = site.game(ada, ben, clock={"pace": {"kind": "days_per_turn"}})
    advance(runner, 1)
    for notified in (1, 2):
        for agrees in (True, False) * 3:
            response = ada.post(f"/games/{game}/pause", {"agrees": agrees}, headers={"If-Match": "*"})
            assert response.status_code == 200, response.text
            advance(runner, 1)
        assert kinds(ben).count("pause") == notified
        assert ben.post("/users/me/notifications/read").status_code == 204


def test_joins_within_one_batch_notify_once(site: Site, ada: Person, ben: Person, runner: NotificationRunner) -> None:
    table = site.table(ben)
    for _ in range(10):
        join_and_leave(ada, table)
    advance(runner, 1)
    assert kinds(ben) == ["joined"]


class TestBlocks:
    def test_blocked_user_cannot_invite_the_blocker(
        self, site: Site, ada: Person, ben: Person, runner: NotificationRunner
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
        assert ben.post(f"/games/{site.table(ben)}/invitees", {"name": "Ada"}).status_code == 200, "blocks are one-way"
        assert ben.get("/users/me/invitations").json == []

    def test_blocked_user_cannot_join_the_blockers_table(self, site: Site, ada: Person, ben: Person) -> None:
        table = site.table(ben)
        ben.post(BLOCKS, {"name": "Ada"})
        refused = ada.post(f"/games/{table}/join", {"seat": 1}, headers={"If-Match": "*"})
        assert (refused.status_code, refused.json["detail"]) == (409, "You can't join this user's tables.")
        assert ben.delete(f"{BLOCKS}/{ada.id}").status_code == 204
        join_and_leave(ada, table)

    def test_blocked_user_cannot_take_over_a_seat_at_the_blockers_table(
        self, site: Site, ada: Person, ben: Person
    ) -> None:
        eve, any_version = site.person("Eve"), {"If-Match": "*"}
        game = site.game(ada, ben)
        assert ben.post(f"/games/{game}/seat-offer", {"seat": 1}, headers=any_version).status_code == 200
        ada.post(BLOCKS, {"name": "Eve"})
        refused = eve.post(f"/games/{game}/takeover", {"seat": 1}, headers=any_version)
        assert (refused.status_code, refused.json["detail"]) == (409, "You can't join this user's tables.")
        ada.delete(f"{BLOCKS}/{eve.id}")
        assert eve.post(f"/games/{game}/takeover", {"seat": 1}, headers=any_version).status_code == 200

    def test_messages_from_a_blocked_user_do_not_notify(
        self, site: Site, ada: Person, ben: Person, runner: NotificationRunner
    ) -> None:
        game = site.game(ada, ben)
        advance(runner, 1)
        before = kinds(ben)
        ben.post(BLOCKS, {"name": "Ada"})
        ada.post(f"/games/{game}/chat", {"text": "Hello"})
        runner.now += timedelta(minutes=5)
        advance(runner, 3)
        assert kinds(ben) == before
        ben.delete(f"{BLOCKS}/{ada.id}")
        ben.get(f"/games/{game}/chat")
        ada.post(f"/games/{game}/chat", {"text": "Hello again"})
        runner.now += timedelta(minutes=5)
        advance(runner, 3)
        assert "chat" in kinds(ben)

    def test_rematch_by_a_blocked_user_does_not_notify(
        self, site: Site, ada: Person, ben: Person, runner: NotificationRunner
    ) -> None:
        game = site.game(ada, ben)
        site.finish(game, ada, ben)
        ben.post(BLOCKS, {"name": "Ada"})
        advance(runner, 1)
        before = kinds(ben)
        assert ada.post(f"/games/{game}/rematch").status_code == 200
        advance(runner, 3)
        assert kinds(ben) == before
        assert ben.get("/users/me/invitations").json == []

    @pytest.mark.parametrize(
        ("name", "status"), [("Ada", 200), ("Ben", 409), ("Nobody", 422), ("", 422), ("a\0b", 422)]
    )
    def test_names_are_validated(self, ada: Person, ben: Person, name: str, status: int) -> None:
        assert ben.post(BLOCKS, {"name": name}).status_code == status
        assert blocked_names(ben) == (["Ada"] if status == 200 else [])

    def test_blocks_are_private_and_deleted_with_the_blocked_account(
        self, site: Site, ada: Person, ben: Person
    ) -> None:
        ben.post(BLOCKS, {"name": "Ada"})
        assert blocked_names(ada) == []
        assert site.visitor().get(BLOCKS).status_code == 401
        assert ada.delete("/users/me", json={"password": "password of Ada"}).status_code == 204
        assert ben.get(BLOCKS).json == []

    def test_account_page_adds_and_removes_blocks(self, ada: Person, ben: Person) -> None:
        origin: dict[str, Any] = {"headers": {"Origin": "http://localhost"}}
        credentials = {"name": "Ben", "password": "password of Ben"}
        ben.client.post("/log-in", data=credentials, **origin)
        assert ben.client.post("/account/blocks", data={"name": "Ada"}, **origin).status_code == 303
        assert "Unblock" in ben.client.get("/account").text
        assert ben.client.post(f"/account/blocks/{ada.id}/remove", **origin).status_code == 303
        assert "Unblock" not in ben.client.get("/account").text
