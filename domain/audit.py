"""Audit of a log: a check that every fact follows from its command under the current rules.

:func:`audit` checks the line of a game; :func:`examine` trusts no part of a log and checks every record of a stream,
including abandoned paths, the table and the movements of the head.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, pairwise, takewhile
from typing import Any

import msgspec

from domain import aggregate, log, play, undo
from domain.aggregate import Game, Origin
from domain.data_faults import explained
from domain.findings import Difference, Finding, Records, compared, illegal, topic
from domain.game import Fact, IllegalMove, Ruleset, ruleset
from domain.log import BranchOpened, HeadMoved, Recorded
from domain.message import Seat, joined, message
from domain.rules import rulebook
from domain.table import decisions, facts, seating
from domain.table.clock import verifying
from domain.table.clock.facts import CLOCK_FACTS, ClocksSet
from domain.table.refusals import Refused
from domain.table.rulings import decisions as rulings
from domain.table.rulings.facts import Adjudicated, Intervened, Voided
from domain.table.seat_changes import decisions as changes
from domain.table.seat_changes import facts as absence
from domain.table.seat_changes.facts import ABSENCE_FACTS
from domain.table.seating import TableState
from domain.verifiable_random import Chance, Stated, commitment

_log = logging.getLogger(__name__)

_ONE_BY_ONE = (Intervened, absence.SeatOffered, absence.StoodIn)
"""Facts of the table that may occur several times in one write, each decided separately."""


# --------------------------------------------------------------------------------------------------------------------
# The line of a game
# --------------------------------------------------------------------------------------------------------------------


def audit(
    game: Game,
    at: int | None = None,
    veil: Callable[[Fact], Fact] = lambda fact: fact,
    words: Mapping[int, str] = {},
) -> Iterator[Finding]:
    """Decide every command of the stream's own line (as it was at a version) again, in order. ``words`` holds, by seat,
    the seed contributions of which the log has only digests.

    After a finding other than ``identical``, the recorded facts stand and the next command is decided on them. Facts in
    a difference go through ``veil``.
    """
    line = [game.records[version - 1] for version in log.line(game.tree, at)]
    position = None if game.origin is None else aggregate.state(game, 1)
    for records, following in _with_following(_commands(game.ruleset, line)):
        yield _decided_again(game, position, records, words, veil)
        position = _played(game.ruleset, position, records)
        if (missing := _missing(game.ruleset, position, records, following, veil)) is not None:
            yield missing


def _commands(ruleset: Ruleset[Any], records: Iterable[Recorded[Any]]) -> Iterator[list[Recorded[Any]]]:
    """Split records where another command begins; a command may include ends of turns."""
    group: list[Recorded[Any]] = []
    for record in records:
        if group and not _continues(ruleset, group[-1], record):
            yield group
            group = []
        group.append(record)
    if group:
        yield group


def _continues(ruleset: Ruleset[Any], last: Recorded[Any], record: Recorded[Any]) -> bool:
    if (last.command, last.actor) != (record.command, record.actor):
        return False
    if isinstance(record.fact, CLOCK_FACTS) or isinstance(last.fact, (*CLOCK_FACTS, *_ONE_BY_ONE)):
        return False
    is_move = isinstance(record.fact, ruleset.facts)
    if is_move != isinstance(last.fact, ruleset.facts):
        return False
    return not is_move or ruleset.recover(record.fact) is None


def _with_following(groups: Iterable[Records]) -> Iterator[tuple[Records, Records]]:
    """Yield each group with the one after it; the last with an empty one."""
    return pairwise(chain(groups, [()]))


def _missing(
    rules: Ruleset[Any], position: Any, records: Records, following: Records, veil: Callable[[Fact], Fact]
) -> Finding | None:
    """Return a finding if the rules must play a seat after these records, but the same write lacks that move.

    So no log can end where an automa is to act, and no one can add its move later.
    """
    by_rules = rules.by_rules(position)
    if by_rules is None or _goes_on(rules, records, following):
        return None
    seat, command = by_rules
    version = records[-1].originator_version
    decided = [msgspec.to_builtins(veil(fact)) for fact in rules.decide(position, seat, command)]
    return Finding(
        version=version,
        seat=seat,
        verdict="diverges",
        detail=message(
            "audit.automa-move-missing",
            "Automa {seat}'s next move must be in the same write, but it is missing.",
            seat=Seat(seat),
        ),
        differences=tuple(Difference(version, "", msgspec.UNSET, fact) for fact in decided),
    )


def _goes_on(rules: Ruleset[Any], records: Records, following: Records) -> bool:
    """Return whether the same write has another move of the game."""
    return bool(following) and log.same_write(records[-1], following[0]) and isinstance(following[0].fact, rules.facts)


def _decided_again(
    game: Game, position: Any, records: Records, words: Mapping[int, str], veil: Callable[[Fact], Fact]
) -> Finding:
    try:
        finding = compared(records, _decided(game, position, records[0], words), veil)
    except IllegalMove as refusal:
        finding = illegal(records[0], refusal.detail, refusal.rule)
    except Refused as refusal:
        return illegal(records[0], refusal.detail)
    if finding.verdict != "identical":
        finding = _of_its_time(game, position, records, finding)
    return msgspec.structs.replace(finding, is_move=not isinstance(records[0].fact, game.ruleset.started))


def _of_its_time(game: Game, position: Any, records: Records, finding: Finding) -> Finding:
    """Return the finding, revised if a former version of a corrected rule leads to exactly these facts."""
    rules, record = game.ruleset, records[0]
    command, seat = rules.recover(record.fact), record.seat
    if command is None or seat is None or rules.by_rules(position) not in (None, (seat, command)):
        return finding
    for correction in rulebook.corrections(rules.catalogue):
        formerly = rules.formerly.get(correction.rule)
        if formerly is None or record.at.date() >= correction.date or finding.rule not in (None, correction.rule):
            continue
        with suppress(IllegalMove):
            if [record.fact for record in records] == formerly(position, seat, command):
                superseded = {"verdict": "superseded", "rule": correction.rule, "corrected": correction.date}
                return msgspec.structs.replace(finding, **superseded)
    return finding


def _played(ruleset: Ruleset[Any], position: Any, records: Records) -> Any:
    """Return the position after these facts of the game; the given one must not be used again."""
    if isinstance(records[0].fact, ruleset.started):
        return log.replay(ruleset, [record.fact for record in records])
    for record in records:
        ruleset.apply(position, record.fact)
    return position


def _decided(game: Game, position: Any, record: Recorded[Any], words: Mapping[int, str]) -> list[Fact]:
    fact = record.fact
    if isinstance(fact, game.ruleset.started):
        return [game.ruleset.setup(seating.set_up_of(game.table), _chance(game, fact, words))]
    command = game.ruleset.recover(fact)
    if command is None:
        raise Refused(
            message("audit.no-command-for-event", "No command leads to the event {topic} here.", topic=topic(fact))
        )
    if record.seat is None or not play.is_to_act(game.ruleset, position, record.seat):
        raise Refused(message("audit.seat-out-of-turn", "It wasn't this seat's turn."))
    by_rules = game.ruleset.by_rules(position)
    if by_rules is None:
        decisions.require_seat(game.table, record.seat)
        return game.ruleset.decide(position, record.seat, command)
    if by_rules[0] != record.seat:
        raise Refused(message("audit.automa-turn", "It was automa {seat}'s turn.", seat=Seat(by_rules[0])))
    return game.ruleset.decide(position, *by_rules)


def _chance(game: Game, started: Fact, words: Mapping[int, str]) -> Chance:
    """Return the source of the set-up's chance: seed and contributions, or a statement, which the fact itself repeats.

    The fact also serves for games that used the contributions themselves, not their digests, if these are missing.
    """
    drawn = None if game.table.opened.recorded else play.drawn(game.table, words)
    return drawn or Stated(game.ruleset.stated(game.ruleset.outcomes(started)))


# --------------------------------------------------------------------------------------------------------------------
# A stream that may have been forged
# --------------------------------------------------------------------------------------------------------------------


def examine(
    stream: str, records: Records, origin: Origin | None = None, words: Mapping[int, str] = {}
) -> Iterator[Finding]:
    """Decide every record of a stream again, in order, up to the first that is wrong. ``words`` holds, by seat, the
    seed contributions of which the log has only digests.

    A record that followed from the rules of its time is not wrong: the examination continues with the recorded facts.

    The records must be consecutive from version 1. A branch needs its origin, which was examined before.
    """
    version = 1
    try:
        game = _opened(stream, records[0], origin)
        position = None if origin is None else aggregate.state(game)
        if origin is not None and game.ruleset.by_rules(position) is not None:
            raise Refused(
                message(
                    "audit.branch-from-incomplete-move",
                    "A branch must start after a complete move, including its automatic steps.",
                )
            )
        kept = {0: _packed(position)}
        begun = game
        for group, following in _with_following(_commands(game.ruleset, records[1:])):
            version = group[0].originator_version
            if not log.same_write(game.records[-1], group[0]):
                begun = game
            finding = _examined(begun, game, position, group, words)
            yield finding
            if not finding.holds:
                return
            game = aggregate.extended(game, group, game.tip)
            if isinstance(group[0].fact, game.ruleset.facts):
                position = _played(game.ruleset, position, group)
                kept[game.tree.head] = _packed(position)
                if (missing := _missing(game.ruleset, position, group, following, lambda fact: fact)) is not None:
                    yield missing
                    return
            elif isinstance(group[-1].fact, HeadMoved):
                position = msgspec.msgpack.decode(kept[game.tree.head], type=game.ruleset.state)
            if (wrong := _about_time(begun, game, position, group, following)) is not None:
                yield wrong
                return
    except Refused as refusal:
        yield illegal(records[0], refusal.detail)
    except Exception as error:  # a forged fact can fail in ways that no rule expects
        detail = message(
            "audit.event-does-not-fit",
            "This event doesn't fit the position.",
        )
        _log.debug("An event does not fit the position", exc_info=error)
        yield Finding(version=version, seat=None, verdict="diverges", detail=detail)


def _about_time(begun: Game, game: Game, position: Any, group: Records, following: Records) -> Finding | None:
    """Return the faults of a table's clocks after these records, the last of the game."""
    if game.table.clocks is None or (following and log.same_write(group[-1], following[0])):
        return None
    if any(later.at < earlier.at for earlier, later in pairwise(game.records[max(0, begun.version - 1) :])):
        return illegal(
            group[0], message("audit.time-runs-backwards", "This event has an earlier time than the event before it.")
        )
    if verifying.in_order(begun, game, position):
        return None
    detail = message("audit.clocks-set-wrongly", "The clocks were not set correctly.")
    if isinstance(group[-1].fact, ClocksSet):
        return illegal(group[0], detail)
    version = group[-1].originator_version  # the end of the write is missing, perhaps because the file is truncated
    missing = (Difference(version, "", msgspec.UNSET, ClocksSet.__struct_config__.tag),)
    return Finding(version=version, seat=None, verdict="diverges", detail=detail, differences=missing)


