"""The pieces that bonus and objective tiles count, one by one."""

import pytest

from domain.barrage import EDITION
from domain.barrage.engine.parts import Count
from domain.barrage.engine.position import Position
from domain.barrage.leeghwater import scored_pieces as leeghwater_pieces
from domain.barrage.scored_pieces import COUNTED
from tests.domain.barrage.playing import moves


@pytest.mark.rule("BA-27.1", "BA-28.1")
def test_the_pieces_told_for_a_tile_are_those_that_it_counts():
    counts = EDITION.all(Count)
    known = COUNTED | leeghwater_pieces.COUNTED
    assert set(known) == set(counts)
    found = set()
    for number, (state, *_) in enumerate(moves(3, 2, leeghwater=True)):
        if number % 60 == 59:
            for seat in range(3):
                position = Position(EDITION, state, seat)
                for name, count in counts.items():
                    assert sum(piece.times for piece in known[name](position)) == count.of(position), name
                    found |= {name} if count.of(position) else set()
    assert len(found) > 8
