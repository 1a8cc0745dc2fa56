"""Private data after a session has ended: not shown in any tab, on going back, or in any offline copy."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from service.account_deletion.delete_account import delete_user
from service.administration import actions
from tests.service.pages.conftest import Served, go_back
from tests.service.pages.contexts import ELSEWHERE
from tests.service.pages.workers import until, with_worker

FOCUS_WINDOW = "window.dispatchEvent(new Event('focus'))"
HIDE_AND_SHOW = """() => {
    for (const name of ["pagehide", "pageshow"]) dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
}"""
"""The events of a page that enters and leaves the back/forward cache."""
OWN_SEAT = "main[data-seat]"
"""A page that shows a game as the player in a seat sees it."""

HAND_IS_STORED = """async () => {
  const copies = await (await caches.open("seen")).matchAll();
  const texts = await Promise.all(copies.map((copy) => copy.text()));
  return texts.some((text) => text.includes("data-seat="));
}"""
NO_HAND_IS_STORED = f"async () => !await ({HAND_IS_STORED})()"


def end_elsewhere(served: Served, page: Page, name: str = "Ada") -> None:
    served.site.services.sessions.end_all(served.user(name))


def log_out_by_api(served: Served, page: Page, name: str) -> None:
    assert page.evaluate("async () => (await fetch('/api/session', { method: 'DELETE' })).status") == 204


def change_password(served: Served, page: Page, name: str) -> None:
    served.site.services.accounts.set_password(served.user(name), "another good password")


def delete_account(served: Served, page: Page, name: str) -> None:
    with served.site.app.app_context():
        delete_user(served.site.services, served.user(name))


def suspend(served: Served, page: Page, name: str) -> None:
    services = served.site.services
    actions.suspend(services.storage.database, served.user(name).id, served.user("Olga").id, "Of a test")


def clear_cookies(served: Served, page: Page, name: str) -> None:
    page.context.clear_cookies()
    page.evaluate(FOCUS_WINDOW)


def log_in_as_another(served: Served, page: Page, name: str) -> None:
    credentials = {"name": served.user("Zoe").name, "password": "password of Zoe"}
    response = page.context.request.post("/api/session", data=credentials, headers={"Origin": served.address})
    assert response.status == 200
    page.evaluate(FOCUS_WINDOW)


ENDINGS = [
    (end_elsewhere, "Ada"),
    (log_out_by_api, "Ada"),
    (clear_cookies, "Ada"),
    (log_in_as_another, "Ada"),
    (change_password, "Ada"),
    (suspend, "Ben"),
    (delete_account, "Cleo"),
]
"""Ways to end a session, each with a user. After the last three, the old login no longer works."""


def test_ended_session_hides_the_hand_and_deletes_the_offline_copy(served: Served) -> None:
    address = served.game("Ada", "Ben", "Cleo", rules="toy")
    page = served.person("Ada", service_workers="allow")
    page.goto("/rules/toy")
    with_worker(page)
    for end, name in ENDINGS:
        page.goto(ELSEWHERE)
        served.log_in(page, name)
        page.goto(address)
        expect(page.locator(OWN_SEAT), end.__name__).to_be_visible()
        until(page, HAND_IS_STORED)
        end(served, page, name)
        expect(page.locator("main:not([data-seat])"), end.__name__).to_be_visible()
        until(page, NO_HAND_IS_STORED)


def test_logging_out_hides_the_hand_in_other_tabs_and_on_going_back(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    page = served.person("Ada")
    other = served.tab(page)
    for tab in (page, other):
        tab.goto(address)
        expect(tab.locator(OWN_SEAT)).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    expect(other.locator("main:not([data-seat])")).to_be_visible()
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()
    go_back(page)
    expect(page.locator("main:not([data-seat])")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_going_back_after_a_session_ended_elsewhere_shows_no_hand(served: Served, scripts: bool) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    page = served.person("Ada", java_script_enabled=scripts)
    page.goto(address)
    expect(page.locator(OWN_SEAT)).to_be_visible()
    page.goto("/rules/toy")
    end_elsewhere(served, page)
    go_back(page)
    expect(page.locator("main:not([data-seat])")).to_be_visible()


def test_offline_copy_is_deleted_on_reconnecting_and_for_new_visitors(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    page = served.person("Ada", service_workers="allow")
    page.goto("/rules/toy")
    with_worker(page)
    page.goto(address)
    until(page, HAND_IS_STORED)
    page.context.set_offline(True)
    page.goto(address)
    expect(page.locator(OWN_SEAT)).to_be_visible()
    end_elsewhere(served, page)
    page.context.set_offline(False)
    expect(page.locator("main:not([data-seat])")).to_be_visible()
    until(page, NO_HAND_IS_STORED)

    page.goto(ELSEWHERE)
    served.log_in(page, "Ada")
    page.goto(address)
    until(page, HAND_IS_STORED)
    page.goto(ELSEWHERE)
    page.context.clear_cookies()
    page.goto("/")
    until(page, "async () => (await (await caches.open('seen')).keys()).length === 0")
    page.context.set_offline(True)
    page.goto(address)
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    expect(page.locator("ul.kept a")).to_have_count(0)


def game_with_chosen_move(served: Served, *, private: bool = False) -> tuple[str, str, Page]:
    """Return a game, its player to act, and their page with a move that is ready to confirm."""
    address = served.game("Ada", "Ben", rules="toy", private=private)
    name = served.acting(address)
    page = served.person(name)
    choose_coins(page, address)
    return address, name, page


def choose_coins(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("#chooser .options button").filter(has_text="take_coins").click()
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_visible()


def end_with_request(served: Served, page: Page, name: str, address: str) -> None:
    """End a user's sessions when the page posts to this address: it could notice an earlier end before the click."""

    sent: list[str] = []

    def end(route: Route) -> None:
        if route.request.method == "POST" and not sent:
            sent.append(route.request.url)
            served.site.services.sessions.end_all(served.user(name))
        route.fallback()

    page.route(address, end)


