"""Drawings as lists for screen readers: every place, and the pieces on it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.service.pages.conftest import Served, clear_choices, make_first_move
from tests.service.pages.every_page.test_axe import GAMES

LISTS = """() => {
    const texts = (within, parts) => [...within.querySelectorAll(parts)].map(each => each.textContent);
    return [...document.querySelectorAll(".dock ul.visually-hidden[id]")].map(list => {
        const name = list.id.slice("said-".length), drawing = document.getElementById(`drawing-${name}`);
        return [name, texts(list, "li"), [...new Set(texts(drawing, "[data-element] > title"))]];
    });
}"""
"""The name of each docked drawing, the items of its list, and the names of all that can be pointed at in it."""

LIST_TEXTS = "[...document.querySelectorAll('.dock ul.visually-hidden[id] li')].map(each => each.textContent).join()"


def lists(page: Page) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the items of the lists of docked drawings, and what can be pointed at in them, by the drawing's name."""
    found = page.evaluate(LISTS)
    return {name: items for name, items, _ in found}, {name: drawn for name, _, drawn in found}


@pytest.mark.parametrize("rules", GAMES)
def test_each_drawing_has_a_list_of_all_its_parts(served: Served, rules: str) -> None:
    address = served.game("Ada", "Ben", "Cleo", rules=rules)
    served.moves(address, 12)
    page = served.person(served.acting(address))
    page.goto(address)
    clear_choices(page)
    before, drawn = lists(page)
    assert sum(map(len, before.values())) > 20
    assert before == drawn
    board_list = page.locator("#board").get_by_role("list").first
    expect(board_list).to_have_accessible_name(re.compile(r"\w"))
    items = before[str(board_list.get_attribute("id"))[len("said-") :]]
    assert items
    assert board_list.get_by_role("listitem").count() == len(items), "the list is hidden only visually"


def test_list_is_updated_after_a_move(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="barrage")
    page = served.person(served.acting(address))
    page.goto(address)
    before, _ = lists(page)
    make_first_move(page)
    page.wait_for_function(
        f"before => {LIST_TEXTS} !== before",
        arg=",".join(each for items in before.values() for each in items),
    )
    items, drawn = lists(page)
    assert items == drawn
