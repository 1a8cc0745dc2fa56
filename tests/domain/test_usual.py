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


def asked(*questions: Choose, picks: str = "", touched: str = "") -> Selection:
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


def test_the_first_that_is_on_offer_is_taken_and_all_can_be_taken_instead() -> None:
    found = asked(question("abc", usual="xba"))
    assert (taken(found), among(found)) == ("b", ["abc"])
    assert taken(asked(question("abc", usual="xba"), touched="c")) == "c"


def test_without_a_usual_choice_nothing_is_selected_or_shown_beside_the_picks() -> None:
    assert taken(asked(question("abc"))) == ""
    assert among(asked(question("abc"), picks="a")) == [""]


def test_the_usual_choice_is_taken_among_those_of_the_selected_element() -> None:
    numbers = Choose(
        message("test.how-many", "How many?"),
        tuple("012"),
        lambda value: message("test.value", "{value}", value=value),
        lambda value: () if value == "0" else ("works",),
        usual=lambda: "012",
        counts=True,
    )
    rules: Any = SimpleNamespace(script=lambda state, seat: iter_of(numbers))
    assert taken(select(rules, None, 0, (), ())) == "0"
    assert taken(select(rules, None, 0, (), ("works",))) == "1"


def iter_of(only: Choose) -> Script:
    yield only
    return EndTurn()


def test_some_questions_are_answered_automatically_only_if_the_selection_leaves_usual_choices() -> None:
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


def test_it_matters_that_something_was_touched_also_where_every_option_leads_there() -> None:
    first, then = question("bd", usual="db", once_touched=True), question("st")
    assert taken(asked(first, then)) == ""
    found = asked(first, then, touched="s")
    assert (taken(found), among(found)) == ("ds", ["bd", ""])


def test_only_choices_of_the_selected_element_are_alternatives() -> None:
    first = question("bdn", usual="bdn", once_touched=True)

    def script(state: Any, seat: int) -> Script:
        yield question({"b": "s", "d": "st", "n": "t"}[(yield first)])
        return EndTurn()

    rules: Any = SimpleNamespace(script=script)
    found = select(rules, None, 0, (), ("t",))
    assert (taken(found), among(found)) == ("dt", ["dn", ""])


def test_few_numbers_are_shown_side_by_side() -> None:
    assert among(asked(question("0123", usual="0", counts=True))) == ["0123"]
    many = Choose(
        message("test.how-many", "How many?"),
        tuple(map(str, range(11))),
        lambda value: message("test.value", "{value}", value=value),
        usual=lambda: "0",
        counts=True,
    )
    assert among(asked(many)) == [""]
