"""Conservation of pieces and money at every event of random games."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.brass.lancashire import ruleset
from domain.brass.lancashire.model.facts import Built, TurnOrderSet
from domain.brass.lancashire.model.state import Options
from domain.brass.lancashire.variants import cards_in_play, components_of
from tests.domain.brass.conservation import Books
from tests.domain.brass.lancashire.builder import components
from tests.domain.brass.lancashire.playing import moves, replay, whole_game

OPTIONS = [{}, {"introductory_game": True}, {"classic_deck": True}, {"virtual_link": True}]
GAMES = st.tuples(st.sampled_from([2, 3, 4]), st.integers(0, 10**6), st.sampled_from(OPTIONS)).filter(
    lambda game: game[0] > 2 or "classic_deck" not in game[2]
)
FEW = settings(max_examples=8)
BOOKS = Books(ruleset, components)


@FEW
@given(GAMES)
@pytest.mark.rule("BL-1.10", "BL-3.11", "BL-4.12", "BL-7.5")  # money
@pytest.mark.rule("BL-1.9", "BL-6.15", "BL-8.16", "BL-9.3")  # pieces
@pytest.mark.rule("BL-8.24", "BL-9.7", "BL-10.10", "BL-11.2", "BL-15.6")  # tiles
@pytest.mark.rule("BL-2.4", "BL-2.6", "BL-12.7", "BL-15.9")  # cards
@pytest.mark.rule("BL-3.2", "BL-3.14", "BL-15.1")  # the end
def test_money_pieces_tiles_and_cards_balance_in_a_whole_game(game):
    """One game serves all the checks, since it takes longer to play than to check."""
    seats, seed, options = game
    facts = whole_game(seats, seed, **options)
    BOOKS.check_money(facts)
    BOOKS.check_pieces(facts)
    BOOKS.check_tiles(facts)
    check_cards_and_market_tiles(facts, seats, options)
    check_end(facts, seats)


def check_cards_and_market_tiles(facts, seats, options):
    """Every card and every market tile is somewhere."""
    for state, _, _, _ in BOOKS.events(facts):
        figures = components_of(state)
        cards = Counter((*state.deck, *state.set_aside))
        for player in state.players:
            cards.update((*player.hand, *player.discards))
            assert len(player.hand) <= 8
        if state.era == "rail":
            cards.update(state.boxed)
        assert cards == Counter(cards_in_play(figures, Options(**options), seats))
        assert sorted((*state.market_tiles, *state.market_turned)) == sorted(figures.market_tiles(seats))
        assert 0 <= state.market_space <= figures.last_market_space


def check_end(facts, seats):
    """The game ends after its last round, with all cards played."""
    state = replay(facts)
    assert state.finished
    assert state.round == components_of(state).constants.rounds_per_era[seats]
    assert state.era == ("canal" if state.options.introductory_game else "rail")
    assert not state.deck
    assert not any(player.hand for player in state.players)


@pytest.mark.rule("BL-4.8", "BL-4.14")
def test_no_position_shows_income_of_a_seat_after_a_shortfall():
    waited = 0
    for seed in range(12):
        money = []
        for state, fact, before, after in BOOKS.events(whole_game(2 + seed % 3, seed)):
            money = before["money"] if isinstance(fact, TurnOrderSet) else money
            if state.shortfalls:
                place = state.turn_order.index(state.shortfalls[0].seat)
                later = state.turn_order[place + 1 :]
                waited += len(later)
                assert [after["money"][seat] for seat in later] == [money[seat] for seat in later]
                assert (state.income_due or []) == later
    assert waited


def test_games_by_chance_are_lively_enough_to_prove_something():
    facts = [fact for seed in range(12) for fact in whole_game(2 + seed % 3, seed)]
    kinds = Counter(type(fact).__name__ for fact in facts)
    for name in ("Built", "Linked", "Developed", "Sold", "SoldOn", "MarketTurned", "SellingStopped", "LoanTaken"):
        assert kinds[name] > 0, name
    assert kinds["TileRemoved"] + kinds["ShortfallSettled"] > 0
    built = [fact for fact in facts if isinstance(fact, Built)]
    assert any(fact.replaced for fact in built)
    assert any(fact.second_card for fact in built)
    assert any(fact.flip for fact in built)


def test_a_random_game_matches_its_facts():
    assert tuple(fact for *_, facts in moves(3, 5) for fact in facts) == whole_game(3, 5)[1:]
