"""Page fragments: the next page leaves out exactly what the browser already shows."""

from __future__ import annotations

import re

from service.pages.partials import HEADER
from tests.service.pages.reading import Reader, game_of, played

PART = re.compile(r'data-part="([^"]+)">(.*?)(?=</li>|</div>)', re.DOTALL)
"""Parts from their digest to their end; in the toy game none of them has an item or a division in it."""


def shown(page: str) -> dict[str, str]:
    return {digest: said for digest, said in PART.findall(page) if said}


def filled(page: str, known: dict[str, str]) -> str:
    """Fill the gaps of a page with the content of the page before."""
    return PART.sub(lambda part: f'data-part="{part[1]}">{part[2] or known[part[1]]}', page)


def apart_from_forms(page: str) -> str:
    """Remove the parts that are new on each page, and the version seen last."""
    return re.sub(r'name="command" value="[0-9a-f]+"| data-since="[0-9]+"', "", page)


def test_after_a_move_only_what_is_new_comes_and_the_rest_is_as_it_was(ada: Reader, ben: Reader) -> None:
    game = game_of(ada, ben, ruleset="toy")
    played(ada.site, game, 3, bot="best")
    before = shown(ada.get(game).text)
    version = ada.site.services.handler.games.game(game[-32:]).version
    played(ada.site, game, 1, bot="best")
    whole = ada.get(game)
    news = ada.client.get(game, headers={HEADER: " ".join(before)})
    assert HEADER in news.headers["Vary"]
    assert apart_from_forms(filled(news.text, before)) == apart_from_forms(whole.text)
    numbers = [int(number) for number in re.findall(r'class="number">(\d+)<', news.text)]
    added = ada.site.services.handler.games.game(game[-32:]).version - version
    assert numbers == list(range(version + added, version - 1, -1)), "those before have said all that they say"


def test_undone_events_are_sent_again(ada: Reader, ben: Reader) -> None:
    game = game_of(ada, ben, ruleset="toy", undo="free")
    played(ada.site, game, 1, bot="best")
    before = shown(ada.get(game).text)
    acting = ada if 'id="undo"' in ada.get(game).text else ben
    acting.send(f"{game}/undo")
    news = ada.client.get(game, headers={HEADER: " ".join(before)}).text
    assert news.count("undone</span>") > 0
    assert apart_from_forms(filled(news, before)) == apart_from_forms(ada.get(game).text)


def test_parts_that_the_browser_does_not_show_cannot_be_left_out(ada: Reader, ben: Reader) -> None:
    game = game_of(ada, ben, ruleset="toy")
    page = ada.client.get(game, headers={HEADER: "AAAAAAAA  \t BBBBBBBB"}).text
    assert apart_from_forms(page) == apart_from_forms(ada.get(game).text)
