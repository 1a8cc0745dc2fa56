"""Every game on its page: playing and viewing, on desktop and phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from domain.game import rulesets
from tests.service.pages.conftest import Served, make_first_move_and_wait
from tests.service.pages.contexts import ELSEWHERE
from tests.service.pages.reading import play_moves

PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True}

CUT_OFF = """() => [...document.querySelectorAll('main p')].filter(each => each.checkVisibility())
    .filter(each => each.getBoundingClientRect().right > innerWidth).map(each => each.textContent.slice(0, 40))"""
"""Paragraphs that extend beyond the window, even if nothing scrolls."""

every_game = pytest.mark.parametrize("rules", sorted(set(rulesets()) - {"toy"}))


@every_game
def test_moves_can_be_made_by_clicking(served: Served, rules: str) -> None:
    address = served.game("Ada", "Ben", "Cleo", rules=rules)
    served.moves(address, 9)
    people: dict[str, Page] = {}
    for _ in range(3):
        acting = served.acting(address)
        if acting not in people:
            people[acting] = served.person(acting)
            people[acting].goto(address)
        page = people[acting]
        expect(page.locator("#status")).to_contain_text("Your turn")
        make_first_move_and_wait(page)


@every_game
def test_rules_are_searched_as_user_types_and_fit_a_phone(served: Served, rules: str) -> None:
    page = served.visitor(**PHONE)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"/rules/{rules}")
    search(page)
    page.set_viewport_size({"width": 390, "height": 800})
    expect(page.locator("a.rule").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(CUT_OFF) == []
    follow_a_link_to_a_rule(page)


def search(page: Page) -> None:
    """Check that matching rules come before diagrams and examples, and that clearing the field shows all rules."""
    items = page.locator("#rules li:visible")
    total = items.count()
    page.get_by_label("Search rules").fill("build ")
    result_count = page.locator("output[for=sought]")
    expect(result_count).to_have_text(re.compile(r"Results: \d+"))
    assert 0 < items.count() < total
    tops = "all => Math.min(...all.map(each => each.getBoundingClientRect().top))"
    rules_first = items.evaluate_all(tops)
    assert rules_first == page.locator("#rulebook-text :is(li, figure):visible").evaluate_all(tops), "rules come first"
    page.get_by_label("Search rules").fill("no rule says this")
    expect(result_count).to_have_text("Results: 0")
    assert page.locator("#rules :is(h1, h2, h3):visible").count() == 0
    page.get_by_label("Search rules").fill("")
    assert items.count() == total


def follow_a_link_to_a_rule(page: Page) -> None:
    rule = page.locator("a.rule").nth(40)
    rule.click()
    shown = page.locator("li:target")
    expect(shown).to_contain_text(rule.inner_text())
    expect(shown).to_be_in_viewport()


def test_solo_game_can_be_opened_played_and_lost(served: Served) -> None:
    ada = served.person("Ada")
    ada.goto("/games/new?ruleset=arkwright")
    ada.get_by_label("Seat 2").select_option("Not used")
    ada.get_by_role("button", name="Create table").click()
    ada.get_by_role("button", name="Start game").click()
    expect(ada.locator("#status")).to_contain_text("Your turn")
    make_first_move_and_wait(ada)
    address = re.sub(r".*(/games/[0-9a-f]+).*", r"\1", ada.url)
    ada.goto(ELSEWHERE)
    play_moves(served.site, address, 3000, "random")
    ada.goto(address)
    expect(ada.locator("#status")).to_contain_text("The game is over")
    expect(ada.locator("main")).to_contain_text("Ada loses with")
    ada.goto("/")
    expect(ada.locator("main")).to_contain_text("No player won")
