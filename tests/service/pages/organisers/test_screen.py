"""The organiser's screen in a browser, with two hundred games: by keyboard alone, on desktop and phone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from domain.tournament.rules import Rules
from service.tournaments import commands, rounds
from service.usecases.command_handler import CommandContext
from tests.service.pages.conftest import Served
from tests.service.tournaments.conftest import enter_all, entrants

GAMES = 200
MAX_TABS = 25
"""The most presses of Tab that reaching an element may take."""


def start_tournament(served: Served) -> str:
    handler, olga = served.site.services.handler, served.user("Olga")
    found = commands.open_tournament(handler, CommandContext(actor=olga.id), "Winter", Rules(ruleset="toy", seats=2))
    enter_all(served.site, found.id, entrants(served.site, 2 * GAMES))
    rounds.open_round(handler, found.id, CommandContext(actor=olga.id), {})
    served.site.catch_up()
    return f"/tournaments/{found.id}/games"


def tab_to(page: Page, selector: str) -> None:
    for _ in range(MAX_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} is too far away.")


def test_action_on_two_hundred_games_works_by_keyboard_alone(served: Served) -> None:
    address = start_tournament(served)
    messages = {
        1440: re.compile(r"Action applied to (\d+) games?\."),
        390: re.compile(r"(\d+) games? (?:was|were) not changed\. The players have been reminded\."),
    }
    page = served.person("Olga")
    for width, message in messages.items():
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(address)
        assert page.locator("tbody tr").count() == GAMES
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        remind_all_but_the_first(page, message)
    assert not served.faults


def remind_all_but_the_first(page: Page, message: re.Pattern[str]) -> None:
    tab_to(page, "select[name=action]")
    page.keyboard.type("send")
    tab_to(page, "input[name=note]")
    page.keyboard.type("Please move")
    tab_to(page, "input[data-checks]")
    page.keyboard.press("Space")
    assert page.locator("tbody input:checked").count() == GAMES
    tab_to(page, "input[name=games]")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    messages = page.get_by_text(message)
    expect(messages.first).to_be_visible()
    assert sum(int(found[1]) for found in map(message.search, messages.all_inner_texts()) if found) == GAMES - 1
    tab_to(page, "tbody th a")
    page.keyboard.press("Enter")
    expect(page.locator("#entries")).to_contain_text("took seat 2")
    expect(page.locator("#entries")).not_to_contain_text("Please move")
