"""Conservation of pieces and money at every event of random games."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.brass.birmingham import ruleset
from domain.brass.birmingham.model.facts import Built, EraBegan, Linked, LoanTaken, Sold
from tests.domain.brass import conservation
from tests.domain.brass.birmingham.builder import components
from tests.domain.brass.birmingham.playing import moves, replay, whole_game

GAMES = st.tuples(st.sampled_from([2, 3, 4]), st.integers(0, 10**6), st.booleans())
WILD = ("wild_location", "wild_industry")
FEW = settings(max_examples=8)


class Books(conservation.Books):
    """The books of Brass: Birmingham: merchants' barrels and bonuses besides."""

    def pieces(self, state):
        barrels = sum(merchant.barrel for merchant in state.merchants.values())
        return super().pieces(state) + Counter(barrels=barrels)

    def taken(self, fact):
        match fact:
            case Linked():
                return super().taken(fact) | {"barrels": [fact.beer] if fact.beer else []}
            case Sold():
                return {"barrels": [taken for sale in fact.sales for taken in sale.beer]}
        return super().taken(fact)

    def brought(self, fact, before):
        gain = super().brought(fact, before)
        if isinstance(fact, EraBegan):
            gain["barrels"] += len(fact.barrels)
        return gain

    def gain(self, fact):
        match fact:
            case Sold():
                return sum(sale.bonus.money for sale in fact.sales if sale.bonus)
            case LoanTaken():
                return 30
        return super().gain(fact)

    def boxed(self, fact, before):
        if isinstance(fact, Sold):
            bonuses = [sale.bonus for sale in fact.sales if sale.bonus and sale.bonus.developed]
            return [(fact.seat, bonus.developed.industry) for bonus in bonuses]
        return super().boxed(fact, before)


BOOKS = Books(ruleset, components)


@FEW
@given(GAMES)
@pytest.mark.rule("BB-1.14", "BB-2.17", "BB-5.7")  # money
@pytest.mark.rule("BB-8.14", "BB-9.7", "BB-10.10", "BB-13.5", "BB-13.6", "BB-14.10", "BB-25.10", "BB-25.13")  # pieces
@pytest.mark.rule("BB-3.2", "BB-14.11", "BB-17.15", "BB-24.9", "BB-25.10", "BB-25.11")  # tiles
@pytest.mark.rule("BB-2.6", "BB-4.3", "BB-4.4", "BB-4.8", "BB-22.2", "BB-25.14")  # cards
@pytest.mark.rule("BB-4.15", "BB-28.9")  # the end
def test_money_pieces_tiles_and_cards_balance_in_a_whole_game(game):
    """One game serves all the checks, since it takes longer to play than to check."""
    seats, seed, introductory = game
    facts = whole_game(seats, seed, introductory=introductory)
    BOOKS.check_money(facts)
    BOOKS.check_pieces(facts)
    BOOKS.check_tiles(facts)
    check_cards(facts, seats)
    check_end(facts, seats, introductory)


def check_cards(facts, seats):
    """Every card is in the deck, in a hand or with a player's used cards; the wild ones may also lie open."""
    deck = Counter(components.deck(seats))
    for state, _, _, _ in BOOKS.events(facts):
        cards = Counter(state.deck)
        for player in state.players:
            cards.update([*player.hand, *player.discards, *player.face_down])
            assert len(player.hand) <= 8
        assert cards["wild_location"] + state.wild_location == 4
        assert cards["wild_industry"] + state.wild_industry == 4
        for wild in WILD:
            del cards[wild]
        assert cards == deck


def check_end(facts, seats, introductory):
    """The game ends after its last round, with all cards played."""
    state = replay(facts)
    assert state.finished
    assert state.round == components.constants.rounds_per_era[seats]
    assert state.era == ("canal" if introductory else "rail")
    assert not state.deck and not any(player.hand for player in state.players)


def test_games_by_chance_are_lively_enough_to_prove_something():
    kinds = Counter(type(fact).__name__ for seed in range(12) for fact in whole_game(2 + seed % 3, seed))
    assert all(kinds[name] > 0 for name in ("Built", "Linked", "Developed", "Sold", "LoanTaken", "Scouted", "Passed"))
    assert kinds["TileRemoved"] > 0 or kinds["ShortfallSettled"] > 0
    built = [fact for seed in range(12) for fact in whole_game(2 + seed % 3, seed) if isinstance(fact, Built)]
    assert any(fact.replaced for fact in built)
    assert any(fact.flip for fact in built)


def test_a_random_game_matches_its_facts():
    assert tuple(fact for *_, facts in moves(3, 5) for fact in facts) == whole_game(3, 5)[1:]
