"""Cached drawings and responses: made once for all viewers who see the same, and never shared across secrets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest

from service.runtime.computing_cache import ComputingCache
from tests.service.sites import Person, Site, close, site_on


@pytest.fixture
def site(sqlite_url: str) -> Iterator[Site]:
    made = site_on(sqlite_url)
    yield made
    close(made)


def cached_for(site: Site, person: Person, game: str, cache_name: str = "drawing_cache") -> dict[Any, Any]:
    """Return the drawings or responses that a viewer gets, by their cache keys."""
    found: dict[Any, Any] = {}
    get = ComputingCache.get

    def noted(cache: ComputingCache, key: Any, make: Any) -> Any:
        made = get(cache, key, make)
        if cache is getattr(site.services, cache_name):
            found[key] = made
        return made

    with mock.patch.object(ComputingCache, "get", noted):
        assert person.get(f"/games/{game}/state").status_code == 200
        assert person.get(f"/games/{game}/board.svg").status_code == 200
        assert person.client.get(f"/games/{game}", headers=person.authorization).status_code == 200
    assert found
    return found


def test_drawings_are_not_shared_between_views(site: Site) -> None:
    ada, ben, cleo = (site.person(name) for name in ("Ada", "Ben", "Cleo"))
    game = site.game(ada, ben)
    seen = [cached_for(site, person, game) for person in (ada, ben, cleo)]
    for number, one in enumerate(seen):
        for other in seen[number + 1 :]:
            assert not one.keys() & other.keys()
    visitor = cached_for(site, site.visitor(), game)
    assert visitor.items() <= seen[2].items(), "all spectators see the same"
    site.finish(game, ada, ben)
    after = cached_for(site, site.visitor(), game)
    assert after == cached_for(site, ada, game), "nothing is hidden after the end"
    assert not after.keys() & seen[0].keys()


def test_responses_are_not_shared_between_views(site: Site) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    game = site.game(ada, ben)
    seen = [cached_for(site, person, game, "response_cache") for person in (ada, ben, site.visitor())]
    assert len({key for responses in seen for key in responses}) == 3
    assert len({response for responses in seen for response in responses.values()}) == 3
    assert cached_for(site, site.visitor(), game, "response_cache") == seen[2]
    assert ada.move(game, ada.first_on_offer(game)).status_code == 200
    assert not cached_for(site, site.visitor(), game, "response_cache").keys() & seen[2].keys()


def test_choices_are_those_of_the_requested_seat(site: Site) -> None:
    """In a branch, the same viewer acts for every seat."""
    ada = site.person("Ada")
    origin = site.game(ada, site.person("Ben"))
    game = ada.post(f"/games/{origin}/branches", {"name": "What if"}).json["id"]
    statuses = [ada.get(f"/games/{game}/choices?seat={seat}").status_code for seat in (0, 1, 0)]
    assert statuses == [200, 409, 200]
    assert "prompt" in ada.get(f"/games/{game}/choices?seat=0").json
    assert "command" in ada.get(f"/games/{game}/choices", query_string=ada.first_on_offer(game)).json


def test_repeated_position_is_not_drawn_again(site: Site) -> None:
    ada = site.person("Ada")
    game = site.game(ada, ada, undo="free")
    first = cached_for(site, site.visitor(), game)
    assert ada.move(game, ada.first_on_offer(game)).status_code == 200
    assert not cached_for(site, site.visitor(), game).keys() & first.keys()
    assert ada.on_version(game, "undo", {}).status_code == 200
    assert cached_for(site, site.visitor(), game) == first
