"""The energy track with the bonus tiles of the rounds, and the companies in turn order."""

from __future__ import annotations

from collections.abc import Sequence

from domain.barrage.model.pieces import EnergyCredits
from domain.barrage.narration import words
from domain.barrage.rendering.icons import icon
from domain.barrage.rendering.sheet import Sheet, heading, mark
from domain.graphics.svg import element, marked, name_lines, text
from domain.message import Message, counted, message

TILE_TOP, TILE_HEIGHT = 34.0, 100.0
PER_LINE = 16
"""Spaces of the energy track in a line."""
CELL = 61.2
LEFT = 10.0
CELL_HEIGHT = 74.0
STEP = 32.0
"""The distance between markers below a space."""
BONUS_SIGNS: dict[str, str] = {
    "contracts": "contract",
    "bases": "base",
    "elevations": "elevation",
    "conduits": "conduit",
    "powerhouses": "powerhouse",
    "advanced_tiles": "patent",
}


def energy_track(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw each round's bonus tile above the energy from 0 to 30 in lines, with credits on the spaces,
    markers below.
    """
    track = drawn.components.energy_track
    loss = min(row.vp for row in track.credits)
    title = message(
        "barrage.energy-track-title",
        "Energy and bonus tiles by round (no energy: {vp} VP)",
        vp=f"{loss}".replace("-", "\N{MINUS SIGN}"),
    )
    parts = [heading(drawn.say(title), 14, top + 16)]
    parts += [_bonus(drawn, number, top + TILE_TOP) for number in range(1, drawn.components.constants.rounds + 1)]
    y, stacked = top + TILE_TOP + TILE_HEIGHT + 8, _stacks(drawn)
    for first in range(0, track.last + 1, PER_LINE):
        line = range(first, min(first + PER_LINE, track.last + 1))
        parts += [_cell(drawn, energy, y) for energy in line]
        parts += [
            _markers(drawn, stacked[energy], energy, y + CELL_HEIGHT + 18) for energy in line if energy in stacked
        ]
        deepest = max((-(-len(stacked.get(energy, ())) // 2) for energy in line), default=0)
        y += CELL_HEIGHT + 4 + STEP * deepest
    return "".join(parts), y - top + 8


def _bonus(drawn: Sheet, number: int, top: float) -> str:
    """Draw the bonus tile of a round; those of past rounds are not drawn."""
    tile = drawn.components.bonus_tile[drawn.view.bonus_tiles[number - 1]]
    left, width = 10 + 196.4 * (number - 1), 192.0
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
    middle = top + 32
    return marked(
        f"bonus:{number}",
        drawn.say(said),
        element("rect", x=left, y=top, width=width, height=TILE_HEIGHT, rx=8, class_="ba-now" if now else "ba-panel"),
        element("rect", x=left + 8, y=middle - 20, width=40, height=40, rx=20, class_=f"ba-section-{number} ba-cell"),
        text(str(number), x=left + 28, y=middle + 1, font_size=26, class_="ba-strong ba-on-track"),
        icon("energy", left + 66, top + 80, 24, "ba-energy"),
        text(f"≥ {start}", x=left + 82, y=top + 80, font_size=26, class_="ba-start"),
        text(str(tile.vp_each), x=left + 72, y=middle + 1, font_size=30, class_="ba-strong"),
        icon("vp", left + 98, middle, 28, "ba-gold"),
        text("/", x=left + 123, y=middle, font_size=28, class_="ba-soft"),
        icon(BONUS_SIGNS[tile.counts], left + 154, middle, 36),
        class_="part ba-blocked" if past else "part",
    )


def _cell(drawn: Sheet, energy: int, top: float) -> str:
    track = drawn.components.energy_track
    section = sum(energy >= start for start in track.section_starts)
    gain = next((row for row in track.credits if row.energy == energy), None)
    left = LEFT + CELL * (energy % PER_LINE)
    number = text(str(energy), x=left + CELL / 2, y=top + 20, font_size=28, class_="ba-strong ba-on-track")
    ground = element("rect", x=left, y=top, width=CELL, height=CELL_HEIGHT - 4, class_=f"ba-section-{section} ba-cell")
    if gain is None:
        return ground + number
    middle = left + CELL / 2
    coin = icon("credits", middle - 12, top + 51, 22, "ba-on-track")
    credits = text(str(gain.credits), x=middle + 4, y=top + 52, font_size=26, class_="ba-start ba-on-track")
    return marked(f"energy:{energy}", drawn.say(_gain_said(gain)), ground, number, coin, credits)


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
    """Draw markers two by two below a space; beyond the last space with the energy."""
    left = LEFT + CELL * (energy % PER_LINE)
    if len(seats) == 1:
        marks = [mark(drawn, seats[0], left + CELL / 2, y, 15)]
    else:
        marks = [
            mark(drawn, seat, left + CELL * (0.25 + 0.5 * (place % 2)), y + STEP * (place // 2), 14.5)
            for place, seat in enumerate(seats)
        ]
    beyond = [seat for seat in seats if drawn.company(seat).energy > energy]
    told = ", ".join(str(drawn.company(seat).energy) for seat in beyond)
    return "".join(marks) + (text(told, x=left - 8, y=y, font_size=26, class_="ba-end ba-strong") if beyond else "")


# --------------------------------------------------------------------------------------------------------------------
# Players
# --------------------------------------------------------------------------------------------------------------------

ROW = 52.0
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
    credits = company.credits if drawn.level(seat) is None else "–"
    values = (
        company.vp, company.energy, credits, company.excavators, company.mixers, company.engineers,
    )  # fmt: skip
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
            text(_signed(value), x=x, y=middle, font_size=28, class_="ba-strong" if sign == "vp" else "")
            for value, (sign, x) in zip(values, COLUMNS, strict=True)
        ),
        passed,
    )


def _signed(value: int | str) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}")


def name(drawn: Sheet, seat: int, y: float, look: str = "ba-start", *, x: float = 88.0, width: float = NAME) -> str:
    """Draw the whole name of a player and the company, around a middle line."""
    return name_lines(named(drawn, seat), x, y, width, (27.0, 22.0), look)


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
