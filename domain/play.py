"""The play loop that all callers share: the service, importers of records, audits, bots, bot matches, benchmarks,
tests.

A game begins with :func:`set_up`. For each move, a seat must act (:func:`to_act`) and gives a command, or the picks
that lead to a command (:func:`picked`). :func:`played` decides the command and writes its facts into the position, with
the **automatic steps** that follow, until the game ends (:func:`finish`). :func:`move` does all of this for a game in a
log; :func:`self_play` plays a game without a log.

Functions whose docstring says *the position is updated* change the position that they are given, so a move is decided
only once and without copies.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.aggregate import Game
from domain.game import Bot, Choose, Command, Fact, Ruleset, ToAct, follow
from domain.message import Seat, message
from domain.table import decisions, seating
from domain.table.facts import Finished, TableOpened
from domain.table.refusals import GameOver, Refused
from domain.table.seating import TableState
from domain.verifiable_random import Seeded

Acted = tuple[Fact, int | None]
"""A fact and its seat; None if the fact belongs to no seat."""

EndsAutomatically = Callable[[int, Command], bool]
"""Whether a seat's turn ends automatically if this command is the only one left: (seat, command) -> bool."""


class Incomplete(ValueError):
    """Picks that do not make a complete command; ``asked`` is the next field."""

    def __init__(self, asked: Choose) -> None:
        super().__init__("more is to be decided")
        self.asked = asked


class NotYourTurn(Refused):
    """Another seat is to act."""


# --------------------------------------------------------------------------------------------------------------------
# Setting up
# --------------------------------------------------------------------------------------------------------------------


def set_up(game: Game) -> Fact:
    """Return the first fact of the game at a full table that has not started; raise Refused for any other table."""
    decisions.require_full(game.table)
    chance = drawn(game.table)
    assert chance is not None  # the contributions to a table that has not started are sealed
    return game.ruleset.setup(seating.set_up_of(game.table), chance)


def begin(game: Game, seat: int | None) -> list[Acted]:
    """Return all facts that start a game, to be appended together: the set-up, and the rules' moves before any player.

    ``seat`` is the seat of the user who starts the game, if they have one.
    """
    started = set_up(game)
    return [(started, seat), *by_rules(game.ruleset, game.ruleset.initial(started))]


def drawn(state: TableState, words: Mapping[int, str] = {}) -> Seeded | None:
    """Return the randomness of a table that drew a seed, from the secret seed and the contributions of all seats,
    in order. Return None if a contribution is needed and neither the log nor ``words`` (by seat) has it any more.
    """
    added = [words.get(seat) if chair.words is None else chair.words for seat, chair in enumerate(state.chairs)]
    known = [each for each in added if each is not None]
    return Seeded(bytes.fromhex(state.opened.seed), known) if len(known) == len(added) else None


# --------------------------------------------------------------------------------------------------------------------
# Whose turn it is
# --------------------------------------------------------------------------------------------------------------------


def to_act(rules: Ruleset[Any], at: TableState, position: Any) -> tuple[ToAct, ...]:
    """Return the seats that must act now at a table; none before the start and after the end."""
    return rules.to_act(position) if at.phase == "running" else ()


def is_to_act(rules: Ruleset[Any], position: Any, seat: int) -> bool:
    """Return whether this seat is among those that must act."""
    return any(act.seat == seat for act in rules.to_act(position))


def is_left_to_end(rules: Ruleset[Any], position: Any, seat: int) -> bool:
    """Return whether this seat can only end its turn."""
    return rules.confirmation(position) is not None and is_to_act(rules, position, seat)


def require_turn(rules: Ruleset[Any], at: TableState, position: Any, seat: int) -> None:
    """Refuse a move before the start, after the end, or by a seat whose turn it is not."""
    decisions.require_running(at)
    waiting = rules.to_act(position)
    if not waiting:
        raise GameOver(message("play.game-over", "The game is over."))
    if not any(act.seat == seat for act in waiting):
        raise NotYourTurn(message("play.not-your-turn", "It's {seat}'s turn.", seat=Seat(waiting[0].seat)))


def bot_to_act(game: Game, position: Any) -> int | None:
    """Return the seat of a bot that must act now, if there is one."""
    waiting = to_act(game.ruleset, game.table, position)
    return next((act.seat for act in waiting if game.table.chairs[act.seat].bot), None)


# --------------------------------------------------------------------------------------------------------------------
# From picks to a command
# --------------------------------------------------------------------------------------------------------------------


def picked(rules: Ruleset[Any], position: Any, seat: int, picks: Sequence[str]) -> Command:
    """Return the command that these picks lead to. Raise BadPick, Incomplete or IllegalMove."""
    outcome = follow(rules.script(position, seat), picks)
    if isinstance(outcome, Choose):
        raise Incomplete(outcome)
    return outcome


def chosen(rules: Ruleset[Any], bot: Bot, position: Any, seat: int, numbers: random.Random) -> Command:
    """Return the command of a bot on a seat. The bot sees no more of the position than its seat may see."""
    return bot(rules, rules.view(position, seat), seat, numbers)


