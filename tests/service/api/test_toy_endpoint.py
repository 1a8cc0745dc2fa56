"""The recipe for a new API endpoint, followed exactly: one module and one entry."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import service
from service.api import registry
from service.api.openapi.document import document
from tests.service.api import toy_endpoint
from tests.service.sites import Site, close, site_on


@pytest.fixture
def site(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(registry, "RESOURCES", [*registry.RESOURCES, "tests.service.api.toy_endpoint"])
    document.cache_clear()
    made = site_on(sqlite_url)
    yield made
    close(made)
    document.cache_clear()


def test_endpoint_returns_the_note(site: Site) -> None:
    ada = site.person("Ada")
    response = ada.post(f"/games/{site.table(ada)}/toy", {"note": "well played"})
    assert (response.status_code, response.json) == (200, {"game": "Evening", "note": "well played", "by": "Ada"})


@pytest.mark.parametrize("body", [{}, {"note": ""}, {"note": "x" * 21}, {"note": "a", "more": "b"}])
def test_invalid_body_is_refused(site: Site, body: dict[str, str]) -> None:
    ada = site.person("Ada")
    response = ada.post(f"/games/{site.table(ada)}/toy", body)
    assert (response.status_code, response.content_type) == (422, "application/problem+json")


def test_visitors_and_strangers_are_refused(site: Site) -> None:
    ada = site.person("Ada")
    private, public = site.table(ada, private=True), site.table(ada)
    assert site.person("Ben").post(f"/games/{private}/toy", {"note": "a"}).status_code == 404
    assert site.visitor().post(f"/games/{public}/toy", {"note": "a"}).status_code == 401


def test_a_repeated_request_gets_the_first_response(site: Site) -> None:
    ada = site.person("Ada")
    path, key = f"/games/{site.table(ada)}/toy", {"Idempotency-Key": "7d1"}
    first = ada.post(path, {"note": "a"}, headers=key)
    assert ada.post(path, {"note": "a"}, headers=key).json == first.json
    assert ada.post(path, {"note": "b"}, headers=key).status_code == 422


def test_openapi_document_describes_the_endpoint(site: Site) -> None:
    described = site.visitor().get("/openapi.json").json
    operation = described["paths"]["/api/games/{id}/toy"]["post"]
    assert operation["summary"] == "Note something"
    note = described["components"]["schemas"]["NewNote"]["properties"]["note"]
    assert (note["maxLength"], note["examples"]) == (20, ["well played"])


def test_registry_lists_every_resource_module() -> None:
    folder = Path(service.__path__[0]) / "api"
    found = {
        ".".join(("service", *path.relative_to(folder.parent).with_suffix("").parts))
        for path in folder.rglob("*.py")
        if "\nblueprint = Resource(" in path.read_text()
    }
    assert found == set(registry.RESOURCES)


def test_toy_endpoint_is_not_in_the_api(sqlite_url: str) -> None:
    assert toy_endpoint.__name__ not in registry.RESOURCES
    made = site_on(sqlite_url)
    assert made.visitor().post("/games/x/toy").status_code == 404
    close(made)
