"""Extraction of messages: translators also get the texts of options, figures and player aids."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest

from domain import keyed_names
from domain.game import Ruleset, rulesets
from domain.rules.player_aid import translated
from service.catalogues.extractors import documentation, figures, option_texts, player_aid, python
from tests import toy
from tests.catalogues import ROOT, extracted, texts
from tests.messages import messages

GAMES = [rules for rules in rulesets().values() if rules is not toy.RULESET]


def test_nested_messages_are_found() -> None:
    source = b'message("a", "A {b}", b=Listing(tuple(message("b", "B", n=n) for n in m)))\ncounted("c", "1", "n")'
    found = {(name, words) for _, name, words, _ in python(BytesIO(source), {"message": None, "counted": None}, (), {})}
    assert found == {("message", ("a", "A {b}")), ("message", ("b", "B")), ("counted", ("c", "1", "n"))}


def test_every_message_in_the_source_is_in_the_catalogue() -> None:
    assert messages() <= texts()


def test_option_texts_exclude_bounds() -> None:
    assert list(option_texts(toy.RULESET.options)) == ["Automas", "Who plays the last seats."]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_option_texts_and_keyed_names_are_in_the_catalogue(rules: Ruleset[Any]) -> None:
    assert {("", text) for text in option_texts(rules.options)} <= texts()
    names = {(named.id, named.text) for named in keyed_names.of_ruleset(rules)}
    assert names <= texts()
    assert ("site.event-kind", "Game ended") in names


def test_figure_texts_are_found_by_key() -> None:
    source = b'towns = [{id = "leek", name = "Leek"}]\n[[marked]]\nreason = """none \\\n  shows it"""\nat = "a"\n'
    found = figures(BytesIO(source), {}, (), {"keys": "name reason"})
    assert [text for _, _, text, _ in found] == ["Leek", "none shows it"]


def test_player_aid_is_extracted_block_by_block() -> None:
    source = (
        "## A *round*\n\n1. **Income**\n2. Goes on\n   below\n\nOne.\nTwo.\n\n| what | 3 |\n|---|---|\n| base | 4 |"
    )
    found = [text for _, _, text, _ in player_aid(BytesIO(source.encode()), {}, (), {})]
    assert found == ["A *round*", "**Income**", "Goes on below", "One. Two.", "what", "base"]
    assert translated(source, str.upper).splitlines() == [
        "## A *ROUND*",
        "",
        "1. **INCOME**",
        "2. GOES ON BELOW",
        "",
        "ONE. TWO.",
        "",
        "| WHAT | 3 |",
        "|---|---|",
        "| BASE | 4 |",
    ]


def test_texts_are_not_split_into_characters() -> None:
    assert not {text for _, text in texts() if len(text) < 2} - {"–"}


@pytest.mark.parametrize(
    ("template", "text"),
    [
        (
            "mail/confirm_email.txt",
            "If you did not request this, ignore this email. Daybook will send you no more emails.",
        ),
        ("mail/notifications.txt", "Unsubscribe: %(link)s"),
        ("lobby/your_turn.xml", "Games waiting for %(name)s"),
    ],
)
def test_texts_of_emails_and_feeds_are_in_the_catalogue(template: str, text: str) -> None:
    assert text in (ROOT / "service" / "templates" / template).read_text()
    assert ("", text) in texts()


def test_documentation_is_a_separate_domain() -> None:
    source = b'def users():\n    """List users."""\n    say("None.")\n\n@option(help="Where to.")\ndef _no(): pass\n'
    assert {text for _, _, text, _ in documentation(BytesIO(source), {}, (), {})} == {
        "List users.",
        "None.",
        "Where to.",
    }
    docs = {message.id for message in extracted("docs")}
    assert len(docs) > 500
    assert ("", "Where to.") not in texts()
