"""Moderation: administrators remove messages with a reason, and each removal is recorded like all their actions."""

from __future__ import annotations

import pytest

from service.administration import roles
from tests.service.account_deletion.test_delete_account import dump_table
from tests.service.chat.test_posting import post_message
from tests.service.sites import Person, Site


@pytest.fixture
def olga(site: Site) -> Person:
    olga = site.person("Olga")
    roles.appoint(site.services.storage.database, olga.id)
    return olga


def removal(game: str, number: int = 1) -> str:
    return f"/admin/games/{game}/chat/{number}/removal"


def test_administrator_removes_a_message_and_the_reason_is_recorded(
    site: Site, ada: Person, ben: Person, olga: Person
) -> None:
    game = site.game(ada, ben, private=True)
    post_message(ada, game, "An insult", **{"Idempotency-Key": "k"})
    assert olga.get(f"/games/{game}/chat").status_code == 404
    assert olga.post(removal(game), {}).status_code == 422
    assert olga.post(removal(game), {"reason": "It insults Ben"}).status_code == 204
    assert olga.post(removal(game), {"reason": "Once more"}).status_code == 204
    (message,) = ben.get(f"/games/{game}/chat").json["messages"]
    assert (message["text"], message["removed"], message["name"]) == ("", "operator", "Ada")
    actions = olga.get("/admin/actions?action=remove_message").json["actions"]
    assert [(action["by"], action["name"], action["game"], action["reason"]) for action in actions] == [
        ("Olga", "Ada", game, "It insults Ben")
    ]
    for table in ("chat_messages", "stored_responses", "audit_trail"):
        assert "An insult" not in dump_table(site, table), table


def test_missing_message_is_not_found(game: str, olga: Person) -> None:
    assert olga.post(removal(game), {"reason": "a test"}).status_code == 404


def test_other_users_cannot_remove_messages(game: str, ada: Person, ben: Person) -> None:
    post_message(ada, game, "Hello")
    assert ben.post(removal(game), {"reason": "a test"}).status_code == 403
    assert ben.get(f"/games/{game}/chat").json["messages"][0]["text"] == "Hello"


def test_administration_page_removes_a_message_by_its_url(site: Site, game: str, ada: Person, olga: Person) -> None:
    post_message(ada, game, "An insult")
    credentials = {"name": "Olga", "password": "password of Olga"}
    origin = {"Origin": "http://localhost"}
    assert olga.client.post("/log-in", data=credentials, headers=origin).status_code == 303
    form = {"word": f"http://localhost/games/{game}/chat?invite=x#message-1", "reason": "It insults Ben"}
    assert olga.client.post("/admin/messages/removal", data=form, headers=origin).status_code == 303
    assert ada.get(f"/games/{game}/chat").json["messages"][0]["removed"] == "operator"
    assert "Chat message removed" in olga.client.get("/admin").text
