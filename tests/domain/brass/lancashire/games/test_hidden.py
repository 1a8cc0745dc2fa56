"""Section 16: open and hidden information."""

from collections import Counter
from itertools import islice

import pytest

from domain.brass.lancashire import ruleset
from domain.brass.lancashire.model.facts import EraBegan, MarketTurned, Started, TurnEnded
from domain.game import HIDDEN, legal_commands
from domain.verifiable_random import Seeded
from tests.domain.brass.lancashire.builder import DISTANT_MARKET, Game, Pass, Sell
from tests.domain.brass.lancashire.playing import moves, whole_game

VIEWERS = [0, 1, "spectator"]


@pytest.mark.rule("BL-16.1")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_only_the_owner_sees_a_hand_and_all_viewers_see_its_size(viewer):
    game = Game()
    seen = ruleset.view(game.state, viewer)
    for seat, player in enumerate(game.state.players):
        assert seen.players[seat].hand == (player.hand if seat == viewer else [HIDDEN] * len(player.hand))


@pytest.mark.rule("BL-16.2")
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("classic_deck", [False, True])
def test_face_down_cards_are_hidden_from_all_viewers(viewer, classic_deck):
    game = Game(3, classic_deck=classic_deck)
    seen = ruleset.view(game.state, viewer)
    for pile in ("deck", "set_aside", "market_tiles", "rail_market_tiles", "rail_deck", "boxed"):
        assert getattr(seen, pile) == [HIDDEN] * len(getattr(game.state, pile)), pile
    assert {card for hand in seen.rail_hands for card in hand} == {HIDDEN}
    assert ruleset.view(game.state, "auditor") == game.state


@pytest.mark.rule("BL-16.3", "BL-16.4", "BL-D.32")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_face_up_cards_are_visible(viewer):
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
def test_after_the_end_all_viewers_see_everything():
    game = Game(era="rail").last_round()
    game.end_round()
    assert ruleset.view(game.state, "auditor") == game.state


@pytest.mark.rule("BL-16.1", "BL-16.2", "BL-16.3")
def test_facts_are_veiled_like_positions():
    facts = whole_game(3, 3, classic_deck=True)
    at = facts[0]
    veiled = ruleset.veil(at, 1)
    assert veiled.hands == ((HIDDEN,) * 8, at.hands[1], (HIDDEN,) * 8)
    piles = ("deck", "set_aside", "market_tiles", "rail_deck", "rail_market_tiles", "boxed")
    for pile in piles:
        assert getattr(veiled, pile) == (HIDDEN,) * len(getattr(at, pile)), pile
    drawn = next(fact for fact in facts if isinstance(fact, TurnEnded) and fact.drawn)
    assert ruleset.veil(drawn, drawn.seat) == drawn
    for other in ({0, 1, 2} - {drawn.seat}) | {"spectator"}:
        assert ruleset.veil(drawn, other).drawn == (HIDDEN,) * len(drawn.drawn)
    began = next(fact for fact in facts if isinstance(fact, EraBegan))
    assert ruleset.veil(began, 2).hands == ((HIDDEN,) * 8, (HIDDEN,) * 8, began.hands[2])
    for fact in facts:
        assert ruleset.veil(fact, "auditor") == fact
        if not isinstance(fact, Started | TurnEnded | EraBegan):
            assert ruleset.veil(fact, "spectator") == fact


def test_exactly_the_drawn_cards_and_turned_tiles_are_revealed():
    facts = [fact for seed in (4, 5) for fact in whole_game(3, seed)]
    revealing = {type(fact) for fact in facts if ruleset.reveals(fact)}
    assert revealing == {Started, TurnEnded, EraBegan, MarketTurned}
    assert not any(ruleset.reveals(fact) for fact in facts if isinstance(fact, TurnEnded) and not fact.drawn)


@pytest.mark.rule("BL-16.2")
@pytest.mark.parametrize("options", [{}, {"classic_deck": True}])
@pytest.mark.parametrize("viewer", VIEWERS)
def test_an_imagined_world_has_the_same_cards_and_tiles(viewer, options):
    for state, *_ in islice(moves(3, 6, **options), 0, None, 15):
        imagined = ruleset.reimagine(state, viewer, Seeded(b"another"))
        assert pieces(imagined) == pieces(state)


def pieces(state):
    """Return all cards and distant-market tiles of a position, including those of the coming rail era."""
    now = Counter((*state.deck, *state.set_aside))
    for player in state.players:
        now.update((*player.hand, *player.discards))
    later = Counter(card for pile in (*state.rail_hands, state.rail_deck) for card in pile)
    (now if state.era == "rail" else later).update(state.boxed)
    return now, later, Counter((*state.market_tiles, *state.market_turned)), Counter(state.rail_market_tiles)


def test_an_imagined_world_can_be_played_to_its_end():
    for seats, seed in ((2, 1), (3, 2), (4, 3)):
        true, *_ = next(islice(moves(seats, seed), 50, None))
        state = ruleset.reimagine(true, 0, Seeded(b"another"))
        while not state.finished:
            seat = ruleset.to_act(state)[0].seat
            for fact in ruleset.decide(state, seat, next(legal_commands(ruleset, state, seat))):
                ruleset.apply(state, fact)
        assert state.finished
