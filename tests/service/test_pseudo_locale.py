"""The pseudo-locale: text is longer and in brackets; placeholders and tags do not change."""

from __future__ import annotations

import pytest

from tests.service.pseudo_locale import GROWTH, pseudo


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Save", "⟦Šávé šš⟧"),
        ("{seat} passed.", "⟦{seat} páššéd. ššš⟧"),
        ("%(num)s games", "⟦%(num)s ğáméš ššš⟧"),
        ("<b>no</b> &amp; 5 %%", "⟦<b>ñö</b> &amp; 5 %% ššš⟧"),
        ("{company}", "⟦{company}⟧"),
    ],
)
def test_placeholders_and_tags_are_kept(text: str, read: str) -> None:
    assert pseudo(text) == read


def test_a_text_grows_by_a_third() -> None:
    text = "Choose the number of seats at this table and press Enter."
    assert len(pseudo(text)) - 2 >= len(text) * (1 + GROWTH)
