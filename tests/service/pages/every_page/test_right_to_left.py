"""Names in right-to-left scripts: shown in the order of the sentence or list that contains them."""

from __future__ import annotations

import itertools
import re

from playwright.sync_api import Page

from tests.service.pages.conftest import Served
from tests.service.pages.reading import Reader

NAMES = ("אבי", "Ben", "علي", "דנה")
TITLE = "ערב (1)"

PLACES = """
(names) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.checkVisibility({ visibilityProperty: true })) continue;
    for (const one of node.data.matchAll(new RegExp(names.join("|"), "g"))) {
      const range = document.createRange();
      range.setStart(node, one.index);
      range.setEnd(node, one.index + one[0].length);
      const { left, right, top, width } = range.getBoundingClientRect();
      let block = node.parentElement;
      while (getComputedStyle(block).display.startsWith("inline")) block = block.parentElement;
      if (width > 0) found.push({ name: one[0], left, right, top, block });
    }
  }
  const blocks = [...new Set(found.map((each) => each.block))];
  return blocks.map((block) => ({
    text: block.innerText,
    names: found.filter((each) => each.block === block).map(({ block, ...place }) => place),
  }));
}
"""


def count_ordered_names(page: Page) -> int:
    """Return the number of names that follow another one on the same line; each must be to the right of it."""
    counted = 0
    for shown in page.evaluate(PLACES, list(NAMES)):
        for one, next_one in itertools.pairwise(shown["names"]):
            if abs(one["top"] - next_one["top"]) < 4:
                assert one["right"] <= next_one["left"] + 1, shown
                counted += 1
    return counted


def test_names_appear_in_sentence_order(served: Served) -> None:
    game = served.game(*NAMES, name=TITLE)
    page = served.person(NAMES[0], viewport={"width": 1600, "height": 1000})
    page.goto(game)
    order = page.get_by_text(re.compile("[Tt]urn order in the first round")).first
    order.wait_for(state="attached")
    assert sorted(re.findall("|".join(NAMES), order.inner_text())) == sorted(NAMES)
    served.moves(game, 12)
    served.site.catch_up()
    pages = (game, f"{game}/history", f"{game}/report", f"{game}/chat", "/", "/games?list=mine")
    found = {}
    for address in pages:
        page.goto(address)
        found[address] = count_ordered_names(page)
    assert found[game] >= 3, found
    assert found[f"{game}/history"] >= 3, found


def test_form_fields_contain_no_isolation_characters(served: Served) -> None:
    page = served.person(NAMES[0])
    page.goto("/account")
    assert page.locator("input[name=display_name]").input_value() in ("", NAMES[0])
    hidden = page.evaluate(
        "[...document.querySelectorAll('input, textarea, option')].map((each) => each.value).join('')"
    )
    assert not re.search("[\u2066-\u2069]", hidden)


def test_pages_isolate_only_right_to_left_names(served: Served) -> None:
    avi, zoe = (Reader(served.site, served.site.app.test_client()).registered(name) for name in ("אבי", "Zoë"))
    shown = avi.get("/account").text
    assert "<bdi>אבי</bdi>" in shown
    assert "<title>Account: \u2068אבי\u2069 · Daybook</title>" in shown
    shown = zoe.get("/account").text
    assert "<title>Account: Zoë · Daybook</title>" in shown
    assert "bdi" not in shown
    assert not re.search("[\u2066-\u2069]", shown)


def test_scripts_isolate_right_to_left_values_in_messages(served: Served) -> None:
    page = served.visitor()
    page.goto("/log-in")
    filled = "(gaps) => import('/static/core/i18n.js').then(({ format }) => format('{a}, {b} {c} {d}', gaps))"
    assert page.evaluate(filled, {"a": "אבי", "b": "Zoë", "c": 2}) == "\u2068אבי\u2069, Zoë 2 {d}"
