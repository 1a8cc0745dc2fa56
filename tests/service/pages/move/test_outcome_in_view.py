"""A complete move shows its outcome, the changed figures and Confirm together, at every window and text size.

``python -m tests.whole_games --sight`` measures every move of whole games.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from domain.aggregate import Game
from tests.golden import clicks
from tests.golden.clicks import Clicks
from tests.golden.test_clicks import game_of
from tests.service.pages.conftest import Served
from tests.service.pages.move.move_in_view import hidden
from tests.service.pages.move.test_clicks import Table

LONGEST: dict[str, tuple[str, str, Callable[[Any], Any]]] = {
    "two links": ("lancashire-2-seats", "Network", lambda command: len(command.links)),
    "exchanged cards": ("birmingham-2-seats", "Scout", lambda command: 1),
    "several tiles sold": ("birmingham-2-seats", "Sell", lambda command: len(command.sales)),
    "a construction": ("barrage-2-seats", "Construct", lambda command: bool(command.tile)),
    "a production of energy": ("barrage-2-seats", "Produce", lambda command: command.drops),
    "worker cards": ("arkwright-2-seats", "Hire", lambda command: len(command.workers)),
}
"""Moves with the longest lists: the game, the kind, and the length of a command."""

SHORTENED = "names => names.filter(name => name.scrollWidth > name.clientWidth).map(name => name.textContent)"
"""The names of choices that are cut off."""

SIZES = ((1280, 720), (1920, 1080), (390, 844))


def longest_move(game: Game, kind: str, length: Callable[[Any], Any]) -> Clicks:
    """Return the first of the longest moves of a kind."""
    most = max(length(command) for _, _, command in clicks.commands(game, kind))
    return next(clicks.of_game(game, kind, lambda command: length(command) == most))


def test_longest_moves_show_outcome_and_confirm_without_scrolling(served: Served) -> None:
    table = Table(served, "Bartholomew Kingsley-Hughes")
    for name, (log, kind, length) in LONGEST.items():
        page = table.prepare(log, longest_move(game_of(log), kind, length))
        assert page.locator("#chooser .picks .soft").evaluate_all(SHORTENED) == [], name
        assert list(hidden(page, SIZES)) == [], name
        shown = page.locator("#chooser > *").evaluate_all("parts => parts.map(part => part.className.split(' ')[0])")
        assert (shown[0], shown[-1]) == ("outcome", "picks"), name
        expect(page.locator("#chooser .picks .options"), name).to_have_count(0)
