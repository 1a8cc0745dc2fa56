"""Offline verification of an export: uses no database and trusts no part of the file.

:mod:`service.transfer.export_reader` checks the file itself, byte for byte. :func:`verified` checks its content: the
seed against its commitment, the set-up recomputed from the seed and its contributions, every command of every path
decided again with the figures in the file, undo and redo, and the points.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat

import msgspec

from domain import aggregate, audit, findings
from domain.aggregate import Game, Origin
from domain.components import WrongFigure, out_of_proportion
from domain.data_faults import UNREADABLE, explained, shortened
from domain.findings import Finding
from domain.game import Fact, UnknownRuleset, Viewer, ruleset
from domain.log import BranchOpened
from domain.message import Message, joined, message
from domain.table.facts import TableOpened, WordsSealed
from service.storage.mapper import stored_hash
from service.transfer.export import points
from service.transfer.export_format import End, Header
from service.transfer.export_reader import Transcript, VerifiedEntry, read
from service.transfer.file_problems import FileProblem, VerificationFailed


class VerificationReport(msgspec.Struct, frozen=True, kw_only=True):
    """The result of verification. ``moves`` counts those decided again, including abandoned paths.

    ``superseded`` are the moves that today's rules decide differently; with any, a log is neither sound nor wrong.
    ``recorded``: the recorder of the game stated the random results; there is no seed.
    """

    problem: FileProblem | None
    stream: str = ""
    ruleset: str = ""
    names: list[str] = []
    events: int = 0
    moves: int = 0
    points: list[int] | None = None
    recorded: bool = False
    superseded: tuple[FileProblem, ...] = ()
    notes: tuple[Message, ...] = ()
    """Facts that even a file without faults cannot prove."""

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong, and everything follows from today's rules."""
        return self.problem is None and not self.superseded


