"""The pieces that bonus and objective tiles count, one by one."""

import pytest

from domain.barrage import EDITION, ruleset
from domain.barrage.engine.parts import Count
from domain.barrage.engine.position import Position
from domain.barrage.leeghwater import scored_pieces as leeghwater_pieces
from domain.barrage.scored_pieces import COUNTED
from domain.message import plain
from tests.domain.barrage.playing import moves

NAMES = ("Ada", "Ben", "Cleo")


@pytest.mark.rule("BA-27.1", "BA-28.1")
def test_the_pieces_listed_for_a_tile_are_those_that_it_counts():
    counts = EDITION.all(Count)
    known = COUNTED | leeghwater_pieces.COUNTED
    assert set(known) == set(counts)
    found = set()
    for number, (state, *_) in enumerate(moves(3, 2, leeghwater=True)):
        if number % 60 == 59:
            for seat in range(3):
                position = Position(EDITION, state, seat)
                mat, shared = ruleset.draw_seat(state, seat, NAMES, plain), ruleset.draw(state, NAMES, plain)
                for name, count in counts.items():
                    pieces = list(known[name](position))
                    assert sum(piece.times for piece in pieces) == count.of(position), name
                    for piece in pieces:
                        assert f'data-element="{piece.part}"' in (mat if piece.on_mat else shared), piece
                    found |= {name} if count.of(position) else set()
    assert len(found) > 8
    assert {"contracts", "advanced_tiles", "external_works"} <= found
