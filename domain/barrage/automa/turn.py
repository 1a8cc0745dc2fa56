"""A turn of an automa: turns up a card, and performs the first of its actions that is possible (TA-3, TA-5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.barrage import turns
from domain.barrage.automa import deck
from domain.barrage.automa.actions import engineers, lines
from domain.barrage.automa.actions.officers import architect_goes_on, must_play_by_rules
from domain.barrage.automa.commands import TakeTurn
from domain.barrage.automa.facts import AutomaActed, AutomaTurnEnded, CardTurnedUp
from domain.barrage.automa.sight import Deed, Sight
from domain.barrage.contracts import refill
from domain.barrage.engine.apply import Conclusion
from domain.barrage.engine.course import Course
from domain.barrage.engine.decide import awaited
from domain.barrage.engine.edition import Edition
from domain.barrage.engine.parts import CommandHandling, Following
from domain.barrage.engine.position import Position, refusal
from domain.barrage.leeghwater.officers import EXTRA
from domain.barrage.model.automa.components import Line
from domain.barrage.model.automa.reasons import Failed
from domain.barrage.model.changes import PlayedByRules
from domain.barrage.model.pending import Pending
from domain.barrage.model.stages import TURN
from domain.barrage.model.state import State
from domain.game import Command, Script
from domain.message import message

_AGAIN = 1
"""The amount of a turn's end that is followed by another turn."""


def plays(state: State, seat: int) -> bool:
    """Return whether the rules take the turn of a seat: an automa's, or a player's without a choice (TA-27.8)."""
    return bool(state.companies[seat].automa) or must_play_by_rules(state, seat)


def by_rules(edition: Edition, state: State) -> tuple[int, Command] | None:
    """Return the seat whose turn the rules take now, and their command."""
    if not state.options.levels:
        return None
    pending = awaited(edition, state)
    if pending is None or pending.kind != TURN or not plays(state, pending.seat):
        return None
    return pending.seat, TakeTurn()


# --------------------------------------------------------------------------------------------------------------------
# Beginning
# --------------------------------------------------------------------------------------------------------------------


def _begin(course: Course, pending: Pending, command: TakeTurn) -> None:
    """Turn up a card; without engineers the automa passes and turns up none (TA-1.12, TA-3.2, TA-3.7)."""
    seat, state = pending.seat, course.state
    if not plays(state, seat):
        raise refusal(
            "BA-8.2", message("automa.not-automa-turn", "The automa cards don't play this turn. Choose an action.")
        )
    company = state.companies[seat]
    if not company.engineers:
        course.open(_ending(seat))
        return
    if not company.automa:
        course.change(PlayedByRules(seat=seat, level="normal"))
    deck.turn_up(course)
    card, criteria = deck.actions(state), deck.criteria(state)
    course.add_fields(card=card.id, criteria=criteria.id if criteria else "")
    course.open(Pending(kind=SEARCH.name, seat=seat))


def _by_a_person(follow: Callable[[Course, Pending, Any], None]) -> Callable[[Course, Pending, Any], None]:
    """Answer a command that only a player gives."""

    def guarded(course: Course, pending: Pending, command: Any) -> None:
        if plays(course.state, pending.seat):
            raise refusal(
                "TA-3.3", message("automa.automa-turn-decided-by-cards", "The automa's cards decide this turn.")
            )
        follow(course, pending, command)

    return guarded


def _script(position: Position, pending: Pending) -> Script:
    if plays(position.state, position.seat):
        return TakeTurn()
    return (yield from turns.TURN.script(position, pending))


def _card_turned_up(state: State, fact: CardTurnedUp) -> None:
    if not fact.card:
        state.companies[fact.seat].passed = True


# --------------------------------------------------------------------------------------------------------------------
# The search
# --------------------------------------------------------------------------------------------------------------------


def _search(course: Course, pending: Pending) -> None:
    """Perform the first action whose conditions hold (TA-5.1, TA-5.2, TA-5.5)."""
    seat, card = pending.seat, deck.actions(course.state)
    sight = Sight(course.at(seat))
    failed: list[Failed] = []
    for number, line in enumerate(card.lines[pending.amount :], pending.amount):
        for instead, attempt in lines.attempts(sight, card, line):
            if isinstance(attempt, Deed):
                _perform(course, seat, number, line, attempt)
                criteria = sight.criteria
                course.settle(
                    AutomaActed,
                    seat=seat,
                    card=card.id,
                    criteria=criteria.id if criteria else "",
                    line=number,
                    instead=instead,
                    failed=tuple(failed),
                    reasons=tuple(sight.reasons),
                )
                return
            failed.append(Failed(line=number, rule=attempt.rule, instead=instead))


def _perform(course: Course, seat: int, number: int, line: Line, deed: Deed) -> None:
    """Place the engineers and apply the effect; after a dashed action with an engineer left, search on (TA-5.3,
    TA-5.4).
    """
    printed = line.engineers if deed.engineers is None else deed.engineers
    again = architect_goes_on(course.at(seat), line, printed)
    engineers.place(course, seat, deed.space, printed)
    deed.do(course)
    if line.ends_turn or not course.state.companies[seat].engineers:
        course.open(_ending(seat, again=again))
    else:
        course.open(Pending(kind=SEARCH.name, seat=seat, amount=number + 1))


# --------------------------------------------------------------------------------------------------------------------
# The end
# --------------------------------------------------------------------------------------------------------------------


def _ending(seat: int, *, again: bool = False) -> Pending:
    return Pending(kind=END.name, seat=seat, amount=_AGAIN if again else 0)


def _end(course: Course, pending: Pending) -> None:
    """Refill the contracts on offer; the next seat acts, or the same again (TA-27.10)."""
    seat, again = pending.seat, pending.amount == _AGAIN
    if seat in course.state.options.people(len(course.state.companies)):
        course.change(PlayedByRules(seat=seat))
    if again:
        refill(course)
        course.open(Pending(kind=TURN, seat=seat, source=EXTRA))
    else:
        turns.hand_on(course, seat)
    course.settle(AutomaTurnEnded, seat=seat, again=again)


def _turn_ended(state: State, fact: AutomaTurnEnded) -> None:
    if fact.again:
        state.companies[fact.seat].extra_turns += 1


BEGINNING = replace(
    turns.TURN,
    answers={
        **{
            command: CommandHandling(answer.fact, _by_a_person(answer.follow))
            for command, answer in turns.TURN.answers.items()
        },
        TakeTurn: CommandHandling(CardTurnedUp, _begin),
    },
    script=_script,
    replaces=turns.TURN,
)
SEARCH = Following("automa_search", _search)
END = Following("automa_end", _end)
PASSING = Conclusion("card_turned_up", CardTurnedUp, _card_turned_up)
GOING_ON = Conclusion("automa_turn_ended", AutomaTurnEnded, _turn_ended)
