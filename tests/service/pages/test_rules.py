"""Pages of the rules: anchors, links, diagrams, the player aid, and links to them from tables and games."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from domain.game import ruleset, rulesets
from domain.rules.rulebook import rule_ids, rules
from tests.service.pages.reading import Reader, create_game, create_table, text_of

People = Callable[[], Reader]


def _section_anchors(anchors: list[str]) -> set[str]:
    """Return the anchors of whole sections, which link to their first rule."""
    return {anchor for anchor in anchors if "." not in anchor}


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_every_rule_has_an_anchor_and_every_link_a_target(reader: People, name: str) -> None:
    page = reader().get(f"/rules/{name}").text
    anchors = re.findall(r'id="([A-Z0-9.-]+)"', page)
    catalogue = ruleset(name).catalogue
    assert set(rule_ids(catalogue)) <= set(anchors) <= {*rules(catalogue), *_section_anchors(anchors)}
    assert len(set(anchors)) == len(anchors)
    assert set(re.findall(r'href="#([A-Z0-9.-]+)"', page)) <= set(anchors)


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_developer_remarks_are_not_published(reader: People, name: str) -> None:
    page = reader().get(f"/rules/{name}").text.partition('id="reconstructed"')[0]
    for remark in ("[D.", "BB-D.", "BL-D.", "BA-D.", "BGA", "tests cite", "components.toml", "mplement "):
        assert remark not in page, remark
    assert not re.findall(r"<code>[a-z.]*[._][a-z_.]*</code>", page)


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_contents_link_to_every_section(reader: People, name: str) -> None:
    page = reader().get(f"/rules/{name}").text
    sections = re.findall(r'<h[123] id="(section-\d+)"', page)
    assert sections
    assert re.findall(r'href="#(section-\d+)"', page) == sections


@pytest.mark.parametrize("name", sorted(set(rulesets()) - {"toy"}))
def test_diagrams_are_drawn_by_the_game(reader: People, name: str) -> None:
    page = reader().get(f"/rules/{name}").text
    figures = re.findall(rf'src="(/rules/{name}/diagrams/[\w-]+\.svg)"', page)
    assert 2 <= len(figures) <= len(ruleset(name).drawings) + 1
    for figure in figures:
        response = reader().get(figure)
        assert response.content_type.startswith("image/svg+xml")
        ElementTree.fromstring(response.text)
    assert reader().get(f"/rules/{name}/diagrams/chess.svg").status_code == 404


@pytest.mark.parametrize("name", sorted(set(rulesets()) - {"toy"}))
def test_player_aid_links_to_every_rule_that_it_names(reader: People, name: str) -> None:
    page = reader().get(f"/rules/{name}/player-aid").text
    rules_page = reader().get(f"/rules/{name}").text
    anchors = set(re.findall(r'id="([A-Z0-9.-]+)"', rules_page))
    named = re.findall(r"\b[A-Z]{2}-(?:[A-Z]\.)?\d+(?:\.\d+)?", page)
    linked = re.findall(rf'href="/rules/{name}#([A-Z0-9.-]+)"', page)
    assert len(linked) > 15
    assert set(named) == set(linked) <= anchors


def test_game_without_player_aid_has_no_page_for_it(reader: People) -> None:
    assert reader().get("/rules/toy/player-aid").status_code == 404


@pytest.mark.parametrize("language", ["en", "ko", "zh-Hant-TW"])
def test_options_link_to_their_rules_and_show_no_ids(ada: Reader, language: str) -> None:
    ada.client.post("/language", data={"language": language}, headers={"Origin": "http://localhost"})
    assert 'href="/rules/barrage#LP-3"' in ada.get("/games/new?ruleset=barrage").text
    for form in (f"/{kind}/new?ruleset={game}" for kind in ("games", "tournaments") for game in rulesets()):
        assert re.findall(r"\b[A-Z]{2}-[A-Z0-9][\w.]*|\w+\.\w+_\w+", text_of(ada.get(form))) == []


def test_tables_and_games_link_to_their_rules(ada: Reader, ben: Reader) -> None:
    for address in (create_table(ada), create_game(ada, ben)):
        assert 'href="/rules/brass-birmingham"' in ada.get(address).text


def test_note_on_reconstructed_figures_links_to_their_list(ada: Reader) -> None:
    place = "/rules/arkwright#reconstructed"
    assert f'<a href="{place}">{place}</a>' in ada.get("/games/new?ruleset=arkwright").text
    page = ada.get("/rules/arkwright").text
    assert 'id="reconstructed"' in page
    assert "numbers under the nine shipping spaces of a player board" in page
    assert 'id="reconstructed"' not in ada.get("/rules/barrage").text


def test_unknown_game_has_no_rules_page(reader: People) -> None:
    assert reader().get("/rules/chess").status_code == 404
