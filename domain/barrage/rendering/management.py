"""The management board: its rows with their spaces and the engineers on them, the bank and the patent office."""

from __future__ import annotations

from collections.abc import Sequence

from domain.barrage.model.pieces import PatentSpace, Row
from domain.barrage.model.state import BANK, PATENTS, Crew
from domain.barrage.narration import space_names, words
from domain.barrage.rendering.icons import icon
from domain.barrage.rendering.sheet import LINE, Sheet, heading, lines, mark
from domain.barrage.rendering.symbols import engineers, fitting
from domain.graphics.svg import element, fitted, marked, text
from domain.message import Listing, Message, counted, message

ROW = 48.0
TITLE = 34.0
SPACE = 92.0
"""Width of an action space."""
COLUMN = 490.0
LEFT_COLUMN = ("turbine_station", "water_management", "bank")
PATENT_OFFICE = "patent_office"
RIGHT_COLUMN = ("workshop", "machinery_shop", "contract_office")


def management(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw all sections in two columns, and the patent office across them; :func:`patents` describes its tiles."""
    left, left_height = _column(drawn, LEFT_COLUMN, 8, top)
    right, right_height = _column(drawn, RIGHT_COLUMN, 502, top)
    height = max(left_height, right_height)
    office, office_height = _patent_office(drawn, top + height)
    return left + right + office, height + office_height + 6


def _column(drawn: Sheet, sections: Sequence[str], left: float, top: float) -> tuple[str, float]:
    parts, y = [], top
    for section in sections:
        parts.append(heading(drawn.say(words.SECTION[section]), left + 6, y + TITLE / 2))
        parts.append(beside(drawn, section, left + COLUMN, y + TITLE / 2))
        y += TITLE
        if section == "bank":
            parts.append(_bank(drawn, left, y))
            y += ROW
        for row in (row for row in drawn.components.rows if row.section == section):
            parts.append(_row(drawn, row, left, y))
            y += ROW
    return "".join(parts), y - top


def _row(drawn: Sheet, row: Row, left: float, top: float) -> str:
    """Draw an action with its cost and effect between its two spaces; faint if it is not open at this table."""
    middle = top + ROW / 2
    blocked = row.min_players > len(drawn.view.companies)
    ground = element("rect", x=left, y=top + 1, width=COLUMN, height=ROW - 4, rx=7, class_="ba-panel")
    cost = ""
    name = label(row.id, left + SPACE + 12, middle)
    x = left + SPACE + 92
    if row.credits:
        cost = icon("credits", x + 12, middle, 24, "ba-gold") + text(
            f"{row.credits}→", x=x + 27, y=middle, font_size=26, class_="ba-start ba-strong"
        )
        x += 72
    action = marked(
        f"row:{row.id}",
        drawn.say(_row_said(drawn, row)),
        name,
        cost,
        fitting(row.effect, x, middle, left + COLUMN - SPACE - 8 - x),
    )
    spaces = space(drawn, f"{row.id}/left", row.left.engineers, row.left.red, left + 4, top + 3) + space(
        drawn, f"{row.id}/right", row.right.engineers, row.right.red, left + COLUMN - SPACE - 4, top + 3
    )
    parts = ground + action + spaces
    return element("g", parts, class_="ba-blocked") if blocked else parts


def label(id: str, x: float, y: float) -> str:
    """Draw the name by which texts call a row or a space."""
    return fitted(id, 72, 26, letter=0.62, least=26, x=x, y=y, class_="ba-start ba-soft")


def _row_said(drawn: Sheet, row: Row) -> Message:
    """Describe an action's cost and effect, and whether it is open."""
    section, brings = words.SECTION[row.section], words.reward(row.effect)
    said = message("barrage.action", "{section}: {effect}", section=section, effect=brings)
    if row.credits:
        said = counted(
            "barrage.action-for-credits",
            "{section}: {effect} for {count} credit",
            "{section}: {effect} for {count} credits",
            section=section,
            effect=brings,
            count=row.credits,
        )
    if row.min_players > len(drawn.view.companies):
        return message(
            "barrage.action-needs-players",
            "{action} (only with {players} or more players)",
            action=said,
            players=row.min_players,
        )
    return said


def space(
    drawn: Sheet, id: str, needed: int, red: bool, left: float, top: float, width: float = SPACE, number: int = 0
) -> str:
    """Draw an action space: the engineers that it needs, or those that fill it, and its number in texts,
    unless its row or its heading shows its name.
    """
    crews = drawn.view.spaces.get(id, [])
    box = element(
        "rect", x=left, y=top, width=width, height=ROW - 8, rx=6, class_="ba-space-red" if red else "ba-space"
    )
    middle = top + (ROW - 8) / 2
    fee = drawn.components.constants.red_space_fee if red else 0
    inside = crew(drawn, crews, left + 22, middle) if crews else engineers(needed, fee, left + 17, middle)
    if number:
        inside += text(str(number), x=left + width - 7, y=middle, font_size=26, class_="ba-end ba-soft")
    return marked(f"space:{id}", drawn.say(_space_said(drawn, id, needed, red, crews)), box, inside)


def crew(drawn: Sheet, crews: Sequence[Crew], x: float, y: float) -> str:
    """Draw the engineers of one company after another: its mark and their number."""
    return "".join(
        mark(drawn, each.seat, x + 82 * place, y, 18)
        + text(f"×{each.engineers}", x=x + 21 + 82 * place, y=y, font_size=26, class_="ba-start ba-strong")
        for place, each in enumerate(crews)
    )


def beside(drawn: Sheet, section: str, right: float, y: float) -> str:
    """Draw the engineers of automas beside a section all of whose spaces are occupied, up to a right edge."""
    id = f"{section}/beside"
    crews = together(drawn.view.spaces.get(id, []))
    if not crews:
        return ""
    said = message(
        "barrage.space-with-crews",
        "{space}: {engineers}",
        space=space_names.space(drawn.components, id),
        engineers=crew_listing(drawn, crews),
    )
    return marked(f"space:{id}", drawn.say(said), crew(drawn, crews, right - 82 * len(crews) + 18, y))


def crew_listing(drawn: Sheet, crews: Sequence[Crew]) -> Listing:
    """Describe the engineers of each company."""
    return Listing(
        tuple(
            message(
                "barrage.engineers-of-company",
                "{company} ({engineers})",
                engineers=words.engineers(each.engineers),
                company=drawn.called(each.seat),
            )
            for each in crews
        )
    )


def together(crews: Sequence[Crew]) -> list[Crew]:
    """Return the engineers of each seat on one space, in order of arrival."""
    totals: dict[int, int] = {}
    for each in crews:
        totals[each.seat] = totals.get(each.seat, 0) + each.engineers
    return [Crew(seat, engineers) for seat, engineers in totals.items()]


def _space_said(drawn: Sheet, id: str, needed: int, red: bool, crews: Sequence[Crew]) -> Message:
    there = space_names.space(drawn.components, id)
    if crews:
        first = crews[0]
        taken, company = words.engineers(first.engineers), drawn.called(first.seat)
        return message(
            "barrage.occupied-space", "{space}: {company} ({engineers})", space=there, engineers=taken, company=company
        )
    wanted = words.engineers(needed)
    if red:
        fee = drawn.components.constants.red_space_fee
        return message(
            "barrage.free-red-space",
            "{space}: needs {engineers} and {fee} credits",
            space=there,
            engineers=wanted,
            fee=fee,
        )
    return message("barrage.free-space", "{space}: needs {engineers}", space=there, engineers=wanted)


def _bank(drawn: Sheet, left: float, top: float) -> str:
    """Draw the bank with its engineers."""
    crews = together(drawn.view.spaces.get(BANK, []))
    middle = top + ROW / 2
    rate = drawn.components.constants.bank_credits_per_engineer
    return marked(
        f"space:{BANK}",
        drawn.say(
            counted(
                "barrage.bank-rate",
                "Bank: {count} credit per engineer, open to everyone",
                "Bank: {count} credits per engineer, open to everyone",
                count=rate,
            )
        ),
        element("rect", x=left, y=top + 1, width=COLUMN, height=ROW - 4, rx=7, class_="ba-panel"),
        icon("engineer", left + 30, middle, 26, "ba-faint"),
        text("→", x=left + 58, y=middle, font_size=26),
        icon("credits", left + 88, middle, 28, "ba-gold"),
        text(str(rate), x=left + 106, y=middle, font_size=27, class_="ba-start ba-strong"),
        crew(drawn, crews, left + 160, middle),
    )


# --------------------------------------------------------------------------------------------------------------------
# The patent office and technology tiles
# --------------------------------------------------------------------------------------------------------------------

LEVELS = {None: "", 1: "I", 2: "II", 3: "III"}


def _patent_office(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw its spaces side by side, each with its price and the face of its tile; a beginner game has none."""
    tiles = drawn.view.displays.get(PATENTS)
    if tiles is None:
        return "", 0.0
    parts = [_patents_heading(drawn, top), beside(drawn, PATENT_OFFICE, 992, top + TITLE / 2)]
    spaces = drawn.components.patent_spaces
    width = (984 - 6 * (len(spaces) - 1)) / len(spaces)
    for place, (id, there) in enumerate(zip(tiles, spaces, strict=False)):
        parts.append(_patent(drawn, id, there, 8 + (width + 6) * place, top + TITLE, width))
    return "".join(parts), TITLE + ROW


def _patent(drawn: Sheet, id: str, there: PatentSpace, left: float, top: float, width: float) -> str:
    """Draw a space of the patent office, its price, and its tile."""
    middle = top + ROW / 2
    face = ""
    if id:
        face = _marked_tile(
            drawn,
            id,
            element("rect", x=left + 222, y=top + 3, width=width - 227, height=ROW - 8, rx=6, class_="ba-space"),
            tile_face(drawn, id, left + 248, middle - 1),
        )
    return (
        element("rect", x=left, y=top + 1, width=width, height=ROW - 4, rx=7, class_="ba-panel")
        + space(drawn, there.id, there.engineers, False, left + 4, top + 3)
        + label(there.id, left + SPACE + 9, middle)
        + icon("credits", left + 184, middle - 1, 24, "ba-gold")
        + text(str(there.credits), x=left + 199, y=middle, font_size=26, class_="ba-start ba-strong")
        + face
    )


def _patents_heading(drawn: Sheet, top: float) -> str:
    pile = counted(
        "barrage.patent-office-with-pile",
        "Patent office ({count} tile in the pile)",
        "Patent office ({count} tiles in the pile)",
        count=len(drawn.view.piles[PATENTS]),
    )
    return heading(drawn.say(pile), 14, top + TITLE / 2)


def patents(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw the tiles of the patent office with descriptions."""
    tiles = drawn.view.displays.get(PATENTS)
    if tiles is None:
        return "", 0.0
    parts, y = [_patents_heading(drawn, top)], top + TITLE
    for id in filter(None, tiles):
        part, height = tile(drawn, id, 8, y, 984)
        parts.append(part)
        y += height + 4
    return "".join(parts), y - top + 4


TILE = 40.0
"""Height of a technology tile with a description of one line."""


def tile(drawn: Sheet, id: str, left: float, top: float, width: float) -> tuple[str, float]:
    """Draw a technology tile: its structure, its level, and a description."""
    does, height = lines(drawn.say(words.tile_effect(drawn.components, id)), left + 84, top + TILE / 2, width - 88)
    height += TILE - LINE
    ground = element("rect", x=left, y=top, width=width, height=height, rx=6, class_="ba-space")
    return _marked_tile(drawn, id, ground, tile_face(drawn, id, left + 23, top + TILE / 2), does), height


def _marked_tile(drawn: Sheet, id: str, *parts: str) -> str:
    effect = words.tile_effect(drawn.components, id)
    said = message("barrage.tile-and-effect", "{tile}: {effect}", tile=words.tile(drawn.components, id), effect=effect)
    return marked(f"tile:{id}", drawn.say(said), *parts)


def plain_tile(drawn: Sheet, id: str, left: float, top: float, width: float) -> str:
    """Draw a tile that only builds the structure it shows."""
    return _marked_tile(
        drawn,
        id,
        element("rect", x=left, y=top, width=width, height=TILE, rx=6, class_="ba-space"),
        icon(drawn.components.tile[id].builds, left + width / 2, top + TILE / 2, 34),
    )


def tile_face(drawn: Sheet, id: str, x: float, y: float) -> str:
    """Draw the structure a technology tile builds, and its level."""
    if id in drawn.components.special_tile:
        return icon("any", x, y, 33, "ba-gold") + text("?", x=x + 28, y=y, font_size=26, class_="ba-strong")
    found = drawn.components.tile[id]
    level = text(LEVELS[found.level], x=x + 23, y=y, font_size=26, class_="ba-start ba-strong ba-soft")
    return icon(found.builds, x, y, 34) + (level if found.level else "")
