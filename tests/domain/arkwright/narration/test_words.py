"""Card texts: they take their figures from the components, so a corrected figure also corrects the text."""

from __future__ import annotations

import re

import pytest

from domain.arkwright.model.commands import UseBroker
from domain.arkwright.model.components import figures
from domain.arkwright.model.pieces import CARD_TYPES
from domain.arkwright.narration import words
from domain.arkwright.narration.narrate import narrate
from domain.arkwright.rendering import draw_seat
from domain.game import Choose
from domain.message import plain
from tests.domain.arkwright.builder import COMPONENTS, ENGINE, Game, corrected

NUMBER = re.compile(r"\d|\b(one good|two|three|four|five|six|nine)\b", re.IGNORECASE)
CORRECTIONS = [
    ("trading_office", "trading_office_tokens = 1", "Saves {} shipping tokens when you ship"),
    ("overtime", "overtime_goods = 1", "Discard to produce {} more goods"),
    ("workshop", "workshop_machines = 2", "Up to {} machines in a factory need no upkeep"),
    ("supervisor", "supervisor_workers = 4", "Lowers the wages of up to {} workers at its factory by £2 each"),
    ("supervisor", "supervisor_wage_cut = 2", "Lowers the wages of up to 4 workers at its factory by £{} each"),
    ("broker", "broker_shares = 2", "Instead of developing, discard to buy up to {} shares at half price"),
    ("patron_lamps", "patron_sales = 1", "Raises the home market limit for its good by {}"),
    ("inventor", "inventor_factories = 2", "Discard to upgrade up to {} factories one era ahead"),
    ("developer", "developer_cut = 2", "Lowers a fixed cost by £{}; makes a used card ready"),
    ("engineer", "max_quality_engineer = 6", "Adds a quality card; maximum quality per factory: {}"),
    ("large_warehouse", "WL = {capacity = 4", "Adds a warehouse for {} goods"),
]
"""A card, a figure of its text with its value, and the text with a gap for the value."""


@pytest.mark.parametrize("type", CARD_TYPES)
def test_no_text_of_a_card_repeats_a_figure(type: str) -> None:
    assert not NUMBER.search(words.effect(COMPONENTS, type).text)


@pytest.mark.parametrize(("type", "figure", "text"), CORRECTIONS)
def test_a_corrected_figure_changes_the_text_of_its_card(type: str, figure: str, text: str) -> None:
    name, value = figure.rsplit(" ", 1)
    assert plain(words.effect(COMPONENTS, type)) == numbered(text, int(value))
    changed = figures.of(corrected(figure, f"{name} {int(value) + 1}"))
    assert plain(words.effect(changed, type)) == numbered(text, int(value) + 1)


def numbered(text: str, number: int) -> str:
    """Return a text with a number in its gap, and the things counted in the singular if it is 1."""
    return (re.sub(r"(goods|tokens)\b", lambda many: many[1][:-1], text) if number == 1 else text).format(number)


def test_a_drawing_shows_the_figures_of_its_table() -> None:
    game = Game(3).holding("broker")
    assert "up to 2 shares" in draw_seat(game.state, 0, "ABC")
    game.with_figure("broker_shares = 2", "broker_shares = 3")
    assert "up to 3 shares" in draw_seat(game.state, 0, "ABC")


@pytest.mark.rule("AW-19.9", "AW-19.10", "AW-19.15")
def test_the_questions_of_a_production_tell_them_too() -> None:
    game = Game(3).open("food", appeal=2).produces(0).holding("overtime", "patron_food", "trading_office")
    game.having(shipping_tokens=0, ships=2).demand(food=2)
    for figure, question in (
        ("overtime_goods", "Discard overtime to produce {} more goods?"),
        ("patron_sales", "Use the patron to sell up to {} more goods?"),
        ("trading_office_tokens", "Use the trading office to save up to {} shipping tokens?"),
    ):
        assert numbered(question, 1) in _prompts(game)
        assert numbered(question, 2) in _prompts(game.with_figure(f"{figure} = 1", f"{figure} = 2"))


def _prompts(game: Game) -> list[str]:
    """Return the questions of a production in which the last value is always chosen."""
    script, asked = ENGINE.script(game.copy(), 0), []
    try:
        choose: Choose = next(script)
        while True:
            asked.append(plain(choose.prompt))
            choose = script.send(choose.values[-1])
    except StopIteration:
        return asked


@pytest.mark.rule("AW-E.22", "AW-D.53")
def test_the_inventor_gives_as_many_points_as_its_figure_says() -> None:
    game = Game(2, expert_card_texts=True).step("development").holding("inventor")
    game.with_figure("inventor_points = 2", "inventor_points = 3")
    commands = [command for command in game.offered() if hasattr(command, "tracks")]
    assert {len(command.tracks) for command in commands} == {3}
    assert ("quality",) * 3 not in {command.tracks for command in commands}
    game.play(next(command for command in commands if len(set(command.tracks)) == 3))


def test_history_uses_the_names_of_the_table() -> None:
    renamed = figures.of(corrected('name = "Broker"', 'name = "Stockbroker"'))
    fact = Game(2).step("development").holding("broker").play(UseBroker(shares=1))
    assert "discarded the Broker" in plain(narrate(fact, COMPONENTS, 2))
    assert "discarded the Stockbroker" in plain(narrate(fact, renamed, 2))