def _packed(position: Any) -> bytes:
    return msgspec.msgpack.encode(position)


def _opened(stream: str, record: Recorded[Any], origin: Origin | None) -> Game:
    fact = record.fact
    if isinstance(fact, facts.TableOpened):
        drawn = fact.seed and commitment(bytes.fromhex(fact.seed)) == fact.commitment
        stated = fact.recorded and not fact.seed and not fact.commitment
        if not (drawn or stated):
            raise Refused(message("audit.seed-not-committed", "The seed doesn't match its commitment."))
        _require_playable(fact)
    elif not (isinstance(fact, BranchOpened) and origin is not None):
        raise Refused(
            message("audit.wrong-first-event", "A log can't start with the event {topic}.", topic=topic(fact))
        )
    return aggregate.rebuilt(stream, [record], "", origin)


def _require_playable(opened: facts.TableOpened) -> None:
    rules = ruleset(opened.ruleset)
    try:
        decisions.playable(rules, opened.seats, opened.options)
    except msgspec.ValidationError as error:
        detail = message("audit.invalid-options", "These options are invalid for {game}.", game=rules.title)
        raise Refused(joined(detail, explained(error))) from error


def _examined(begun: Game, game: Game, position: Any, records: Records, words: Mapping[int, str]) -> Finding:
    try:
        if isinstance(records[0].fact, CLOCK_FACTS):
            _require_seat(game.table, records[0].fact)
            return compared(records, verifying.decided(begun, game, position, records[0]), lambda fact: fact)
        if isinstance(records[0].fact, game.ruleset.facts):
            _require_playing(game, records[0].fact)
            return _decided_again(game, position, records, words, lambda fact: fact)
        decided = changes.swapped_as_once(game.table, len(records), _table_decided(game, position, records[0]))
        return compared(records, decided, lambda fact: fact)
    except Refused as refusal:
        return illegal(records[0], refusal.detail)


