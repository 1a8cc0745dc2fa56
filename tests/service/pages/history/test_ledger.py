"""The ledger: each number links to the facts that made it, and each fact to its position."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from domain.game import rulesets
from tests.service.pages.conftest import Served
from tests.service.pages.reading import Reader, game_of, played

every_game = pytest.mark.parametrize("rules", sorted(set(rulesets()) - {"toy"}))


@every_game
def test_every_number_with_an_account_opens_its_statement(served: Served, rules: str) -> None:
    address = served.game("Ada", "Ben", rules=rules)
    played(served.site, address, 40, "greedy")
    page = served.person("Ada")
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(address)
        open_statements(page)
        go_to_a_fact(page)


def open_statements(page: Page) -> None:
    """Open the first six by keyboard: each tells the number that led to it."""
    numbers = page.locator("#players a[data-statement]")
    assert numbers.count() >= 6
    for number in numbers.all()[:6]:
        shown = number.inner_text()
        number.focus()
        page.keyboard.press("Enter")
        told = page.get_by_role("dialog")
        expect(told.get_by_role("heading")).to_be_visible()
        value = re.sub("[£–]", "", shown) or "0"
        assert told.get_by_role("heading").inner_text().endswith(f": {value}")
        balances = told.locator("tbody tr td:last-child").all_inner_texts()
        assert not balances or balances[0] == value
        page.keyboard.press("Escape")
        expect(told).not_to_be_visible()
        expect(number).to_be_focused()


def go_to_a_fact(page: Page) -> None:
    """Go from a number by its statement to the position after a fact."""
    page.locator("#players a[data-statement]").filter(has_text=re.compile("[1-9]")).first.click()
    page.get_by_role("dialog").locator("tbody a").last.click()
    expect(page).to_have_url(re.compile(r"[?&]at=\d+"))
    expect(page.get_by_role("dialog")).not_to_be_visible()


def test_without_scripts_it_is_a_page_that_adds_up(ada: Reader, ben: Reader) -> None:
    address = game_of(ada, ben, ruleset="brass-birmingham")
    played(ada.site, address, 20)
    ada.site.catch_up()
    page = ada.get(f"{address}/ledger/money/0").text
    changes = [int(each) for each in re.findall(r">([+-]\d+)</td>", page)]
    (balance,) = re.findall(r"<h1>.*: (-?\d+)</h1>", page)
    assert len(changes) > 2
    assert sum(changes) == int(balance)


@pytest.mark.parametrize("path", ["money/9", "gold/0"])
def test_of_what_nobody_counts_there_is_no_statement(ada: Reader, ben: Reader, path: str) -> None:
    assert ada.get(f"{game_of(ada, ben)}/ledger/{path}").status_code == 404


def test_of_the_past_it_tells_what_was_then(ada: Reader, ben: Reader) -> None:
    address = game_of(ada, ben, ruleset="brass-birmingham")
    played(ada.site, address, 20)
    ada.site.catch_up()
    page = ada.get(f"{address}/ledger/money/0?at=12").text
    numbers = [int(each) for each in re.findall(r"<a data-live\s+href=\"[^\"]*\">(\d+)</a>", page)]
    assert numbers
    assert max(numbers) <= 12
