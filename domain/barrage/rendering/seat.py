"""The area of one seat: its company board, its wheel, its tiles and its contracts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.barrage.model.levels import NAME, abilities
from domain.barrage.model.pieces import Reward
from domain.barrage.model.state import State
from domain.barrage.narration import space_names, words
from domain.barrage.narration.sentences import resources
from domain.barrage.rendering import geometry
from domain.barrage.rendering.icons import icon
from domain.barrage.rendering.management import TILE, crew, crew_listing, label, plain_tile, space, tile, together
from domain.barrage.rendering.offers import CARD, contract
from domain.barrage.rendering.sheet import LINE, READABLE, Sheet, frame, heading, lines, mark, sheet
from domain.barrage.rendering.style import STYLE
from domain.barrage.rendering.symbols import fitting, line
from domain.barrage.rendering.track import name
from domain.barrage.rendering.wheel import RADIUS, wheel
from domain.graphics.svg import element, fitted, marked, text
from domain.message import Listing, Message, Say, message, plain
from domain.numerals import numeral

STRUCTURES = 200.0
"""The height of all rows of structures, however many types there are."""
FIRST_SLOT = 128.0
PIECE = 54.0
"""The room for a piece in its place, before the income."""
SUPPLY = 98.0
"""The width of a kind of thing in the supply."""
BESIDE = 340.0
"""The left edge of the parts beside the wheel."""
BUILDERS = 380.0
"""The width of the spaces for construction."""
PLAIN = 62.0
"""The width of a tile that only builds."""


def draw_seat(view: State, seat: int, names: Sequence[str], say: Say = plain, width: float = geometry.WIDTH) -> str:
    """Draw the area of a seat as SVG, in the language of ``say``."""
    drawn = sheet(view, names, say, width=width)
    title = message("barrage.company-board-title", "{name}'s company", name=names[seat])
    if not drawn.company(seat).company:
        words_ = say(message("barrage.no-company-yet", "{name} has no company yet", name=names[seat]))
        return frame(say, title, STYLE, (width, 70), text(words_, x=20, y=35, font_size=28, class_="ba-start"))
    parts, top = [], 6.0
    for panel in (_head, _level, _powers, _structures, _below):
        part, height = panel(drawn, seat, top)
        parts.append(part)
        top += height
    return frame(say, title, STYLE, (width, top), *parts)


def _head(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """Draw the company, its player and the personal supply: beside the name, or below it."""
    middle = top + 24
    stock = supplied(drawn, seat)
    left = drawn.width + 8 - SUPPLY * len(stock)
    room, y = (drawn.right - 82, middle + 44) if drawn.narrow else (left - 96, middle)
    supply = "".join(
        icon(sign, left + SUPPLY * place, y, 36, look)
        + fitted(
            numeral(count), 58, 32, letter=0.68, x=left + 22 + SUPPLY * place, y=y + 1, class_="ba-start ba-strong"
        )
        for place, (sign, count, look) in enumerate(stock)
    )
    return (
        mark(drawn, seat, 38, middle, 24)
        + name(drawn, seat, middle, "ba-start ba-strong", x=74, width=room)
        + marked("supply", drawn.say(_supply_said(drawn, seat)), supply)
    ), y + 26 - top


def _supply_said(drawn: Sheet, seat: int) -> Message:
    counts = {sign: count for sign, count, _ in supplied(drawn, seat)}
    stock = resources(counts.get("credits", 0), counts["excavators"], counts["mixers"], counts["energy"], counts["vp"])
    items = Listing((*stock.items, words.engineers(counts["engineer"])))
    return message("barrage.personal-supply", "Supply: {items}", items=items)


def supplied(drawn: Sheet, seat: int) -> Sequence[tuple[str, int, str]]:
    """Return the personal supply: icon, count and look; an automa has no credits (TA-1.1)."""
    company = drawn.company(seat)
    stock = (
        ("vp", company.vp, "ba-gold"), ("energy", company.energy, "ba-energy"),
        ("credits", company.credits, "ba-gold"), ("excavators", company.excavators, "ba-icon"),
        ("mixers", company.mixers, "ba-icon"), ("engineer", company.engineers, "ba-icon"),
    )  # fmt: skip
    return stock if drawn.level(seat) is None else [each for each in stock if each[0] != "credits"]


def _level(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """Draw the level of an automa, and the features of its board that it does not use."""
    level = drawn.level(seat)
    if level is None:
        return "", 0.0
    able = abilities(level)
    unused = [said for name, said in _ABILITIES.items() if not getattr(able, name)]
    said = message("barrage.automa-level", "Automa level: {level}.", level=NAME[level])
    if unused:
        said = message(
            "barrage.automa-level-with-unused-features",
            "Automa level: {level}. Features not used: {unused}.",
            level=NAME[level],
            unused=Listing(tuple(unused)),
        )
    text_lines, height = lines(drawn.say(said), 24, top + 16, drawn.width - 40)
    return marked(f"level:{seat}", drawn.say(said), text_lines), height + 8


_ABILITIES: Mapping[str, Message] = {
    "income": message("barrage.feature-incomes", "income"),
    "production_bonus": message("barrage.feature-production-bonuses", "production bonuses"),
    "power": message("barrage.feature-company-power", "the company's power"),
    "tiles": message("barrage.feature-advanced-tile-effects", "advanced tile effects"),
    "officer": message("barrage.feature-officer", "an officer"),
}
"""Features that a company may use (TA-23 to TA-27)."""


# --------------------------------------------------------------------------------------------------------------------
# The company's power and its officer
# --------------------------------------------------------------------------------------------------------------------


def _powers(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """Draw the power of the company and its officer, side by side if the officer has no spaces."""
    officer, whole = drawn.company(seat).officer, drawn.width - 16
    if not officer:
        return _power(drawn, seat, top, whole)
    if drawn.narrow or drawn.components.officer[officer].spaces:
        power, height = _power(drawn, seat, top, whole)
        below, more = _officer(drawn, seat, 8, top + height, whole)
        height += more
    else:
        half = whole / 2 - 4
        power, height = _power(drawn, seat, top, half)
        below, more = _officer(drawn, seat, half + 16, top, half)
        height = max(height, more)
    copied, more = _copying(drawn, seat, top + height)
    return power + below + copied, height + more


def _power(drawn: Sheet, seat: int, top: float, width: float) -> tuple[str, float]:
    """Draw the company's power, and the powerhouse that activates it."""
    company = drawn.company(seat)
    board = drawn.components.company[company.company]
    power = words.power(board)
    active = company.built.get("powerhouse", 0) >= board.power_at
    does, height = lines(drawn.say(power), 88, top + 22, width - 90)
    level = drawn.level(seat)
    used = level is None or abilities(level).power
    active = active and used
    return marked(
        f"power:{seat}",
        drawn.say(
            message(
                "barrage.company-power-from-powerhouse",
                "With {number} powerhouses: {power}",
                number=board.power_at,
                power=power,
            )
        ),
        element("rect", x=8, y=top, width=width, height=height + 12, rx=8, class_="ba-done" if active else "ba-panel"),
        icon("powerhouse", 34, top + 22, 30),
        text(f"{board.power_at}", x=56, y=top + 22, font_size=27, class_="ba-start ba-strong"),
        does,
        class_="part" if used else "part ba-blocked",
    ), height + 18


