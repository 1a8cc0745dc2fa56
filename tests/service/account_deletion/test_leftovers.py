"""Traces of a deleted account: in responses, emails, exports, records, tournaments and lists."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from unittest import mock

import pytest

from domain import audit
from domain.table.seating import SeatState
from service.account_deletion import deferred_seats
from service.administration import actions, audit_trail, roles
from service.storage.sqlite import SQLiteStorage
from service.transfer.personal import NOT_HELD
from tests.service.account_deletion.test_delete_account import PASSWORD, dump_database, dump_table, play_and_write_texts
from tests.service.sites import Person, Site, close, site_on

ANY = {"If-Match": "*"}


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    made = site_on(storage_url, site_url="https://daybook.example")
    yield made
    close(made)


@pytest.fixture
def zenobia(site: Site) -> Person:
    return site.person("Zenobia")


def delete_account(site: Site, zenobia: Person) -> None:
    assert zenobia.delete("/users/me", json={"password": PASSWORD}).status_code == 204
    site.catch_up()


def test_earlier_display_names_are_deleted_from_responses(site: Site, zenobia: Person, ben: Person) -> None:
    game = site.game(ben, zenobia)
    zenobia._send("PATCH", "/users/me/profile", json={"display_name": "Septimia"})
    key = {"Idempotency-Key": "k", **ANY}
    assert ben.post(f"/games/{game}/turn-confirmation", {"automatic": True}, headers=key).status_code == 200
    assert "Septimia" in dump_table(site, "stored_responses")
    zenobia._send("PATCH", "/users/me/profile", json={"display_name": "Other"})
    delete_account(site, zenobia)
    assert "Septimia" not in dump_database(site)


def test_emails_to_earlier_addresses_are_deleted(site: Site, zenobia: Person) -> None:
    for address in ("old@zenobia.example", "new@zenobia.example"):
        zenobia.put("/users/me/email-address", {"address": address, "password": PASSWORD})
    assert "new@zenobia.example" in dump_table(site, "outbox")
    delete_account(site, zenobia)
    assert dump_table(site, "outbox") == ""


def test_response_to_the_deletion_is_not_stored(site: Site, zenobia: Person) -> None:
    key = {"Idempotency-Key": "hers"}
    assert zenobia.delete("/users/me", json={"password": PASSWORD}, headers=key).status_code == 204
    assert dump_table(site, "stored_responses") == ""


def test_reasons_typed_by_a_deleted_administrator_are_deleted(site: Site, zenobia: Person, ben: Person) -> None:
    database = site.services.storage.database
    roles.appoint(database, zenobia.id)
    actions.suspend(database, ben.id, zenobia.id, "words of a queen")
    delete_account(site, zenobia)
    assert "words of a queen" not in dump_database(site)
    assert [(entry.act, entry.actor) for entry in audit_trail.entries(database)][:1] == [("suspend", "")]


def test_rematch_loses_the_name_that_a_deleted_user_gave_the_game(site: Site, zenobia: Person, ben: Person) -> None:
    game = site.game(zenobia, ben, name="Of the queen")
    site.finish(game, zenobia, ben)
    again = ben.post(f"/games/{game}/rematch", {}, headers=ANY).json["id"]
    assert ben.get(f"/games/{again}").json["name"] == "Of the queen"
    delete_account(site, zenobia)
    assert "Of the queen" not in dump_database(site)


def test_rounds_lose_the_title_that_a_deleted_organiser_typed(site: Site, zenobia: Person, ben: Person) -> None:
    wanted = {"title": "Of the queen", "rules": {"ruleset": "toy", "seats": 2}}
    tournament = zenobia.post("/tournaments", wanted).json["id"]
    for person in (ben, site.person("Cleo")):
        person.post(f"/tournaments/{tournament}/entrants", {})
    zenobia.put(f"/tournaments/{tournament}/organiser", {"name": "Ben"}, headers=ANY)
    assert ben.post(f"/tournaments/{tournament}/rounds", {}, headers=ANY).status_code == 200
    delete_account(site, zenobia)
    assert "Of the queen" not in dump_database(site)


def test_seats_missing_from_the_lists_are_offered_later(site: Site, zenobia: Person, ben: Person) -> None:
    game = site.game(ben, zenobia)
    assert zenobia.delete("/users/me", json={"password": PASSWORD}).status_code == 204
    later = site.services.handler.clock() + deferred_seats.SETTLED
    site.services.handler.clock = lambda: later
    deferred_seats.finish(site.services.handler)
    assert dump_table(site, "deleted_accounts") != "", "the lists are still out of date"
    site.catch_up()
    deferred_seats.finish(site.services.handler)
    assert ben.get(f"/games/{game}").json["seats"][1]["offered"] is True
    assert dump_table(site, "deleted_accounts") == ""


def test_unreadable_game_does_not_prevent_deletion(site: Site, zenobia: Person, ben: Person) -> None:
    game, other = site.game(ben, zenobia), site.game(ben, zenobia)
    site.catch_up()
    with site.services.storage.database.transaction() as rows:
        rows.execute("UPDATE stored_events SET state = '{}' WHERE originator_id = :game", {"game": game})
        rows.execute("DELETE FROM snapshots", {})
    fresh = site_on(site.services.config.database_url, site_url="https://daybook.example")
    reply = fresh.app.test_client().delete("/api/users/me", json={"password": PASSWORD}, headers=zenobia.authorization)
    assert reply.status_code == 204
    assert ben.get(f"/games/{other}").json["seats"][1]["offered"] is True
    close(fresh)


def test_data_export_has_every_table_that_names_the_user(site: Site, zenobia: Person, ben: Person) -> None:
    play_and_write_texts(site, zenobia, ben)
    zenobia.put(
        "/users/me/notifications/schedule", {"quiet_from": "22:00", "quiet_until": "07:00", "daily_at": "08:00"}
    )
    with site.services.storage.database.transaction() as rows:
        vacation = {"user": zenobia.id, "by_itself": False}
        rows.execute("INSERT INTO vacations VALUES (:user, '2026-02-01', '2026-02-05', :by_itself, '')", vacation)
        rows.execute("INSERT INTO time_zones VALUES (:user, '', 'Asia/Damascus')", vacation)
    packed = zipfile.ZipFile(io.BytesIO(zenobia.get("/users/me/data-export").data))
    account = packed.read("account.json").decode()
    assert [each for each in ("2026-02-01", "22:00", "Asia/Damascus") if each not in account] == []
    found = {line.split('"')[1] for line in account.splitlines() if line.startswith('    "')}
    assert tables_naming(site, zenobia.id) - found - NOT_HELD.keys() == set()


def tables_naming(site: Site, user: str) -> set[str]:
    """Return the tables that contain a user id."""
    storage = site.services.storage
    of_sqlite = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    of_postgres = "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'"
    with storage.database.reading() as rows:
        tables = rows.execute(of_sqlite if isinstance(storage, SQLiteStorage) else of_postgres)
    return {table["name"] for table in tables if user in dump_table(site, table["name"])}


def test_swap_and_pause_need_no_consent_of_a_deleted_user(site: Site, zenobia: Person, ben: Person) -> None:
    cleo = site.person("Cleo")
    game = site.game(ben, zenobia, cleo, clock={"pace": {"kind": "days_per_turn", "days": 3}})
    site.catch_up()
    delete_account(site, zenobia)
    ben.on_version(game, "swap", {"other": 2})
    cleo.on_version(game, "swap", {"agrees": True})
    assert [seat["name"] for seat in ben.get(f"/games/{game}").json["seats"]] == ["Cleo", "A former player", "Ben"]
    for person in (ben, cleo):
        person.on_version(game, "pause", {"agrees": True})
    assert ben.get(f"/games/{game}").json["clocks"]["paused"] is True
    assert rules_agree(site, game)


def test_log_with_a_swap_request_to_an_offered_seat_still_verifies(site: Site, zenobia: Person, ben: Person) -> None:
    cleo = site.person("Cleo")
    game = site.game(ben, zenobia, cleo)
    zenobia.on_version(game, "seat-offer", {"seat": 1, "offered": True})
    with mock.patch.object(SeatState, "asked", SeatState.present):
        ben.on_version(game, "swap", {"other": 2})
        found = cleo.on_version(game, "swap", {"agrees": True}).json
    assert found["swap"] is not None, "the swap waits for Zenobia"
    assert rules_agree(site, game)


def rules_agree(site: Site, stream: str) -> bool:
    """Return whether today's rules agree with a game's log."""
    game = site.services.handler.games.game(stream)
    return all(finding.verdict == "identical" for finding in audit.examine(game.id, game.records[:]))
