"""Secrets of the solo game: the bag, and the automas' first tracks until they are laid out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from domain.arkwright.decide import decide
from domain.arkwright.engine.apply import initial
from domain.arkwright.engine.secrets import reimagine, reveals, veil, view
from domain.arkwright.model.components import figures
from domain.arkwright.model.facts import AutomasPrepared, MarkerDrawn, Started
from domain.arkwright.model.state import Solo, State
from domain.game import HIDDEN, random_command
from domain.verifiable_random import Seeded
from tests.domain.arkwright.builder import ENGINE, started
from tests.domain.arkwright.playing import facts_of_game, moves


def solo_of(state: State) -> Solo:
    assert state.solo is not None
    return state.solo


def positions(seats: int, seed: int, step: int, **options: bool) -> Iterator[State]:
    for number, (state, *_) in enumerate(moves(seats, seed, **options)):
        if number % step == 0:
            yield state


@pytest.mark.rule("AW-S.9", "AW-S.11")
def test_the_bag_and_future_tracks_are_hidden() -> None:
    state = initial(started(1, 1))
    for viewer in (0, "spectator"):
        seen = solo_of(view(state, viewer))
        assert {marker for bag in seen.bags for marker in bag} == {HIDDEN}
        assert [len(bag) for bag in seen.bags] == [8, 8, 8]
        assert set(seen.tracks.values()) == {HIDDEN}
        assert seen.display == solo_of(state).display
    assert view(state, "auditor") == state


@pytest.mark.rule("AW-S.25")
def test_markers_laid_aside_are_seen() -> None:
    seen_some = 0
    for state in positions(1, 4, 5):
        solo, seen = solo_of(state), solo_of(view(state, 0))
        assert seen.drawn == solo.drawn
        if seen.bags:
            assert seen.bags[0] == [*solo.drawn, *[HIDDEN] * (8 - len(solo.drawn))]
        seen_some += bool(solo.drawn)
    assert seen_some


@pytest.mark.parametrize("random_factories", [False, True])
def test_narration_of_the_start_hides_the_bags(random_factories: bool) -> None:
    fact: Started = started(1, 2, random_factories=random_factories)
    veiled = veil(fact, 0)
    assert isinstance(veiled, Started)
    assert veiled.solo is not None and fact.solo is not None
    assert {marker for bag in veiled.solo.bags for marker in bag} == {HIDDEN}
    assert veiled.solo.tracks == (fact.solo.tracks if random_factories else dict.fromkeys(fact.solo.tracks, HIDDEN))
    assert veil(fact, "auditor") == fact


def test_games_of_several_have_no_secrets() -> None:
    for fact in facts_of_game(3, 1, open_card_pool=True):
        assert veil(fact, 1) == fact
        assert not reveals(fact)
    for state in positions(2, 1, 30):
        assert view(state, 1) == state == reimagine(state, 1, Seeded(b"other"))


def test_an_imagined_world_looks_the_same_and_has_the_true_pieces() -> None:
    bag = Counter(figures.of(figures.current()).bag)
    worlds = set()
    for state in positions(1, 6, 4):
        imagined = reimagine(state, 0, Seeded(b"other"))
        assert view(imagined, 0) == view(state, 0)
        solo = solo_of(imagined)
        assert all(Counter(markers) == bag for markers in solo.bags)
        assert sorted(solo.tracks.values()) == ["green", "green", "orange", "orange"]
        worlds.add(msgspec.json.encode(solo.bags))
    assert len(worlds) > 1


def test_an_imagined_world_depends_on_the_view_alone() -> None:
    state = next(positions(1, 6, 4))
    solo_of(state).bags[0].reverse()
    solo_of(state).tracks = dict(zip(solo_of(state).tracks, reversed(solo_of(state).tracks.values()), strict=True))
    assert reimagine(state, 0, Seeded(b"x")) == reimagine(next(positions(1, 6, 4)), 0, Seeded(b"x"))


def test_an_imagined_world_can_be_played_on() -> None:
    numbers = random.Random(3)
    for state in positions(1, 8, 10):
        imagined = reimagine(state, 0, Seeded(b"other"))
        command = random_command(ENGINE, imagined, 0, numbers)
        assert decide(imagined, 0, command)


def test_a_drawn_marker_and_the_first_tracks_come_to_light() -> None:
    facts = facts_of_game(1, 3)
    assert {type(fact) for fact in facts if reveals(fact)} == {MarkerDrawn, AutomasPrepared}
