"""The pictures in the README, taken from the demo: ``python -m tests.pictures``.

One shows a board in a wide window, the other a decision on a phone.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from service.cli.demo import Demo, seed_demo
from service.readmodels.projection import catch_up
from tests.service.pages.conftest import HEADLESS, installed
from tests.service.serving import site_served
from tests.service.sites import close, site_on

PICTURES = Path(__file__).parent.parent / "deploy" / "pictures"


def main() -> None:
    """Take both pictures."""
    with tempfile.TemporaryDirectory() as folder:
        site = site_on(f"sqlite:///{folder}/demo.sqlite")
        demo = seed_demo(site.services.handler, site.services.accounts, site.services.config)
        catch_up(site.services.storage)
        with site_served(site) as address:
            _take(address, demo)
        close(site)


def _take(address: str, demo: Demo) -> None:
    with sync_playwright() as drivers:
        browser = drivers.chromium.launch(executable_path=installed(HEADLESS), args=["--no-sandbox", "--disable-gpu"])
        for name, title, width, height in (
            ("board", "Brass: Birmingham", 1280, 720),
            ("telephone", "Barrage", 390, 844),
        ):
            page = browser.new_page(viewport={"width": width, "height": height})
            _log_in(page, address, demo)
            page.goto(f"{address}/games/{demo.running[title]}", wait_until="networkidle")
            page.screenshot(path=PICTURES / f"{name}.png")
        browser.close()


def _log_in(page: Page, address: str, demo: Demo) -> None:
    page.goto(f"{address}/log-in")
    page.fill("[name=name]", "Ada")
    page.fill("[name=password]", demo.passwords["Ada"] or "")
    page.click("main button")


if __name__ == "__main__":
    main()
