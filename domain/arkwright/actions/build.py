"""Action 1: build and upgrade factories (AW-5), with the inventor (AW-19.16)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec import UNSET, UnsetType

from domain.arkwright.engine.asking import Combination, Question, as_tree, one_by_one
from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import Build
from domain.arkwright.model.factories import in_order, side
from domain.arkwright.model.facts import Built, Upgraded
from domain.arkwright.model.market import lowered_demand, raised_wage
from domain.arkwright.model.pieces import SIDES
from domain.game import Fact, IllegalMove, Script
from domain.message import Message, counted, message

_LEAVE = "leave"
_LABELS = {
    _LEAVE: message("arkwright.leave-factory", "No change"),
    "build": message("arkwright.build-factory", "Build"),
    "upgrade": message("arkwright.upgrade-factory", "Upgrade"),
    "inventor": message("arkwright.upgrade-with-inventor", "Upgrade with the inventor"),
    "build:inventor": message("arkwright.build-and-upgrade-with-inventor", "Build, then upgrade with the inventor"),
    "upgrade:inventor": message("arkwright.upgrade-again-with-inventor", "Upgrade twice, once with the inventor"),
}


# --------------------------------------------------------------------------------------------------------------------
# Upgrades
# --------------------------------------------------------------------------------------------------------------------


def _sides_in(position: Position, good: str, sides: tuple[str, ...], era: int) -> tuple[str, ...]:
    """Return the worker cards' sides after an upgrade in this era, by their numerals; none is turned back (AW-5.11)."""
    cards = position.components.worker_cards[good]
    return tuple(max(side, card.side_in(era), key=SIDES.index) for side, card in zip(sides, cards, strict=False))


def _space_on(position: Position, good: str, level: int) -> int | UnsetType:
    """Return the token's space for the same appeal, or else the next lower one; unset if it stays (AW-5.10)."""
    factory = position.player.factories.get(good)
    if factory is None:
        return UNSET
    appeal = side(position.components, good, factory).spaces[factory.space].appeal
    spaces = position.components.factory_side(good, level).spaces
    if spaces[factory.space].appeal == appeal:
        return UNSET
    return next(space for space, there in enumerate(spaces) if there.appeal <= appeal)


def _sides(position: Position, good: str) -> tuple[str, ...]:
    factory = position.player.factories.get(good)
    return tuple(worker.side for worker in factory.workers) if factory else ()


def _upgrade(position: Position, good: str) -> Upgraded:
    """Upgrade a factory (AW-5.10 to AW-5.12). Raise IllegalMove if there is nothing to upgrade (AW-D.8)."""
    era, factory = position.state.era, position.player.factories.get(good)
    if factory is None:
        raise IllegalMove(
            "AW-5.1",
            message("arkwright.no-open-factory", "You have no open {good} factory.", good=position.name(good)),
        )
    if era == 1:
        raise IllegalMove(
            "AW-5.10", message("arkwright.no-upgrade-in-first-era", "You can't upgrade factories before era II.")
        )
    sides = _sides_in(position, good, _sides(position, good), era)
    if factory.level >= era and sides == _sides(position, good):
        raise IllegalMove(
            "AW-D.8",
            message(
                "arkwright.already-at-era-level",
                "Your {good} factory is already at this era's level.",
                good=position.name(good),
            ),
        )
    level = max(factory.level, era)
    return Upgraded(good, level, sides, _space_on(position, good, level))


def _invent(position: Position, good: str, built: tuple[str, ...], upgraded: dict[str, Upgraded]) -> Upgraded:
    """Upgrade a factory as if the next era had begun (AW-19.16, AW-D.12)."""
    era = position.state.era
    if era == len(position.components.eras):
        raise IllegalMove(
            "AW-D.12", message("arkwright.no-inventor-in-last-era", "You can't upgrade with the inventor in era III.")
        )
    factory = position.player.factories.get(good)
    if good not in built and factory is None:
        raise IllegalMove(
            "AW-19.16",
            message("arkwright.no-open-factory", "You have no open {good} factory.", good=position.name(good)),
        )
    before = upgraded.get(good) or Upgraded(good, factory.level if factory else era, _sides(position, good))
    if before.level < era:
        raise IllegalMove(
            "AW-D.12",
            message(
                "arkwright.factory-below-era-level",
                "Upgrade your {good} factory to this era's level before you use the inventor on it.",
                good=position.name(good),
            ),
        )
    sides = _sides_in(position, good, before.sides, era + 1)
    after = Upgraded(good, era + 1, sides, _space_on(position, good, era + 1))
    if (after.level, after.sides) == (before.level, before.sides):
        raise IllegalMove(
            "AW-D.8",
            message(
                "arkwright.already-at-next-era-level",
                "Your {good} factory is already at the next era's level.",
                good=position.name(good),
            ),
        )
    return after


