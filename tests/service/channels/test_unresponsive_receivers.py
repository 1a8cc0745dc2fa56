"""Receivers that never respond: they delay neither account emails nor other users' channels."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

import pytest

from service.channels import safe_http
from service.channels.dispatcher import sending
from service.outbox.queue import TEST
from service.outbox.smtp import by_smtp
from service.workers.sender import Sender
from tests.https_server import HOST, Receiver
from tests.service.channels.conftest import SITE, NotificationRunner
from tests.service.sites import Person, Site
from tests.smtp_server import FROM
from tests.wait_until import wait_until

CHANNELS = "/users/me/notifications/channels"


class Silent:
    """A port that accepts connections and never responds, until it is closed."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.url = f"https://{HOST}:{self._listener.getsockname()[1]}/hook"
        self.held: list[socket.socket] = []
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                self.held.append(self._listener.accept()[0])
            except OSError:
                return

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for each in self.held:
            each.close()


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[Silent]:
    monkeypatch.setattr(safe_http, "SECONDS", 600.0)  # longer than any test, so a delivery never times out
    made = Silent()
    yield made
    made.close()


@contextmanager
def delivering(runner: NotificationRunner, silent: Silent) -> Iterator[None]:
    """Run the sender until the block ends and the silent receivers are closed."""
    storage = runner.site.services.storage
    sender = Sender(storage, sending(storage, by_smtp(runner.mailbox.url, FROM), SITE))
    sender.start()
    try:
        yield
    finally:
        stopping = Thread(target=sender.stop)
        stopping.start()
        silent.close()
        stopping.join()


def test_password_reset_email_arrives_while_twenty_channels_hang(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner, there: Receiver, silent: Silent
) -> None:
    runner.add_email_channel(ben)
    for _ in range(20):
        ada.post(f"{CHANNELS}/{runner.add_channel(ada, 'webhook', silent.url)}/tests")
    with delivering(runner, silent):
        wait_until(lambda: silent.held)
        site.visitor().post("/password-reset-requests", {"name": "Ben"})
        wait_until(lambda: [mail for mail in runner.mailbox.mails if mail["To"] == "ben@example.org"])


@pytest.mark.parametrize("tried", [False, True], ids=["new", "used before"])
def test_working_channel_is_served_while_another_users_channels_hang(
    ada: Person, ben: Person, runner: NotificationRunner, there: Receiver, silent: Silent, tried: bool
) -> None:
    channel = runner.add_channel(ben, "webhook", f"{there.url}/hook")
    if tried:
        ben.post(f"{CHANNELS}/{channel}/tests")
        runner.deliver()
    for _ in range(20):
        ada.post(f"{CHANNELS}/{runner.add_channel(ada, 'webhook', silent.url)}/tests")
    before = len(there.requests)
    with delivering(runner, silent):
        wait_until(lambda: silent.held)
        ben.post(f"{CHANNELS}/{channel}/tests")
        wait_until(lambda: len(there.requests) > before)


def test_working_channel_is_served_while_many_users_channels_hang(
    site: Site, ben: Person, runner: NotificationRunner, there: Receiver, silent: Silent
) -> None:
    channel = runner.add_channel(ben, "webhook", f"{there.url}/hook")
    ben.post(f"{CHANNELS}/{channel}/tests")
    runner.deliver()
    for number in range(6):
        person = site.person(f"Silent{number}")
        person.post(f"{CHANNELS}/{runner.add_channel(person, 'webhook', silent.url)}/tests")
    with delivering(runner, silent):
        wait_until(lambda: len(silent.held) >= 4)
        ben.post(f"{CHANNELS}/{channel}/tests")
        wait_until(lambda: len(there.requests) == 2)


def test_failing_channel_queues_one_message_at_a_time(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner, there: Receiver
) -> None:
    runner.add_channel(ben, "webhook", f"{there.url}/hook")
    there.answers = [(500, {}, b"")] * 100
    for _ in range(12):
        site.game(ada, ben)
        runner.notify()
        ben.post(f"{CHANNELS}/{ben.get(CHANNELS).json[0]['id']}/tests")
    with site.services.storage.database.reading() as rows:
        waiting = [row["content"] for row in rows.execute("SELECT content FROM outbox WHERE channel <> ''")]
        held = rows.execute("SELECT notification FROM held_notifications")
    assert sorted(content == TEST for content in waiting) == [False, True], "one message and one test"
    assert held, "the other notifications wait for the next message"
