"""Previews: before a move is confirmed, the drawings show its result; going back restores them."""

from __future__ import annotations

import re
from collections import deque
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from domain.game import rulesets
from tests.service.pages.conftest import Served, answered, undecided
from tests.service.pages.reading import Reader, game_of, played
from tests.service.pages.recorded import played_as_recorded, recorded

every_game = pytest.mark.parametrize("rules", sorted(set(rulesets()) - {"toy"}))

DRAWN = """() => [...document.querySelectorAll('.canvas')].map(canvas => {
    const copy = canvas.cloneNode(true);
    copy.querySelectorAll('.offer-ring').forEach(ring => ring.remove());
    copy.querySelectorAll('[class]').forEach(part => {
        part.classList.remove('offered', 'hinted', 'picked', 'touchable');
        if (!part.getAttribute('class')) part.removeAttribute('class');
    });
    return copy.innerHTML;
})"""
"""The contents of the drawings, without overlays."""


def picked_whole(page: Page, which: int) -> None:
    """Take one of the options, always the same, until a move is complete."""
    for _ in range(20):
        expect(answered(page).locator(".prompt")).to_be_visible()
        if answered(page).locator("button.primary").count():
            return
        answered(page).locator(".options button").nth(which).click()
    raise AssertionError("no move was complete")


def figures(page: Page, found: str) -> list[str]:
    return [figure.strip() for figure in page.locator(found).all_inner_texts()]


@every_game
def test_a_move_is_shown_before_it_is_made(served: Served, rules: str) -> None:
    which = -1 if rules == "arkwright" else 0  # The first price is that of now.
    address = served.game("Ada", "Ben", rules=rules)
    played(served.site, address, 10)
    page = served.person(served.acting(address), viewport={"width": 1440, "height": 900})
    page.goto(address)
    undecided(page)
    now = page.evaluate(DRAWN)
    padding = "cell => parseFloat(getComputedStyle(cell).paddingLeft)"
    assert page.locator("#players tbody.turn .count").first.evaluate(padding) > 4  # beside the line of the turn
    picked_whole(page, which)
    expect(page.locator(".foreseen").first).to_be_attached()
    if rules != "barrage":  # there a contract disappears, so there is nothing to outline
        assert page.locator(".offer-ring.ghost").count() > 0
    then = page.evaluate(DRAWN)
    assert then != now
    if rules.startswith("brass"):
        told = page.locator(".preview .change").all_inner_texts()
        assert told
        assert sorted(figures(page, "#players td:not(:nth-last-child(-n + 2)) .then")) == sorted(told)
        assert figures(page, "#players tr:has(.then) td:nth-last-child(2) .then") == ["→ 7"]  # cards
    undecided(page)
    expect(page.locator(".foreseen, .then")).to_have_count(0)
    assert page.evaluate(DRAWN) == now
    picked_whole(page, which)
    expect(page.locator(".foreseen").first).to_be_attached()
    version = page.locator("main").get_attribute("data-version")
    page.locator("#chooser button.primary").click()
    expect(page.locator("main")).not_to_have_attribute("data-version", version or "")
    expect(page.locator(".foreseen")).to_have_count(0)
    made = page.evaluate(DRAWN)
    page.reload()
    assert page.evaluate(DRAWN) == made


