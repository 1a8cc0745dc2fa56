"""Ids of messages: public names that outlive rewording."""

from __future__ import annotations

import re
from collections import Counter

from domain.message import PREVIEW
from tests.messages import messages

FORM = re.compile(r"[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*(\.preview|\.name)?")


def test_every_id_has_a_package_prefix_and_hyphenated_words() -> None:
    assert len(messages()) > 1000
    assert [id for id, _ in messages() if not FORM.fullmatch(id)] == []


def test_no_id_has_two_texts() -> None:
    texts = Counter(id for id, _ in messages())
    assert [id for id, count in texts.items() if count > 1] == []


def test_every_preview_has_a_message_about_the_past() -> None:
    ids = {id for id, _ in messages()}
    assert {id for id in ids if id.endswith(PREVIEW) and id.removesuffix(PREVIEW) not in ids} == set()
