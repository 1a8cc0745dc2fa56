"""Drawings as lists for screen readers: every place, and the pieces on it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.service.pages.conftest import Served, decide, undecided
from tests.service.pages.every_page.test_axe import GAMES

DRAWN = (
    """canvas => [...new Set([...canvas.querySelectorAll('[data-element] > title')].map(each => each.textContent))]"""
)

HEARD = "[...document.querySelectorAll('.dock ul.visually-hidden[id] li')].map(each => each.textContent).join()"


def lists(page: Page) -> dict[str, list[str]]:
    """Return the list items of all docked drawings, by the drawing's name."""
    found = page.locator(".dock ul.visually-hidden[id]").all()
    return {str(each.get_attribute("id"))[len("said-") :]: each.locator("li").all_text_contents() for each in found}


@pytest.mark.parametrize("rules", GAMES)
def test_each_drawing_is_a_list_of_all_that_can_be_pointed_at(served: Served, rules: str) -> None:
    address = served.game("Ada", "Ben", "Cleo", rules=rules)
    served.moves(address, 12)
    page = served.person(served.acting(address))
    page.goto(address)
    undecided(page)
    before = lists(page)
    assert sum(map(len, before.values())) > 20
    for name, said in before.items():
        assert said == page.locator(f"#drawing-{name}").evaluate(DRAWN), name
    heard = page.locator("#board").get_by_role("list").first
    expect(heard).to_have_accessible_name(re.compile(r"\w"))
    said = before[str(heard.get_attribute("id"))[len("said-") :]]
    assert said
    assert heard.get_by_role("listitem").count() == len(said), "it is hidden from eyes only"


def test_the_list_follows_the_game(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="barrage")
    page = served.person(served.acting(address))
    page.goto(address)
    before = lists(page)
    decide(page)
    page.wait_for_function(
        f"before => {HEARD} !== before",
        arg=",".join(each for said in before.values() for each in said),
    )
    for name, said in lists(page).items():
        assert said == page.locator(f"#drawing-{name}").evaluate(DRAWN), name