# --------------------------------------------------------------------------------------------------------------------
# The action
# --------------------------------------------------------------------------------------------------------------------


def decide_build(position: Position, command: Build) -> list[Fact]:
    """Open and upgrade factories."""
    if not (command.build or command.upgrade or command.inventor):
        raise IllegalMove(
            "AW-5.1",
            message(
                "arkwright.nothing-built-or-upgraded",
                "Build or upgrade at least one factory, or choose another action.",
            ),
        )
    for goods in (command.build, command.upgrade, command.inventor):
        if goods != in_order(position.components, dict.fromkeys(goods)):
            raise IllegalMove(
                "AW-5.1", message("arkwright.goods-not-in-order", "List each good once, in the order of the rounds.")
            )
    for good in command.build:
        _check_build(position, good)
    upgraded = {good: _upgrade(position, good) for good in command.upgrade}
    invented = _inventions(position, command, upgraded)
    built_any = bool(command.build)
    discarded, place = position.discarding("inventor") if command.inventor else (None, None)
    active = position.good in (*position.player.factories, *command.build)
    return [
        Built(
            seat=position.seat,
            built=command.build,
            level=position.state.era,
            space=position.components.start.token_space - 1,
            upgraded=tuple(upgraded.values()),
            by_inventor=invented,
            discarded=discarded,
            discarded_to=place,
            demand=lowered_demand(position.components, position.state) if built_any else None,
            wage_space=raised_wage(position.components, position.state) if built_any else None,
            pending=position.then("price" if active else "development"),
        )
    ]


def _check_build(position: Position, good: str) -> None:
    if good in position.player.factories:
        raise IllegalMove(
            "AW-5.1",
            message("arkwright.factory-already-open", "Your {good} factory is already open.", good=position.name(good)),
        )
    last_era = position.state.era == len(position.components.eras)
    if last_era and not position.to_be_produced(good):
        raise IllegalMove(
            "AW-5.3",
            message(
                "arkwright.no-more-production-this-era",
                "{good} will not be produced again in this era.",
                good=position.name(good),
            ),
        )


def _inventions(position: Position, command: Build, upgraded: dict[str, Upgraded]) -> tuple[Upgraded, ...]:
    if not command.inventor:
        return ()
    position.held("inventor")
    most = position.components.card_effects.inventor_factories
    if len(command.inventor) > most:
        raise IllegalMove(
            "AW-19.16",
            counted(
                "arkwright.too-many-inventor-upgrades",
                "The inventor can upgrade at most {count} factory; you chose {chosen}.",
                "The inventor can upgrade at most {count} factories; you chose {chosen}.",
                count=most,
                chosen=len(command.inventor),
            ),
        )
    return tuple(_invent(position, good, command.build, upgraded) for good in command.inventor)


# --------------------------------------------------------------------------------------------------------------------
# Questions
# --------------------------------------------------------------------------------------------------------------------


def _accepted(position: Position, combination: Combination) -> bool:
    try:
        decide_build(position, _command(position, combination))
    except IllegalMove:
        return False
    return True


def _command(position: Position, combination: Combination) -> Build:
    chosen = dict(zip(position.goods, combination, strict=True))
    return Build(
        build=tuple(good for good, what in chosen.items() if what.startswith("build")),
        upgrade=tuple(good for good, what in chosen.items() if what.startswith("upgrade")),
        inventor=tuple(good for good, what in chosen.items() if what.endswith("inventor")),
    )


@as_tree
def _combinations(position: Position) -> Iterator[Combination]:
    alone = []
    for index, _ in enumerate(position.goods):
        blank = [_LEAVE] * len(position.goods)
        possible = [_LEAVE]
        for what in tuple(_LABELS)[1:]:
            blank[index] = what
            if _accepted(position, tuple(blank)):
                possible.append(what)
        alone.append(possible)
    for combination in product(*alone):
        if any(what != _LEAVE for what in combination) and _few_enough(position, combination):
            yield combination


def _few_enough(position: Position, combination: Combination) -> bool:
    most = position.components.card_effects.inventor_factories
    return sum(what.endswith("inventor") for what in combination) <= most


def can_build(position: Position) -> bool:
    """Return whether anything can be built or upgraded."""
    return bool(_combinations(position))


def script_build(position: Position) -> Script:
    """Ask for each good whether its factory is built or upgraded."""

    def question(good: str) -> Question:
        return Question(
            message(
                "arkwright.choose-factory-change", "What will you do with the {good} factory?", good=position.name(good)
            ),
            _label,
            lambda value: () if value == _LEAVE else (f"factory:{good}",),
            usual=lambda: (_LEAVE,),
        )

    tree = _combinations(position)
    return _command(position, (yield from one_by_one(tree, map(question, position.goods))))


def _label(value: str) -> Message:
    return _LABELS[value]
