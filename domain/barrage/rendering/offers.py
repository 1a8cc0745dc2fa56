"""Offers: contracts, the objective, and in a draft companies with officers and starting contracts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.barrage.model.pieces import COLOURS, ObjectiveCount
from domain.barrage.model.state import NATIONAL, Offer
from domain.barrage.narration import words
from domain.barrage.rendering.icons import icon
from domain.barrage.rendering.sheet import Sheet, heading, lines, look_of
from domain.barrage.rendering.symbols import fitting
from domain.graphics.svg import element, group, marked, text
from domain.message import Listing, Message, Term, message

CARD = (316.0, 60.0)
GAP = 8.0
OBJECTIVE_SIGNS: dict[ObjectiveCount, Sequence[str]] = {
    "red_sites": ("base", "powerhouse"),
    "strongest_area": ("any",),
    "connected_bases": ("base", "conduit", "powerhouse"),
    "weakest_area": ("any",),
    "basins_with_1": ("drop",),
    "basins_with_3": ("drop",),
}
OBJECTIVE_LIMITS: Mapping[ObjectiveCount, Message] = {
    "strongest_area": message("barrage.objective-of-most", "max"),
    "weakest_area": message("barrage.objective-of-fewest", "min"),
    "basins_with_1": message("barrage.objective-at-least", "≥{least}", least=1),
    "basins_with_3": message("barrage.objective-at-least", "≥{least}", least=3),
}
"""What tells objectives with the same signs apart."""


def kind_of(drawn: Sheet, contract: str) -> str:
    """Return the colour of a private contract, or ``national`` or ``starting``."""
    national = {found.id for found in drawn.components.contracts.national}
    return drawn.components.contract_colour.get(contract, NATIONAL if contract in national else "starting")


def contract(drawn: Sheet, id: str, left: float, top: float, width: float = CARD[0]) -> str:
    """Draw a contract: its requirement on its colour, and its reward."""
    found, kind = drawn.components.contract[id], kind_of(drawn, id)
    middle = top + CARD[1] / 2
    return marked(
        f"contract:{id}",
        drawn.say(words.contract(drawn.components, id)),
        element("rect", x=left, y=top, width=width, height=CARD[1], rx=8, class_="ba-panel"),
        element("rect", x=left, y=top, width=64, height=CARD[1], rx=8, class_=f"ba-{kind}"),
        text(str(found.requirement), x=left + 32, y=middle + 1, font_size=36, class_=f"ba-strong ba-on-{kind}"),
        fitting(found.reward, left + 74, middle, width - 80),
    )


def contracts(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw the private contracts by colour with the rest of their piles, and the national ones."""
    left_over = Listing(tuple(len(drawn.view.piles.get(colour, ())) for colour in COLOURS))
    columns = [
        heading(
            drawn.say(
                message(
                    "barrage.contracts-on-offer", "Contracts on offer (left in the piles: {piles})", piles=left_over
                )
            ),
            14,
            top + 16,
        )
    ]
    for column, colour in enumerate(COLOURS):
        left = 10 + (CARD[0] + GAP + 8) * column
        there = drawn.view.displays.get(colour, [])
        columns += [_slot(drawn, id, left, top + 34 + (CARD[1] + GAP) * row) for row, id in enumerate(there)]
    slots = max((len(drawn.view.displays.get(colour, [])) for colour in COLOURS), default=0)
    below = top + 34 + (CARD[1] + GAP) * slots
    national = [id for id in drawn.view.displays.get(NATIONAL, []) if id]
    columns += [contract(drawn, id, 10 + (CARD[0] + GAP + 8) * column, below + 4) for column, id in enumerate(national)]
    height = 34 + (CARD[1] + GAP) * (slots + bool(national)) + 8
    return "".join(columns), height


def _slot(drawn: Sheet, id: str, left: float, top: float) -> str:
    if id:
        return contract(drawn, id, left, top)
    return element("rect", x=left, y=top, width=CARD[0], height=CARD[1], rx=8, class_="ba-none")


def objective(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw the objective tile and the VP of the first places."""
    tile = drawn.components.objective_tile[drawn.view.objective]
    said = words.objective(drawn.components, tile.id)
    points = " / ".join(map(str, drawn.components.constants.objective_vp))
    signs = OBJECTIVE_SIGNS[tile.counts]
    begin = 242 + 36 * len(signs)
    text_lines, height = lines(drawn.say(said), begin, top + 28, 984 - begin)
    middle = top + 13 + height / 2
    return marked(
        "objective",
        drawn.say(message("barrage.objective", "Objective: {objective}", objective=said)),
        element("rect", x=8, y=top, width=984, height=26 + height, rx=8, class_="ba-panel"),
        icon("objective", 38, middle, 38, "ba-gold"),
        text(points, x=70, y=middle, font_size=26, class_="ba-start ba-strong"),
        *(icon(sign, 248 + 36 * place, middle, 30) for place, sign in enumerate(signs)),
        text_lines,
    ), 34 + height


# --------------------------------------------------------------------------------------------------------------------
# The draft
# --------------------------------------------------------------------------------------------------------------------


def draft(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw companies with their officers, and starting contracts, still to be drafted."""
    view = drawn.view
    if not view.offers and not view.starting_contracts:
        return "", 0.0
    title = message("barrage.draft-offers", "Companies, officers and starting contracts to draft")
    parts, y = [heading(drawn.say(title), 14, top + 16)], top + 34
    for offer in view.offers:
        part, height = _offer(drawn, offer, y)
        parts.append(part)
        y += height
    parts += [contract(drawn, id, 10 + 246 * column, y, 238) for column, id in enumerate(view.starting_contracts)]
    return group(*parts), y - top + CARD[1] + 12


def _offer(drawn: Sheet, offer: Offer, top: float) -> tuple[str, float]:
    company, officer = drawn.components.company[offer.company], drawn.components.officer[offer.officer]
    power, ability, look = words.power(company), words.ability(officer), look_of(company)
    does, below = lines(drawn.say(power), 384, top + 24, 604)
    may, height = lines(drawn.say(ability), 384, top + 24 + below, 604)
    height += below + 14
    said = message(
        "barrage.company-with-officer-and-powers",
        "{company} ({power}) with {officer} ({ability})",
        company=Term(company.name),
        power=power,
        officer=Term(officer.name),
        ability=ability,
    )
    return marked(
        f"company:{company.id}",
        drawn.say(said),
        element("rect", x=8, y=top, width=984, height=height, rx=8, class_="ba-panel"),
        element("circle", cx=40, cy=top + height / 2, r=24, class_=f"ba-mark ba-{look}"),
        text(company.name[:1], x=40, y=top + height / 2 + 2, font_size=30, class_=f"ba-strong ba-on-{look}"),
        text(drawn.term(company.name), x=72, y=top + 24, font_size=26, class_="ba-start ba-strong"),
        text(drawn.term(officer.name), x=72, y=top + 24 + below, font_size=26, class_="ba-start ba-strong"),
        does,
        may,
    ), height + 8
