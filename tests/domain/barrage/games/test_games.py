"""Whole random games: they end, can be replayed and decided again, and lose nothing on the way."""

from __future__ import annotations

import msgspec
import pytest

from domain.barrage import EDITION, ruleset
from domain.barrage.engine.apply import initial
from domain.barrage.engine.decide import decide
from domain.barrage.engine.recover import recover
from domain.barrage.model.state import State
from domain.barrage.narration.to_act import to_act
from domain.game import IllegalMove
from tests.domain.barrage.conservation import Ledger
from tests.domain.barrage.playing import EVERYTHING, moves, replay, set_up

KINDS = ({"rules": "beginner"}, {"rules": "expert"}, EVERYTHING)
AUTOMAS: dict[int, tuple[list[str], ...]] = {
    2: (["low_voltage"], ["normal"], ["high_voltage"], ["overpowered"]),
    3: (["normal", "overpowered"], ["overpowered", "low_voltage"], ["high_voltage"], ["overpowered", "high_voltage"]),
    4: (["normal"], ["overpowered", "high_voltage"], ["overpowered"] * 3, ["low_voltage", "normal", "high_voltage"]),
}
GAMES = [
    *((seats, seed, options) for options in KINDS for seats in (2, 3, 4) for seed in range(4)),
    *(
        (seats, seed, {"automas": automas, **options})
        for options in ({}, {"leeghwater": True})
        for seats, tables in AUTOMAS.items()
        for seed, automas in enumerate(tables)
    ),
]
READ_AGAIN = GAMES[::3]


@pytest.mark.parametrize(("seats", "seed", "options"), GAMES)
def test_a_game_ends_conserves_everything_at_every_event_and_can_be_read_again(seats, seed, options):
    started = set_up(seats, seed, **options)
    state = initial(started)
    ledger = Ledger(state)
    ledger.check(state)
    played = [started]
    for _, seat, command, facts in moves(seats, seed, **options):
        assert recover(facts[0]) == command
        assert all(recover(fact) is None for fact in facts[1:])
        with pytest.raises(IllegalMove):
            decide(EDITION, state, (seat + 1) % seats, command)
        played += facts
        for fact in facts:
            ruleset.apply(state, fact)
            ledger.note(fact)
            ledger.check(state)
    assert state.finished
    assert state.round == 5
    assert to_act(EDITION, state) == ()
    assert sorted(place.seat for place in state.ranking) == list(range(seats))
    if (seats, seed, options) in READ_AGAIN:
        assert_same_when_read_again(tuple(played), state)


def assert_same_when_read_again(facts, state):
    """Check that the log of a game, read again, leads to the same position."""
    decoder = msgspec.json.Decoder(list[msgspec.Raw])
    of_topic = {fact.__struct_config__.tag: fact for fact in ruleset.facts}
    read = []
    for raw in decoder.decode(msgspec.json.encode(facts)):
        topic = msgspec.json.decode(raw)["topic"]
        read.append(msgspec.json.decode(raw, type=of_topic[topic]))
    assert tuple(read) == facts
    assert replay(tuple(read)) == state
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
