"""Visits to the pages about a game and to those of its player."""

from __future__ import annotations

import re
from collections.abc import Iterable

from playwright.sync_api import Page

from tests.whole_games.player import Player

OF_GAME = ("", "/report", "/history", "/branches", "/chat", "/audit")
OF_RULES = ("/rules/{rules}", "/rules/{rules}/player-aid", "/games/new?ruleset={rules}")
OF_USER = (
    "/",
    "/account",
    "/account/notification-channels",
    "/notifications",
    "/games",
    "/games/new",
    "/games/solo",
    "/games/import",
    "/tournaments",
    "/tournaments/new",
    "/keyboard-shortcuts",
    "/offline",
    "/games/nothing",
)

LINKED = """pattern => [...new Set([...document.querySelectorAll("a[href]")].map(each => each.getAttribute("href"))
    .filter(each => new RegExp(pattern).test(each)))]"""


def visit_game(player: Player, page: Page, address: str, rules: str) -> None:
    """Read the pages about a finished game, with its statements, explanations and earlier positions."""
    for path in (*(address + each for each in OF_GAME), *(each.format(rules=rules) for each in OF_RULES)):
        _read(player, page, path)
    page.goto(address)
    page.locator("#history li, #history a").first.wait_for()
    statements, reasons = (page.evaluate(LINKED, f"^{address}/{kind}/") for kind in ("ledger", "explanations"))
    version = int(page.locator("main").get_attribute("data-version") or 0)
    for path in (*statements, *_some(reasons), *(f"{address}?at={at}" for at in range(1, version, 1 + version // 6))):
        _read(player, page, path)
    page.goto(f"/rules/{rules}")
    for path in page.evaluate(LINKED, f"^/rules/{rules}/examples/[^/]+$"):
        _read(player, page, path)


def visit_user(player: Player, page: Page) -> None:
    """Read the pages of a user."""
    for path in OF_USER:
        _read(player, page, path)


def _some(paths: list[str]) -> Iterable[str]:
    """Return about twenty of many pages, evenly spread."""
    return paths[:: 1 + len(paths) // 20]


def _read(player: Player, page: Page, path: str) -> None:
    page.goto(path)
    player.read(re.sub(r"[0-9a-f]{32}", "…", path))
