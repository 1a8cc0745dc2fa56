"""The games to play, and how a player opens each of them on the site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from playwright.sync_api import Page


class WholeGame(NamedTuple):
    """A game for one player against bots or automas."""

    rules: str
    options: Mapping[str, str | bool] = {}
    """Fields of the form for a new game by name; empty to open the game on the page for solo play."""
    bots: tuple[str, ...] = ("greedy",)
    """The strategies that choose the player's moves in turn: random moves find more of the texts."""


GAMES = {
    "birmingham": WholeGame("brass-birmingham", {"seat-2": "bot:greedy"}, ("greedy", "random", "random")),
    "lancashire": WholeGame("brass-lancashire", {"seat-2": "bot:greedy"}, ("greedy", "random", "random")),
    "barrage": WholeGame("barrage", {}, ("greedy", "random")),
    "leeghwater": WholeGame(
        "barrage",
        {"preset": "all", "seat-2": "bot:greedy", "seat-3": "automa:overpowered"},
        ("greedy", "random"),
    ),
    "arkwright": WholeGame("arkwright"),
    "birmingham-introductory": WholeGame(
        "brass-birmingham",
        {"preset": "first", "seat-2": "bot:greedy"},
        ("greedy", "random"),
    ),
    "lancashire-introductory": WholeGame(
        "brass-lancashire",
        {"preset": "first", "seat-2": "bot:greedy"},
        ("greedy", "random"),
    ),
    "lancashire-variants": WholeGame(
        "brass-lancashire",
        {
            "seat-2": "bot:greedy",
            "seat-3": "bot:greedy",
            "preset": "custom",
            "option-virtual_link": True,
            "option-classic_deck": True,
            "option-no_cash_scoring": True,
            "option-classic_cotton_mill_1": True,
        },
        ("greedy", "random"),
    ),
    "barrage-beginner": WholeGame("barrage", {"preset": "first", "seat-2": "bot:greedy"}, ("greedy", "random")),
    "arkwright-expert": WholeGame("arkwright", {"preset": "all", "seat-2": "bot:greedy"}),
    "arkwright-achievements": WholeGame(
        "arkwright",
        {"seat-2": "", "preset": "custom", "option-random_factories": True, "option-choose_achievements": True},
    ),
}


def open_by_clicks(page: Page, game: WholeGame) -> str:
    """Open and start a game with the site's own forms, and return its address."""
    if game.options:
        page.goto(f"/games/new?ruleset={game.rules}")
        for name, value in game.options.items():
            _fill(page, name, value)
        page.locator("main form button.primary").click()
        page.locator("form[action$='/start'] button").click()
    else:
        page.goto("/games/solo")
        page.locator(f"section[aria-labelledby='alone-{game.rules}'] button").first.click()
    page.locator("main.game").wait_for()
    return page.url.partition("?")[0].removeprefix(page.url.partition("/games/")[0])


def _fill(page: Page, name: str, value: str | bool) -> None:
    field = page.locator(f"main [name='{name}']")
    if isinstance(value, bool):
        field.set_checked(value)
    elif field.first.get_attribute("type") == "radio":
        page.locator(f"main [name='{name}'][value='{value}']").check()
    else:
        field.select_option(value)
