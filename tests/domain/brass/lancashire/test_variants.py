"""The variants (BL-V)."""

import pytest

from domain.brass.lancashire import ruleset
from domain.brass.lancashire.model.facts import EraScored, GameEnded, IncomePaid, IntroductoryScored, MoneyScored
from tests.domain.brass.lancashire.builder import Build, Game, Loan, Network, components, started


@pytest.mark.rule("BL-V.1", "BL-D.8")
@pytest.mark.parametrize("virtual_link", [False, True])
def test_a_network_in_liverpool_allows_an_industry_card_in_birkenhead(virtual_link):
    game = Game(era="rail", virtual_link=virtual_link).hand("shipyard").mat("shipyard", 2)
    game.tile("liverpool/0", "port", 2).tile("ellesmere_port/0", "port", 2, owner=1)
    game.links("birkenhead-ellesmere_port", owner=1)
    yard = Build(card="shipyard", industry="shipyard", slot="birkenhead/0", coal=("market",), iron=("market",))
    if virtual_link:
        game.play(yard)
    else:
        game.refuse("BL-8.2", yard)


@pytest.mark.rule("BL-V.1")
def test_no_coal_travels_over_the_virtual_link_and_it_scores_nothing():
    game = Game(era="rail", virtual_link=True).hand("shipyard").mat("shipyard", 2).tile("liverpool/0", "port", 2)
    game.tile("wigan/0", "coal_mine", 2, cubes=3).links("liverpool-wigan")
    yard = Build(card="shipyard", industry="shipyard", slot="birkenhead/0", coal=("wigan/0",), iron=("market",))
    game.refuse("BL-6.9", yard)
    facts = game.last_round().end_round()
    assert next(fact for fact in facts if isinstance(fact, EraScored)).links == {"liverpool-wigan": 0}


@pytest.mark.rule("BL-V.2")
@pytest.mark.parametrize(("seats", "aside", "boxed", "rounds"), [(3, 9, 6, 10), (4, 6, 2, 8)])
def test_all_66_cards_are_played_with(seats, aside, boxed, rounds):
    start = started(seats, classic_deck=True)
    cards = sum(map(len, start.hands)) + len(start.deck)
    assert (cards + len(start.set_aside), len(start.set_aside), len(start.boxed)) == (66, aside, boxed)
    assert sum(map(len, start.rail_hands)) + len(start.rail_deck) == 66 - boxed
    game = Game.from_the_start(seats, classic_deck=True)
    seen = set()
    while not game.state.finished:
        seen.add((game.state.era, game.state.round))
        game.pass_turn()
    assert seen == {(era, number) for era in ("canal", "rail") for number in range(1, rounds + 1)}


@pytest.mark.rule("BL-V.2", "BL-13.5")
def test_loans_end_with_the_deck_of_the_classic_game_too():
    game = Game(3, "rail", classic_deck=True).hand("port")
    game.state.round = 6
    assert Loan(card="port", money=10) in game.offered()
    game.state.round = 7
    game.refuse("BL-13.5", Loan(card="port", money=10))


@pytest.mark.rule("BL-V.2")
def test_the_classic_deck_is_not_for_two():
    options = ruleset.options(classic_deck=True)
    assert ruleset.objection(options, 2) is not None
    assert [ruleset.objection(options, seats) for seats in (3, 4)] == [None, None]
    assert ruleset.objection(ruleset.options(), 2) is None


@pytest.mark.rule("BL-V.3", "BL-4.6")
def test_the_introductory_game_ends_with_the_canal_era():
    game = Game(introductory_game=True).money(31).money(100, seat=1).income_space(17).income_space(6, seat=1)
    game.tile("colne/0", "cotton_mill", 2, flipped=True).tile("colne/1", "cotton_mill", 1, flipped=True)
    game.tile("burnley/0", "cotton_mill", 3, owner=1, flipped=True)
    facts = game.last_round().end_round()
    assert [type(fact) for fact in facts[1:]] == [EraScored, IntroductoryScored, GameEnded]
    extra = facts[2]
    assert (extra.money, extra.income, extra.tiles) == ((7, 15), (4, -4), {"colne/0": 5, "burnley/0": 9})
    assert [player.points for player in game.state.players] == [10 + 7 + 4 + 5, 9 + 15 - 4 + 9]
    assert IncomePaid not in [type(fact) for fact in facts]
    assert game.state.finished


@pytest.mark.rule("BL-V.4", "BL-D.6")
def test_without_cash_scoring_money_is_worth_nothing():
    game = Game(era="rail", no_cash_scoring=True).money(200).money(90, seat=1).last_round()
    assert MoneyScored not in [type(fact) for fact in game.end_round()]
    assert ruleset.standing(game.state).points == [0, 0]
    assert ruleset.standing(game.state).finished


@pytest.mark.rule("BL-V.5", "BL-D.29")
@pytest.mark.parametrize(("classic", "vp"), [(False, 5), (True, 3)])
def test_cotton_mills_of_level_1(classic, vp):
    game = Game(classic_cotton_mill_1=classic).tile("colne/0", "cotton_mill", 1, flipped=True)
    game.tile("colne/1", "cotton_mill", 2, owner=1, flipped=True)
    scored = next(fact for fact in game.last_round().end_round() if isinstance(fact, EraScored))
    assert scored.points == (vp, 5)


@pytest.mark.rule("BL-V.6")
def test_every_number_of_players_has_the_same_board():
    """Two play with the money, the cards and the distant-market tiles of this edition, not of the alternate map."""
    assert [started(seats).money for seats in (2, 3, 4)] == [30, 30, 30]
    assert [len(started(seats).market_tiles) for seats in (2, 3, 4)] == [8, 10, 12]
    lines = {line.id for line in components.lines_of["canal"]}
    for seats in (2, 3, 4):
        game = Game(seats).hand("port", seat=0).links("colne-yorkshire", "lancaster-preston")
        assert {line for line in lines if Network(card="port", links=(line,)) in game.offered()} == {
            "burnley-colne",
            "fleetwood-preston",
            "preston-wigan",
            "rochdale-yorkshire",
        }
