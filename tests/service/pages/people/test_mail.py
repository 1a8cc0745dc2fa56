"""Email in a browser, with a real mail server: links that confirm an address and reset a password."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from service.outbox.errors import email_sender
from service.outbox.smtp import by_smtp
from service.workers.sender import Sender
from tests.service.pages.conftest import Served
from tests.smtp_server import FROM, Mailbox, link_in, mailbox


@pytest.fixture
def receiver(served: Served) -> Iterator[Mailbox]:
    """Yield the mailbox of the site."""
    with mailbox() as made:
        sender = Sender(served.site.services.storage, email_sender(by_smtp(made.url, FROM)))
        sender.start()
        yield made
        sender.stop()


def test_confirmed_address_can_reset_the_password(served: Served, receiver: Mailbox) -> None:
    ada = served.person("Ada")
    ada.goto("/account")
    email_section = ada.get_by_role("region", name="Email address")
    email_section.get_by_label("Email address").fill("ada@example.org")
    email_section.get_by_label("Current password").fill("not the password")
    email_section.get_by_role("button", name="Send confirmation link").click()
    expect(ada.get_by_text("Wrong password. Try again.")).to_be_visible()
    email_section.get_by_label("Email address").fill("ada@example.org")
    email_section.get_by_label("Current password").fill("password of Ada")
    email_section.get_by_role("button", name="Send confirmation link").click()
    expect(email_section.get_by_role("status")).to_contain_text("Daybook sent a link to ada@example.org.")

    ada.goto(link_in(receiver.await_mail(1).get_content()))
    ada.get_by_role("button", name="Confirm address").click()
    expect(email_section).to_contain_text("Daybook sends email to ada@example.org.")

    elsewhere = served.visitor()
    elsewhere.goto("/log-in")
    elsewhere.get_by_role("link", name="Forgot your password?").click()
    elsewhere.get_by_label("Username or email address").fill("ada@example.org")
    elsewhere.get_by_role("button", name="Send link").click()
    expect(elsewhere.get_by_text("a link is on its way")).to_be_visible()
    link = link_in(receiver.await_mail(2).get_content())
    elsewhere.goto(link)
    elsewhere.get_by_label("New password").fill("a new password")
    elsewhere.get_by_role("button", name="Set password").click()
    expect(elsewhere.get_by_text("Password changed.")).to_be_visible()
    expect(elsewhere.get_by_role("link", name="Ada", exact=True)).to_be_visible()
    ada.goto("/account")
    expect(ada.get_by_role("heading", name="Log in")).to_be_visible()
    ada.goto(link)
    expect(ada.get_by_text("This link has expired.")).to_be_visible()


def test_opening_the_link_alone_does_not_confirm_the_address(served: Served, receiver: Mailbox) -> None:
    ada = served.person("Ada")
    user = served.user("Ada")
    ada.goto("/account")
    email_section = ada.get_by_role("region", name="Email address")
    email_section.get_by_label("Email address").fill("ada@example.org")
    email_section.get_by_label("Current password").fill("password of Ada")
    email_section.get_by_role("button", name="Send confirmation link").click()
    served.visitor().goto(link_in(receiver.await_mail(1).get_content()))
    assert served.site.services.email_addresses.of_user(user).confirmed == ""
