"""The recipe for a new page, followed exactly: one module, one template and one entry."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import ChoiceLoader, FileSystemLoader

import service
from service.pages import registry
from tests.service.pages.reading import Reader, text_of
from tests.service.sites import Site, close, site_on


@pytest.fixture
def site(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(registry, "PAGES", [*registry.PAGES, "tests.service.pages.toy_page"])
    made = site_on(sqlite_url)
    templates = FileSystemLoader(Path(__file__).parent / "toy_templates")
    assert made.app.jinja_loader is not None
    made.app.jinja_loader = ChoiceLoader([made.app.jinja_loader, templates])
    yield made
    close(made)


def test_page_has_the_layout_of_the_site(ada: Reader) -> None:
    page = ada.get("/toy")
    assert page.status_code == 200
    assert "<title>Toy · Daybook</title>" in page.text
    assert "Log out" in text_of(page)


def test_form_returns_to_the_page_with_a_note(ada: Reader) -> None:
    page = ada.send("/toy", note="well played")
    assert page.status_code == 200
    assert "Ada notes: well played" in text_of(page)


def test_invalid_form_is_shown_again(ada: Reader) -> None:
    page = ada.send("/toy", note="a note that is too long")
    assert page.status_code == 422
    assert 'value="a note that is too long"' in page.text
    assert "fault" in page.text.partition("too long")[2]


def test_forms_from_other_sites_are_refused(ada: Reader) -> None:
    sent = ada.client.post("/toy", data={"note": "a"}, headers={"Origin": "https://elsewhere.test"})
    assert sent.status_code == 403


def test_every_module_with_a_blueprint_has_an_entry() -> None:
    folder = Path(service.__path__[0]) / "pages"
    found = {
        ".".join(("service", *path.relative_to(folder.parent).with_suffix("").parts))
        for path in folder.rglob("*.py")
        if "\nblueprint = " in path.read_text()
    }
    assert found == set(registry.PAGES)
