"""Animated drops on the map: in previews and after moves, unless the user prefers reduced motion."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from service.transfer.importing import import_file
from tests.golden import logs
from tests.service.pages.conftest import Served, loaded_chooser

RAN = """() => {
    window.ran = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        if (this.matches('#drawing-map circle')) window.ran.push({frames: frames.length, ...timing});
        return animate.call(this, frames, timing);
    };
}"""


OTHERS = """values => {
    const now = [...document.querySelectorAll('#chooser .options button')].map(button => button.dataset.value);
    return JSON.stringify(now) !== JSON.stringify(values);
}"""
"""Whether the options differ from the given values."""


@pytest.fixture
def address(served: Served) -> str:
    """A recorded game: bots would think about each move until the water runs."""
    content = b"".join(logs.lines_of(logs.DIRECTORY / "barrage-2-seats.ndjson.gz"))
    stream = import_file(served.site.services.handler, served.user("Ada").id, content)
    served.site.catch_up()
    return f"/games/{stream}"


def events(page: Page, address: str, kind: str) -> Any:
    return page.request.get(f"/api{address}/history?kind=barrage.{kind}&limit=500").json()["events"]


def flowed(event: Any) -> int:
    return sum(change["change"] == "drop_flowed" for change in event["data"]["changes"])


def test_water_is_animated_unless_reduced_motion_is_set(served: Served, address: str) -> None:
    page = served.person("Ada", viewport={"width": 1440, "height": 900})
    event = next(event for event in events(page, address, "water_flowed") if flowed(event))
    page.goto(f"{address}?at={event['version'] - 1}")
    page.evaluate(RAN)
    for motion in ("no-preference", "reduce"):
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        page.evaluate("() => { window.ran = []; }")
        page.keyboard.press("ArrowRight")
        expect(page.locator("main")).to_have_attribute("data-at", str(event["version"]))
        wanted = flowed(event) if motion == "no-preference" else 0
        page.wait_for_function("number => window.ran.length >= number", arg=wanted)
        ran = page.evaluate("() => window.ran")
        assert len(ran) == wanted
        assert all(each["duration"] + each["delay"] < 300 for each in ran)
        expect(page.locator("#drawing-map circle.running")).to_have_count(0)
        page.keyboard.press("ArrowLeft")
        expect(page.locator("main")).to_have_attribute("data-at", str(event["version"] - 1))
        assert len(page.evaluate("() => window.ran")) == len(ran), "stepping back animates nothing"


def test_preview_animates_water_before_confirmation(served: Served, address: str) -> None:
    page = served.person("Ada", viewport={"width": 1440, "height": 900}, reduced_motion="no-preference")
    produced = next(event for event in events(page, address, "produced") if flowed(event))
    version = produced["move"] - 1
    branch = page.request.post(f"/api{address}/branches", data={"at": version, "name": "Again"}).json()["id"]
    page.goto(f"/games/{branch}")
    wanted = {str(value) for value in produced["data"]["command"].values()}
    confirm = loaded_chooser(page).locator("button.primary")
    options = loaded_chooser(page).locator(".options button")
    page.evaluate(RAN)
    for _ in range(8):
        expect(confirm.or_(options).first).to_be_visible()
        if confirm.count():
            break
        values = options.evaluate_all("found => found.map(button => button.dataset.value)")
        value = next((each for each in values if each in wanted), values[0])
        page.locator(f'#chooser .options button[data-value="{value}"]').click()
        page.wait_for_function(OTHERS, arg=values)
    page.wait_for_function("number => window.ran.length >= number", arg=flowed(produced))
    assert len(page.evaluate("() => window.ran")) == flowed(produced)
