"""Copies of positions: in every game, changing a copy leaves the original unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.game import Table, copied, rulesets
from domain.verifiable_random import Seeded


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_copy_is_equal_and_shares_no_mutable_state(name: str) -> None:
    rules = rulesets()[name]
    table = Table(seats=rules.seats[-1], options={}, figures=rules.current_figures())
    state = rules.initial(rules.setup(table, Seeded(bytes(32))))
    twin = copied(state)
    assert twin == state
    assert type(twin) is type(state)
    assert {id(part) for part in mutable_parts(state)}.isdisjoint(id(part) for part in mutable_parts(twin))


def mutable_parts(part: Any) -> Iterator[Any]:
    """Yield everything in a position that can be changed, at any depth."""
    match part:
        case list() | set():
            inner, mutable = [*part], True
        case dict():
            inner, mutable = [*part, *part.values()], True
        case tuple() | frozenset():
            inner, mutable = [*part], False
        case msgspec.Struct():
            inner, mutable = list(msgspec.structs.astuple(part)), not part.__struct_config__.frozen
        case _:
            assert part is None or isinstance(part, str | int | msgspec.UnsetType)
            return
    if mutable:
        yield part
    for each in inner:
        yield from mutable_parts(each)
