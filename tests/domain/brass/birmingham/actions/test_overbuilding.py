"""Section 14: overbuilding."""

import pytest

from domain.brass.birmingham import ruleset
from domain.brass.model.state import Tile
from tests.domain.brass.birmingham.builder import Build, Game, Pass


def mine(card="dudley", slot="dudley/0", iron=()):
    return Build(card=card, industry="coal_mine", slot=slot, iron=iron)


@pytest.mark.rule("BB-14.1", "BB-14.11")
def test_a_higher_tile_replaces_a_lower_one_of_the_same_industry():
    game = Game().hand("dudley").mat("coal_mine", 2).tile("dudley/0", "coal_mine", 1, cubes=2)
    fact = game.play(mine())
    assert fact.replaced == Tile(0, "coal_mine", 1, 2)
    assert game.state.board["dudley/0"] == Tile(0, "coal_mine", 2, 3)
    assert game.player().mat["coal_mine"] == []


@pytest.mark.rule("BB-14.1")
def test_another_industry_replaces_nothing():
    game = Game(era="rail").hand("cannock").mat("coal_mine", 2).tile("cannock/0", "manufacturer", 1)
    game.refuse("BB-14.1", mine("cannock", "cannock/0"))


@pytest.mark.rule("BB-14.2")
@pytest.mark.parametrize("old", [2, 3])
def test_the_level_must_be_strictly_higher(old):
    game = Game(era="rail").hand("dudley").mat("coal_mine", 2).tile("dudley/0", "coal_mine", old, cubes=1)
    game.refuse("BB-14.2", mine())


@pytest.mark.rule("BB-14.3")
def test_card_era_cost_and_completion_apply():
    game = Game(era="rail").hand("stone", "dudley").tile("dudley/0", "coal_mine", 1, cubes=2).mat("coal_mine", 2)
    game.links("birmingham-dudley", "birmingham-oxford").markets(coal=13)
    game.refuse("BB-11.3", mine("stone"))
    game.money(6)
    game.refuse("BB-1.14", mine())
    game.money(7)
    assert game.play(mine()).moved == (1,)
    canal = Game().hand("nuneaton").mat("brewery", 4).tile("nuneaton/0", "brewery", 3, cubes=1)
    canal.refuse("BB-12.3", Build(card="nuneaton", industry="brewery", slot="nuneaton/0", iron=("market",)))


@pytest.mark.rule("BB-14.4", "BB-D.22")
def test_overbuilding_or_an_empty_slot_is_a_free_choice():
    game = Game(era="rail").hand("cannock").mat("coal_mine", 3).tile("cannock/0", "coal_mine", 2, cubes=1)
    slots = {command.slot for command in game.offered() if isinstance(command, Build)}
    assert {"cannock/0", "cannock/1"} <= slots
    game.play(mine("cannock", "cannock/0", ("market",)))


@pytest.mark.rule("BB-14.5")
@pytest.mark.parametrize(
    ("industry", "slot", "sources"),
    [
        ("cotton_mill", "worcester/0", {"coal": ("market",)}),
        ("manufacturer", "coventry/1", {"iron": ("market",)}),
        ("pottery", "coventry/0", {"coal": ("market",)}),
        ("coal_mine", "coventry/1", {}),
        ("iron_works", "coventry/2", {"coal": ("market",)}),
        ("brewery", "nuneaton/0", {"iron": ("market",)}),
    ],
)
@pytest.mark.parametrize("flipped", [False, True])
def test_of_ones_own_tiles_any_industry_flipped_or_not(industry, slot, sources, flipped):
    card = slot.split("/")[0]
    game = Game(era="rail").hand(card).mat(industry, 2).tile(slot, industry, 1, flipped=flipped)
    game.links("gloucester-worcester", "birmingham-coventry", "birmingham-oxford", "coventry-nuneaton")
    game.play(Build(card=card, industry=industry, slot=slot, **sources))
    assert game.state.board[slot].level == 2
    assert game.state.board[slot].owner == 0


@pytest.mark.rule("BB-14.6", "BB-D.23")
def test_in_the_canal_era_ones_own_single_tile_may_be_replaced():
    game = Game().hand("dudley").mat("coal_mine", 2).tile("dudley/0", "coal_mine", 1, flipped=True)
    game.play(mine())


@pytest.mark.rule("BB-14.7")
@pytest.mark.parametrize("industry", ["brewery", "cotton_mill"])
def test_of_opponents_only_mines_and_works(industry):
    game = Game(era="rail").hand("stone").mat(industry, 2).tile("stone/0", industry, 1, owner=1)
    game.links("stafford-stone", "stoke_on_trent-stone", "stoke_on_trent-warrington").markets(coal=0, iron=0)
    sources = {"iron": ("market",)} if industry == "brewery" else {"coal": ("market",)}
    game.refuse("BB-14.7", Build(card="stone", industry=industry, slot="stone/0", **sources))