def _officer(drawn: Sheet, seat: int, left: float, top: float, width: float) -> tuple[str, float]:
    """Draw the executive officer and its spaces."""
    known = drawn.components
    officer = known.officer[drawn.company(seat).officer]
    power = words.ability(officer)
    end = left + width - 8 - 124 * len(officer.spaces)
    does, height = lines(drawn.say(power), left + 16, top + 48, end - left - 20)
    panel = marked(
        f"officer:{officer.id}",
        drawn.say(
            message(
                "barrage.officer-power", "{officer}: {power}", officer=words.officer(known, officer.id), power=power
            )
        ),
        element("rect", x=left, y=top, width=width, height=height + 38, rx=8, class_="ba-panel"),
        text(drawn.term(officer.name), x=left + 16, y=top + 20, font_size=26, class_="ba-start ba-strong"),
        does,
    )
    several = len(officer.spaces) > 1
    spaces = [
        space(drawn, each.id, each.engineers, each.red, end + 124 * place, top + 16, number=place + 1 if several else 0)
        for place, each in enumerate(officer.spaces)
    ]
    return panel + "".join(spaces), height + 44


def _copying(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """Draw the officer copied in this turn, and those beside an officer who copies others (BA-25.15)."""
    company, known = drawn.company(seat), drawn.components
    said: list[Message] = []
    if company.copied:
        power, officer = words.ability(known.officer[company.copied]), words.officer(known, company.copied)
        said.append(
            message(
                "barrage.copied-officer-power", "Copied this turn: {officer} ({power})", officer=officer, power=power
            )
        )
    if known.officer[company.officer].copyable_officers and drawn.view.spare_officers:
        beside = Listing(tuple(words.officer(known, officer) for officer in drawn.view.spare_officers))
        said.append(message("barrage.copyable-officers", "Also available to copy: {officers}", officers=beside))
    parts, y = [], top
    for each in said:
        part, height = lines(drawn.say(each), 24, y + 16, drawn.width - 40)
        parts.append(part)
        y += height
    return "".join(parts), y - top


# --------------------------------------------------------------------------------------------------------------------
# Structures
# --------------------------------------------------------------------------------------------------------------------


def _structures(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """Draw a row for each structure type: built pieces leave their place, which may reveal an income."""
    types = drawn.company(seat).built
    row = STRUCTURES / len(types)
    rows = [_row(drawn, seat, structure, top + row * place, row - 4) for place, structure in enumerate(types)]
    return "".join(rows), STRUCTURES + 4


def _row(drawn: Sheet, seat: int, structure: str, top: float, height: float) -> str:
    built = drawn.company(seat).built[structure]
    of = drawn.components.structures_per_company[structure]
    middle = top + height / 2
    title = icon(structure, 40, middle, 40) + text(
        f"{of - built}", x=74, y=middle + 1, font_size=30, class_="ba-start ba-strong"
    )
    ground = element("rect", x=8, y=top, width=drawn.width - 16, height=height, rx=8, class_="ba-panel")
    slots, left = [], FIRST_SLOT
    for number, width in enumerate(_widths(drawn, seat, structure, of), 1):
        slots.append(_slot(drawn, seat, structure, number, (left, top + 3), (width, height - 6)))
        left += width + 6
    return ground + title + "".join(slots)


def _widths(drawn: Sheet, seat: int, structure: str, of: int) -> list[float]:
    """Return the widths of the places of pieces: equal ones, or in a narrow drawing more room for longer incomes."""
    room = drawn.right - FIRST_SLOT - 4 - 6 * of
    if not drawn.narrow:
        return [room / of] * of
    needed = [PIECE + line(_income(drawn, seat, structure, number), 0, 0, READABLE)[1] for number in range(1, of + 1)]
    spare = (room - sum(needed)) / of
    return [each + spare for each in needed]


def _slot(
    drawn: Sheet, seat: int, structure: str, number: int, where: tuple[float, float], size: tuple[float, float]
) -> str:
    """Draw the place of a piece on the board: the piece, or the income that it revealed."""
    company = drawn.company(seat)
    built = number <= company.built[structure]
    (left, top), (width, height) = where, size
    middle = top + height / 2
    look = drawn.look(seat)
    piece = "" if built else icon(structure, left + 24, middle, 32, f"ba-mark ba-{look}")
    x = left + (12 if built else PIECE - 6)
    room = width - (18 if built else PIECE)
    printed = _income(drawn, seat, structure, number)
    shown = fitting(printed, x, middle, room, 30.0) if printed else _bonus(drawn, seat, structure, number, x, middle)
    name = f"income:{structure}/{number}"
    said = message(
        "barrage.structure-income",
        "{structure} {number}: {income}",
        structure=words.STRUCTURE[structure],
        number=number,
        income=words.reward(printed) if printed else _bonus_said(drawn, seat, structure, number),
    )
    ground = element(
        "rect",
        x=left,
        y=top,
        width=width,
        height=height,
        rx=7,
        class_="ba-done" if built else "ba-space",
    )
    return marked(name, drawn.say(said), ground, piece, shown)


def _income(drawn: Sheet, seat: int, structure: str, number: int) -> Reward:
    incomes = drawn.components.company[drawn.company(seat).company].income
    of_type: dict[int, Reward] = getattr(incomes, structure, {})
    return of_type.get(number, ())


def _bonus(drawn: Sheet, seat: int, structure: str, number: int, x: float, y: float) -> str:
    """Draw the effect of a powerhouse: a bonus on productions, or the power."""
    board = drawn.components.company[drawn.company(seat).company]
    if structure != "powerhouse":
        return ""
    if number == board.power_at:
        return icon("any", x + 18, y, 32, "ba-gold")
    bonus = board.production_bonus.get(number)
    if not bonus:
        return ""
    return icon("energy", x + 16, y, 32, "ba-energy") + text(
        f"+{bonus}", x=x + 34, y=y, font_size=28, class_="ba-start ba-strong"
    )


def _bonus_said(drawn: Sheet, seat: int, structure: str, number: int) -> Message:
    board = drawn.components.company[drawn.company(seat).company]
    if structure == "powerhouse" and number == board.power_at:
        return message("barrage.company-power", "the company's power")
    if structure == "powerhouse" and (bonus := board.production_bonus.get(number)):
        return message("barrage.production-bonus", "+{count} energy in every production", count=bonus)
    return message("barrage.no-income", "no income")


# --------------------------------------------------------------------------------------------------------------------
# Wheel; construction spaces, tiles and contracts beside it
# --------------------------------------------------------------------------------------------------------------------


def _below(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """Draw the wheel; beside it the construction spaces and the technology tiles in hand, below it the contracts."""
    parts, y = [wheel(drawn, seat, RADIUS + 12, top + RADIUS + 4)], top
    for panel in (_construction, _tiles):
        part, height = panel(drawn, seat, y)
        parts.append(part)
        y += height
    below = max(2 * RADIUS + 12, y - top)
    contracts, height = _contracts(drawn, seat, top + below)
    return "".join((*parts, contracts)), below + height


def _construction(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """Draw the construction spaces below their names in texts."""
    title = heading(drawn.say(message("barrage.construction", "Construction")), BESIDE, top + 13)
    title_height = LINE if drawn.narrow else 0.0
    return title + "".join(_construction_spaces(drawn, seat, top + 28 + title_height)), 78.0 + title_height


def _tiles(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """Draw tiles that only build in the line of the heading or below it, and the others with descriptions."""
    tiles = drawn.company(seat).tiles
    plain_ones = [id for id in tiles if _is_plain(drawn, id)]
    title, title_height = (
        drawn.say(message("barrage.technology-tiles", "Technology tiles")),
        LINE if drawn.narrow else 0.0,
    )
    parts = [heading(title, BESIDE, top + (title_height or TILE) / 2)]
    top += title_height
    y = top + TILE + 4
    for place, id in enumerate(reversed(plain_ones), 1):
        parts.append(plain_tile(drawn, id, drawn.right - (PLAIN + 4) * place, top, PLAIN))
    for id in (id for id in tiles if id not in plain_ones):
        part, height = tile(drawn, id, BESIDE, y, drawn.right - BESIDE)
        parts.append(part)
        y += height + 4
    return "".join(parts), y - top + title_height + 4


def _is_plain(drawn: Sheet, id: str) -> bool:
    known = drawn.components
    return id not in known.special_tile and not words.tile_power(known.tile[id]).items


def _construction_spaces(drawn: Sheet, seat: int, top: float) -> list[str]:
    """Draw a player's spaces side by side; an automa's engineers all stand on its board (TA-4.4)."""
    left = drawn.right - BUILDERS
    if drawn.level(seat) is None:
        return [
            label(each.id, left + 10 + 96 * place, top - 15)
            + space(drawn, f"{each.id}/{seat}", each.engineers, each.red, left + 96 * place, top)
            for place, each in enumerate(drawn.components.construction_spaces)
        ]
    id = f"automa/{seat}"
    crews = together(drawn.view.spaces.get(id, []))
    there = space_names.space(drawn.components, id)
    said = (
        message("barrage.space-with-crews", "{space}: {engineers}", space=there, engineers=crew_listing(drawn, crews))
        if crews
        else there
    )
    box = element("rect", x=left, y=top, width=BUILDERS, height=40, rx=6, class_="ba-space")
    return [marked(f"space:{id}", drawn.say(said), box, crew(drawn, crews, left + 24, top + 20))]


def _contracts(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """Draw face-up contracts, as many in a row as fit, and the number of fulfilled ones."""
    company = drawn.company(seat)
    done = message(
        "barrage.contracts-with-fulfilled-count", "Contracts ({count} fulfilled)", count=len(company.fulfilled)
    )
    step = CARD[0] + 18
    across = int((drawn.width + 10) // step)
    cards = [
        contract(drawn, id, 8 + step * (place % across), top + 30 + (CARD[1] + 6) * (place // across))
        for place, id in enumerate(company.contracts)
    ]
    rows = -(-len(cards) // across)
    title = marked("fulfilled", drawn.say(_fulfilled_said(drawn, seat, done)), heading(drawn.say(done), 14, top + 14))
    return title + "".join(cards), 30 + (CARD[1] + 6) * rows


def _fulfilled_said(drawn: Sheet, seat: int, done: Message) -> Message:
    """Name what lies face down: everything that was fulfilled."""
    items = tuple(words.item(drawn.components, id) for id in drawn.company(seat).fulfilled)
    return message("barrage.fulfilled-items", "Fulfilled: {items}", items=Listing(items)) if items else done
