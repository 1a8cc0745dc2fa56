"""The end of an era and of the game (BB-25 to BB-27)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from domain.brass import income_track
from domain.brass.birmingham.course import Course
from domain.brass.birmingham.facts import EraBegan, EraScored, GameEnded, IntroductoryScored
from domain.brass.birmingham.position import place_of
from domain.brass.birmingham.state import DecidedBy, Merchant, Tile
from domain.game import Place


def end_era(course: Course, last: bool, rail_actions: int) -> None:
    """Score the era; then the rail era begins or the game is over (BB-25.9)."""
    course.happen(_scored(course))
    if not last:
        course.happen(_begun(course, rail_actions))
        return
    if course.state.options.introductory:
        course.happen(_introductory_scored(course))
    course.happen(_ended(course))


# --------------------------------------------------------------------------------------------------------------------
# 25. End of an era
# --------------------------------------------------------------------------------------------------------------------


def _scored(course: Course) -> EraScored:
    """Links, then flipped tiles (BB-25.2 to 25.7)."""
    state = course.state
    icons = _link_icons(course)
    links = {line: sum(icons[end] for end in course.components.line[line].ends) for line in state.links}
    tiles = {slot: _vp(course, tile) for slot, tile in state.board.items() if tile.flipped}
    owners = [(state.links[line], points) for line, points in links.items()]
    owners += [(state.board[slot].owner, points) for slot, points in tiles.items()]
    return EraScored(era=state.era, links=links, tiles=tiles, points=_by_seat(course, owners))


def _link_icons(course: Course) -> Counter[str]:
    """Visible link icons by place: printed ones and those on flipped tiles (BB-25.3, 25.4)."""
    icons = Counter(course.components.printed_link_icons)
    for slot, tile in course.state.board.items():
        if tile.flipped:
            icons[place_of(slot)] += course.components.tile(tile.industry, tile.level).link_icons
    return icons


def _vp(course: Course, tile: Tile) -> int:
    return course.components.tile(tile.industry, tile.level).vp


def _by_seat(course: Course, owners: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    points = [0] * len(course.state.players)
    for seat, gained in owners:
        points[seat] += gained
    return tuple(points)


def _begun(course: Course, actions: int) -> EraBegan:
    """Steps 3 to 6 (BB-25.10 to 25.15); the cards were shuffled at the set-up already."""
    state = course.state
    return EraBegan(
        actions=actions,
        removed=tuple(slot for slot, tile in state.board.items() if tile.level == 1),
        barrels=tuple(space for space, merchant in state.merchants.items() if _wants_barrel(course, merchant)),
        hands=tuple(tuple(hand) for hand in state.rail_hands),
    )


def _wants_barrel(course: Course, merchant: Merchant) -> bool:
    """Merchant tiles that are not blank and have no barrel get one (BB-25.13)."""
    return not merchant.barrel and bool(course.components.merchant_tile[merchant.tile].accepts)


# --------------------------------------------------------------------------------------------------------------------
# 26. End of the game, 27. Introductory variant
# --------------------------------------------------------------------------------------------------------------------


def _introductory_scored(course: Course) -> IntroductoryScored:
    """Money, income and the higher tiles once more (BB-27.2 to 27.4)."""
    state, figures = course.state, course.components.constants.introductory
    money = [min(player.money // figures.pounds_per_vp, figures.money_vp_max) for player in state.players]
    levels = [income_track.level(course.components.income_track, player.income_space) for player in state.players]
    income = [
        max(level, -(player.points + gained))
        for player, level, gained in zip(state.players, levels, money, strict=True)
    ]
    tiles = {
        slot: _vp(course, tile)
        for slot, tile in state.board.items()
        if tile.flipped and tile.level >= figures.second_scoring_min_level
    }
    again = _by_seat(course, [(state.board[slot].owner, points) for slot, points in tiles.items()])
    points = tuple(map(sum, zip(money, income, again, strict=True)))
    return IntroductoryScored(money=tuple(money), income=tuple(income), tiles=tiles, points=points)


def _ended(course: Course) -> GameEnded:
    """The ranking: points, then income level, then money; whoever is equal in all shares the place (BB-26)."""
    track = course.components.income_track
    results = [
        (player.points, income_track.level(track, player.income_space), player.money) for player in course.state.players
    ]
    ranking = tuple(
        Place(place=1 + sum(other > result for other in results), seat=seat, points=result[0])
        for seat, result in sorted(enumerate(results), key=lambda entry: entry[1], reverse=True)
    )
    first, second = sorted(results, reverse=True)[:2]
    return GameEnded(ranking=ranking, decided_by=_decided_by(first, second))


def _decided_by(first: tuple[int, int, int], second: tuple[int, int, int]) -> DecidedBy:
    criteria: tuple[DecidedBy, ...] = ("points", "income", "money")
    for criterion, mine, other in zip(criteria, first, second, strict=True):
        if mine != other:
            return criterion
    return "shared"
