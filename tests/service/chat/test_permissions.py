"""Permissions in chats: posting, reading, and private chats that are not found by other users."""

from __future__ import annotations

from service.administration import actions
from tests.service.chat.test_posting import message_texts, post_message
from tests.service.sites import Person, Site, close, site_on

ANY = {"If-Match": "*"}


def test_private_table_and_its_chat_are_not_found_by_others(site: Site, ada: Person, ben: Person) -> None:
    game, eve = site.game(ada, ben, private=True), site.person("Eve")
    post_message(ada, game, "Between us")
    paths = [(eve.get, f"/games/{game}/chat", {}), (site.visitor().get, f"/games/{game}/chat", {})]
    paths += [(eve.post, f"/games/{game}/chat", {"json": {"text": "Hello"}})]
    paths += [(eve.put, f"/games/{game}/chat/read", {"json": {"number": 1}}), (eve.delete, f"/games/{game}/chat/1", {})]
    hidden, missing = eve.get(f"/games/{game}"), "0" * 32
    for ask, path, sent in paths:
        for response in (ask(path, **sent), ask(path.replace(game, missing), **sent)):
            assert (response.status_code, response.json["detail"]) == (404, hidden.json["detail"])
    invitation = ada.get(f"/games/{game}/invitation-link").json["invite"]
    assert message_texts(eve, game, f"?invite={invitation}") == ["Between us"]
    assert eve.post(f"/games/{game}/chat?invite={invitation}", {"text": "Hello"}).status_code == 409
    assert message_texts(ben, game) == ["Between us"]


def test_spectators_can_read_but_not_post(site: Site, game: str, ada: Person) -> None:
    post_message(ada, game, "Hello")
    eve = site.person("Eve")
    assert message_texts(eve, game) == message_texts(site.visitor(), game) == ["Hello"]
    assert (eve.get(f"/games/{game}/chat").json["can_post"], eve.get(f"/games/{game}/chat").json["unread"]) == (
        False,
        0,
    )
    refused = eve.post(f"/games/{game}/chat", {"text": "Hello"})
    assert refused.json["detail"] == "Only players can write in this chat. You can read it."
    assert site.visitor().post(f"/games/{game}/chat", {"text": "Hello"}).status_code == 401
    assert site.visitor().put(f"/games/{game}/chat/read", {"number": 1}).status_code == 401


def test_replacements_can_post_and_former_players_can_read(site: Site, game: str, ada: Person, ben: Person) -> None:
    post_message(ben, game, "I have to go")
    eve = site.person("Eve")
    assert ben.post(f"/games/{game}/seat-offer", {"seat": 1}, headers=ANY).status_code == 200
    assert eve.post(f"/games/{game}/takeover", {"seat": 1}, headers=ANY).status_code == 200
    assert post_message(eve, game, "I go on")["seat"] == 1
    assert ben.post(f"/games/{game}/chat", {"text": "Good luck"}).status_code == 409
    messages = ben.get(f"/games/{game}/chat").json["messages"]
    assert [(message["name"], message["seat"]) for message in messages] == [("Ben", None), ("Eve", 1)]
    assert ben.delete(f"/games/{game}/chat/1").status_code == 204


def test_suspended_users_cannot_post(site: Site, game: str, ada: Person, ben: Person) -> None:
    actions.suspend(site.services.storage.database, ben.id, ada.id, "a test")
    assert ben.post(f"/games/{game}/chat", {"text": "Hello"}).status_code == 403


def test_branches_have_no_chat(game: str, ada: Person) -> None:
    branch = ada.on_version(game, "branches", {"name": "What if"}).json["id"]
    for response in (ada.get(f"/games/{branch}/chat"), ada.post(f"/games/{branch}/chat", {"text": "Hello"})):
        assert response.status_code == 409
        assert response.json["detail"].startswith("Branches have no chat.")


def test_posting_is_rate_limited(storage_url: str) -> None:
    site = site_on(storage_url, write_limit="5 per minute")
    try:
        ada = site.person("Ada")
        game = site.table(ada)
        ada.post(f"/games/{game}/join", {"seat": 0})
        statuses = [ada.post(f"/games/{game}/chat", {"text": "again"}).status_code for _ in range(6)]
        assert statuses == [201] * 3 + [429] * 3
    finally:
        close(site)
