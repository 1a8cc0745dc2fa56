"""Public game pages: rendered once for all visitors, who each see changes at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.service.runtime.fixtures import COINS
from tests.service.sites import Person, Site, close, site_on


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    made = site_on(storage_url)
    yield made
    close(made)


def page(person: Person, game: str, query: str = "") -> str:
    answer = person.client.get(f"/games/{game}{query}")
    assert answer.status_code == 200
    return answer.text


def test_page_is_cached_once_for_all_visitors_and_not_for_users(site: Site) -> None:
    ada, cache = site.person("Ada"), site.services.visitor_page_cache
    game = site.game(ada, ada)
    log_in = {"name": "Ada", "password": "password of Ada"}
    assert ada.client.post("/log-in", data=log_in, headers={"Origin": "http://localhost"}).status_code == 303
    rendered = []
    at = f"?at={site.services.handler.games.game(game).version}"
    for query in ("", "", at, at):
        page(site.visitor(), game, query)
        rendered.append(len(cache._known))
    # A second may have ended between two requests.
    assert rendered[0] == 1
    assert 2 <= rendered[-1] < 5
    assert 'id="chooser"' in page(ada, game)
    assert 'id="chooser"' not in page(site.visitor(), game)
    before = len(cache._known)
    private = site.table(ada, private=True)
    page(ada, private)
    assert len(cache._known) == before


def test_both_caches_share_the_pages_of_visitors(site: Site) -> None:
    game = site.game(ada := site.person("Ada"), ada)
    page(site.visitor(), game)
    ((cached, _),) = site.services.visitor_page_cache._known.values()
    (recent,) = site.services.recent_pages._pages._values.values()
    assert recent.response.response[0] is cached


def test_visitors_see_changes_at_once(site: Site) -> None:
    ada = site.person("Ada")
    game = site.game(ada, ada)
    shown = [page(site.visitor(), game)]
    assert ada.move(game, COINS).status_code == 200
    site.catch_up()
    shown.append(page(site.visitor(), game))
    assert ada.post(f"/games/{game}/chat", {"text": "Hello"}).status_code == 201
    shown.append(page(site.visitor(), game))
    assert len(set(shown)) == 3
