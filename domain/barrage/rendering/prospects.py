"""Prospects: the gains of each company if the round and the objective were scored now."""

from __future__ import annotations

from dataclasses import dataclass

from domain.barrage.engine.course import exchanged
from domain.barrage.model.changes import Gained
from domain.barrage.narration import words
from domain.barrage.rendering.icons import icon
from domain.barrage.rendering.sheet import Sheet, heading, mark
from domain.barrage.rendering.track import BONUS_SIGNS, name
from domain.barrage.scoring import bonus_points, energy_income, objective_shares, ranking_points
from domain.graphics.svg import element, marked, text
from domain.message import Message, message
from domain.numerals import numeral

HEAD, ROW = 44.0, 56.0
ENERGY, CREDITS, BONUS, OBJECTIVE = 456.0, 580.0, 726.0, 898.0
"""The middle of the columns."""


@dataclass(frozen=True)
class Prospect:
    """The gains of one seat: VP and credits by its energy, VP of the bonus tile and of the objective."""

    energy: int
    credits: int
    bonus_count: int
    bonus: int
    objective_count: int
    objective: int


def prospects(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw a row for each company in turn order; nothing before the first round and after the last."""
    view = drawn.view
    if not view.round or view.finished:
        return "", 0.0
    tile = drawn.components.bonus_tile[view.bonus_tiles[view.round - 1]]
    middle = top + HEAD / 2
    titles = (
        heading(drawn.say(message("barrage.prospects", "If scored now")), 14, middle),
        *_sign("energy", "ba-energy", ENERGY, middle),
        icon("credits", CREDITS, middle, 28, "ba-gold"),
        *_sign(BONUS_SIGNS[tile.counts], "ba-icon", BONUS, middle),
        *_sign("objective", "ba-gold", OBJECTIVE, middle),
    )
    found = _prospects(drawn)
    rows = [_row(drawn, seat, found[seat], top + HEAD + ROW * place) for place, seat in enumerate(view.turn_order)]
    return "".join((*titles, *rows)), HEAD + ROW * len(rows) + 12


def _sign(name: str, look: str, x: float, y: float) -> tuple[str, ...]:
    """Draw the sign of VP for something."""
    return (
        icon(name, x - 24, y, 28, look),
        text("→", x=x, y=y, font_size=26, class_="ba-soft"),
        icon("vp", x + 24, y, 28, "ba-gold"),
    )


def _prospects(drawn: Sheet) -> list[Prospect]:
    """Return the prospects by seat."""
    view, track = drawn.view, drawn.components.energy_track
    tile = drawn.components.bonus_tile[view.bonus_tiles[view.round - 1]]
    energies = [company.energy for company in view.companies]
    ranked, counts = ranking_points(track, energies), drawn.counted(tile.counts)
    pursued = drawn.counted(drawn.components.objective_tile[view.objective].counts)
    objective = objective_shares(drawn.edition, view, pursued)
    found = []
    for seat, energy in enumerate(energies):
        income = energy_income(track, energy)
        gained = Gained(seat=seat, credits=income.credits, vp=ranked[seat] + income.vp)
        of_energy = [each for each in exchanged(drawn.edition, view, gained) if isinstance(each, Gained)]
        vp, credits = sum(each.vp for each in of_energy), sum(each.credits for each in of_energy)
        bonus = bonus_points(track, view.round, energy, tile.vp_each * counts[seat])
        found.append(Prospect(vp, credits, counts[seat], bonus, pursued[seat], objective[seat]))
    return found


def _row(drawn: Sheet, seat: int, found: Prospect, top: float) -> str:
    middle = top + ROW / 2
    values = (
        (numeral(found.energy), ENERGY),
        (str(found.credits) if drawn.level(seat) is None else "–", CREDITS),
        (f"{found.bonus_count} → {found.bonus}", BONUS),
        (f"{found.objective_count} → {found.objective}", OBJECTIVE),
    )
    return marked(
        f"prospect:{seat}",
        drawn.say(_said(drawn, seat, found)),
        element("rect", x=8, y=top + 2, width=984, height=ROW - 4, rx=8, class_="ba-panel"),
        mark(drawn, seat, 58, middle, 17),
        name(drawn, seat, middle),
        *(text(value, x=x, y=middle, font_size=28, class_="ba-strong") for value, x in values),
    )


def _said(drawn: Sheet, seat: int, found: Prospect) -> Message:
    view = drawn.view
    return message(
        "barrage.company-prospect",
        "{company} if scored now: {energy} VP and {credits} credits for energy, {bonus_vp} VP for "
        "the bonus tile ({bonus}: {bonus_count}), {objective_vp} VP for the objective "
        "({objective}: {objective_count})",
        company=drawn.called(seat),
        energy=found.energy,
        credits=found.credits,
        bonus=words.bonus(drawn.components, view.bonus_tiles[view.round - 1]),
        bonus_count=found.bonus_count,
        bonus_vp=found.bonus,
        objective=words.objective(drawn.components, view.objective),
        objective_count=found.objective_count,
        objective_vp=found.objective,
    )
