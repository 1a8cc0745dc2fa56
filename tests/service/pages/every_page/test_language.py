"""Translation: all text that users read, from games, service and pages, can be extracted and translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.game import rulesets
from service.http import i18n
from service.pages import options
from tests import toy
from tests.catalogues import texts
from tests.service.fake_catalogue import write_catalogue
from tests.service.pages.reading import Reader, create_game
from tests.service.sites import Site, close, site_on

GERMAN = {
    "Log in": "Anmelden",
    "Your turn": "Du bist am Zug",
    "Take an action ({actions} left)": "Nimm eine Aktion (noch {actions})",
    "Birmingham": "Birmingham am Kanal",
    "Choose an action": "Wähle eine Aktion",
    "Turn order": "Reihenfolge",
}


@pytest.fixture(scope="module")
def messages() -> set[str]:
    return {text for _, text in texts()}


@pytest.mark.parametrize(
    "sentence",
    [
        "Choose an action",  # a game's prompt
        "The game continued from position #{version}.",  # any game's table
        "Stoke-on-Trent",  # a game's components
        "Wrong username or password. Try again, or reset your password.",  # the service
        "Position #%(at)s of %(version)s",  # a page
        "Later results stay hidden until you confirm.",  # a script
    ],
)
def test_user_visible_text_is_extracted(messages: set[str], sentence: str) -> None:
    assert sentence in messages


def test_option_titles_and_descriptions_are_extracted(messages: set[str]) -> None:
    fields = [field for rules in rulesets().values() if rules is not toy.RULESET for field in options.fields(rules)]
    assert "Virtual link" in {field["title"] for field in fields}
    assert {field["title"] for field in fields} <= messages
    for field in fields:  # pages omit rule ids
        assert any(each.startswith(field["description"].removesuffix(".")) for each in messages), field["description"]


def test_message_placeholders_are_named(messages: set[str]) -> None:
    for each in messages:
        assert not re.search(r"%[sd]|\{\}|\{\d", each), each


@pytest.fixture
def german_site(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    write_catalogue(tmp_path, "de", GERMAN)
    monkeypatch.setattr(i18n, "CATALOGUES", str(tmp_path))
    made = site_on(sqlite_url)
    yield made
    close(made)


def test_pages_boards_and_choices_are_in_the_users_language(german_site: Site) -> None:
    german = {"Accept-Language": "de-AT, en;q=0.5"}
    visitor = german_site.app.test_client()
    assert "Anmelden" in visitor.get("/", headers=german).text
    assert "Anmelden" not in visitor.get("/", headers={"Accept-Language": "ko"}).text
    ada = Reader(german_site, visitor).registered("Ada")
    ben = Reader(german_site, german_site.app.test_client()).registered("Ben")
    address = create_game(ada, ben)
    assert "Birmingham am Kanal" not in visitor.get(address, headers={"Accept-Language": "en"}).text
    (waiting,) = ada.client.get(f"/api{address}/state").json["to_act"]
    acting = (ada, ben)[waiting["seat"]].client
    page = acting.get(address, headers=german).text
    assert '<html lang="de">' in page
    assert "Nimm eine Aktion (noch 1)" in page
    assert "Birmingham am Kanal</text>" in page
    assert "Du bist am Zug" in page
    assert acting.get(f"/api{address}/choices", headers=german).json["prompt"] == "Wähle eine Aktion"
