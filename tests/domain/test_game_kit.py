from __future__ import annotations

import msgspec
import pytest

from domain.game import Command, Fact, IllegalMove, Script, follow
from domain.game_kit.course import Course
from domain.game_kit.memory import Memory, latest, remembered
from domain.game_kit.menu import Menu, MenuEntry, always, ask, possible
from domain.game_kit.narration import narrator, paragraph
from domain.message import message, plain


class Pile(msgspec.Struct):
    stones: int
    facts: int = 1


class Took(Fact, tag="pile.took"):
    stones: int


class TookLast(Took, tag="pile.took_last"):
    pass


class Ended(Fact, tag="pile.ended"):
    pass


class Take(Command, tag="take"):
    pass


class Position:
    def __init__(self, state: Pile, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.memory: Memory = {}


def apply(state: Pile, fact: Fact) -> None:
    if isinstance(fact, Took):
        state.stones -= fact.stones
    state.facts += 1


def test_facts_are_applied_to_a_copy_of_the_position():
    pile = Pile(stones=3)
    course = Course(apply, pile)
    course.happen(Took(stones=2))
    course.happen(Took(stones=course.state.stones))
    assert course.facts == [Took(stones=2), Took(stones=1)]
    assert (course.state.stones, pile.stones) == (0, 3)


def test_fact_that_cannot_be_applied_is_not_recorded():
    def refuse(state: Pile, fact: Fact) -> None:
        raise IllegalMove("T-1", message("test.no", "No."))

    course = Course(refuse, Pile(stones=3))
    with pytest.raises(IllegalMove):
        course.happen(Ended())
    assert course.facts == []


class TestLatestPosition:
    def test_is_cached_while_the_game_is_unchanged(self):
        pile, position = Pile(stones=3), latest(Position)
        assert position(pile, 0) is position(pile, 0)

    def test_is_replaced_for_a_new_fact_seat_or_state(self):
        pile, position = Pile(stones=3), latest(Position)
        first = position(pile, 0)
        assert position(pile, 1) is not first
        first = position(pile, 0)
        assert position(Pile(stones=3), 0) is not first
        first = position(pile, 0)
        apply(pile, Took(stones=1))
        assert position(pile, 0) is not first


def test_cached_results_are_computed_once_per_position_and_arguments():
    asked = []

    @remembered
    def left(position: Position, taken: int) -> int:
        asked.append(taken)
        return position.state.stones - taken

    position = Position(Pile(stones=3), 0)
    assert [left(position, 1), left(position, 2), left(position, 1)] == [2, 1, 2]
    assert left(Position(Pile(stones=9), 0), 1) == 8
    assert asked == [1, 2, 1]


def script_take(position: Position) -> Script:
    yield from ()
    return Take()


class TestMenu:
    def test_offers_possible_entries_and_follows_the_picked_one(self):
        menu: Menu[Position] = {
            "take": MenuEntry(message("test.take", "Take"), always, script_take),
            "add": MenuEntry(message("test.add", "Add"), lambda position: position.state.stones < 3, script_take),
            "wait": MenuEntry(message("test.wait", "Wait"), always, script_take),
        }
        position = Position(Pile(stones=3), 0)
        asked = follow(ask(message("test.what", "What?"), menu, position), [])
        assert asked.values == ("take", "wait")
        assert plain(asked.label("wait")) == "Wait"
        assert follow(ask(message("test.what", "What?"), menu, position), ["take"]) == Take()

    def test_conditions_are_evaluated_once(self):
        calls = []
        menu: Menu[Position] = {"take": MenuEntry(message("test.take", "Take"), calls.append, script_take)}
        position = Position(Pile(stones=3), 0)
        assert possible(menu, position) == possible(menu, position) == ()
        assert len(calls) == 1


class TestNarration:
    narrate = staticmethod(
        narrator({Took: lambda fact, unit: message("test.n-unit", "{n} {unit}.", n=fact.stones, unit=unit)})
    )

    def test_a_fact_is_narrated_by_its_class_or_a_base_class(self):
        assert plain(self.narrate(Took(stones=2), "stones")) == "2 stones."
        assert plain(self.narrate(TookLast(stones=1), "stones")) == "1 stones."

    def test_a_fact_without_narration_is_an_error(self):
        with pytest.raises(TypeError, match="Ended"):
            self.narrate(Ended(), "stones")

    def test_a_paragraph_omits_missing_sentences(self):
        text = paragraph(
            message("test.one", "One."), None, message("test.two", "Two."), message("test.three", "Three.")
        )
        assert plain(text) == "One. Two. Three."
