"""The set-up of a game."""

from __future__ import annotations

from collections import Counter
from itertools import product

import msgspec
import pytest

from domain.arkwright.expert.card_pool import open_supply
from domain.arkwright.model.components import Components, figures
from domain.arkwright.model.facts import Started
from domain.arkwright.model.options import Options, objection
from domain.arkwright.setup import outcomes, setup, stated
from domain.game import Table
from domain.message import plain
from domain.verifiable_random import Misstated, Seeded, Stated
from tests.domain.arkwright.builder import corrected

SEED = b"arkwright" * 4
EXPERT = {
    "open_card_pool": True,
    "era_limits": True,
    "free_start": True,
    "no_ships_at_start": True,
    "buy_shares_at_start": True,
}


def started(seats: int, seed: bytes = SEED, **options: bool | str) -> Started:
    return setup(Table(seats=seats, options=options, figures=figures.current()), Seeded(seed))


@pytest.fixture
def components() -> Components:
    return figures.of(figures.current())


@pytest.mark.rule("AW-2.1")
def test_any_player_may_be_the_start_player() -> None:
    assert {started(4, bytes([number]) * 32).start_player for number in range(30)} == {0, 1, 2, 3}
    assert started(4, start_player="chance").players == started(4).players


@pytest.mark.rule("AW-2.1")
def test_the_start_player_can_be_chosen() -> None:
    games = [started(3, bytes([number]) * 32, start_player="2") for number in range(5)]
    assert {game.start_player for game in games} == {1}
    assert [awaited.seat for awaited in games[0].pending[:3]] == [1, 2, 0]
    assert "start player" not in outcomes(games[0])


@pytest.mark.rule("AW-2.1")
def test_the_start_player_has_a_seat_at_the_table() -> None:
    assert objection(Options(start_player="4"), 4) is None
    refused = objection(Options(start_player="4"), 3)
    assert refused is not None
    assert plain(refused) == "This table has no seat 4."


def test_options_from_before_the_choice_of_a_start_player_are_unchanged() -> None:
    before = msgspec.to_builtins(Options())
    assert "start_player" not in before
    assert msgspec.convert(before, Options) == Options()


@pytest.mark.rule("AW-1.1", "AW-2.2", "AW-2.6", "AW-2.8", "AW-2.15")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_all_players_start_with_fifty_pounds_ten_shares_and_two_ships(seats: int, components: Components) -> None:
    game = started(seats)
    assert len(game.players) == seats
    for player in game.players:
        assert (player.funds, player.shares, player.share_value, player.ships) == (50, 10, 10, 2)
        assert player.max_quality == 4
        assert sum(player.levels.values()) in (6, 7)
        assert player.warehouses == ("W1", "W2")


@pytest.mark.rule("AW-1.2", "AW-2.3", "AW-2.4", "AW-2.16")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_markers_start_where_the_board_says(seats: int, components: Components) -> None:
    game = started(seats)
    assert game.demand == components.board(seats).demand_start
    assert game.wage_space == 0
    assert game.neutral == ({"food": 3, "clothes": 3, "cutlery": 2, "lamps": 2} if seats == 2 else {})


@pytest.mark.rule("AW-2.7")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_supply_has_the_cards_for_so_many_players_less_the_bonuses(seats: int, components: Components) -> None:
    game = started(seats)
    held = [card for player in game.players for card in player.cards]
    assert len(game.supply) + len(held) == {2: 11, 3: 17, 4: 23}[seats]
    lying = [*((card.id, card.type) for card in game.supply), *((card.id, card.type) for card in held)]
    assert len({id for id, _ in lying}) == len(lying)
    assert all(components.development_cards[id].front == type for id, type in lying)


@pytest.mark.rule("AW-2.9", "AW-2.10", "AW-D.50")
def test_the_place_in_the_turn_order_gives_factories_and_a_bonus(components: Components) -> None:
    game = started(4)
    for place, row in enumerate(components.seats[4]):
        seat = (game.start_player + place) % 4
        player = game.players[seat]
        assert player.factories == row.factories
        assert {track for track, level in player.levels.items() if level == 2} == ({row.track} if row.track else set())
        assert [card.type for card in player.cards] == ([row.card] if row.card else [])
    asked = [(awaiting.kind, awaiting.seat) for awaiting in game.pending]
    assert asked[0] == ("supervisor", (game.start_player + 3) % 4)
    assert asked[1] == ("action", game.start_player)


@pytest.mark.rule("AW-2.10", "AW-19.22", "AW-19.25")
def test_a_bonus_card_always_has_the_same_contents() -> None:
    """The cards of the bonuses are reconstructed; their owners may correct them to any of the supply."""
    for card, quality, warehouses in (("engineer", 6, ("W1", "W2")), ("large_warehouse", 4, ("W1", "W2", "WL"))):
        table = Table(seats=2, figures=corrected('card = "overtime"', f'card = "{card}"'))
        players = setup(table, Seeded(bytes(8))).players
        (seated,) = (player for player in players if player.cards)
        assert (seated.max_quality, seated.warehouses) == (quality, warehouses)


