"""The personal archive: complete, limited to the user's own data, and without credentials."""

from __future__ import annotations

import json
from io import BytesIO
from zipfile import ZipFile

from service.administration import actions
from tests.service.sites import Person, Site

COINS = {"command": {"action": "take_coins"}}


def archive_of(person: Person) -> ZipFile:
    response = person.get("/users/me/data-export")
    assert (response.status_code, response.content_type) == (200, "application/zip")
    assert response.headers["Cache-Control"] == "no-store"
    return ZipFile(BytesIO(response.data))


def test_archive_contains_the_account_and_own_games_as_the_user_sees_them(any_site: Site) -> None:
    ada, ben = any_site.person("Ada"), any_site.person("Ben")
    running, finished = any_site.game(ada, ben), any_site.game(ben, ada)
    any_site.finish(finished, ben, ada)
    ada.move(running, COINS)
    branch = ada.post(f"/games/{running}/branches", {"name": "What if"}).json["id"]
    table = any_site.table(ada, private=True)
    any_site.game(ben, ben)  # not in the archive
    any_site.catch_up()
    archive = archive_of(ada)
    names = [f"games/{stream}.ndjson" for stream in (running, finished, branch, table)]
    assert sorted(archive.namelist()) == sorted(["account.json", *names])
    for stream in (running, finished, branch, table):
        assert archive.read(f"games/{stream}.ndjson") == ada.get(f"/games/{stream}/export").data


def test_account_file_contains_personal_data_but_no_credentials(any_site: Site) -> None:
    ada = any_site.person("Ada")
    ada.put("/users/me/email-address", {"address": "ada@example.org", "password": "password of Ada"})
    account = json.loads(archive_of(ada).read("account.json"))
    assert (account["id"], account["name"]) == (ada.id, "Ada")
    assert account["mail_address"] == {"confirmed": None, "wanted": "ada@example.org"}
    assert [token["label"] for token in account["api_tokens"]] == ["tests"]
    assert account["registered_at"]
    for secret in ("argon2", "dbk_", "digest", "stamp"):
        assert secret not in json.dumps(account)


def test_archive_requires_login(site: Site) -> None:
    assert site.visitor().get("/users/me/data-export").status_code == 401


def test_archive_contains_tournaments_invitations_and_admin_actions(any_site: Site) -> None:
    ada, ben = any_site.person("Ada"), any_site.person("Ben")
    rules = {"ruleset": "toy", "seats": 2}
    tournament = ada.post("/tournaments", {"title": "League", "rules": rules}).json["id"]
    table = any_site.table(ben)
    ben.post(f"/games/{table}/invitees", {"name": "Ada"}, headers={"If-Match": "*"})
    actions.suspend(any_site.services.storage.database, ada.id, ben.id, "a test")
    actions.reinstate(any_site.services.storage.database, ada.id, ben.id)
    archive = archive_of(ada)
    account = json.loads(archive.read("account.json"))
    assert archive.read(f"tournaments/{tournament}.ndjson") == ada.get(f"/tournaments/{tournament}/export").data
    assert account["competitions"] == [{"id": tournament, "title": "League"}]
    assert [each["game"] for each in account["invitations"]] == [table]
    assert [(each["act"], each["reason"]) for each in account["acts_of_operators"]] == [
        ("suspend", "a test"),
        ("reinstate", ""),
    ]


def test_archive_contains_own_messages_and_read_receipts(any_site: Site) -> None:
    ada, ben = any_site.person("Ada"), any_site.person("Ben")
    game = any_site.game(ada, ben)
    for person, text in ((ada, "Mine"), (ben, "His"), (ada, "Mine as well")):
        assert person.post(f"/games/{game}/chat", {"text": text}).status_code == 201
    ada.put(f"/games/{game}/chat/read", {"number": 2})
    rows = json.loads(archive_of(ada).read("account.json"))["rows"]
    messages = [(message["stream"], message["text"]) for message in rows["chat_messages"]]
    assert messages == [(game, "Mine"), (game, "Mine as well")]
    assert rows["chat_read_receipts"] == [{"stream": game, "user_id": ada.id, "number": 2, "notified": 0}]
