"""Emails over SMTP: acceptable to every server, whatever names and titles they contain."""

from __future__ import annotations

import re
from email import message_from_bytes, policy

import pytest

from service.outbox.errors import Undeliverable
from service.outbox.queue import Email
from service.outbox.smtp import by_smtp, mime_message
from tests.smtp_server import FROM, mailbox

ODD = [
    "Ada\nBcc: eve@example.org",
    "Ada\r\n\r\nHello",
    "Ada \x1b[2J\x00\x85\u2028 of Birmingham",
    "half \ud83d of a pair",
    "\u202eevil\u202c",
    "\N{MAN}\u200d\N{ROCKET} night " * 20,
    "Größe und Länge von Straßen " * 30,
    "משחק של דנה " * 20,
    "=?utf-8?q?Eve=0ABcc:_eve@example.org?=",
    "x" * 900,
]


def make_email(recipient: str = "ada@example.org", subject: str = "Hello", text: str = "Hello") -> Email:
    headers = {"List-Unsubscribe": f"<https://daybook.test/notifications/unsubscribe/{'0' * 64}>"}
    html = f"<p>{text}</p>"
    return Email(id="1", recipient=recipient, subject=subject, text=text, html=html, picture=b"PNG", headers=headers)


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_unusual_text_keeps_emails_valid(odd: str) -> None:
    with mailbox(utf8=False) as box:
        by_smtp(box.url, FROM)(make_email(subject=odd, text=f"{odd}\n{odd}"))
        (raw,), (mail,) = box.sent, box.mails
    assert raw.isascii(), "the message needs no BODY=8BITMIME"
    head, _, _ = raw.partition(b"\r\n\r\n")
    assert all(len(word) <= 75 for word in re.findall(rb"=\?\S*\?=", raw)), head.decode()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert b"\r\nList-Unsubscribe: <https://" in head, "on one line and not encoded"
    assert mail.keys() == [
        *("From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted"),
        *("List-Unsubscribe", "MIME-Version", "Content-Type"),
    ]
    assert not any(part.defects for part in mail.walk())
    refused = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u202a-\u202e\ud800-\udfff]")
    assert refused.sub("", mail["Subject"]) == refused.sub("", odd)


def test_domain_is_sent_in_ascii() -> None:
    with mailbox(utf8=False) as box:
        by_smtp(box.url, "Büro <daybook@bücher.example>")(make_email("ada@BÜCHER.example"))
        (mail,) = box.mails
    assert mail["To"] == "ada@xn--bcher-kva.example"
    assert mail["From"] == "Büro <daybook@xn--bcher-kva.example>"
    assert mail["Message-ID"] == "<1@xn--bcher-kva.example>"


def test_non_ascii_local_part_needs_smtputf8() -> None:
    with mailbox() as box:
        by_smtp(box.url, FROM)(make_email("zoë@bücher.example", "Größe"))
        assert [mail["To"] for mail in box.mails] == ["zoë@xn--bcher-kva.example"]
    with mailbox(utf8=False) as box, pytest.raises(Undeliverable, match="zoë@"):
        by_smtp(box.url, FROM)(make_email("zoë@bücher.example"))


def test_invalid_domain_is_undeliverable() -> None:
    with mailbox() as box, pytest.raises(Undeliverable):
        by_smtp(box.url, FROM)(make_email("ada@-ü-.example"))


def test_inline_picture_has_its_content_id() -> None:
    mail = message_from_bytes(mime_message(make_email(), FROM).as_bytes(), policy=policy.default)
    (picture,) = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert picture["Content-ID"] == f"<{make_email().picture_id}>"
    assert "@" in make_email().picture_id
