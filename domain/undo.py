"""Undo and redo: the range that a table's policy allows a seat, and the consent it requires from others.

The range follows from a few properties of each move's facts (:class:`UndoStep`), which are available from a replayed
game and from the rows of a read model. A decision returns facts or raises Refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, tee
from operator import attrgetter

import msgspec

from domain import aggregate, log
from domain.aggregate import Game
from domain.game import Fact
from domain.log import HeadMoved
from domain.message import Message, Seat, message
from domain.table import decisions
from domain.table.facts import UndoAnswered, UndoPolicy, UndoRequested
from domain.table.refusals import Refused
from domain.table.seating import TableState

# --------------------------------------------------------------------------------------------------------------------
# Undo and redo without consent
# --------------------------------------------------------------------------------------------------------------------


class UndoStep(msgspec.Struct, frozen=True):
    """One fact of a move. ``move`` is the version of the first fact of its command, ``parent`` the version of the fact
    before it: None for the start of a game, 0 for the first fact of a branch. ``reveals`` means that the fact revealed
    hidden information.
    """

    version: int
    move: int
    seat: int | None
    parent: int | None
    reveals: bool


def earlier(policy: UndoPolicy, line: Iterable[UndoStep], seat: int) -> list[int]:
    """Return the versions that the seat may go back to, nearest first. The line starts with the latest step, and is
    read only as far as needed.

    Under ``turn`` and ``consent``, the seat may go back past only its own moves that revealed nothing hidden. (Under
    ``consent`` it can request to go further back.) ``free`` has no such limit. The start is never undone.
    """
    targets: list[int] = []
    if policy == "off":
        return targets
    for move in _moves(line):
        begun = move[-1]
        kept = policy != "free" and (begun.seat != seat or any(step.reveals for step in move))
        if kept or begun.parent is None:
            break
        targets.append(begun.parent)
    return targets


def later(policy: UndoPolicy, head: int, after: Iterable[UndoStep], seat: int) -> list[int]:
    """Return the versions that the seat may go forward to, nearest first: along the latest path from the head.

    ``after`` holds all steps above the head in the order of their versions, on the line or not.
    """
    targets: list[int] = []
    if policy == "off":
        return targets
    for move in _moves(_youngest_path(head, after)):
        if policy != "free" and move[0].seat != seat:
            break
        targets.append(move[-1].version)
    return targets


def _moves(steps: Iterable[UndoStep]) -> Iterator[list[UndoStep]]:
    return (list(move) for _, move in groupby(steps, key=attrgetter("move")))


def _youngest_path(head: int, after: Iterable[UndoStep]) -> list[UndoStep]:
    paths: dict[int | None, UndoStep] = {}
    for step in after:
        if step.parent == head or step.parent in paths:
            paths[step.version] = step
    path: list[UndoStep] = []
    here = next(reversed(paths), None)
    while here in paths:
        path.append(paths[here])
        here = paths[here].parent
    return path[::-1]


def back_targets(game: Game, seat: int) -> list[int]:
    """Return the versions to which the seat may undo without consent, nearest first."""
    policy = game.table.opened.undo
    return _positions_before(game) if policy == "free" else earlier(policy, line_of(game), seat)


def forward_targets(game: Game, seat: int) -> list[int]:
    """Return the versions to which the seat may redo without consent, nearest first."""
    return later(game.table.opened.undo, game.tree.head, steps_after(game, game.tree.head), seat)


def line_of(game: Game) -> Iterator[UndoStep]:
    """Yield the steps of a game's line, the latest first."""
    return _steps(game, log.backward(game.tree))


def steps_after(game: Game, version: int) -> Iterator[UndoStep]:
    """Yield all steps of a game after a version, on the line or not, in order."""
    versions = range(version + 1, game.version + 1)
    return _steps(game, (each for each in versions if aggregate.is_move(game, each)))


def _steps(game: Game, versions: Iterable[int]) -> Iterator[UndoStep]:
    versions, again = tee(versions)
    return (step_of(game, *each) for each in zip(versions, aggregate.move_starts(game, again), strict=True))


def step_of(game: Game, version: int, move: int) -> UndoStep:
    """Return the step of the fact at a version, which belongs to the move that began at version ``move``."""
    record, rules = game.records[version - 1], game.ruleset
    starts = isinstance(record.fact, rules.started)
    return UndoStep(
        version=version,
        move=move,
        seat=record.seat,
        parent=None if starts else game.tree.parents[version],
        reveals=rules.reveals(record.fact),
    )


# --------------------------------------------------------------------------------------------------------------------
# Moving the head
# --------------------------------------------------------------------------------------------------------------------


def back(game: Game, seat: int, to: int | None) -> list[Fact]:
    """Move the head back to the nearest position within the seat's reach, or to ``to``."""
    decisions.require_running(game.table)
    decisions.require_seat(game.table, seat)
    targets = back_targets(game, seat)
    if not targets:
        raise Refused(_why_not(game))
    return [HeadMoved(to=_one_of(targets, to))]


