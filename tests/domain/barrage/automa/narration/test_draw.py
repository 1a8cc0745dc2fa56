"""Drawings of automas: the two cards with the outcome of each action, the deck on the board, and the sheets."""

import re
from xml.etree import ElementTree

import pytest

from domain.barrage import ruleset
from domain.barrage.automa.narration.rendering import Searched, explaining
from domain.barrage.model.automa.components import automa
from domain.barrage.model.figures import figures, of
from domain.barrage.rendering.seat import supplied
from domain.barrage.rendering.sheet import sheet
from domain.message import plain
from tests.domain.barrage.automa.playing import GAMES, facts_of

KNOWN = of(figures.current())
CARDS = automa(KNOWN).cards


UNTRIED = Searched()


def cards(card="7-7B-11", criteria="2-5B-9", searched=UNTRIED):
    return explaining(KNOWN, card, criteria, searched, plain)


def elements(svg):
    return {part.get("data-element"): part for part in ElementTree.fromstring(svg).iter() if part.get("data-element")}


def position(after, seats=4, seed=11):
    """Return the position of the first game after this number of facts."""
    started, *rest = facts_of(seats, seed, **GAMES[0][2])
    state = ruleset.initial(started)
    for fact in rest[:after]:
        ruleset.apply(state, fact)
    return ruleset.view(state, "spectator")


NAMES = ["Ada", "Automa 1", "Automa 2", "Automa 3"]


@pytest.mark.parametrize("card", [card.id for card in CARDS])
def test_every_card_is_drawn_with_all_its_actions_and_criteria(card):
    found = automa(KNOWN).card[card]
    drawn = elements(cards(card, card))
    assert {name for name in drawn if name.startswith("action:")} == {
        f"action:{number}" for number in range(len(found.lines))
    }
    criteria = [name for name in drawn if name.startswith("criterion:")]
    assert len(criteria) == 3 * 3 + 3
    assert "headstreams" in drawn


def test_every_part_has_a_text():
    for part in elements(cards()).values():
        title = part.find("{http://www.w3.org/2000/svg}title")
        assert title is not None
        assert title.text
        assert not re.search(r"[_{}]", title.text)


def test_the_performed_action_is_marked_failed_ones_are_greyed_and_others_are_plain():
    drawn = cards(searched=Searched(3, {1, 2}))
    looks = {name: ElementTree.tostring(part, encoding="unicode") for name, part in elements(drawn).items()}
    assert "✓" in looks["action:3"] and "Result: performed." in looks["action:3"]
    for number in (1, 2):
        assert "ba-failed" in looks[f"action:{number}"] and "✕" in looks[f"action:{number}"]
    assert "ba-before" in looks["action:0"]
    assert not re.search("ba-failed|ba-before|✓|✕", looks["action:4"])


def test_words_are_large_enough_for_a_telephone():
    for card in CARDS:
        sizes = [float(size) for size in re.findall(r'font-size="([0-9.]+)"', cards(card.id, card.id))]
        assert min(sizes) >= 23


def test_the_board_shows_the_deck_in_games_with_automas_only():
    board = ruleset.draw(position(40), NAMES, plain)
    assert "deck" in elements(board)
    assert "Automa cards (in the pile: " in board
    without = ruleset.view(ruleset.initial(ruleset.setup(*_table_without_automas())), "spectator")
    assert "Automa cards" not in ruleset.draw(without, ["Ada", "Ben"], plain)


def _table_without_automas():
    from domain.game import Table
    from domain.verifiable_random import Seeded

    return Table(seats=2, figures=figures.current()), Seeded(b"x" * 8)


def test_before_the_first_turn_no_card_shows_criteria():
    assert "turned over: 0" in ruleset.draw(position(0), NAMES, plain)


def test_an_automas_sheet_shows_its_level_and_no_credits():
    view = position(60)
    drawn = sheet(view, NAMES, plain)
    assert "level:1" in elements(ruleset.draw_seat(view, 1, NAMES, plain))
    assert "credits" not in [sign for sign, *_ in supplied(drawn, 1)]
    assert "level:0" not in elements(ruleset.draw_seat(view, 0, NAMES, plain))
    assert "credits" in [sign for sign, *_ in supplied(drawn, 0)]
    credits = next(figure for figure in ruleset.summary(view).figures if figure.label.text == "Credits")
    assert [plain(value) for value in credits.values[1:]] == ["–"] * 3


def test_engineers_on_an_automas_own_board_stand_on_its_sheet():
    view = position(60)
    placed = [name for name in view.spaces if name.startswith("automa/")]
    assert placed
    for name in placed:
        seat = int(name.partition("/")[2])
        assert f"space:{name}" in elements(ruleset.draw_seat(view, seat, NAMES, plain))


def test_engineers_beside_a_full_section_stand_by_its_title():
    view = position(60)
    view.spaces["workshop/beside"] = view.spaces[next(iter(view.spaces))]
    assert "space:workshop/beside" in elements(ruleset.draw(view, NAMES, plain))
