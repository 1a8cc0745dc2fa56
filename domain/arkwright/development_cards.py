"""Taking a development card, and the discard required before it at the limit (AW-11.4 to AW-11.7, AW-19)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.arkwright.engine.asking import Question, which_card, which_factory
from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import DistributionAt, QualityAt, TakeCard
from domain.arkwright.model.facts import CardTaken, Unstored
from domain.arkwright.model.state import SupplyCard
from domain.arkwright.narration import words
from domain.game import Fact, IllegalMove, Script
from domain.message import Message, counted, message


def at_limit(position: Position) -> bool:
    """Return whether no further card may be held (AW-11.4)."""
    return len(position.player.cards) >= position.level("development_cards")


def offered(position: Position) -> dict[tuple[str, int | None], SupplyCard]:
    """Return cards that can be taken, by type and, in the solo game, place on the display (AW-11.6,
    AW-11.7, AW-S.8).
    """
    state, solo = position.state, position.state.solo
    free = [
        card
        for card in state.supply
        if not position.holds(card.type)
        and card.type not in state.discarded
        and (position.components.development_types[card.type].lies != "factory" or position.player.factories)
    ]
    if solo is None:
        return {(card.type, None): card for card in reversed(free)}
    by_id = {card.id: card for card in free}
    return {
        (by_id[id].type, place): by_id[id]
        for place, id in enumerate(solo.display)
        if id in by_id and place not in solo.markers.values()
    }


def decide_take(position: Position, command: TakeCard) -> list[Fact]:
    """Take a development card; at the limit another is discarded first."""
    card = _taken(position, command)
    _check_discard(position, command)
    _check_factory(position, card, command.at)
    lost = lost_quality(position) if command.discard == "engineer" else None
    if command.replacement is not None and command.replacement not in replacements(position, lost):
        raise IllegalMove(
            "AW-19.24",
            message(
                "arkwright.cannot-replace-engineer",
                "Replace the engineer with a free quality card of the same or lower value.",
            ),
        )
    discarded, discarded_to = position.discarding(command.discard) if command.discard else (None, None)
    cards = position.components.card_of_type
    brought = cards.get(card.type, "")
    constants = position.components.constants
    return [
        CardTaken(
            seat=position.seat,
            card=card,
            place=command.place,
            at=command.at,
            max_quality=constants.max_quality_engineer if card.type == "engineer" else position.player.max_quality,
            gained_warehouse=brought if brought in position.components.warehouses else "",
            discarded=discarded,
            discarded_to=discarded_to,
            lost_quality=lost,
            replacement=command.replacement,
            lost_distribution=_lost_distribution(position) if command.discard == "patent" else None,
            lost_goods=_lost_goods(position) if command.discard == "large_warehouse" else None,
            lost_warehouse=cards["large_warehouse"] if command.discard == "large_warehouse" else "",
            pending=position.after_development(),
        )
    ]


def _taken(position: Position, command: TakeCard) -> SupplyCard:
    if position.holds(command.card):
        raise IllegalMove(
            "AW-11.6",
            message(
                "arkwright.card-already-held", "You already hold the {card} card.", card=position.name(command.card)
            ),
        )
    if command.card in position.state.discarded:
        raise IllegalMove(
            "AW-D.40",
            message(
                "arkwright.card-discarded-this-turn",
                "You discarded the {card} card this turn, so you can't take it.",
                card=position.name(command.card),
            ),
        )
    card = offered(position).get((command.card, command.place))
    if card is None:
        solo = position.state.solo
        if solo and command.place in solo.markers.values():
            raise IllegalMove(
                "AW-S.8",
                message(
                    "arkwright.card-under-funds-marker",
                    "You can't take the {card} card: a funds marker is on it.",
                    card=position.name(command.card),
                ),
            )
        raise IllegalMove(
            "AW-11.1",
            message(
                "arkwright.card-not-available",
                "The {card} card is not available there.",
                card=position.name(command.card),
            ),
        )
    return card


def _check_factory(position: Position, card: SupplyCard, at: str) -> None:
    """Require an open factory for the supervisor, and none for other cards (AW-D.41)."""
    if position.components.development_types[card.type].lies == "factory":
        if at not in position.player.factories:
            raise IllegalMove(
                "AW-D.41",
                message(
                    "arkwright.supervisor-needs-open-factory", "Choose one of your open factories for the supervisor."
                ),
            )
    elif at:
        raise IllegalMove(
            "AW-D.41",
            message(
                "arkwright.card-needs-no-factory",
                "The {card} card can't be placed at a factory.",
                card=position.name(card.type),
            ),
        )


def _check_discard(position: Position, command: TakeCard) -> None:
    if at_limit(position) and not command.discard:
        raise IllegalMove(
            "AW-11.4",
            counted(
                "arkwright.card-limit-reached",
                "You can hold at most {count} development card. Discard one first.",
                "You can hold at most {count} development cards. Discard one first.",
                count=position.level("development_cards"),
            ),
        )
    if command.discard and not at_limit(position):
        raise IllegalMove(
            "AW-D.39",
            message("arkwright.no-discard-needed", "You have room for another card, so you can't discard one."),
        )
    if command.discard:
        position.held(command.discard)


def lost_quality(position: Position) -> QualityAt | None:
    """Return the place of the engineer's quality card, if it has one (AW-D.47)."""
    card = position.components.card_of_type.get("engineer")
    for good, factory in position.player.factories.items():
        for laid in factory.quality:
            if laid.card == card:
                return QualityAt(laid.card, good, laid.value, laid.end)
    return None


