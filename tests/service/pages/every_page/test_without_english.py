"""Two moves of a game in each language without English on the page; ``make whole-games`` plays whole games."""

from __future__ import annotations

import pytest

from tests.service.pages.conftest import Served
from tests.whole_games.english import english
from tests.whole_games.games import GAMES, open_by_clicks
from tests.whole_games.player import LANGUAGES, Player, reading


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_moves_show_no_english(served: Served, language: str) -> None:
    page, game = reading(served, language), GAMES["barrage"]
    player = Player(served.site, page)
    player.play(open_by_clicks(page, game), game.bots, most=2)
    assert player.moves == 2
    assert player.found == {}


LEFT_IN_ENGLISH = (
    "document.querySelector('h1').textContent = 'Left in English 1'",
    "document.querySelector('h1').title = 'Left in English 2'",
    "document.querySelector('h1').setAttribute('aria-label', 'Left in English 3')",
    "document.querySelector('h1').innerHTML = '<svg><text><tspan>Left</tspan> in English 4</text></svg>'",
    "document.title = '게임: Left in English 5'",
    "document.styleSheets[0].insertRule('h1::after { content: \"Left in English 6\"; }')",
)


def test_check_finds_english_but_ignores_names(served: Served) -> None:
    page = reading(served, "ko")
    assert english(page) == []
    for script in LEFT_IN_ENGLISH:
        page.evaluate(script)
        (found,) = english(page)
        assert found.words == ("Left", "in"), script  # "English" is the name of a language
    page.evaluate("document.querySelector('h1').textContent = 'Stoke-on-Trent BB-8.2 Oxfordshire'")
    (found,) = english(page)
    assert found.words == ("Oxfordshire",)
