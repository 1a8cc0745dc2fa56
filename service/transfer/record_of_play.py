"""Records of play: games written down by a person, or from the log.

A record of play is one JSON object, transcribed for instance from a face-to-face game::

    {
      "format": "daybook.record-of-play/1",
      "ruleset": "brass-birmingham",
      "name": "Sunday evening",
      "names": ["Ada", "Ben"],
      "options": {"introductory": false},
      "chance": {"turn_order": [1, 0], ...},
      "moves": [
        {"seat": 1, "command": {"action": "loan", "card": "dudley"}},
        ...
      ]
    }

``names`` has one name per seat; those of automas, which have the last seats, may be left out or stated as the table
calls them (``Automa``, or ``Automa 1``, ``Automa 2`` …). ``options`` may be left out, and so may ``name``. ``chance``
states all random results; the ruleset defines its parts. ``moves`` are the game's own commands, in order. Moves of the
rules, such as automas', are never stated. The end of a turn may be left out if the seat could do nothing else. The
component figures are the current ones. Every command is checked; a record that ends before the game does is stored as
an abandoned game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial, reduce
from operator import or_
from typing import Annotated, Any, Literal

import msgspec

from domain import log, play
from domain.aggregate import Game
from domain.data_faults import UNREADABLE, explained
from domain.game import Command, Fact, IllegalMove, Ruleset, UnknownRuleset, prepare_decoders, ruleset
from domain.game import Table as SetUp
from domain.message import counted, joined, message
from domain.play import Acted
from domain.table import decisions, seating
from domain.table.facts import Abandoned, Imported, SeatTaken, TableOpened
from domain.table.refusals import Refused
from domain.table.seating import TableState
from domain.verifiable_random import Misstated, Stated
from service.transfer.export import names
from service.transfer.file_problems import wrong
from service.transfer.text_validation import LONGEST_NAME, LONGEST_PLAYER, is_plain, stored_name
from service.usecases.command_handler import CommandHandler

MAX_MOVES = 10_000
"""The most commands of one record."""


class RecordedMove(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One command of a record of play, in the ruleset's own format."""

    seat: Annotated[int, msgspec.Meta(ge=0)]
    command: dict[str, Any]


PlayerName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_PLAYER)]


