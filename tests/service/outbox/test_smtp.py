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


def letter(recipient: str = "ada@example.org", subject: str = "Hello", text: str = "Hello") -> Email:
    headers = {"List-Unsubscribe": f"<https://daybook.test/notifications/unsubscribe/{'0' * 64}>"}
    html = f"<p>{text}</p>"
    return Email(id="1", recipient=recipient, subject=subject, text=text, html=html, picture=b"PNG", headers=headers)


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_no_text_breaks_a_mail(odd: str) -> None:
    with mailbox(utf8=False) as box:
        by_smtp(box.url, FROM)(letter(subject=odd, text=f"{odd}\n{odd}"))
        (raw,), (mail,) = box.sent, box.mails
    assert raw.isascii(), "it needs no BODY=8BITMIME"
    head, _, _ = raw.partition(b"\r\n\r\n")
    assert all(len(word) <= 75 for word in re.findall(rb"=\?\S*\?=", raw)), head.decode()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert b"\r\nList-Unsubscribe: <https://" in head, "on one line, and not encoded"
    assert mail.keys() == [
        *("From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted"),
        *("List-Unsubscribe", "MIME-Version", "Content-Type"),
    ]
    assert not any(part.defects for part in mail.walk())
    refused = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u202a-\u202e\ud800-\udfff]")
    assert refused.sub("", mail["Subject"]) == refused.sub("", odd)


def test_a_domain_goes_out_in_ascii() -> None:
    with mailbox(utf8=False) as box:
        by_smtp(box.url, "Büro <daybook@bücher.example>")(letter("ada@BÜCHER.example"))
        (mail,) = box.mails
    assert mail["To"] == "ada@xn--bcher-kva.example"
    assert mail["From"] == "Büro <daybook@xn--bcher-kva.example>"
    assert mail["Message-ID"] == "<1@xn--bcher-kva.example>"


def test_letters_before_the_at_need_a_server_that_knows_them() -> None:
    with mailbox() as box:
        by_smtp(box.url, FROM)(letter("zoë@bücher.example", "Größe"))
        assert [mail["To"] for mail in box.mails] == ["zoë@xn--bcher-kva.example"]
    with mailbox(utf8=False) as box, pytest.raises(Undeliverable, match="zoë@"):
        by_smtp(box.url, FROM)(letter("zoë@bücher.example"))


def test_a_domain_that_cannot_exist_is_given_up_at_once() -> None:
    with mailbox() as box, pytest.raises(Undeliverable):
        by_smtp(box.url, FROM)(letter("ada@-ü-.example"))


def test_a_picture_is_found_by_its_id() -> None:
    mail = message_from_bytes(mime_message(letter(), FROM).as_bytes(), policy=policy.default)
    (picture,) = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert picture["Content-ID"] == f"<{letter().picture_id}>"
    assert "@" in letter().picture_id
