"""``python -m tests.whole_games [--languages …] [GAME …]``: plays games in each language, and reports English texts."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright

from service.workers.bot_runner import BotRunner
from service.workers.projector import Projector
from tests.service.pages.conftest import ARGUMENTS, HEADLESS, Served, installed
from tests.service.pages.contexts import Contexts
from tests.service.serving import site_served
from tests.service.sites import close, site_on
from tests.whole_games.games import GAMES
from tests.whole_games.player import Player
from tests.whole_games.tour import visit_game, visit_user

LANGUAGES = ("ko", "zh-Hant-TW")
WINDOW = {"width": 1440, "height": 900}


def main() -> int:
    """Return 1 if a page had English text."""
    parser = argparse.ArgumentParser(prog="python -m tests.whole_games", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"among {', '.join(GAMES)} (default: all)")
    parser.add_argument("--languages", nargs="+", default=LANGUAGES, metavar="LANGUAGE", help="default: all")
    asked = parser.parse_args()
    found = 0
    with served() as site:
        for language in asked.languages:
            page = reading(site, language)
            found += _report("pages of the user", language, player := Player(site.site, page), visit_user(player, page))
            for name in asked.games or GAMES:
                found += _played(site, page, name, language)
    return min(found, 1)


@contextmanager
def served() -> Iterator[Served]:
    """Yield a site on a new database with its workers, and a browser."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as drivers:
        site = site_on(f"sqlite:///{folder}/games.sqlite", projection_patience=2.0, live_wait=1.0)
        workers = Projector(site.services.storage), BotRunner(site.services.handler)
        for worker in workers:
            worker.start()
        browser = drivers.chromium.launch(executable_path=installed(HEADLESS), args=ARGUMENTS)
        with site_served(site) as address:
            yield Served(site, address, Contexts(browser))
        browser.close()
        for worker in workers:
            worker.stop()
        close(site)


def reading(served: Served, language: str) -> Page:
    """Return the page of a user who has chosen a language in the footer."""
    page = served.person("Ada", viewport=WINDOW)
    page.goto("/")
    page.locator(f"footer button[value='{language}']").click()
    page.locator(f"html[lang='{language}']").wait_for()
    return page


def _played(site: Served, page: Page, name: str, language: str) -> int:
    game, player, since = GAMES[name], Player(site.site, page), time.monotonic()
    address = player.open(game)
    moves = player.play(address, game.bots)
    visit_game(player, page, address, game.rules)
    took = f"{moves} moves by {player.clicks} clicks in {time.monotonic() - since:.0f} s"
    return _report(f"{name}: {took}", language, player)


def _report(what: str, language: str, player: Player, _: None = None) -> int:
    print(f"{language}: {what}, {len(player.found)} texts in English", *player.found.values(), sep="\n    ", flush=True)
    return len(player.found)


if __name__ == "__main__":
    sys.exit(main())