class TooLong(Exception):
    """The examination was stopped at a line because it took too long."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def verify(lines: Iterable[bytes]) -> VerificationReport:
    """Verify the lines of an export, each with its newline. Blank lines are skipped."""
    return verified(read(lines))


@dataclass
class _Examination:
    """The streams examined so far; the last one is the exported game."""

    until: float
    games: list[Game] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    superseded: list[FileProblem] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)


def verified(found: Transcript, until: float = math.inf) -> VerificationReport:
    """Verify a transcript. The problem reported is the one on the earliest line.

    Raises TooLong if it is not done by then, by the monotonic clock.
    """
    if found.header is None:
        return VerificationReport(problem=found.problem)
    seen = _Examination(until)
    problem = found.problem
    try:
        seen.notes += _know_figures(found.header)
        for entries in found.streams:
            _examine(seen, found, entries)
            if len(found.ends) >= len(seen.games):
                _require_end(seen.games, *found.ends[len(seen.games) - 1])
    except VerificationFailed as wrong:
        problem = wrong.problem
    game = seen.games[-1] if seen.games else None
    return VerificationReport(
        problem=problem,
        stream=found.header.stream,
        ruleset=found.header.ruleset,
        names=_seats(found, game) if game else [],
        events=sum(map(len, found.streams)),
        moves=findings.count(seen.findings),
        points=found.ends[-1][1].points if problem is None else None,
        recorded=game is not None and game.table.opened.recorded,
        superseded=tuple(seen.superseded),
        notes=tuple(seen.notes),
    )


def _seats(found: Transcript, game: Game) -> list[str]:
    """Return the names of the players in the file's game, or in a branch's original game."""
    _, said = found.names.get(str(found.streams[0][0].stored.originator_id), (0, None))
    names = [*(said.seats if said else []), *repeat("", len(game.table.chairs))]
    return [name or chair.name for name, chair in zip(names, game.table.chairs, strict=False)]


def _know_figures(header: Header) -> list[Message]:
    try:
        rules = ruleset(header.ruleset)
    except UnknownRuleset as error:
        detail = message(
            "file.rules-not-installed", "This site doesn't have the ruleset {ruleset}.", ruleset=header.ruleset
        )
        raise VerificationFailed(FileProblem(line=1, kind="altered", detail=detail)) from error
    if header.figures == rules.current_figures():
        return []
    content, known = header.content.encode(), rules.figures_content(rules.current_figures())
    try:
        strange = out_of_proportion(content, known, rules.removed_figures)
        if not strange:
            rules.record_figures(content)
    except Exception as error:  # forged data may fail to fit together in any way
        raise VerificationFailed(FileProblem(line=1, kind="altered", detail=_fault_of_figures(error))) from error
    if strange:
        detail = message("file.figures-out-of-proportion", "The component figures differ too much from this site's.")
        raise VerificationFailed(FileProblem(line=1, kind="altered", detail=detail))
    return [
        message("file.other-figures", "The component figures used in the game differ from this site's current ones.")
    ]


def _fault_of_figures(error: Exception) -> Message:
    detail = message("file.invalid-figures", "The component figures are invalid.")
    if isinstance(cause := error.__cause__, UNREADABLE):
        return joined(detail, explained(cause))
    if isinstance(error, WrongFigure) and error.table:
        place = f"{error.table}.{error.field}" if error.field else error.table
        return joined(
            detail, message("file.inconsistent-figures", "Check the figures at {place}.", place=shortened(place))
        )
    return detail


def _examine(seen: _Examination, found: Transcript, entries: Sequence[VerifiedEntry]) -> None:
    """Examine the next stream of the file, whose origin, if it is a branch, was the one before.

    If reading ended at some damage, the last command may be incomplete, which is not counted as an error.
    """
    opened, damage = entries[0].recorded.fact, found.problem
    assert found.header is not None
    origin = _origin(seen.games, found.header, entries[0])
    words = _words(found, str(entries[0].stored.originator_id))
    stream = entries[0].recorded.originator_id
    records = [entry.recorded for entry in entries]
    for finding in audit.examine(stream, records, origin, words):
        line = entries[finding.version - 1].line
        if not finding.holds and not (damage and _breaks_off(finding, len(records))):
            raise VerificationFailed(_problem(line, finding))
        if time.monotonic() > seen.until:
            raise TooLong(line)
        seen.findings.append(finding)
        if finding.verdict == "superseded":
            seen.superseded.append(_problem(line, finding))
    seen.games.append(aggregate.rebuilt(stream, records, stored_hash(entries[-1].stored), origin))
    seen.notes += _notes(opened)
    seen.notes += _notes_on_words(entries, words)


def _breaks_off(finding: Finding, last: int) -> bool:
    """Return whether only the rest of the last command is missing."""
    missing = bool(finding.differences) and all(differs.recorded is msgspec.UNSET for differs in finding.differences)
    return missing and finding.version == last


def _origin(games: Sequence[Game], header: Header, entry: VerifiedEntry) -> Origin | None:
    opened: Fact = entry.recorded.fact
    match opened:
        case TableOpened() if not games:
            _require_same(header, opened)
            return None
        case BranchOpened() if games and games[-1].id == opened.origin:
            _require_same(header, opened)
            known = [game.id for game in games]
            if aggregate.has_position(games[-1], opened.at_version) and entry.recorded.originator_id not in known:
                _require_imaginable(games[-1], opened, entry.line)
                return aggregate.origin_at(games[-1], opened)
    detail = message(
        "file.stream-begins-wrongly",
        "The stream must start with a table or a branch of the previous stream.",
    )
    raise VerificationFailed(FileProblem(line=entry.line, kind="illegal", detail=detail))


def _require_imaginable(game: Game, opened: BranchOpened, line: int) -> None:
    """Require that the imagined position agrees with the true one in everything that its viewer could see."""
    if opened.imagined is None:
        return
    viewer: Viewer = "spectator" if opened.viewer is None else opened.viewer
    rules = game.ruleset
    try:
        imagined = msgspec.convert(opened.imagined, rules.state, str_keys=True)
        agrees = rules.view(imagined, viewer) == rules.view(aggregate.state(game, opened.at_version), viewer)
    except Exception:  # forged data may fail in any way
        agrees = False
    if not agrees:
        detail = message(
            "file.imagined-position-impossible",
            "The branch starts from a position that contradicts its owner's knowledge.",
        )
        raise VerificationFailed(FileProblem(line=line, kind="diverges", detail=detail))


def _require_same(header: Header, opened: TableOpened | BranchOpened) -> None:
    if (opened.ruleset, opened.figures) != (header.ruleset, header.figures):
        detail = message(
            "file.header-rules-differ", "The rules or component figures in the header differ from those in the log."
        )
        raise VerificationFailed(FileProblem(line=1, kind="altered", detail=detail))


def _problem(line: int, finding: Finding) -> FileProblem:
    assert finding.verdict != "identical"
    return FileProblem(
        line=line,
        kind=finding.verdict,
        detail=finding.detail
        or message("file.events-not-reproduced", "Under the rules, the command leads to different events."),
        rule=finding.rule,
        corrected=finding.corrected,
        differences=finding.differences,
    )


def _words(found: Transcript, stream: str) -> dict[int, str]:
    _, said = found.names.get(stream, (0, None))
    return {each.seat: each.words for each in said.words} if said else {}


def _notes_on_words(entries: Sequence[VerifiedEntry], known: Mapping[int, str]) -> Iterator[Message]:
    facts = [entry.recorded.fact for entry in entries]
    mixed_in = {fact.seat for fact in facts if isinstance(fact, WordsSealed) and fact.themselves}
    if mixed_in - known.keys():
        yield message(
            "file.seed-contributions-missing",
            "A seed contribution was deleted with its author's account, so the shuffles can't be verified.",
        )


def _notes(opened: Fact) -> Iterator[Message]:
    match opened:
        case TableOpened(recorded=True):
            yield message(
                "file.outcomes-unverifiable",
                "Random outcomes come from the record's author and can't be verified.",
            )
        case BranchOpened(imagined=dict()):
            yield message(
                "file.imagined-position-unverifiable",
                "The branch starts from an imagined position, which can't be verified.",
            )


def _require_end(games: Sequence[Game], line: int, end: End) -> None:
    if games[0].table.phase not in ("finished", "abandoned"):
        raise VerificationFailed(
            FileProblem(
                line=line,
                kind="altered",
                detail=message("file.log-incomplete", "The log stops before the end of the game."),
            )
        )
    if points(games[-1]) != end.points:
        raise VerificationFailed(
            FileProblem(
                line=line,
                kind="diverges",
                detail=message("file.points-differ", "The points don't match the last position."),
            )
        )
