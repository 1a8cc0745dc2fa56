"""A player who makes every move of a game by clicks, and reads the page at each step."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any

from playwright.sync_api import Locator, Page, ViewportSize

from domain import play
from domain.aggregate import Game
from domain.game import Command
from service.catalogues import COMPLETE
from service.http.i18n import tag
from tests.golden.clicks import Click, of_command
from tests.service.pages.conftest import Served
from tests.service.pages.move.move_in_view import hidden
from tests.service.pages.move.targets import target, touch
from tests.service.sites import Site
from tests.whole_games.english import English, english

LANGUAGES = tuple(map(tag, COMPLETE))
"""The languages in which no text may be in English."""

WINDOW: ViewportSize = {"width": 1440, "height": 900}

STATE = """() => {
    const main = document.querySelector("main.game"), chooser = document.getElementById("chooser");
    if (!main || main.querySelector("#act [href*='/report']")) return main ? "over" : "";
    const settled = chooser && !chooser.inert && !globalThis.requests;
    return settled && chooser.querySelector(".prompt") ? "asked" : "";
}"""
"""Return the state of the page: it shows the result, a complete question, or neither yet."""

TAB = "part => part.closest('[role=tabpanel][hidden]')?.getAttribute('aria-labelledby') ?? ''"
"""Return the closed tab that contains a part of a drawing; an empty text if there is none."""

COUNTED = """const request = fetch;
globalThis.requests = 0;
globalThis.fetch = (...given) => {
    globalThis.requests += 1;
    return request(...given).finally(() => { globalThis.requests -= 1; });
}"""
"""Count the requests of scripts that have no response yet."""

PARTS = 6
"""The number of moves after which the player reads descriptions of parts and the reasons against actions again."""


def reading(served: Served, language: str) -> Page:
    """Return the page of a user who has chosen a language in the footer."""
    page = served.person("Ada", viewport=WINDOW)
    page.add_init_script(COUNTED)
    page.goto("/")
    page.locator(f"footer button[value='{language}']").click()
    page.locator(f"html[lang='{language}']").wait_for()
    return page


class Player:
    """A user with a page from :func:`reading`, who plays one game."""

    def __init__(self, site: Site, page: Page, *, sight: bool = False) -> None:
        self.clicks = self.moves = self.measured = self.without_text = 0
        self.unseen: list[str] = []
        """Parts of previews that could not be seen, with the move and the size of window and text."""
        self._sight = sight
        self.found: dict[str, str] = {}
        """The English texts, and where each was seen first."""
        self._site, self._page = site, page
        self._numbers = random.Random(1)

    def play(self, address: str, bots: Sequence[str], most: int = 2000) -> None:
        """Make moves to the end of the game, but at most this number."""
        for bot in islice(cycle(bots), most):
            if self._await() == "over":
                return
            if self.moves % PARTS == 0:
                self._look_closely()
            self._move(address, bot)
            self.moves += 1

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
            self.click(click)
            self.read(f"at {place}")
        version = self._page.locator("main").get_attribute("data-version")
        confirm = self._page.locator("#chooser .preview ~ .buttons button.primary")
        self.read(f"before {place} is confirmed")
        if self._sight:
            self._measure(place)
        confirm.click()
        self.clicks += 1
        self._page.wait_for_function(
            "version => document.querySelector('main').dataset.version !== version", arg=str(version)
        )
        self._await()
        self.read(f"after {place}")

    def _measure(self, place: str) -> None:
        """Note the parts of a preview that are hidden at some size. The end of a turn may have no text yet."""
        if not self._page.locator(".outcome .preview li").count():
            self.without_text += 1
            return
        self.unseen += [f"{place}: {each}" for each in hidden(self._page)]
        self.measured += 1
        self._page.set_viewport_size(WINDOW)
        self._page.evaluate("document.documentElement.style.fontSize = ''")

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

    def click(self, click: Click) -> None:
        """Make one click, and wait for the response."""
        if click.kind == "touch":
            self._touch(click)
        else:
            target(self._page, click).click()
        self.clicks += 1
        self._page.wait_for_function(
            "() => { const it = document.getElementById('chooser'); return it && !it.inert && !globalThis.requests }",
            polling=30,
        )

    def _touch(self, click: Click) -> None:
        """Click a part of a drawing, after opening its tab if necessary."""
        part = target(self._page, click)
        part.first.wait_for(state="attached")
        visible = part.locator("visible=true")
        is_visible = visible.count() > 0
        if tab := "" if is_visible else part.first.evaluate(TAB):
            self._page.locator(f"#{tab}").click()
            self.clicks += 1
            is_visible = visible.count() > 0
        if is_visible:
            touch(self._page, click.at)
        else:  # The part is a straight line, whose box has no height.
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
