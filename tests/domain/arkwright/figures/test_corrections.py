"""Corrected figures: a game played with the corrections that the list of reconstructed figures suggests."""

from __future__ import annotations

import random
from typing import Any

import pytest

from domain.arkwright import ruleset
from domain.arkwright.development import tracks
from domain.arkwright.engine.apply import initial
from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import Build
from domain.arkwright.model.components import figures
from domain.arkwright.narration.reconstructed import notes
from domain.arkwright.production import contract_income
from domain.arkwright.setup import setup
from domain.components import reconstructed
from domain.game import Table, random_command
from domain.message import plain
from domain.verifiable_random import Seeded
from tests.domain.arkwright.builder import Game, corrected
from tests.domain.arkwright.playing import EXPERT

TABLE = "contract_table = {1 = 1, 2 = 2, 3 = 4, 4 = 6, 5 = 8, 6 = 10, 7 = 12, 8 = 14}"
FOOD_II = (
    "spaces = [{appeal = 3, price = 3}, {appeal = 2, price = 4}, {appeal = 1, price = 5}, {appeal = 0, price = 6}]"
)
OTHER_II = (
    "spaces = [{appeal = 5, price = 1}, {appeal = 3, price = 3}, {appeal = 1, price = 5}, {appeal = 0, price = 6}]"
)
LIMIT = "shipping = {2 = 2, 3 = 3}"
CORRECTIONS = [
    (LIMIT, LIMIT + "\nstock_exchange = {2 = 2, 3 = 3}\ndevelopment_cards = {3 = 2}"),
    ("goods = {I = 2, II = 3}", "goods = {I = 2, III = 3}"),
    (TABLE, "contract_table = {1 = 1, 2 = 3, 3 = 5}"),
    (TABLE, "contract_table = {2 = 2, 4 = 5, 9 = 20}"),
    (TABLE, "contract_table = {}"),
    (FOOD_II, OTHER_II),
]


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize(("printed", "instead"), CORRECTIONS)
def test_a_game_is_played_with_corrected_figures(printed: str, instead: str, seats: int) -> None:
    table = Table(seats=seats, options=EXPERT, figures=corrected(printed, instead))
    state: Any = initial(setup(table, Seeded(b"box")))
    numbers = random.Random(4)
    while not state.finished:
        (who,) = ruleset.to_act(state)
        command = random_command(ruleset, ruleset.view(state, who.seat), who.seat, numbers)
        for fact in ruleset.decide(state, who.seat, command):
            assert plain(ruleset.narrate(fact, state.figures, seats))
            ruleset.apply(state, fact)
    assert ruleset.draw(ruleset.view(state, "spectator"), [str(seat) for seat in range(seats)], plain)


@pytest.mark.rule("AW-E.5")
def test_a_limit_on_a_track_that_no_card_frees_holds_from_the_level_it_is_printed_at() -> None:
    game = Game(era_limits=True).with_figure(LIMIT, LIMIT + "\ndevelopment_cards = {3 = 2}").step("development")
    assert "development_cards" in tracks(Position(game.state, 0))
    game.levels(development_cards=2)
    assert "development_cards" not in tracks(Position(game.state, 0))
    assert "development_cards" in tracks(Position(game.at(2).state, 0))


@pytest.mark.rule("AW-19.19")
def test_a_contract_pays_for_the_largest_cargo_of_its_table_that_was_shipped() -> None:
    game = Game().holding("contract").with_figure(TABLE, "contract_table = {2 = 2, 4 = 5}")
    assert [contract_income(Position(game.state, 0), goods) for goods in range(7)] == [0, 0, 2, 2, 5, 5, 5]


@pytest.mark.rule("AW-5.10")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (2, 2), (3, 3)])
def test_an_upgraded_factory_keeps_its_appeal_or_takes_the_next_lower_one(before: int, after: int) -> None:
    game = Game().at(2).with_figure(FOOD_II, OTHER_II).open("food", space=before).step("action")
    game.play(Build(upgrade=("food",)))
    assert (game.factory().level, game.factory().space) == (2, after)


@pytest.mark.rule("AW-5.11")
def test_an_upgrade_turns_the_cards_whose_numerals_say_so() -> None:
    game = Game().at(2).with_figure("goods = {I = 2, II = 3}", "goods = {I = 2, III = 3}").open("food").step("action")
    game.play(Build(upgrade=("food",)))
    assert [worker.side for worker in game.factory().workers] == ["I"]
    game.at(3).step("action").play(Build(upgrade=("food",)))
    assert [worker.side for worker in game.factory().workers] == ["III"]


def test_the_note_links_to_the_list_of_figures_that_are_still_reconstructed() -> None:
    content = figures.content(figures.current())
    (note,) = notes(content)
    assert "/rules/arkwright#reconstructed" in plain(note)
    tables = [row.path for row in reconstructed(content)]
    assert tables[-3:] == ["market_board", "seats", "development_cards"]
    marked = content.index(b"[[reconstructed]]", content.index(b'path = "market_board"'))
    fewer = content[: content.index(b"[[reconstructed]]")] + content[marked:]
    assert notes(fewer) == (note,)
    assert [row.path for row in reconstructed(fewer)] == ["seats", "development_cards"]


def test_without_reconstructed_figures_there_is_no_note() -> None:
    content = figures.content(figures.current())
    assert notes(content[: content.index(b"[[reconstructed]]")]) == ()