def replacements(position: Position, lost: QualityAt | None) -> Iterator[QualityAt]:
    """Yield the player's quality cards in the personal area that may replace a lost one (AW-19.24)."""
    if lost is None:
        return
    laid = {card.card for factory in position.player.factories.values() for card in factory.quality}
    for name in position.components.own_quality_cards:
        if name in laid:
            continue
        for value in position.components.quality_cards[name].values:
            if value <= lost.value:
                yield QualityAt(name, lost.good, value, "price")
                yield QualityAt(name, lost.good, value, "appeal")


def _lost_distribution(position: Position) -> DistributionAt | None:
    card = position.components.card_of_type.get("patent")
    for good, factory in position.player.factories.items():
        if factory.distribution and factory.distribution.card == card:
            return DistributionAt(factory.distribution.card, good, factory.distribution.value)
    return None


def _lost_goods(position: Position) -> Unstored | None:
    card = position.components.card_of_type.get("large_warehouse")
    for warehouse in position.player.warehouses:
        if warehouse.id == card and warehouse.goods:
            return Unstored(warehouse.id, warehouse.good, warehouse.goods)
    return None


# --------------------------------------------------------------------------------------------------------------------
# Questions
# --------------------------------------------------------------------------------------------------------------------


def script_take(position: Position) -> Script:
    """Ask for the card, and for choices that its place or the limit requires."""
    cards = {f"{type}@{place}" if place is not None else type: (type, place) for type, place in offered(position)}

    def label(value: str) -> Message:
        name, place = position.name(cards[value][0]), cards[value][1]
        if place is None:
            return message("arkwright.card", "{card}", card=name)
        columns = position.components.solo.display.columns
        return message(
            "arkwright.card-in-display",
            "{card}, row {row}, column {column}",
            card=name,
            row=place // columns + 1,
            column=place % columns + 1,
        )

    found = offered(position)
    chosen = yield Question(
        message("arkwright.choose-development-card", "Which card will you take?"),
        label,
        lambda value: (f"supply:{found[cards[value]].id}",),
    ).choose(tuple(cards))
    card, place = cards[chosen]
    at = yield from _ask_factory(position, card)
    discard = yield from _ask_discard(position)
    replacement = yield from _ask_replacement(position, discard)
    return TakeCard(card=card, place=place, at=at, discard=discard, replacement=replacement)


def _ask_factory(position: Position, card: str) -> Any:
    if position.components.development_types[card].lies != "factory":
        return ""
    return (
        yield which_factory(
            position,
            position.open_goods,
            message("arkwright.choose-factory-for-card", "At which factory will you place the card?"),
        )
    )


def _ask_discard(position: Position) -> Any:
    if not at_limit(position):
        return ""
    held = tuple(card.type for card in position.player.cards)
    return (
        yield which_card(
            position, held, message("arkwright.choose-card-to-discard", "Which card will you discard to make room?")
        )
    )


def _ask_replacement(position: Position, discard: str) -> Any:
    found = list(replacements(position, lost_quality(position))) if discard == "engineer" else []
    if not found:
        return None
    by_key = {f"{card.card}/{card.value}/{card.end}": card for card in found}

    def label(value: str) -> Message:
        if value == "none":
            return message("arkwright.replace-with-no-card", "No card")
        card = by_key[value]
        if card.end == "price":
            return message(
                "arkwright.quality-card-on-price",
                "{card}: adds {points} to price",
                card=words.quality_card(position.components, card.card),
                points=card.value,
            )
        return message(
            "arkwright.quality-card-on-appeal",
            "{card}: adds {points} to appeal",
            card=words.quality_card(position.components, card.card),
            points=card.value,
        )

    chosen = yield Question(
        message("arkwright.choose-engineer-replacement", "Which card will replace the engineer?"), label
    ).choose(("none", *by_key))
    return by_key.get(chosen)
