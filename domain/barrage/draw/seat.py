"""What lies before one seat: its company board, its wheel, its tiles and its contracts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.barrage.draw.icons import icon
from domain.barrage.draw.management import crew, space, tile, together, told_crews
from domain.barrage.draw.offers import CARD, contract, fitting
from domain.barrage.draw.sheet import Sheet, frame, heading, lines, mark, sheet
from domain.barrage.draw.style import STYLE
from domain.barrage.draw.wheel import RADIUS, wheel
from domain.barrage.telling import words
from domain.barrage.vocabulary.levels import NAME, abilities
from domain.barrage.vocabulary.pieces import Reward
from domain.barrage.vocabulary.state import State
from domain.message import Listing, Message, Say, message, plain
from domain.svg import element, marked, shortened, text

WIDTH = 1000.0
ROW = 78.0
FIRST_SLOT = 128.0


def draw_seat(view: State, seat: int, names: Sequence[str], say: Say = plain) -> str:
    """SVG of what lies before a seat, in the words of ``say``."""
    drawn = sheet(view, names, say)
    title = message("The company of {name}", name=names[seat])
    if not drawn.company(seat).company:
        words_ = say(message("{name} has no company yet", name=names[seat]))
        return frame(say, title, STYLE, (WIDTH, 70), text(words_, x=20, y=35, font_size=28, class_="ba-start"))
    parts, top = [], 6.0
    for panel in (_head, _level, _power, _officer, _structures, _wheel_and_tiles, _contracts):
        part, height = panel(drawn, seat, top)
        parts.append(part)
        top += height
    return frame(say, title, STYLE, (WIDTH, top), *parts)


def _head(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """The company, its player and what is in the personal supply."""
    middle = top + 32
    stock = supplied(drawn, seat)
    left = 1008 - 98 * len(stock)
    supply = "".join(
        icon(sign, left + 98 * place, middle, 36, look)
        + text(_signed(count), x=left + 22 + 98 * place, y=middle + 1, font_size=32, class_="ba-start ba-strong")
        for place, (sign, count, look) in enumerate(stock)
    )
    name = f"{shortened(drawn.names[seat], 10)} · {drawn.called(seat)}"
    return (
        mark(drawn, seat, 38, middle, 24)
        + text(shortened(name, 21), x=74, y=middle, font_size=29, class_="ba-start ba-strong")
        + supply
    ), 66.0


def supplied(drawn: Sheet, seat: int) -> Sequence[tuple[str, int, str]]:
    """What is in the personal supply: icon, count and look; an automa has no credits (TA-1.1)."""
    company = drawn.company(seat)
    stock = (
        ("vp", company.vp, "ba-gold"), ("energy", company.energy, "ba-energy"),
        ("credits", company.credits, "ba-gold"), ("excavators", company.excavators, "ba-icon"),
        ("mixers", company.mixers, "ba-icon"), ("engineer", company.engineers, "ba-icon"),
    )  # fmt: skip
    return stock if drawn.level(seat) is None else [each for each in stock if each[0] != "credits"]


def _signed(count: int) -> str:
    return str(count).replace("-", "\N{MINUS SIGN}")


def _level(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """The level of an automa, and what of its board it makes no use of."""
    level = drawn.level(seat)
    if level is None:
        return "", 0.0
    able = abilities(level)
    unused = [said for name, said in _ABILITIES.items() if not getattr(able, name)]
    said = message("Automa, level {level}.", level=NAME[level])
    if unused:
        said = message(
            "Automa, level {level}. It makes no use of: {unused}.", level=NAME[level], unused=Listing(tuple(unused))
        )
    told, height = lines(drawn.say(said), 24, top + 16, 960)
    return marked(f"level:{seat}", drawn.say(said), told), height + 8


_ABILITIES: Mapping[str, Message] = {
    "income": message("incomes"),
    "production_bonus": message("production bonuses"),
    "power": message("the company's power"),
    "tiles": message("effects of advanced tiles"),
    "officer": message("an officer"),
}
"""What a company may make use of (TA-23 to TA-27)."""


# --------------------------------------------------------------------------------------------------------------------
# The company's power and its officer
# --------------------------------------------------------------------------------------------------------------------


def _power(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """What the company can do, and from which powerhouse on."""
    company = drawn.company(seat)
    board = drawn.components.company[company.company]
    power = words.power(board)
    active = company.built.get("powerhouse", 0) >= board.power_at
    does, height = lines(drawn.say(power), 88, top + 23, 894)
    level = drawn.level(seat)
    used = level is None or abilities(level).power
    active = active and used
    return marked(
        f"power:{seat}",
        drawn.say(message("From powerhouse {number} on: {power}", number=board.power_at, power=power)),
        element("rect", x=8, y=top, width=984, height=height + 14, rx=8, class_="ba-done" if active else "ba-panel"),
        icon("powerhouse", 34, top + 23, 30),
        text(f"{board.power_at}", x=56, y=top + 23, font_size=27, class_="ba-start ba-strong"),
        does,
        class_="part" if used else "part ba-blocked",
    ), height + 20


def _officer(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """The executive officer, the spaces it has, and the officers it copies or may copy; an automa may have none."""
    company, known = drawn.company(seat), drawn.components
    if not company.officer:
        return "", 0
    officer = known.officer[company.officer]
    power = words.ability(officer)
    left = 984.0 - 124 * len(officer.spaces)
    does, height = lines(drawn.say(power), 24, top + 54, left - 34)
    panel = marked(
        f"officer:{officer.id}",
        drawn.say(message("{officer}: {power}", officer=words.officer(known, officer.id), power=power)),
        element("rect", x=8, y=top, width=984, height=height + 44, rx=8, class_="ba-panel"),
        text(officer.name, x=24, y=top + 21, font_size=26, class_="ba-start ba-strong"),
        does,
    )
    spaces = [
        space(drawn, each.id, each.engineers, each.red, left + 124 * place, top + 16)
        for place, each in enumerate(officer.spaces)
    ]
    below, more = _copying(drawn, seat, top + height + 50)
    return panel + "".join(spaces) + below, height + 50 + more


def _copying(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """The officer copied in this turn, and those lying beside an officer who copies others (BA-25.15)."""
    company, known = drawn.company(seat), drawn.components
    said = []
    if company.copied:
        power, officer = words.ability(known.officer[company.copied]), words.officer(known, company.copied)
        said.append(message("In this turn also {officer}: {power}", officer=officer, power=power))
    if known.officer[company.officer].copyable_officers and drawn.view.spare_officers:
        beside = Listing(tuple(words.officer(known, officer) for officer in drawn.view.spare_officers))
        said.append(message("Beside the officers of the others: {officers}", officers=beside))
    parts, y = [], top
    for each in said:
        part, height = lines(drawn.say(each), 24, y + 16, 960)
        parts.append(part)
        y += height
    return "".join(parts), y - top


# --------------------------------------------------------------------------------------------------------------------
# Structures
# --------------------------------------------------------------------------------------------------------------------


def _structures(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """A row for each structure type: built pieces leave their place, which may reveal an income."""
    parts, y = [], top
    for structure in drawn.company(seat).built:
        parts.append(_row(drawn, seat, structure, y))
        y += ROW
    return "".join(parts), y - top + 6


def _row(drawn: Sheet, seat: int, structure: str, top: float) -> str:
    built = drawn.company(seat).built[structure]
    of = drawn.components.structures_per_company[structure]
    title = icon(structure, 40, top + ROW / 2 - 3, 46) + text(
        f"{of - built}", x=74, y=top + ROW / 2 - 2, font_size=30, class_="ba-start ba-strong"
    )
    ground = element("rect", x=8, y=top, width=984, height=ROW - 6, rx=8, class_="ba-panel")
    slots = [_slot(drawn, seat, structure, number, top) for number in range(1, of + 1)]
    return ground + title + "".join(slots)


def _slot(drawn: Sheet, seat: int, structure: str, number: int, top: float) -> str:
    """The place of a piece on the board: the piece, or what it has revealed."""
    company = drawn.company(seat)
    built = number <= company.built[structure]
    width = (992 - FIRST_SLOT - 4) / drawn.components.structures_per_company[structure] - 6
    left, middle = FIRST_SLOT + (width + 6) * (number - 1), top + ROW / 2 - 3
    look = drawn.look(seat)
    piece = "" if built else icon(structure, left + 24, middle, 32, f"ba-mark ba-{look}")
    x = left + (12 if built else 48)
    room = width - (18 if built else 54)
    printed = _income(drawn, seat, structure, number)
    shown = fitting(printed, x, middle, room, 30.0) if printed else _bonus(drawn, seat, structure, number, x, middle)
    name = f"income:{structure}/{number}"
    said = message(
        "{structure} {number}: {income}",
        structure=words.STRUCTURE[structure],
        number=number,
        income=words.reward(printed) if printed else _bonus_said(drawn, seat, structure, number),
    )
    ground = element(
        "rect",
        x=left,
        y=top + 5,
        width=width,
        height=ROW - 16,
        rx=7,
        class_="ba-done" if built else "ba-space",
    )
    return marked(name, drawn.say(said), ground, piece, shown)


def _income(drawn: Sheet, seat: int, structure: str, number: int) -> Reward:
    incomes = drawn.components.company[drawn.company(seat).company].income
    of_type: dict[int, Reward] = getattr(incomes, structure, {})
    return of_type.get(number, ())


def _bonus(drawn: Sheet, seat: int, structure: str, number: int, x: float, y: float) -> str:
    """What a powerhouse brings: a bonus on productions, or the power."""
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
        return message("the power of the company")
    if structure == "powerhouse" and (bonus := board.production_bonus.get(number)):
        return message("{count} more energy in every production", count=bonus)
    return message("no income")


# --------------------------------------------------------------------------------------------------------------------
# Wheel, tiles, construction spaces
# --------------------------------------------------------------------------------------------------------------------


def _wheel_and_tiles(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """The wheel; beside it the construction spaces and the technology tiles in hand."""
    spaces = _construction_spaces(drawn, seat, top + 34)
    titles = heading(drawn.say(message("Construction")), 440, top + 16) + heading(
        drawn.say(message("Technology tiles")), 440, top + 106
    )
    tiles, y = [], top + 126
    for id in drawn.company(seat).tiles:
        part, height = tile(drawn, id, 440, y, 544)
        tiles.append(part)
        y += height + 6
    height = max(2 * RADIUS + 22, y - top + 6)
    return wheel(drawn, seat, 218, top + RADIUS + 12) + titles + "".join((*spaces, *tiles)), height


def _construction_spaces(drawn: Sheet, seat: int, top: float) -> list[str]:
    """A person's one beside the other; an automa's engineers all stand on its board (TA-4.4)."""
    if drawn.level(seat) is None:
        return [
            space(drawn, f"{each.id}/{seat}", each.engineers, each.red, 440 + 138 * place, top, 130)
            for place, each in enumerate(drawn.components.construction_spaces)
        ]
    id = f"automa/{seat}"
    crews = together(drawn.view.spaces.get(id, []))
    there = words.space(drawn.components, id)
    said = message("{space}: {engineers}", space=there, engineers=told_crews(drawn, crews)) if crews else there
    box = element("rect", x=440, y=top, width=544, height=44, rx=6, class_="ba-space")
    return [marked(f"space:{id}", drawn.say(said), box, crew(drawn, crews, 464, top + 22))]


# --------------------------------------------------------------------------------------------------------------------
# Contracts
# --------------------------------------------------------------------------------------------------------------------


def _contracts(drawn: Sheet, seat: int, top: float) -> tuple[str, float]:
    """Face-up contracts, and how many have been fulfilled."""
    company = drawn.company(seat)
    done = message("Contracts; fulfilled: {count}", count=len(company.fulfilled))
    cards = [
        contract(drawn, id, 10 + 332 * (place % 3), top + 34 + (CARD[1] + 8) * (place // 3))
        for place, id in enumerate(company.contracts)
    ]
    rows = -(-len(cards) // 3)
    return heading(drawn.say(done), 14, top + 16) + "".join(cards), 34 + (CARD[1] + 8) * rows + 6
