"""Worked examples: moves of a recorded game, each narrated fact by fact with the resulting position.

The ``examples.toml`` beside a catalogue holds a table, the commands from its start, and the rules that each example
illustrates, by the numbers of its commands. ``python -m tests.golden.commands RULESET COUNT`` plays the commands.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Union

import msgspec

from domain import play
from domain.game import Fact, Ruleset, Table, copied
from domain.verifiable_random import Seeded


class Example(msgspec.Struct, frozen=True, kw_only=True):
    """The commands ``first`` to ``last`` (counted from 1), the rules that they illustrate, and the drawing to show."""

    name: str
    """A stable name for URLs."""
    title: str
    rules: tuple[str, ...]
    drawing: str
    first: int
    last: int


class Examples(msgspec.Struct, frozen=True, kw_only=True):
    """A table, its commands from the start, and the examples among them."""

    seats: int
    seed: str
    """32 bytes in hexadecimal, which determine all shuffles."""
    commands: tuple[msgspec.Raw, ...]
    examples: tuple[Example, ...]


class ExamplePosition(msgspec.Struct, frozen=True):
    """A position, and the fact that led to it; the first position of an example has none."""

    position: Any
    fact: Fact | None


def of_game(rules: Ruleset[Any]) -> tuple[Example, ...]:
    """Return the worked examples of a game in order; empty if it has no file of them."""
    found = _read(rules.catalogue)
    return found.examples if found else ()


def shown(rules: Ruleset[Any], example: Example) -> list[ExamplePosition]:
    """Return the position before an example and after each fact. Raise IllegalMove if these figures forbid one."""
    known = _read(rules.catalogue)
    if known is None:
        raise LookupError(f"{rules.name} has no worked examples")
    position = rules.initial(rules.setup(_table(rules, known), Seeded(bytes.fromhex(known.seed))))
    played = commands(rules, known)
    for _, command in zip(range(example.first - 1), played, strict=False):
        play.played(rules, position, rules.to_act(position)[0].seat, command)
    found = [ExamplePosition(copied(position), None)]
    for _, command in zip(range(example.first, example.last + 1), played, strict=False):
        current = copied(position)
        for fact, _ in play.played(rules, position, rules.to_act(position)[0].seat, command):
            rules.apply(current, fact)
            found.append(ExamplePosition(copied(current), fact))
    return found


def commands(rules: Ruleset[Any], known: Examples) -> Iterator[Any]:
    """Return the commands from the start of the game."""
    decoder = msgspec.json.Decoder(Union[rules.commands])  # noqa: UP007 - of classes that are known when it runs
    return map(decoder.decode, known.commands)


def _table(rules: Ruleset[Any], known: Examples) -> Table:
    return Table(seats=known.seats, figures=rules.current_figures())


@cache
def _read(catalogue: Path) -> Examples | None:
    file = catalogue.with_name("examples.toml")
    if not file.exists():
        return None
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    content["commands"] = [msgspec.Raw(command.encode()) for command in content["commands"]]
    return msgspec.convert(content, Examples)