def _require_playing(game: Game, fact: Fact) -> None:
    if isinstance(fact, game.ruleset.started):
        decisions.require_full(game.table)
    else:
        decisions.require_running(game.table)


def _table_decided(game: Game, position: Any, record: Recorded[Any]) -> list[Fact]:
    """Return the facts that this record leads to at this table, its own first. Raise Refused."""
    fact, state = record.fact, game.table
    _require_seat(state, fact)
    match fact:
        case facts.SeatTaken():
            return decisions.take_seat(state, fact)
        case facts.SeatLeft():
            return decisions.leave_seat(state, fact.seat)
        case facts.WordsSealed() | facts.WordsAdded():
            return decisions.add_words(state, fact)
        case facts.ConfirmationSet():
            return decisions.set_confirmation(state, fact.seat, fact.automatic)
        case facts.UndoRequested():
            return undo.request(game, fact.seat, fact.to)
        case facts.UndoAnswered():
            return undo.answer(game, fact.seat, fact.granted)
        case HeadMoved():
            return _head_decided(game, record.seat, fact.to)
        case _ if isinstance(fact, ABSENCE_FACTS):
            return _changing_hands(game, record)
        case _:
            return _ending_decided(game, position, fact)


def _changing_hands(game: Game, record: Recorded[Any]) -> list[Fact]:
    state, fact = game.table, record.fact
    match fact:
        case absence.SeatOffered(given_up=True):
            return changes.give_up(state, fact.seat)
        case absence.SeatOffered():
            return changes.offer(state, fact.seat)
        case absence.OfferWithdrawn():
            return changes.withdraw_offer(state, fact.seat)
        case absence.SeatHandedOver():
            return changes.take_over(state, fact.seat, fact.user)
        case absence.StoodIn():
            return [msgspec.structs.replace(each, keeps_time=fact.keeps_time) for each in _stood_in(game, record)]
        case absence.Returned():
            return changes.come_back(state, fact.seat)
        case absence.SwapProposed():
            return changes.propose_swap(state, fact.seat, fact.other)
        case absence.SwapAnswered():
            return changes.answer_swap(state, fact.seat, fact.agrees)
    raise Refused(message("audit.event-out-of-place", "The event {topic} can't occur here.", topic=topic(fact)))


