"""A game rebuilt from its stream: the records, their places in the tree, the table, and the state at any version."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from domain import log
from domain.game import Fact, Ruleset, ruleset
from domain.log import BranchOpened, HeadMoved, Recorded, Records, Tree
from domain.table import seating, shares
from domain.table.facts import Imported, SeatLeft, TableOpened
from domain.table.seat_changes.facts import SeatHandedOver, SeatsSwapped
from domain.table.seating import ImportRecord, SeatingPeriod, TableState


class Origin(msgspec.Struct, frozen=True):
    """The origin of a branch: the facts of the origin's line (empty if the start is imagined)."""

    opened: BranchOpened
    facts: tuple[Fact, ...]
    table: TableState


class Game(msgspec.Struct):
    """One stream, folded. Treat it as a value: :func:`extended` returns a new one."""

    id: str
    ruleset: Ruleset[Any]
    figures: str
    records: Records
    tree: Tree
    table: TableState
    tip: str
    """The hash of the last record as stored, which is the next record's ``previous``."""
    origin: Origin | None = None

    @property
    def version(self) -> int:
        """The number of facts in the stream; ``If-Match`` names it."""
        return len(self.records)

    @property
    def started(self) -> bool:
        """Whether the stream has a position."""
        return self.origin is not None or self.tree.head > 0


def rebuilt(stream: str, records: Sequence[Recorded[Any]], tip: str, origin: Origin | None = None) -> Game:
    """Fold a stream whose last record has the hash ``tip``. A branch needs its origin."""
    first = records[0].fact
    if isinstance(first, TableOpened):
        rules = ruleset(first.ruleset)
        game = Game(stream, rules, first.figures, [], Tree(), seating.initial(first, rules), tip)
    else:
        assert isinstance(first, BranchOpened)
        assert origin is not None
        game = Game(stream, ruleset(first.ruleset), first.figures, [], Tree(), _branch_table(origin), tip, origin)
    fold_into(game, records)
    return game


def origin_at(game: Game, opened: BranchOpened) -> Origin:
    """Return the origin of a branch that was opened on a game: the facts of the game's line at that version."""
    facts = () if opened.imagined is not None else tuple(full_line(game, opened.at_version))
    return Origin(opened, facts, game.table)


def extended(game: Game, records: Sequence[Recorded[Any]], tip: str) -> Game:
    """Return the game with further records of its stream, the last of which has the hash ``tip``."""
    longer = msgspec.structs.replace(
        game,
        records=game.records.copy(),
        tree=Tree(list(game.tree.parents), list(game.tree.heads)),
        table=_copied(game.table),
        tip=tip,
    )
    fold_into(longer, records)
    return longer


def truncated(game: Game, version: int) -> Game:
    """Return the game as it was right after a version."""
    if version == game.version:
        return game
    return rebuilt(game.id, game.records[:version], game.records[version].previous, game.origin)


def table_after(state: TableState, facts: Iterable[Fact]) -> TableState:
    """Return the state of the table after these facts."""
    after = _copied(state)
    for fact in facts:
        seating.evolve(after, fact)
    return after


def _copied(state: TableState) -> TableState:
    chairs = [msgspec.structs.replace(chair) for chair in state.chairs]
    return msgspec.structs.replace(state, chairs=chairs, counted=state.counted.copy())


def fold_into(game: Game, records: Sequence[Recorded[Any]]) -> None:
    """Fold further records into a game in place; the caller must hold the only reference. ``tip`` does not change."""
    tree, state = game.tree, game.table
    moves, started = frozenset(game.ruleset.facts), game.ruleset.started
    game.records.extend(records)
    answered: Recorded[Any] | None = None
    for record in records:
        fact = record.fact
        kind = type(fact)
        is_move = kind in moves
        log.grow(tree, fact, is_move)
        if kind in (SeatHandedOver, SeatsSwapped, SeatLeft):
            people = tuple(chair.person or "" for chair in state.chairs)
            state.hands = (*state.hands, SeatingPeriod(tree.version, people))
        if not is_move:
            seating.evolve(state, fact)
            _count(state, record, answered)
            answered = record if kind in shares.ANSWERS else answered
        if kind is Imported:
            state.imported = ImportRecord(fact.by, record.at, fact.superseded)
            state.counted.clear()  # counted for users of another site
        if is_move or kind is HeadMoved:
            state.request = None
            if kind is started:
                state.phase = "running"


def _count(state: TableState, record: Recorded[Any], answered: Recorded[Any] | None) -> None:
    """Count a fact for its sender, unless the fact follows from their answer to others."""
    if not record.actor or not shares.counted_facts([record.fact]):
        return
    if answered is None or not log.same_write(answered, record):
        state.counted[record.actor] = state.counted.get(record.actor, 0) + 1


