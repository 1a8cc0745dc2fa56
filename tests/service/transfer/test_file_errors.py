"""Errors about files are fully translated into each language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask_babel import force_locale

from domain.components import digest_of
from domain.game import Ruleset, ruleset
from domain.message import plain
from service.http import i18n, messages
from service.transfer.export import export_lines
from service.transfer.export_format import Header, encode
from service.transfer.file_problems import FileProblem, WrongFile
from service.transfer.importing import import_file
from service.transfer.verification import verify
from service.usecases.command_handler import CommandHandler
from tests.service import playing
from tests.service.transfer.tampering import tampered_export

RECORDS = Path(__file__).parents[2] / "records"
LETTERS = {"ko": "[가-힣]", "zh_Hant_TW": "[\u4e00-\u9fff]"}

NAMES = re.compile(
    r"JSON|UTF-8|null|true|false|front|back|faces|development cards"
    r"|\b[a-z_]+(\[\d+\])?(\.\w+)+|\w+\[\d+\]"
)
"""Names and paths, which are the same in every language."""


@pytest.fixture(scope="module")
def app() -> Flask:
    """Return an application with translations only."""
    made = Flask("service")
    i18n.register(made)
    return made


@pytest.fixture(scope="module")
def handler(tmp_path_factory: pytest.TempPathFactory) -> CommandHandler:
    return playing.new_daybook(tmp_path_factory.mktemp("faults"))


def assert_translated(app: Flask, problem: FileProblem, expected: str, *names: str) -> None:
    with app.test_request_context():
        assert messages.text(problem.detail) == expected
        for language, letters in LETTERS.items():
            with force_locale(language):
                words = messages.text(problem.detail)
            for name in names:
                assert (name in expected) == (name in words)
                words = words.replace(name, "")
            assert re.search(letters, words), words
            assert not re.search("[A-Za-z]{2}", NAMES.sub("", words)), words


def record(name: str) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode((RECORDS / f"{name}.json").read_bytes())
    return found


BIRMINGHAM = record("birmingham-2-seats")
LANCASHIRE = record("lancashire-2-seats")
ARKWRIGHT = record("arkwright-2-seats-expert")
NOT_A_RECORD = "This isn't an export or a record of play."
NO_SET_UP = "The game can't be set up like this."


def stated(record: dict[str, Any], **chance: Any) -> dict[str, Any]:
    return record | {"chance": record["chance"] | chance}


@pytest.mark.parametrize(
    ("content", "expected", "names"),
    [
        ([], f"{NOT_A_RECORD} Use an object instead of a list.", []),
        (BIRMINGHAM | {"names": [5, "Ben"]}, f"{NOT_A_RECORD} names[0]: Use text instead of a whole number.", []),
        (
            BIRMINGHAM | {"names": ["", "Ben"]},
            f"{NOT_A_RECORD} names[0]: This is too short. The minimum length is 1.",
            [],
        ),
        (BIRMINGHAM | {"colour": "red"}, f"{NOT_A_RECORD} Unknown field: “colour”. Remove it.", ["colour"]),
        (BIRMINGHAM | {"format": "pgn"}, f"{NOT_A_RECORD} format: The value “pgn” isn't allowed.", ["format", "pgn"]),
        (
            BIRMINGHAM | {"moves": [{"seat": 0, "command": {"action": "fly"}}]},
            "This isn't a valid command for this game. action: The value “fly” isn't allowed.",
            ["action", "fly"],
        ),
        (
            BIRMINGHAM | {"moves": [{"seat": 0, "command": {"action": "loan"}}]},
            "This isn't a valid command for this game. The field “card” is missing.",
            ["card"],
        ),
        (
            BIRMINGHAM | {"options": {"introductory": "yes"}},
            f"{NO_SET_UP} introductory: Use true or false instead of text.",
            ["introductory"],
        ),
        (
            stated(BIRMINGHAM, hands=[["brewery"] * 7, ["brewery"] * 8]),
            f"{NO_SET_UP} The number of entries in hands[0] must be 8, not 7.",
            [],
        ),
        (
            stated(BIRMINGHAM, merchants={"manchester": ["cotton_1"]}),
            f"{NO_SET_UP} Unknown merchant location: manchester.",
            ["manchester"],
        ),
        (stated(BIRMINGHAM, deck=5), f"{NO_SET_UP} deck: Use a list instead of a whole number.", ["deck"]),
        (
            stated(LANCASHIRE, set_aside=[]),
            f"{NO_SET_UP} The number of entries in set_aside must be 2, not 0.",
            ["set_aside"],
        ),
        (
            stated(ARKWRIGHT, faces=["front"]),
            f"{NO_SET_UP} For each card in “development cards”, “faces” must list “front” or “back”.",
            [],
        ),
    ],
)
def test_refused_record_error_is_translated(
    app: Flask, handler: CommandHandler, content: Any, expected: str, names: list[str]
) -> None:
    with pytest.raises(WrongFile) as caught:
        import_file(handler, "zoe", msgspec.json.encode(content))
    assert_translated(app, caught.value.problem, expected, *names)


def test_invalid_json_error_is_translated(app: Flask, handler: CommandHandler) -> None:
    with pytest.raises(WrongFile) as caught:
        import_file(handler, "zoe", b'{\n"ruleset": brass\n}')
    expected = f"{NOT_A_RECORD} This isn't valid JSON. Correct line 2."
    assert_translated(app, caught.value.problem, expected)


def test_wrong_cards_error_is_translated(app: Flask, handler: CommandHandler) -> None:
    deck = ["stone", *BIRMINGHAM["chance"]["deck"][1:]]
    with pytest.raises(WrongFile) as caught:
        import_file(handler, "zoe", msgspec.json.encode(stated(BIRMINGHAM, deck=deck)))
    missing = BIRMINGHAM["chance"]["deck"][0]
    expected = f"{NO_SET_UP} The random outcome “canal deck” must list exactly the expected 40 items. Check {missing}."
    assert_translated(app, caught.value.problem, expected, "canal deck", missing)


@pytest.fixture(scope="module")
def lines(handler: CommandHandler) -> list[bytes]:
    game = playing.play_to_end(handler, playing.start_game(handler, 2))
    return list(export_lines(handler, game, "spectator"))


def test_damaged_export_error_is_translated(app: Flask, lines: list[bytes]) -> None:
    broken = verify([lines[0], b'{"line":"event" 1}\n', *lines[2:]]).problem
    assert broken is not None
    expected = "This line isn't part of an export. This isn't valid JSON. Correct it after byte 16."
    assert_translated(app, broken, expected)


def test_invalid_event_value_error_is_translated(app: Flask, lines: list[bytes]) -> None:
    def forge(records: list[Any]) -> None:
        records[1]["fact"]["seat"] = "first"

    forgery = verify(tampered_export(lines, forge)).problem
    assert forgery is not None
    expected = "This event can't be read. fact.seat: Use a whole number instead of text."
    assert_translated(app, forgery, expected)


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ('banner = "teal"', "banner = 5", "towns[0].banner: Use text instead of a whole number."),
        ("slots = [[", "slots = [], holes = [[", "towns[0]: Unknown field: “holes”. Remove it."),
        ('[["cotton_mill", "manufacturer"]', '[["pottery", "pottery"]', "Check the figures at towns[0].slots."),
    ],
)
def test_invalid_figures_error_is_translated(app: Flask, right: str, wrong: str, expected: str) -> None:
    rules: Ruleset[Any] = ruleset("brass-birmingham")
    content = rules.figures_content(rules.current_figures()).decode()
    assert right in content
    changed = content.replace(right, wrong, 1)
    header = Header(stream="0" * 32, ruleset=rules.name, figures=digest_of(changed.encode()), content=changed)
    problem = verify([encode(header)]).problem
    assert problem is not None
    assert_translated(app, problem, f"The component figures are invalid. {expected}", "holes")


def test_very_long_id_in_figures_is_shortened_in_the_error() -> None:
    rules: Ruleset[Any] = ruleset("brass-lancashire")
    content = rules.figures_content(rules.current_figures()).decode()
    card = '{id = "barrow_in_furness", name = "Barrow-in-Furness", town'
    changed = content.replace(card, f'{{id = "x row {"9" * 5000}", name = "Barrow", industry = "port", town')
    assert changed != content
    header = Header(stream="0" * 32, ruleset=rules.name, figures=digest_of(changed.encode()), content=changed)
    problem = verify([encode(header)]).problem
    assert problem is not None
    place = f"cards[x row {'9' * 67}…"
    assert plain(problem.detail) == f"The component figures are invalid. Check the figures at {place}."
