"""Guided first games: the moves of an opening from a fixed seed, those of the player with an explanation.

The ``first_game.toml`` next to a catalogue contains them. A game is guided if it was opened with the guide's seed; its
log is like that of any other game. The guide follows from the position alone: after an undo it continues where the game
is.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Union

import msgspec

from domain import log
from domain.aggregate import Game
from domain.game import Command, Ruleset
from domain.table.seating import TableState
from domain.tutorials.suggestions import suggesting


class GuidedMove(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move of the opening. Only the player's moves have texts, and the drawn parts that they are about."""

    command: str
    text: str = ""
    """The changes since the last move, the places of things, and the reason for this move."""
    task: str = ""
    """The move to make."""
    show: tuple[str, ...] = ()

    @property
    def own(self) -> bool:
        """Whether the move is the player's, and not the bot's."""
        return bool(self.text)


class Guide(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A guided opening for two seats: the player has the first one, a bot the other."""

    seed: str
    """32 bytes in hexadecimal, which determine all shuffles."""
    options: dict[str, Any]
    bot: str
    end: str
    """Advice for the rest of the game."""
    moves: tuple[GuidedMove, ...]


class Progress(msgspec.Struct, frozen=True):
    """How far a game has followed its guide."""

    made: int
    """The number of the guide's moves made so far."""
    left_at: int | None = None
    """The version before the first move that is not the guide's, if there was one."""
    over: bool = False
    """Whether the player has made further moves since the last one of the guide."""


SEATS = 2
PLAYER = 0
"""The seat of the player."""


def of_game(rules: Ruleset[Any]) -> Guide | None:
    """Return the guide of a game, if it has one."""
    return _read(rules.catalogue)


def of_table(rules: Ruleset[Any], table: TableState, origin: object | None) -> Guide | None:
    """Return the guide by which a table was opened; branches, which have an origin, have none."""
    guide = of_game(rules) if origin is None else None
    return guide if guide is not None and table.opened.seed == guide.seed else None


def followed(game: Game, guide: Guide) -> Progress:
    """Return how far a game has followed its guide."""
    planned = _commands(game.ruleset, guide)
    made, before = 0, 0
    for version in log.line(game.tree, None):
        record = game.records[version - 1]
        command = _command(game.ruleset, record.fact)
        if command is not None and made < len(planned):
            if command != planned[made]:
                return Progress(made, left_at=before)
            made += 1
        elif command is not None and record.seat == PLAYER:
            return Progress(made, over=True)
        before = version
    return Progress(made)


def reply(game: Game) -> Command | None:
    """Return the bot's next move in a guided game that follows its guide."""
    return _next(game, own=False)


def suggesting_rules(game: Game, view: Any, seat: int) -> Ruleset[Any]:
    """Return the rules of a game; if it follows its guide, their questions suggest the player's next move."""
    command = _next(game, own=True)
    return game.ruleset if command is None else suggesting(game.ruleset, view, seat, command)


def _next(game: Game, own: bool) -> Command | None:
    """Return the guide's next move in a game that follows it, if the move is the player's own or the bot's."""
    guide = of_table(game.ruleset, game.table, game.origin)
    if guide is None:
        return None
    progress = followed(game, guide)
    if progress.left_at is not None or progress.made == len(guide.moves):
        return None
    return _commands(game.ruleset, guide)[progress.made] if guide.moves[progress.made].own == own else None


def _command(rules: Ruleset[Any], fact: Any) -> Command | None:
    """Return the command of a fact, except those that only end a turn."""
    if not isinstance(fact, rules.facts) or isinstance(fact, (rules.started, *rules.ends_turn)):
        return None
    return rules.recover(fact)


def _commands(rules: Ruleset[Any], guide: Guide) -> list[Command]:
    decoder = msgspec.json.Decoder(Union[rules.commands])  # noqa: UP007 - of classes that are known when it runs
    return [decoder.decode(move.command) for move in guide.moves]


@cache
def _read(catalogue: Path) -> Guide | None:
    file = catalogue.with_name("first_game.toml")
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Guide) if file.exists() else None
