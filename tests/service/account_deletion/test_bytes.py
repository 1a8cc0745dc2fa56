"""Deleted accounts on SQLite: none of their text is left in the files, neither in free pages nor in the WAL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.account_deletion import deferred_seats
from service.workers.notifier import follow
from tests.service.account_deletion.test_delete_account import (
    PASSWORD,
    ZENOBIAS_TEXTS,
    dump_table,
    play_and_write_texts,
)
from tests.service.sites import Person, Site, close, site_on


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    made = site_on(storage_url, site_url="https://daybook.example")
    yield made
    close(made)


@pytest.fixture
def on_file(sqlite_url: str) -> Iterator[Site]:
    made = site_on(sqlite_url, site_url="https://daybook.example")
    yield made
    close(made)


@pytest.fixture
def zenobia(site: Site) -> Person:
    return site.person("Zenobia")


def found_in_files(directory: Path, texts: tuple[str, ...] = ZENOBIAS_TEXTS) -> set[tuple[str, str]]:
    """Return the files and texts where a file contains a text, ignoring case."""
    files = {file.name: file.read_bytes().lower() for file in directory.iterdir()}
    return {(name, text) for name, content in files.items() for text in texts if text.lower().encode() in content}


def delete_account(person: Person) -> None:
    assert person.delete("/users/me", json={"password": PASSWORD}).status_code == 204


def test_files_contain_no_text_of_a_deleted_user(on_file: Site, tmp_path: Path) -> None:
    zenobia, ben = on_file.person("Zenobia"), on_file.person("Ben")
    play_and_write_texts(on_file, zenobia, ben)
    zenobia.put("/users/me/email-address", {"address": "zenobia@example.org", "password": PASSWORD})
    for number in range(60):  # Over several pages, which are split, joined and freed.
        zenobia.post("/games", {"ruleset": "toy", "name": f"Of Palmyra {number} {'x' * 60}", "seats": 2})
        ben.post("/games", {"ruleset": "toy", "name": f"Of Ben {number}", "seats": 2}, headers={"Idempotency-Key": "k"})
    assert {text for _, text in found_in_files(tmp_path)} == set(ZENOBIAS_TEXTS)
    delete_account(zenobia)
    assert found_in_files(tmp_path) == set()
    assert found_in_files(tmp_path, ("Of Ben 0",)) != set()


def test_pages_held_by_a_reader_are_overwritten_later(on_file: Site, tmp_path: Path) -> None:
    zenobia, ben = on_file.person("Zenobia"), on_file.person("Ben")
    play_and_write_texts(on_file, zenobia, ben)
    with on_file.services.storage.dedicated_connection() as reading:
        reading.execute("BEGIN")
        assert len(reading.execute("SELECT * FROM users")) == 2
        delete_account(zenobia)
        deferred_seats.finish(on_file.services.handler)
        assert found_in_files(tmp_path) != set(), "the reader sees the database as it was"
        reading.execute("COMMIT")
    deferred_seats.finish(on_file.services.handler)
    assert found_in_files(tmp_path) == set()


def test_late_rows_do_not_name_the_user(site: Site, zenobia: Person, ben: Person) -> None:
    services = site.services
    game = site.game(zenobia, ben)
    site.catch_up()
    zenobia.get(f"/games/{game}")
    services.last_seen.note(game, zenobia.id, 3)
    delete_account(zenobia)
    services.last_seen.write()
    site.catch_up()
    follow(services.storage, services.handler.clock())
    assert ben.on_version(game, "abandon", {"agrees": True}).status_code == 200
    site.catch_up()
    follow(services.storage, services.handler.clock())
    deferred_seats.finish(services.handler)
    for table in ("last_seen", "turn_notifications", "notifications"):
        assert zenobia.id not in dump_table(site, table), table
    assert ben.id in dump_table(site, "notifications") + dump_table(site, "last_seen")
