"""Action 4: add quality or distribution (AW-8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import AddDistribution, AddQuality, DistributionAt, QualityAt
from domain.arkwright.model.factories import quality_total
from domain.arkwright.model.facts import DistributionAdded, QualityAdded
from domain.arkwright.model.state import Distribution, Quality
from domain.arkwright.narration import words
from domain.game import Choose, Fact, IllegalMove, Script
from domain.game_kit.memory import remembered
from domain.message import Message, Term, message

_ASIDE = "aside"


def present_totals(position: Position, kind: str) -> dict[str, int]:
    """Return the quality or distribution of each open factory."""
    factories = position.player.factories
    if kind == "quality":
        return {good: quality_total(factories[good]) for good in position.open_goods}
    laid = {good: factories[good].distribution for good in position.open_goods}
    return {good: card.value if card else 0 for good, card in laid.items()}


def added_points(before: dict[str, int], after: dict[str, int]) -> int:
    """Return the points added: the rises of the factories' totals; falls do not count against them (AW-D.16)."""
    return sum(max(0, after[good] - before[good]) for good in before)


def _limit(position: Position, kind: str) -> int:
    """Return the maximum of quality or distribution of a factory (AW-8.5, AW-8.6)."""
    return position.player.max_quality if kind == "quality" else position.components.constants.max_distribution


def _check(position: Position, kind: str, cards: Sequence[QualityAt | DistributionAt]) -> tuple[dict[str, int], int]:
    """Return the totals and added points of an arrangement. Raise IllegalMove if the player cannot place
    the cards so.
    """
    own = position.components.laid_cards(kind)
    owned = list(position.own_cards(kind))
    names = [card.card for card in cards]
    if names != [card for card in owned if card in names]:
        raise IllegalMove(
            "AW-8.7",
            message("arkwright.own-cards-not-in-order", "List only cards that you own, each once and in order."),
        )
    totals = dict.fromkeys(position.open_goods, 0)
    for card in cards:
        if card.good not in totals:
            raise IllegalMove(
                "AW-8.2",
                message("arkwright.no-open-factory", "You have no open {good} factory.", good=position.name(card.good)),
            )
        if card.value not in own[card.card].values:
            raise IllegalMove(
                "AW-D.18",
                message(
                    "arkwright.card-lacks-value",
                    "{card} can't have the value {value}.",
                    card=_card(position, kind, card.card),
                    value=card.value,
                ),
            )
        totals[card.good] += card.value
    if kind == "distribution" and len({card.good for card in cards}) < len(cards):
        raise IllegalMove(
            "AW-D.17",
            message("arkwright.one-distribution-card-per-factory", "A factory can have only one distribution card."),
        )
    _check_limit(position, kind, totals)
    points = added_points(present_totals(position, kind), totals)
    _check_points(position, kind, points)
    return totals, points


def _check_limit(position: Position, kind: str, totals: dict[str, int]) -> None:
    """Refuse more quality or distribution than a factory can have."""
    most = _limit(position, kind)
    for good, total in totals.items():
        if total <= most:
            continue
        said: dict[str, Term | int] = {"good": position.name(good), "total": total, "most": most}
        if kind == "quality":
            raise IllegalMove(
                "AW-8.5",
                message(
                    "arkwright.too-much-factory-quality",
                    "The {good} factory would have {total} quality; the maximum is {most}.",
                    **said,
                ),
            )
        raise IllegalMove(
            "AW-8.6",
            message(
                "arkwright.too-much-factory-distribution",
                "The {good} factory would have {total} distribution; the maximum is {most}.",
                **said,
            ),
        )


def _check_points(position: Position, kind: str, points: int) -> None:
    """Refuse more points than the development level allows in one action."""
    most = position.level(kind)
    if points <= most:
        return
    if kind == "quality":
        raise IllegalMove(
            "AW-8.3",
            message(
                "arkwright.too-much-quality-added",
                "You can add at most {most} quality per action; this adds {added}.",
                most=most,
                added=points,
            ),
        )
    raise IllegalMove(
        "AW-8.4",
        message(
            "arkwright.too-much-distribution-added",
            "You can add at most {most} distribution per action; this adds {added}.",
            most=most,
            added=points,
        ),
    )


def _card(position: Position, kind: str, card: str) -> Message:
    name = words.quality_card if kind == "quality" else words.distribution_card
    return name(position.components, card)


def decide_quality(position: Position, command: AddQuality) -> list[Fact]:
    """Place quality cards."""
    totals, points = _check(position, "quality", command.cards)
    return [
        QualityAdded(
            seat=position.seat,
            cards=command.cards,
            totals=totals,
            points=points,
            used=_used(position, "quality", command.cards),
            pending=position.after_action(),
        )
    ]


def decide_distribution(position: Position, command: AddDistribution) -> list[Fact]:
    """Place distribution cards."""
    _, points = _check(position, "distribution", command.cards)
    return [
        DistributionAdded(
            seat=position.seat,
            cards=command.cards,
            points=points,
            used=_used(position, "distribution", command.cards),
            pending=position.after_action(),
        )
    ]


def _used(position: Position, kind: str, cards: Sequence[QualityAt | DistributionAt]) -> tuple[str, ...] | UnsetType:
    """Return development cards whose own card is placed, if an achievement counts that (AW-S.36)."""
    if not position.state.solo or "never_used" not in position.components.asked:
        return UNSET
    own = position.components.laid_cards(kind)
    return tuple(type for card in cards if (type := own[card.card].type)) or UNSET


