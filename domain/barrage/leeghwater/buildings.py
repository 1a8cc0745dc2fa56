"""Buildings, the fifth structure type (LP-4), and the private buildings they activate (LP-5, LP-8, LP-9)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from domain.barrage import effects
from domain.barrage.construction.sites import free
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import (
    ActionSpace,
    CommandHandling,
    Costs,
    Count,
    Decision,
    EffectRule,
    Ending,
    Factor,
    Grant,
    Obstacle,
    Section,
    StructureRule,
)
from domain.barrage.engine.position import Position, refusal
from domain.barrage.leeghwater.commands import PerformBuilding
from domain.barrage.leeghwater.facts import BuildingPerformed, BuildingsScored
from domain.barrage.leeghwater.setup import BUILDINGS
from domain.barrage.model.changes import Paid
from domain.barrage.model.figures import of
from domain.barrage.model.leeghwater.components import PrivateBuilding, leeghwater
from domain.barrage.model.pending import Pending
from domain.barrage.model.state import State
from domain.barrage.narration import questions, words
from domain.barrage.scoring import score
from domain.game import Script
from domain.game_kit.memory import remembered
from domain.message import Message, Term, message


def lying(position: Position) -> list[PrivateBuilding]:
    """Return the private buildings of the game by row; none without their module."""
    known = leeghwater(position.components).private_building
    return [known[name] for name in position.state.displays.get(BUILDINGS, ())]


def of_site(position: Position, site: str) -> PrivateBuilding:
    """Return the private building of a building site's row."""
    row, _ = leeghwater(position.components).building_site[site]
    return lying(position)[row]


@remembered
def activated(position: Position) -> list[PrivateBuilding]:
    """Return the private buildings in whose rows the company has a building (LP-4.5)."""
    sites = leeghwater(position.components).building_site
    rows = {sites[site][0] for site in position.own_sites(sites)}
    return [building for row, building in enumerate(lying(position)) if row in rows]


# --------------------------------------------------------------------------------------------------------------------
# Building
# --------------------------------------------------------------------------------------------------------------------


def _obstacle(position: Position, site: str) -> Obstacle:
    row, building_site = leeghwater(position.components).building_site[site]
    if building_site.min_players > len(position.state.companies):
        return refusal(
            "LP-2.7",
            message(
                "leeghwater.site-blocked-by-player-count",
                "This site needs at least {needed} players; this game has {players}.",
                needed=building_site.min_players,
                players=len(position.state.companies),
            ),
        )
    if site in position.state.built:
        return refusal("LP-4.2", message("leeghwater.building-already-there", "This site already has a building."))
    own = position.own_sites(leeghwater(position.components).building_site)
    if any(leeghwater(position.components).building_site[other][0] == row for other in own):
        return refusal(
            "LP-4.5", message("leeghwater.building-in-row-already", "You already have a building in this row.")
        )
    return None


def _costs(position: Position) -> dict[str, Costs]:
    costs = [building.cost for building in lying(position)]
    sites = leeghwater(position.components).building_site
    return {site: ((costs[row].excavators, costs[row].mixers),) for site, (row, _) in sites.items() if row < len(costs)}


def _label(position: Position, site: str) -> Message:
    building = of_site(position, site)
    return message("leeghwater.site-and-building", "{site}: {building}", site=Term(site), building=Term(building.name))


BUILDING = StructureRule(
    "building",
    sites=lambda position: leeghwater(position.components).building_site,
    likely=lambda position: free(position, leeghwater(position.components).building_site),
    obstacle=_obstacle,
    costs=_costs,
    red=lambda components: leeghwater(components).red_building_sites,
    label=_label,
)


# --------------------------------------------------------------------------------------------------------------------
# Their actions
# --------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _spaces_of(figures: str, buildings: tuple[str, ...]) -> Mapping[str, ActionSpace]:
    """Return the spaces of each private building, one left and three right: ``cofferdam/1`` to ``cofferdam/4``
    (LP-5.2).
    """
    known = leeghwater(of(figures)).private_building
    return {
        f"{name}/{number}": ActionSpace(
            id=f"{name}/{number}",
            section=PRIVATE_BUILDINGS,
            engineers=space.engineers,
            red=space.red,
            credits=known[name].credits,
            effect=known[name].effect,
            item=name,
        )
        for name in buildings
        for number, space in enumerate(known[name].spaces, 1)
    }


def left_space(building: PrivateBuilding) -> str:
    """Return the cheaper space of a private building."""
    return f"{building.id}/1"


def _spaces(state: State) -> Mapping[str, ActionSpace]:
    return _spaces_of(state.figures, tuple(state.displays.get(BUILDINGS, ())))