class RecordOfPlay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game as written down by a person."""

    format: Literal["daybook.record-of-play/1"] = "daybook.record-of-play/1"
    ruleset: str
    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    names: list[PlayerName]
    options: dict[str, Any] = {}
    chance: dict[str, Any]
    moves: list[RecordedMove]


prepare_decoders(RecordOfPlay)


def parse_record(content: bytes) -> RecordOfPlay:
    """Read a record with its names in their stored form. Raise WrongFile for one that is not a record."""
    try:
        record = msgspec.json.decode(content, type=RecordOfPlay)
    except UNREADABLE as error:
        detail = message("file.not-export-or-record", "This isn't an export or a record of play.")
        raise wrong(0, joined(detail, explained(error, content))) from error
    if len(record.moves) > MAX_MOVES:
        raise wrong(
            0,
            counted(
                "file.too-many-moves",
                "The record has more than {count} move.",
                "The record has more than {count} moves.",
                count=MAX_MOVES,
            ),
        )
    if not is_plain([record.options, record.chance, [move.command for move in record.moves]]):
        raise wrong(
            0,
            message("file.record-value-not-allowed", "The record contains text or a number that Daybook never writes."),
        )
    names = [stored_name(name, 0) for name in record.names]
    return msgspec.structs.replace(record, name=stored_name(record.name, 0), names=names)


def rules_of(record: RecordOfPlay) -> Ruleset[Any]:
    """Return the rules of a record. Raise WrongFile if they are not installed."""
    try:
        rules = ruleset(record.ruleset)
    except UnknownRuleset as error:
        detail = message(
            "file.rules-not-installed", "This site doesn't have the ruleset {ruleset}.", ruleset=record.ruleset
        )
        raise wrong(0, detail) from error
    return rules


def writes(rules: Ruleset[Any], record: RecordOfPlay, user: str) -> Iterator[tuple[str, list[Acted]]]:
    """Yield all facts of the stream, one write after another, each with a command id."""
    opened, started = _set_up(rules, record, user)
    state = seating.initial(opened, rules)
    yield "opened", [(opened, None)]
    for seat, chair in enumerate(state.chairs):
        if chair.free:
            yield f"seat-{seat}", [(SeatTaken(seat=seat), seat)]
    position = rules.initial(started)
    yield "started", [(started, None), *play.by_rules(rules, position)]
    for number, facts in enumerate(_moves(rules, state, position, record.moves), start=1):
        yield f"move-{number}", facts
    over = play.finish(rules, opened, position) or [Abandoned()]
    yield "over", [(fact, None) for fact in over]
    yield "imported", [(Imported(by=user), None)]


def _set_up(rules: Ruleset[Any], record: RecordOfPlay, user: str) -> tuple[TableOpened, Fact]:
    figures = rules.current_figures()
    try:
        seats = _seats(rules, record)
        options = decisions.playable(rules, seats, record.options)
        chance = Stated(rules.stated(record.chance))
        started = rules.setup(SetUp(seats=seats, options=options, figures=figures), chance)
    except (msgspec.ValidationError, Misstated) as error:
        fault = error.detail if isinstance(error, Misstated) else explained(error)
        raise wrong(0, joined(message("file.invalid-setup", "The game can't be set up like this."), fault)) from error
    except Refused as refusal:
        raise wrong(0, refusal.detail) from refusal
    opened = TableOpened(
        ruleset=rules.name,
        figures=figures,
        owner=user,
        seats=seats,
        options=options,
        undo="off",
        private=True,
        commitment="",
        seed="",
        recorded=True,
    )
    return opened, started


def _seats(rules: Ruleset[Any], record: RecordOfPlay) -> int:
    """Return the number of seats: that of the names, if these are for a whole table; otherwise they are the players'
    only.
    """
    options = msgspec.convert(record.options, rules.options)
    chairs = seating.seat_states(rules, options, len(record.names))
    automas = [chair.name for chair in chairs if chair.automa]
    if record.names[len(record.names) - len(automas) :] == automas:
        return len(record.names)
    return decisions.seats_for(rules, len(record.names), record.options)


def _moves(
    rules: Ruleset[Any], state: TableState, position: Any, moves: Sequence[RecordedMove]
) -> Iterator[list[Acted]]:
    """Yield the facts of each recorded move, with automatic steps that the record omits; the position is updated."""
    for number, move in enumerate(moves, start=1):
        try:
            _require_persons(state, move)
            following = moves[number] if number < len(moves) else None
            command = _command(rules, move)
            yield play.played(rules, position, move.seat, command, partial(_not_stated, following))
        except IllegalMove as refusal:
            raise wrong(number, refusal.detail, refusal.rule) from refusal
        except Refused as refusal:
            raise wrong(number, refusal.detail) from refusal
        except msgspec.ValidationError as error:
            detail = message("file.invalid-command", "This isn't a valid command for this game.")
            raise wrong(number, joined(detail, explained(error))) from error


def _require_persons(state: TableState, move: RecordedMove) -> None:
    if move.seat < len(state.chairs) and state.chairs[move.seat].automa:
        raise Refused(message("file.automa-move-stated", "Leave out automas' moves: they follow from the rules."))


def _not_stated(following: RecordedMove | None, seat: int, ending: Command) -> bool:
    return following != RecordedMove(seat=seat, command=msgspec.to_builtins(ending))


def _command(rules: Ruleset[Any], move: RecordedMove) -> Command:
    command: Command = msgspec.convert(move.command, reduce(or_, rules.commands))
    return command


def record_of_play(handler: CommandHandler, game: Game) -> RecordOfPlay:
    """Write down the line of a game (not of a branch) that has started: importing it leads to the same facts."""
    rules, said = game.ruleset, names(handler, game)
    started, *played = [game.records[version - 1] for version in log.line(game.tree)]
    position = rules.initial(started.fact)
    moves = []
    for record in played:
        command = rules.recover(record.fact)
        follows = command == rules.confirmation(position) or rules.by_rules(position) is not None
        if command is not None and not follows and record.seat is not None:
            moves.append(RecordedMove(seat=record.seat, command=msgspec.to_builtins(command)))
        rules.apply(position, record.fact)
    return RecordOfPlay(
        ruleset=rules.name,
        name=said.title,
        names=said.seats,
        options=game.table.opened.options,
        chance=rules.outcomes(started.fact),
        moves=moves,
    )
