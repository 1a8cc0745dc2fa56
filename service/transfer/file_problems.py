"""Problems of files: the line, and the reason why a file is refused."""

from __future__ import annotations

from datetime import date
from typing import Literal

import msgspec

from domain.findings import Difference
from domain.message import Message


class FileProblem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The first problem, by the number of its line (from 1).

    ``altered``: the bytes are not those that were exported. ``diverges``, ``illegal``: the content does not
    follow from the rules; ``rule`` is the id of the rule that forbids it. ``veiled``: the file cannot be verified.
    ``superseded``: decided differently under today's rules, but correctly by those of its time, before ``rule`` was
    corrected on the day ``corrected``; the log is then neither wrong nor sound.
    """

    line: int
    kind: Literal["altered", "diverges", "illegal", "veiled", "superseded"]
    detail: Message
    rule: str | None = None
    corrected: date | None = None
    differences: tuple[Difference, ...] = ()


class VerificationFailed(Exception):
    """Ends the reading or the examination of a file at its first problem."""

    def __init__(self, problem: FileProblem) -> None:
        super().__init__(problem)
        self.problem = problem


class WrongFile(Exception):
    """The file is refused: its first problem. In a record of play ``line`` counts the moves from 1; 0 is the rest."""

    def __init__(self, problem: FileProblem) -> None:
        super().__init__(problem)
        self.problem = problem


def wrong(line: int, detail: Message, rule: str | None = None) -> WrongFile:
    """Return the refusal of a file at a line."""
    return WrongFile(FileProblem(line=line, kind="illegal", detail=detail, rule=rule))
