"""The users that a response names and the texts that it quotes, collected wherever names and texts are read.

Stored responses are indexed by them, so that those about a person or a text are found when it is deleted. A person is
noted by their id, the texts of a stream by its id, and a single text by a key such as :func:`of_word`.
"""

from __future__ import annotations

from contextvars import ContextVar

_noted: ContextVar[set[str] | None] = ContextVar("noted", default=None)


def begin() -> None:
    """Note from now on, in this thread, what is read for a response."""
    _noted.set(set())


def end() -> None:
    """Note nothing any more."""
    _noted.set(None)


def note(*about: str) -> None:
    """Something is read that a response may contain; ``""`` is nothing."""
    noted = _noted.get()
    if noted is not None:
        noted.update(filter(None, about))


def noted() -> set[str]:
    """Everything noted since :func:`begin`."""
    return set(_noted.get() or ())


def of_word(stream: str, number: int) -> str:
    """The key of a chat message."""
    return f"{stream}#{number}"


def of_suspension(user: str) -> str:
    """The key of the reason why an account is suspended."""
    return f"{user}#suspension"
