"""Default choices of the games, in positions where they matter."""

from __future__ import annotations

from typing import Any

from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import Automate, Held, Hire, Produce, SetPrice, StockExchange
from domain.arkwright.pricing import outlook, settings
from domain.barrage.model.commands import FulfilContract, PlaceDrop
from domain.barrage.model.commands import Produce as ProduceEnergy
from domain.board_input import Selection, select
from domain.brass.birmingham.model.commands import Build, Develop, Loan
from domain.brass.lancashire.model.commands import Loan as LoanOf
from domain.game import Command, rulesets
from tests.domain.arkwright.builder import Game as Arkwright
from tests.domain.barrage.builder import Game as Barrage
from tests.domain.barrage.builder import components
from tests.domain.brass.birmingham.builder import Game as Birmingham
from tests.domain.brass.lancashire.builder import Game as Lancashire

NAMES = {Arkwright: "arkwright", Barrage: "barrage", Birmingham: "brass-birmingham", Lancashire: "brass-lancashire"}


def selection_of(game: Any, *picks: str, touched: tuple[str, ...] = ()) -> Selection:
    return select(rulesets()[NAMES[type(game)]], game.state, game.acting, picks, touched)


def command_of(game: Any, *picks: str, touched: tuple[str, ...] = ()) -> Command | None:
    """Return the command that these picks and selected elements lead to."""
    return selection_of(game, *picks, touched=touched).choice.command


class TestBrass:
    def test_least_useful_card_is_discarded_preferring_duplicates(self) -> None:
        game = Birmingham().hand("wild_location", "iron_works", "stone", "dudley", "dudley")
        assert command_of(game, "loan") == Loan(card="dudley")
        assert command_of(game, "loan", touched=("card:iron_works",)) == Loan(card="iron_works")

    def test_card_for_building_is_chosen_only_after_a_selection(self) -> None:
        game = Birmingham().hand("wild_location", "dudley", "stone")
        assert [option.value for option in selection_of(game, "build").taken] == ["build"]
        built = command_of(game, touched=("slot:dudley/0", "mat:coal_mine"))
        assert isinstance(built, Build)
        assert built.card == "dudley"

    def test_one_tile_is_developed_unless_two_are_selected(self) -> None:
        game = Birmingham().hand("dudley", "stone")
        one = command_of(game, "develop", touched=("mat:iron_works",))
        two = command_of(game, touched=("mat:iron_works", "mat:coal_mine"))
        assert isinstance(one, Develop)
        assert isinstance(two, Develop)
        assert (one.industries, two.industries) == (("iron_works",), ("iron_works", "coal_mine"))

    def test_the_largest_possible_loan_is_taken(self) -> None:
        game = Lancashire().hand("wigan").income_space(30)
        assert command_of(game, "loan") == LoanOf(card="wigan", money=30)

    def test_build_uses_one_of_two_possible_cards(self) -> None:
        game = Lancashire().hand("wigan", "bolton")
        built = command_of(game, touched=("slot:wigan/0", "mat:coal_mine"))
        assert type(built).__name__ == "Build"


class TestBarrage:
    def test_most_productive_system_uses_all_its_water(self) -> None:
        game = Barrage(2).dam("B6U", 3, 1).dam("B6L", 3, 3).conduit("6B").powerhouse("P7-1")
        game.use("TS-0/left")
        assert command_of(game) == ProduceEnergy(dam="B6L", conduit="6B", powerhouse="P7-1", drops=3)

    def test_most_demanding_contract_is_fulfilled(self) -> None:
        game = Barrage(3).dam("B1U", 3, 3).conduit("1A").powerhouse("P8-1")
        game.state.displays["national"] = ["national-3", "national-5"]
        game.use("TS-0/left")
        game.play(ProduceEnergy(dam="B1U", conduit="1A", powerhouse="P8-1", drops=3))
        required = {each: components.contract[each].requirement for each in ("national-3", "national-5")}
        assert {FulfilContract(contract=each) for each in required} <= game.offered()
        assert command_of(game) == FulfilContract(contract=max(required, key=required.__getitem__))

    def test_drops_are_placed_to_reach_the_players_dam(self) -> None:
        for site, headstream in (("B1U", "A"), ("B4U", "D")):
            game = Barrage(2).dam(site, 3)
            game.use("WM-1/left")
            assert command_of(game) == PlaceDrop(headstream=headstream)


class TestArkwright:
    def test_price_maximises_the_expected_profit(self) -> None:
        game = Arkwright().open("food", workers="I I").demand(food=1).step("price")
        command, position = command_of(game), Position(game.state, 0)
        assert isinstance(command, SetPrice)
        profits = {outlook(position, each).profit for each in settings(position)}
        assert len(profits) > 1
        assert outlook(position, command).profit == max(profits)

    def test_goods_that_warehouses_cannot_hold_are_shipped(self) -> None:
        game = Arkwright().open("food", workers="I I", appeal=0).having(ships=2).produces(0)
        assert command_of(game) == Produce(shipped=1, store=(Held("W1", 2), Held("W2", 2)))

    def test_clicking_a_factory_hires_one_worker_there(self) -> None:
        game = Arkwright().open("food").open("lamps").having(funds=99)
        assert command_of(game, "hire", touched=("factory:lamps",)) == Hire(workers=("lamps",))

    def test_as_many_machines_as_possible_are_added(self) -> None:
        game = Arkwright().open("food", workers="I I").levels(machines=2)
        command = command_of(game, "automate")
        assert isinstance(command, Automate)
        assert len(command.machines) == 2

    def test_shares_are_bought_at_half_price_and_ships_made_ready(self) -> None:
        game = Arkwright().having(funds=50, share_value=13).levels(stock_exchange=3)
        assert command_of(game, "stock_exchange") == StockExchange(half_price=2, ships=True)
