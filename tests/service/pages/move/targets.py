"""The parts of a game's page that the clicks of a move are on."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from tests.golden.clicks import Click


def target(page: Page, click: Click) -> Locator:
    """Return what a click is on; a part that is touched can be in several drawings, some of them in closed tabs."""
    chooser = page.locator("#chooser")
    match click.kind:
        case "touch":
            return page.locator(f'[data-element="{click.at}"]:is(.touchable, .offered)')
        case "pick":
            return chooser.locator(f'.options [data-value="{click.at}"]')
        case "take":
            return chooser.locator(f'[data-step="{click.at}"]')
        case _:
            return chooser.locator(f'[data-open="{click.at}"]')
