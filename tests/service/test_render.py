"""Messages as text: parts by their kind, lists joined as the language requires, and names that look like templates."""

from __future__ import annotations

from collections.abc import Iterator
from unittest import mock

import msgspec
import pytest
from babel.support import Translations
from flask import Flask
from flask_babel import Babel, force_locale

from domain.message import Listing, Message, Seat, Term, counted, message, plain
from service.http import messages


@pytest.fixture(autouse=True)
def application() -> Iterator[None]:
    app = Flask("render")
    Babel(app)
    with app.app_context():
        yield


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (message("test.plain-words", "Plain words."), "Plain words."),
        (message("test.pays", "{seat} pays £{price}.", seat=Seat(0), price=12), "Ada pays £12."),
        (message("test.waits", "{seat} waits.", seat=Seat(1)), "Seat 2 waits."),
        (message("test.coal-from", "Coal from {town}.", town=Term("Dudley")), "Coal from Dudley."),
        (
            message("test.tie", "{seats} tie.", seats=Listing((Seat(0), Seat(1), Seat(2)))),
            "Ada, Seat 2, and {price} tie.",
        ),
        (
            message(
                "test.so-it-ends", "{why} So it ends.", why=message("test.cards-are-left", "{n} cards are left.", n=0)
            ),
            "0 cards are left. So it ends.",
        ),
    ],
)
def test_parts_are_rendered_by_their_kind(source: Message, text: str) -> None:
    assert messages.text(source, ["Ada", "", "{price}"]) == text


@pytest.mark.parametrize(("count", "text"), [(0, "0 beer barrels."), (1, "1 beer barrel."), (7, "7 beer barrels.")])
def test_numbers_choose_the_plural(count: int, text: str) -> None:
    source = counted("test.beer", "{count} beer barrel.", "{count} beer barrels.", count=count)
    assert messages.text(source) == plain(source) == text
    assert "plural" in msgspec.to_builtins(source)
    assert "plural" not in msgspec.to_builtins(message("test.plain", "One."))


def test_each_message_is_translated_only_once() -> None:
    def shouted(_: Translations, context: str, words: str) -> str:
        return words.upper()

    with mock.patch.object(Translations, "pgettext", autospec=True, side_effect=shouted) as translate:
        for price in (1, 2):
            assert messages.text(message("test.that-costs-much", "That costs much.", price=price)) == "THAT COSTS MUCH."
    assert translate.call_count == 1


def test_names_in_right_to_left_scripts_are_isolated() -> None:
    seats = Listing((Seat(0), Seat(1), Seat(2)))
    text = messages.text(message("test.in", "{seats} in {title}.", seats=seats, title="ערב 1"), ["אבי", "Zoë", "علي"])
    assert text == "\u2068אבי\u2069, Zoë, and \u2068علي\u2069 in \u2068ערב 1\u2069."
    assert messages.seat_name(0, ["אבי"]) == "אבי", "a name alone is a value, not a sentence"


def test_a_chinese_list_has_spaces_beside_latin_letters() -> None:
    listed = message("test.list", "{names}", names=Listing(("Ada", "Ben")))
    goods = message("test.list", "{names}", names=Listing(("煤炭", "鋼鐵")))
    with force_locale("zh_Hant_TW"):
        assert messages.text(listed) == "Ada 和 Ben"
        assert messages.text(goods) == "煤炭和鋼鐵"
