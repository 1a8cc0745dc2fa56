"""The play loop that all callers share: the service, importers of records, audits, bots, contests, benchmarks, tests.

A game is :func:`set_up`. Then, move after move, a seat must act (:func:`to_act`) and gives a command or the picks that
lead to one (:func:`picked`). The command is decided and its facts are written into the position, together with the
**automatic steps** that follow (:func:`played`), until the game is over (:func:`finish`). :func:`move` does all of that
for a game in a log; :func:`self_play` is the loop itself for a game without a log.

Every function here that says *the position is updated* changes the position it is given. A move is decided once, and
nothing is copied.
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
"""A fact, and the seat it belongs to; None for what belongs to no seat."""

EndsByItself = Callable[[int, Command], bool]
"""Whether the turn of a seat ends by itself where nothing is left to it but this command: (seat, command) -> bool."""


class Incomplete(ValueError):
    """Picks that do not make a command yet; ``asked`` is the field that comes next."""

    def __init__(self, asked: Choose) -> None:
        super().__init__("more is to be decided")
        self.asked = asked


class NotYourTurn(Refused):
    """Another seat is to act."""


# --------------------------------------------------------------------------------------------------------------------
# Setting up
# --------------------------------------------------------------------------------------------------------------------


def set_up(game: Game) -> Fact:
    """The first fact of the game at a full table that has not started; Refused at any other."""
    decisions.require_full(game.table)
    chance = drawn(game.table)
    assert chance is not None  # Words of a table that has not started are sealed.
    return game.ruleset.setup(seating.set_up_of(game.table), chance)


def begin(game: Game, seat: int | None) -> list[Acted]:
    """All facts that begin a game, to be appended together: its set-up, and what the rules play before any person.

    ``seat`` is that of who starts it, if they have one.
    """
    started = set_up(game)
    return [(started, seat), *by_rules(game.ruleset, game.ruleset.initial(started))]


def drawn(state: TableState, words: Mapping[int, str] = {}) -> Seeded | None:
    """The chance of a table that drew a seed: from the secret seed and what all seats added, in order.

    None where a seat's words are needed, and neither the log nor ``words`` (by seat) has them any more.
    """
    added = [words.get(seat) if chair.words is None else chair.words for seat, chair in enumerate(state.chairs)]
    known = [each for each in added if each is not None]
    return Seeded(bytes.fromhex(state.opened.seed), known) if len(known) == len(added) else None


# --------------------------------------------------------------------------------------------------------------------
# Whose turn it is
# --------------------------------------------------------------------------------------------------------------------


def to_act(rules: Ruleset[Any], at: TableState, position: Any) -> tuple[ToAct, ...]:
    """Who must act now at a table: nobody before the start and after the end."""
    return rules.to_act(position) if at.phase == "running" else ()


def is_to_act(rules: Ruleset[Any], position: Any, seat: int) -> bool:
    """Whether this seat is among those that must act."""
    return any(act.seat == seat for act in rules.to_act(position))


def is_left_to_end(rules: Ruleset[Any], position: Any, seat: int) -> bool:
    """Whether nothing is left to this seat but to end its turn."""
    return rules.confirmation(position) is not None and is_to_act(rules, position, seat)


def require_turn(rules: Ruleset[Any], at: TableState, position: Any, seat: int) -> None:
    """Refuse a move before the start, after the end, or by a seat that is not to act."""
    decisions.require_running(at)
    waiting = rules.to_act(position)
    if not waiting:
        raise GameOver(message("The game is over."))
    if not any(act.seat == seat for act in waiting):
        raise NotYourTurn(message("It is the turn of {seat}.", seat=Seat(waiting[0].seat)))


def bot_to_act(game: Game, position: Any) -> int | None:
    """The seat of a bot that must act now."""
    waiting = to_act(game.ruleset, game.table, position)
    return next((act.seat for act in waiting if game.table.chairs[act.seat].bot), None)


# --------------------------------------------------------------------------------------------------------------------
# From picks to a command
# --------------------------------------------------------------------------------------------------------------------


def picked(rules: Ruleset[Any], position: Any, seat: int, picks: Sequence[str]) -> Command:
    """The command that these picks lead to. Raises BadPick, Incomplete or IllegalMove."""
    outcome = follow(rules.script(position, seat), picks)
    if isinstance(outcome, Choose):
        raise Incomplete(outcome)
    return outcome


def chosen(rules: Ruleset[Any], bot: Bot, position: Any, seat: int, numbers: random.Random) -> Command:
    """What a bot does on a seat. It sees no more of the position than its seat may see."""
    return bot(rules, rules.view(position, seat), seat, numbers)


# --------------------------------------------------------------------------------------------------------------------
# From a command to facts
# --------------------------------------------------------------------------------------------------------------------


def move(game: Game, position: Any, seat: int, given: Command | Sequence[str], ends_turn: bool = False) -> list[Acted]:
    """Decide a move, by its command or by picks: return all facts to append together, and apply them to the position.

    Turns end automatically for bots, for seats that have chosen this, and with a move that ``ends_turn``. The last move
    includes the end of the game.
    Raises Refused, IllegalMove, BadPick or Incomplete.
    """
    decisions.require_seat(game.table, seat)
    rules, chair = game.ruleset, game.table.chairs[seat]
    require_turn(rules, game.table, position, seat)
    command = given if isinstance(given, Command) else picked(rules, position, seat, given)
    ends_by_itself = ends_turn or chair.automatic or chair.bot is not None
    acted = played(rules, position, seat, command, lambda acting, _: ends_by_itself and acting == seat)
    if game.origin is None:
        acted += [(fact, None) for fact in finish(rules, game.table.opened, position)]
    return acted


MOST_OF_A_TURN = 20
"""Commands of a bot in one turn: most turns of any game have fewer."""


def turn_of_bot(game: Game, position: Any, bot: Bot, numbers: random.Random) -> list[Acted]:
    """The facts of all that a bot does for the seat that is to act, until another one is; the position moves along.

    Refused where nobody is to act.
    """
    rules = game.ruleset
    waiting = to_act(rules, game.table, position)
    if not waiting:
        raise Refused(message("Nobody is to move here."))
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
    ends_by_itself: EndsByItself = lambda acting, ending: True,
) -> list[Acted]:
    """The facts of a command and of what follows by itself, each with its seat; the position moves along.

    This is **the one place where something follows by itself** across games, in the transaction of the move that led
    to it: the moves of seats that the rules play, one after the other, and ends of turns. What a game's own rules make
    follow from a command (rounds, eras, Arkwright's automas without a seat) is part of what its ``decide`` returns.
    """
    acted = decided(rules, position, seat, command)
    acted += by_rules(rules, position)
    while (following := _ending(rules, position, ends_by_itself)) is not None:
        acted += decided(rules, position, *following)
        acted += by_rules(rules, position)
    return acted


def by_rules(rules: Ruleset[Any], position: Any) -> list[Acted]:
    """The facts of all that the rules play from here on, one command after the other; the position moves along."""
    acted: list[Acted] = []
    while (following := rules.by_rules(position)) is not None:
        acted += decided(rules, position, *following)
    return acted


def _ending(rules: Ruleset[Any], position: Any, ends_by_itself: EndsByItself) -> tuple[int, Command] | None:
    """The seat whose turn ends now without its saying so, and the command that ends it."""
    ending = rules.confirmation(position)
    if ending is None:
        return None
    acting = rules.to_act(position)[0].seat
    return (acting, ending) if ends_by_itself(acting, ending) else None


def decided(rules: Ruleset[Any], position: Any, seat: int, command: Command) -> list[Acted]:
    """The facts of a command and nothing else, or IllegalMove; the position moves along."""
    facts = rules.decide(position, seat, command)
    for fact in facts:
        rules.apply(position, fact)
    return [(fact, seat) for fact in facts]


def finish(rules: Ruleset[Any], opened: TableOpened, position: Any) -> list[Fact]:
    """What ends a game in a position in which it is over: the secret seed is published."""
    return [Finished(seed=opened.seed)] if rules.standing(position).finished else []


# --------------------------------------------------------------------------------------------------------------------
# Without a log
# --------------------------------------------------------------------------------------------------------------------


class PlayedCommand(msgspec.Struct, frozen=True):
    """One command of a seat, and the facts it led to, with what followed by itself."""

    seat: int
    command: Command
    facts: list[Fact]


def self_play(rules: Ruleset[Any], position: Any, choose: Callable[[Any, int], Command]) -> Iterator[PlayedCommand]:
    """Play on to the end: ``choose`` gives the command of a seat in a position. The position moves along."""
    while waiting := rules.to_act(position):
        acting = waiting[0].seat
        seat, command = rules.by_rules(position) or (acting, choose(position, acting))
        yield PlayedCommand(seat, command, [fact for fact, _ in played(rules, position, seat, command)])