def _branch_table(origin: Origin) -> TableState:
    opened = msgspec.structs.replace(origin.table.opened, undo="free", private=True, owner=origin.opened.owner)
    owner = origin.opened.owner
    chairs = [
        seating.SeatState(
            name=chair.name,
            user=None if chair.automa else owner,
            person=chair.person,
            taken=not chair.automa,
            automa=chair.automa,
        )
        for chair in origin.table.chairs
    ]
    return TableState(opened, chairs, phase="running", imported=origin.table.imported)


def imported_until(game: Game) -> int:
    """Return the version before which all facts were imported from a file; 0 if the stream was written here."""
    if game.table.imported is None:
        return 0
    marks = (record.originator_version for record in reversed(game.records) if isinstance(record.fact, Imported))
    return next(marks, 0)


def line_facts(game: Game, at: int | None = None) -> list[Any]:
    """Return the facts on the stream's own line at a version, without those from a branch's origin."""
    return [game.records[version - 1].fact for version in log.line(game.tree, at)]


def full_line(game: Game, at: int | None) -> list[Any]:
    """Return the facts on the line at a version, from the start of the game."""
    prefix = game.origin.facts if game.origin else ()
    return [*prefix, *line_facts(game, at)]


def state(game: Game, at: int | None = None) -> Any:
    """Return the state at a version (default: now); a new object each time."""
    return _replayed(game, full_line(game, at))


def state_before(game: Game, kinds: tuple[type[Fact], ...], at: int | None = None) -> Any | None:
    """Return the state before the last fact of these kinds on the line at a version; None if there is none."""
    facts = full_line(game, at)
    places = (place for place in reversed(range(len(facts))) if isinstance(facts[place], kinds))
    place = next(places, None)
    return None if place is None else _replayed(game, facts[:place])


def _replayed(game: Game, facts: Sequence[Any]) -> Any:
    imagined = game.origin.opened.imagined if game.origin else None
    if imagined is None:
        return log.replay(game.ruleset, facts)
    position = msgspec.convert(imagined, game.ruleset.state, str_keys=True)
    for fact in facts:
        game.ruleset.apply(position, fact)
    return position


def advanced(game: Game, known: int, position: Any) -> Any | None:
    """Return the current state by updating that of a known version in place; None if that version has left the line."""
    line, head = log.line(game.tree), game.tree.heads[known]
    if head not in line:
        return None
    for version in line[line.index(head) + 1 :]:
        game.ruleset.apply(position, game.records[version - 1].fact)
    return position


def has_position(game: Game, at: int) -> bool:
    """Return whether this version exists and has a position, because it is not before the start."""
    if not 0 <= at <= game.version:
        return False
    return game.origin is not None or game.tree.heads[at] > 0


def move_ends(game: Game) -> list[int]:
    """Return the versions on the line to which the head may move: the start, and all at which a move is complete."""
    line, records = log.line(game.tree), game.records
    ends = [0] if game.origin else []
    for version, after in pairwise(line):  # runs over the whole game at each move, so it calls nothing per fact
        one, other = records[version - 1], records[version]
        if after != version + 1 or one.command != other.command or one.actor != other.actor:
            ends.append(version)
    return [*ends, *line[-1:]]


def sampled_move_ends(game: Game, most: int) -> list[int]:
    """Return the ends of moves: all of them, or ``most`` of them, evenly spread from the start to now."""
    ends = move_ends(game)
    if len(ends) <= most:
        return ends
    return [ends[round(place * (len(ends) - 1) / (most - 1))] for place in range(most)]


def is_move(game: Game, version: int) -> bool:
    """Return whether the fact at a version is one of the game's own, not of its table or its log."""
    return isinstance(game.records[version - 1].fact, game.ruleset.facts)


def move_start(game: Game, version: int) -> int:
    """Return the version of the first fact that the same command appended."""
    while version > 1 and log.same_write(game.records[version - 2], game.records[version - 1]):
        version -= 1
    return version


def move_starts(game: Game, versions: Iterable[int]) -> Iterator[int]:
    """Yield the version of the first fact of each version's command; the versions may ascend or descend."""
    first = last = 0
    for version in versions:
        if last and version == last + 1 and log.same_write(game.records[last - 1], game.records[last]):
            last = version
        elif not first <= version <= last:
            first, last = move_start(game, version), version
        yield first


def move_end(game: Game, version: int) -> int:
    """Return the version at which the move of a version was complete, so that play could continue."""
    while 0 < version < game.version and log.same_write(game.records[version - 1], game.records[version]):
        version += 1
    return version
