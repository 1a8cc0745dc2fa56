"""Waiting at a table until the game starts, without losing any input."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.service.pages.conftest import Served, go_back, make_first_move_and_wait


def poll_rarely(page: Page) -> None:
    """Let the page poll once a day instead of every few seconds."""
    page.add_init_script("const every = setInterval; setInterval = (done, wait) => every(done, wait * 1000);")


def test_waiting_players_keep_typed_text_and_see_the_game_start(served: Served) -> None:
    ada, ben = served.person("Ada"), served.person("Ben")
    for page in (ada, ben):
        poll_rarely(page)
    ada.goto("/games/new?ruleset=brass-birmingham")
    ada.get_by_role("button", name="Create table").click()
    contribution = ada.get_by_label("Your seed contribution")
    contribution.fill("the rain in")
    ben.goto(ada.url)
    ben.get_by_role("button", name="Join").click()

    start = ada.get_by_role("button", name="Start game")
    expect(start).to_be_enabled()
    expect(contribution).to_have_value("the rain in")
    contribution.press_sequentially(" Spain")
    expect(contribution).to_have_value("the rain in Spain")
    start.click()
    expect(ada).to_have_title(re.compile("Brass: Birmingham"))
    expect(ada.locator("#board")).to_be_visible()

    # No page has polled: they are notified.
    expect(ben.locator("#board")).to_be_visible()
    expect(ben.locator("#status")).to_contain_text(re.compile("Your turn|Waiting for Ada"))


def test_table_page_becomes_the_game_for_everyone_viewing_it(served: Served) -> None:
    address = served.table("Ada", "Ben")
    ada, ben = served.person("Ada"), served.person("Ben")
    for page in (ada, ben):
        poll_rarely(page)
        page.goto("/")
        page.goto(address)
        page.evaluate("window.stayed = true")
        page.evaluate("scrollTo(0, 40)")
    ben.get_by_label("Your seed contribution").focus()
    ada.get_by_role("button", name="Start game").click()
    expect(ada.locator("main.game")).to_be_visible()
    acting = served.acting(address)
    for name, page in (("Ada", ada), ("Ben", ben)):
        expect(page.locator("#board svg").first).to_be_visible()
        assert page.evaluate("window.stayed"), "the page was reloaded"
        assert page.evaluate("document.body.dataset.page") == "game.page"
        assert page.evaluate("scrollY") == 0
        expect(page).to_have_url(re.compile(f"{address}$"))
        expect(page).to_have_title(re.compile("^● Your turn" if name == acting else "^Evening"))
        expect(page.locator("#status")).to_be_focused()
        expect(page.locator("#status")).to_contain_text("Your turn" if name == acting else f"Waiting for {acting}")
    own, other = (ada, ben) if acting == "Ada" else (ben, ada)
    make_first_move_and_wait(own)
    expect(other.locator("#happened")).to_contain_text(acting)
    assert other.evaluate("window.stayed")
    go_back(other)
    expect(other).to_have_url(re.compile("/$"))
    other.go_forward()
    expect(other.locator("#board svg").first).to_be_visible()


def test_typed_branch_name_survives_an_opponents_move(served: Served) -> None:
    address = served.game("Ada", "Ben")
    pages = {name: served.person(name) for name in ("Ada", "Ben")}
    acting = served.acting(address)
    waiting = pages["Ben" if acting == "Ada" else "Ada"]
    waiting.goto(address)
    waiting.get_by_role("tab", name="Branches").click()
    waiting.get_by_label("Branch name").fill("A loan first")
    served.moves(address, 1)
    expect(waiting.locator("#happened")).to_contain_text(acting)
    expect(waiting.locator("#tree input[name=at]")).to_have_value("5")
    expect(waiting.get_by_label("Branch name")).to_have_value("A loan first")


@pytest.mark.parametrize("status", [0, 503])
def test_failed_start_is_sent_again_as_a_plain_form(served: Served, status: int) -> None:
    address = served.table("Ada", "Ben")
    ada = served.person("Ada")
    ada.goto(address)
    sent: list[str] = []

    def fail_first(attempt: Route) -> None:
        sent.append(str(attempt.request.post_data))
        if len(sent) > 1:
            attempt.fallback()
        elif status:
            attempt.fulfill(status=status, content_type="text/html", body="<main>Too much to do</main>")
        else:
            attempt.abort()

    ada.route("**/start", fail_first)
    ada.get_by_role("button", name="Start game").click()
    expect(ada.locator("main.game")).to_be_visible()
    assert len(sent) == 2
    assert sent[0] == sent[1], "both requests send the same command"
