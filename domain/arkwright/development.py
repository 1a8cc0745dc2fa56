"""Step (c): development (AW-11), and the cards used in it (AW-19)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

from msgspec import UNSET

from domain.arkwright.asking import Question
from domain.arkwright.commands import (
    Advance,
    DistributionAt,
    PassDevelopment,
    QualityAt,
    TakeCard,
    UseBroker,
    UseDeveloper,
    UseInventor,
)
from domain.arkwright.facts import (
    Advanced,
    BrokerUsed,
    CardTaken,
    DeveloperUsed,
    DevelopmentPassed,
    InventorUsed,
    Unstored,
)
from domain.arkwright.market import half
from domain.arkwright.position import Position
from domain.arkwright.solo.achievements import counts_brokers
from domain.arkwright.state import Awaiting, SupplyCard
from domain.game import Choose, Fact, IllegalMove, Script
from domain.message import Listing, Message, message

LAST_LEVEL = 3


def _afterwards(position: Position) -> tuple[Awaiting, ...]:
    """The end of the turn; a bonus before the game is followed by what comes next (AW-E.9)."""
    return position.state.rest if position.state.pending[0].kind == "bonus" else position.then("end")


# --------------------------------------------------------------------------------------------------------------------
# Advancing
# --------------------------------------------------------------------------------------------------------------------


def in_reach(position: Position, track: str, level: int) -> bool:
    """Whether the era allows a marker to enter this level (AW-E.5, AW-E.6)."""
    if not position.state.options.era_limits or track not in position.components.era_limits:
        return True
    lifted = position.holds(position.components.restricted_by.get(track, ""))
    return lifted or position.state.era >= position.components.era_limits[track][level]


def _check_track(position: Position, track: str, level: int) -> None:
    if track not in position.player.levels:
        raise IllegalMove("AW-11.2", message("There is no development track {track}.", track=track))
    if level > LAST_LEVEL:
        raise IllegalMove("AW-11.3", message("{track} is on the third level already.", track=position.name(track)))


def decide_advance(position: Position, command: Advance) -> list[Fact]:
    """A marker advances by one level (AW-11.1)."""
    level = position.player.levels.get(command.track, 0) + 1
    _check_track(position, command.track, level)
    if not in_reach(position, command.track, level):
        raise IllegalMove(
            "AW-E.5", message("{track} cannot reach this level in this era.", track=position.name(command.track))
        )
    return [
        Advanced(
            seat=position.seat,
            track=command.track,
            level=level,
            value=position.components.level_value(command.track, level),
            pending=_afterwards(position),
        )
    ]


def tracks(position: Position) -> tuple[str, ...]:
    """The tracks whose marker can advance."""
    levels = position.player.levels
    return tuple(
        track for track, level in levels.items() if level < LAST_LEVEL and in_reach(position, track, level + 1)
    )


# --------------------------------------------------------------------------------------------------------------------
# Taking a card
# --------------------------------------------------------------------------------------------------------------------


def at_limit(position: Position) -> bool:
    """Whether no further card may be held (AW-11.4)."""
    return len(position.player.cards) >= position.level("development_cards")


def offered(position: Position) -> dict[tuple[str, int | None], SupplyCard]:
    """Cards that can be taken, by type and, in the solo game, place on the display (AW-11.6, AW-11.7, AW-S.8)."""
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
    """A development card is taken, at the limit after another was discarded."""
    card = _taken(position, command)
    _check_discard(position, command)
    is_supervisor = position.components.development_types[card.type].lies == "factory"
    if (command.at in position.player.factories) != is_supervisor or (command.at and not is_supervisor):
        raise IllegalMove("AW-D.41", message("Name an open factory of yours for the supervisor, and for it alone."))
    lost = lost_quality(position) if command.discard == "engineer" else None
    if command.replacement is not None and command.replacement not in replacements(position, lost):
        raise IllegalMove("AW-19.24", message("This card cannot replace the engineer."))
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
            pending=_afterwards(position),
        )
    ]


def _taken(position: Position, command: TakeCard) -> SupplyCard:
    if position.holds(command.card):
        raise IllegalMove("AW-11.6", message("You hold the card {card} already.", card=position.name(command.card)))
    if command.card in position.state.discarded:
        raise IllegalMove("AW-D.40", message("You discarded {card} in this turn.", card=position.name(command.card)))
    card = offered(position).get((command.card, command.place))
    if card is None:
        solo = position.state.solo
        rule = "AW-S.8" if solo and command.place in solo.markers.values() else "AW-11.1"
        raise IllegalMove(rule, message("The card {card} cannot be taken there.", card=position.name(command.card)))
    return card


def _check_discard(position: Position, command: TakeCard) -> None:
    if at_limit(position) and not command.discard:
        raise IllegalMove(
            "AW-11.4",
            message("You may hold {most} cards; discard one first.", most=position.level("development_cards")),
        )
    if command.discard and not at_limit(position):
        raise IllegalMove("AW-D.39", message("Cards are discarded to make room only, and you have room."))
    if command.discard:
        position.held(command.discard)


def lost_quality(position: Position) -> QualityAt | None:
    """Where the quality card of the engineer lies, if it does (AW-D.47)."""
    card = position.components.card_of_type.get("engineer")
    for good, factory in position.player.factories.items():
        for laid in factory.quality:
            if laid.card == card:
                return QualityAt(laid.card, good, laid.value, laid.end)
    return None


def replacements(position: Position, lost: QualityAt | None) -> Iterator[QualityAt]:
    """Own quality cards in the personal area that may replace a lost one (AW-19.24)."""
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
# Broker, inventor, developer, nothing
# --------------------------------------------------------------------------------------------------------------------


def _most_by_broker(position: Position) -> int:
    player, tracks_ = position.player, position.components.tracks
    most = min(position.components.card_effects.broker_shares, tracks_.shares.last - player.shares)
    return min(most, player.funds // max(1, half(player.share_value)))


def decide_broker(position: Position, command: UseBroker) -> list[Fact]:
    """The broker is discarded for shares at half price (AW-19.13, AW-19.14)."""
    discarded, place = position.discarding("broker")
    if not 0 <= command.shares <= _most_by_broker(position):
        raise IllegalMove("AW-19.13", message("You can buy at most {most} shares.", most=_most_by_broker(position)))
    each = half(position.player.share_value)
    return [
        BrokerUsed(
            seat=position.seat,
            shares=command.shares,
            each=each,
            paid=command.shares * each,
            discarded=discarded,
            discarded_to=place,
            counted=True if position.state.solo and counts_brokers(position.components) else UNSET,
            pending=_afterwards(position),
        )
    ]


def can_use_inventor(position: Position) -> bool:
    """Whether the expert text of the inventor can be used (AW-E.22)."""
    return position.state.options.expert_card_texts and position.holds("inventor") and bool(_inventor_points(position))


def _inventor_points(position: Position) -> list[tuple[str, ...]]:
    """The points of the inventor on any tracks, ignoring era limits (AW-E.22, AW-D.53)."""
    levels = position.player.levels
    chosen = combinations_with_replacement(levels, position.components.card_effects.inventor_points)
    return [tracks for tracks in chosen if all(levels[track] + tracks.count(track) <= LAST_LEVEL for track in tracks)]


def decide_inventor(position: Position, command: UseInventor) -> list[Fact]:
    """The inventor is discarded for development points (AW-E.22)."""
    if not position.state.options.expert_card_texts:
        raise IllegalMove("AW-E.22", message("This table does not play with the expert texts."))
    discarded, place = position.discarding("inventor")
    if command.tracks not in _inventor_points(position):
        points = position.components.card_effects.inventor_points
        raise IllegalMove(
            "AW-E.22",
            message("Name {points} points on tracks that can advance, in the order of the board.", points=points),
        )
    levels = position.player.levels
    return [
        InventorUsed(
            seat=position.seat,
            tracks=command.tracks,
            levels={track: levels[track] + command.tracks.count(track) for track in dict.fromkeys(command.tracks)},
            discarded=discarded,
            discarded_to=place,
            pending=_afterwards(position),
        )
    ]


def decide_pass_development(position: Position, command: PassDevelopment) -> list[Fact]:
    """Nothing is developed (AW-11.1)."""
    return [DevelopmentPassed(seat=position.seat, pending=_afterwards(position))]


def refreshable(position: Position) -> tuple[str, ...]:
    """Used once-per-era cards that the developer can make ready again (AW-19.18)."""
    if not position.ready("developer"):
        return ()
    return tuple(held.type for held in position.player.cards if held.used and held.type != "developer")


def decide_developer(position: Position, command: UseDeveloper) -> list[Fact]:
    """The developer makes a card ready again; the step goes on."""
    if not position.ready("developer"):
        raise IllegalMove("AW-19.18", message("You have no developer that is ready."))
    if command.card not in refreshable(position):
        raise IllegalMove(
            "AW-D.43", message("The card {card} is not a used one of yours.", card=position.name(command.card))
        )
    return [DeveloperUsed(seat=position.seat, card=command.card, pending=tuple(position.state.pending))]


# --------------------------------------------------------------------------------------------------------------------
# The questions
# --------------------------------------------------------------------------------------------------------------------

_MENU = {
    "advance": message("Advance a development marker"),
    "take": message("Take a development card"),
    "broker": message("Discard the broker"),
    "inventor": message("Discard the inventor for development points"),
    "developer": message("Make a card ready with the developer"),
    "pass": message("Nothing"),
}


def script_development(position: Position) -> Script:
    """What is developed."""
    step = position.state.pending[0].kind == "development"
    possible = {
        "advance": bool(tracks(position)),
        "take": bool(offered(position)) and (not at_limit(position) or bool(position.player.cards)),
        "broker": step and position.holds("broker"),
        "inventor": step and can_use_inventor(position),
        "developer": step and bool(refreshable(position)),
        "pass": step or not (tracks(position) or offered(position)),
    }
    values = tuple(value for value, there in possible.items() if there)
    match (yield Question(message("Step (c): development"), _MENU.__getitem__).choose(values)):
        case "advance":
            return Advance(track=(yield _which_track(position, tracks(position))))
        case "take":
            return (yield from _script_take(position))
        case "broker":
            return (yield from _script_broker(position))
        case "inventor":
            return (yield from _script_inventor(position))
        case "developer":
            return (yield from script_developer(position))
        case _:
            return PassDevelopment()


def _which_track(position: Position, values: tuple[str, ...]) -> Choose:
    def label(track: str) -> Message:
        level = position.player.levels[track] + 1
        return message(
            "{track}: level {level} ({value})",
            track=position.name(track),
            level=level,
            value=position.components.level_value(track, level),
        )

    return Question(message("Which track?"), label, lambda track: (f"track:{track}",)).choose(values)


def _script_take(position: Position) -> Script:
    cards = {f"{type}@{place}" if place is not None else type: (type, place) for type, place in offered(position)}

    def label(value: str) -> Message:
        name, place = position.name(cards[value][0]), cards[value][1]
        if place is None:
            return message("{card}", card=name)
        columns = position.components.solo.display.columns
        return message(
            "{card}, row {row}, column {column}", card=name, row=place // columns + 1, column=place % columns + 1
        )

    found = offered(position)
    chosen = yield Question(message("Which card?"), label, lambda value: (f"supply:{found[cards[value]].id}",)).choose(
        tuple(cards)
    )
    card, place = cards[chosen]
    at = yield from _ask_factory(position, card)
    discard = yield from _ask_discard(position)
    replacement = yield from _ask_replacement(position, discard)
    return TakeCard(card=card, place=place, at=at, discard=discard, replacement=replacement)


def _ask_factory(position: Position, card: str) -> Any:
    if position.components.development_types[card].lies != "factory":
        return ""
    return (yield which_factory(position, position.open_goods, message("At which factory?")))


def which_factory(position: Position, goods: tuple[str, ...], prompt: Message) -> Choose:
    """Ask for a factory by its good."""
    return Question(
        prompt, lambda good: message("{good}", good=position.name(good)), lambda good: (f"factory:{good}",)
    ).choose(goods)


def which_card(position: Position, cards: tuple[str, ...], prompt: Message) -> Choose:
    """Ask for a held development card by its type."""
    return Question(
        prompt, lambda card: message("{card}", card=position.name(card)), lambda card: (f"card:{card}",)
    ).choose(cards)


def _ask_discard(position: Position) -> Any:
    if not at_limit(position):
        return ""
    held = tuple(card.type for card in position.player.cards)
    return (yield which_card(position, held, message("Discard which card to make room?")))


def _ask_replacement(position: Position, discard: str) -> Any:
    found = list(replacements(position, lost_quality(position))) if discard == "engineer" else []
    if not found:
        return None
    by_key = {f"{card.card}/{card.value}/{card.end}": card for card in found}

    def label(value: str) -> Message:
        if value == "none":
            return message("No card")
        card = by_key[value]
        if card.end == "price":
            return message("{card}: {points} on the price", card=card.card, points=card.value)
        return message("{card}: {points} on the appeal", card=card.card, points=card.value)

    chosen = yield Question(message("Replace the engineer by which card?"), label).choose(("none", *by_key))
    return by_key.get(chosen)


def _script_broker(position: Position) -> Script:
    each = half(position.player.share_value)

    def label(value: str) -> Message:
        return message("{shares} for £{paid}", shares=int(value), paid=int(value) * each)

    values = tuple(map(str, range(_most_by_broker(position), -1, -1)))
    return UseBroker(shares=int((yield Question(message("How many shares?"), label).choose(values))))


def _script_inventor(position: Position) -> Script:
    points = {"+".join(tracks): tracks for tracks in _inventor_points(position)}

    def label(value: str) -> Message:
        return message("{tracks}", tracks=Listing(tuple(map(position.name, points[value]))))

    return UseInventor(tracks=points[(yield Question(message("Which tracks?"), label).choose(tuple(points)))])


def script_developer(position: Position) -> Script:
    """Which card the developer makes ready."""
    prompt = message("Make which card ready again?")
    return UseDeveloper(card=(yield which_card(position, refreshable(position), prompt)))
