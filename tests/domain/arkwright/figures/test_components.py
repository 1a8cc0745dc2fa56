"""The component figures: they match the published ones, and invalid ones are refused by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import domain.arkwright
from domain.arkwright.model.components import Components, check, figures
from domain.arkwright.model.pieces import GOODS, TRACKS
from domain.components import WrongFigure, parse, reconstructed

CONTENT = figures.content(figures.current())


@pytest.fixture
def components() -> Components:
    return figures.of(figures.current())


@pytest.mark.rule("AW-1.3", "AW-1.4", "AW-1.5", "AW-3.2")
def test_the_board_has_a_track_for_each_good_in_the_order_of_the_rounds(components: Components) -> None:
    assert tuple(good.id for good in components.goods) == ("food", "clothes", "cutlery", "lamps")
    for side in components.market_board.sides:
        assert set(side.arrows) == set(side.demand_start) == set(GOODS)
        assert list(side.wages) == sorted(side.wages)
    assert len(components.eras) == 3


@pytest.mark.rule("AW-1.2")
def test_the_side_of_the_board_goes_by_the_number_of_players(components: Components) -> None:
    assert [components.board(seats).id for seats in (1, 2, 3, 4)] == ["A", "A", "A", "B"]


@pytest.mark.rule("AW-1.7", "AW-1.8", "AW-1.10")
def test_every_player_owns_twenty_one_cards(components: Components) -> None:
    workers = sum(len(cards) for cards in components.worker_cards.values())
    offices, quality = len(components.office_cards), len(components.own_quality_cards)
    distribution = len([card for card in components.distribution_cards.values() if card.type is None])
    warehouses = len(components.own_warehouses)
    assert (workers, offices, quality, distribution, warehouses) == (8, 4, 3, 2, 2)
    shipping, reference = 1, 1
    assert workers + offices + quality + distribution + warehouses + shipping + reference == 21
    constants = components.constants
    assert (constants.loan_tokens, constants.shipping_tokens, constants.machine_tokens) == (9, 9, 1)


@pytest.mark.rule("AW-1.9", "AW-1.20", "AW-11.2")
def test_the_player_board_has_six_development_tracks(components: Components) -> None:
    assert tuple(components.development_tracks) == TRACKS
    levels = {track: figures_of.levels for track, figures_of in components.development_tracks.items()}
    assert levels == {
        "quality": (1, 2, 3),
        "distribution": (2, 3, 4),
        "development_cards": (2, 3, 4),
        "machines": (2, 3, 4),
        "shipping": (2, 3, 4),
        "stock_exchange": (0, 1, 2),
    }
    assert len(components.player_board.shipping_penalty) == 10
    assert (components.constants.max_quality, components.constants.max_quality_engineer) == (4, 6)


@pytest.mark.rule("AW-1.11", "AW-1.12")
def test_price_and_appeal_of_a_factory_add_up_to_the_same(components: Components) -> None:
    for card in components.factories.values():
        for side in (card.I, card.II):
            assert len({space.price + space.appeal for space in side.spaces}) == 1
            assert side.spaces[3].appeal == 0


@pytest.mark.rule("AW-1.13", "AW-1.14", "AW-D.10")
def test_worker_cards_have_two_sides_and_one_or_two_machines(components: Components) -> None:
    for first, second in components.worker_cards.values():
        assert (first.sides, second.sides) == (("I", "II"), ("I", "III"))
        assert {first.machines, second.machines} <= {1, 2}
        assert [first.side_in(era) for era in (1, 2, 3)] == ["I", "II", "II"]
        assert [second.side_in(era) for era in (1, 2, 3)] == ["I", "I", "III"]


@pytest.mark.rule("AW-1.15", "AW-1.16", "AW-1.17", "AW-1.18", "AW-1.19")
def test_office_quality_distribution_warehouses_and_ships(components: Components) -> None:
    assert set(components.office_cards) == set(GOODS)
    assert all(len(card.values) == 2 for card in components.quality_cards.values())
    assert all(card.values == (1, 2, 3, 4) for card in components.distribution_cards.values())
    assert {id: card.capacity for id, card in components.warehouses.items()} == {"W1": 2, "W2": 2, "WL": 4}
    assert components.constants.ready_ships == components.start.ships == 2


@pytest.mark.rule("AW-1.21", "AW-1.22")
def test_development_cards_are_of_thirteen_kinds_and_the_patrons_are_four_types(components: Components) -> None:
    assert {kind.number for kind in components.development_types.values()} == set(range(1, 14))
    patrons = [kind.good for kind in components.development_types.values() if kind.good]
    assert sorted(patrons) == sorted(GOODS)
    for card in components.development_cards.values():
        both = {card.front, card.back}
        assert not both & {"engineer", "patent", "large_warehouse"} or len(both) == 1


@pytest.mark.rule("AW-10.8", "AW-D.1")
@pytest.mark.parametrize(
    ("good", "start", "end", "crossed"),
    [
        ("clothes", 0, 4, 2),
        ("cutlery", 0, 3, 1),
        ("lamps", 0, 3, 1),
        ("food", 4, 0, -2),
        ("food", 2, 2, 0),
        ("food", 1, 2, 1),
        ("food", 2, 1, -1),
        ("food", 2, 3, 0),
    ],
)
def test_arrows_on_the_way_of_a_marker(good: str, start: int, end: int, crossed: int, components: Components) -> None:
    assert components.board(3).crossed(good, start, end) == crossed


def test_reconstructed_figures_say_why_and_where_to_look() -> None:
    marked = reconstructed(CONTENT)
    assert {"factories", "worker_cards", "market_board", "development_cards", "seats"} <= {row.path for row in marked}
    assert all(row.reason and row.look_at for row in marked)


@pytest.mark.parametrize(
    ("found", "instead", "named"),
    [
        ("appeal = 3, price = 2", "appeal = 3, price = 3", "table factories.food.I, field spaces"),
        ("goods = {I = 2, II = 3}", "goods = {II = 2, III = 3}", "table worker_cards.food[0], field goods"),
        ("Q1 = {values = [1, 2]}", "Q1 = {values = [2, 1]}", "table quality_cards.Q1, field values"),
        ('front = "broker"', 'front = "banker"', "table development_cards.DC15, field front"),
        ("base_size = {2 = 11", "base_size = {2 = 12", "table supply, field base_size"),
        ('card = "overtime"', 'card = "developer"', "table seats.2[1], field card"),
        ("funds = 50", 'funds = "fifty"', "table start, field funds"),
        ("machine_tokens = 1", "machine_tokens = 3", "table constants, field machine_tokens"),
        ("loan_tokens = 9", "loan_tokens = 9\nloan_colour = 1", "table constants, field loan_colour"),
        ("demand = {first = -3, last = 15}", "demand = {first = 2, last = 15}", "field demand_start"),
        ("food = [1, 3, 5, 7, 9, 11, 13]", "food = [1, 3, 5, 7, 9, 11, 15]", "field arrows"),
        ("shipping_penalty = [0, 1,", "shipping_penalty = [1,", "table player_board, field shipping_penalty"),
        ("broker = {number", "banker = {number", "table development_types, field"),
        ("goods = 1", "goods = -1", "table factories, field (none): must have no figure below 0"),
        ('shipping = {name = "Shipping", levels = [2', 'shipping = {name = "Shipping", levels = [0', "tracks.shipping"),
        ("W2 = {capacity = 2}", "W2 = {capacity = 0}", "table warehouses, field capacity"),
        ("supply_seats = 3", "supply_seats = 5", "table solo, field supply_seats"),
        ('path = "final_sale"', 'path = "final_sales"', "table reconstructed, field path"),
    ],
)
def test_a_wrong_figure_is_named_by_file_table_and_field(found: str, instead: str, named: str) -> None:
    text = CONTENT.decode()
    assert found in text
    with pytest.raises(WrongFigure) as refused:
        broken = text.replace(found, instead, 1).encode()
        parse(broken, "arkwright/components.toml", Components, check)
    assert "arkwright/components.toml" in str(refused.value)
    assert named in str(refused.value)


def test_rules_and_figures_know_each_other() -> None:
    """Tables that the catalogue names are in the figures."""
    catalogue = Path(domain.arkwright.__file__).with_name("rules.md").read_text(encoding="utf-8")
    named = {name.split(".")[0] for name in re.findall(r"`([a-z_.]+)`", catalogue)} - {"components"}
    fields = {"demand_start"}
    assert named - fields <= set(Components.__struct_fields__)