def forward(game: Game, seat: int, to: int | None) -> list[Fact]:
    """Move the head forward again along the undone moves."""
    decisions.require_running(game.table)
    decisions.require_seat(game.table, seat)
    targets = forward_targets(game, seat)
    if not targets:
        raise Refused(message("undo.nothing-to-redo", "There is nothing to redo."))
    return [HeadMoved(to=_one_of(targets, to))]


def _one_of(targets: Sequence[int], to: int | None) -> int:
    if to is None:
        return targets[0]
    if to not in targets:
        raise Refused(
            message(
                "undo.version-out-of-reach",
                "You can't go to position #{version}. Reload the game to see which moves you can undo or redo.",
                version=to,
            )
        )
    return to


def _why_not(game: Game) -> Message:
    match game.table.opened.undo:
        case "turn":
            return message(
                "undo.too-late",
                "You can't undo: since your last move, another player has moved or hidden information was revealed.",
            )
        case "consent":
            return message(
                "undo.needs-consent",
                "Since your last move, another player has moved or hidden information was revealed. Ask the other "
                "players for an undo.",
            )
        case "off":
            return message("undo.moves-final", "Undo is off at this table.")
        case _:
            return message("undo.nothing-to-undo", "There is nothing to undo.")


# --------------------------------------------------------------------------------------------------------------------
# Requests to the others
# --------------------------------------------------------------------------------------------------------------------


def can_ask_for(game: Game, to: int) -> bool:
    """Return whether the seat can now ask the others to go back to this version, under the policy ``consent``."""
    asked = game.table
    waits = asked.phase == "running" and asked.opened.undo == "consent" and asked.request is None
    return waits and to in _positions_before(game)


def request(game: Game, seat: int, to: int | None) -> list[Fact]:
    """Ask the other players to go back; if there are none, the head moves at once."""
    decisions.require_running(game.table)
    targets = _positions_before(game)
    if not targets:
        raise Refused(message("undo.nothing-to-undo", "There is nothing to undo."))
    return _granted(game, requested(game.table, seat, targets[0] if to is None else to, targets))


def answer(game: Game, seat: int, granted: bool) -> list[Fact]:
    """Grant or refuse the open request; the last grant moves the head."""
    return _granted(game, answered(game.table, seat, granted))


def _positions_before(game: Game) -> list[int]:
    """Return the versions to which the head may go back, nearest first, once all agree."""
    return aggregate.move_ends(game)[-2::-1]


def _granted(game: Game, facts: list[Fact]) -> list[Fact]:
    """Return the facts, with the head's movement if they complete a request."""
    after = aggregate.table_after(game.table, facts)
    standing = after.request
    if standing is not None and consent_complete(after):
        return [*facts, HeadMoved(to=standing.to)]
    return facts


def requested(asked: TableState, seat: int, to: int, targets: Sequence[int]) -> list[Fact]:
    """Return the facts of a seat's request to go back to one of the targets."""
    decisions.require_running(asked)
    decisions.require_seat(asked, seat)
    if asked.opened.undo != "consent" and not played_by_a_bot(asked, seat, to):
        raise Refused(message("undo.consent-not-used", "This table doesn't use undo requests."))
    if asked.request is not None:
        raise Refused(
            message("undo.already-requested", "{seat} has already requested an undo.", seat=Seat(asked.request.seat))
        )
    if to not in targets:
        raise Refused(
            message(
                "undo.not-an-earlier-position", "Position #{version} isn't earlier than the current one.", version=to
            )
        )
    return [UndoRequested(seat=seat, to=to)]


def played_by_a_bot(asked: TableState, seat: int, to: int) -> bool:
    """Return whether a player who has returned asks to undo the moves of their substitute bot."""
    chair = asked.chairs[seat]
    return chair.present and to > 0 and chair.stood_in == to


def before_the_bot(game: Game, seat: int) -> int | None:
    """Return the version before the moves of a returned player's substitute bot; None if there are none."""
    to = game.table.chairs[seat].stood_in
    return to if played_by_a_bot(game.table, seat, to) and to in _positions_before(game) else None


def answered(asked: TableState, seat: int, granted: bool) -> list[Fact]:
    """Return the facts of a seat's answer to the open request."""
    decisions.require_running(asked)
    decisions.require_seat(asked, seat)
    if asked.request is None:
        raise Refused(message("undo.no-request", "No undo request is pending."))
    if seat == asked.request.seat and granted:
        raise Refused(message("undo.own-request", "Only the other players can accept your undo request."))
    if seat in asked.request.granted:
        raise Refused(message("undo.already-answered", "You have already answered."))
    return [UndoAnswered(seat=seat, granted=granted)]


def asked_seats(asked: TableState) -> list[int]:
    """Return the seats of players who have not yet answered the open request."""
    standing = asked.request
    if standing is None:
        return []
    settled = {asked.chairs[seat].user for seat in (standing.seat, *standing.granted)}
    return [seat for seat, chair in enumerate(asked.chairs) if chair.asked and chair.user not in settled]


def consent_complete(asked: TableState) -> bool:
    """Return whether every player except the requester has granted the open request."""
    return asked.request is not None and not asked_seats(asked)
