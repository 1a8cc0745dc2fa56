"""Administrators: appointed on the command line, they void games and suspend accounts, and all of it is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from service.accounts.users import User
from service.administration import audit_trail, roles
from service.outbox import queue
from service.outbox.errors import Undeliverable
from service.outbox.queue import Waiting
from service.transfer.export import export_lines
from service.transfer.verification import verify
from tests.deliveries import deliver_due, due
from tests.service.sites import Person, Site, close, confirm_address, site_on

VOID = {"reason": "conduct", "note": "See the mails"}


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    made = site_on(storage_url)
    yield made
    close(made)


@pytest.fixture
def olga(site: Site) -> Person:
    olga = site.person("Olga")
    roles.appoint(site.services.storage.database, olga.id)
    return olga


def recorded_actions(olga: Person) -> list[tuple[str, str | None, str | None, str]]:
    return [
        (action["action"], action["by"], action["name"], action["reason"])
        for action in olga.get("/admin/actions").json["actions"]
    ]


def test_admin_api_is_forbidden_to_other_users(site: Site) -> None:
    ada, game = site.person("Ada"), "0" * 32
    for path in ("actions", "suspensions", "undeliverable-emails"):
        assert ada.get(f"/admin/{path}").status_code == 403
        assert site.visitor().get(f"/admin/{path}").status_code == 401
    assert ada.post(f"/admin/games/{game}/void", VOID, headers={"If-Match": "*"}).status_code == 403
    assert ada.post("/admin/suspensions", {"name": "Ada", "reason": "none"}).status_code == 403
    assert ada.delete(f"/admin/suspensions/{ada.id}").status_code == 403
    assert ada.post("/admin/undeliverable-emails/retry").status_code == 403


def test_voided_game_is_over_and_its_valid_log_has_the_reason(site: Site, olga: Person) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    game = site.game(ada, ben)
    ada.move(game, ada.first_on_offer(game))
    key = {"If-Match": "*", "Idempotency-Key": "void"}
    voided = olga.post(f"/admin/games/{game}/void", VOID, headers=key)
    assert (voided.status_code, voided.json["phase"]) == (200, "abandoned")
    assert ada.move(game, {"command": {"action": "end_turn"}}).json["type"].endswith("#game-over")
    site.catch_up()
    facts = [event["data"] for event in ada.get(f"/games/{game}/history").json["events"]]
    assert {"topic": "table.voided", "reason": "conduct"} in facts
    assert "See the mails" not in ada.get(f"/games/{game}/history").text
    assert recorded_actions(olga)[0] == ("void", "Olga", None, "See the mails")
    olga.post(f"/admin/games/{game}/void", VOID, headers=key)
    assert len(recorded_actions(olga)) == 2
    assert [action["game"] for action in olga.get("/admin/actions?action=void").json["actions"]] == [game]
    handler = site.services.handler
    assert verify(export_lines(handler, handler.games.game(game), "auditor")).valid


def test_voiding_a_finished_game_removes_its_result(site: Site, olga: Person) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    game = site.game(ada, ben)
    site.finish(game, ada, ben)
    assert olga.post(f"/admin/games/{game}/void", VOID, headers={"If-Match": "*"}).status_code == 200
    site.catch_up()
    (listed,) = ada.get("/games").json["games"]
    assert (listed["phase"], listed["ranking"]) == ("abandoned", [])
    handler = site.services.handler
    assert verify(export_lines(handler, handler.games.game(game), "auditor")).valid
    assert olga.post(f"/admin/games/{game}/void", VOID, headers={"If-Match": "*"}).status_code == 409


def test_administrators_cannot_see_private_games_of_others(site: Site, olga: Person) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    game = site.game(ada, ben, private=True)
    assert olga.get(f"/games/{game}").status_code == 404
    assert olga.get(f"/games/{game}/state").status_code == 404


def test_administrators_cannot_suspend_themselves(site: Site, olga: Person) -> None:
    refused = olga.post("/admin/suspensions", {"name": "Olga", "reason": "By mistake"})
    assert (refused.status_code, olga.get("/users/me").status_code) == (409, 200)


def test_suspended_account_is_refused_with_the_reason(site: Site, olga: Person) -> None:
    ben = site.person("Ben")
    credentials = {"name": "Ben", "password": "password of Ben"}
    logged_in = site.visitor()
    assert logged_in.post("/session", credentials).status_code == 200
    assert olga.post("/admin/suspensions", {"name": "Ben", "reason": "Two accounts"}).json[0]["user"] == ben.id
    assert logged_in.get("/users/me").status_code == 401
    for refused in (ben.get("/users/me"), ben.post("/games", {}), site.visitor().post("/session", credentials)):
        assert refused.status_code == 403
        assert refused.json["type"] == "/api/docs#suspended"
        assert refused.json["detail"] == "An administrator suspended this account. Reason: Two accounts"
    wrong = site.visitor().post("/session", {**credentials, "password": "not the password"})
    assert wrong.status_code == 401
    assert olga.delete(f"/admin/suspensions/{ben.id}").status_code == 204
    assert ben.get("/users/me").status_code == 200
    assert [action[:3] for action in recorded_actions(olga)] == [
        ("reinstate", "Olga", "Ben"),
        ("suspend", "Olga", "Ben"),
        ("appoint", None, "Olga"),
    ]


def test_session_opened_during_a_suspension_is_invalid(site: Site, olga: Person) -> None:
    ben = site.person("Ben")
    user = site.services.accounts.user(ben.id)
    olga.post("/admin/suspensions", {"name": "Ben", "reason": "late"})
    assert user is not None
    token = site.services.sessions.open(user, "")
    assert site.services.sessions.of_token(token) is None


def test_undeliverable_emails_are_listed_and_retried(site: Site, olga: Person) -> None:
    outbox = site.services.outbox
    outbox.post("ben@example.org", "Hello", "Ben")
    (waiting,) = due(outbox, 10)
    outbox.give_up(waiting, "550 no such mailbox")
    (undelivered,) = olga.get("/admin/undeliverable-emails").json
    assert (undelivered["recipient"], undelivered["failure"]) == ("ben@example.org", "550 no such mailbox")
    assert olga.post("/admin/undeliverable-emails/retry").json == {"retried": 1}
    assert olga.get("/admin/undeliverable-emails").json == []


def test_secrets_in_webhook_responses_are_hidden_from_administrators(
    site: Site, olga: Person, caplog: pytest.LogCaptureFixture
) -> None:
    """Many servers quote a wrong path in their response."""
    outbox, ben = site.services.outbox, site.person("Ben")
    hooks = [{"kind": "webhook", "address": f"https://example.org/{number}"} for number in range(2)]
    channels = [ben.post("/users/me/notifications/channels", hook).json["id"] for hook in hooks]
    with site.services.storage.database.transaction() as rows:
        for number, channel in enumerate(channels):
            queue.put(rows, str(number), "", "[]", datetime.now(UTC), channel=channel, user=ben.id)

    def refuse(waiting: Waiting) -> None:
        error = "404 Cannot POST /hooks/secret-of-ben"
        raise Undeliverable(error) if waiting.id == "0" else OSError(error)

    deliver_due(outbox, refuse)
    assert [undelivered["failure"] for undelivered in olga.get("/admin/undeliverable-emails").json] == ["404 Not Found"]
    assert "1 could not be delivered: 404 Not Found" in caplog.text
    assert {each["failure"] for each in ben.get("/users/me/notifications/channels").json} == {"404 Not Found"}
    assert "secret-of-ben" not in caplog.text


def test_undeliverable_emails_are_listed_without_links(site: Site, olga: Person) -> None:
    confirm_address(site.services.storage.database, User(olga.id, "Olga", ""), "olga@example.org")
    assert site.visitor().post("/password-reset-requests", {"name": "Olga"}).status_code == 204
    (waiting,) = due(site.services.outbox, 10)
    assert "/reset-password/" in waiting.email.text
    site.services.outbox.give_up(waiting, "550 no such mailbox")
    assert "reset-password" not in olga.get("/admin/undeliverable-emails").text


def test_audit_trail_forgets_deleted_users(site: Site, olga: Person) -> None:
    ben = site.person("Ben")
    olga.post("/admin/suspensions", {"name": "Ben", "reason": "Ben of Example Street"})
    with site.services.storage.database.transaction() as rows:
        audit_trail.delete_user_data(rows, ben.id, 100)
    assert "Ben" not in olga.get("/admin/actions").text
    assert ben.id not in olga.get("/admin/actions").text
    assert ("suspend", "Olga", None, "") in recorded_actions(olga)
    assert ben.get("/users/me").status_code == 200
