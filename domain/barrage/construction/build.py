"""A piece built on its site, paid or free (BA-9.8, BA-9.9), and the income that it reveals (BA-7.2)."""

from __future__ import annotations

from domain.barrage import effects
from domain.barrage.construction.costs import site_fee
from domain.barrage.construction.sites import no_piece
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import StructureRule
from domain.barrage.engine.position import Position, refusal
from domain.barrage.model.changes import Built, Paid
from domain.barrage.model.pieces import Reward, Tile
from domain.barrage.narration import words
from domain.message import message


def check_site(position: Position, structure: str, site: str) -> None:
    """Check that the company has the piece and the site may hold it. Raise IllegalMove if not."""
    rule = position.edition.all(StructureRule).get(structure)
    if rule is None:
        raise refusal(
            "BA-1.4", message("barrage.unknown-structure", "Choose a type of structure that your company can build.")
        )
    if site not in frozenset(rule.sites(position)):
        raise refusal(
            "BA-1.4",
            message(
                "barrage.unknown-site",
                "Choose a site for this structure: {structure}.",
                structure=words.STRUCTURE[structure],
            ),
        )
    if found := no_piece(position, structure) or rule.obstacle(position, site):
        raise found


def build(course: Course, seat: int, structure: str, site: str, tile: Tile | None = None) -> None:
    """Put the piece on its site, pay the red fee, and gain an income it reveals (BA-9.8, BA-9.9)."""
    position = course.at(seat)
    fee = site_fee(position, structure, site, tile)
    course.change(Built(seat=seat, structure=structure, site=site))
    if fee:
        course.change(Paid(seat=seat, credits=fee))
    ordinal = course.state.companies[seat].built[structure]
    income = income_of(position, structure).get(ordinal)
    if income:
        effects.grant(course, seat, income, f"{structure}/{ordinal}")


def income_of(position: Position, structure: str) -> dict[int, Reward]:
    """Return a structure type's incomes by the piece that reveals them (BA-7.2); powerhouses have none (BA-7.4)."""
    if not position.abilities.income:
        return {}
    board = position.components.company[position.company.company]
    found: dict[int, Reward] = getattr(board.income, structure, {})
    return found