def _space_obstacle(position: Position, space: ActionSpace) -> Obstacle:
    if all(building.id != space.item for building in activated(position)):
        return refusal(
            "LP-5.1",
            message(
                "leeghwater.no-own-building-beside", "Activate this private building first: build on a site in its row."
            ),
        )
    if space.id in (position.state.closed_spaces or ()):
        return refusal(
            "TA-9.17",
            message(
                "leeghwater.building-closed-by-automa",
                "This space is closed for the rest of the game because an automa activated this private building.",
            ),
        )
    others = (name for name in _spaces(position.state) if name.startswith(f"{space.item}/"))
    crews = (crew for name in others for crew in position.state.spaces.get(name, ()))
    if any(crew.seat == position.seat for crew in crews):
        return refusal(
            "LP-5.3",
            message("leeghwater.building-already-performed", "You have already used this private building this round."),
        )
    return None


def _space_label(position: Position, space: ActionSpace) -> Message:
    return _action_label(leeghwater(position.components).private_building[space.item])


def _action_label(building: PrivateBuilding) -> Message:
    return message(
        "leeghwater.building-and-effect",
        "{building}: {effect}",
        building=Term(building.name),
        effect=words.reward(building.effect),
    )


def unusable(position: Position, building: PrivateBuilding) -> Obstacle:
    """Return the reason why a building's action cannot be performed, apart from engineers (LP-5.4)."""
    if position.company.credits < building.credits:
        return position.poor("LP-5.4", building.credits)
    return effects.obstacle(position, building.effect, building.credits)


def performable(position: Position, pending: Pending) -> list[str]:
    """Return the buildings whose action can be performed."""
    known = leeghwater(position.components).private_building
    return [name for name in pending.sites if unusable(position, known[name]) is None]


def _answer_perform(course: Course, pending: Pending, command: PerformBuilding) -> None:
    """Pay printed costs and perform the action; the once-a-round use is not consumed (BA-D.46)."""
    if command.building not in pending.sites:
        raise refusal(
            "LP-7.4", message("leeghwater.building-not-performable", "You can't use this private building now.")
        )
    position = course.at(pending.seat)
    building = leeghwater(course.components).private_building[command.building]
    if found := unusable(position, building):
        raise found
    if building.credits:
        course.change(Paid(seat=pending.seat, credits=building.credits))
    effects.grant(course, pending.seat, building.effect, building.id, action=True)


def _script_perform(position: Position, pending: Pending) -> Script:
    known = leeghwater(position.components).private_building
    building = yield from questions.ask(
        pending,
        message("leeghwater.choose-private-building", "Choose a private building to use"),
        performable(position, pending),
        lambda value: _action_label(known[value]),
        lambda value: (f"building:{value}",),
    )
    return questions.answer(building, lambda: PerformBuilding(building=building))


def _grant_action(course: Course, granted: Grant) -> None:
    """Grant the action of the private building just activated, at once if it can be performed (LP-8.2)."""
    position = course.at(granted.seat)
    building = of_site(position, granted.site)
    pending = Pending(
        kind=BUILDING_ACTION.name, seat=granted.seat, source=granted.source, sites=(building.id,), optional=True
    )
    if performable(position, pending):
        course.open(pending)


def no_activated_building(position: Position) -> Obstacle:
    """Return the reason why the company has no activated private building whose action it can perform."""
    if any(unusable(position, building) is None for building in activated(position)):
        return None
    return refusal(
        "BA-8.5",
        message("leeghwater.no-activated-building", "You have no activated private building that you can use now."),
    )


PRIVATE_BUILDINGS = Section(
    "private_buildings",
    message("leeghwater.private-buildings", "Private buildings"),
    _spaces,
    _space_obstacle,
    label_of=_space_label,
)
BUILDING_ACTION = Decision(
    "building_action",
    rule="LP-7.4",
    reason=message("leeghwater.due-building-action", "Use a private building"),
    answers={PerformBuilding: CommandHandling(BuildingPerformed, _answer_perform)},
    script=_script_perform,
    possible=performable,
)
ACTION_OF_BUILDING = EffectRule("building_action", _grant_action)
VP_OF_BUILDING = Factor("building_vp", lambda position, site: of_site(position, site).vp)
BUILDINGS_BUILT = Count("buildings", lambda position: position.count("building"))


# --------------------------------------------------------------------------------------------------------------------
# The end of the game
# --------------------------------------------------------------------------------------------------------------------


def in_play(state: State) -> bool:
    """Return whether there are private buildings in the game."""
    return BUILDINGS in state.displays


def _follow_scoring(course: Course, pending: Pending) -> None:
    """Score the VP of every private building that the company has activated (LP-9.4)."""
    seats = range(len(course.state.companies))
    score(course, {seat: sum(building.vp for building in activated(course.at(seat))) for seat in seats})
    course.settle(BuildingsScored)


SCORING = Ending("buildings", _follow_scoring, in_play)
