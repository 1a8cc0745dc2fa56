"""Extraction of messages: translators get the titles and descriptions of options, too."""

from __future__ import annotations

from io import BytesIO

from service.babel_extractors import python_with_options


def test_words_of_options_are_found_and_bounds_have_none() -> None:
    source = b'a = Meta(title="Automas", description="Who plays.")\nb = Meta(max_length=3)\nc = message("Said.")\n'
    found = python_with_options(BytesIO(source), ["message"], (), {})
    assert [(line, words) for line, _, words, _ in found] == [(1, "Automas"), (1, "Who plays."), (3, "Said.")]
