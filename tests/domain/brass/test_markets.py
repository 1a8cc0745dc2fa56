"""Markets: buying takes the cheapest cube, selling fills the most expensive empty space."""

import pytest

from domain.brass import markets
from domain.brass.model.components import Market
from tests.domain.brass.buying import purchase

MARKET = Market(spaces=(1, 1, 2, 2, 3, 3), initial_cubes=5, price_when_empty=4)


@pytest.mark.rule("BB-8.11", "BB-9.5")
def test_the_cheapest_cube_is_bought_first():
    assert purchase(MARKET, 6, 6) == (1, 1, 2, 2, 3, 3)
    assert purchase(MARKET, 3, 2) == (2, 3)


@pytest.mark.rule("BB-8.12", "BB-9.6")
def test_an_empty_market_still_sells_at_its_highest_price():
    assert purchase(MARKET, 1, 3) == (3, 4, 4)
    assert markets.price(MARKET, 0) == 4


@pytest.mark.rule("BB-13.10")
def test_the_dearest_empty_space_is_filled_first():
    assert markets.sale(MARKET, 0, 3) == (3, 3, 2)
    assert markets.sale(MARKET, 3, 2) == (2, 1)


@pytest.mark.rule("BB-13.9")
def test_no_more_cubes_are_sold_than_there_are_empty_spaces():
    assert markets.sale(MARKET, 5, 4) == (1,)
    assert markets.sale(MARKET, 6, 4) == ()


def test_selling_and_buying_back_costs_what_it_brought():
    for filled in range(7):
        for cubes in range(7 - filled):
            sold = markets.sale(MARKET, filled, cubes)
            assert purchase(MARKET, filled + cubes, cubes) == tuple(reversed(sold))