# --------------------------------------------------------------------------------------------------------------------
# From a command to facts
# --------------------------------------------------------------------------------------------------------------------


def move(game: Game, position: Any, seat: int, given: Command | Sequence[str], ends_turn: bool = False) -> list[Acted]:
    """Decide a move, by its command or by picks: return all facts to append together, and apply them to the position.

    A turn ends automatically for a bot, for a seat that has chosen this, or with a move that ``ends_turn``. The last
    move includes the end of the game. Raises Refused, IllegalMove, BadPick or Incomplete.
    """
    decisions.require_seat(game.table, seat)
    rules, chair = game.ruleset, game.table.chairs[seat]
    require_turn(rules, game.table, position, seat)
    command = given if isinstance(given, Command) else picked(rules, position, seat, given)
    ends_automatically = ends_turn or chair.automatic or chair.bot is not None
    acted = played(rules, position, seat, command, lambda acting, _: ends_automatically and acting == seat)
    if game.origin is None:
        acted += [(fact, None) for fact in finish(rules, game.table.opened, position)]
    return acted


MOST_OF_A_TURN = 20
"""The maximum of a bot's commands in one turn; most turns of any game have fewer."""


def turn_of_bot(game: Game, position: Any, bot: Bot, numbers: random.Random) -> list[Acted]:
    """Return the facts of a bot's moves for the seat to act, until another seat is to act; the position is updated.

    Raise Refused if no seat is to act.
    """
    rules = game.ruleset
    waiting = to_act(rules, game.table, position)
    if not waiting:
        raise Refused(message("play.no-player-to-move", "No player has to move now."))
    seat, acted = waiting[0].seat, list[Acted]()
    for _ in range(MOST_OF_A_TURN):
        acted += move(game, position, seat, chosen(rules, bot, position, seat, numbers))
        waiting = to_act(rules, game.table, position)
        ended = any(isinstance(fact, rules.ends_turn) for fact, _ in acted)
        if ended or not waiting or waiting[0].seat != seat:
            break
    return acted


def played(
    rules: Ruleset[Any],
    position: Any,
    seat: int,
    command: Command,
    ends_automatically: EndsAutomatically = lambda acting, ending: True,
) -> list[Acted]:
    """Return the facts of a command and of the automatic steps after it, each with its seat; the position is updated.

    This is **the only place that adds automatic steps** for all games, in the transaction of the move that led to them:
    the moves of seats that the rules play, one after the other, and ends of turns. Consequences by a game's own rules
    (rounds, eras, Arkwright's automas without a seat) are part of the result of its ``decide``.
    """
    acted = decided(rules, position, seat, command)
    acted += by_rules(rules, position)
    while (following := _ending(rules, position, ends_automatically)) is not None:
        acted += decided(rules, position, *following)
        acted += by_rules(rules, position)
    return acted


def by_rules(rules: Ruleset[Any], position: Any) -> list[Acted]:
    """Return the facts of the rules' own moves that follow now, one command after another; the position is updated."""
    acted: list[Acted] = []
    while (following := rules.by_rules(position)) is not None:
        acted += decided(rules, position, *following)
    return acted


def _ending(rules: Ruleset[Any], position: Any, ends_automatically: EndsAutomatically) -> tuple[int, Command] | None:
    """Return the seat whose turn ends automatically now, and the command that ends it."""
    ending = rules.confirmation(position)
    if ending is None:
        return None
    acting = rules.to_act(position)[0].seat
    return (acting, ending) if ends_automatically(acting, ending) else None


def decided(rules: Ruleset[Any], position: Any, seat: int, command: Command) -> list[Acted]:
    """Return the facts of a command alone, or raise IllegalMove; the position is updated."""
    facts = rules.decide(position, seat, command)
    for fact in facts:
        rules.apply(position, fact)
    return [(fact, seat) for fact in facts]


def finish(rules: Ruleset[Any], opened: TableOpened, position: Any) -> list[Fact]:
    """Return the facts that end a game in a final position: the secret seed is published."""
    return [Finished(seed=opened.seed)] if rules.standing(position).finished else []


# --------------------------------------------------------------------------------------------------------------------
# Without a log
# --------------------------------------------------------------------------------------------------------------------


class PlayedCommand(msgspec.Struct, frozen=True):
    """One command of a seat, and the facts that it led to, automatic steps included."""

    seat: int
    command: Command
    facts: list[Fact]


def self_play(rules: Ruleset[Any], position: Any, choose: Callable[[Any, int], Command]) -> Iterator[PlayedCommand]:
    """Play to the end: ``choose`` returns the command of a seat in a position. The position is updated."""
    while waiting := rules.to_act(position):
        acting = waiting[0].seat
        seat, command = rules.by_rules(position) or (acting, choose(position, acting))
        yield PlayedCommand(seat, command, [fact for fact, _ in played(rules, position, seat, command)])
