"""Comparison of two positions: outlines in a browser, a list of changed figures without scripts."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.service.pages.conftest import Served
from tests.service.pages.reading import Reader, create_game, play_moves, text_of


def test_differences_stay_outlined_while_stepping(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 30)
    page = served.visitor(viewport={"width": 1440, "height": 900})
    page.goto(f"{address}?at=6")
    page.get_by_role("link", name="Compare with this position").click()
    compared, rings = page.locator("#compared"), page.locator(".offer-ring.changed")
    expect(compared).to_contain_text("All values are the same.")
    page.locator("#last").click()
    expect(compared).to_contain_text("compared with #6")
    expect(compared).to_contain_text("Money")
    expect(page).to_have_url(re.compile("with=6"))
    built = page.evaluate(
        """async api => {
        const {events} = await (await fetch(`${api}/history?kind=brass.birmingham.built`)).json();
        return events.map(event => [event.version, `slot:${event.data.slot}`]);
    }""",
        page.locator("main").get_attribute("data-api"),
    )
    later = [name for version, name in built if version > 6]
    outlined = page.locator('.offer-ring.changed[data-of^="slot:"]')
    expect(outlined.first).to_be_attached()
    page.wait_for_function(
        """later => {
        const names = [...document.querySelectorAll(".offer-ring.changed")].map(ring => ring.dataset.of);
        return later.every(name => names.filter(each => each === name).length === 1);
    }""",
        arg=later,
    )
    page.get_by_role("link", name="End comparison").click()
    expect(compared).to_contain_text("Compare with this position")
    expect(rings).to_have_count(0)


def test_changed_figures_are_listed_without_scripts(ada: Reader, ben: Reader) -> None:
    game = create_game(ada, ben)
    play_moves(ada.site, game, 12)
    page = ada.get(f"{game}?at=12&with=4")
    assert re.search(r"#12 compared with #4 .*?(Ada|Ben) ?: Money", text_of(page))
    for odd in ("with=x", "with=3", "with=99999", f"with={'9' * 40}"):
        response = ada.get(f"{game}?at=12&{odd}")
        assert (response.status_code, "compared with" in text_of(response)) == (200, False)
