"""The rounds with their bonus tiles, the energy track, and the companies in turn order."""

from __future__ import annotations

from collections.abc import Sequence

from domain.barrage.model.pieces import EnergyCredits
from domain.barrage.narration import words
from domain.barrage.rendering.icons import icon
from domain.barrage.rendering.offers import OBJECTIVE_LIMITS, OBJECTIVE_SIGNS
from domain.barrage.rendering.sheet import Sheet, heading, mark
from domain.graphics.svg import element, marked, name_lines, text
from domain.message import Message, counted, message
from domain.numerals import numeral

LABEL = 24.0
"""The size of numbers: 11 pixels in a window of 1280 by 720, which shows a unit of the map as 0.46 pixels."""
ROUND, ROUND_HEIGHT = 148.0, 66.0
"""The width of a round in the strip, with its gap, and the height of the strip."""
LEFT, RIGHT = 6.0, 994.0
FIRST = 90.0
"""The width of the space of no energy, on which all markers lie when a round begins."""
NUMBER, CREDITS = 30.0, 28.0
"""The heights of the numbers and of the credits below them."""
TWO_DIGITS: dict[str, str | float] = {"textLength": 29.0, "lengthAdjust": "spacingAndGlyphs"}
"""Two figures are as wide as a space, so from 10 on only even numbers are written, as on a ruler."""
STEP = 30.0
"""The distance between markers below a space."""
BONUS_SIGNS: dict[str, str] = {
    "contracts": "contract",
    "bases": "base",
    "elevations": "elevation",
    "conduits": "conduit",
    "powerhouses": "powerhouse",
    "advanced_tiles": "patent",
}


