"""Deleting an account removes its notifications, whether sent or pending."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from service.accounts.users import User
from service.notifications import channels, inbox
from service.notifications.quiet_hours import Times
from service.outbox import queue
from service.workers.notifier import follow
from tests.service.channels.conftest import take_turn
from tests.service.sites import Person, Site


def test_deleting_user_data_keeps_data_of_other_users(site: Site, ada: Person, ben: Person) -> None:
    now = datetime.now(UTC)
    with site.services.storage.database.transaction() as rows:
        for person in (ada, ben):
            made = channels.add(rows, person.id, "webhook", "", "https://example.org/", now)
            channels.mute(rows, made, ["0" * 32])
            channels.save_times(rows, person.id, Times())
            queue.put(rows, person.id, f"{person.name}@example.org", "[]", now)
            queue.put(rows, f"on {made.id}", "", "[]", now, made.id, person.id)
    for person in (ada, ben):
        site.services.email_addresses.want(User(person.id, person.name, ""), f"{person.name}@example.org", "")
    for players in ((ada, ben), (ben, ada)):
        take_turn(players[0], site.game(*players))
    site.catch_up()
    follow(site.services.storage, now)
    site.services.last_seen.write()
    tables = list({each.table for each in inbox.HELD})
    with site.services.storage.database.transaction() as rows:
        before = {table: rows.execute(f"SELECT * FROM {table}") for table in tables}
        assert all(before.values())
        inbox.forget_addresses(rows, ada.id)
        while inbox.delete_user_data(rows, ada.id, 1):
            pass
        after = {table: rows.execute(f"SELECT * FROM {table}") for table in tables}
    assert all(after.values())
    assert ada.id not in str(after)
    assert "Ada@" not in str(after)
    assert all(row in before[table] for table in tables for row in after[table])


def test_sweep_deletes_only_expired_notifications(site: Site, ada: Person, ben: Person) -> None:
    storage, now = site.services.storage, datetime.now(UTC)
    for age in (inbox.KEPT + timedelta(minutes=1), inbox.KEPT - timedelta(minutes=1)):
        take_turn(ada, site.game(ada, ben))
        site.catch_up()
        follow(storage, now - age)
    assert len(ben.get("/users/me/notifications").json["notifications"]) == 2
    with storage.database.transaction() as rows:
        inbox.sweep(storage, rows, now)
    (left,) = ben.get("/users/me/notifications").json["notifications"]
    assert datetime.fromisoformat(left["created_at"]) > now - inbox.KEPT
