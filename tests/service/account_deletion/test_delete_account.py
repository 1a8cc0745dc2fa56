"""Account deletion: no row, page, export or fact names the user any more, and every log still verifies."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from service.storage.sqlite import SQLiteStorage
from service.transfer.verification import verify
from tests.service.sites import Person, Site, close, site_on

ZENOBIAS_TEXTS = (
    "Zenobia",
    "zenobia@example.org",
    "Of Palmyra",
    "words of a queen",
    "What a queen would do",
    "She would march on Antioch",
    "League of the East",
    "ofthequeenofpalmyra",
    "Of the queen",
    "Palmyra will not pay",
)
"""Zenobia's names, and the text that she typed."""


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    made = site_on(storage_url, site_url="https://daybook.example")
    yield made
    close(made)


@pytest.fixture
def zenobia(site: Site) -> Person:
    return site.person("Zenobia")


def dump_database(site: Site) -> str:
    """Return every row of every table, as text."""
    storage = site.services.storage
    of_sqlite = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    of_postgres = "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'"
    with storage.database.reading() as rows:
        tables = rows.execute(of_sqlite if isinstance(storage, SQLiteStorage) else of_postgres)
    return "\n".join(dump_table(site, table["name"]) for table in tables)


def dump_table(site: Site, table: str) -> str:
    with site.services.storage.database.reading() as rows:
        return "\n".join(str(row) for row in rows.execute(f"SELECT * FROM {table}"))


def play_and_write_texts(site: Site, zenobia: Person, ben: Person) -> tuple[str, str, str]:
    """Return a finished game, a running one and an open table, with all text that Zenobia can type."""
    over = site.game(zenobia, ben, name="Of Palmyra")
    site.finish(over, zenobia, ben)
    branch = zenobia.post(f"/games/{over}/branches", {"name": "What a queen would do"}).json["id"]
    running = site.game(ben, zenobia, undo="consent")
    opened = zenobia.post("/games", {"ruleset": "toy", "name": "Of Palmyra", "seats": 2}).json["id"]
    zenobia.on_version(opened, "join", {})
    zenobia.on_version(opened, "seed-contribution", {"seed_contribution": "words of a queen"})
    zenobia.put("/users/me/email-address", {"address": "zenobia@example.org", "password": PASSWORD})
    zenobia.post("/tokens", {"label": "of Zenobia"})
    zenobia.put(f"/games/{branch}/comment", {"comment": "She would march on Antioch"})
    other = zenobia.post(f"/games/{running}/branches", {"name": "A line"}).json["id"]
    zenobia.post(f"/games/{running}/chat", {"text": "Palmyra will not pay"}, headers={"Idempotency-Key": "said"})
    zenobia.put(f"/games/{other}/name", {"name": "Of the queen"})
    zenobia.post(
        "/users/me/notifications/channels", {"kind": "apprise", "address": "discord://123456789/ofthequeenofpalmyra"}
    )
    league = {"title": "League of the East", "rules": {"ruleset": "toy", "seats": 2}}
    zenobia.post("/tournaments", league)
    site.catch_up()
    return over, running, opened


PASSWORD = "password of Zenobia"


def test_deleted_user_is_not_named_anywhere(site: Site, zenobia: Person, ben: Person) -> None:
    over, running, opened = play_and_write_texts(site, zenobia, ben)
    before = dump_database(site)
    assert [text for text in ZENOBIAS_TEXTS if text not in before] == []
    assert ben.get(f"/games/{over}").json["seats"][0]["name"] == "Zenobia"
    assert zenobia.delete("/users/me", json={"password": PASSWORD}).status_code == 204
    site.catch_up()
    after = dump_database(site)
    assert [text for text in ZENOBIAS_TEXTS if text in after] == []
    for path in (
        f"/games/{over}",
        f"/games/{over}/history",
        f"/games/{over}/export",
        f"/games/{running}",
        f"/games/{running}/chat",
        "/games",
    ):
        response = ben.get(path)
        assert response.status_code == 200, path
        assert [text for text in ZENOBIAS_TEXTS if text in response.text] == [], path
    assert ben.get(f"/games/{over}").json["seats"][0]["name"] == "A former player"
    assert ben.get(f"/games/{opened}").json["phase"] == "abandoned"
    (sent,) = ben.get(f"/games/{running}/chat").json["messages"]
    assert (sent["user"], sent["name"], sent["text"], sent["removed"]) == (None, "A former player", "", "left")
    assert verify(ben.get(f"/games/{over}/export").data.splitlines(keepends=True)).valid


def test_responses_to_others_do_not_keep_the_users_texts(site: Site, zenobia: Person, ben: Person) -> None:
    game = zenobia.post("/games", {"ruleset": "toy", "name": 'The "100%" game', "seats": 2}).json["id"]
    other = ben.post("/games", {"ruleset": "toy", "name": "Of his own", "seats": 2}, headers={"Idempotency-Key": "his"})
    joined = ben.post(f"/games/{game}/join", {}, headers={"Idempotency-Key": "hers", "If-Match": "*"})
    assert (joined.status_code, other.status_code) == (200, 201)
    assert "100%" in dump_table(site, "stored_responses")
    zenobia.delete("/users/me", json={"password": PASSWORD})
    kept = dump_table(site, "stored_responses")
    assert "100%" not in kept
    assert "Of his own" in kept


def test_games_do_not_wait_for_a_deleted_user(site: Site, zenobia: Person, ben: Person) -> None:
    _, running, _ = play_and_write_texts(site, zenobia, ben)
    assert zenobia.delete("/users/me", json={"password": PASSWORD}).status_code == 204
    site.catch_up()
    table = ben.get(f"/games/{running}").json
    assert [seat["offered"] for seat in table["seats"]] == [False, True]
    assert ben.on_version(running, "abandon", {"agrees": True}).json["phase"] == "abandoned"


@pytest.mark.parametrize("before_authors_were_noted", [False, True])
def test_links_shared_by_a_deleted_user_stop_working(
    site: Site, zenobia: Person, ben: Person, *, before_authors_were_noted: bool
) -> None:
    _, running, _ = play_and_write_texts(site, zenobia, ben)
    branch = zenobia.post(f"/games/{running}/branches", {"name": "A line"}).json["id"]
    link = zenobia.put(f"/games/{branch}/share-link", None).json["invite"]
    site.catch_up()
    if before_authors_were_noted:
        with site.services.storage.database.transaction() as rows:
            rows.execute("UPDATE branch_links SET author = ''")
    assert ben.get(f"/games/{branch}?invite={link}").status_code == 200
    zenobia.delete("/users/me", json={"password": PASSWORD})
    site.catch_up()
    assert ben.get(f"/games/{branch}?invite={link}").status_code == 404
    assert dump_table(site, "branch_links") == ""


def test_deletion_ends_access_and_frees_the_name(site: Site, zenobia: Person, ben: Person) -> None:
    play_and_write_texts(site, zenobia, ben)
    assert zenobia.delete("/users/me", json={"password": "wrong password"}).status_code == 403
    assert zenobia.get("/users/me").status_code == 200
    zenobia.delete("/users/me", json={"password": PASSWORD})
    assert zenobia.get("/users/me").status_code == 401
    assert ben.client.get(f"/users/{zenobia.id}/your-turn.atom?key=x").status_code == 404
    assert site.person("Zenobia").id != zenobia.id
