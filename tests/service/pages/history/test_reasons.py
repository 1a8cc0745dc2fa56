"""Reasons of automas: shown below each sentence, and stepped through on the board."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
from playwright.sync_api import Page, expect

from domain.barrage.automa.facts import AutomaActed
from domain.presentation import ExplanationStep
from service.usecases import tables
from service.usecases.command_handler import CommandContext
from tests.service.pages.conftest import Served
from tests.service.pages.reading import Reader, play_moves, text_of
from tests.service.sites import Site

LEVELS = ["overpowered", "high_voltage", "normal"]


def against_automas(site: Site, owner: Any, moves: int = 8) -> str:
    """Return the address of a game against three automas, some moves after its start."""
    write = CommandContext(actor=owner.id)
    options = {"automas": LEVELS}
    with mock.patch.object(secrets, "token_bytes", return_value=b"s" * 32):
        game = tables.open_solo(site.services.handler, write, rules="barrage", name="Alone", options=options)
    play_moves(site, f"/games/{game.id}", moves, bot="random")
    site.catch_up()
    return f"/games/{game.id}"


def choice(site: Site, address: str) -> tuple[int, tuple[ExplanationStep, ...]]:
    """Return the version and steps of an automa's choice of a site in which several steps excluded candidates."""
    game = site.services.handler.games.game(address.rpartition("/")[2])
    for version, record in enumerate(game.records, 1):
        if isinstance(record.fact, AutomaActed):
            explained = game.ruleset.explain(record.fact, game.ruleset.current_figures())
            assert explained is not None
            if sum(0 < len(step.left) < len(step.among) for step in explained.steps) > 1:
                return version, explained.steps
    raise AssertionError("no automa had several sites to choose from")


class TestWithoutScripts:
    @pytest.fixture
    def ada(self, reader: Callable[[], Reader]) -> Reader:
        return reader().registered("Ada")

    def test_page_shows_reasons_of_the_latest_event(self, ada: Reader) -> None:
        owner = ada.site.services.accounts.named("Ada")
        address = against_automas(ada.site, owner)
        version, steps = choice(ada.site, address)
        page = ada.get(f"{address}?at={version}")
        assert f'<details class="why" id="why-{version}">' in page.text
        assert f'href="/rules/barrage#{steps[-1].rule}"' in page.text
        assert 'data-element="action:0"' in page.text
        assert " candidates (" in text_of(page)

    def test_history_links_to_the_reasons_of_an_event(self, ada: Reader) -> None:
        owner = ada.site.services.accounts.named("Ada")
        address = against_automas(ada.site, owner)
        version, steps = choice(ada.site, address)
        assert f'href="{address}/explanations/{version}"' in ada.get(address).text
        page = ada.get(f"{address}/explanations/{version}")
        assert page.text.count("<li data-about=") == len(steps)
        assert "Go to this position" in text_of(page)
        assert ada.get(f"{address}/explanations/99999").status_code == 404


def test_choice_can_be_stepped_through_on_board_and_from_history(served: Served) -> None:
    address = against_automas(served.site, served.user("Ada"))
    version, steps = choice(served.site, address)
    page = served.visitor()
    page.goto(f"{address}?at={version}")
    for width, height in ((390, 844), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        _step_through(page, version, steps)
    _leave_while_stepping(page, version)
    page.goto(address)
    _step_from_the_history(page, version, steps)


def _step_through(page: Page, version: int, steps: tuple[ExplanationStep, ...]) -> None:
    reasons = page.locator(f"#why-{version}")
    reasons.locator("summary").click()
    expect(page.locator("#stepper")).to_be_hidden()
    reasons.get_by_role("button", name="Show steps on the board").click()
    stepper = page.get_by_role("group", name="Steps")
    expect(stepper).to_be_focused()
    for number, step in enumerate(steps, 1):
        _assert_step_is_shown(page, version, step, f"{number}/{len(steps)}")
        page.keyboard.press("ArrowRight")
    assert page.locator("main").get_attribute("data-at") == str(version)
    stepper.get_by_role("button", name="Previous step").click()
    expect(stepper.locator(".place")).to_have_text(f"{len(steps) - 1}/{len(steps)}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    stepper.press("Escape")
    expect(stepper).to_be_hidden()
    expect(page.locator(".offer-ring:is(.standing, .falling, .asked)")).to_have_count(0)
    reasons.locator("summary").click()


STEP = """async ([reasons, wanted]) => {
    const within = document.getElementById(reasons);
    const sites = (looks) =>
        [...document.querySelectorAll(`.canvas .offer-ring.${looks}[data-of^="site:"]`)].map((ring) => ring.dataset.of);
    const shown = () => ({
        place: document.querySelector("#stepper .place").textContent.trim(),
        standing: sites("standing").sort(),
        falling: sites("falling").sort(),
        asked: within.querySelectorAll(".drawn .offer-ring.asked").length,
        current: within.querySelectorAll(".chain > li[aria-current]").length,
    });
    for (let tries = 0; tries < 2000 && JSON.stringify(shown()) !== JSON.stringify(wanted); tries++)
        await new Promise((done) => setTimeout(done, 20));
    return shown();
}"""
"""Wait until the page shows the expected step; return what the page shows in the end."""


def _assert_step_is_shown(page: Page, version: int, step: ExplanationStep, place: str) -> None:
    """Check the rings of remaining and just excluded candidates, and the frame around the relevant part of the card."""
    sites = {part for part in step.left if part.startswith("site:")}
    gone = {part for part in step.among if part.startswith("site:")} - sites
    wanted = {
        "place": place,
        "standing": sorted(sites),
        "falling": sorted(gone),
        "asked": 1 if step.about else 0,
        "current": 1,
    }
    assert page.evaluate(STEP, [f"why-{version}", wanted]) == wanted


def _leave_while_stepping(page: Page, version: int) -> None:
    """Go to another position, and check that this ends stepping."""
    page.locator(f"#why-{version} summary").click()
    page.locator(f"#why-{version} .walk").click()
    expect(page.locator("#stepper")).to_be_visible()
    page.locator("#first").click()
    expect(page.locator("#stepper")).to_be_hidden()


def _step_from_the_history(page: Page, version: int, steps: tuple[ExplanationStep, ...]) -> None:
    """Unfold reasons in the history, which fetches them, and start stepping."""
    folded = page.locator(f"#why-of-{version}")
    folded.locator("summary").click()
    expect(folded.locator(".chain > li")).to_have_count(len(steps))
    folded.get_by_role("button", name="Show steps on the board").click()
    expect(page.get_by_role("group", name="Steps")).to_be_visible()
