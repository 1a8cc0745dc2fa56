"""The develop action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.brass.consumption import Stock, consume_iron, require_sources
from domain.brass.engine.position import AnyPosition
from domain.brass.model.commands import Develop
from domain.brass.model.facts import MatTile
from domain.brass.narration import costs, questions
from domain.brass.narration.questions import DONE
from domain.brass.network import check_money
from domain.game import FinalField, IllegalMove, Script
from domain.message import Message, counted, message

Mat = Mapping[str, Sequence[int]]
Removal = Callable[[Any, Mat, str], MatTile]
"""Takes the lowest tile of an industry from the mat of a position's seat, or raises IllegalMove."""


def removed(position: AnyPosition, mat: Mat, industry: str) -> MatTile:
    """Take the lowest tile of an industry from the mat."""
    return lowest(position, mat, industry, position.rules.develop_lowest)


def lowest(position: AnyPosition, mat: Mat, industry: str, rule: str) -> MatTile:
    """Return the lowest tile of an industry. Raise IllegalMove with this rule if there is none."""
    levels = mat.get(industry)
    if not levels:
        raise IllegalMove(
            rule,
            message(
                "brass.no-tile-to-develop",
                "You have no {industry} tile left on your mat.",
                industry=position.name_if_known(industry),
            ),
        )
    return MatTile(industry, levels[0])


def developed(position: AnyPosition, command: Develop, removal: Removal = removed) -> dict[str, Any]:
    """Return the fields of the fact of removing one or two tiles, an iron each. Raise IllegalMove if it is refused."""
    rules, figures = position.rules, position.components.constants.develop
    if not command.industries:
        raise IllegalMove(rules.develop_something, message("brass.nothing-developed", "Develop at least one tile."))
    if len(command.industries) > figures.tiles:
        raise IllegalMove(
            rules.develop_at_most,
            counted(
                "brass.too-many-tiles-developed",
                "You can develop at most {count} tile.",
                "You can develop at most {count} tiles.",
                count=figures.tiles,
            ),
        )
    require_sources(command.iron, figures.iron_per_tile * len(command.industries), rules.develop_iron)
    mat = dict(position.player.mat)
    tiles: list[MatTile] = []
    for industry in command.industries:
        tiles.append(removal(position, mat, industry))
        mat[industry] = mat[industry][1:]
    stock = Stock.of(position)
    iron = tuple(consume_iron(position, stock, source) for source in command.iron)
    check_money(position, stock.paid)
    return {"seat": position.seat, "card": command.card, "removed": tuple(tiles), "iron": iron}


# --------------------------------------------------------------------------------------------------------------------
# Legal developments
# --------------------------------------------------------------------------------------------------------------------

_FIRST = message("brass.choose-industry-to-develop", "Choose an industry to develop")
_SECOND = message("brass.choose-second-tile-to-develop", "Develop a second tile?")


def developable(position: AnyPosition, mat: Mat) -> list[str]:
    """Return the industries whose lowest tile may be removed."""
    tile = position.components.tile
    return [industry for industry, levels in mat.items() if levels and tile(industry, levels[0]).developable]


def can_develop(position: AnyPosition) -> bool:
    """Return whether a tile can be removed and the iron for it is available."""
    return bool(_iron(position, Stock.of(position))) and bool(developable(position, position.player.mat))


def _iron(position: AnyPosition, stock: Stock) -> list[str]:
    """Return the sources of the next cube of iron, if it can be paid."""
    if not stock.iron and stock.paid + stock.iron_price() > position.player.money:
        return []
    return stock.iron_sources()


def script_develop(position: AnyPosition) -> Script:
    """Ask for one tile and its iron, perhaps another one, and the card."""
    mat = dict(position.player.mat)
    stock = Stock.of(position)
    industries: list[str] = []
    iron: list[str] = []

    def iron_for(value: str) -> Message | None:
        return None if value == DONE else costs.of_development(position)

    industry = yield questions.industry(position, mat, developable(position, mat), _FIRST, iron_for)
    while industry != DONE:
        industries.append(industry)
        mat[industry] = mat[industry][1:]
        iron.append((yield questions.iron(position, stock, _iron(position, stock))))
        stock.take_iron(iron[-1])
        if len(industries) == position.components.constants.develop.tiles:
            break
        second = developable(position, mat) if _iron(position, stock) else []
        industry = yield questions.industry(position, mat, (DONE, *second), _SECOND, iron_for)
    return _discarding(position, tuple(industries), tuple(iron))


def _discarding(position: AnyPosition, industries: tuple[str, ...], iron: tuple[str, ...]) -> FinalField:
    return questions.discarding(position, lambda card: Develop(card=card, industries=industries, iron=iron))
