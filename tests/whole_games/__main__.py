"""``python -m tests.whole_games [--languages …] [--sight] [GAME …]``: play games in each language, and report English
texts; with ``--sight``, also report the parts of each preview that are hidden at some size of window or text.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright

from tests.service.pages.conftest import ARGUMENTS, HEADLESS, Served, installed, serve
from tests.service.pages.contexts import Contexts
from tests.whole_games.games import GAMES, open_by_clicks
from tests.whole_games.player import LANGUAGES, Player, reading
from tests.whole_games.tour import visit_game, visit_user


def main() -> int:
    """Return 1 if a page had English text or a preview had hidden parts."""
    parser = argparse.ArgumentParser(prog="python -m tests.whole_games", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"among {', '.join(GAMES)} (default: all)")
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES, help="default: all")
    parser.add_argument("--sight", action="store_true", help="measure every preview at each size of window and text")
    asked = parser.parse_args()
    found = 0
    with served() as site:
        for language in asked.languages:
            page = reading(site, language)
            player = Player(site.site, page)
            visit_user(player, page)
            found += _report("pages of the user", language, player)
            for name in asked.games or GAMES:
                found += _played(site, page, name, language, sight=asked.sight)
    return min(found, 1)


@contextmanager
def served() -> Iterator[Served]:
    """Yield a site on a new database with its workers, and a browser."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as drivers:
        browser = drivers.chromium.launch(executable_path=installed(HEADLESS), args=ARGUMENTS)
        with serve(f"sqlite:///{folder}/games.sqlite", Contexts(browser), bots=True) as site:
            yield site
        browser.close()


def _played(site: Served, page: Page, name: str, language: str, *, sight: bool) -> int:
    game, player, since = GAMES[name], Player(site.site, page, sight=sight), time.monotonic()
    address = open_by_clicks(page, game)
    player.play(address, game.bots)
    visit_game(player, page, address, game.rules)
    took = f"{player.moves} moves by {player.clicks} clicks in {time.monotonic() - since:.0f} s"
    if sight:
        measured = f"{player.measured} previews measured, {player.without_text} without a sentence"
        print(f"{language}: {name}: {measured}", *player.unseen, sep="\n    ", flush=True)
    return _report(f"{name}: {took}", language, player) + len(player.unseen)


def _report(what: str, language: str, player: Player) -> int:
    """Print the English texts that a player found, and return their number."""
    print(f"{language}: {what}, {len(player.found)} texts in English", *player.found.values(), sep="\n    ", flush=True)
    return len(player.found)


if __name__ == "__main__":
    sys.exit(main())
