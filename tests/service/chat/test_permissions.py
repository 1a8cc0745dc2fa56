"""Permissions in chats: writing, reading, and chats that do not exist for a user."""

from __future__ import annotations

from service.administration import actions
from tests.service.chat.test_posting import heard, say
from tests.service.sites import Person, Site, close, site_on

ANY = {"If-Match": "*"}


def test_a_private_table_is_not_there_for_others_and_neither_is_its_talk(site: Site, ada: Person, ben: Person) -> None:
    game, eve = site.game(ada, ben, private=True), site.person("Eve")
    say(ada, game, "Between us")
    paths = [(eve.get, f"/games/{game}/chat", {}), (site.visitor().get, f"/games/{game}/chat", {})]
    paths += [(eve.post, f"/games/{game}/chat", {"json": {"text": "Hello"}})]
    paths += [(eve.put, f"/games/{game}/chat/read", {"json": {"number": 1}}), (eve.delete, f"/games/{game}/chat/1", {})]
    hidden, nowhere = eve.get(f"/games/{game}"), "0" * 32
    for ask, path, sent in paths:
        for answer in (ask(path, **sent), ask(path.replace(game, nowhere), **sent)):
            assert (answer.status_code, answer.json["detail"]) == (404, hidden.json["detail"])
    invitation = ada.get(f"/games/{game}/invitation-link").json["invite"]
    assert heard(eve, game, f"?invite={invitation}") == ["Between us"]
    assert eve.post(f"/games/{game}/chat?invite={invitation}", {"text": "Hello"}).status_code == 409
    assert heard(ben, game) == ["Between us"]


def test_spectators_can_read(site: Site, game: str, ada: Person) -> None:
    say(ada, game, "Hello")
    eve = site.person("Eve")
    assert heard(eve, game) == heard(site.visitor(), game) == ["Hello"]
    assert (eve.get(f"/games/{game}/chat").json["can_post"], eve.get(f"/games/{game}/chat").json["unread"]) == (
        False,
        0,
    )
    refused = eve.post(f"/games/{game}/chat", {"text": "Hello"})
    assert refused.json["detail"] == "Only players can write in this chat. You can read it."
    assert site.visitor().post(f"/games/{game}/chat", {"text": "Hello"}).status_code == 401
    assert site.visitor().put(f"/games/{game}/chat/read", {"number": 1}).status_code == 401


def test_replacements_can_post_and_former_players_can_read(site: Site, game: str, ada: Person, ben: Person) -> None:
    say(ben, game, "I have to go")
    eve = site.person("Eve")
    assert ben.post(f"/games/{game}/seat-offer", {"seat": 1}, headers=ANY).status_code == 200
    assert eve.post(f"/games/{game}/takeover", {"seat": 1}, headers=ANY).status_code == 200
    assert say(eve, game, "I go on")["seat"] == 1
    assert ben.post(f"/games/{game}/chat", {"text": "Good luck"}).status_code == 409
    told = ben.get(f"/games/{game}/chat").json["messages"]
    assert [(word["name"], word["seat"]) for word in told] == [("Ben", None), ("Eve", 1)]
    assert ben.delete(f"/games/{game}/chat/1").status_code == 204


def test_whose_account_is_closed_says_nothing(site: Site, game: str, ada: Person, ben: Person) -> None:
    actions.suspend(site.services.storage.database, ben.id, ada.id, "a test")
    assert ben.post(f"/games/{game}/chat", {"text": "Hello"}).status_code == 403


def test_a_what_if_has_no_talk_of_its_own(game: str, ada: Person) -> None:
    line = ada.on_version(game, "branches", {"name": "What if"}).json["id"]
    for answer in (ada.get(f"/games/{line}/chat"), ada.post(f"/games/{line}/chat", {"text": "Hello"})):
        assert answer.status_code == 409
        assert answer.json["detail"].startswith("Branches have no chat.")


def test_too_many_messages_must_wait(storage_url: str) -> None:
    site = site_on(storage_url, write_limit="5 per minute")
    try:
        ada = site.person("Ada")
        game = site.table(ada)
        ada.post(f"/games/{game}/join", {"seat": 0})
        answers = [ada.post(f"/games/{game}/chat", {"text": "again"}).status_code for _ in range(6)]
        assert answers == [201] * 3 + [429] * 3
    finally:
        close(site)
