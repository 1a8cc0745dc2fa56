"""Languages of notifications: always the recipient's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.channels import dispatcher
from service.http import i18n
from tests.service.channels.conftest import NotificationRunner, take_turn
from tests.service.channels.test_email_notifications import html_of, text_of
from tests.service.fake_catalogue import write_catalogue
from tests.service.sites import Person, Site

GERMAN = {
    "Your turn in %(game)s": "Du bist am Zug in %(game)s",
    "%(title)s: %(detail)s": "%(title)s — %(detail)s",
    "Since your last move:": "Seit deinem letzten Zug:",
    "Reset your Daybook password": "Ein neues Passwort",
}


@pytest.fixture(autouse=True)
def _catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    write_catalogue(tmp_path / "words", "de", GERMAN)
    monkeypatch.setattr(i18n, "CATALOGUES", str(tmp_path / "words"))
    dispatcher._rendering_app.cache_clear()
    yield
    dispatcher._rendering_app.cache_clear()


def set_language(person: Person, tag: str) -> None:
    assert person._send("PATCH", "/users/me/profile", json={"language": tag}).status_code == 200


def test_emails_are_in_the_recipients_language(
    site: Site, ada: Person, ben: Person, runner: NotificationRunner
) -> None:
    for person in (ada, ben):
        runner.add_email_channel(person)
    set_language(ben, "de-AT")
    set_language(ada, "ko")
    game = site.game(ada, ben)
    take_turn(ada, game)
    runner.notify()
    take_turn(ben, game)
    runner.notify()
    by_recipient = {mail["To"]: mail for mail in runner.mailbox.mails if "Evening" in mail["Subject"]}
    assert by_recipient["ben@example.org"]["Subject"] == "Du bist am Zug in Evening"
    for text in (text_of(by_recipient["ben@example.org"]), html_of(by_recipient["ben@example.org"])):
        assert "Seit deinem letzten Zug:" in text
    assert '<html lang="de">' in html_of(by_recipient["ben@example.org"])
    assert '<html lang="en">' in html_of(by_recipient["ada@example.org"])
    assert text_of(by_recipient["ben@example.org"]).startswith("Du bist am Zug in Evening — ")
    assert by_recipient["ada@example.org"]["Subject"] == "Your turn in Evening", "there is no catalogue for Korean"


def test_password_reset_email_is_in_the_users_language(site: Site, ben: Person, runner: NotificationRunner) -> None:
    runner.add_email_channel(ben)
    set_language(ben, "de")
    response = site.visitor().post("/password-reset-requests", {"name": ben.name})
    assert response.status_code == 204
    runner.deliver()
    assert [mail["Subject"] for mail in runner.mailbox.mails] == ["Ein neues Passwort"]
