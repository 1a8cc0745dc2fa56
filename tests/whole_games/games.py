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
    """The strategies that choose the player's moves in turn: moves by chance find more of the texts."""


GAMES = {
    "birmingham": WholeGame("brass-birmingham", {"bots": "1"}, ("greedy", "random", "random")),
    "lancashire": WholeGame("brass-lancashire", {"bots": "1"}, ("greedy", "random", "random")),
    "barrage": WholeGame("barrage", {}, ("greedy", "random")),
    "leeghwater": WholeGame(
        "barrage",
        {"bots": "1", "option-leeghwater": True, "option-automas-1": "overpowered", "seats": "3"},
        ("greedy", "random"),
    ),
    "arkwright": WholeGame("arkwright"),
    "birmingham-introductory": WholeGame(
        "brass-birmingham", {"bots": "1", "option-introductory": True}, ("greedy", "random")
    ),
    "lancashire-introductory": WholeGame(
        "brass-lancashire", {"bots": "1", "option-introductory_game": True}, ("greedy", "random")
    ),
    "lancashire-variants": WholeGame(
        "brass-lancashire",
        {
            "seats": "3",
            "bots": "2",
            "option-virtual_link": True,
            "option-classic_deck": True,
            "option-no_cash_scoring": True,
            "option-classic_cotton_mill_1": True,
        },
        ("greedy", "random"),
    ),
    "barrage-beginner": WholeGame("barrage", {"bots": "1", "option-rules": "beginner"}, ("greedy", "random")),
    "arkwright-expert": WholeGame(
        "arkwright",
        {
            "seats": "2",
            "bots": "1",
            "option-open_card_pool": True,
            "option-era_limits": True,
            "option-free_start": True,
            "option-no_ships_at_start": True,
            "option-buy_shares_at_start": True,
            "option-extra_production": True,
            "option-early_shipping": True,
            "option-expert_card_texts": True,
        },
    ),
    "arkwright-achievements": WholeGame(
        "arkwright", {"seats": "1", "option-random_factories": True, "option-choose_achievements": True}
    ),
}


def open_by_clicks(page: Page, game: WholeGame) -> str:
    """Open and start a game on the site's own forms, and return its address."""
    if game.options:
        page.goto(f"/games/new?ruleset={game.rules}")
        for name, value in game.options.items():
            _fill(page, name, value)
        page.locator("main form button.primary").click()
        page.locator("form[action$='/start'] button").click()
    else:
        page.goto("/games/solo")
        page.locator(f"section[aria-labelledby='alone-{game.rules}'] button.primary").first.click()
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
