"""Worked examples in a browser: reached from the rules, and stepped through on a small board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from domain.game import rulesets
from domain.tutorials import examples
from tests.service.pages.conftest import Served
from tests.service.pages.reading import Reader, text_of

GAMES = sorted(set(rulesets()) - {"toy"})


@pytest.mark.parametrize("rules", GAMES)
def test_examples_are_linked_and_step_without_page_loads(served: Served, rules: str) -> None:
    page = served.visitor()
    page.goto(f"/rules/{rules}")
    first, second, *_ = examples.of_game(rulesets()[rules])
    page.get_by_role("link", name=first.title).click()
    page.wait_for_load_state()
    picture, steps = page.locator("[data-example] img"), page.locator(".steps a")
    expect(picture).to_have_attribute("src", re.compile(r"/0\.svg$"))
    assert picture.evaluate("async image => { await image.decode(); return image.naturalWidth > 0; }")
    loads: list[str] = []
    page.on("request", lambda request: request.is_navigation_request() and loads.append(request.url))
    page.get_by_role("link", name="Next step").click()
    expect(steps.nth(1)).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowLeft")
    expect(steps.nth(0)).to_have_attribute("aria-current", "step")
    steps.last.click()
    expect(picture).to_have_attribute("src", re.compile(rf"/{steps.count() - 1}\.svg$"))
    expect(page).to_have_url(re.compile(rf"step={steps.count() - 1}$"))
    assert loads == []
    page.get_by_role("link", name=second.title).click()
    expect(page.get_by_role("heading", name=second.title)).to_be_visible()


def test_steps_have_their_own_urls_without_scripts(ada: Reader) -> None:
    page = ada.get("/rules/brass-birmingham/examples/iron-works?step=1")
    assert re.search(r'aria-current="step">Ben played .* and built a level 1 Iron Works in Redditch', page.text)
    assert 'src="/rules/brass-birmingham/examples/iron-works/1.svg"' in page.text
    assert "Ben, Money (£): 5 → 6" in text_of(page)


def test_the_parts_of_a_step_are_highlighted(ada: Reader) -> None:
    before, after = (ada.client.get(f"/rules/brass-birmingham/examples/network/{step}.svg").text for step in (0, 1))
    assert "drop-shadow" not in before
    assert re.search(r'\[data-element="[^"]*gloucester-redditch[^"]*"\]', after)
    assert re.search(r'<[^>]+ data-element="[^"]*gloucester-redditch[^"]*"', after)


@pytest.mark.parametrize("path", ["examples/nothing", "examples/build/99.svg", "examples/nothing/0.svg"])
def test_a_missing_example_is_not_found(ada: Reader, path: str) -> None:
    assert ada.get(f"/rules/brass-birmingham/{path}").status_code == 404
