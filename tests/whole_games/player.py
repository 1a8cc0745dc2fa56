"""A player who makes every move of a game by clicks, and reads the page at each step."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import cycle
from typing import Any

from playwright.sync_api import Locator, Page

from domain import play
from domain.aggregate import Game
from domain.game import Command
from tests.golden.clicks import Click, of_command
from tests.service.sites import Site
from tests.whole_games.english import English, english
from tests.whole_games.games import WholeGame, open_by_clicks

STATE = """() => {
    const main = document.querySelector("main.game"), chooser = document.getElementById("chooser");
    if (!main || main.querySelector("#act [href*='/report']")) return main ? "over" : "";
    const settled = chooser && !chooser.inert && !globalThis.requests;
    return settled && chooser.querySelector(".prompt") ? "asked" : "";
}"""
"""What the page shows: the result, a question that is complete, or nothing to do yet."""

TAB = "part => part.closest('[role=tabpanel][hidden]')?.getAttribute('aria-labelledby') ?? ''"
"""The tab that shows a part of a drawing; nothing if it is shown."""

COUNTED = """const request = fetch;
globalThis.requests = 0;
globalThis.fetch = (...given) => {
    globalThis.requests += 1;
    return request(...given).finally(() => { globalThis.requests -= 1; });
}"""
"""Counts the requests of scripts that are not yet answered."""

PARTS = 6
"""Every so many moves, the player reads descriptions of parts and the reasons why actions are impossible."""


class Player:
    """A user at the page of one game after another."""

    def __init__(self, site: Site, page: Page) -> None:
        self.clicks = self.moves = 0
        self.found: dict[str, str] = {}
        """The English texts, and where each was seen first."""
        self._site, self._page = site, page
        page.add_init_script(COUNTED)
        self._numbers = random.Random(1)

    def open(self, game: WholeGame) -> str:
        """Open a game by the forms of the site, and return its address."""
        return open_by_clicks(self._page, game)

    def play(self, address: str, bots: Sequence[str], most: int = 2000) -> int:
        """Make moves to the end of the game, or so many; return their number."""
        start = self.moves
        for bot in cycle(bots):
            if self._await() == "over" or self.moves - start == most:
                return self.moves - start
            if self.moves % PARTS == 0:
                self._look_closely()
            self._move(address, bot)
            self.moves += 1
        return 0

    def read(self, place: str) -> None:
        """Note the English texts of the page, once its scripts have everything that they requested."""
        self._page.wait_for_function("() => globalThis.requests === 0")
        for each in english(self._page):
            self._note(each, place)

    def _note(self, each: English, place: str) -> None:
        self.found.setdefault(each.text, f"{place}: {each}")

    # ---------------------------------------------------------------------------------------------------- Moves

    def _await(self) -> str:
        return str(self._page.wait_for_function(STATE).json_value())

    def _move(self, address: str, bot: str) -> None:
        place = f"move {self.moves + 1}"
        for click in self._way(address, bot):
            self._click(click)
            self.read(f"at {place}")
        version = self._page.locator("main").get_attribute("data-version")
        confirm = self._page.locator("#chooser .preview ~ .buttons button.primary")
        self.read(f"before {place} is confirmed")
        confirm.click()
        self.clicks += 1
        self._page.wait_for_function(
            "version => document.querySelector('main').dataset.version !== version", arg=str(version)
        )
        self._await()
        self.read(f"after {place}")

    def _way(self, address: str, bot: str) -> Sequence[Click]:
        """Return the fewest clicks for the move that a bot would make here."""
        game, position = self._game(address)
        rules = game.ruleset
        seat = rules.to_act(position)[0].seat
        self._page.locator(f"main[data-version='{game.version}']").wait_for()
        view = rules.view(position, seat)
        command: Command = play.chosen(rules, rules.bots[bot], position, seat, self._numbers)
        found = of_command(rules, view, seat, command)
        assert found is not None, command
        return found[1]

    def _game(self, address: str) -> tuple[Game, Any]:
        handler = self._site.services.handler
        game = handler.games.game(address.rpartition("/")[2])
        return game, handler.games.position(game)

    def _click(self, click: Click) -> None:
        chooser = self._page.locator("#chooser")
        before = chooser.inner_html()
        if click.kind == "touch":
            self._touch(click.at)
        else:
            self._target(click).click()
        self.clicks += 1
        self._page.wait_for_function(
            "before => { const it = document.getElementById('chooser');"
            " return it && !it.inert && !globalThis.requests && it.innerHTML !== before }",
            arg=before,
        )

    def _target(self, click: Click) -> Locator:
        chooser = self._page.locator("#chooser")
        match click.kind:
            case "pick":
                return chooser.locator(f'.options [data-value="{click.at}"]')
            case "take":
                return chooser.locator(f'[data-step="{click.at}"]')
            case _:
                return chooser.locator(".picks li").nth(int(click.at)).locator("button:not(.step, .other)")

    def _touch(self, name: str) -> None:
        """Click a part of a drawing, whose tab is opened if need be."""
        part = self._page.locator(f'[data-element="{name}"]:is(.touchable, .offered)')
        part.first.wait_for(state="attached")
        if tab := "" if part.locator("visible=true").count() else part.first.evaluate(TAB):
            self._page.locator(f"#{tab}").click()
            self.clicks += 1
        if part.locator("visible=true").count():
            part.locator("visible=true").first.click(force=True)
        else:  # a straight line, whose box has no height
            part.first.dispatch_event("click")

    # ---------------------------------------------------------------------------------------------------- Looking

    def _look_closely(self) -> None:
        """Read the descriptions of parts, and the reasons why each action is impossible now."""
        for button in self._page.locator("#chooser .impossible button").all():
            button.click()
            self.clicks += 1
            self.read("the reasons against an action")
        for part in self._parts():
            part.evaluate("part => part.dispatchEvent(new MouseEvent('click', {bubbles: true}))")
            self.read("the description of a part")
            self._page.keyboard.press("Escape")

    def _parts(self) -> list[Locator]:
        parts = self._page.locator(".view [data-element]:not(.offered, .touchable):has(> title)").all()
        return self._numbers.sample(parts, min(2, len(parts)))
