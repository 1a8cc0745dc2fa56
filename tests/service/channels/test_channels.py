"""Webhooks, web push, Matrix, ntfy and Apprise services: deliveries to real servers, and refused addresses."""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import UTC, datetime, timedelta
from importlib import import_module

import msgspec
import pytest
from py_vapid import Vapid02

from service.channels import web_push
from service.channels.message import OutgoingMessage
from service.notifications.channels import Channel
from service.notifications.inbox import Notification
from service.outbox.circuits import FIRST_WAIT
from service.presenters.notifications import NotificationText
from tests.deliveries import due
from tests.https_server import Pushed, Receiver
from tests.service.channels.conftest import SITE, NotificationRunner, take_turn
from tests.service.sites import Person, Site

DISCORD = "123456789/abcdefghijklmnop"
SLACK = "T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ"
BOT = "123456789:AAbcdefghijklmnopqrstuvwxyz0123456789"


@pytest.fixture
def game(site: Site, ada: Person, ben: Person) -> str:
    return site.game(ada, ben)


def test_webhook_signature_covers_the_timestamp(
    ada: Person, ben: Person, game: str, runner: NotificationRunner, there: Receiver
) -> None:
    answer = ben.post("/users/me/notifications/channels", {"kind": "webhook", "address": f"{there.url}/hook"})
    secret = answer.json["secret"]
    take_turn(ada, game)
    there.answers = [(503, {}, b"not now")]
    runner.notify()
    runner.now += FIRST_WAIT
    runner.deliver()
    first, request = there.requests
    assert first.headers["Daybook-Message"] == request.headers["Daybook-Message"], "repeats have the same id"
    signed = request.headers["Daybook-Timestamp"].encode() + b"." + request.body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    assert request.headers["Daybook-Signature"] == f"sha256={expected}"
    content = json.loads(request.body)
    assert content["link"] == f"{SITE}/games/{game}"
    assert [(each["kind"], each["title"]) for each in content["notifications"]] == [("turn", "Your turn in Evening")]


def test_a_push_is_encrypted_and_signed(
    ada: Person, ben: Person, game: str, runner: NotificationRunner, there: Receiver
) -> None:
    browser = Pushed(there)
    runner.add_channel(ben, "push", browser.subscription)
    take_turn(ada, game)
    runner.notify()
    (request,) = there.requests
    content = browser.read(request.body)
    assert content["title"] == "Your turn in Evening"
    assert content["path"] == f"/games/{game}"
    assert (request.headers["Topic"], request.headers["Content-Encoding"]) == (content["id"], "aes128gcm")
    key = ben.get("/users/me/notifications/push-key").json["key"]
    assert request.headers["Authorization"].endswith(f"k={key}")
    assert Vapid02.verify(request.headers["Authorization"])


