"""The parts of a game's page that are clicked to make a move."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from tests.golden.clicks import Click

CENTER = """selector => {
    const part = [...document.querySelectorAll(selector)].find(each => each.getClientRects().length);
    part?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const { x, y, width, height } = part?.getBoundingClientRect() ?? {};
    return part && [x + width / 2, y + height / 2];
}"""
"""Scroll to the first visible part, and return its centre."""


def target(page: Page, click: Click) -> Locator:
    """Return the target of a click; a touched part can be in several drawings, some of them in closed tabs."""
    chooser = page.locator("#chooser")
    match click.kind:
        case "touch":
            return page.locator(_part(click.at))
        case "pick":
            return chooser.locator(f'.options [data-value="{click.at}"]')
        case "take":
            return chooser.locator(f'[data-step="{click.at}"]')
        case _:
            return chooser.locator(f'[data-open="{click.at}"]')


def touch(page: Page, element: str) -> None:
    """Click a part of a drawing, once it can be touched and is visible.

    The drawings of a preview may arrive at any time and replace the part, so it is found and measured in one step.
    """
    x, y = page.wait_for_function(CENTER, arg=_part(element)).json_value()
    page.mouse.click(x, y)


def _part(element: str) -> str:
    return f'[data-element="{element}"]:is(.touchable, .offered)'
