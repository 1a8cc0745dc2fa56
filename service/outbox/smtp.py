"""Emails by SMTP: accepted, refused for now, or refused permanently."""

from __future__ import annotations

import smtplib
import ssl
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, parseaddr
from typing import Any, cast
from urllib.parse import SplitResult, unquote, urlsplit

import idna

from service.outbox.errors import PORTS, Deliver, Undeliverable
from service.outbox.queue import Email
from service.user_text import without_controls, without_unfit


class _Policy(EmailPolicy):
    """Emails that every server accepts: 7 bits, and lines of at most 76 characters, so that no encoded word has more
    than
    75 (RFC 2047). Headers of the program itself, such as links, stay on one line, because programs that look for
    them do not decode (RFC 8058).
    """

    def fold(self, name: str, value: Any) -> str:
        return super().fold(name, value) if name in _ENCODED else f"{name}: {value}{self.linesep}"

    def fold_binary(self, name: str, value: Any) -> bytes:
        return self.fold(name, value).encode("utf-8" if self.utf8 else "ascii")


_ENCODED = ("From", "To", "Subject", "Content-Type", "Content-Disposition")

_POLICY = _Policy(linesep="\r\n", cte_type="7bit", max_line_length=76)

TIMEOUT = 20.0
"""Seconds that a mail server may be silent."""


def by_smtp(url: str, sender: str) -> Deliver:
    """Deliver by the mail server at an address like ``smtp://user:password@mail.example.org:587``."""
    server = urlsplit(url)

    def deliver(email: Email) -> None:
        try:
            with _session(server) as session:
                _send(session, email, sender)
        except smtplib.SMTPRecipientsRefused as error:
            _judge(error, *next(iter(error.recipients.values())))
        except smtplib.SMTPResponseException as error:
            _judge(error, error.smtp_code, error.smtp_error)

    return deliver


def _send(session: smtplib.SMTP, email: Email, sender: str) -> None:
    session.ehlo_or_helo_if_needed()
    recipient, international = with_ascii_domain(email.recipient), session.has_extn("smtputf8")
    if not recipient.isascii() and not international:
        raise Undeliverable(f"The mail server accepts only ASCII before the @ of an address: {email.recipient}")
    session.send_message(mime_message(email, sender, utf8=not recipient.isascii()), to_addrs=[recipient])


def with_ascii_domain(address: str) -> str:
    """Return an address with its domain in ASCII (RFC 5890), as every server knows it. Raise Undeliverable."""
    local, at, domain = address.rpartition("@")
    try:
        return f"{local}{at}{idna.encode(domain, uts46=True).decode()}" if not domain.isascii() else address
    except idna.IDNAError as error:
        raise Undeliverable(f"This domain doesn't exist: {domain}") from error


def mime_message(email: Email, sender: str, *, utf8: bool = False) -> EmailMessage:
    """Return the email, with the same Message-ID at each attempt; ``utf8``: with headers in UTF-8 (RFC 6532), for a
    server that accepts them.
    """
    name, address = parseaddr(sender)
    address = with_ascii_domain(address)
    made = EmailMessage(policy=_POLICY.clone(utf8=utf8))
    made["From"] = Address(name, addr_spec=address)
    made["To"] = with_ascii_domain(email.recipient)
    made["Subject"] = without_unfit(email.subject).replace("=?", "= ?")  # otherwise readers would decode what follows
    made["Date"] = formatdate()
    made["Message-ID"] = f"<{email.id}@{address.rpartition('@')[2]}>"
    made["Auto-Submitted"] = "auto-generated"
    for name, value in email.headers.items():
        made[name] = value
    made.set_content(without_controls(email.text))
    if email.html:
        made.add_alternative(without_controls(email.html), subtype="html")
        _show(made, email)
    return made


def _show(mail: EmailMessage, email: Email) -> None:
    """Put a picture beside the HTML of a mail, which shows it by its Content-ID."""
    html = cast(list[EmailMessage], mail.get_payload())[1]
    if email.picture:
        cid = f"<{email.picture_id}>"
        html.add_related(email.picture, "image", "png", cid=cid, disposition="inline", filename="board.png")


def _session(server: SplitResult) -> smtplib.SMTP:
    host, port = server.hostname or "", server.port or PORTS[server.scheme]
    if server.scheme == "smtps":
        session: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=TIMEOUT, context=ssl.create_default_context())
    else:
        session = smtplib.SMTP(host, port, timeout=TIMEOUT)
    try:
        if server.scheme == "smtp":
            session.starttls(context=ssl.create_default_context())
        if server.username:
            session.login(unquote(server.username), unquote(server.password or ""))
    except BaseException:
        session.close()
        raise
    return session


def _judge(error: smtplib.SMTPException, status: int, response: bytes | str) -> None:
    """Raise Undeliverable if the server refuses for good (5, RFC 5321). Raise the error if a later attempt may succeed:
    the server refuses for now (4), or the settings of the site are wrong.
    """
    text = response.decode(errors="replace") if isinstance(response, bytes) else response
    if isinstance(error, smtplib.SMTPAuthenticationError | smtplib.SMTPSenderRefused) or status // 100 != 5:
        raise error
    raise Undeliverable(f"{status} {text}") from error
