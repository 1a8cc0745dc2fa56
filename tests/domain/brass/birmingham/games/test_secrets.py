"""Views of each viewer, and imagined worlds that a viewer cannot tell from the true one."""

from collections import Counter
from itertools import islice

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.brass.birmingham import ruleset
from domain.brass.birmingham.model.facts import EraBegan, Started, TurnEnded
from domain.game import HIDDEN, legal_commands
from domain.verifiable_random import Seeded
from tests.domain.brass.birmingham.builder import Game, Pass, Scout, components, started
from tests.domain.brass.birmingham.playing import moves, replay, whole_game

SEEDS = st.tuples(st.sampled_from([2, 3, 4]), st.integers(0, 10**6))
FEW = settings(max_examples=6)


def viewers(state):
    return [*range(len(state.players)), "spectator", "auditor"]


@pytest.mark.rule("BB-4.9", "BB-3.6", "BB-3.7")
def test_a_seat_sees_its_own_hand_and_face_down_card_only():
    game = Game(3)
    seen = ruleset.view(game.state, 1)
    assert seen.players[1].hand == game.player(1).hand
    assert seen.players[1].face_down == game.player(1).face_down
    for other in (0, 2):
        assert seen.players[other].hand == [HIDDEN] * 8
        assert seen.players[other].face_down == [HIDDEN]
    assert seen.deck == [HIDDEN] * len(game.state.deck)
    assert seen.rail_deck == [HIDDEN] * 30
    assert seen.rail_hands == [[HIDDEN] * 8] * 3


def test_a_spectator_sees_no_hand_and_the_auditor_everything():
    game = Game(3)
    assert all(player.hand == [HIDDEN] * 8 for player in ruleset.view(game.state, "spectator").players)
    assert ruleset.view(game.state, "auditor") == game.state


@pytest.mark.rule("BB-22.2", "BB-4.9")
def test_wild_cards_in_a_hand_stay_visible_and_come_first():
    game = Game()
    game.play(Scout(cards=tuple(game.player().hand[:3])))
    game.play(Pass(card=game.player().hand[0]))
    assert ruleset.view(game.state, 1).players[0].hand == ["wild_industry", "wild_location", *[HIDDEN] * 4]


def test_a_view_is_a_copy():
    game = Game()
    for viewer in viewers(game.state):
        seen = ruleset.view(game.state, viewer)
        seen.players[0].hand.clear()
        seen.board["dudley/0"] = None
    assert len(game.player().hand) == 8
    assert game.state.board == {}


def test_after_the_end_everything_is_open():
    game = Game(era="rail").last_round()
    game.end_round()
    assert ruleset.view(game.state, "spectator") == game.state


def test_facts_are_veiled_like_positions():
    facts = whole_game(3, 3)
    at = facts[0]
    veiled = ruleset.veil(at, 1)
    assert veiled.hands == ((HIDDEN,) * 8, at.hands[1], (HIDDEN,) * 8)
    assert veiled.face_down == (HIDDEN, at.face_down[1], HIDDEN)
    assert set(veiled.deck) | set(veiled.rail_deck) | {card for hand in veiled.rail_hands for card in hand} == {HIDDEN}
    drawn = next(fact for fact in facts if isinstance(fact, TurnEnded) and fact.drawn)
    assert ruleset.veil(drawn, drawn.seat) == drawn
    for other in ({0, 1, 2} - {drawn.seat}) | {"spectator"}:
        assert set(ruleset.veil(drawn, other).drawn) == {HIDDEN}
        assert len(ruleset.veil(drawn, other).drawn) == len(drawn.drawn)
    began = next(fact for fact in facts if isinstance(fact, EraBegan))
    assert ruleset.veil(began, 2).hands == ((HIDDEN,) * 8, (HIDDEN,) * 8, began.hands[2])
    for fact in facts:
        assert ruleset.veil(fact, "auditor") == fact
        if not isinstance(fact, Started | TurnEnded | EraBegan):
            assert ruleset.veil(fact, "spectator") == fact


def test_exactly_the_drawn_cards_are_revealed():
    facts = whole_game(2, 4)
    revealing = [fact for fact in facts if ruleset.reveals(fact)]
    assert {type(fact) for fact in revealing} == {Started, TurnEnded, EraBegan}
    assert all(fact.drawn for fact in revealing if isinstance(fact, TurnEnded))
    assert any(not fact.drawn for fact in facts if isinstance(fact, TurnEnded))


@FEW
@given(SEEDS, st.binary(min_size=1, max_size=4))
def test_an_imagined_world_looks_the_same_and_has_the_same_cards(game, seed):
    for number, (state, seat, _, _) in enumerate(moves(*game)):
        if number % 17:
            continue
        for viewer in viewers(state):
            seen = ruleset.view(state, viewer)
            imagined = ruleset.reimagine(state, viewer, Seeded(seed))
            assert ruleset.view(imagined, viewer) == seen
            assert imagined == ruleset.reimagine(seen, viewer, Seeded(seed))
            assert HIDDEN not in msgspec.json.encode(imagined).decode()
            assert cards(imagined) == cards(state)
        offered = set(legal_commands(ruleset, ruleset.reimagine(state, seat, Seeded(seed)), seat))
        assert offered == set(legal_commands(ruleset, ruleset.view(state, seat), seat))


def cards(state):
    """Return all cards of a position, including those of the coming rail era."""
    now = Counter(state.deck)
    for player in state.players:
        now.update([*player.hand, *player.discards, *player.face_down])
    later = Counter(card for pile in (*state.rail_hands, state.rail_deck) for card in pile)
    return now, later


def test_an_imagined_world_can_be_played_to_its_end():
    for seats, seed in ((2, 1), (3, 2), (4, 3)):
        true, *_ = next(islice(moves(seats, seed), 50, None))
        state = ruleset.reimagine(true, 0, Seeded(b"another"))
        while not state.finished:
            seat = ruleset.to_act(state)[0].seat
            command = next(legal_commands(ruleset, state, seat))
            for fact in ruleset.decide(state, seat, command):
                ruleset.apply(state, fact)
        assert state.finished


def test_different_chance_imagines_different_worlds():
    state = ruleset.initial(started(2))
    worlds = {msgspec.json.encode(ruleset.reimagine(state, 0, Seeded(bytes([seed])))) for seed in range(5)}
    assert len(worlds) == 5


@FEW
@given(SEEDS)
def test_the_ledger_matches_the_position(game):
    state = replay(whole_game(*game))
    accounts = ruleset.accounts(state)
    assert accounts["money"] == [player.money for player in state.players]
    assert accounts["points"] == ruleset.standing(state).points
    levels = components.income_track.level_at
    assert accounts["income"] == [levels[player.income_space] for player in state.players]
    assert accounts["spent"] == [player.spent for player in state.players]
    assert ruleset.summary(state).headline.text == "The game is over"
    assert [len(figure.values) for figure in ruleset.summary(state).figures] == [game[0]] * 6
