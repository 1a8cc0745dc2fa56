"""The notifier and sender killed at random moments: no message is lost, and a repeated one has the same id."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from datetime import timedelta

from tests.deliveries import due
from tests.processes import start_and_kill
from tests.service.channels.conftest import NotificationRunner, take_turn
from tests.service.channels.test_email_notifications import text_of
from tests.service.sites import Person, Site

KILLS = 3
GAMES = 12


def test_no_message_is_lost_and_repeats_keep_their_id(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    runner.add_email_channel(ben)
    (channel,) = ben.get("/users/me/notifications/channels").json
    ben.put(f"/users/me/notifications/channels/{channel['id']}", {"events": ["turn"]})
    games = [site.game(ada, ben) for _ in range(GAMES)]
    rng = random.Random(7)
    for kill in range(KILLS):
        for game in games[kill :: KILLS + 1]:
            take_turn(ada, game)
        site.catch_up()
        url = site.services.config.database_url
        start_and_kill("notifying", url, runner.mailbox.url, after=rng.uniform(0.02, 0.6))
    for game in games[KILLS :: KILLS + 1]:
        take_turn(ada, game)
    for _ in range(3):  # Messages held behind a waiting one are sent after it.
        runner.notify(timedelta(minutes=20))
    sent: dict[str, set[str]] = defaultdict(set)
    for mail in runner.mailbox.mails:
        sent[mail["Message-ID"]].update(re.findall(r"/games/([0-9a-f]{32})", text_of(mail)))
    assert sorted(game for found in sent.values() for game in found) == sorted(games), "each turn in one message"
    assert len(runner.mailbox.mails) - len(sent) <= KILLS, "each kill repeats at most one message"
    assert due(runner.outbox, 1) == runner.outbox.given_up(1) == []
