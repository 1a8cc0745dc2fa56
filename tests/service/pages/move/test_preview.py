"""Previews: before a move is confirmed, the drawings show its result; going back restores them."""

from __future__ import annotations

import re
from collections import deque
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from domain.game import rulesets
from tests.service.pages.conftest import Served, clear_choices, loaded_chooser
from tests.service.pages.reading import Reader, create_game, play_moves
from tests.service.pages.recorded import recorded_game, replay_game

every_game = pytest.mark.parametrize("rules", sorted(set(rulesets()) - {"toy"}))

DRAWN = """() => Object.fromEntries([...document.querySelectorAll('.canvas')].map(canvas => {
    const copy = canvas.cloneNode(true);
    copy.querySelectorAll('.offer-ring, style').forEach(part => part.remove());
    copy.querySelectorAll('[class]').forEach(part => {
        part.classList.remove('offered', 'hinted', 'picked', 'touchable');
        if (!part.getAttribute('class')) part.removeAttribute('class');
    });
    return [canvas.id, copy.innerHTML];
}))"""
"""The contents of the drawings by id, without overlays and styles."""


def pick_complete_move(page: Page, which: int) -> None:
    """Pick the option at the same index each time, until a move is complete."""
    for _ in range(20):
        expect(loaded_chooser(page).locator(".prompt")).to_be_visible()
        if loaded_chooser(page).locator("button.primary").count():
            return
        loaded_chooser(page).locator(".options button").nth(which).click()
    raise AssertionError("no move was complete")


def figures(page: Page, found: str) -> list[str]:
    return [figure.strip() for figure in page.locator(found).all_inner_texts()]


@every_game
def test_move_is_previewed_before_it_is_confirmed(served: Served, rules: str) -> None:
    which = -1 if rules == "arkwright" else 0  # The first option keeps the current price.
    address = served.game("Ada", "Ben", rules=rules)
    play_moves(served.site, address, 10)
    page = served.person(served.acting(address), viewport={"width": 1440, "height": 900})
    page.goto(address)
    clear_choices(page)
    now = page.evaluate(DRAWN)
    padding = "cell => parseFloat(getComputedStyle(cell).paddingLeft)"
    assert page.locator("#players tbody.turn .count").first.evaluate(padding) > 4  # beside the mark of the turn
    pick_complete_move(page, which)
    expect(page.locator(".foreseen").first).to_be_attached()
    if rules != "barrage":  # there a contract disappears, so there is nothing to outline
        assert page.locator(".offer-ring.ghost").count() > 0
    then = page.evaluate(DRAWN)
    previewed = {drawing for drawing, content in then.items() if content != now[drawing]}
    assert previewed
    if rules.startswith("brass"):
        listed = page.locator(".preview .change").all_inner_texts()
        assert listed
        assert sorted(figures(page, "#players td:not(:nth-last-child(-n + 2)) .then")) == sorted(listed)
        assert figures(page, "#players tr:has(.then) td:nth-last-child(2) .then") == ["→ 7"]  # cards
    clear_choices(page)
    expect(page.locator(".foreseen, .then")).to_have_count(0)
    assert page.evaluate(DRAWN) == now
    pick_complete_move(page, which)
    expect(page.locator(".foreseen").first).to_be_attached()
    version = page.locator("main").get_attribute("data-version")
    page.locator("#chooser button.primary").click()
    expect(page.locator("main")).not_to_have_attribute("data-version", version or "")
    expect(page.locator(".foreseen")).to_have_count(0)
    made = page.evaluate(DRAWN)
    if rules.startswith("brass"):  # The player's own area shows the discarded card only in the preview.
        previewed.remove("drawing-own")
    assert {drawing: made[drawing] for drawing in previewed} == {drawing: then[drawing] for drawing in previewed}
    page.reload()
    assert page.evaluate(DRAWN) == made


