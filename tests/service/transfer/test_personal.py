"""The personal archive against the schema: every column is classified, and none with a secret is exported."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from zipfile import ZipFile

import pytest

from projections.db_protocol import Rows
from service.accounts.users import User
from service.notifications import channels
from service.pages import feed
from service.storage import Storage
from service.storage.sqlite import SQLiteStorage
from service.transfer.personal import HELD, NOT_HELD
from tests.deliveries import due
from tests.service.account_deletion.test_delete_account import play_and_write_texts
from tests.service.sites import Person, Site, close, confirm_address, site_on

SECRET = "a-secret-that-no-archive-has"
"""Stored in each place that the archive leaves out."""

OTHER_TABLES = {
    "stored_responses": ("actor", ("headers", "body", "fingerprint")),
    "site_keys": (None, ("value",)),
}
"""Tables that are left out entirely: the column with the user, and the columns with secrets."""

ADDRESSES = (
    ("webhook", "https://example.org/hooks/{}?key={}"),
    ("ntfy", "https://ntfy.sh/{}"),
    ("matrix", "https://{}@matrix.org/!room:matrix.org"),
    ("apprise", "discord://123456789/{}"),
    ("push", '{{"endpoint": "https://push.example/{}", "keys": {{"p256dh": "{}", "auth": "{}"}}}}'),
)


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    made = site_on(storage_url, site_url="https://daybook.example")
    yield made
    close(made)


def archive_of(person: Person) -> Mapping[str, str]:
    """Return the files of an archive, by name."""
    packed = ZipFile(BytesIO(person.get("/users/me/data-export").data))
    return {name: packed.read(name).decode() for name in packed.namelist()}


def schema(storage: Storage) -> dict[str, set[str]]:
    """Return the columns of every table of a database."""
    sqlite = isinstance(storage, SQLiteStorage)
    of_sqlite = (
        "SELECT tables.name AS table_name, columns.name AS column_name FROM sqlite_master AS tables"
        " JOIN pragma_table_info(tables.name) AS columns"
        " WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'"
    )
    of_postgres = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
    found: dict[str, set[str]] = {}
    with storage.database.reading() as rows:
        for row in rows.execute(of_sqlite if sqlite else of_postgres):
            found.setdefault(row["table_name"], set()).add(row["column_name"])
    return found


def test_every_column_is_exported_or_left_out_for_a_reason(storage: Storage) -> None:
    """A new table or column belongs in ``service/transfer/personal.py``."""
    found = schema(storage)
    assert found.keys() - HELD.keys() - NOT_HELD.keys() == set()
    assert HELD.keys() & NOT_HELD.keys() == set()
    classified = {table: {*held.exported, *held.left_out} for table, held in HELD.items()}
    assert {table: found[table] for table in HELD} == classified
    for table, held in HELD.items():
        assert set(held.exported) & held.left_out.keys() == set(), table
        assert {*held.people} <= classified[table], table


def plant_secrets(rows: Rows, user: str) -> set[tuple[str, str]]:
    """Put the secret into every text column about a user that is left out, and return those that had a row."""
    put: set[tuple[str, str]] = set()
    for table, held in HELD.items():
        about = " OR ".join(f"{column} = :user" for column in held.people)
        for column in held.left_out:
            if column not in NOT_PLANTED and column not in held.people:
                put |= _plant(rows, table, column, about, held.exported, user)
    for table, (person, columns) in OTHER_TABLES.items():
        for column in columns:
            put |= _plant(rows, table, column, f"{person} = :user" if person else "1 = 1", (), user)
    return put


NOT_PLANTED = {"viewer", "imagined", "imported", "from_file", "shown", "password_stamp", "password", "digest"}
"""Columns without free text, and those that authenticate the request for the archive (see below)."""


def _plant(rows: Rows, table: str, column: str, about: str, others: Sequence[str], user: str) -> set[tuple[str, str]]:
    """Put the secret into a column; the other columns make it different in each row."""
    secret = " || ".join(["CAST(:secret AS TEXT)", *(f"COALESCE(CAST({other} AS TEXT), '')" for other in others)])
    changed = rows.execute(
        f"UPDATE {table} SET {column} = {secret} WHERE {about} RETURNING 1 AS changed",
        {"user": user, "secret": SECRET},
    )
    return {(table, column)} if changed else set()


def test_archive_contains_no_secrets(site: Site, ada: Person, ben: Person) -> None:
    finished, running, _ = play_and_write_texts(site, ada, ben)
    database, user = site.services.storage.database, User(ada.id, "Ada", "")
    confirm_address(database, user, "ada@example.org")
    site.visitor().post("/password-reset-requests", {"name": "Ada"})
    ada.post("/users/me/notifications/channels", {"kind": "email"}, headers={"Idempotency-Key": "kept"})
    site.finish(running, ben, ada)
    assert ada.post(f"/games/{running}/rematch", {}, headers={"If-Match": "*"}).status_code == 200
    private = site.table(ada, private=True)
    branch = ada.post(f"/games/{finished}/branches", {"name": "Shared"}).json["id"]
    links = [
        ada.get(f"/games/{private}/invitation-link").json["invite"],
        ada.put(f"/games/{branch}/share-link", None).json["invite"],
    ]
    session = site.services.sessions.open(user, "A browser")
    site.catch_up()
    with database.transaction() as rows:
        for number, (kind, address) in enumerate(ADDRESSES):
            row = {"id": f"{number:032x}", "user": ada.id, "kind": kind, "address": address.replace("{}", SECRET)}
            row["address"] = row["address"].replace("{{", "{").replace("}}", "}")
            rows.execute(
                "INSERT INTO notification_channels (id, user_id, kind, label, address, secret, unwanted, daily, paused,"
                " created_at) VALUES (:id, :user, :kind, '', :address, 's', '[]', FALSE, TRUE, '2026-01-01T00:00:00Z')",
                row,
            )
        rows.execute("INSERT INTO site_keys VALUES ('tests', 'x') ON CONFLICT DO NOTHING")
        put = plant_secrets(rows, ada.id)
        known = [
            row[column]
            for table, person, column in (
                ("users", "id", "password"),
                ("api_tokens", "user_id", "digest"),
                ("sessions", "user_id", "digest"),
            )
            for row in rows.execute(f"SELECT {column} FROM {table} WHERE {person} = :user", {"user": ada.id})
        ]
        assert SECRET in str(channels.of_user(rows, ada.id))
    expected = {(t, c) for t, held in HELD.items() for c in held.left_out if c not in {*NOT_PLANTED, *held.people}}
    assert expected - put == set(), "some secrets had no row"
    assert ("stored_responses", "body") in put
    owner = site.services.accounts.user(ada.id)
    assert owner is not None
    with site.app.app_context():
        secrets = [SECRET, ada.token, session, feed.key_of(owner), owner.stamp, *links, *known]
    files = archive_of(ada)
    assert {f"games/{finished}.ndjson", f"games/{private}.ndjson"} < files.keys()
    found = [(name, secret) for name, content in files.items() for secret in secrets if secret in content]
    assert found == []
    shown = [row["address"] for row in json.loads(files["account.json"])["rows"]["notification_channels"]]
    listed = [each["address"] for each in ada.get("/users/me/notifications/channels").json if each["kind"] != "email"]
    assert [address for address in shown if address] == listed, "as the API shows them"


def test_rows_of_an_archive_are_sorted(site: Site, ada: Person) -> None:
    """Without ``ORDER BY``, a database may return rows in the order of its storage or of an index."""
    for number in range(8):
        site.services.sessions.open(User(ada.id, "Ada", ""), f"Browser {number}")
    ids = [row["id"] for row in json.loads(archive_of(ada)["account.json"])["rows"]["sessions"]]
    assert len(ids) >= 8
    assert ids == sorted(ids)


def test_archive_omits_password_reset_link(site: Site, ada: Person) -> None:
    confirm_address(site.services.storage.database, User(ada.id, "Ada", ""), "ada@example.org")
    assert site.visitor().post("/password-reset-requests", {"name": "Ada"}).status_code == 204
    (waiting,) = due(site.services.outbox, 10)
    link = next(word for word in waiting.email.text.split() if "/reset-password/" in word)
    account = archive_of(ada)["account.json"]
    assert [row["recipient"] for row in json.loads(account)["rows"]["outbox"]] == ["ada@example.org"]
    assert link.rpartition("/")[2] not in account
    assert "reset-password" not in account


def test_archive_lists_tournaments_entered_and_left(site: Site, ada: Person, ben: Person) -> None:
    rules = {"ruleset": "toy", "seats": 2}
    first, second, third = (
        ben.post("/tournaments", {"title": title, "rules": rules}).json["id"] for title in ("One", "Two", "Three")
    )
    for stream in (first, second):
        assert ada.post(f"/tournaments/{stream}/entrants", {}).status_code == 200
    ben.post(f"/tournaments/{third}/entrants", {})
    assert ada.post(f"/tournaments/{second}/withdrawals", {"reason": "agreement"}).status_code == 200
    account = json.loads(archive_of(ada)["account.json"])
    assert account["competitions_entered"] == [{"id": first, "title": "One"}, {"id": second, "title": "Two"}]
    assert {row["stream"] for row in account["rows"]["tournament_entries"]} == {first, second}


def test_archive_lists_invitations_sent_and_received(site: Site, ada: Person, ben: Person) -> None:
    sent, received = site.table(ada), site.table(ben)
    ada.post(f"/games/{sent}/invitees", {"name": "Ben"}, headers={"If-Match": "*"})
    ben.post(f"/games/{received}/invitees", {"name": "Ada"}, headers={"If-Match": "*"})
    rows = json.loads(archive_of(ada)["account.json"])["rows"]["guests"]
    assert {(row["stream"], row["user_id"], row["invited_by"]) for row in rows} == {
        (sent, ben.id, ada.id),
        (received, ada.id, ben.id),
    }
