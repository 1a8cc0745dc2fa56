"""What delivering is: the ways to talk to a mail server, and what may come of it."""

from __future__ import annotations

from collections.abc import Callable

from service.outbox.letters import Letter, Waiting

PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
"""Ways to talk to a mail server, with their usual ports: with STARTTLS, with TLS from the start, and in the clear."""

Deliver = Callable[[Letter], None]
"""Deliver a letter; raises OSError (smtplib's errors among them) where that may go well later, or Undeliverable."""

Send = Callable[[Waiting], None]
"""The same for anything that is to go out."""


class Undeliverable(Exception):
    """Nobody takes this, now or later."""


def of_letters(deliver: Deliver) -> Send:
    """How letters go out; those to nobody go nowhere."""

    def send(waiting: Waiting) -> None:
        if waiting.recipient:
            deliver(waiting.letter)

    return send
