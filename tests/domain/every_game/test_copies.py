"""Copies of positions: in every game, changing a copy leaves the original unchanged."""

from __future__ import annotations

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
    before = msgspec.json.encode(state)
    for field in twin.__struct_fields__:
        part = getattr(twin, field)
        if isinstance(part, list | dict | set):
            part.clear()
    assert msgspec.json.encode(state) == before
