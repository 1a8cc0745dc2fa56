"""The rules against the second reading: every automa turn of whole random games."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from domain.barrage import ruleset
from domain.barrage.automa.facts import AutomaTurnEnded
from domain.barrage.model.facts import EnergyScored, IncomeGained, ObjectiveScored, ResourcesScored
from domain.barrage.model.state import State
from domain.verifiable_random import Seeded
from tests.domain.barrage.automa.oracle import scoring, turn
from tests.domain.barrage.automa.oracle.deck import PILE
from tests.domain.barrage.playing import EVERYTHING, lively, set_up

LEVELS = ("low_voltage", "normal", "high_voltage", "overpowered")
COMPARED = ("dams", "built", "headstreams", "spaces", "displays", "piles", "discards", "renewals", "closed_spaces")

Plain = dict[str, Any]


def plain(position: State) -> Plain:
    """Return the position as the auditor reads it."""
    found: Plain = msgspec.to_builtins(position)
    return found


# --------------------------------------------------------------------------------------------------------------------
# Comparing
# --------------------------------------------------------------------------------------------------------------------


def parts(state: Plain) -> Plain:
    """Return the compared part of a position; the order within a heap does not matter."""
    found = {name: _without_nothing(state.get(name) or {}) for name in COMPARED}
    found["closed_spaces"] = sorted(state.get("closed_spaces") or [])
    found["discards"] = {n: items if n == PILE else sorted(items) for n, items in found["discards"].items()}
    for seat, company in enumerate(state["companies"]):
        for name, value in company.items():
            found[f"company {seat}: {name}"] = _heap(name, value)
    return found


def _without_nothing(value: Any) -> Any:
    return {key: each for key, each in value.items() if each not in ([], {}, "")} if isinstance(value, dict) else value


def _heap(name: str, value: Any) -> Any:
    if name in ("tiles", "fulfilled", "contracts"):
        return sorted(value)
    if name == "wheel":
        return [{key: each for key, each in segment.items() if each} for segment in value]
    return value


def differences(oracle: Plain, rules: Plain) -> list[str]:
    """Return the differences of the two positions."""
    read, played = parts(oracle), parts(rules)
    found = []
    for name in sorted({*read, *played}):
        first, second = read.get(name), played.get(name)
        if isinstance(first, dict) and isinstance(second, dict):
            unlike = (key for key in sorted({*first, *second}) if first.get(key) != second.get(key))
            found += [f"{name}.{key}: second reading {first.get(key)}, rules {second.get(key)}" for key in unlike]
        elif first != second:
            found.append(f"{name}: second reading {first}, rules {second}")
    return found


def shuffles(before: Plain, after: Plain) -> Any:
    """Return the orders of renewed piles: of contracts by the secret key, of the cards as they lie afterwards."""
    renewals = dict(before["renewals"])

    def renew(name: str, items: list[str]) -> list[str]:
        renewals[name] = renewals.get(name, 0) + 1
        if name == PILE:
            return [*after["discards"][PILE], *after["piles"][PILE]]
        return list(Seeded(before["renewal_key"].encode()).shuffle(f"{name} {renewals[name]}", items))

    return renew


# --------------------------------------------------------------------------------------------------------------------
# Playing
# --------------------------------------------------------------------------------------------------------------------


class Follower:
    """A game played to its end, in which each automa's turn is compared with the second implementation."""

    def __init__(self, seats: int, seed: int, **options: Any) -> None:
        self.described = f"set_up({seats}, {seed}, **{options})"
        self.numbers = random.Random(seed)
        self.position: State = ruleset.initial(set_up(seats, seed, **options))
        self.number = 0
        self.turns: dict[int, tuple[Plain, list[Any]]] = {}
        """By seat the position before its turn, and the facts since then."""
        self.income: tuple[Plain, IncomeGained] | None = None
        """The position before an automa's income, which is complete when what it opened is settled."""
        self.lines: Counter[str] = Counter()

    def play(self) -> None:
        """Every command to the end of the game."""
        while (command := self._next()) is not None:
            seat, decided = command
            for fact in ruleset.decide(self.position, seat, decided):
                self._apply(seat, fact)
                self.number += 1

    def _next(self) -> tuple[int, Any] | None:
        """Return a command by the rules for automas, and a random one for other seats."""
        found = ruleset.by_rules(self.position)
        if found is not None:
            if self.position.pending[-1].kind == "turn" and found[0] not in self.turns:
                self.turns[found[0]] = plain(self.position), []
            return found
        waiting = ruleset.to_act(self.position)
        if not waiting:
            return None
        seat = waiting[0].seat
        return seat, lively(ruleset.script(self.position, seat), self.numbers)

    def _apply(self, seat: int, fact: Any) -> None:
        if isinstance(fact, AutomaTurnEnded) and not fact.again:
            self._compare_turn(seat)
        before = plain(self.position) if isinstance(fact, IncomeGained | EnergyScored | ResourcesScored) else None
        scored = plain(self.position) if isinstance(fact, ObjectiveScored) else before
        if seat in self.turns:
            self.turns[seat][1].append(fact)
        ruleset.apply(self.position, fact)
        match fact:
            case IncomeGained() if before and before["companies"][fact.seat].get("automa"):
                self.income = before, fact
            case EnergyScored() if scored:
                points = scoring.of_track(scored)
                self._compare_scores(scored, [p for _, p in points], [c for c, _ in points], fact)
            case ObjectiveScored() if scored:
                self._compare_scores(scored, scoring.of_objective(scored, list(fact.counts)), None, fact)
            case ResourcesScored() if scored:
                self._compare_scores(scored, scoring.of_resources(scored), None, fact)
        if self.income and len(self.position.pending) < len(self.income[0]["pending"]):
            self._compare_income(*self.income)
            self.income = None

    # Comparing

    def _compare_turn(self, seat: int) -> None:
        before, happened = self.turns.pop(seat)
        after = plain(self.position)
        if "automa" not in before["companies"][seat]:  # a player without a choice in the turn
            del after["companies"][seat]["automa"]
        read = turn.take_turn(before, seat, shuffles(before, after))
        self.lines.update(entry["action"].action for entry in read.trace if entry["what"] == "line")
        self._same(read.position, after, seat, read.trace, happened)

    def _compare_income(self, before: Plain, fact: IncomeGained) -> None:
        after = plain(self.position)
        read = turn.income(before, fact.seat, shuffles(before, after))
        self.lines["income"] += 1
        self._same(read.position, after, fact.seat, read.trace, [fact])

    def _compare_scores(self, before: Plain, points: list[int], credits: list[int] | None, fact: Any) -> None:
        read = copy.deepcopy(before)
        for seat, company in enumerate(read["companies"]):
            company["vp"] += points[seat]
            company["credits"] += credits[seat] if credits else 0
        self._same(read, plain(self.position), -1, [], [fact])

    def _same(self, read: Plain, rules: Plain, seat: int, trace: list[Any], happened: list[Any]) -> None:
        found = differences(read, rules)
        if not found:
            return
        company = rules["companies"][seat] if seat >= 0 else {}
        story = [
            f"{self.described}, fact {self.number}, round {rules['round']}, seat {seat}: "
            f"{company.get('company')} {company.get('automa')} {company.get('officer')}",
            "",
            *found,
            "",
            "The second reading:",
            *(f"  {entry}" for entry in trace),
            "The rules:",
            *(f"  {msgspec.json.encode(fact).decode()}" for fact in happened),
        ]
        pytest.fail("\n".join(story), pytrace=False)


def game(seed: int) -> tuple[int, int, Plain]:
    """Seats, seed and options: random levels for at least one seat and at most all but one."""
    numbers = random.Random(seed)
    seats = numbers.randint(2, 4)
    automas = [numbers.choice(LEVELS) for _ in range(numbers.randint(1, seats - 1))]
    modules = {name: numbers.random() < 0.5 for name in EVERYTHING}
    extension = numbers.choice([{}, {"leeghwater": True}, {"leeghwater": True}, modules])
    return seats, seed, {"automas": automas, **extension}


@pytest.mark.parametrize(("seats", "seed", "options"), [game(seed) for seed in range(30)])
def test_both_readings_play_alike(seats: int, seed: int, options: Plain) -> None:
    """Compare every turn of an automa, its incomes and its score in whole games."""
    follower = Follower(seats, seed, **options)
    follower.play()
    assert follower.position.finished
    assert not follower.turns
    assert sum(follower.lines.values()) > 20
