"""Page fragments: the next page leaves out exactly what the browser already shows."""

from __future__ import annotations

import re

from service.pages.partials import HEADER
from tests.service.pages.reading import Reader, create_game, play_moves

PART = re.compile(r'data-part="([^"]+)">(.*?)(?=</li>|</div>)', re.DOTALL)
"""Parts from digest to end; in the toy game, none contains a list item or a div."""


def shown(page: str) -> dict[str, str]:
    return {digest: content for digest, content in PART.findall(page) if content}


def filled(page: str, known: dict[str, str]) -> str:
    """Fill the gaps of a page with content of the previous page."""
    return PART.sub(lambda part: f'data-part="{part[1]}">{part[2] or known[part[1]]}', page)


def apart_from_forms(page: str) -> str:
    """Remove the parts that are new on each page, and the version seen last."""
    return re.sub(r'name="command" value="[0-9a-f]+"| data-since="[0-9]+"', "", page)


def test_page_after_a_move_contains_only_changed_parts(ada: Reader, ben: Reader) -> None:
    game = create_game(ada, ben, ruleset="toy")
    play_moves(ada.site, game, 3, bot="best")
    before = shown(ada.get(game).text)
    version = ada.site.services.handler.games.game(game[-32:]).version
    play_moves(ada.site, game, 1, bot="best")
    whole = ada.get(game)
    partial = ada.client.get(game, headers={HEADER: " ".join(before)})
    assert HEADER in partial.headers["Vary"]
    assert apart_from_forms(filled(partial.text, before)) == apart_from_forms(whole.text)
    numbers = [int(number) for number in re.findall(r'class="number">(\d+)<', partial.text)]
    added = ada.site.services.handler.games.game(game[-32:]).version - version
    assert numbers == list(range(version + added, version - 1, -1)), "earlier entries have not changed"


def test_undone_events_are_sent_again(ada: Reader, ben: Reader) -> None:
    game = create_game(ada, ben, ruleset="toy", undo="free")
    play_moves(ada.site, game, 1, bot="best")
    before = shown(ada.get(game).text)
    acting = ada if 'id="undo"' in ada.get(game).text else ben
    acting.send(f"{game}/undo")
    partial = ada.client.get(game, headers={HEADER: " ".join(before)}).text
    assert partial.count("undone</span>") > 0
    assert apart_from_forms(filled(partial, before)) == apart_from_forms(ada.get(game).text)


def test_unknown_digests_leave_no_parts_out(ada: Reader, ben: Reader) -> None:
    game = create_game(ada, ben, ruleset="toy")
    page = ada.client.get(game, headers={HEADER: "AAAAAAAA  \t BBBBBBBB"}).text
    assert apart_from_forms(page) == apart_from_forms(ada.get(game).text)
