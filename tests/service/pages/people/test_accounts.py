"""Accounts in a browser: sign-up returns to the table of an invitation; a session is ended from another one."""

from __future__ import annotations

from playwright.sync_api import expect

from service.usecases import tables
from service.usecases.command_handler import CommandContext
from tests.service.pages.conftest import Served


def test_sign_up_from_the_header_leads_to_the_private_table(served: Served) -> None:
    host = served.user("Ada")
    table = tables.open_table(
        served.site.services.handler,
        CommandContext(actor=host.id),
        rules="toy",
        name="Secret evening",
        seats=2,
        options={},
        undo="turn",
        private=True,
    )
    ada = served.person("Ada")
    ada.goto(f"/games/{table.id}")
    invitation = ada.get_by_role("textbox", name="Invitation link").input_value()

    newcomer = served.visitor()
    newcomer.goto(invitation)
    newcomer.get_by_role("navigation", name="Main").get_by_role("link", name="Log in").click()
    newcomer.get_by_role("navigation", name="Main").get_by_role("link", name="Sign up").click()
    newcomer.get_by_label("Username").fill("Ben")
    newcomer.get_by_label("Password").fill("password of Ben")
    newcomer.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(newcomer).to_have_url(invitation)
    newcomer.get_by_role("button", name="Join").first.click()
    expect(newcomer.get_by_role("button", name="Leave")).to_be_visible()


def test_a_session_is_ended_from_another_browser(served: Served) -> None:
    here, there = served.person("Ada"), served.person("Ada", user_agent="Firefox/140.0")
    here.goto("/account")
    row = here.get_by_role("listitem").filter(has_text="Firefox")
    row.get_by_role("button", name="Log out").click()
    expect(row).to_have_count(0)
    there.goto("/account")
    expect(there.get_by_role("heading", name="Log in")).to_be_visible()