def round_strip(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw each round with its bonus tile, and the objective, in a strip."""
    rounds = [_round(drawn, number, top) for number in range(1, drawn.components.constants.rounds + 1)]
    return "".join((*rounds, _objective(drawn, top))), ROUND_HEIGHT + 6


def _round(drawn: Sheet, number: int, top: float) -> str:
    """Draw a round with its bonus tile, and the energy from which it counts in full; past rounds are faint."""
    tile = drawn.components.bonus_tile[drawn.view.bonus_tiles[number - 1]]
    left, width = LEFT + ROUND * (number - 1), ROUND - 4
    now = number == drawn.view.round and not drawn.view.finished
    past = number < drawn.view.round or drawn.view.finished
    start = drawn.components.energy_track.section_starts[number - 1]
    said = message(
        "barrage.bonus-tile-of-round",
        "Round {round}: {bonus}; full bonus at {energy} energy or more",
        round=number,
        bonus=words.bonus(drawn.components, tile.id),
        energy=start,
    )
    upper, middle = top + 20, top + ROUND_HEIGHT / 2
    return marked(
        f"bonus:{number}",
        drawn.say(said),
        element("rect", x=left, y=top, width=width, height=ROUND_HEIGHT, rx=8, class_="ba-now" if now else "ba-panel"),
        element("circle", cx=left + 30, cy=upper, r=15, class_=f"ba-section-{number} ba-cell"),
        text(str(number), x=left + 30, y=upper + 1, font_size=LABEL, class_="ba-strong ba-on-track"),
        text(f"≥{start}", x=left + 30, y=top + 50, font_size=LABEL),
        text(str(tile.vp_each), x=left + 68, y=middle + 1, font_size=28, class_="ba-strong"),
        icon("vp", left + 89, middle, 24, "ba-gold"),
        text("/", x=left + 106, y=middle, font_size=26, class_="ba-soft"),
        icon(BONUS_SIGNS[tile.counts], left + 125, middle, 29),
        class_="part ba-blocked" if past else "part",
    )


def _objective(drawn: Sheet, top: float) -> str:
    """Draw the objective and the VP of the first places, beside the rounds."""
    tile = drawn.components.objective_tile[drawn.view.objective]
    left, middle = LEFT + ROUND * drawn.components.constants.rounds, top + ROUND_HEIGHT / 2
    signs, limit = OBJECTIVE_SIGNS[tile.counts], OBJECTIVE_LIMITS.get(tile.counts)
    points = "/".join(map(str, drawn.components.constants.objective_vp))
    return marked(
        "objective",
        drawn.say(
            message("barrage.objective", "Objective: {objective}", objective=words.objective(drawn.components, tile.id))
        ),
        element("rect", x=left, y=top, width=RIGHT - left, height=ROUND_HEIGHT, rx=8, class_="ba-panel"),
        icon("objective", left + 26, middle, 34, "ba-gold"),
        text(points, x=left + 50, y=middle + 1, font_size=LABEL, class_="ba-start ba-strong"),
        *(icon(sign, RIGHT - 20 - 32 * place, middle, 28) for place, sign in enumerate(reversed(signs))),
        text(drawn.say(limit), x=RIGHT - 40, y=middle + 1, font_size=LABEL, class_="ba-end ba-strong") if limit else "",
    )


def energy_track(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw the energy from 0 to 30 in a line in the colours of the rounds, with credits below and the markers."""
    track, stacked = drawn.components.energy_track, _stacks(drawn)
    cells = [_cell(drawn, energy, top) for energy in range(track.last + 1)]
    below = top + NUMBER + CREDITS + STEP / 2 + 1
    markers = [_markers(drawn, seats, energy, below) for energy, seats in stacked.items()]
    deepest = max((len(seats) for energy, seats in stacked.items() if energy), default=0)
    return "".join((*cells, *markers)), NUMBER + CREDITS + STEP * max(deepest, 2) + 6


def _place(drawn: Sheet, energy: int) -> tuple[float, float]:
    """Return the left edge and the width of a space."""
    width = (RIGHT - LEFT - FIRST) / drawn.components.energy_track.last
    return (LEFT + FIRST + width * (energy - 1), width) if energy else (LEFT, FIRST)


def _cell(drawn: Sheet, energy: int, top: float) -> str:
    track = drawn.components.energy_track
    section = sum(energy >= start for start in track.section_starts)
    gain = next((row for row in track.credits if row.energy == energy), None)
    left, width = _place(drawn, energy)
    number = _number(energy, left + width / 2, top + 15) if energy < 10 or energy % 2 == 0 else ""
    ground = element(
        "rect", x=left, y=top, width=width, height=NUMBER + CREDITS, class_=f"ba-section-{section} ba-cell"
    )
    if gain is None:
        return ground + number
    middle, y = left + width / 2, top + NUMBER + CREDITS / 2 - 1
    start = left + 1 if gain.vp else middle - 15.5
    gained = icon("credits", start + 8, y, 15, "ba-on-track")
    gained += text(str(gain.credits), x=start + 17, y=y, font_size=LABEL, class_="ba-start ba-on-track")
    if gain.vp:
        gained += text(numeral(gain.vp), x=start + 36, y=y, font_size=LABEL, class_="ba-start ba-on-track")
        gained += icon("vp", start + 78, y, 17, "ba-on-track")
    return marked(f"energy:{energy}", drawn.say(_gain_said(gain)), ground, number, gained)


def _number(energy: int, x: float, y: float) -> str:
    narrow = TWO_DIGITS if energy > 9 else {}
    return text(str(energy), x=x, y=y, font_size=LABEL, class_="ba-strong ba-on-track", **narrow)


def _gain_said(gain: EnergyCredits) -> Message:
    if gain.vp:
        return message(
            "barrage.energy-track-credits-and-vp",
            "{energy} energy: {credits} credits and {vp} VP",
            energy=gain.energy,
            credits=gain.credits,
            vp=gain.vp,
        )
    return counted(
        "barrage.energy-track-credits",
        "{energy} or more energy: {count} credit",
        "{energy} or more energy: {count} credits",
        energy=gain.energy,
        count=gain.credits,
    )


def _stacks(drawn: Sheet) -> dict[int, list[int]]:
    """Return the seats whose marker is on each space, in turn order; above the last space it counts again from 0."""
    stacks: dict[int, list[int]] = {}
    for seat in drawn.view.turn_order:
        energy, last = drawn.company(seat).energy, drawn.components.energy_track.last
        stacks.setdefault(min(energy, last), []).append(seat)
    return stacks


def _markers(drawn: Sheet, seats: Sequence[int], energy: int, y: float) -> str:
    """Draw markers below a space, beyond the last space with the energy; two by two below the first one."""
    left, width = _place(drawn, energy)
    across = 1 if energy else 2
    marks = [
        mark(drawn, seat, left + width * (place % across + 0.5) / across, y + STEP * (place // across), 14)
        for place, seat in enumerate(seats)
    ]
    beyond = [seat for seat in seats if drawn.company(seat).energy > energy]
    energies = ", ".join(str(drawn.company(seat).energy) for seat in beyond)
    return "".join(marks) + (
        text(energies, x=left - 4, y=y, font_size=LABEL, class_="ba-end ba-strong") if beyond else ""
    )


# --------------------------------------------------------------------------------------------------------------------
# Players
# --------------------------------------------------------------------------------------------------------------------

ROW = 56.0
NAME = 320.0
"""The room for a name before the columns."""
COLUMNS: Sequence[tuple[str, float]] = (
    ("vp", 448),
    ("energy", 540),
    ("credits", 632),
    ("excavators", 724),
    ("mixers", 816),
    ("engineer", 908),
)
_LOOKS = {"vp": "ba-gold", "credits": "ba-gold", "energy": "ba-energy"}


def players(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw the companies in turn order: VP, energy, credits, machinery and engineers."""
    titles = "".join(icon(sign, x, top + 22, 28, _LOOKS.get(sign, "ba-icon")) for sign, x in COLUMNS)
    rows = (_player(drawn, seat, top + 42 + ROW * row) for row, seat in enumerate(drawn.view.turn_order))
    words_ = drawn.say(message("barrage.companies-in-turn-order", "Companies in turn order"))
    return heading(words_, 14, top + 22) + titles + "".join(rows), 42 + ROW * len(drawn.view.turn_order) + 10


def _player(drawn: Sheet, seat: int, top: float) -> str:
    company, middle = drawn.company(seat), top + ROW / 2
    credits = numeral(company.credits) if drawn.level(seat) is None else "–"
    machinery = company.excavators, company.mixers, company.engineers
    values = numeral(company.vp), numeral(company.energy), credits, *map(numeral, machinery)
    acting = element("path", d=f"M14 {middle - 11:g}l17 11l-17 11z", class_="ba-acting") if acts(drawn, seat) else ""
    passed = text("✕", x=962, y=middle, font_size=26, class_="ba-soft") if company.passed else ""
    return marked(
        f"player:{seat}",
        drawn.say(_said(drawn, seat)),
        element("rect", x=8, y=top + 2, width=984, height=ROW - 4, rx=8, class_="ba-panel"),
        acting,
        mark(drawn, seat, 58, middle, 18),
        name(drawn, seat, middle, "ba-start ba-strong"),
        *(
            text(value, x=x, y=middle, font_size=28, class_="ba-strong" if sign == "vp" else "")
            for value, (sign, x) in zip(values, COLUMNS, strict=True)
        ),
        passed,
    )


def name(drawn: Sheet, seat: int, y: float, look: str = "ba-start", *, x: float = 88.0, width: float = NAME) -> str:
    """Draw the whole name of a player and the company, around a middle line."""
    return name_lines(named(drawn, seat), x, y, width, (27.0, 25.5), look)


def named(drawn: Sheet, seat: int) -> str:
    """Return the name of a player, and the company."""
    player = drawn.names[seat]
    return f"{player} · {drawn.called(seat)}" if drawn.company(seat).company else player


def _said(drawn: Sheet, seat: int) -> Message:
    company, has = drawn.company(seat), _has(drawn, seat)
    if acts(drawn, seat):
        return message("barrage.player-to-act", "{company}, to move", company=has)
    return message("barrage.player-has-passed", "{company}, passed", company=has) if company.passed else has


def _has(drawn: Sheet, seat: int) -> Message:
    company = drawn.company(seat)
    if drawn.level(seat) is not None:
        return message(
            "barrage.automa-resources",
            "{name} ({company}): VP {vp}, energy {energy}, excavators {excavators}, concrete mixers "
            "{mixers}, engineers {engineers}",
            name=drawn.names[seat],
            company=drawn.called(seat),
            vp=company.vp,
            energy=company.energy,
            excavators=company.excavators,
            mixers=company.mixers,
            engineers=company.engineers,
        )
    return message(
        "barrage.player-resources",
        "{name} ({company}): VP {vp}, energy {energy}, credits {credits}, excavators "
        "{excavators}, concrete mixers {mixers}, engineers {engineers}",
        name=drawn.names[seat],
        company=drawn.called(seat),
        vp=company.vp,
        energy=company.energy,
        credits=company.credits,
        excavators=company.excavators,
        mixers=company.mixers,
        engineers=company.engineers,
    )


def acts(drawn: Sheet, seat: int) -> bool:
    """Return whether the seat must decide something now."""
    view = drawn.view
    return not view.finished and bool(view.pending) and view.pending[-1].seat == seat
