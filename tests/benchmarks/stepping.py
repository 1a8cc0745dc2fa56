"""``python -m tests.benchmarks.stepping [RULESET …]``: steps through a finished game, in a real browser.

A step lasts from the key press to the frame that shows the position. Browser and server share the machine's cores: on a
busy machine, the work of the page's main thread per step is the better measure.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from rich import box
from rich.console import Console

from domain.game import rulesets
from service.accounts.users import Accounts
from service.readmodels.projection import catch_up
from tests.benchmarks.__main__ import cells, machine, table
from tests.benchmarks.databases import Backend, backends, migrated
from tests.benchmarks.play import play, store
from tests.benchmarks.row import Row, in_milliseconds
from tests.benchmarks.timing import quantile
from tests.servers import environment, web
from tests.service.pages.conftest import ARGUMENTS, HEADLESS, installed

STREAM = "5" * 32
FAR = 8
"""The number of versions at which the game is opened."""

STEPS = 8
"""The number of prefetched steps from each of these versions."""

HELD = 4000
"""Milliseconds for which a key is held."""

SHOWN = """async key => {
    const main = document.querySelector("main"), begun = performance.now();
    const shown = new Promise(done => {
        const seen = new MutationObserver(() => { seen.disconnect(); requestAnimationFrame(() => setTimeout(done)); });
        seen.observe(main, {attributes: true, attributeFilter: ["data-at"]});
    });
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
    await shown;
    return performance.now() - begun;
}"""

HOLDING = """async ([key, milliseconds]) => {
    let shown = 0;
    const seen = new MutationObserver(() => (shown += 1));
    seen.observe(document.querySelector("main"), {attributes: true, attributeFilter: ["data-at"]});
    const press = () => document.body.dispatchEvent(
        new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true, repeat: true}));
    const timer = setInterval(press, 30);
    await new Promise(done => setTimeout(done, milliseconds));
    clearInterval(timer);
    return shown;
}"""
"""A key that is held repeats about thirty times a second."""


def measure(name: str, backend: Backend, browser: Browser) -> Iterator[Row]:
    """Measure steps through a game with as many seats as the ruleset permits."""
    rules = rulesets()[name]
    with migrated(backend) as (url, storage), TemporaryDirectory() as directory:
        user = Accounts(storage.database).register("Bench", "correct horse battery")
        version = store(storage, STREAM, play(rules, max(rules.seats), 0, "greedy"), user.id)
        catch_up(storage)
        with web(variables=environment(url), log=Path(directory) / "web.log") as (port, _):
            page = browser.new_context(base_url=f"http://127.0.0.1:{port}", reduced_motion="reduce").new_page()
            far, near, worked = _steps(page, version)
            page.goto(f"/games/{STREAM}?at={version - 1}")
            _fetched(page)
            held = page.evaluate(HOLDING, ["ArrowLeft", HELD]) / (HELD / 1000)
            page.context.close()
    note = f"{version} facts, {max(rules.seats)} seats"
    yield in_milliseconds("step that was not fetched, median", statistics.median(far), note, target=150)
    yield in_milliseconds("step that was not fetched, p95", quantile(far, 0.95), note)
    yield in_milliseconds("step that was fetched, median", statistics.median(near), note, target=50)
    yield in_milliseconds("step that was fetched, p95", quantile(near, 0.95), note)
    yield in_milliseconds("work of a step that was fetched, CPU", worked, note)
    yield Row(measure="positions a second while a key is held", value=held, unit="/s", note=f"wanted: 20; {note}")


def _steps(page: Page, version: int) -> tuple[list[float], list[float], float]:
    """Return the milliseconds of steps without and with prefetching, and the mean CPU milliseconds of the latter."""
    far: list[float] = []
    near: list[float] = []
    thread = page.context.new_cdp_session(page)
    thread.send("Performance.enable", {"timeDomain": "threadTicks"})
    worked = 0.0
    for place in range(1, FAR + 1):
        page.goto(f"/games/{STREAM}?at={place * version // (FAR + 1)}", wait_until="networkidle")
        far.append(page.evaluate(SHOWN, "ArrowLeft"))
        _fetched(page)
        worked -= _work(thread)
        near += [page.evaluate(SHOWN, "ArrowLeft") for _ in range(STEPS)]
        worked += _work(thread)
    return far, near, worked / len(near)


def _work(thread: CDPSession) -> float:
    """Return the milliseconds of CPU that the page's main thread has used."""
    metrics = thread.send("Performance.getMetrics")["metrics"]
    return 1000 * float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))


def _fetched(page: Page) -> None:
    """Wait until the next positions are loaded."""
    page.locator("#at").focus()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(2500)


def main() -> None:
    """Measure the named rulesets, or all, and print one table for each."""
    console = Console(width=200)
    with backends() as databases, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed(HEADLESS), args=ARGUMENTS)
        console.print(machine(databases))
        for name in sys.argv[1:] or rulesets():
            shown = table(f"Looking back, {name}, {databases[0].name}", box.MARKDOWN)
            for row in measure(name, databases[0], browser):
                shown.add_row(*cells(row))
            console.print(shown)
        browser.close()


if __name__ == "__main__":
    main()
