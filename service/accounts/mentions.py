"""The users that a response mentions and the texts that it quotes, collected wherever names and texts are read.

Stored responses are indexed by these users and texts, so that the responses can be found when a user or text is
deleted. The index has users by id, the texts of a stream by the stream's id, and a single text by a key such as
:func:`of_word`.
"""

from __future__ import annotations

from contextvars import ContextVar

_noted: ContextVar[set[str] | None] = ContextVar("noted", default=None)


def begin() -> None:
    """Note everything read for a response in this thread from now on."""
    _noted.set(set())


def end() -> None:
    """Stop noting."""
    _noted.set(None)


def note(*about: str) -> None:
    """Note a user or text that a response may contain; ``""`` is ignored."""
    noted = _noted.get()
    if noted is not None:
        noted.update(filter(None, about))


def noted() -> set[str]:
    """Return everything noted since :func:`begin`."""
    return set(_noted.get() or ())


def of_word(stream: str, number: int) -> str:
    """Return the key of a chat message."""
    return f"{stream}#{number}"


def of_suspension(user: str) -> str:
    """Return the key of the reason for which an account is suspended."""
    return f"{user}#suspension"