@pytest.mark.rule("AW-E.2", "AW-E.3", "AW-E.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mixed_cards_lie_with_random_faces_and_no_type_too_often(seats: int, components: Components) -> None:
    seen: set[tuple[str, str]] = set()
    for number in range(40):
        game = started(seats, bytes([number]) * 32, open_card_pool=True, free_start=True)
        counts = Counter(card.type for card in game.supply)
        assert counts["entrepreneur"] == 1
        assert counts["engineer"] == counts["patent"] == seats - 1
        assert max(counts.values()) <= max(seats - 1, 1)
        assert len(game.supply) <= 1 + 2 * (seats - 1) + 4 * seats
        assert len({card.id for card in game.supply}) == len(game.supply)
        for card in game.supply:
            printed = components.development_cards[card.id]
            assert card.type in (printed.front, printed.back)
        seen |= {(card.id, card.type) for card in game.supply}
    assert {("DC11", "trading_office"), ("DC11", "patron_food")} <= seen


@pytest.mark.rule("AW-E.1", "AW-E.8", "AW-E.9", "AW-E.10", "AW-E.11")
def test_expert_players_choose_their_start() -> None:
    game = started(3, **EXPERT)
    first = game.start_player
    order = [first, (first + 1) % 3, (first + 2) % 3]
    assert all(not player.factories and not player.cards and player.ships == 0 for player in game.players)
    asked = [(awaiting.kind, awaiting.seat) for awaiting in game.pending]
    wanted = [("factory", seat) for seat in (*order, *reversed(order))]
    wanted += [("bonus", seat) for seat in reversed(order)] + [("shares", seat) for seat in order]
    assert asked[: len(wanted) + 1] == [*wanted, ("action", first)]


@pytest.mark.rule("AW-D.74")
def test_bonus_cards_are_set_aside_before_cards_are_mixed() -> None:
    game = started(4, open_card_pool=True)
    held = [card for player in game.players for card in player.cards]
    assert {card.type for card in held} == {"overtime", "supervisor"}
    assert not {card.id for card in held} & {*game.shuffled, *(card.id for card in game.supply)}


@pytest.mark.rule("AW-S.3", "AW-S.4", "AW-S.5", "AW-S.6", "AW-S.7", "AW-S.9", "AW-S.11")
def test_the_solo_game_lays_out_fifteen_cards_and_three_markers(components: Components) -> None:
    game = started(1)
    assert game.solo is not None
    assert [(automa.shares, automa.share_value, automa.appeal) for automa in game.solo.automas] == [(12, 12, {})] * 2
    assert game.demand == components.board(3).demand_start
    assert len(set(game.solo.display)) == 15 == len(game.supply)
    assert set(game.solo.display) < set(components.base_supply(3))
    assert sorted(game.solo.markers.values()) == [0, 5, 10]
    colours = [automa.colour for automa in game.solo.automas]
    assert Counter(game.solo.tracks.values()) == dict.fromkeys(colours, 2)
    for bag in game.solo.bags:
        assert Counter(bag) == {colours[0]: 3, colours[1]: 3, "purple": 2}
    assert [awaiting.kind for awaiting in game.pending[:4]] == ["factory", "factory", "bonus", "action"]


@pytest.mark.rule("AW-S.12", "AW-S.14")
def test_with_random_factories_the_automas_are_prepared_at_once(components: Components) -> None:
    game = started(1, random_factories=True)
    assert game.solo is not None
    assert game.players[0].factories == game.solo.factories[:2]
    assert game.demand == {"food": 3, "clothes": 3, "cutlery": 3, "lamps": 3}
    for automa in game.solo.automas:
        mine = {good for good, colour in game.solo.tracks.items() if colour == automa.colour}
        assert automa.appeal == {good: components.solo.start_appeal[good] for good in mine}
    assert game.pending[0].kind == "bonus"


@pytest.mark.rule("AW-S.2", "AW-D.75")
def test_the_solo_game_can_be_played_with_mixed_cards() -> None:
    game = started(1, open_card_pool=True)
    assert len(game.supply) == 15
    assert any(card.type == "engineer" for card in game.supply)


CASES = [
    (seats, pool, alone)
    for seats, pool, alone in product([1, 2, 3, 4], [False, True], [False, True])
    if not alone or seats == 1
]


@pytest.mark.parametrize(("seats", "pool", "alone"), CASES)
@pytest.mark.parametrize("given", ["chance", "1"])
def test_a_record_of_play_leads_to_the_same_start(seats: int, pool: bool, alone: bool, given: str) -> None:
    game = started(seats, open_card_pool=pool, random_factories=alone, start_player=given)
    table = Table(seats=seats, options=msgspec.to_builtins(game.options), figures=game.figures)
    assert setup(table, Stated(stated(outcomes(game)))) == game


@pytest.mark.parametrize(
    "chance",
    [
        {"start player": "0"},
        {"development cards": ["DC11"], "faces": []},
        {"development cards": ["DC11"], "faces": ["edge"]},
        {"faces": [1]},
    ],
)
def test_outcomes_with_another_structure_are_refused(chance: dict[str, object]) -> None:
    with pytest.raises(Misstated):
        stated(chance)


@pytest.mark.rule("AW-D.51")
def test_with_no_card_left_a_surplus_card_is_turned_or_left_out(components: Components) -> None:
    laid = open_supply(components, 2, ["DC12", "DC23", "DC08", "DC09"], ["front"] * 4)
    mixed = [(card.id, card.type) for card in laid if card.type not in ("entrepreneur", "engineer", "patent")]
    assert mixed == [("DC12", "overtime"), ("DC08", "large_warehouse"), ("DC23", "broker")]
