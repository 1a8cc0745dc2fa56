"""Somebody leaves for good: no row, page, export or fact names them any more, and every log is as sound as before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from service.files.verification import verify
from service.storage.sqlite import SQLiteStorage
from tests.service.sites import Person, Site, close, site_on

HERS = ("Zenobia", "zenobia@example.org", "Of Palmyra", "words of a queen", "What a queen would do")
"""What she is called, and what she typed."""


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    made = site_on(storage_url, site_url="https://daybook.example")
    yield made
    close(made)


@pytest.fixture
def ben(site: Site) -> Person:
    return site.person("Ben")


@pytest.fixture
def zenobia(site: Site) -> Person:
    return site.person("Zenobia")


def everything(site: Site) -> str:
    """Every row of every table, as text."""
    storage = site.services.storage
    of_sqlite = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    of_postgres = "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'"
    with storage.database.reading() as rows:
        tables = rows.execute(of_sqlite if isinstance(storage, SQLiteStorage) else of_postgres)
        found = [row for table in tables for row in rows.execute(f"SELECT * FROM {table['name']}")]
    return "\n".join(str(row) for row in found)


def lived(site: Site, zenobia: Person, ben: Person) -> tuple[str, str, str]:
    """A game that is over, one that runs and a table that has not started, with whatever she can type."""
    over = site.game(zenobia, ben, name="Of Palmyra")
    site.finish(over, zenobia, ben)
    zenobia.post(f"/games/{over}/branches", {"name": "What a queen would do"})
    running = site.game(ben, zenobia, undo="consent")
    opened = zenobia.post("/games", {"ruleset": "toy", "name": "Of Palmyra", "seats": 2}).json["id"]
    zenobia.on_version(opened, "join", {})
    zenobia.on_version(opened, "words", {"words": "words of a queen"})
    zenobia.put("/users/me/mail-address", {"address": "zenobia@example.org", "password": PASSWORD})
    zenobia.post("/tokens", {"label": "of Zenobia"})
    site.catch_up()
    return over, running, opened


PASSWORD = "password of Zenobia"


def test_nothing_names_her_any_more(site: Site, zenobia: Person, ben: Person) -> None:
    over, running, opened = lived(site, zenobia, ben)
    before = everything(site)
    assert [text for text in HERS if text not in before] == []
    assert ben.get(f"/games/{over}").json["seats"][0]["name"] == "Zenobia"
    assert zenobia.delete("/users/me", json={"password": PASSWORD}).status_code == 204
    site.catch_up()
    after = everything(site)
    assert [text for text in HERS if text in after] == []
    for path in (f"/games/{over}", f"/games/{over}/history", f"/games/{over}/export", f"/games/{running}", "/games"):
        answer = ben.get(path)
        assert answer.status_code == 200, path
        assert [text for text in HERS if text in answer.text] == [], path
    assert ben.get(f"/games/{over}").json["seats"][0]["name"] == "A former player"
    assert ben.get(f"/games/{opened}").json["phase"] == "abandoned"
    assert verify(ben.get(f"/games/{over}/export").data.splitlines(keepends=True)).sound


def test_nobody_waits_for_her(site: Site, zenobia: Person, ben: Person) -> None:
    _, running, _ = lived(site, zenobia, ben)
    assert zenobia.delete("/users/me", json={"password": PASSWORD}).status_code == 204
    site.catch_up()
    table = ben.get(f"/games/{running}").json
    assert [seat["offered"] for seat in table["seats"]] == [False, True]
    assert ben.on_version(running, "abandon", {"agrees": True}).json["phase"] == "abandoned"


def test_she_is_nobody_from_then_on(site: Site, zenobia: Person, ben: Person) -> None:
    lived(site, zenobia, ben)
    assert zenobia.delete("/users/me", json={"password": "wrong password"}).status_code == 403
    assert zenobia.get("/users/me").status_code == 200
    zenobia.delete("/users/me", json={"password": PASSWORD})
    assert zenobia.get("/users/me").status_code == 401
    assert ben.client.get(f"/users/{zenobia.id}/waiting.atom?key=x").status_code == 404
    assert site.person("Zenobia").id != zenobia.id
