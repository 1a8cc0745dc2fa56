"""A whole turn: flip, search, act (TA-3, TA-5)."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

from tests.domain.barrage.automa.oracle import (
    construction,
    contracts,
    deck,
    engineers,
    levels,
    production,
    rewards,
    tiles,
    water,
    wheel,
    works,
)
from tests.domain.barrage.automa.oracle.board import Play, Renew, State
from tests.domain.barrage.automa.oracle.cards import Line
from tests.domain.barrage.automa.oracle.figures import COMPANIES

LAST_ROUND = 5
CONTRACT_OFFICE_STEPS = 2


@dataclass(frozen=True)
class Turn:
    """The position after a turn, and the decisions in it."""

    position: State
    trace: list[dict[str, Any]]

    @property
    def lines(self) -> list[int]:
        """The lines that were performed, by their places in search order."""
        return [entry["line"] for entry in self.trace if entry["what"] == "line"]


def take_turn(state: State, seat: int, renew: Renew = lambda name, items: sorted(items)) -> Turn:
    """Return the turn of a seat as an automa, up to the end-of-turn refill; the position given is left as it is."""
    play = Play(copy.deepcopy(state), seat, renew=renew)
    while _one_turn(play):
        play.company["extra_turns"] += 1
    return Turn(play.state, play.trace)


def _one_turn(play: Play) -> bool:
    """Turn one card over and apply its effects; return whether another turn follows at once (TA-27.10)."""
    if not play.company["engineers"]:
        play.company["passed"] = True
        play.note("pass")
        return False
    lines = deck.begin(play)
    for number, line in enumerate(lines):
        if not play.company["engineers"]:
            break
        if not _in_play(play, line):
            continue
        architect = line.ends_turn and line.engineers == 1 and levels.has_architect(play)
        if _ACTIONS[line.action](play, line):
            play.note("line", line=number, action=line)
            if line.ends_turn:
                return architect
    return False


def _in_play(play: Play, line: Line) -> bool:
    """Return whether the part of the expansion that a line needs is played (TA-5.9)."""
    displays = play.state["displays"]
    if line.action == "external_works":
        return "works" in displays
    return line.structure != "building" or "buildings" in displays


# --------------------------------------------------------------------------------------------------------------------
# The small actions
# --------------------------------------------------------------------------------------------------------------------


def _manage_water(play: Play, line: Line) -> bool:
    if not water.place_drops(play, line.drops, at_once=line.at_once):
        return False
    engineers.place_in(play, line.engineers, "water_management")
    return True


def _change_contracts(play: Play, line: Line) -> bool:
    play.company["energy"] += CONTRACT_OFFICE_STEPS
    engineers.place_in(play, line.engineers, "contract_office")
    contracts.discard(play, line.colour)
    return True


def _use_workshop(play: Play, line: Line) -> bool:
    if not wheel.loaded(play):
        return False
    engineers.place_in(play, line.engineers, "workshop")
    play.points(-line.price)
    wheel.rotate(play, line.rotate)
    return True


def _buy_machinery(play: Play, line: Line) -> bool:
    if play.state["round"] >= LAST_ROUND:
        return False
    engineers.place_in(play, line.engineers, "machinery_shop")
    play.points(-line.price)
    play.company["excavators"] += line.excavators
    play.company["mixers"] += line.mixers
    wheel.gain_machinery(play, line.machinery)
    return True


def _bank(play: Play, line: Line) -> bool:
    engineers.place_in(play, line.engineers, "bank")
    play.points(1)
    return True


_ACTIONS = {
    "production": production.act,
    "water_management": _manage_water,
    "contract_office": _change_contracts,
    "construction": construction.act,
    "workshop": _use_workshop,
    "machinery_shop": _buy_machinery,
    "patent_office": tiles.act,
    "external_works": works.act,
    "bank": _bank,
}


# --------------------------------------------------------------------------------------------------------------------
# Income
# --------------------------------------------------------------------------------------------------------------------


def income(state: State, seat: int, renew: Renew = lambda name, items: sorted(items)) -> Turn:
    """Return the income of an automa (TA-15.14, TA-15.15); all parts are one reward, as for humans."""
    play = Play(copy.deepcopy(state), seat, deck.criteria(state), renew)
    if levels.has_income(play):
        incomes = COMPANIES[play.company["company"]]["income"]
        built = play.company["built"]
        parts = [
            effect
            for structure, number in built.items()
            for ordinal, reward in incomes.get(structure, {}).items()
            if number >= int(ordinal)
            for effect in reward
        ]
        rewards.grant(play, parts)
    return Turn(play.state, play.trace)