def test_a_small_screen_shows_the_tile_that_would_be_built(served: Served) -> None:
    """The tile and the markets, which change too, are too far apart for it."""
    address, moves = played_as_recorded(served, "lancashire-3-seats", "Ada", "Ben", "Zoe")
    commands = {each.command for each in recorded("lancashire-3-seats").records}
    deque(islice(moves, len(commands) // 2), maxlen=0)
    served.site.catch_up()
    page = served.person(served.acting(address), viewport={"width": 390, "height": 844})
    page.goto(address)
    picked_whole(page, 0)
    expect(page.locator(".offer-ring.ghost[data-of='market:coal']")).to_be_attached()
    expect(page.locator(".offer-ring.ghost[data-of^='slot:']")).to_be_in_viewport(ratio=1)


def test_the_discarded_card_is_crossed_out_and_money_spent_is_among_the_figures(ada: Reader, ben: Reader) -> None:
    """Birmingham's first build: the hand stays as it was, except for the card that is discarded."""
    address = game_of(ada, ben, ruleset="brass-birmingham")
    reader = (ada, ben)[ada.client.get(f"/api{address}/state").json["to_act"][0]["seat"]]
    picks = ["build"]
    while "options" in (choice := reader.client.get(f"/api{address}/choices", query_string={"picks": picks}).json):
        picks.append(choice["options"][0]["value"])
    figures = {change["account"]: change for change in choice["preview"]["changes"]}
    assert figures["spent"]["after"] == figures["money"]["before"] - figures["money"]["after"] > 0
    shown = reader.client.get(f"/api{address}/preview-drawings", query_string={"picks": picks}).json["drawings"]
    (mat,) = (each["svg"] for each in shown if each["name"].startswith("mat-"))
    crossed = re.findall(r'data-element="card:([^"]+)"><title>[^<]* will be discarded</title>', mat)
    assert crossed == [choice["command"]["card"]]
    assert mat.count('data-element="card:') == 8


@pytest.mark.parametrize("rules", ["brass-birmingham", "brass-lancashire"])
def test_points_if_scored_now_are_among_the_figures_if_they_change(ada: Reader, ben: Reader, rules: str) -> None:
    """Only the acting player's points are listed; those of other seats would need too many lines."""
    address, found = game_of(ada, ben, ruleset=rules), set()
    played(ada.site, address, 8)
    for _ in range(60):
        if found == {True, False}:
            break
        ada.site.catch_up()
        state = ada.client.get(f"/api{address}/state").json
        seat = state["to_act"][0]["seat"]
        for kind in ("network", "build", "sell"):
            preview = first_preview((ada, ben)[seat], address, kind)
            if preview is None:
                continue
            before, after = (if_scored_now(each)[seat] for each in (state, preview))
            told = [each for each in preview["changes"] if each["title"] == "If scored now"]
            assert told == [
                {"seat": seat, "name": ("Ada", "Ben")[seat], "account": "", "title": "If scored now"}
                | {"before": before, "after": after}
            ] * (before != after and isinstance(before, int) and isinstance(after, int))
            found.add(bool(told))
        played(ada.site, address, 1)
    assert found == {True, False}


def first_preview(reader: Reader, address: str, kind: str) -> Any:
    """Return the preview of the first move of a kind; None if there is none."""
    picks: list[str] = [kind]
    while "options" in (choice := reader.client.get(f"/api{address}/choices", query_string={"picks": picks}).json):
        picks.append(choice["options"][0]["value"])
    return choice.get("preview")


def if_scored_now(body: Any) -> Any:
    return next(each["values"] for each in body["summary"]["figures"] if each["label"] == "If scored now")


def test_a_preview_shows_nothing_hidden(ada: Reader, ben: Reader) -> None:
    """The toy's deck shrinks by a draw at the end of a turn, which no one can know before."""
    address = game_of(ada, ben)
    for _ in range(40):
        state = ada.client.get(f"/api{address}/state").json
        if not state["to_act"]:
            break
        reader = (ada, ben)[state["to_act"][0]["seat"]]
        choice = reader.client.get(f"/api{address}/choices").json
        picks: list[str] = []
        while "options" in choice:
            picks.append(choice["options"][0]["value"])
            choice = reader.client.get(f"/api{address}/choices", query_string={"picks": picks}).json
        shown = reader.client.get(f"/api{address}/preview-drawings", query_string={"picks": picks})
        assert shown.status_code == 200
        deck = [each for each in shown.json["drawings"] if each["name"] == "deck"]
        assert not (choice["preview"]["stopped"] and deck)
        played(ada.site, address, 1)
        ada.site.catch_up()


def test_of_half_a_move_nothing_is_shown(ada: Reader, ben: Reader) -> None:
    address = game_of(ada, ben)
    state = ada.client.get(f"/api{address}/state").json
    reader = (ada, ben)[state["to_act"][0]["seat"]]
    assert reader.client.get(f"/api{address}/preview-drawings").status_code == 422
    other = (ben, ada)[state["to_act"][0]["seat"]]
    assert (
        other.client.get(f"/api{address}/preview-drawings", query_string={"picks": ["take_coins"]}).status_code >= 400
    )
