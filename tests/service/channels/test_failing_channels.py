"""Failing and ended channels: owners see the failure and can retry, and administrators see the owner."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from http.client import responses
from typing import Any

import pytest

from service.administration import roles
from service.notifications import channels
from service.outbox import circuits
from service.outbox.circuits import ATTEMPTS, LONGEST_WAIT
from service.outbox.queue import Waiting
from tests.deliveries import deliver_due, due
from tests.https_server import Pushed, Receiver
from tests.service.channels.conftest import NotificationRunner, take_turn
from tests.service.sites import Person, Site, close, confirm_address, site_on

CHANNELS = "/users/me/notifications/channels"


@pytest.fixture
def game(site: Site, ada: Person, ben: Person) -> str:
    return site.game(ada, ben)


def only_channel(person: Person) -> dict[str, Any]:
    (channel,) = person.get(CHANNELS).json
    return dict(channel)


def ended_notification(person: Person) -> dict[str, Any]:
    """Return the notification that a channel has ended."""
    (notification,) = [
        notification
        for notification in person.get("/users/me/notifications").json["notifications"]
        if notification["kind"] == "channel_ended"
    ]
    return dict(notification)


@pytest.mark.parametrize(("kind", "status"), [("webhook", 410), ("ntfy", 410), ("push", 410), ("push", 404)])
def test_receiver_ends_a_channel_and_its_owner_retries_it(
    site: Site, ada: Person, ben: Person, game: str, runner: NotificationRunner, there: Receiver, kind: str, status: int
) -> None:
    address = Pushed(there).subscription if kind == "push" else f"{there.url}/hook"
    channel = runner.add_channel(ben, kind, address)
    take_turn(ada, game)
    there.answers = [(status, {}, b"gone\x00for\ngood")]
    runner.notify()
    shown = only_channel(ben)
    assert (shown["state"], shown["failure"]) == ("ended", f"{status} {responses[status]}")
    assert shown["ended_at"] is not None
    notification = ended_notification(ben)
    assert (notification["game"], notification["channel"], notification["read"]) == (None, channel, False)
    assert notification["detail"] == f"{status} {responses[status]}"
    take_turn(ben, game)
    take_turn(ada, game)
    runner.notify(timedelta(hours=1))
    assert len(there.requests) == 1, "an ended channel gets no messages"
    assert ben.post(f"{CHANNELS}/{channel}/retries").status_code == 202
    for _ in range(3):
        runner.notify(timedelta(minutes=20))
    assert len(there.requests) > 1
    assert only_channel(ben)["state"] == "working"
    assert only_channel(ben)["failure"] is None
    assert ended_notification(ben)["read"] is True
    assert runner.outbox.given_up(1) == due(runner.outbox, 1) == []


def test_held_messages_arrive_once_the_channel_is_retried(
    site: Site, ada: Person, ben: Person, game: str, runner: NotificationRunner, there: Receiver
) -> None:
    """While one message failed, a second game waited for Ben; the failures then ended the channel."""
    channel = runner.add_channel(ben, "webhook", f"{there.url}/hook")
    take_turn(ada, game)
    there.answers = [(500, {}, b"")] * (ATTEMPTS - 1) + [(410, {}, b"")]
    runner.notify()
    second = site.game(ada, ben)
    take_turn(ada, second)
    for _ in range(ATTEMPTS + 4):
        runner.notify(LONGEST_WAIT)
    assert only_channel(ben)["state"] == "ended"
    there.requests.clear()
    assert ben.post(f"{CHANNELS}/{channel}/retries").status_code == 202
    for _ in range(6):
        runner.notify(timedelta(minutes=10))
    assert {game, second} <= {
        each["game"] for request in there.requests for each in json.loads(request.body)["notifications"]
    }


def test_held_messages_arrive_soon_after_a_successful_retry(
    site: Site, ada: Person, ben: Person, game: str, runner: NotificationRunner, there: Receiver
) -> None:
    channel = runner.add_channel(ben, "webhook", f"{there.url}/hook")
    take_turn(ada, game)
    there.answers = [(500, {}, b"")] * 12
    runner.notify()
    second = site.game(ada, ben)
    take_turn(ada, second)
    for _ in range(11):
        runner.notify(LONGEST_WAIT)
    there.requests.clear()
    assert ben.post(f"{CHANNELS}/{channel}/retries").status_code == 202
    for _ in range(8):
        runner.notify(timedelta(minutes=5))
    assert second in {each["game"] for request in there.requests for each in json.loads(request.body)["notifications"]}


@pytest.mark.parametrize("status_line", ["\u00b2 x", "9" * 5000, "200", "", "HTTP/1.1 \u0664\u0661\u0660 x"])
def test_odd_status_line_only_marks_the_channel_as_failing(
    ada: Person, ben: Person, runner: NotificationRunner, status_line: str
) -> None:
    """The channel fails after any malformed response, and the sender continues."""
    channel = runner.add_channel(ben, "webhook", "https://receiver.example.org/hook")
    ben.post(f"{CHANNELS}/{channel}/tests")

    def refuse(waiting: Waiting) -> None:
        raise OSError(status_line)

    deliver_due(runner.outbox, refuse)
    shown = only_channel(ben)
    assert (shown["state"], shown["failure"]) == ("failing", "200 OK" if status_line == "200" else "No response")


def test_failures_reveal_nothing_about_the_sites_network(
    ben: Person, runner: NotificationRunner, there: Receiver
) -> None:
    shown = set()
    for host in ("localhost", "nowhere.invalid"):
        channel = runner.add_channel(ben, "webhook", f"https://{host}:8443/")
        ben.post(f"{CHANNELS}/{channel}/tests")
        runner.deliver()
        (found,) = [each for each in ben.get(CHANNELS).json if each["id"] == channel]
        shown.add(found["failure"])
    assert shown == {"No response"}
    assert {each["failure"] for each in ben.get(CHANNELS, headers={"Accept-Language": "ko"}).json} == {"응답 없음"}


def test_new_push_subscription_replaces_an_ended_one(
    ada: Person, ben: Person, runner: NotificationRunner, there: Receiver
) -> None:
    for number in range(channels.MOST + 3):
        subscription = Pushed(there).subscription.replace("/push/1", f"/push/{number}")
        ben.post(f"{CHANNELS}/{runner.add_channel(ben, 'push', subscription)}/tests")
        there.answers = [(410, {}, b"")]
        runner.deliver()
    assert len(ben.get(CHANNELS).json) == channels.MOST


def test_new_email_address_reopens_an_ended_email_channel(site: Site, ben: Person, runner: NotificationRunner) -> None:
    runner.add_email_channel(ben)
    database = site.services.storage.database
    with database.transaction() as rows:
        (channel,) = channels.of_user(rows, ben.id)
        circuits.take(rows, channel.id)
        circuits.end(rows, channel.id, runner.now)
    assert only_channel(ben)["state"] == "ended"
    user = site.services.accounts.user(ben.id)
    assert user is not None
    confirm_address(database, user, "new@example.org")
    with database.transaction() as rows:
        channels.address_changed(rows, ben.id, runner.now)
    assert only_channel(ben)["state"] == "working"


def test_readding_an_ended_channel_is_rate_limited(storage_url: str, there: Receiver) -> None:
    site = site_on(storage_url, mail_limit="3 per hour")
    ben = site.person("Ben")
    body = {"kind": "webhook", "address": f"{there.url}/hook"}
    channel = ben.post(CHANNELS, body).json["id"]
    answers = []
    for _ in range(5):
        with site.services.storage.database.transaction() as rows:
            circuits.take(rows, channel)
            circuits.end(rows, channel, datetime.now(UTC))
        answers.append(ben.post(CHANNELS, body).status_code)
    assert answers == [201, 201, 201, 429, 429]
    close(site)


def test_other_channels_report_an_ended_channel(
    ada: Person, ben: Person, game: str, runner: NotificationRunner, there: Receiver
) -> None:
    runner.add_email_channel(ben)
    channel = runner.add_channel(ben, "webhook", f"{there.url}/hook")
    runner.notify()
    sent_before = len(runner.mailbox.mails)
    ben.post(f"{CHANNELS}/{channel}/tests")
    there.answers = [(410, {}, b"")]
    runner.deliver()
    runner.notify(timedelta(hours=2))
    (mail,) = runner.mailbox.mails[sent_before:]
    assert mail["Subject"].strip() == "Your notification channel receiver.example.org has stopped"


def test_failing_channel_backs_off_and_shows_its_failure(
    ada: Person, ben: Person, game: str, runner: NotificationRunner, there: Receiver
) -> None:
    runner.add_channel(ben, "webhook", f"{there.url}/hook")
    take_turn(ada, game)
    there.answers = [(500, {}, b"broken")] * 2
    runner.notify()
    shown = only_channel(ben)
    assert (shown["state"], shown["failure"], shown["ended_at"]) == ("failing", "500 Internal Server Error", None)
    runner.notify(timedelta(seconds=20))
    assert len(there.requests) == 1
    runner.notify(timedelta(seconds=20))
    runner.notify(timedelta(seconds=50))
    assert len(there.requests) == 2, "the second wait is twice as long"
    runner.notify(timedelta(seconds=20))
    assert only_channel(ben)["state"] == "working"


def test_channel_ends_after_failing_for_two_days(ben: Person, runner: NotificationRunner, there: Receiver) -> None:
    channel = runner.add_channel(ben, "webhook", f"{there.url}/hook")
    ben.post(f"{CHANNELS}/{channel}/tests")
    there.answers = [(500, {}, b"")] * (ATTEMPTS + 3)
    for _ in range(ATTEMPTS + 3):
        runner.deliver()
        runner.now += LONGEST_WAIT
    assert only_channel(ben)["state"] == "ended"
    assert len(there.requests) == ATTEMPTS


def test_channel_that_always_refuses_backs_off_and_ends(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner, there: Receiver
) -> None:
    runner.add_channel(ben, "webhook", f"{there.url}/hook")
    there.answers = [(404, {}, b"")] * (ATTEMPTS + 3)
    for _ in range(ATTEMPTS + 3):
        take_turn(ada, site.game(ada, ben))
        runner.notify()
    assert len(there.requests) < 6
    while len(there.requests) < ATTEMPTS:
        take_turn(ada, site.game(ada, ben))
        runner.notify(LONGEST_WAIT)
    assert only_channel(ben)["state"] == "ended"


def test_email_channel_survives_an_unavailable_mail_server(
    ada: Person, ben: Person, game: str, runner: NotificationRunner
) -> None:
    runner.add_email_channel(ben)
    take_turn(ada, game)
    runner.mailbox.answers = ["451 later"] * ATTEMPTS
    runner.notify()
    for _ in range(ATTEMPTS):
        runner.notify(LONGEST_WAIT)
    assert only_channel(ben)["state"] == "failing"


def test_administrators_see_the_owner_of_an_ended_channel(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner, there: Receiver
) -> None:
    channel = runner.add_channel(ben, "webhook", f"{there.url}/hook")
    ben.post(f"{CHANNELS}/{channel}/tests")
    there.answers = [(410, {}, b"")]
    runner.deliver()
    olga = site.person("Olga")
    roles.appoint(site.services.storage.database, olga.id)
    (entry,) = olga.get("/admin/undeliverable-emails").json
    assert (entry["name"], entry["user"], entry["kind"]) == ("Ben", ben.id, "webhook")
    assert entry["host"] == "receiver.example.org"
    assert olga.post("/admin/undeliverable-emails/retry").json == {"retried": 0}, "its owner can retry it"
