"""Action 5: the stock exchange (AW-9), and shares before the game (AW-E.11)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.arkwright.model.commands import BuyAtStart, StockExchange
from domain.arkwright.narration.narrate import narrate
from domain.message import plain
from tests.domain.arkwright.builder import COMPONENTS, Game


@pytest.mark.rule("AW-9.1", "AW-9.2", "AW-9.3", "AW-9.7", "AW-D.23", "AW-D.72")
def test_shares_are_bought_before_loans_are_taken() -> None:
    game = Game().open().having(funds=25, share_value=12)
    game.refuse("AW-9.2", StockExchange(full_price=3, loans=2))
    fact = game.play(StockExchange(full_price=2, loans=2))
    assert (fact.paid, fact.borrowed) == (24, 24)
    player = game.player()
    assert (player.funds, player.shares, player.loans) == (25, 12, 2)


@pytest.mark.rule("AW-9.1")
def test_at_least_one_part_is_done() -> None:
    game = Game()
    game.refuse("AW-9.1", StockExchange())
    game.refuse("AW-9.1", StockExchange(full_price=-1, loans=1))


@pytest.mark.rule("AW-9.4", "AW-D.22")
def test_the_stock_exchange_development_halves_the_price_of_some_shares() -> None:
    game = Game().having(funds=50, share_value=13)
    game.refuse("AW-9.4", StockExchange(half_price=1))
    game.levels(stock_exchange=3).refuse("AW-9.4", StockExchange(half_price=3))
    fact = game.play(StockExchange(half_price=2, full_price=2))
    assert (fact.half_price_each, fact.full_price_each, fact.paid) == (7, 13, 40)
    assert "bought shares: 2 at £7 each, 2 at £13 each. Total: £40." in plain(narrate(fact, COMPONENTS, 2))
    assert "bought shares: 2 at £13 each. Total: £26." in plain(
        narrate(replace(fact, half_price=0, paid=26), COMPONENTS, 2)
    )


@pytest.mark.rule("AW-9.5", "AW-D.20")
def test_the_price_ignores_shipping_tokens_and_shares_end_at_30() -> None:
    game = Game().having(funds=90, shipping_tokens=5, shares=28, share_value=10)
    game.refuse("AW-D.20", StockExchange(full_price=3))
    assert game.play(StockExchange(full_price=2)).paid == 20


@pytest.mark.rule("AW-9.6")
def test_nine_loans_are_the_most_of_a_game() -> None:
    game = Game().having(loans=7)
    game.refuse("AW-9.6", StockExchange(loans=3))
    game.play(StockExchange(loans=2))
    assert game.player().loans == 9


@pytest.mark.rule("AW-9.8")
def test_ships_are_made_ready_for_every_card() -> None:
    for ships in (0, 1, 2):
        game = Game().having(ships=ships)
        assert game.play(StockExchange(ships=True)).ships == 2
        assert game.player().ships == 2


@pytest.mark.rule("AW-D.68")
def test_no_offer_sells_shares() -> None:
    game = Game().open()
    player = game.player()
    for command in game.offered():
        if isinstance(command, StockExchange):
            assert command.half_price >= 0 <= command.full_price
    assert player.shares == 10


@pytest.mark.rule("AW-E.11")
def test_shares_may_be_bought_before_the_game() -> None:
    game = Game(buy_shares_at_start=True).step("shares")
    game.refuse("AW-E.11", BuyAtStart(shares=6))
    game.play(BuyAtStart(shares=5))
    assert (game.player().funds, game.player().shares) == (0, 15)
    assert (game.player().start_funds, game.player().start_shares) == (0, 15)