# --------------------------------------------------------------------------------------------------------------------
# Questions
# --------------------------------------------------------------------------------------------------------------------

Ends = Sequence[str]
_NO_ENDS: Ends = ("",)


def _placings(position: Position, kind: str, card: str, totals: dict[str, int]) -> Iterator[str]:
    """Yield places and directions of a card, such as ``food/2/price``, when the cards before it make these totals."""
    own = position.components.laid_cards(kind)
    before, limit, level = present_totals(position, kind), _limit(position, kind), position.level(kind)
    added = added_points(before, totals)
    yield _ASIDE
    for good in position.open_goods:
        if kind == "distribution" and totals[good]:
            continue
        rise = max(0, totals[good] - before[good])
        for value in own[card].values:
            after = totals[good] + value
            if after <= limit and added - rise + max(0, after - before[good]) <= level:
                yield from (f"{good}/{value}/{end}" for end in (("price", "appeal") if kind == "quality" else _NO_ENDS))


def _question(position: Position, kind: str, card: str, totals: dict[str, int], moved: bool) -> Choose:
    """Return the question for a card when the cards before it make these totals, cached by their relevant parts.

    Once a card was placed, the others usually stay; before that, a clicked card usually shows its highest value.
    """
    key = ("laid", kind, card, moved, *totals.values())
    found: Choose | None = position.memory.get(key)
    if found is None:
        present, label = _present(position, kind, card), _label(position)
        prompt = message(
            "arkwright.choose-card-position",
            "{card}: choose a factory and a value (now: {current})",
            card=_card(position, kind, card),
            current=label(present),
        )
        values = _first(present, _placings(position, kind, card, totals))
        stays = moved or present != _ASIDE
        found = position.memory[key] = Choose(
            prompt,
            values,
            label,
            lambda value: _elements(position, kind, present, value),
            usual=lambda: (*((present,) if stays else ()), *_most_first(values)),
            once_touched=not stays,
        )
    return found


def _most_first(values: Sequence[str]) -> list[str]:
    placings = (value for value in values if value != _ASIDE)
    return sorted(placings, key=lambda value: -int(value.split("/")[1]))


def _ask(position: Position, kind: str) -> Any:
    """Ask for the place of every card; return pairs of card and place, without those put aside."""
    totals = dict.fromkeys(position.open_goods, 0)
    laid: list[tuple[str, list[str]]] = []
    moved = False
    for card in position.own_cards(kind):
        placed = yield _question(position, kind, card, totals, moved)
        moved = moved or placed != _present(position, kind, card)
        if placed != _ASIDE:
            good, value, end = placed.split("/")
            totals[good] += int(value)
            laid.append((card, [good, value, end]))
    return laid


@remembered
def _present(position: Position, kind: str, card: str) -> str:
    for good, factory in position.player.factories.items():
        lying: Iterable[Quality | Distribution] = factory.quality
        if kind == "distribution":
            lying = [factory.distribution] if factory.distribution else []
        for laid in lying:
            if laid.card == card:
                return f"{good}/{laid.value}/{laid.end if isinstance(laid, Quality) else ''}"
    return _ASIDE


def _first(value: str, values: Iterable[str]) -> tuple[str, ...]:
    """Sort the values, the one that leaves a card unchanged first."""
    found = tuple(values)
    return (value, *(other for other in found if other != value)) if value in found else found


def _label(position: Position) -> Callable[[str], Message]:
    def label(value: str) -> Message:
        if value == _ASIDE:
            return message("arkwright.in-personal-area", "In the personal area")
        good, points, end = value.split("/")
        if end == "price":
            return message(
                "arkwright.factory-points-on-price",
                "{good}: add {points} to price",
                good=position.name(good),
                points=int(points),
            )
        return message(
            "arkwright.factory-points-on-appeal",
            "{good}: add {points} to appeal",
            good=position.name(good),
            points=int(points),
        )

    return label


def _elements(position: Position, kind: str, present: str, value: str) -> tuple[str, ...]:
    """Return the factory and the place for the card there; a card moved from elsewhere leaves its place to unplaced
    ones.
    """
    if value == _ASIDE:
        return ()
    factory, place = f"factory:{value.split('/')[0]}", _place(kind, value)
    turned = kind == "distribution" and present != _ASIDE and place == _place(kind, present)
    comes = present == _ASIDE or all(_present(position, kind, card) != _ASIDE for card in position.own_cards(kind))
    return (factory, place) if value != present and (turned or comes) else (factory,)


def _place(kind: str, value: str) -> str:
    good, _, end = value.split("/")
    return f"quality:{good}/{end}" if kind == "quality" else f"distribution:{good}"


def can_lay(position: Position) -> bool:
    """Return whether there is an open factory for cards."""
    return bool(position.player.factories)


def script_quality(position: Position) -> Script:
    """Ask for every quality card in order."""
    laid = yield from _ask(position, "quality")
    return AddQuality(
        cards=tuple(
            QualityAt(card, good, int(value), "price" if end == "price" else "appeal")
            for card, (good, value, end) in laid
        )
    )


def script_distribution(position: Position) -> Script:
    """Ask for every distribution card in order."""
    laid = yield from _ask(position, "distribution")
    return AddDistribution(cards=tuple(DistributionAt(card, good, int(value)) for card, (good, value, _) in laid))
