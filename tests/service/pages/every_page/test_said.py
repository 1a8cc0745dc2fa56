"""Drawings as lists for screen readers: every place, and the pieces on it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.service.pages.conftest import Served, decide, undecided
from tests.service.pages.every_page.test_axe import GAMES

LISTS = """() => {
    const texts = (within, parts) => [...within.querySelectorAll(parts)].map(each => each.textContent);
    return [...document.querySelectorAll(".dock ul.visually-hidden[id]")].map(list => {
        const name = list.id.slice("said-".length), drawing = document.getElementById(`drawing-${name}`);
        return [name, texts(list, "li"), [...new Set(texts(drawing, "[data-element] > title"))]];
    });
}"""
"""The name of each docked drawing, the items of its list, and the names of all that can be pointed at in it."""

HEARD = "[...document.querySelectorAll('.dock ul.visually-hidden[id] li')].map(each => each.textContent).join()"


def lists(page: Page) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the items of the lists of docked drawings, and what can be pointed at in them, by the drawing's name."""
    found = page.evaluate(LISTS)
    return {name: said for name, said, _ in found}, {name: drawn for name, _, drawn in found}


@pytest.mark.parametrize("rules", GAMES)
def test_each_drawing_is_a_list_of_all_that_can_be_pointed_at(served: Served, rules: str) -> None:
    address = served.game("Ada", "Ben", "Cleo", rules=rules)
    served.moves(address, 12)
    page = served.person(served.acting(address))
    page.goto(address)
    undecided(page)
    before, drawn = lists(page)
    assert sum(map(len, before.values())) > 20
    assert before == drawn
    heard = page.locator("#board").get_by_role("list").first
    expect(heard).to_have_accessible_name(re.compile(r"\w"))
    said = before[str(heard.get_attribute("id"))[len("said-") :]]
    assert said
    assert heard.get_by_role("listitem").count() == len(said), "it is hidden from eyes only"


def test_the_list_follows_the_game(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="barrage")
    page = served.person(served.acting(address))
    page.goto(address)
    before, _ = lists(page)
    decide(page)
    page.wait_for_function(
        f"before => {HEARD} !== before",
        arg=",".join(each for said in before.values() for each in said),
    )
    said, drawn = lists(page)
    assert said == drawn
