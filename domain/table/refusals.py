"""Refusals of a table."""

from __future__ import annotations

from domain.message import Message


class Refused(Exception):
    """An action that the state of the table does not allow now; ``detail`` gives the reason."""

    def __init__(self, detail: Message) -> None:
        super().__init__(detail)
        self.detail = detail


class NotStarted(Refused):
    """The game hasn't started yet."""


class GameOver(Refused):
    """The game has ended or was abandoned."""
