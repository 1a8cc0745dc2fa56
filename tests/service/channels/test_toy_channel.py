"""The recipe for a new notification channel, followed exactly: one module and one entry."""

from __future__ import annotations

import pytest
from flask_babel import lazy_gettext

from service.notifications.channel_kinds import CHANNEL_KINDS, ChannelKind
from tests.service.channels import toy_channel
from tests.service.channels.conftest import NotificationRunner, take_turn
from tests.service.sites import Person, Site


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = ChannelKind("tests.service.channels.toy_channel", lazy_gettext("Toy"))
    monkeypatch.setitem(CHANNEL_KINDS, "toy", entry)
    monkeypatch.setattr(toy_channel, "received", [])


def test_a_new_kind_of_channel_receives_notifications(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    runner.add_channel(ben, "toy", "toy:box")
    take_turn(ada, site.game(ada, ben))
    runner.notify()
    assert toy_channel.received == [("toy:box", "Your turn in Evening")]


def test_invalid_address_is_refused(ben: Person) -> None:
    response = ben.post("/users/me/notifications/channels", {"kind": "toy", "address": "box"})
    assert (response.status_code, response.json["detail"]) == (409, "A toy address begins with toy:")


def test_settings_page_offers_the_toy_channel(ben: Person) -> None:
    credentials = {"name": "Ben", "password": "password of Ben"}
    ben.client.post("/log-in", data=credentials, headers={"Origin": "http://localhost"})
    page = ben.client.get("/account/notification-channels")
    assert '<option value="toy">Toy</option>' in page.text