def log_in_in_dialog(page: Page, name: str, password: str) -> None:
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Your session has ended.")
    expect(page.locator(OWN_SEAT)).to_have_count(0)
    expect(dialog.locator("[aria-invalid], form:not(:has([aria-invalid])) [name=name]")).to_be_focused()
    dialog.get_by_label("Username").fill(name)
    dialog.get_by_label("Password").fill(password)
    dialog.get_by_role("button", name="Log in").click()


@pytest.mark.parametrize("noticed", ["on confirming", "by the page"])
def test_move_can_be_confirmed_after_logging_in_again(served: Served, noticed: str) -> None:
    _, name, page = game_with_chosen_move(served, private=noticed == "on confirming")

    if noticed == "by the page":
        served.site.services.sessions.end_all(served.user(name))
        page.evaluate(FOCUS_WINDOW)
    else:
        end_with_request(served, page, name, "**/moves")
        page.get_by_role("button", name="Confirm", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Username")).to_be_focused()
    log_in_in_dialog(page, name, "not the password")
    expect(dialog.locator(".fault")).to_contain_text("Wrong username or password.")
    expect(dialog.get_by_label("Username")).to_have_value(name)
    log_in_in_dialog(page, name, f"password of {name}")
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#entries li").filter(has_text="takes 2 coins")).to_have_count(1)
    expect(page.locator("#trouble")).to_be_empty()


def test_choices_are_kept_while_the_server_fails(served: Served) -> None:
    address, name, page = game_with_chosen_move(served)
    broken = {"/log-in": 503}

    def break_some(route: Route) -> None:
        status = broken.get(urlsplit(route.request.url).path)
        route.fulfill(status=status, content_type="text/html", body="<main></main>") if status else route.fallback()

    page.route("**/*", break_some)
    end_elsewhere(served, page, name)
    page.evaluate(FOCUS_WINDOW)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Can't reach the server.")
    broken["/log-in"] = 200  # a page without the form
    with page.expect_response("**/log-in"):
        dialog.get_by_role("button", name="Continue").click()
    expect(dialog).to_contain_text("Can't reach the server.")
    del broken["/log-in"]
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_label("Username")).to_be_focused()
    broken["/log-in"] = 503
    log_in_in_dialog(page, name, f"password of {name}")
    expect(dialog.get_by_role("alert")).to_contain_text("Can't reach the server.")
    with page.expect_response("**/log-in"):
        dialog.get_by_role("button", name="Log in").click()
    expect(dialog.get_by_role("button", name="Log in")).to_be_enabled()
    expect(dialog.get_by_role("alert")).to_have_count(1)
    page.evaluate(HIDE_AND_SHOW)
    expect(dialog).to_be_visible()
    broken.pop("/log-in")
    for status, button in ((503, "Log in"), (429, "Continue")):
        broken[address] = status
        with page.expect_response(f"**{address}"):
            dialog.get_by_role("button", name=button).click()
        expect(dialog.get_by_role("button", name="Continue")).to_be_focused()
        expect(dialog).to_contain_text("Can't reach the server.")
    broken.clear()
    dialog.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_focused()


