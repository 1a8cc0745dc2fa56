"""Moves made by touching parts of the board: cards, towns and spaces."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from domain.board_input import select, selectable
from domain.brass.model.commands import Build
from domain.game import legal_commands
from tests.service.pages.conftest import Served
from tests.service.pages.move.targets import touch

FIRST_PROMPT = "Choose an action"
"""The first prompt of a turn."""


def build_with_two_touches(served: Served, address: str) -> tuple[str, str]:
    """Return a card and a slot that leave nothing else to decide."""
    handler = served.site.services.handler
    game = handler.games.game(address.rpartition("/")[2])
    position = handler.games.position(game)
    seat = game.ruleset.to_act(position)[0].seat
    for command in legal_commands(game.ruleset, position, seat):
        if isinstance(command, Build):
            touched = f"card:{command.card}", f"slot:{command.slot}"
            if select(game.ruleset, position, seat, [], touched).choice.command == command:
                return touched
    raise AssertionError("nothing can be built so")


def test_touching_a_card_and_a_slot_builds_after_confirmation(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person(served.acting(address))
    page.goto(address)
    card, slot = build_with_two_touches(served, address)
    number = page.locator("#entries li").count()
    expect(page.locator("#chooser .options button").first).to_be_visible()
    touch(page, card)
    expect(page.locator("#chooser .options button").first).to_be_visible()
    expect(page.locator("#chooser").get_by_role("button", name="Show all options")).to_be_visible()
    touch(page, slot)
    page.locator("#chooser").get_by_role("button", name="Confirm", exact=True).click()
    expect(page.locator("#entries li").nth(number)).to_be_attached()
    assert "built" in page.locator("#entries").inner_text()


def test_touched_parts_can_be_changed_before_confirmation(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person(served.acting(address))
    page.goto(address)
    expect(page.locator("#chooser .prompt")).to_have_text(FIRST_PROMPT)
    impossible_action_is_explained(page)
    all_options_can_be_shown_again(page, *build_with_two_touches(served, address))
    touching_another_card_replaces_the_discard(page)
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#chooser .prompt")).to_have_text(FIRST_PROMPT)
    selected_part_stays_when_the_action_changes(page, tile_to_build_or_develop(served, address))


def impossible_action_is_explained(page: Page) -> None:
    page.locator("#chooser .impossible").get_by_role("button", name="Sell").click()
    expect(page.locator("#trouble a").first).to_have_text("Rule BB-19.2")
    expect(page.locator("#trouble")).to_contain_text("You must sell at least one tile")


def all_options_can_be_shown_again(page: Page, card: str, slot: str) -> None:
    first = page.locator("#chooser .prompt")
    touch(page, slot)
    expect(first).not_to_have_text(FIRST_PROMPT)
    page.keyboard.press("Escape")
    expect(first).to_have_text(FIRST_PROMPT)
    touch(page, card)
    page.locator("#chooser").get_by_role("button", name="Show all options").click()
    expect(first).to_have_text(FIRST_PROMPT)


def touching_another_card_replaces_the_discard(page: Page) -> None:
    chooser = page.locator("#chooser")
    chooser.locator('.options [data-value="loan"]').click()
    expect(page.locator("#lap .foreseen")).to_be_attached()
    card = chooser.locator(".picks [aria-current]")
    chooser.locator(".value").last.click()
    step = str(chooser.locator(".picks .options button:not([aria-current])").last.get_attribute("data-step"))
    other = step.partition(" ")[2]
    expect(card).not_to_have_attribute("data-step", step)
    chooser.locator(".value").last.click()
    expect(card).to_have_count(0)
    touch(page, f"card:{other.replace(':', '+')}")
    expect(chooser).not_to_have_js_property("inert", True)
    chooser.locator(".value").last.click()
    expect(card).to_have_attribute("data-step", step)
    expect(chooser.get_by_role("button", name="Confirm", exact=True)).to_be_visible()


def tile_to_build_or_develop(served: Served, address: str) -> str:
    """Return a stack on the mat whose tile can be either built or developed."""
    handler = served.site.services.handler
    game = handler.games.game(address.rpartition("/")[2])
    position = handler.games.position(game)
    seat = game.ruleset.to_act(position)[0].seat
    for part in selectable(game.ruleset, position, seat):
        taken = select(game.ruleset, position, seat, [], [part]).taken
        if part.startswith("mat:") and taken and [other.value for other in taken[0].among] == ["build", "develop"]:
            return part
    raise AssertionError("nothing can be built or removed")


def selected_part_stays_when_the_action_changes(page: Page, stack: str) -> None:
    chooser = page.locator("#chooser")
    expect(chooser.locator(".options button").first).to_be_visible()
    touch(page, stack)
    chooser.locator(".value").first.click()
    chooser.locator('[data-step="0 develop"]').click()
    expect(chooser.locator(".value").first).to_contain_text("Develop")
    expect(chooser.locator(".preview")).to_contain_text("develop")
    expect(chooser.get_by_role("button", name="Confirm", exact=True)).to_be_visible()


def test_prompt_links_to_its_rule(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="barrage")
    page = served.person(served.acting(address))
    page.goto(address)
    page.locator("#chooser .asked").get_by_role("link", name="Rule BA-3.3").click()
    expect(page).to_have_url(re.compile("#BA-3.3$"))
    expect(page.locator("[id='BA-3.3']")).to_be_visible()
