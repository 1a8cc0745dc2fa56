"""Secrets: only the order of the face-down piles."""

import random

import msgspec
import pytest

from domain.barrage import EDITION, ruleset
from domain.barrage.engine.apply import initial
from domain.barrage.engine.decide import decide
from domain.barrage.engine.pool import Expansion
from domain.barrage.engine.secrets import reimagine, reveals, veil, view
from domain.barrage.model.changes import PileRenewed, Shown
from domain.barrage.model.facts import Started, TurnEnded
from domain.game import HIDDEN
from domain.verifiable_random import Seeded
from tests.domain.barrage.playing import EVERYTHING, facts_of_game, lively, moves, replay, script, set_up

GAMES = [{"rules": "beginner"}, {}, EVERYTHING, EVERYTHING | {"one_advanced_tile_less": True}]


def positions(seats=3, seed=5, step=40, **options):
    """Some positions of a game."""
    for number, (state, *_) in enumerate(moves(seats, seed, **options)):
        if number % step == 0:
            yield state


def hidden_world(state, seed=b"another"):
    return reimagine(state, 0, Seeded(seed), EDITION.all(Expansion).values())


@pytest.mark.rule("BA-2.8", "BA-2.12")
def test_the_order_of_the_piles_is_hidden_from_all_viewers():
    state = initial(set_up(4, 1))
    for viewer in (0, 1, "spectator"):
        seen = view(state, viewer)
        assert {name: len(pile) for name, pile in seen.piles.items()} == {
            "green": 13,
            "yellow": 13,
            "red": 13,
            "patents": 12,
        }
        assert {card for pile in seen.piles.values() for card in pile} == {HIDDEN}
        assert seen.renewal_key == HIDDEN
        assert seen.displays == state.displays
    assert view(state, "auditor") == state


def test_narration_of_the_start_hides_the_piles():
    started = set_up(3, 2)
    encoded = msgspec.json.encode(veil(started, 0))
    assert started.renewal_key.encode() not in encoded
    for pile in started.piles.values():
        assert not any(f'"{item}"'.encode() in encoded for item in pile if item not in started.starting_contracts)
    assert veil(started, "auditor") == started


def test_narration_of_a_renewed_pile_hides_its_order():
    renewed = TurnEnded(
        seat=0,
        command={},
        changes=(PileRenewed(pile="red", order=("red-01", "red-02")), Shown(display="red", slot=0, item="red-01")),
    )
    veiled = veil(renewed, 0)
    assert veiled.changes[0].order == (HIDDEN, HIDDEN)
    assert veiled.changes[1] == renewed.changes[1]
    assert veil(renewed, "auditor") == renewed


@pytest.mark.parametrize("options", GAMES)
def test_an_imagined_position_is_made_from_the_view_alone_and_looks_the_same(options):
    for state in positions(**options):
        for viewer in (0, "spectator"):
            seen = view(state, viewer)
            imagined = reimagine(state, viewer, Seeded(b"another"), EDITION.all(Expansion).values())
            assert imagined == reimagine(seen, viewer, Seeded(b"another"), EDITION.all(Expansion).values())
            assert view(imagined, viewer) == seen
            assert HIDDEN not in msgspec.json.encode(imagined).decode()


@pytest.mark.parametrize("options", GAMES[:3])
def test_imagined_piles_have_the_items_of_the_true_ones(options):
    for state in positions(**options):
        imagined = hidden_world(state)
        assert {name: sorted(pile) for name, pile in imagined.piles.items()} == {
            name: sorted(pile) for name, pile in state.piles.items()
        }


def test_a_tile_left_out_unseen_is_imagined_too():
    state = initial(set_up(2, 3, **GAMES[3]))
    contents = {tuple(sorted(hidden_world(state, bytes([seed])).piles["patents"])) for seed in range(9)}
    assert len(contents) > 1
    assert {len(content) for content in contents} == {len(state.piles["patents"])}


def test_a_game_continues_from_an_imagined_position():
    state = next(position for position in positions(step=60) if position.round > 1)
    imagined = hidden_world(state)
    numbers = random.Random(1)
    for _ in range(9):
        seat = imagined.pending[-1].seat
        for fact in decide(EDITION, imagined, seat, lively(script(imagined, seat), numbers)):
            ruleset.apply(imagined, fact)
    assert imagined.facts > state.facts


def test_facts_that_reveal_something():
    facts = facts_of_game(3, 1)
    assert reveals(facts[0])
    for fact in facts[1:]:
        shown = any(isinstance(change, Shown) for change in fact.changes)
        assert reveals(fact) == shown
        assert isinstance(veil(fact, 1), type(fact))
    assert any(isinstance(fact, TurnEnded) and reveals(fact) for fact in facts)
    assert not any(isinstance(fact, Started) for fact in facts[1:])


def test_after_the_end_all_viewers_see_everything():
    state = replay(facts_of_game(2, 1))
    assert view(state, "auditor") == state