def _stood_in(game: Game, record: Recorded[Any]) -> list[Fact]:
    state, fact = game.table, record.fact
    if _ordered(game, record):
        return rulings.stand_in(state, game.ruleset, [fact.seat], fact.bot, game.tree.head, "absence")[1:]
    return changes.stand_in(state, game.ruleset, fact.seat, fact.bot, game.tree.head)


def _ordered(game: Game, record: Recorded[Any]) -> bool:
    """Return whether an organiser requested the substitute bot of this record's write."""
    before = takewhile(lambda each: log.same_write(each, record), reversed(game.records))
    return any(isinstance(each.fact, Intervened) and each.fact.act == "stand_in" for each in before)


def _require_seat(state: TableState, fact: Any) -> None:
    if not 0 <= getattr(fact, "seat", 0) < len(state.chairs):
        raise Refused(message("audit.no-such-seat", "This table has no seat {number}.", number=fact.seat + 1))


def _ending_decided(game: Game, position: Any, fact: Any) -> list[Fact]:
    state = game.table
    match fact:
        case facts.AbandonAgreed():
            return decisions.agree_to_abandon(state, fact.seat, fact.agrees)
        case facts.Abandoned() if state.opened.recorded:
            decisions.require_running(state)
            return [fact]
        case facts.Abandoned():
            return decisions.close(state)
        case facts.Finished() if game.origin is None:
            decisions.require_running(state)
            if not (ended := play.finish(game.ruleset, state.opened, position)):
                raise Refused(message("audit.game-not-over", "The game isn't over at this point."))
            return ended
        case Voided() if game.origin is None:
            return rulings.void(state, fact.reason)
        case Intervened() if game.origin is None:
            decisions.require_running(state)
            return [fact]
        case Adjudicated() if game.origin is None:
            return rulings.adjudicate(state, fact.places, fact.reason, fact.points)
        case facts.Imported() if game.origin is not None or state.phase in ("finished", "abandoned"):
            return [fact]
        case _:
            raise Refused(message("audit.event-out-of-place", "The event {topic} can't occur here.", topic=topic(fact)))


def _head_decided(game: Game, seat: int | None, to: int) -> list[Fact]:
    if seat is None:
        raise Refused(message("audit.undo-without-seat", "Only a player can undo moves."))
    decisions.require_seat(game.table, seat)
    if to in undo.forward_targets(game, seat):
        return undo.forward(game, seat, to)
    return undo.back(game, seat, to)