def test_small_screen_shows_the_tile_to_be_built(served: Served) -> None:
    """The markets change too, but are too far from the tile to fit."""
    address, moves = replay_game(served, "lancashire-3-seats", "Ada", "Ben", "Zoe")
    commands = {each.command for each in recorded_game("lancashire-3-seats").records}
    deque(islice(moves, len(commands) // 2), maxlen=0)
    served.site.catch_up()
    page = served.person(served.acting(address), viewport={"width": 390, "height": 844})
    page.goto(address)
    pick_complete_move(page, 0)
    expect(page.locator(".offer-ring.ghost[data-of='market:coal']")).to_be_attached()
    expect(page.locator(".offer-ring.ghost[data-of^='slot:']")).to_be_in_viewport(ratio=1)


def test_preview_crosses_out_the_discard_and_lists_money_spent(ada: Reader, ben: Reader) -> None:
    """In Birmingham's first build, the hand does not change except for the discarded card."""
    address = create_game(ada, ben, ruleset="brass-birmingham")
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
def test_preview_lists_points_if_scored_now_only_if_they_change(ada: Reader, ben: Reader, rules: str) -> None:
    """Only the acting player's points are listed; those of other seats would need too many lines."""
    address, found = create_game(ada, ben, ruleset=rules), set()
    play_moves(ada.site, address, 8)
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
            listed = [each for each in preview["changes"] if each["title"] == "If scored now"]
            assert listed == [
                {"seat": seat, "name": ("Ada", "Ben")[seat], "account": "", "title": "If scored now"}
                | {"before": before, "after": after}
            ] * (before != after and isinstance(before, int) and isinstance(after, int))
            found.add(bool(listed))
        play_moves(ada.site, address, 1)
    assert found == {True, False}


def first_preview(reader: Reader, address: str, kind: str) -> Any:
    """Return the preview of the first move of a kind; None if there is none."""
    picks: list[str] = [kind]
    while "options" in (choice := reader.client.get(f"/api{address}/choices", query_string={"picks": picks}).json):
        picks.append(choice["options"][0]["value"])
    return choice.get("preview")


def if_scored_now(body: Any) -> Any:
    return next(each["values"] for each in body["summary"]["figures"] if each["label"] == "If scored now")


def test_preview_reveals_no_hidden_information(ada: Reader, ben: Reader) -> None:
    """The end of a turn draws a number while any are left, and the end of the game reveals the seed."""
    address, stopped = create_game(ada, ben, ruleset="toy"), set()
    while to_act := ada.client.get(f"/api{address}/state").json["to_act"]:
        reader = (ada, ben)[to_act[0]["seat"]]
        now = reader.client.get(f"/api{address}/state").json["state"]
        if now["actions"]:
            end = {
                "query_string": {"picks": ["end_turn"] if now["actions"] < 2 else []}
            }  # a single option is chosen automatically
            preview = reader.client.get(f"/api{address}/choices", **end).json["preview"]
            shown = reader.client.get(f"/api{address}/preview-drawings", **end)
            assert preview["stopped"] == (bool(now["deck"]) or not any(now["hands"]))
            assert (preview["state"]["hands"], preview["state"]["deck"]) == (now["hands"], now["deck"])
            assert not any("draws" in event["text"] for event in preview["events"])
            assert (shown.status_code, shown.json["drawings"]) == (200, [])
            stopped.add(preview["stopped"])
        play_moves(ada.site, address, 1, "best")
    assert stopped == {True, False}


def test_incomplete_moves_and_other_players_get_no_preview(ada: Reader, ben: Reader) -> None:
    address = create_game(ada, ben)
    state = ada.client.get(f"/api{address}/state").json
    reader = (ada, ben)[state["to_act"][0]["seat"]]
    assert reader.client.get(f"/api{address}/preview-drawings").status_code == 422
    other = (ben, ada)[state["to_act"][0]["seat"]]
    assert (
        other.client.get(f"/api{address}/preview-drawings", query_string={"picks": ["take_coins"]}).status_code >= 400
    )
