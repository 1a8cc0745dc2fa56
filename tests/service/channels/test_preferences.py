"""Notification settings: they also apply to held messages, and a digest is one message whatever its size."""

from __future__ import annotations

from datetime import timedelta

import pytest

from service.notifications import delivery_schedule
from tests.service.channels.conftest import NotificationRunner, take_turn
from tests.service.sites import Person, Site


def channel_of(person: Person) -> str:
    (channel,) = person.get("/users/me/notifications/channels").json
    return f"/users/me/notifications/channels/{channel['id']}"


def test_game_muted_before_the_digest_is_not_announced(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    runner.add_email_channel(ben)
    path = channel_of(ben)
    ben.put(path, {"daily_digest": True})
    muted, other = site.game(ada, ben), site.game(ada, ben)
    for game in (muted, other):
        take_turn(ada, game)
    runner.collect()
    ben.put(path, {"muted": [muted]})
    runner.notify(timedelta(days=1))
    (mail,) = runner.mailbox.mails
    assert (muted in mail.as_string(), other in mail.as_string()) == (False, True)


def test_turning_off_the_digest_releases_held_notifications(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    runner.add_email_channel(ben)
    path = channel_of(ben)
    ben.put(path, {"daily_digest": True})
    take_turn(ada, site.game(ada, ben))
    runner.collect()
    ben.put(path, {"daily_digest": False})
    runner.notify(timedelta(minutes=5))
    assert len(runner.mailbox.mails) == 1


def test_turning_on_the_digest_holds_pending_notifications(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    half_a_day_later = f"{runner.now + timedelta(hours=12):%H:%M}"
    times = {"quiet_from": "00:00", "quiet_until": "00:00", "daily_at": half_a_day_later}
    assert ben.put("/users/me/notifications/schedule", times).status_code == 200
    runner.add_email_channel(ben)
    take_turn(ada, site.game(ada, ben))
    runner.collect()
    ben.put(channel_of(ben), {"daily_digest": True})
    runner.notify(timedelta(minutes=1))
    assert runner.mailbox.mails == []
    runner.notify(timedelta(days=1))
    assert len(runner.mailbox.mails) == 1


def test_each_user_gets_one_digest_whatever_the_batch_size(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery_schedule, "AT_A_TIME", 1)
    for person in (ada, ben):
        runner.add_email_channel(person)
        person.put(channel_of(person), {"daily_digest": True})
    for _ in range(3):
        take_turn(ada, site.game(ada, ben))
        take_turn(ben, site.game(ben, ada))
    runner.collect()
    runner.now += timedelta(days=1)
    while delivery_schedule.release_due(site.services.storage.database, runner.now):
        pass
    runner.deliver()
    assert sorted(mail["To"] for mail in runner.mailbox.mails) == ["ada@example.org", "ben@example.org"]


def test_two_devices_do_not_overwrite_each_other(ben: Person, runner: NotificationRunner) -> None:
    runner.add_email_channel(ben)
    path = channel_of(ben)
    times = {"quiet_from": "22:00", "quiet_until": "07:00", "daily_at": "08:00"}
    for where, to, wanted in (
        ("/users/me/notifications/schedule", "/users/me/notifications/schedule", times),
        ("/users/me/notifications/channels", path, {"daily_digest": True}),
    ):
        seen = {"If-Match": ben.get(where).headers["ETag"]}
        assert ben.put(to, wanted, headers=seen).status_code == 200
        assert ben.put(to, wanted, headers=seen).status_code == 412
        assert ben.put(to, wanted, headers={"If-Match": "*"}).status_code == 200
        assert ben.get(where, headers={"If-None-Match": ben.get(where).headers["ETag"]}).status_code == 304
