"""Notifications by email, with a real mail server: text, layout and unsubscribing."""

from __future__ import annotations

import email
import re
from datetime import timedelta
from email import policy
from email.message import EmailMessage
from zoneinfo import ZoneInfo

import pytest

from domain.game import rulesets
from domain.table.rulings import decisions
from service.http import messages
from service.outbox.queue import Email
from service.outbox.smtp import mime_message
from service.presenters import pictures
from service.usecases import tables
from service.usecases.command_handler import CommandContext
from tests.deliveries import due
from tests.service.channels.conftest import SITE, NotificationRunner, take_turn
from tests.service.playing import new_daybook, start_game
from tests.service.sites import Person, Site


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def html_of(mail: EmailMessage) -> str:
    body = mail.get_body(("html",))
    assert body is not None
    return str(body.get_content())


def test_turn_email_has_recent_moves_and_a_picture(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    runner.add_email_channel(ben)
    game = site.game(ada, ben)
    take_turn(ada, game)
    runner.notify()
    (mail,) = runner.mailbox.mails
    assert (mail["To"], mail["Subject"]) == ("ben@example.org", "Your turn in Evening")
    text = text_of(mail)
    assert f"{SITE}/games/{game}" in text
    assert re.search(r"\* .*Ada.*coins", text), text
    assert f'href="{SITE}/games/{game}"' in html_of(mail)
    (picture,) = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert re.fullmatch(r"<[^@<>]+@[^@<>]+>", picture["Content-ID"])
    assert f'src="cid:{picture["Content-ID"].strip("<>")}"' in html_of(mail)
    assert picture.get_content().startswith(b"\x89PNG")


LONG = ("Wwwwwwwww Mmmmmmmmm Wwwwwwwwww", "אבגדהוזחטיכלמנ סעפצקרשתאבגדהוזח")


def test_long_titles_and_names_are_not_wrapped_in_emails(site: Site, runner: NotificationRunner) -> None:
    first, second = map(site.person, LONG)
    title = "Tuesday evenings with old friends, a pot of tea and far too many cotton mills ok"
    assert len(title) == 80
    runner.add_email_channel(second)
    take_turn(first, site.game(first, second, name=title))
    runner.notify()
    (mail,) = runner.mailbox.mails
    assert mail["Subject"] == f"Your turn in {title}"
    lines = text_of(mail).splitlines()
    assert any(title in line for line in lines)
    assert any(line.startswith("* ") and LONG[0] in line for line in lines)
    subject, text = f"{title} · {LONG[1]}", "\n".join((title, *LONG))
    sent = mime_message(Email(id="1", recipient="a@example.org", subject=subject, text=text), "b@example.org")
    read = email.message_from_bytes(bytes(sent), policy=policy.default)
    assert read["Subject"] == subject
    assert text_of(read).splitlines() == [title, *LONG]


def test_pending_turn_is_announced_once(site: Site, ada: Person, ben: Person, runner: NotificationRunner) -> None:
    runner.add_email_channel(ben)
    take_turn(ada, site.game(ada, ben))
    for _ in range(3):
        runner.notify()
    assert len(runner.mailbox.mails) == 1


def test_viewing_the_game_during_the_grace_period_prevents_the_email(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    runner.add_email_channel(ben)
    game = site.game(ada, ben)
    take_turn(ada, game)
    runner.collect()
    ben.get(f"/games/{game}")
    runner.notify()
    assert runner.mailbox.mails == []


def test_turn_in_a_game_voided_meanwhile_is_not_announced(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    runner.add_email_channel(ben)
    game = site.game(ada, ben)
    take_turn(ada, game)
    runner.collect()
    tables.rule_on_game(
        site.services.handler, game, CommandContext(actor="olga"), lambda now: decisions.void(now.table, "fault")
    )
    runner.notify()
    subjects = [mail["Subject"] for mail in runner.mailbox.mails]
    assert subjects != []
    assert [subject for subject in subjects if "turn" in subject] == []


def test_notifications_due_at_the_same_time_form_one_message(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    runner.add_email_channel(ben)
    for _ in range(3):
        take_turn(ada, site.game(ada, ben))
    runner.notify()
    (mail,) = runner.mailbox.mails
    assert mail["Subject"] == "Your turn in Evening, and 2 more"
    assert text_of(mail).count(f"{SITE}/games/") == 3


def test_one_click_unsubscribe_pauses_the_channel(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    runner.add_email_channel(ben)
    take_turn(ada, site.game(ada, ben))
    runner.notify()
    (mail,) = runner.mailbox.mails
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert b"\r\nList-Unsubscribe: <" + SITE.encode() in runner.mailbox.sent[0], "mail programs look for this header"
    link = mail["List-Unsubscribe"].strip("<>").removeprefix(SITE)
    visitor = site.visitor().client
    assert visitor.get(link).status_code == 200, "programs that open links do not unsubscribe"
    assert not ben.get("/users/me/notifications/channels").json[0]["paused"]
    assert visitor.post(link, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert ben.get("/users/me/notifications/channels").json[0]["paused"]
    take_turn(ada, site.game(ada, ben))
    runner.notify()
    assert len(runner.mailbox.mails) == 1
    assert visitor.post("/notifications/unsubscribe/other").status_code == 404


def test_unwanted_kinds_and_muted_games_are_not_announced(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    runner.add_email_channel(ben)
    (channel,) = ben.get("/users/me/notifications/channels").json
    muted, other = site.game(ada, ben), site.game(ada, ben)
    path = f"/users/me/notifications/channels/{channel['id']}"
    assert ben.put(path, {"events": ["turn"], "muted": [muted]}).json["muted"] == [muted]
    runner.notify()
    for game in (muted, other):
        take_turn(ada, game)
    runner.notify()
    (mail,) = runner.mailbox.mails
    assert f"{SITE}/games/{other}" in text_of(mail)
    assert muted not in text_of(mail)


def test_quiet_hours_hold_notifications_and_then_send_one_email(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    runner.add_email_channel(ben)
    assert ben._send("PATCH", "/users/me/profile", json={"time_zone": "Europe/Berlin"}).status_code == 200
    assert ben.put("/users/me/notifications/schedule", QUIET).json == QUIET
    runner.now = runner.now.replace(month=1, day=9, hour=23, minute=30)
    for _ in range(2):
        take_turn(ada, site.game(ada, ben))
        runner.notify(timedelta(hours=3))
    assert runner.mailbox.mails == []
    runner.notify(timedelta(hours=1))
    assert len(runner.mailbox.mails) == 1


QUIET = {"quiet_from": "22:00", "quiet_until": "07:00", "daily_at": "08:00"}


def fail_before_quiet_hours(site: Site, ada: Person, ben: Person, runner: NotificationRunner) -> None:
    """Make an email to Ben fail ten minutes before his quiet hours begin."""
    runner.add_email_channel(ben)
    assert ben.put("/users/me/notifications/schedule", QUIET).status_code == 200
    runner.now = runner.now.replace(year=runner.now.year + 1, month=1, day=9, hour=21, minute=50)
    take_turn(ada, site.game(ada, ben))
    runner.mailbox.answers = ["451 later"]
    runner.notify()


def test_messages_delayed_into_quiet_hours_arrive_after_them(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    """Covers delays by a stopped notifier and by an unavailable receiver."""
    fail_before_quiet_hours(site, ada, ben, runner)
    take_turn(ada, site.game(ada, ben))
    runner.collect()
    runner.notify(timedelta(hours=2))
    assert runner.mailbox.mails == []
    assert due(runner.outbox, 10) == []
    runner.notify(timedelta(hours=8))
    assert len(runner.mailbox.mails) == 1, "one message waits at a time"
    runner.notify(timedelta(minutes=1))
    assert len(runner.mailbox.mails) == 2


def test_changing_quiet_hours_releases_held_messages(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    fail_before_quiet_hours(site, ada, ben, runner)
    runner.notify(timedelta(hours=2))
    assert runner.mailbox.mails == []
    assert ben.put("/users/me/notifications/schedule", QUIET | {"quiet_from": "03:00"}).status_code == 200
    runner.notify(timedelta(minutes=1))
    assert len(runner.mailbox.mails) == 1


def test_daily_digest_lists_pending_turns(site: Site, ada: Person, ben: Person, runner: NotificationRunner) -> None:
    runner.add_email_channel(ben)
    (channel,) = ben.get("/users/me/notifications/channels").json
    assert ben.put(
        f"/users/me/notifications/channels/{channel['id']}", {"daily_digest": True, "events": ["turn"]}
    ).json["daily_digest"]
    runner.now = runner.now.replace(hour=9)
    games = [site.game(ada, ben) for _ in range(3)]
    for game in games:
        take_turn(ada, game)
        runner.notify(timedelta(hours=5))
    assert runner.mailbox.mails == []
    take_turn(ben, games[0])
    runner.notify(timedelta(hours=9))
    (mail,) = runner.mailbox.mails
    assert mail["Subject"] == "Your turn in Evening, and 1 more", "finished turns are not listed"


def test_test_message_is_delivered(ben: Person, runner: NotificationRunner) -> None:
    runner.add_email_channel(ben)
    (channel,) = ben.get("/users/me/notifications/channels").json
    assert ben.post(f"/users/me/notifications/channels/{channel['id']}/tests").status_code == 202
    runner.deliver()
    (mail,) = runner.mailbox.mails
    assert mail["Subject"].startswith("Test notification")


def test_only_the_owner_can_manage_a_channel(ada: Person, ben: Person, runner: NotificationRunner) -> None:
    runner.add_email_channel(ben)
    (channel,) = ben.get("/users/me/notifications/channels").json
    path = f"/users/me/notifications/channels/{channel['id']}"
    assert ada.put(path, {"paused": True}).status_code == 404
    assert ada.delete(path).status_code == 404
    assert ada.post(f"{path}/tests").status_code == 404
    assert ben.delete(path).status_code == 204
    assert ben.get("/users/me/notifications/channels").json == []


def test_email_channel_needs_a_confirmed_address(ada: Person) -> None:
    response = ada.post("/users/me/notifications/channels", {"kind": "email"})
    assert (response.status_code, response.json["detail"]) == (409, "Confirm an email address first.")


@pytest.mark.parametrize("rules", sorted(set(rulesets()) - {"toy"}))
def test_pictures_use_literal_colours(rules: str, tmp_path: str) -> None:
    """The picture renderer would make CSS variables black."""
    from pathlib import Path

    handler = new_daybook(Path(tmp_path))
    game = start_game(handler, 2, rules=rules)
    drawing = game.ruleset.draw(game.ruleset.view(handler.games.position(game), 0), ["Ada", "Ben"], messages.saying())
    assert "var(" in drawing
    plain = pictures.literal(drawing)
    assert "var(" not in plain
    assert "fill:none" in plain or "fill:#" in plain
    assert "prefers-color-scheme" not in plain


def test_deadline_is_near_the_top_in_the_recipients_time_zone(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    runner.add_email_channel(ben)
    assert ben._send("PATCH", "/users/me/profile", json={"time_zone": "Pacific/Auckland"}).status_code == 200
    game = site.game(ada, ben, clock={"pace": {"kind": "days_per_turn", "days": 3}})
    take_turn(ada, game)
    runner.notify()
    mail = runner.mailbox.mails[-1]
    clocks = site.services.handler.games.game(game).table.clocks
    assert clocks is not None
    deadline = clocks.running[0].deadline
    assert deadline is not None
    there = deadline.astimezone(ZoneInfo("Pacific/Auckland"))
    deadline_line = f"Your deadline: {there:%A, {there.day} %B %Y, %H:%M} (Pacific/Auckland)"
    assert text_of(mail).splitlines().index(deadline_line) <= 2
    head, _, rest = html_of(mail).partition(deadline_line)
    assert rest
    assert head.count("<p") == 1
