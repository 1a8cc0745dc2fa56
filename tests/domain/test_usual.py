"""Default answers to questions that a player leaves open, and their alternatives."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from domain.board_input import Selection, select
from domain.game import Choose, Script
from domain.message import message
from tests.toy import EndTurn


def question(values: str, usual: str = "", **more: Any) -> Choose:
    return Choose(
        message("test.which", "Which?"),
        tuple(values),
        lambda value: message("test.value", "{value}", value=value),
        lambda value: (value,),
        usual=lambda: usual,
        **more,
    )


def selection(*questions: Choose, picks: str = "", touched: str = "") -> Selection:
    def script(state: Any, seat: int) -> Script:
        for each in questions:
            _ = yield each
        return EndTurn()

    rules: Any = SimpleNamespace(script=script)
    return select(rules, None, 0, tuple(picks), tuple(touched))


def taken(found: Selection) -> str:
    return "".join(option.value for option in found.taken)


def among(found: Selection) -> list[str]:
    return ["".join(other.value for other in option.among) for option in found.taken]


def test_first_available_default_is_taken_and_all_values_are_shown() -> None:
    found = selection(question("abc", usual="xba"))
    assert (taken(found), among(found)) == ("b", ["abc"])
    assert taken(selection(question("abc", usual="xba"), touched="c")) == "c"


def test_question_without_default_takes_nothing_and_shows_nothing() -> None:
    assert taken(selection(question("abc"))) == ""
    assert among(selection(question("abc"), picks="a")) == [""]


def test_default_is_taken_among_choices_of_the_selected_element() -> None:
    numbers = Choose(
        message("test.how-many", "How many?"),
        tuple("012"),
        lambda value: message("test.value", "{value}", value=value),
        lambda value: () if value == "0" else ("works",),
        usual=lambda: "012",
        counts=True,
    )
    rules: Any = SimpleNamespace(script=lambda state, seat: script_of(numbers))
    assert taken(select(rules, None, 0, (), ())) == "0"
    assert taken(select(rules, None, 0, (), ("works",))) == "1"


def script_of(only: Choose) -> Script:
    yield only
    return EndTurn()


def test_once_touched_default_needs_a_selection_leaving_only_usual_values() -> None:
    first = question("bdn", usual="bd", once_touched=True)

    def script(state: Any, seat: int) -> Script:
        action = yield first
        yield question({"b": "stx", "d": "stx", "n": "tx"}[action])
        return EndTurn()

    rules: Any = SimpleNamespace(script=script)
    assert taken(select(rules, None, 0, (), ())) == ""
    assert taken(select(rules, None, 0, (), ("t",))) == ""
    found = select(rules, None, 0, (), ("s",))
    assert (taken(found), among(found)) == ("bs", ["bd", ""])
    assert among(select(rules, None, 0, ("n",), ())) == [""]


def test_selection_triggers_the_default_even_if_every_option_matches() -> None:
    first, then = question("bd", usual="db", once_touched=True), question("st")
    assert taken(selection(first, then)) == ""
    found = selection(first, then, touched="s")
    assert (taken(found), among(found)) == ("ds", ["bd", ""])


def test_only_choices_of_the_selected_element_are_alternatives() -> None:
    first = question("bdn", usual="bdn", once_touched=True)

    def script(state: Any, seat: int) -> Script:
        yield question({"b": "s", "d": "st", "n": "t"}[(yield first)])
        return EndTurn()

    rules: Any = SimpleNamespace(script=script)
    found = select(rules, None, 0, (), ("t",))
    assert (taken(found), among(found)) == ("dt", ["dn", ""])


def test_numbers_are_shown_side_by_side_only_if_few() -> None:
    assert among(selection(question("0123", usual="0", counts=True))) == ["0123"]
    many = Choose(
        message("test.how-many", "How many?"),
        tuple(map(str, range(11))),
        lambda value: message("test.value", "{value}", value=value),
        usual=lambda: "0",
        counts=True,
    )
    assert among(selection(many)) == [""]
