"""The end of an era and of the game."""

from __future__ import annotations

from typing import Any

from domain.brass import income_track
from domain.brass.engine.edition import AnyEdition
from domain.brass.model.facts import EraScored, GameEnded, IntroductoryScored
from domain.brass.model.state import DecidedBy, State
from domain.brass.scoring import by_seat, era_points, flipped_tiles
from domain.game_kit.course import Course
from domain.presentation import Place

AnyState = State[Any]


def last_era(state: AnyState) -> bool:
    """Return whether the game ends with this era."""
    return state.era == "rail" or state.options.canal_era_only


def end_era(edition: AnyEdition, course: Course[Any]) -> None:
    """Score the era; then begin the rail era or end the game."""
    state = course.state
    course.happen(_scored(edition, state))
    if not last_era(state):
        course.happen(edition.rail_era(state))
        return
    if state.options.canal_era_only:
        course.happen(_introductory_scored(edition, state))
    for fact in edition.last_scoring(state):
        course.happen(fact)
    course.happen(_ended(edition, state))


# --------------------------------------------------------------------------------------------------------------------
# The end of an era
# --------------------------------------------------------------------------------------------------------------------


def _scored(edition: AnyEdition, state: AnyState) -> EraScored:
    """Score links, then flipped tiles."""
    scored = era_points(edition.components(state), state)
    return edition.topics.era_scored(era=state.era, links=scored.links, tiles=scored.tiles, points=scored.by_seat)


def level_1_slots(state: AnyState) -> tuple[str, ...]:
    """Return the slots whose tiles leave the board before the rail era."""
    return tuple(slot for slot, tile in state.board.items() if tile.level == 1)


# --------------------------------------------------------------------------------------------------------------------
# The end of the game
# --------------------------------------------------------------------------------------------------------------------


def _introductory_scored(edition: AnyEdition, state: AnyState) -> IntroductoryScored:
    """Score money, income and the higher tiles once more."""
    components = edition.components(state)
    figures, track = components.constants.introductory, components.income_track
    money = [min(player.money // figures.pounds_per_vp, figures.money_vp_max) for player in state.players]
    levels = [income_track.level(track, player.income_space) for player in state.players]
    income = [
        max(level, -(player.points + gained))
        for player, level, gained in zip(state.players, levels, money, strict=True)
    ]
    tiles = {
        slot: tile.vp
        for slot, tile in flipped_tiles(components, state).items()
        if tile.level >= figures.second_scoring_min_level
    }
    again = by_seat(state, [(state.board[slot].owner, points) for slot, points in tiles.items()])
    points = tuple(map(sum, zip(money, income, again, strict=True)))
    return edition.topics.introductory_scored(money=tuple(money), income=tuple(income), tiles=tiles, points=points)


def _ended(edition: AnyEdition, state: AnyState) -> GameEnded:
    """Return the ranking: by points, then income level, then money; seats equal in all share the place."""
    track = edition.components(state).income_track
    results = [
        (player.points, income_track.level(track, player.income_space), player.money) for player in state.players
    ]
    ranking = tuple(
        Place(place=1 + sum(other > result for other in results), seat=seat, points=result[0])
        for seat, result in sorted(enumerate(results), key=lambda entry: entry[1], reverse=True)
    )
    first, second = sorted(results, reverse=True)[:2]
    return edition.topics.game_ended(ranking=ranking, decided_by=_decided_by(first, second))


def _decided_by(first: tuple[int, int, int], second: tuple[int, int, int]) -> DecidedBy:
    criteria: tuple[DecidedBy, ...] = ("points", "income", "money")
    for criterion, mine, other in zip(criteria, first, second, strict=True):
        if mine != other:
            return criterion
    return "shared"
