"""Free structures from a reward or a tile (BA-23.4 to BA-23.7, BA-23.10)."""

from __future__ import annotations

import msgspec

from domain.barrage.construction.build import build, check_site
from domain.barrage.construction.costs import site_fee
from domain.barrage.construction.possible import open_sites
from domain.barrage.construction.sites import no_piece
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import CommandHandling, Decision, EffectRule, Grant, Obstacle, StructureRule
from domain.barrage.engine.position import Position, refusal
from domain.barrage.model.commands import BuildFree, Decline
from domain.barrage.model.facts import BuiltFree
from domain.barrage.model.pending import Pending
from domain.barrage.narration import questions, words
from domain.game import Choose, Script
from domain.message import message


def _obstacle(position: Position, pending: Pending, structure: str, site: str) -> Obstacle:
    components = position.components
    if pending.areas and components.base_area[site] not in pending.areas:
        return refusal(
            "BA-23.6",
            message("barrage.base-outside-allowed-areas", "You can't build this base in this area."),
        )
    if pending.most is not None and (value := components.conduit_site[site].value) > pending.most:
        return refusal(
            "BA-23.6",
            message(
                "barrage.conduit-value-too-high",
                "This conduit has value {value}. Choose one of value {most} or less.",
                value=value,
                most=pending.most,
            ),
        )
    fee = site_fee(position, structure, site)
    return position.poor("BA-23.5", fee) if fee > position.funds else None


def _structures(pending: Pending, position: Position) -> list[str]:
    """Return the possible types of a free structure (BA-23.10)."""
    return [pending.structure] if pending.structure else list(position.edition.all(StructureRule))


def sites(position: Position, pending: Pending, structure: str) -> list[str]:
    """Return the possible sites of the free structure."""
    if no_piece(position, structure):
        return []
    sites = open_sites(position, structure)
    return [site for site in sites if _obstacle(position, pending, structure, site) is None]


def _answer(course: Course, pending: Pending, command: BuildFree) -> None:
    """Build a structure without engineers, tile and machinery; all site rules hold (BA-23.5)."""
    position = course.at(pending.seat)
    if pending.structure not in ("", command.structure):
        raise refusal("BA-23.4", message("barrage.other-free-structure", "This reward is for a different structure."))
    check_site(position, command.structure, command.site)
    if found := _obstacle(position, pending, command.structure, command.site):
        raise found
    build(course, pending.seat, command.structure, command.site)
    if pending.amount > 1:
        course.open(msgspec.structs.replace(pending, amount=pending.amount - 1))


def _grant(course: Course, granted: Grant) -> None:
    effect = granted.effect
    structure = effect.name.removeprefix("free_")
    pending = Pending(
        kind=BUILD.name,
        seat=granted.seat,
        source=granted.source,
        structure=structure,
        amount=granted.amount,
        areas=effect.free_base.areas if effect.free_base else (),
        most=effect.free_conduit.max_value if effect.free_conduit else None,
        optional=True,
    )
    if course.opened or _possible(course.at(granted.seat), pending):
        course.open(pending)


def _script(position: Position, pending: Pending) -> Script:
    structures = _structures(pending, position)
    structure = structures[0]
    if not pending.structure:
        structure = yield Choose(
            message("barrage.choose-structure", "Choose a structure to build"),
            [each for each in structures if sites(position, pending, each)],
            lambda value: words.STRUCTURE[value],
        )
    site = yield from questions.ask(
        pending,
        message("barrage.choose-site", "Choose a site"),
        sites(position, pending, structure),
        lambda value: questions.site(position, value),
        questions.site_elements,
    )
    return Decline() if site == questions.DECLINE else BuildFree(structure=structure, site=site)


def _possible(position: Position, pending: Pending) -> bool:
    structures = _structures(pending, position)
    return any(sites(position, pending, structure) for structure in structures)


BUILD = Decision(
    "build",
    rule="BA-23.4",
    reason=message("barrage.due-free-structure", "Build a free structure or decline"),
    answers={BuildFree: CommandHandling(BuiltFree, _answer)},
    script=_script,
    possible=_possible,
)
FREE_BASE = EffectRule("free_base", _grant)
FREE_ELEVATION = EffectRule("free_elevation", _grant)
FREE_CONDUIT = EffectRule("free_conduit", _grant)
FREE_POWERHOUSE = EffectRule("free_powerhouse", _grant)