def test_choices_are_discarded_without_login_and_for_other_users(served: Served) -> None:
    address, name, page = game_with_chosen_move(served)
    end_elsewhere(served, page, name)
    page.evaluate(FOCUS_WINDOW)
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.locator("main.game:not([data-seat])")).to_be_visible()
    assert page.evaluate("sessionStorage.getItem('daybook-choices')") is None

    served.log_in(page, name)
    choose_coins(page, address)
    end_elsewhere(served, page, name)
    page.evaluate(FOCUS_WINDOW)
    served.user("Zoe")
    log_in_in_dialog(page, "Zoe", "password of Zoe")
    expect(page.get_by_role("dialog")).to_contain_text("Another user is logged in now.")
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("#status")).to_contain_text("Waiting for")
    assert page.evaluate("sessionStorage.getItem('daybook-choices')") is None

    for call in ("getItem", "setItem"):
        served.log_in(page, name)
        tab = served.tab(page)
        tab.add_init_script(f"Storage.prototype.{call} = () => {{ throw new Error('nothing is stored'); }}")
        choose_coins(tab, address)
        end_elsewhere(served, tab, name)
        tab.evaluate(FOCUS_WINDOW)
        expect(tab.get_by_role("dialog"), call).to_contain_text("Your session has ended.")
        expect(tab.locator(OWN_SEAT), call).to_have_count(0)
        tab.close()


def test_typed_text_is_kept_until_the_user_logs_in_again(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    page = served.person("Ada")
    page.goto("/account")
    page.get_by_label("Display name").fill("Ada of the mill")
    page.get_by_label("Current password").first.fill("not kept")
    end_elsewhere(served, page)
    page.evaluate(FOCUS_WINDOW)
    expect(page.get_by_role("dialog").get_by_label("Username")).to_be_focused()
    assert "not kept" not in page.evaluate("JSON.stringify(sessionStorage)")
    log_in_in_dialog(page, "Ada", "password of Ada")
    expect(page.get_by_label("Display name")).to_be_focused()
    expect(page.get_by_label("Display name")).to_have_value("Ada of the mill")
    page.goto(address)
    page.get_by_role("tab", name="Chat").click()
    page.get_by_role("textbox", name="New message").fill("Your move, Ben.")
    end_with_request(served, page, "Ada", "**/chat*")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("dialog").get_by_label("Username")).to_be_focused()
    log_in_in_dialog(page, "Ada", "password of Ada")
    expect(page.get_by_role("textbox", name="New message")).to_have_value("Your move, Ben.")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("#talk-words li")).to_contain_text("Your move, Ben.")
    expect(page.get_by_role("textbox", name="New message")).to_be_empty()
    expect(page.locator("#talk-trouble")).to_be_hidden()


def test_chat_text_is_kept_when_undo_meets_an_ended_session(served: Served) -> None:
    address, name, page = game_with_chosen_move(served, private=True)
    page.get_by_role("tab", name="Chat").click()
    page.get_by_role("textbox", name="New message").fill("Your move, Ben.")
    page.get_by_role("button", name="Confirm", exact=True).click()
    undo = page.get_by_role("button", name="Undo")
    for end in (end_during_the_request, end_before_the_response):
        end(served, page, name, undo)
        page.unroute_all()
        log_in_in_dialog(page, name, f"password of {name}")
        expect(page.get_by_role("textbox", name="New message")).to_have_value("Your move, Ben.")
        assert urlsplit(page.url).path == address


def end_during_the_request(served: Served, page: Page, name: str, undo: Locator) -> None:
    end_with_request(served, page, name, "**/undo")
    with page.expect_response("**/undo"):
        undo.click()


def end_before_the_response(served: Served, page: Page, name: str, undo: Locator) -> None:
    waiting: list[Route] = []
    page.route("**/undo", lambda route: waiting.append(route))
    with page.expect_request("**/undo"):
        undo.click()
    end_elsewhere(served, page, name)
    page.evaluate(FOCUS_WINDOW)
    expect(page.get_by_role("dialog").get_by_label("Username")).to_be_focused()
    with page.expect_response(lambda response: "/log-in?next=" in response.url):
        waiting[0].fallback()
