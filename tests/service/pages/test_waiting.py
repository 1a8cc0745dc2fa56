"""Waiting at a table until the game starts, without losing any input."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.service.pages.conftest import Served, decide_and_see, go_back


def hardly_looking_again(page: Page) -> None:
    """Let the page poll once a day instead of every few seconds."""
    page.add_init_script("const every = setInterval; setInterval = (done, wait) => every(done, wait * 1000);")


def test_waiting_at_a_table_keeps_typed_text_and_leads_to_the_game_when_it_starts(served: Served) -> None:
    ada, ben = served.person("Ada"), served.person("Ben")
    for page in (ada, ben):
        hardly_looking_again(page)
    ada.goto("/games/new?ruleset=brass-birmingham")
    ada.get_by_role("button", name="Create table").click()
    words = ada.get_by_label("Your seed contribution")
    words.fill("the rain in")
    ben.goto(ada.url)
    ben.get_by_role("button", name="Join").click()

    start = ada.get_by_role("button", name="Start game")
    expect(start).to_be_enabled()
    expect(words).to_have_value("the rain in")
    words.press_sequentially(" Spain")
    expect(words).to_have_value("the rain in Spain")
    start.click()
    expect(ada).to_have_title(re.compile("Brass: Birmingham"))
    expect(ada.locator("#board")).to_be_visible()

    # No page has polled: they are notified.
    expect(ben.locator("#board")).to_be_visible()
    expect(ben.locator("#status")).to_contain_text(re.compile("Your turn|Waiting for Ada"))


def test_the_table_becomes_the_game_for_all_who_look_at_it(served: Served) -> None:
    address = served.table("Ada", "Ben")
    ada, ben = served.person("Ada"), served.person("Ben")
    for page in (ada, ben):
        hardly_looking_again(page)
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
        assert page.evaluate("window.stayed"), "The page was loaded anew"
        assert page.evaluate("document.body.dataset.page") == "game.page"
        assert page.evaluate("scrollY") == 0
        expect(page).to_have_url(re.compile(f"{address}$"))
        expect(page).to_have_title(re.compile("^● Your turn" if name == acting else "^Evening"))
        expect(page.locator("#status")).to_be_focused()
        expect(page.locator("#status")).to_contain_text("Your turn" if name == acting else f"Waiting for {acting}")
    own, other = (ada, ben) if acting == "Ada" else (ben, ada)
    decide_and_see(own)
    expect(other.locator("#happened")).to_contain_text(acting)
    assert other.evaluate("window.stayed")
    go_back(other)
    expect(other).to_have_url(re.compile("/$"))
    other.go_forward()
    expect(other.locator("#board svg").first).to_be_visible()


def test_the_name_of_a_what_if_survives_the_others_move(served: Served) -> None:
    address = served.game("Ada", "Ben")
    people = {name: served.person(name) for name in ("Ada", "Ben")}
    acting = served.acting(address)
    waiting = people["Ben" if acting == "Ada" else "Ada"]
    waiting.goto(address)
    waiting.get_by_role("tab", name="Branches").click()
    waiting.get_by_label("Branch name").fill("A loan first")
    served.moves(address, 1)
    expect(waiting.locator("#happened")).to_contain_text(acting)
    expect(waiting.locator("#tree input[name=at]")).to_have_value("5")
    expect(waiting.get_by_label("Branch name")).to_have_value("A loan first")


@pytest.mark.parametrize("status", [0, 503])
def test_a_start_that_is_not_answered_is_sent_again_as_without_scripts(served: Served, status: int) -> None:
    address = served.table("Ada", "Ben")
    ada = served.person("Ada")
    ada.goto(address)
    sent: list[str] = []

    def answered(way: Route) -> None:
        sent.append(str(way.request.post_data))
        if len(sent) > 1:
            way.fallback()
        elif status:
            way.fulfill(status=status, content_type="text/html", body="<main>Too much to do</main>")
        else:
            way.abort()

    ada.route("**/start", answered)
    ada.get_by_role("button", name="Start game").click()
    expect(ada.locator("main.game")).to_be_visible()
    assert len(sent) == 2
    assert sent[0] == sent[1], "under the same command"
