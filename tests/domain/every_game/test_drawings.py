"""Drawings of every game: together they show the whole board, and each is self-contained."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from domain.game import Ruleset, random_command, rulesets
from domain.graphics.svg import SMALLEST
from domain.message import plain
from tests.domain.every_game.whole_games import moves
from tests.service.noninterference import SECRECIES, random_outcomes, set_up

NAMES = ("Ada", "Ben", "Cleo", "Dan")
OF_SEATS = re.compile(r"player:\d")
INTERVAL = 40
"""Number of moves between two checked positions."""


ELEMENT = re.compile(r'data-element="([^"]+)"')


def positions(rules: Ruleset[Any]) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Yield some positions of a random game, starting with the initial one."""
    seats, numbers = SECRECIES[rules.name].seats[-1], random.Random(4)
    state = rules.initial(set_up(rules, seats, random_outcomes(rules, seats, numbers)))
    played = moves(rules, state, lambda position, seat: random_command(rules, position, seat, numbers))
    for number, (position, *_) in enumerate(played):
        if number % INTERVAL == 0:
            yield position, NAMES[:seats]


def element_ids(svg: str) -> set[str]:
    """Return the ids of the elements that can be pointed at."""
    return set(re.findall(r'data-element="([^"]+)"', svg))


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_the_drawings_together_show_the_whole_board(name: str) -> None:
    rules = rulesets()[name]
    for position, names in positions(rules):
        view = rules.view(position, "spectator")
        found = [(each.place, each.draw(view, names, plain)) for each in rules.drawings]
        whole = element_ids(rules.draw(view, names, plain))
        shown = set().union(*(element_ids(svg) for place, svg in found if place != "help"))
        explained = set().union(*(element_ids(svg) for place, svg in found if place == "help"))
        assert {part for part in whole if not OF_SEATS.fullmatch(part)} - explained == shown
        for svg in filter(None, (svg for _, svg in found)):
            assert ElementTree.fromstring(svg).tag.endswith("svg")


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_only_the_first_drawing_is_the_map_and_all_names_are_unique(name: str) -> None:
    drawings = rulesets()[name].drawings
    assert [number for number, each in enumerate(drawings) if each.place == "map"] == [0]
    assert len({each.name for each in drawings}) == len({plain(each.title) for each in drawings}) == len(drawings)


def small_texts(svg: str) -> list[str]:
    """Return the texts of a drawing that are too small on a mobile phone."""
    found = []

    def visit(part: ElementTree.Element, scale: float) -> None:
        scaled = re.search(r"scale\(([\d.]+)", part.get("transform", ""))
        scale *= float(scaled[1]) if scaled else 1
        if part.tag.endswith("text") and float(part.attrib["font-size"]) * scale < SMALLEST:
            found.append(f"{part.text}: {part.attrib['font-size']}")
        for child in part:
            visit(child, scale)

    visit(ElementTree.fromstring(svg), 1.0)
    return found


@pytest.mark.parametrize("name", sorted(set(rulesets()) - {"toy"}))
def test_all_texts_are_large_enough_for_a_mobile_phone(name: str) -> None:
    rules = rulesets()[name]
    for position, names in positions(rules):
        view = rules.view(position, 0)
        draw = [each for each in (rules.draw_seat, rules.draw_narrow_seat) if each is not None]
        mats = [each(view, seat, names, plain) for each in draw for seat in range(len(names))]
        for svg in filter(None, [*(each.draw(view, names, plain) for each in rules.drawings), *mats]):
            assert small_texts(svg) == []


@pytest.mark.parametrize("name", [name for name, rules in rulesets().items() if rules.draw_narrow_seat is not None])
def test_narrow_mats_have_the_same_elements_as_wide_mats(name: str) -> None:
    rules = rulesets()[name]
    assert rules.draw_narrow_seat is not None
    for position, names in positions(rules):
        view = rules.view(position, 0)
        for seat in range(len(names)):
            wide, narrow = (draw(view, seat, names, plain) for draw in (rules.draw_seat, rules.draw_narrow_seat))
            assert ELEMENT.findall(narrow) == ELEMENT.findall(wide)
