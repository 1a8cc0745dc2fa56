"""Chat notifications to players: once until they read the chat, and not while they are looking at it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from unittest import mock

import pytest

from projections.db_protocol import Rows
from service.chat import read_receipts
from service.notifications import chat_triggers, delivery_schedule, inbox
from tests.service.chat.test_posting import post_message
from tests.service.sites import Person, Site, close, site_on


@pytest.fixture
def game(site: Site, ada: Person, ben: Person) -> str:
    made = site.game(ada, ben)
    site.catch_up()
    return made


def notify(site: Site, minutes: float = 2) -> None:
    chat_triggers.notify(site.services.storage.database, datetime.now(UTC) + timedelta(minutes=minutes))


def notifications_of(person: Person) -> list[tuple[str, bool]]:
    return [(entry["title"], entry["read"]) for entry in person.get("/users/me/notifications").json["notifications"]]


FROM_ADA = "New message from Ada in Evening"


def test_notifies_once_until_the_chat_is_read(site: Site, game: str, ada: Person, ben: Person) -> None:
    post_message(ada, game, "one")
    post_message(ada, game, "two")
    notify(site)
    post_message(ada, game, "three")
    notify(site)
    assert (notifications_of(ada), notifications_of(ben)) == ([], [(FROM_ADA, False)])
    ben.post("/users/me/notifications/read")
    post_message(ada, game, "four")
    notify(site)
    assert notifications_of(ben) == [(FROM_ADA, True)]  # The notification was read, but not the chat.
    ben.put(f"/games/{game}/chat/read", {"number": 4})
    notify(site)
    post_message(ada, game, "five")
    notify(site)
    assert notifications_of(ben) == [(FROM_ADA, False), (FROM_ADA, True)]
    post_message(ben, game, "six")
    notify(site)
    assert notifications_of(ada) == [("New message from Ben in Evening", False)]


def test_reading_the_chat_not_the_game_marks_the_notification_seen(site: Site, game: str, ada: Person) -> None:
    ben = site.services.accounts.named("Ben")
    assert ben is not None
    post_message(ada, game, "one")
    notify(site)
    storage = site.services.storage
    with storage.database.transaction() as rows:
        inbox.record_seen(rows, [inbox.SeenVersion(game, ben.id, 99)], datetime.now(UTC))
    with storage.database.reading() as rows:
        assert [entry.seen_at for entry in inbox.of_user(rows, ben.id)] == [None]
    chat_triggers.read(storage.database, game, ben.id, 1, datetime.now(UTC))
    with storage.database.reading() as rows:
        assert [entry.seen_at is None for entry in inbox.of_user(rows, ben.id)] == [False]


def test_a_user_with_the_page_open_is_not_notified(site: Site, game: str, ada: Person, ben: Person) -> None:
    post_message(ada, game, "one")
    notify(site, minutes=0.5)
    ben.put(f"/games/{game}/chat/read", {"number": 1})
    notify(site)
    assert notifications_of(ben) == []


def test_deleted_message_is_not_announced(site: Site, game: str, ada: Person, ben: Person) -> None:
    post_message(ada, game, "one")
    ada.delete(f"/games/{game}/chat/1")
    notify(site)
    assert notifications_of(ben) == []


def test_a_deleted_user_is_not_notified_though_the_log_names_them(
    site: Site, game: str, ada: Person, ben: Person
) -> None:
    assert ben.delete("/users/me", json={"password": "password of Ben"}).status_code == 204
    post_message(ada, game, "Where are you?")
    notify(site)
    with site.services.storage.database.reading() as rows:
        for table in ("notifications", "chat_read_receipts"):
            assert rows.execute(f"SELECT * FROM {table} WHERE user_id = :user", {"user": ben.id}) == []


def test_a_message_read_just_before_its_notification_is_not_announced(postgres_url: str) -> None:
    site = site_on(postgres_url)
    with ExitStack() as stack:
        stack.callback(close, site)
        elsewhere = stack.enter_context(ThreadPoolExecutor(1))
        ada, ben = site.person("Ada"), site.person("Ben")
        game = site.game(ada, ben)
        site.catch_up()
        post_message(ada, game, "one")
        original = read_receipts.mark_notified

        def read_before(rows: Rows, stream: str, user: str, number: int) -> bool:
            elsewhere.submit(
                chat_triggers.read, site.services.storage.database, game, ben.id, 1, datetime.now(UTC)
            ).result(20)
            return original(rows, stream, user, number)

        with mock.patch.object(read_receipts, "mark_notified", read_before):
            notify(site)
        assert notifications_of(ben) == []


def test_is_sent_only_to_channels_with_chat_enabled(site: Site, game: str, ada: Person, ben: Person) -> None:
    for label, wanted in (("one", ["chat"]), ("two", ["turn"])):
        address = f"discord://123456789/{label}"
        added = ben.post("/users/me/notifications/channels", {"kind": "apprise", "address": address}).json["id"]
        ben.put(f"/users/me/notifications/channels/{added}", {"events": wanted, "label": label})
    post_message(ada, game, "one")
    notify(site)
    assert delivery_schedule.release_due(site.services.storage.database, datetime.now(UTC) + timedelta(days=2)) == 1
