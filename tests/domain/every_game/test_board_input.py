"""Board input: selecting an element offers exactly the choices that concern it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from domain.board_input import NotSelectable, select, selectable
from domain.game import BadPick, Choose, Command, FinalField, Ruleset, follow, rulesets
from domain.play import self_play
from domain.verifiable_random import Seeded
from tests.domain.every_game.test_picks import chosen_options


class Path(NamedTuple):
    """One sequence of picks, the elements that its options concern, and the command it leads to."""

    picks: tuple[str, ...]
    concerns: frozenset[str]
    command: Command


def paths(rules: Ruleset[Any], state: Any, seat: int) -> Iterator[Path]:
    """Yield every path to a command, by exhaustive search."""

    def extend(sent: tuple[str, ...], picks: tuple[str, ...], concerns: frozenset[str]) -> Iterator[Path]:
        script = rules.script(state, seat)
        try:
            asked = next(script)
            for value in sent:
                asked = script.send(value)
        except StopIteration as stop:
            if isinstance(stop.value, Command):
                yield Path(picks, concerns, stop.value)
                return
            last: FinalField = stop.value
            for value in last.choose.values:
                yield Path(*chosen(last.choose, value, picks, concerns), last.command(value))
            return
        for value in asked.values:
            yield from extend((*sent, value), *chosen(asked, value, picks, concerns))

    def chosen(asked: Choose, value: str, picks: Any, concerns: Any) -> Any:
        return (*picks, value) if len(asked.values) > 1 else picks, concerns.union(asked.elements(value))

    return extend((), (), frozenset())


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_exactly_the_choices_of_the_selected_element_are_offered(name: str) -> None:
    numbers, rules = random.Random(name), rulesets()[name]
    looked = 0

    def choose(state: Any, seat: int) -> Command:
        nonlocal looked
        if looked < 12 and numbers.random() < 0.25:
            found = list(paths(rules, state, seat))
            if len(found) < 3000:
                looked += 1
                check_selection(rules, state, seat, found, numbers)
        return rules.bots["random"](rules, state, seat, numbers)

    state = rules.initial(rules.setup(chosen_options(rules, numbers), Seeded(numbers.randbytes(32))))
    for step, _ in enumerate(self_play(rules, state, choose)):
        if step > 150:
            break
    assert looked > 2


def check_selection(rules: Ruleset[Any], state: Any, seat: int, found: list[Path], numbers: random.Random) -> None:
    assert set(selectable(rules, state, seat)) == frozenset().union(*(path.concerns for path in found))
    path = numbers.choice(found)
    touched = numbers.sample(sorted(path.concerns), k=min(len(path.concerns), numbers.randrange(1, 3)))
    if not touched:
        return
    leading = [each for each in found if each.concerns.issuperset(touched)]
    picks: tuple[str, ...] = ()
    while True:
        got = select(rules, state, seat, picks, touched)
        taken = tuple(option.value for option in got.taken)
        assert taken[: len(picks)] == picks
        if got.choice.command is not None:
            assert follow(rules.script(state, seat), taken) == got.choice.command
            assert got.choice.command in [each.command for each in leading]
            return
        after = [each.picks[len(taken)] for each in leading if each.picks[: len(taken)] == taken]
        assert [option.value for option in got.choice.options] == list(dict.fromkeys(after))
        picks = (*taken, numbers.choice(after))


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_default_value_and_its_alternatives_are_valid_choices(name: str) -> None:
    numbers, rules = random.Random(name), rulesets()[name]

    def choose(state: Any, seat: int) -> Command:
        for value in first_values(rules, state, seat):
            check_defaults(rules, state, seat, value)
        return rules.bots["random"](rules, state, seat, numbers)

    state = rules.initial(rules.setup(chosen_options(rules, numbers), Seeded(numbers.randbytes(32))))
    for step, _ in enumerate(self_play(rules, state, choose)):
        if step > 60:
            break


def first_values(rules: Ruleset[Any], state: Any, seat: int) -> list[str]:
    asked = follow(rules.script(state, seat), [])
    return [] if isinstance(asked, Command) else list(asked.values)


def check_defaults(rules: Ruleset[Any], state: Any, seat: int, first: str) -> None:
    found = select(rules, state, seat, [first], [])
    taken = [option.value for option in found.taken]
    asked = follow(rules.script(state, seat), taken)
    if isinstance(asked, Command):
        assert found.choice.command == asked
        assert list(rules.decide(state, seat, asked))
    else:
        assert [option.value for option in found.choice.options] == list(asked.values)
    for at, option in enumerate(found.taken):
        for value, step in ((option.fewer, -1), (option.more, 1)):
            if value is not None:
                assert int(value) == int(option.value) + step
                assert isinstance(follow(rules.script(state, seat), [*taken[:at], value]), Choose | Command)
        for other in option.among:
            assert isinstance(follow(rules.script(state, seat), [*taken[:at], other.value]), Choose | Command)


TOY = rulesets()["toy"]


def toy() -> Any:
    return TOY.initial(TOY.setup(chosen_options(TOY, random.Random(1)), Seeded(b"touching")))


def test_elements_without_a_move_cannot_be_selected() -> None:
    with pytest.raises(NotSelectable, match="moon"):
        select(TOY, toy(), TOY.to_act(toy())[0].seat, [], ["moon"])


def test_invalid_and_extra_picks_are_refused() -> None:
    state = toy()
    seat = TOY.to_act(state)[0].seat
    (touched, *_) = selectable(TOY, state, seat)
    with pytest.raises(BadPick):
        select(TOY, state, seat, ["nothing"], [touched])
    complete = [option.value for option in select(TOY, state, seat, [], [touched]).taken]
    with pytest.raises(BadPick):
        select(TOY, state, seat, [*complete, "nothing"], [touched])
