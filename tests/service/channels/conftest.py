"""A site whose notifications are delivered on request, and receivers of its messages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from service.channels.dispatcher import sending
from service.notifications.delivery_schedule import release_due
from service.notifications.quiet_hours import GRACE
from service.outbox.queue import Outbox
from service.outbox.smtp import by_smtp
from service.workers.notifier import follow
from tests.deliveries import deliver_due
from tests.https_server import Receiver, receiver
from tests.service.sites import Person, Site, close, confirm_address, site_on
from tests.smtp_server import FROM, Mailbox, mailbox

SITE = "https://daybook.test"


@dataclass
class NotificationRunner:
    """A notifier and a sender that run only when a test calls them."""

    site: Site
    mailbox: Mailbox
    now: datetime

    def collect(self) -> None:
        """Queue notifications about new events."""
        self.site.catch_up()
        self.site.services.last_seen.write()
        follow(self.site.services.storage, self.now)

    def notify(self, after: timedelta = GRACE) -> None:
        """Queue notifications about new events, advance the time, and deliver those that are then due."""
        self.collect()
        self.now += after
        release_due(self.site.services.storage.database, self.now)
        self.deliver()

    def deliver(self) -> None:
        """Deliver the messages in the outbox that are due."""
        send = sending(self.site.services.storage, by_smtp(self.mailbox.url, FROM), SITE, lambda: self.now)
        deliver_due(self.outbox, send)

    @property
    def outbox(self) -> Outbox:
        """Return the outbox, whose clock shows the time of the test or the present, whichever is later."""
        return Outbox(self.site.services.storage.database, lambda: max(self.now, datetime.now(UTC)))

    def add_email_channel(self, person: Person) -> None:
        """Confirm an email address of a user, and add an email channel."""
        user = self.site.services.accounts.user(person.id)
        assert user is not None
        confirm_address(self.site.services.storage.database, user, f"{person.name.lower()}@example.org")
        self.add_channel(person, "email")

    def add_channel(self, person: Person, kind: str, address: str = "") -> str:
        """Add a channel for a user, and return its id."""
        answer = person.post("/users/me/notifications/channels", {"kind": kind, "address": address})
        assert answer.status_code == 201, answer.text
        return str(answer.json["id"])


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    made = site_on(storage_url, site_url=SITE)
    yield made
    close(made)


@pytest.fixture
def runner(site: Site) -> Iterator[NotificationRunner]:
    with mailbox() as made:
        yield NotificationRunner(site, made, datetime.now(UTC))


@pytest.fixture
def there() -> Iterator[Receiver]:
    """Yield a receiver of webhooks and pushes."""
    with receiver() as made:
        yield made


def take_turn(person: Person, game: str) -> None:
    """Take a whole turn of the toy game."""
    for action in ("take_coins", "end_turn"):
        body = {"command": {"action": action}}
        assert person.post(f"/games/{game}/moves", body, headers={"If-Match": "*"}).status_code == 200
