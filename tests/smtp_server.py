"""A real mail server on this machine for tests, which stores accepted emails and rejects others on demand."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope

from tests.servers import free_port

FROM = "Daybook <daybook@daybook.test>"


@dataclass
class Mailbox:
    """The received emails in order; ``answers`` are the replies to the next recipients, instead of acceptance."""

    port: int
    mails: list[EmailMessage] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)
    """The same emails, as sent over the connection."""
    answers: list[str] = field(default_factory=list)

    to_sender: str = ""
    """The reply to the sender's address, instead of acceptance."""

    @property
    def url(self) -> str:
        return f"smtp+plain://127.0.0.1:{self.port}"

    async def handle_MAIL(self, server: Any, session: Any, envelope: Envelope, address: str, options: list[str]) -> str:
        if self.to_sender:
            return self.to_sender
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Envelope, address: str, options: Any) -> str:
        if self.answers:
            return self.answers.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert envelope.rcpt_tos == [mail["To"]]
        self.sent.append(envelope.content)
        self.mails.append(mail)
        return "250 Taken"

    def await_mail(self, number: int) -> EmailMessage:
        """Wait for the email with this number, counted from 1, and return it."""
        deadline = time.monotonic() + 30
        while len(self.mails) < number:
            assert time.monotonic() < deadline, f"only {len(self.mails)} emails have arrived"
            time.sleep(0.02)
        return self.mails[number - 1]


@contextmanager
def mailbox(*, utf8: bool = True) -> Iterator[Mailbox]:
    """Yield a mail server that runs until the block ends; with ``utf8`` it accepts UTF-8 in addresses and headers."""
    made = Mailbox(free_port())
    controller = Controller(made, hostname="127.0.0.1", port=made.port, enable_SMTPUTF8=utf8)
    controller.start()
    try:
        yield made
    finally:
        controller.stop()


def link_in(text: str) -> str:
    """Return the only link in the text of an email."""
    (found,) = re.findall(r"https?://\S+", text)
    return str(found)
