"""The component figures of Brass: Lancashire, before the game itself is here."""

from __future__ import annotations

import pytest

from domain.brass.lancashire import components as lancashire
from domain.figures import WrongFigure

figures = lancashire.figures
components = figures.of(figures.current())


@pytest.mark.parametrize(("seats", "cards", "market_tiles"), [(2, 40, 8), (3, 54, 10), (4, 64, 12)])
def test_deck_and_distant_market_by_number_of_players(seats: int, cards: int, market_tiles: int) -> None:
    assert (len(components.deck(seats)), len(components.market_tiles(seats))) == (cards, market_tiles)


def test_the_classic_deck_has_the_solo_cards_too() -> None:
    assert len(components.classic_deck()) == 66


def test_a_mat_begins_with_the_locked_shipyards() -> None:
    assert sum(map(len, components.stacks.values())) == 37
    assert components.stacks["shipyard"] == (0, 0, 1, 1, 2, 2)
    assert components.tiles["shipyard"][0].eras == ()


def test_only_the_three_markets_show_the_trade_icon() -> None:
    assert components.trade_places == {"scotland", "yorkshire", "the_midlands"}


def test_the_distant_market_closes_on_its_ninth_space() -> None:
    assert (components.distant_market_income[0], components.last_market_space) == (3, 8)


def test_a_wrong_figure_names_file_table_and_field() -> None:
    content = figures.content(figures.current()).replace(b"starting_income_space = 10", b"starting_income_space = 100")
    with pytest.raises(WrongFigure, match=r"table constants, field starting_income_space"):
        figures.record(content)
