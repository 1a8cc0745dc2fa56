"""Letters by a mail server: what it takes, what it refuses for now, and what for good."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, parseaddr
from typing import cast
from urllib.parse import SplitResult, unquote, urlsplit

from service.outbox.delivering import PORTS, Deliver, Undeliverable
from service.outbox.letters import Letter

_POLICY = SMTP.clone(max_line_length=998)
"""Lines as long as mail may have (RFC 5322): a longer word, as a link that ends the mails is, would be encoded where
programs that look for it do not decode (RFC 8058)."""

TIMEOUT = 20.0
"""Seconds that a mail server may be silent."""


def by_smtp(url: str, sender: str) -> Deliver:
    """Deliver by the mail server at an address like ``smtp://user:password@mail.example.org:587``."""
    server = urlsplit(url)

    def deliver(letter: Letter) -> None:
        try:
            with _session(server) as session:
                session.send_message(message(letter, sender), to_addrs=[letter.recipient])
        except smtplib.SMTPRecipientsRefused as error:
            _judge(error, *next(iter(error.recipients.values())))
        except smtplib.SMTPResponseException as error:
            _judge(error, error.smtp_code, error.smtp_error)

    return deliver


def message(letter: Letter, sender: str) -> EmailMessage:
    """The mail as it goes out, known again by its Message-ID however often it does."""
    _, address = parseaddr(sender)
    made = EmailMessage(policy=_POLICY)
    made["From"] = sender
    made["To"] = letter.recipient
    made["Subject"] = letter.subject
    made["Date"] = formatdate()
    made["Message-ID"] = f"<{letter.id}@{address.rpartition('@')[2]}>"
    made["Auto-Submitted"] = "auto-generated"
    for name, value in letter.headers.items():
        made[name] = value
    made.set_content(letter.text)
    if letter.html:
        made.add_alternative(letter.html, subtype="html")
        _show(made, letter.picture)
    return made


def _show(mail: EmailMessage, picture: bytes) -> None:
    """Put a picture beside the HTML of a mail, which shows it as ``cid:picture``."""
    html = cast(list[EmailMessage], mail.get_payload())[1]
    if picture:
        html.add_related(picture, "image", "png", cid="<picture>", disposition="inline", filename="board.png")


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


def _judge(error: smtplib.SMTPException, status: int, told: bytes | str) -> None:
    """Whether it is worth to come back (RFC 5321: 4 is for now, 5 for good); what the site does wrong may be mended."""
    said = told.decode(errors="replace") if isinstance(told, bytes) else told
    if isinstance(error, smtplib.SMTPAuthenticationError) or status // 100 != 5:
        raise error
    raise Undeliverable(f"{status} {said}") from error
