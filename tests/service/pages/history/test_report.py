"""The report of a finished game: the sources of the points."""

from __future__ import annotations

import re
from collections import deque
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import expect

from service.pages.game.report import stacked_bars
from service.presenters.animation import MOST
from tests.service.pages.conftest import Served
from tests.service.pages.delayed_requests import HeldRequests
from tests.service.pages.every_page.test_drawing_text_sizes import FIT, small
from tests.service.pages.every_page.test_text_sizes import enlarge
from tests.service.pages.reading import Reader, create_game, play_moves, shown_number
from tests.service.pages.recorded import replay_game

BROKEN = """selector => [...document.querySelectorAll(selector)].flatMap(element => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
            const range = new Range();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            if (new Set([...range.getClientRects()].map(line => line.top)).size > 1) found.push(word);
        }
    return found;
})"""
"""Words that break across lines."""


@pytest.mark.parametrize("rules", ["brass-birmingham", "barrage"])
def test_result_links_to_a_report_whose_columns_add_up(served: Served, rules: str) -> None:
    address = served.game("Ada", "Bartholomew", rules=rules)
    play_moves(served.site, address, 2000, "random")
    page = served.person("Ada", viewport={"width": 390, "height": 844})
    page.goto(address)
    page.get_by_role("link", name="View report").click()
    expect(page.get_by_role("heading", name=re.compile("^Report on"))).to_be_visible()
    page.wait_for_load_state()
    rows = [row.locator("td").all_inner_texts() for row in page.locator("#sources tbody tr").all()]
    sums = [shown_number(each) for each in page.locator("#sources tfoot td").all_inner_texts()]
    assert [sum(shown_number(row[seat]) for row in rows) for seat in range(2)] == sums
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert small(page, ".report", FIT) == []
    widths = page.locator("#sources thead .name").evaluate_all("names => names.map(name => name.offsetWidth)")
    assert widths == [1, 1]  # The marks stand for the names, which do not break within words.
    drawn = page.locator(".bars rect").count()
    assert drawn == sum(bool(each) for row in rows for each in row)
    turned = page.get_by_role("region", name="Turning points").locator("tbody tr")
    expect(turned.first).to_contain_text("Biggest gain")
    number = turned.first.locator("a").first.inner_text()
    turned.first.locator("a").first.click()
    expect(page).to_have_url(re.compile(rf"[?]at={number}$"))


def test_lost_solo_game_shows_all_places_and_the_points_needed(served: Served) -> None:
    address, moves = replay_game(served, "arkwright-solo", "Ada")
    deque(moves, maxlen=0)
    served.site.catch_up()
    page = served.visitor(viewport={"width": 390, "height": 844})
    page.goto(address)
    expect(page.get_by_text("Ada loses with 330 points")).to_be_visible()
    expect(page.get_by_text("520 points were needed to win")).to_be_visible()
    steps = [re.sub(r"\s+", " ", step) for step in page.locator(".podium li").all_inner_texts()]
    assert steps == ["1 Automa green 520", "2 Automa orange 484", "3 Ada 330"]
    enlarge(page, 200)
    assert page.evaluate(BROKEN, ".podium .seat") == []


def test_animation_and_board_can_be_downloaded(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="arkwright")
    served.moves(address, 6)
    page = served.visitor()
    page.goto(f"{address}/report")
    held = HeldRequests(page, "**/animation.webp")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download animation").click()
        held.wait_for_request()
        expect(page.locator("#pictures progress")).to_be_visible()
        expect(page.locator("#pictures output")).to_have_text("Creating the file…")
        held.release()
    expect(page.locator("#pictures output")).to_have_text("The file was downloaded.")
    expect(page.locator("#pictures progress")).to_be_hidden()
    with Image.open(download.value.path()) as animated:
        assert animated.format == "WEBP"
        assert 3 < getattr(animated, "n_frames", 1) <= MOST
    with page.expect_download() as download:
        page.get_by_role("link", name="Download board").click()
    with Image.open(download.value.path()) as picture:
        assert picture.format == "PNG"


def test_api_reports_points_now_and_at_earlier_versions(ada: Reader, ben: Reader) -> None:
    address = create_game(ada, ben, ruleset="barrage")
    play_moves(ada.site, address, 2)
    now = before = report_of(ada, address)
    while now["points"] == before["points"] or not now["turning_points"]:
        assert ada.client.get(f"/api{address}/state").json["to_act"], "the game is over"
        play_moves(ada.site, address, 10)
        now = report_of(ada, address)
    assert report_of(ada, address, at=before["version"]) == before
    assert [sum(had) for had in zip(*(source["points"] for source in now["sources"]), strict=True)] == now["points"]
    for point in now["turning_points"]:
        state = ada.client.get(f"/api{address}/state?at={point['version']}").json
        assert state["standing"]["points"] == point["points"]
        assert point["gained"] or point["leads"] is not None


def report_of(reader: Reader, address: str, **query: int) -> Any:
    reader.site.catch_up()
    return reader.client.get(f"/api{address}/report", query_string=query).json


def test_losses_are_drawn_to_the_left_of_zero() -> None:
    svg = stacked_bars("Points", ["Ada"], [("Won", [8]), ("Lost", [-2])], [6])
    boxes = re.findall(r'class="category-(\d+)" x="([\d.]+)%" y="20" width="([\d.]+)%"', svg)
    (won, lost) = [(float(x), float(width)) for _, x, width in boxes]
    assert lost[0] + lost[1] == pytest.approx(won[0], abs=0.2)
    assert won[1] == pytest.approx(4 * lost[1], abs=0.5)


def test_names_beside_bars_are_complete() -> None:
    assert ">Isambard Kingdom Brunel<" in stacked_bars("Points", ["Isambard Kingdom Brunel"], [("Won", [8])], [8])


def test_draft_is_not_a_turning_point(ada: Reader, ben: Reader) -> None:
    address = create_game(ada, ben, ruleset="barrage")
    play_moves(ada.site, address, 2)
    ada.site.catch_up()
    report = ada.client.get(f"/api{address}/report").json
    assert report["points"] == [10, 10]
    assert report["turning_points"] == []
