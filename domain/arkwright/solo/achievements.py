"""The achievements of the solo game (AW-S.32 to AW-S.48)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from domain.arkwright.engine.asking import Question
from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import ChooseAchievements
from domain.arkwright.model.components import Components
from domain.arkwright.model.facts import AchievementsChosen
from domain.arkwright.model.pieces import Condition
from domain.arkwright.model.state import Player, Score
from domain.game import Fact, IllegalMove, Script
from domain.message import Listing, Message, Term, message


def reached(components: Components, player: Player, score: Score) -> tuple[str, ...]:
    """Return the achievements reached; ``player`` is as before the final scoring."""
    return tuple(
        name for name, achievement in components.achievements.items() if all(_checks(achievement.rule, player, score))
    )


def _checks(rule: Condition, player: Player, score: Score) -> Iterator[bool]:
    """Yield whether each entry of a condition holds."""
    tally = player.tally
    cards = [len(factory.workers) for factory in player.factories.values()]
    yield _within(score.score, rule.score_min, None)
    yield _within(tally.ships_used, rule.ships_used_min, rule.ships_used_max)
    yield _within(tally.shippings or 0, rule.shippings_min, None)
    yield not set(rule.never_gained) & set(tally.cards_gained)
    yield not set(rule.never_used) & set(tally.cards_used or ())
    yield _within(tally.brokers_used or 0, None, rule.brokers_used_max)
    yield _within(tally.automate_actions, None, rule.automate_actions_max)
    yield _within(tally.stock_exchange_advances, None, rule.stock_exchange_advances_max)
    yield _within(len(cards), rule.factories_min, rule.factories_max)
    yield all(_within(number, rule.worker_cards_each_min, None) for number in cards)
    yield _within(player.shares, rule.shares_min, rule.shares_max)
    yield _within(player.share_value, rule.share_value_min, rule.share_value_max)
    yield _within(player.start_funds, None, rule.start_funds_max)
    yield _within(player.start_shares, rule.start_shares_min, None)
    yield _within(player.funds, rule.funds_min, None)


def _within(value: int, least: int | None, most: int | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def allowed(components: Components, place: int) -> int:
    """Return how many achievements may be chosen after a win or as second (AW-S.33)."""
    return {1: components.solo.chosen_after_win, 2: components.solo.chosen_as_second}.get(place, 0)


def _choices(position: Position) -> dict[str, tuple[str, ...]]:
    found = position.state.achievements
    number = min(len(found), allowed(position.components, position.state.ranking[0].place))
    return {":".join(chosen): chosen for chosen in combinations(found, number)}


def decide_achievements(position: Position, command: ChooseAchievements) -> list[Fact]:
    """Choose achievements among those reached (AW-S.33)."""
    if command.achievements not in _choices(position).values():
        raise IllegalMove(
            "AW-S.33",
            message("arkwright.achievements-not-reached", "List only achievements that you have reached, in order."),
        )
    return [AchievementsChosen(seat=position.seat, achievements=command.achievements, pending=())]


def script_achievements(position: Position) -> Script:
    """Ask for the achievements."""
    choices = _choices(position)
    names = {name: Term(achievement.name) for name, achievement in position.components.achievements.items()}

    def label(value: str) -> Message:
        return message(
            "arkwright.achievements", "{names}", names=Listing(tuple(names[chosen] for chosen in choices[value]))
        )

    value = yield Question(
        message("arkwright.choose-achievements", "Which achievements will you choose?"), label
    ).choose(tuple(choices))
    return ChooseAchievements(achievements=choices[value])