@pytest.mark.parametrize("letter", ["ä", '"', "\N{MAN}\u200d\N{ROCKET}", "x"])
def test_push_payload_is_truncated_to_the_size_limit(letter: str) -> None:
    now = datetime.now(UTC)
    channel = Channel(id="1", user_id="ben", kind="push", label="", address="", secret="", created_at=now)
    notification = Notification(
        id="1", user_id="ben", stream="0" * 32, kind="turn", version=1, seat=0, created_at=now, seen_at=None
    )
    payload = web_push._payload(
        OutgoingMessage("1", channel, [NotificationText(notification, "", letter * 400, letter * 3000)], SITE)
    )
    content = msgspec.json.decode(payload)
    assert len(payload) <= 3993
    assert set(content["title"]) | set(content["text"]) <= {*letter, "…", ":", " "}
    assert len(content["text"]) > 900 / len(letter)
    cut = content["text"].removesuffix("…").rpartition(" ")[2]
    assert cut == letter * (len(cut) // len(letter)), "no character is split"


def test_a_notification_seen_before_a_second_attempt_is_not_sent(
    site: Site, ada: Person, ben: Person, game: str, runner: NotificationRunner, there: Receiver
) -> None:
    runner.add_channel(ben, "push", Pushed(there).subscription)
    take_turn(ada, game)
    there.answers = [(503, {}, b"")]
    runner.notify()
    assert len(there.requests) == 1
    ben.get(f"/games/{game}/state")
    runner.collect()
    runner.now += FIRST_WAIT
    runner.deliver()
    assert len(there.requests) == 1
    assert runner.outbox.given_up(1) == due(runner.outbox, 1) == []


def test_matrix_sends_one_message_and_hides_the_token(
    ada: Person, ben: Person, game: str, runner: NotificationRunner, there: Receiver
) -> None:
    room = there.url.replace("https://", "https://token@") + "/!room:example.org"
    runner.add_channel(ben, "matrix", room)
    assert "token" not in ben.get("/users/me/notifications/channels").text
    take_turn(ada, game)
    runner.notify()
    (request,) = there.requests
    path = "/_matrix/client/v3/rooms/%21room%3Aexample.org/send/m.room.message/"
    assert (request.method, request.path[: len(path)]) == ("PUT", path)
    assert request.headers["Authorization"] == "Bearer token"
    assert json.loads(request.body)["body"].endswith(f"{SITE}/games/{game}")


def test_ntfy_message_names_the_topic_and_links_to_the_game(
    ada: Person, ben: Person, game: str, runner: NotificationRunner, there: Receiver
) -> None:
    runner.add_channel(ben, "ntfy", f"{there.url}/my-games")
    take_turn(ada, game)
    runner.notify()
    (request,) = there.requests
    content = json.loads(request.body)
    assert (request.path, content["topic"], content["title"]) == ("/", "my-games", "Your turn in Evening")
    assert content["click"] == f"{SITE}/games/{game}"


@pytest.mark.parametrize(
    ("plugin", "host", "address", "path", "answer"),
    [
        ("discord.NotifyDiscord", "notify_url", f"discord://{DISCORD}", f"/{DISCORD}", ""),
        ("slack.NotifySlack", "webhook_url", f"slack://{SLACK}", f"/{SLACK}", "ok"),
        ("telegram.NotifyTelegram", "notify_url", f"tgram://{BOT}/12345/", f"{BOT}/sendMessage", "{}"),
    ],
    ids=["discord", "slack", "telegram"],
)
def test_apprise_service_receives_a_retried_message(
    ben: Person,
    runner: NotificationRunner,
    there: Receiver,
    monkeypatch: pytest.MonkeyPatch,
    plugin: str,
    host: str,
    address: str,
    path: str,
    answer: str,
) -> None:
    module, _, name = plugin.partition(".")
    monkeypatch.setattr(getattr(import_module(f"apprise.plugins.{module}"), name), host, f"{there.url}/fixed")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", there.certificate)
    there.answers += [(503, {}, b""), (200, {}, answer.encode())]
    channel = runner.add_channel(ben, "apprise", address)
    assert ben.post(f"/users/me/notifications/channels/{channel}/tests").status_code == 202
    runner.deliver()
    assert runner.outbox.given_up(1) == [], "a 503 is retried later"
    runner.now += FIRST_WAIT + timedelta(minutes=1)
    runner.deliver()
    assert [request.path.removesuffix("?wait=True") for request in there.requests] == [f"/fixed{path}"] * 2
    assert f"{SITE}/notifications" in there.requests[1].body.decode()
    assert due(runner.outbox, 1) == runner.outbox.given_up(1) == []


def test_apprise_redirects_are_not_followed(
    ben: Person, runner: NotificationRunner, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = import_module("apprise.plugins.discord").NotifyDiscord
    monkeypatch.setattr(plugin, "notify_url", f"{there.url}/fixed")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", there.certificate)
    there.answers += [(307, {"Location": f"{there.url}/inside"}, b"")]
    channel = runner.add_channel(ben, "apprise", f"discord://{DISCORD}")
    ben.post(f"/users/me/notifications/channels/{channel}/tests")
    runner.deliver()
    assert [request.path for request in there.requests if "inside" in request.path] == []
    assert len(there.requests) == 1


POINT = "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"
SECRET = "AAAAAAAAAAAAAAAAAAAAAA"
"""Keys that a browser could have."""

INVALID_ADDRESSES = (
    ("webhook", "http://example.org/"),
    ("webhook", "https://user:password@example.org/"),
    ("push", "{}"),
    ("push", '{"endpoint": "http://example.org", "keys": {"p256dh": "x", "auth": "y"}}'),
    ("push", '{"endpoint": "https://example.org", "keys": {"p256dh": "", "auth": ""}}'),
    ("push", f'{{"endpoint": "https://example.org", "keys": {{"p256dh": "{POINT}", "auth": ""}}}}'),
    ("push", f'{{"endpoint": "https://example.org", "keys": {{"p256dh": "{POINT[:-2]}", "auth": "{SECRET}"}}}}'),
    ("matrix", "https://matrix.org/!room:matrix.org"),
    ("ntfy", "ntfy://topic"),
    ("apprise", "json://127.0.0.1/"),
    ("apprise", "ntfys://127.0.0.1/topic"),
    ("apprise", "matrix://token@127.0.0.1/room"),
    ("apprise", "discord://id/token?avatar_url=http://127.0.0.1/"),
    ("apprise", "https://discord.example.org/api/webhooks/1/2"),
    ("apprise", "discord://"),
    ("email", "eve@example.org"),
)


def test_an_invalid_address_of_a_channel_is_refused(ben: Person) -> None:
    for kind, address in INVALID_ADDRESSES:
        answer = ben.post("/users/me/notifications/channels", {"kind": kind, "address": address})
        assert (answer.status_code, answer.json["title"]) == (409, "Not possible now"), (kind, address)
    assert ben.get("/users/me/notifications/channels").json == []
