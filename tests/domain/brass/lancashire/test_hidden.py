"""Rules 16: what is open and what is hidden."""

import pytest

from domain.brass.lancashire import ruleset
from domain.game import HIDDEN
from tests.domain.brass.lancashire.builder import DISTANT_MARKET, Game, Pass, Sell

VIEWERS = [0, 1, "spectator"]


@pytest.mark.rule("BL-16.1")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_hand_is_its_owners_and_its_size_everybodys(viewer):
    game = Game()
    seen = ruleset.view(game.state, viewer)
    for seat, player in enumerate(game.state.players):
        assert seen.players[seat].hand == (player.hand if seat == viewer else [HIDDEN] * len(player.hand))


@pytest.mark.rule("BL-16.2")
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("classic_deck", [False, True])
def test_nobody_knows_what_lies_face_down(viewer, classic_deck):
    game = Game(3, classic_deck=classic_deck)
    seen = ruleset.view(game.state, viewer)
    for pile in ("deck", "set_aside", "market_tiles", "rail_market_tiles", "rail_deck", "boxed"):
        assert getattr(seen, pile) == [HIDDEN] * len(getattr(game.state, pile)), pile
    assert {card for hand in seen.rail_hands for card in hand} == {HIDDEN}
    assert ruleset.view(game.state, "auditor") == game.state


@pytest.mark.rule("BL-16.3", "BL-16.4", "BL-D.32")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_lies_face_up_is_open(viewer):
    game = Game().hand("port", "wigan").tile("colne/0", "cotton_mill").links("colne-yorkshire").distant_market(2)
    game.play(Sell(card="port", slot="colne/0", to=DISTANT_MARKET))
    game.play(Pass(card="wigan"))
    seen = ruleset.view(game.state, viewer)
    assert seen.market_turned == ["2"]
    assert seen.players[0].discards == ["port", "wigan"]
    assert (seen.board, seen.links, seen.market_space) == (game.state.board, game.state.links, 2)
    assert (seen.coal_market, seen.iron_market) == (game.state.coal_market, game.state.iron_market)
    for shown, true in zip(seen.players, game.state.players, strict=True):
        assert (shown.money, shown.spent, shown.income_space, shown.points) == (
            true.money,
            true.spent,
            true.income_space,
            true.points,
        )
        assert (shown.mat, shown.links_left) == (true.mat, true.links_left)


@pytest.mark.rule("BL-16.1", "BL-16.2")
def test_all_is_open_when_the_game_is_over():
    game = Game(era="rail").last_round()
    game.end_round()
    assert ruleset.view(game.state, "spectator") == game.state