@pytest.mark.rule("BB-14.7", "BB-14.8")
def test_an_opponents_mine_only_when_no_coal_is_left_anywhere():
    game = Game(era="rail").hand("dudley").mat("coal_mine", 2).tile("dudley/0", "coal_mine", 1, owner=1, flipped=True)
    game.markets(coal=1)
    game.refuse("BB-14.8", mine())
    game.markets(coal=0).tile("leek/1", "coal_mine", 2, owner=0, cubes=1)
    game.refuse("BB-14.8", mine())
    game.tile("leek/1", "coal_mine", 2, owner=0, flipped=True).markets(iron=10)
    game.tile("redditch/1", "iron_works", 2, cubes=3)
    game.play(mine())
    assert game.state.board["dudley/0"] == Tile(0, "coal_mine", 2, 3)


@pytest.mark.rule("BB-14.7", "BB-14.8")
def test_an_opponents_works_only_when_no_iron_is_left_anywhere():
    game = Game(era="rail").hand("dudley").mat("iron_works", 2).tile("dudley/1", "iron_works", 1, owner=1, flipped=True)
    game.tile("dudley/0", "coal_mine", 2, owner=1, cubes=2)
    works = Build(card="dudley", industry="iron_works", slot="dudley/1", coal=("dudley/0",))
    game.refuse("BB-14.8", works)
    game.markets(iron=0)
    fact = game.play(works)
    assert fact.moved == (5, 5, 4, 4)


@pytest.mark.rule("BB-14.9", "BB-D.23")
def test_an_opponents_tile_in_the_canal_era_only_without_another_own_tile_there():
    game = Game().hand("coalbrookdale").mat("coal_mine", 2).markets(coal=0)
    game.tile("coalbrookdale/2", "coal_mine", 1, owner=1, flipped=True).tile("coalbrookdale/0", "brewery", 1, cubes=1)
    game.refuse("BB-14.9", mine("coalbrookdale", "coalbrookdale/2"))
    del game.state.board["coalbrookdale/0"]
    game.play(mine("coalbrookdale", "coalbrookdale/2"))


@pytest.mark.rule("BB-14.10", "BB-D.24")
def test_cubes_and_barrels_on_the_replaced_tile_go_to_the_supply():
    game = Game(era="rail").hand("dudley", "stone").mat("coal_mine", 3).tile("dudley/0", "coal_mine", 2, cubes=3)
    game.mat("brewery", 3).tile("stone/0", "brewery", 2, cubes=2)
    game.play(mine(iron=("market",)))
    assert game.state.board["dudley/0"].cubes == 4
    assert game.state.coal_market == 13
    game.play(Build(card="stone", industry="brewery", slot="stone/0", iron=("market",)))
    assert game.state.board["stone/0"].cubes == 2


@pytest.mark.rule("BB-14.10", "BB-13.1")
def test_the_replaced_works_give_no_iron_any_more():
    game = Game(era="rail").hand("dudley").mat("iron_works", 2).tile("dudley/1", "iron_works", 1, cubes=2)
    game.tile("dudley/0", "coal_mine", 2, owner=1, cubes=1)
    fact = game.play(Build(card="dudley", industry="iron_works", slot="dudley/1", coal=("dudley/0",)))
    assert fact.replaced.cubes == 2
    assert game.state.board["dudley/1"].cubes == 2
    assert game.state.iron_market == 10


@pytest.mark.rule("BB-14.11", "BB-14.12", "BB-14.13")
def test_the_replaced_tile_scores_no_more_but_what_it_brought_is_kept():
    game = Game(era="rail").hand("dudley", "stone").mat("coal_mine", 2).markets(coal=0)
    game.tile("dudley/0", "coal_mine", 1, owner=1, flipped=True).income_space(14, seat=1)
    game.player(1).points = 6
    mat_before = list(game.player(1).mat["coal_mine"])
    game.play(mine())
    game.play(Pass(card="stone"))
    assert game.player(1).income_space == 14
    assert game.player(1).points == 6
    assert game.player(1).money == 200
    assert game.player(1).mat["coal_mine"] == mat_before
    game.last_round()
    game.end_round()
    assert ruleset.standing(game.state).points == [0, 6]


@pytest.mark.rule("BB-14.14", "BB-D.25")
@pytest.mark.parametrize("card", ["coal_mine", "wild_industry"])
def test_with_nothing_on_the_board_an_industry_card_does_not_overbuild(card):
    game = Game().hand(card).mat("coal_mine", 2).markets(coal=0)
    game.tile("dudley/0", "coal_mine", 1, owner=1, flipped=True)
    game.refuse("BB-14.14", mine(card))


@pytest.mark.rule("BB-D.25")
@pytest.mark.parametrize("card", ["dudley", "wild_location"])
def test_with_nothing_on_the_board_a_location_card_does(card):
    game = Game().hand(card).mat("coal_mine", 2).markets(coal=0)
    game.tile("dudley/0", "coal_mine", 1, owner=1, flipped=True)
    game.play(mine(card))
